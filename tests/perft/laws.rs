//! The engine's move generator and judge against the reference, which was written apart from it:
//! over the table of `tests/data/laws/perft.epd`, and over random games under every code, odds and
//! undertaking. Neither side may be given the other's moves: each plays the game by itself.
//!
//! `JADOUBE_LAWS_GAMES` sets the number of random games under each code (600 in a release build).
//! `JADOUBE_LAWS_UPDATE=1` writes the counts that both agree on into the table.

use std::fmt::Write;

use crate::reference::walks::{self, Walk};
use crate::reference::{Position as Reference, Terms};
use jadoube::notation::{coordinate, fen};
use jadoube::perft;
use jadoube::rules::laws::{self, Breach, Code, DrawnBy, Reason, Stalemate};
use jadoube::rules::{Color, PieceKind, Position};

/// The engine's terms that say the same.
fn engine_terms(terms: &Terms) -> laws::Terms {
    let mut odds = terms.odds.clone();
    if terms.odds_moves > 0 {
        odds.push(format!("moves={}", terms.odds_moves));
    }
    let stalemate = |word: &str| Stalemate::parse(word).expect("a stalemate's value");
    let undertaking = &terms.undertaking;
    laws::Terms {
        stalemate: terms.stalemate.as_deref().map(stalemate),
        castle_without_rook: terms.ghost_castling,
        odds: odds.join(",").parse().expect("odds"),
        undertaking: (!undertaking.is_empty())
            .then(|| undertaking.parse().expect("an undertaking")),
        odds_giver: Some(if terms.giver_white { Color::White } else { Color::Black }),
        chess960: terms.chess960,
        ..laws::Terms::from(Code::parse(&terms.code).expect("a code"))
    }
}

fn engine_position(text: &str, terms: &Terms) -> Position {
    let setup = fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    setup.position(&engine_terms(terms)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn engine_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> =
        position.legal_moves().iter().map(|&mv| coordinate::to_string(position, mv)).collect();
    moves.sort();
    moves
}

/// The engine's outcome in the words of the reference.
fn engine_outcome(position: &Position) -> Option<String> {
    let outcome = position.outcome()?;
    let winner = match outcome.winner {
        Some(Color::White) => "white",
        Some(Color::Black) => "black",
        None => "draw",
    };
    let giver = position.undertaking().map(|bound| bound.giver);
    let reason = match outcome.reason {
        Reason::Checkmate if giver.is_some() && giver == outcome.winner => "undertaking fulfilled",
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::Dead => "dead position",
        Reason::Undertaking(breach) => match breach {
            Breach::WrongMate => "undertaking lost: mate otherwise",
            Breach::MarkedPieceCaptured => "undertaking lost: marked man taken",
            Breach::MarkedPiecePromoted => "undertaking lost: marked man promoted",
            Breach::NoPieceLeft(PieceKind::Pawn) => "undertaking lost: no pawn left",
            Breach::NoPieceLeft(_) => "undertaking lost: no man of the kind left",
            Breach::BareKing => "undertaking lost: bare king",
            Breach::LimitPassed => "undertaking lost: move limit passed",
            Breach::NotMated(DrawnBy::Stalemate) => "undertaking lost: stalemate",
            Breach::NotMated(DrawnBy::Dead) => "undertaking lost: dead position",
            Breach::NotMated(other) => panic!("the position cannot decide {other:?}"),
        },
        other => panic!("the position cannot decide {other:?}"),
    };
    Some(format!("{winner}: {reason}"))
}

/// The engine's FEN without the counts that the reference does not keep.
fn engine_fen(position: &Position) -> String {
    let written = fen::to_string(position);
    let kept: Vec<&str> = written
        .split(' ')
        .filter(|field| !field.starts_with("captureless:") && !field.starts_with("notice:"))
        .collect();
    kept.join(" ")
}

/// Everything that the two say of a position, but for counts below it.
fn assert_same(engine: &Position, reference: &Reference, told: &dyn Fn() -> String) {
    assert_eq!(engine_moves(engine), reference.legal_moves(), "legal moves: {}", told());
    assert_eq!(engine.in_check(), reference.in_check(), "check: {}", told());
    assert_eq!(engine_outcome(engine), reference.outcome(), "outcome: {}", told());
    assert_eq!(engine_fen(engine), reference.fen(), "FEN: {}", told());
}

/// The game played by each, every position compared on the way, then the lines below the last
/// position counted, and the same from the FEN of that position.
fn compare_walk(walk: &Walk, depth: u32) {
    let mut engine = engine_position(&walk.start, &walk.terms);
    let mut reference = Reference::new(&walk.start, &walk.terms);
    for (index, uci) in walk.moves.iter().enumerate() {
        let told =
            || format!("{} {:?} after {}", walk.start, walk.terms, walk.moves[..index].join(" "));
        assert_same(&engine, &reference, &told);
        let mv = coordinate::parse(&engine, uci)
            .unwrap_or_else(|| panic!("{uci} is not legal: {}", told()));
        engine = engine.play(mv);
        reference = reference.play(uci);
    }
    let told = || format!("{} {:?} after {}", walk.start, walk.terms, walk.moves.join(" "));
    assert_same(&engine, &reference, &told);
    let read_by_both =
        (engine_position(&walk.fen, &walk.terms), Reference::new(&walk.fen, &walk.terms));
    assert_same(&read_by_both.0, &read_by_both.1, &|| {
        format!("read from {} {:?}", walk.fen, walk.terms)
    });
    assert_eq!(
        perft::count(engine.board(), depth),
        reference.perft(depth),
        "lines of {depth} plies: {}",
        told()
    );
}

/// The number of random games under each code.
fn games() -> usize {
    let by_default = if cfg!(debug_assertions) { 20 } else { 600 };
    std::env::var("JADOUBE_LAWS_GAMES")
        .map_or(by_default, |text| text.parse().expect("JADOUBE_LAWS_GAMES is a number of games"))
}

/// Random games from the starts; the lines below one in eight are counted to four plies.
fn compare_games(seed: u64, count: usize, starts: &[(String, Terms)]) {
    for (index, walk) in walks::random_walks(seed, count, starts, 40).iter().enumerate() {
        compare_walk(walk, if index % 8 == 0 { 4 } else { 3 });
    }
}

fn compare_code(code: &str) {
    let seed = walks::CODES.iter().position(|&known| known == code).expect("a code") as u64;
    compare_games(2000 + seed, games(), &walks::random_starts(1000 + seed, games(), code));
}

#[test]
fn random_games_of_chess960() {
    let count = games() / 4; // there is more to count below positions with all the pieces
    compare_games(3000, count, &walks::chess960_starts(3000, count));
}

#[test]
fn random_games_of_chess() {
    compare_code("chess");
}

#[test]
fn random_games_of_england1804() {
    compare_code("england1804");
}

#[test]
fn random_games_of_france1804() {
    compare_code("france1804");
}

#[test]
fn random_games_of_accomplished1837() {
    compare_code("accomplished1837");
}

#[test]
fn random_games_of_british1897() {
    compare_code("british1897");
}

#[test]
fn random_games_of_rogers1907() {
    compare_code("rogers1907");
}

#[test]
fn random_games_of_federation1912() {
    compare_code("federation1912");
}

/// A row of the table: a FEN, then operations that state its law, then the counts.
struct Row {
    fen: String,
    law: Vec<String>,
    terms: Terms,
    /// The number of lines of one ply, of two, and so on.
    counts: Vec<u64>,
}

const TABLE: &str = "tests/data/laws/perft.epd";

fn table() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
    std::fs::read_to_string(path).expect("the table is part of the repository")
}

fn read_row(line: &str) -> Row {
    let mut operations = line.split(';').map(str::trim);
    let mut row = Row {
        fen: operations.next().expect("a split has a first part").to_string(),
        law: Vec::new(),
        terms: Terms::of("chess"),
        counts: Vec::new(),
    };
    for operation in operations {
        let (name, value) = operation.split_once(' ').expect("an operation has a value");
        match name {
            "laws" => row.terms.code = value.to_string(),
            "castle-without-rook" => row.terms.ghost_castling = Some(value == "yes"),
            "stalemate" => row.terms.stalemate = Some(value.to_string()),
            "odds-giver" => row.terms.giver_white = value == "White",
            "undertaking" => row.terms.undertaking = value.to_string(),
            "odds" => {
                for word in value.split(',') {
                    match word.strip_prefix("moves=") {
                        Some(number) => row.terms.odds_moves = number.parse().expect("a number"),
                        None => row.terms.odds.push(word.to_string()),
                    }
                }
            }
            depth => {
                assert_eq!(depth, format!("D{}", row.counts.len() + 1), "{line}");
                row.counts.push(value.parse().expect("a number of lines"));
                continue;
            }
        }
        row.law.push(operation.to_string());
    }
    row
}

/// Both agree on a row and, unless it is to be written anew, with it.
fn compare_row(row: &Row, depths: u32) -> Vec<u64> {
    let engine = engine_position(&row.fen, &row.terms);
    let reference = Reference::new(&row.fen, &row.terms);
    let told = || format!("{} {:?}", row.fen, row.terms);
    assert_same(&engine, &reference, &told);
    (1..=depths)
        .map(|depth| {
            let count = perft::count(engine.board(), depth);
            assert_eq!(count, reference.perft(depth), "lines of {depth} plies: {}", told());
            count
        })
        .collect()
}

#[test]
fn the_table_of_the_laws() {
    let update = std::env::var_os("JADOUBE_LAWS_UPDATE").is_some();
    let deepest = if cfg!(debug_assertions) { 3 } else { 4 };
    let mut written = String::new();
    for line in table().lines() {
        if line.is_empty() || line.starts_with('#') {
            written += line;
        } else {
            let row = read_row(line);
            let counts = compare_row(&row, if update { 4 } else { deepest });
            if !update {
                assert_eq!(row.counts.len(), 4, "{line}");
                assert_eq!(row.counts[..counts.len()], counts, "{line}");
            }
            written += &row.fen;
            for operation in &row.law {
                write!(written, " ;{operation}").expect("a string takes all");
            }
            for (index, count) in counts.iter().enumerate() {
                write!(written, " ;D{} {count}", index + 1).expect("a string takes all");
            }
        }
        written += "\n";
    }
    if update {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
        std::fs::write(path, written).expect("the table can be written");
    }
}

/// Every code, and each kind of odds and undertaking, has rows in the table.
#[test]
fn the_table_leaves_no_law_out() {
    let text = table();
    let rows: Vec<Row> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(read_row)
        .collect();
    for code in walks::CODES {
        let of_code: Vec<&Row> = rows.iter().filter(|row| row.terms.code == code).collect();
        for moves in [0, 1, 2, 3] {
            assert!(of_code.iter().any(|row| row.terms.odds_moves == moves), "{code} {moves}");
        }
        for square in ["a1", "h1", "b1", "c1", "d1", "f7", "a8"] {
            let given = |row: &&&Row| row.terms.odds.iter().any(|given| given == square);
            assert!(of_code.iter().any(|row| given(&row)), "{code} {square}");
        }
        for undertaking in ["pawn@", "man@", "pawn", "queen", "square=", "within=", "draw"] {
            let undertaken = |row: &&&Row| row.terms.undertaking.starts_with(undertaking);
            assert!(of_code.iter().any(|row| undertaken(&row)), "{code} {undertaking}");
        }
    }
}
