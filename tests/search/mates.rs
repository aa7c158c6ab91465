//! Mates in two, three and four: a full-width proof says which are true, and the engine must find
//! them. Our own positions are in `tests/data/mates.epd`; the large suite of
//! `data/mate/mate_in_*.pgn` is read where the shared test data lie beside the repository, and only
//! facts about it stand here. Nothing here may trust a solution that a file gives.

use crate::prover::engine::Engine;
use crate::prover::puzzle::{Puzzle, parse_all};
use crate::prover::{Prover, prove};
use crate::shared;
use jadoube::notation::{coordinate, fen};
use jadoube::rules::Position;
use jadoube::rules::laws::Terms;

/// The entries of the large suite, counted from 1, that are no mate in the number of moves their
/// file is named after: the number of moves and the entry. The proof finds no others.
const REFUTED: [(u32, usize); 2] = [(4, 13), (4, 29)];

/// Nodes that the engine may use on one mate.
const MOST_NODES: u64 = 2_000_000;
/// The share of the confirmed mates of the large suite that it must solve, in hundredths.
const LEAST_PERCENT: usize = 98;

fn own() -> Vec<Puzzle> {
    parse_all(include_str!("../data/mates.epd"))
}

/// The positions of one file of the large suite: Latin-1, one FEN tag an entry.
fn suite(moves: u32) -> Vec<Position> {
    let path = shared::data(&format!("mate/mate_in_{moves}.pgn"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text: String = bytes.into_iter().map(char::from).collect();
    let tags =
        text.lines().filter_map(|line| line.trim().strip_prefix("[FEN \"")?.strip_suffix("\"]"));
    let position = |tag: &str| {
        fen::parse(tag)
            .ok()
            .and_then(|setup| setup.position(&Terms::default()).ok())
            .unwrap_or_else(|| panic!("{tag}: no position"))
    };
    tags.map(position).collect()
}

/// Whether a mate in so many moves, or fewer, is forced.
fn is_mate_in(position: &Position, moves: u32) -> bool {
    let mut prover = Prover::new(position.turn());
    (1..=moves).any(|moves| prover.wins_within(position, 2 * moves - 1))
}

#[test]
fn own_mates_are_proved() {
    let puzzles = own();
    assert!(puzzles.len() >= 15);
    for puzzle in puzzles {
        let position = puzzle.position(&puzzle.here);
        let fen = fen::to_string(&position);
        let win = prove(&position, puzzle.here.plies).unwrap_or_else(|| panic!("{fen}: no mate"));
        let moves: Vec<_> =
            win.moves.iter().map(|&mv| coordinate::to_string(&position, mv)).collect();
        assert_eq!((win.plies, &moves), (puzzle.here.plies, &puzzle.here.best), "{fen}");
    }
}

#[test]
fn the_proof_refutes_what_is_no_mate() {
    // King and rook cannot mate from here in two; king and pawn not at all; the last is stalemate.
    for (fen, plies) in [
        ("8/8/8/8/8/2k5/8/KR6 w - - 0 1", 3),
        ("8/8/8/8/8/1k6/1P6/1K6 w - - 0 1", 7),
        ("k7/2Q5/8/8/8/8/8/K7 b - - 0 1", 7),
    ] {
        let position = fen::parse(fen).unwrap().position(&Terms::default()).unwrap();
        assert_eq!(prove(&position, plies), None, "{fen}");
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn the_large_suite_is_proved_but_for_what_is_refuted() {
    for moves in [2, 3, 4] {
        let positions = suite(moves);
        let refuted: Vec<_> = (1..)
            .zip(&positions)
            .filter(|(_, position)| !is_mate_in(position, moves))
            .map(|(entry, _)| (moves, entry))
            .collect();
        let expected: Vec<_> = REFUTED.into_iter().filter(|entry| entry.0 == moves).collect();
        assert_eq!(refuted, expected);
    }
}

/// Whether the engine finds, within so many nodes, a mate in that number of moves, and begins it
/// with a move that the proof confirms.
fn is_solved(engine: &mut Engine, position: &Position, moves: u32) -> bool {
    let answer = engine.solve(*position, moves, MOST_NODES);
    let Some(found @ 1..) = answer.mate else { return false };
    let mut prover = Prover::new(position.turn());
    assert!(
        found > moves || prover.wins_within(&position.play(answer.best), 2 * moves - 2),
        "{}: {} is said to mate in {found}",
        fen::to_string(position),
        coordinate::to_string(position, answer.best),
    );
    found <= moves
}

#[test]
fn the_engine_solves_our_own() {
    let mut engine = Engine::new();
    for puzzle in own() {
        let position = puzzle.position(&puzzle.here);
        let solved = is_solved(&mut engine, &position, puzzle.here.plies.div_ceil(2));
        assert!(solved, "{}", fen::to_string(&position));
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn the_engine_solves_the_large_suite() {
    let mut confirmed = Vec::new();
    for moves in [2, 3, 4] {
        let positions = suite(moves);
        let entries = (1..).zip(positions).map(|(entry, position)| (moves, entry, position));
        confirmed.extend(entries.filter(|&(moves, entry, _)| !REFUTED.contains(&(moves, entry))));
    }
    // Each engine has one thread; several solve side by side.
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let missed_by = |worker: usize| -> Vec<(u32, usize)> {
        let mut engine = Engine::new();
        let mine = confirmed.iter().skip(worker).step_by(workers);
        mine.filter(|(moves, _, position)| !is_solved(&mut engine, position, *moves))
            .map(|&(moves, entry, _)| (moves, entry))
            .collect()
    };
    let missed: Vec<_> = std::thread::scope(|scope| {
        let running: Vec<_> =
            (0..workers).map(|worker| scope.spawn(move || missed_by(worker))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("a test's thread")).collect()
    });
    let (all, solved) = (confirmed.len(), confirmed.len() - missed.len());
    assert!(solved * 100 >= all * LEAST_PERCENT, "{solved} of {all} solved, missed: {missed:?}");
}
