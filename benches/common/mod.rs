//! The positions that every bench uses, so that all figures speak of the same work, and the count
//! of legal lines by cozy-chess. Nothing is measured here.
#![allow(dead_code, reason = "each bench uses a part of it")]

use jadoube::notation::fen;
use jadoube::rules::Position;
use jadoube::rules::laws::Terms;

/// With the starting position, the position that move generators are compared by.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// What a generator meets in play: an opening, castling and pins, a check, promotions, a middle
/// game and an ending with an en passant capture.
pub const MIXED: [&str; 6] = [
    fen::INITIAL,
    KIWIPETE,
    "4k3/8/8/4r3/1b6/8/3N4/R3K2R w KQ - 0 1",
    "1n1n3k/2P5/8/8/8/8/5p1K/4N1N1 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/6k1/8/KPp4q/8/8/8/8 w - c6 0 1",
];

/// A position of ours under today's law.
pub fn position(text: &str) -> Position {
    let setup = fen::parse(text).expect("the benches' FENs are valid");
    setup.position(&Terms::default()).expect("the benches' positions are legal")
}

/// The same position for cozy-chess.
pub fn cozy(text: &str) -> cozy_chess::Board {
    cozy_chess::Board::from_fen(text, false).expect("the benches' FENs are valid")
}

/// Counts as [`jadoube::perft::count`] does, the last ply in bulk.
pub fn cozy_count(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_count(&child, depth - 1);
            }
        }
        false
    });
    nodes
}
