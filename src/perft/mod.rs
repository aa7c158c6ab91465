//! Perft: the number of ways to make so many legal moves in a row, the yardstick of every move
//! generator. It counts; it prints nothing. A result on the board ends no line here, only the
//! absence of a legal move does.

use crate::rules::{Board, Move, Position};

/// The number of legal lines of `depth` plies; 1 for depth 0. The last ply is counted in bulk.
pub fn count(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_legal(),
        _ => {
            let mut nodes = 0;
            board.for_each_child(|child| nodes += count(child, depth - 1));
            nodes
        }
    }
}

/// The same with every leaf made on the board.
pub fn count_without_bulk(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.for_each_child(|child| nodes += count_without_bulk(child, depth - 1));
    nodes
}

/// The count below each legal move.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let below = depth.saturating_sub(1);
    let moves = position.legal_moves();
    moves.iter().map(|&mv| (mv, count(&position.board().play(mv), below))).collect()
}
