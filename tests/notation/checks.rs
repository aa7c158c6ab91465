//! What must hold of any text whatever, for the tests and for the fuzz targets, which take this
//! file in. It may use nothing but the library.
#![allow(dead_code, reason = "each fuzz target uses a part of it")]

use jadoube::notation::descriptive::{self, Origins, SheetReader};
use jadoube::notation::epd::Epd;
use jadoube::notation::pgn::Reader;
use jadoube::notation::{coordinate, fen, san};
use jadoube::rules::laws::{Code, Conditions, Odds, Terms};
use jadoube::rules::{Color, Position, Setup};

/// Holds an error to one line, without a control character, of a bearable length.
fn one_line(error: &dyn std::fmt::Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
    assert!(!text.contains(['\u{2028}', '\u{2029}']), "{text:?}");
    assert!(text.chars().count() < 1500, "{text}");
}

/// Terms that between them have every sort of field: ghost rights, moves of odds, marked pieces.
fn terms_of_games() -> [Terms; 6] {
    let with = |code, odds: &str, undertaking: &str, giver| Terms {
        odds: odds.parse().expect("written here"),
        undertaking: (!undertaking.is_empty()).then(|| undertaking.parse().expect("written here")),
        odds_giver: giver,
        ..Terms::from(code)
    };
    [
        Terms::default(),
        Terms { chess960: true, ..Terms::default() },
        with(Code::England1804, "pawn,moves=2", "", Some(Color::Black)),
        with(Code::Accomplished1837, "rook", "", None),
        with(Code::British1897, "none", "man@b1", None),
        with(Code::Rogers1907, "none", "pawn@f2", Some(Color::White)),
    ]
}

/// A setup is a position that comes back from its own FEN, or is refused.
fn setup(described: &Setup) {
    for terms in terms_of_games() {
        match described.position_with_notes(&terms) {
            Ok((position, notes)) => {
                notes.iter().for_each(|note| one_line(note));
                let text = fen::to_string(&position);
                let again = fen::parse(&text).unwrap().position(&terms).unwrap();
                assert_eq!(fen::to_string(&again), text, "{terms:?}");
                assert_eq!(again.key(), position.key(), "{text} {terms:?}");
                moves(&position);
            }
            Err(error) => one_line(&error),
        }
    }
}

/// The first moves of a position can be written and read.
fn moves(position: &Position) {
    let _ = position.outcome();
    for mv in position.legal_moves().into_iter().take(3) {
        let text = san::to_string(position, mv);
        assert_eq!(san::parse(position, &text), Ok(mv), "{text} in\n{position:?}");
    }
}

/// A text as a FEN.
pub fn fen(text: &str) {
    match fen::parse(text) {
        Ok(described) => setup(&described),
        Err(error) => one_line(&error),
    }
}

/// A text as an EPD.
pub fn epd(text: &str) {
    match Epd::parse(text) {
        Ok(epd) => {
            setup(&epd.setup);
            let written = epd.to_string();
            assert_eq!(Epd::parse(&written).unwrap().operations, epd.operations, "{written}");
            if let Ok(position) = epd.setup.position(&Terms::default())
                && let Err(error) = epd.moves("bm", &position)
            {
                one_line(&error);
            }
        }
        Err(error) => one_line(&error),
    }
}

/// A text as a move of a position.
pub fn san(position: &Position, text: &str) {
    if let Some(mv) = coordinate::parse(position, text) {
        assert!(position.is_legal(mv), "{text}");
    }
    match san::parse(position, text) {
        Ok(mv) => assert!(position.is_legal(mv), "{text}"),
        Err(error) => one_line(&error),
    }
}

/// Bytes as games.
pub fn pgn(bytes: &[u8]) {
    let lines = bytes.split(|&byte| byte == b'\n').count();
    let mut games = 0;
    for game in Reader::new(bytes) {
        games += 1;
        assert!(games <= bytes.len(), "more games than bytes");
        match game.and_then(|game| game.replay()) {
            Ok(record) => {
                let text = record.to_string();
                let mut again = Reader::new(text.as_bytes());
                let read = again.next().unwrap().unwrap().replay().unwrap();
                assert_eq!(read.game().moves(), record.game().moves(), "{text}");
                assert_eq!(read.result, record.result, "{text}");
                // Comments and variations too are written once and for all.
                assert_eq!(read.to_string(), text);
                assert!(again.next().is_none(), "{text}");
            }
            Err(error) => {
                one_line(&error);
                assert!(error.line <= lines, "{error}");
            }
        }
    }
}

/// A text as score sheets. What is read is a game, whose every correction stands where it is said to.
pub fn sheets(text: &str) {
    let lines = text.lines().count();
    for (index, sheet) in SheetReader::new(text.as_bytes()).enumerate() {
        assert!(index <= lines, "more games than lines");
        let sheet = sheet.expect("bytes in memory can be read");
        for strict in [true, false] {
            match sheet.transcribe(&descriptive::Reading { strict, ..Default::default() }) {
                Ok(read) => {
                    assert!(!strict || (read.corrections.is_empty() && read.doubts.is_empty()));
                    for correction in &read.corrections {
                        one_line(correction);
                        assert!(correction.line <= lines, "{correction}");
                    }
                    read.doubts.iter().for_each(|doubt| one_line(doubt));
                    let text = read.record.to_string();
                    let again = Reader::new(text.as_bytes()).next().unwrap().unwrap();
                    let again = again.replay().unwrap();
                    assert_eq!(again.game().moves(), read.record.game().moves(), "{text}");
                }
                Err(error) => one_line(&error),
            }
        }
    }
}

/// A text as a move of a position in descriptive notation.
pub fn descriptive(position: &Position, text: &str) {
    let origins = Origins::of(position);
    for mv in descriptive::meanings(position, &origins, text) {
        assert!(position.is_legal(mv), "{text}");
    }
    match descriptive::parse(position, &origins, text) {
        Ok(mv) => assert!(position.is_legal(mv), "{text}"),
        Err(error) => one_line(&error),
    }
}

/// A text as odds and as an undertaking.
pub fn terms(text: &str) {
    match text.parse::<Odds>() {
        Ok(odds) => {
            assert_eq!(odds.to_string().parse(), Ok(odds.clone()));
            for &code in Code::ALL {
                let terms = Terms { odds: odds.clone(), ..Terms::from(code) };
                if let Err(error) = terms.start().position(&terms) {
                    one_line(&error);
                }
            }
        }
        Err(error) => one_line(&error),
    }
    match text.parse::<Conditions>() {
        Ok(conditions) => {
            assert_eq!(conditions.to_string().parse(), Ok(conditions));
            let terms = Terms { undertaking: Some(conditions), ..Terms::default() };
            if let Err(error) = terms.start().position(&terms) {
                one_line(&error);
            }
        }
        Err(error) => one_line(&error),
    }
}
