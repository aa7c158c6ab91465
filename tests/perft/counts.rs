//! Perft against known counts: the table in `tests/data/perft`, and the larger suites of
//! `../shared/data/perft` (or of the folder that `JADOUBE_SHARED` names) to a small depth where
//! they are present. Every way of counting must give the same number.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crate::shared;
use jadoube::perft::suite::{self, Case};
use jadoube::perft::{self, Perft};
use jadoube::rules::laws::{Code, Terms};

const POSITIONS: &str = include_str!("../data/perft/positions.epd");

/// The suites outside the repository.
fn shared_suites() -> Vec<(PathBuf, Vec<Case>)> {
    let folder = std::fs::read_dir(shared::data("perft")).unwrap();
    folder
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            let cases = suite::parse(&text);
            let cases = cases.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path, cases)
        })
        .collect()
}

/// The count made with these settings, nobody stopping it.
fn counted(perft: Perft, case: &Case, depth: u32) -> u64 {
    let position = case.position(&Terms::default()).unwrap();
    perft.count(&position, depth, &AtomicBool::new(false)).unwrap().unwrap()
}

#[test]
fn the_table_agrees() {
    for case in suite::parse(POSITIONS).unwrap() {
        for &(depth, expected) in &case.counts {
            assert_eq!(counted(Perft::default(), &case, depth), expected, "{} D{depth}", case.fen);
        }
    }
}

#[test]
fn every_way_of_counting_agrees() {
    let ways = [
        Perft { bulk: false, ..Perft::default() },
        Perft { hash: 1, ..Perft::default() },
        Perft { threads: 3, ..Perft::default() },
        Perft { threads: 2, hash: 1, bulk: false },
    ];
    for case in suite::parse(POSITIONS).unwrap() {
        for &(depth, expected) in case.counts.iter().filter(|(_, nodes)| *nodes < 500_000) {
            for perft in ways {
                let nodes = counted(perft, &case, depth);
                assert_eq!(nodes, expected, "{} D{depth} {perft:?}", case.fen);
            }
            let board = *case.position(&Terms::default()).unwrap().board();
            assert_eq!(perft::count(&board, depth), expected);
            assert_eq!(perft::count_without_bulk(&board, depth), expected);
        }
    }
}

#[test]
fn a_count_beyond_64_bits_is_the_largest_number() {
    // Two kings alone: a table makes depths reachable that no count could.
    let case = &suite::parse("7k/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3").unwrap()[0];
    let perft = Perft { hash: 16, ..Perft::default() };
    assert_eq!(counted(perft, case, 100), u64::MAX);
    assert!(counted(perft, case, 20) < u64::MAX);
}

#[test]
fn refused_positions_are_refused() {
    let cases = suite::parse(include_str!("../data/perft/refused.epd")).unwrap();
    assert!(!cases.is_empty());
    for case in cases {
        let refused = case.position(&Terms::default()).unwrap_err();
        assert!(!refused.0.is_empty(), "{}", case.fen);
    }
}

#[test]
fn invalid_lines_are_named() {
    let rows =
        include_str!("../data/perft/invalid.txt").lines().filter(|row| !row.starts_with('#'));
    for row in rows {
        let (line, at_fault) = row.split_once(" => ").unwrap();
        let error = suite::parse(line).unwrap_err().to_string();
        assert!(error.contains(at_fault) && error.contains("line 1"), "{line}: {error}");
    }
}

#[test]
fn chess960_is_not_assumed_under_an_old_law() {
    let case = &suite::parse("4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1 ;D1 27").unwrap()[0];
    assert!(case.position(&Terms::default()).unwrap().chess960());
    let old = case.position(&Terms::from(Code::British1897)).unwrap();
    assert!(!old.chess960() && old.board().castling_rooks().is_empty());
}

/// A count this large takes about a second in a debug build, and much less in a release build.
const SMALL: u64 = if cfg!(debug_assertions) { 20_000 } else { 500_000 };

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn the_shared_suites_agree_to_a_small_depth() {
    for (path, cases) in shared_suites() {
        let refused = |case: &&Case| case.position(&Terms::default()).is_err();
        // One position of all has more than sixteen pieces of a colour.
        assert!(cases.iter().filter(refused).count() <= 1, "{}", path.display());
        for case in cases.iter().filter(|case| !refused(case)) {
            for &(depth, expected) in case.counts.iter().filter(|(_, nodes)| *nodes <= SMALL) {
                let nodes = counted(Perft::default(), case, depth);
                assert_eq!(nodes, expected, "{}:{} D{depth}", path.display(), case.line);
            }
        }
    }
}
