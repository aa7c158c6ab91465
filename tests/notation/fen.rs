//! Forsyth-Edwards notation, and what a setup becomes.

use jadoube::notation::fen;
use jadoube::rules::laws::Terms;
use jadoube::rules::{Color, Note, Position, Wing};

use crate::shared;
use crate::util::{data, terms, walk};

fn read(text: &str, terms: &Terms) -> Result<(Position, Vec<Note>), String> {
    let setup = fen::parse(text).map_err(|error| error.to_string())?;
    setup.position_with_notes(terms).map_err(|error| error.to_string())
}

fn notes_in_words(notes: &[Note]) -> String {
    notes.iter().map(Note::to_string).collect::<Vec<_>>().join(" & ")
}

#[test]
fn valid_positions_are_read_and_written_back() {
    let rows = data!("fen/valid.txt");
    assert!(rows.len() > 45);
    for row in rows {
        let [words, text, expected, notes @ ..] = &row[..] else { panic!("cells: {row:?}") };
        let expected = if expected == "=" { text } else { expected };
        let terms = terms(words);
        let (position, said) = read(text, &terms).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fen::to_string(&position), *expected, "{row:?}");
        assert_eq!(notes_in_words(&said), notes.join(""), "{row:?}");
        let (again, said) = read(expected, &terms).unwrap();
        assert_eq!(again.key(), position.key(), "{row:?}");
        assert!(said.is_empty(), "nothing of what is written is dropped: {row:?}");
    }
}

#[test]
fn invalid_positions_are_refused_with_every_reason() {
    let rows = data!("fen/invalid.txt");
    assert!(rows.len() > 55);
    for row in rows {
        let [words, text, expected] = &row[..] else { panic!("three cells: {row:?}") };
        match read(text, &terms(words)) {
            Ok((position, _)) => panic!("{row:?}: read as\n{position:?}"),
            Err(error) => {
                assert!(error.contains(expected.as_str()), "{row:?}: {error}");
                assert!(!error.contains('\n'));
            }
        }
    }
}

/// The letters of the rights in force, those without a rook in brackets.
fn rights(position: &Position) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        for (wing, letter) in Wing::ALL.into_iter().zip(["k", "q"]) {
            let letter =
                if color == Color::White { letter.to_uppercase() } else { letter.to_owned() };
            if position.board().ghost_right(color, wing) {
                text += &format!("({letter})");
            }
            if position.board().castling_rooks().contains(wing.corner(color)) {
                text += &letter;
            }
        }
    }
    text
}

/// The laws page, "Castling without rook": british1897:IV.5, federation1912:39,
/// accomplished1837:8 and 16.
#[test]
fn letters_of_missing_rooks_are_kept_dropped_or_understood() {
    let rows = data!("fen/ghosts.txt");
    assert!(rows.len() > 35);
    for row in rows {
        let [source, words, text, expected, notes @ ..] = &row[..] else { panic!("{row:?}") };
        assert!(source.contains(':') || source.starts_with("FIDE"), "{row:?}");
        let terms = terms(words);
        let (position, said) = read(text, &terms).unwrap();
        assert_eq!(rights(&position), *expected, "{row:?}");
        assert_eq!(notes_in_words(&said), notes.join(""), "{row:?}");
        // What is written keeps the letters, and a reader of it has nothing to add.
        let (again, said) = read(&fen::to_string(&position), &terms).unwrap();
        assert_eq!(rights(&again), *expected, "{row:?}");
        assert!(said.is_empty(), "{row:?}: {said:?}");
        let orthodox: String =
            expected.split(')').flat_map(|part| part.split('(').next()).collect();
        let field = fen::orthodox(&position).split(' ').nth(2).unwrap().replace('-', "");
        assert_eq!(field, orthodox, "the six orthodox fields have no ghost letter: {row:?}");
    }
}

/// The laws page: "a FEN that has one was not stripped". The letter of a rook that was given and
/// stands there nevertheless is dropped, and Black's missing letter means what it says.
#[test]
fn a_ghost_letter_that_is_dropped_still_shows_that_nothing_was_stripped() {
    let text = "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQk - 0 1";
    let (position, notes) = read(text, &terms("british1897 odds=rook")).unwrap();
    assert_eq!(rights(&position), "Kk");
    assert_eq!(notes.len(), 1, "{notes:?}");
}

/// british1897:IV.5 and accomplished1837:16: what happens to the right in the course of the game
/// is printed and read back.
#[test]
fn positions_of_every_law_survive_the_round_trip() {
    let mut seen = 0;
    walk(6, 150, |terms, position| {
        let text = fen::to_string(position);
        let (again, notes) = read(&text, terms).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fen::to_string(&again), text);
        assert_eq!(again.key(), position.key(), "{text}");
        assert_eq!(again.placement_key(), position.placement_key(), "{text}");
        assert_eq!(again.pawn_key(), position.pawn_key(), "{text}");
        assert_eq!(again.outcome().is_some(), position.outcome().is_some(), "{text}");
        assert_eq!(again.outcome().map(|o| o.winner), position.outcome().map(|o| o.winner));
        assert_eq!(again.legal_moves(), position.legal_moves(), "{text}");
        assert_eq!(again.fifty_count(), position.fifty_count(), "{text}");
        assert_eq!(notes, [], "{text}");
        seen += 1;
    });
    assert!(seen > 10_000, "{seen} positions");
}

/// An engine that knows no such law can read the six orthodox fields: no letter without its rook.
#[test]
fn orthodox_fields_are_orthodox() {
    walk(2, 60, |terms, position| {
        let text = fen::orthodox(position);
        assert_eq!(text.split(' ').count(), 6);
        if !terms.chess960 {
            let (_, notes) = read(&text, &Terms::default()).unwrap();
            assert_eq!(notes, [], "{text}");
        }
    });
}

/// Positions that were collected to break readers, each with what its collector thought should
/// become of it; where he left it open, the design's list decides.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn a_collection_of_broken_positions_is_judged_line_by_line() {
    let path = shared::data("robustness/destruction-test.epd");
    let text = std::fs::read_to_string(path).unwrap();
    let (mut taken, mut refused) = (0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (position, remark) = line.split_once(';').unwrap_or((line, ""));
        // Moves follow some of the positions, as an operation or as UCI's word.
        let position = position.split(" bm ").next().unwrap().split(" moves ").next().unwrap();
        let too_many = remark.contains("18 pieces") || remark.contains("17 pieces");
        let dropped = remark.contains("castl");
        // In the unfinished one Black is in check although it is White's turn.
        let bad =
            ["cull", "garbage", "bad EPD", "EPD WIP"].iter().any(|word| remark.contains(word))
                && !remark.contains("if engine can handle")
                && !dropped;
        match (read(position, &Terms::default()), bad || too_many) {
            (Ok((position, notes)), false) => {
                let again = read(&fen::to_string(&position), &Terms::default()).unwrap();
                assert_eq!(again.0.key(), position.key(), "{line}");
                assert!(!dropped || !notes.is_empty(), "{line}");
                taken += 1;
            }
            (Err(error), true) => {
                assert!(!error.contains('\n') && error.len() < 400, "{line}: {error}");
                refused += 1;
            }
            (Ok((position, _)), true) => panic!("{line}: read as\n{position:?}"),
            (Err(error), false) => panic!("{line}: {error}"),
        }
    }
    assert_eq!((taken, refused), (31, 75));
}
