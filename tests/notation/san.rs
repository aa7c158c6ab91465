//! Standard algebraic notation.

use std::collections::HashSet;

use jadoube::notation::{coordinate, san};

use crate::util::{data, position, terms, walk};

#[test]
fn moves_are_written_as_the_table_has_them() {
    let rows = data!("san/write.txt");
    assert!(rows.len() > 20);
    for row in rows {
        let [words, fen, squares, expected] = &row[..] else { panic!("four cells: {row:?}") };
        let position = position(fen, &terms(words));
        let mv = coordinate::parse(&position, squares).unwrap_or_else(|| panic!("{row:?}"));
        assert_eq!(san::to_string(&position, mv), *expected, "{row:?}");
        assert_eq!(san::parse(&position, expected), Ok(mv), "{row:?}");
    }
}

#[test]
fn loose_writing_is_understood() {
    let rows = data!("san/read.txt");
    assert!(rows.len() > 60);
    for row in rows {
        let [words, fen, text, squares] = &row[..] else { panic!("four cells: {row:?}") };
        let position = position(fen, &terms(words));
        match san::parse(&position, text) {
            Ok(mv) => assert_eq!(coordinate::to_string(&position, mv), *squares, "{row:?}"),
            Err(error) => panic!("{row:?}: {error}"),
        }
    }
}

#[test]
fn what_is_no_move_is_named() {
    let rows = data!("san/errors.txt");
    assert!(rows.len() > 20);
    for row in rows {
        let [words, fen, text, expected] = &row[..] else { panic!("four cells: {row:?}") };
        let position = position(fen, &terms(words));
        match san::parse(&position, text) {
            Ok(mv) => panic!("{row:?}: read as {mv:?}"),
            Err(error) => assert_eq!(error.to_string(), *expected, "{row:?}"),
        }
    }
}

#[test]
fn every_move_of_every_law_reads_back_and_no_two_are_written_alike() {
    let mut seen = 0;
    walk(3, 120, |_, position| {
        let mut written = HashSet::new();
        for mv in position.legal_moves() {
            let text = san::to_string(position, mv);
            assert_eq!(san::parse(position, &text), Ok(mv), "{text} in\n{position:?}");
            let squares = coordinate::to_string(position, mv);
            assert_eq!(coordinate::parse(position, &squares), Some(mv), "{squares}");
            assert_eq!(san::parse(position, &squares), Ok(mv), "{squares} in\n{position:?}");
            assert!(written.insert(text), "twice in\n{position:?}");
            seen += 1;
        }
    });
    assert!(seen > 50_000, "{seen} moves");
}

/// With any part of the origin left out that is written, the text must mean more than one move.
#[test]
fn no_more_of_the_origin_is_written_than_is_needed() {
    let mut shortened = 0;
    walk(2, 80, |_, position| {
        for mv in position.legal_moves() {
            let text = san::to_string(position, mv);
            let bare = text.trim_end_matches(['+', '#']).replace('x', "");
            if !bare.starts_with(['N', 'B', 'R', 'Q']) || bare.len() == 3 {
                continue;
            }
            let (head, to) = bare.split_at(bare.len() - 2);
            let mut shorter = vec![format!("{}{to}", &head[..1])];
            if head.len() == 3 {
                shorter.push(format!("{}{to}", &head[..2]));
                shorter.push(format!("{}{}{to}", &head[..1], &head[2..]));
            }
            for short in shorter {
                let error = san::parse(position, &short).expect_err(&text).to_string();
                assert!(error.contains("ambiguous"), "{text}: {error}");
                shortened += 1;
            }
        }
    });
    assert!(shortened > 500, "{shortened} texts");
}
