//! Perft: the number of ways to make so many legal moves in a row, the yardstick of every move
//! generator. It counts; it prints nothing and reads no clock. A result on the board ends no line
//! here, only the absence of a legal move does.
//!
//! [`count`] is the whole idea in a few lines. [`Perft`] is the same with threads, a table and a
//! way to stop it, and [`suite`] reads files of known counts.

pub mod suite;
mod table;
mod workers;

use crate::rules::Board;

pub use table::TableError;
pub use workers::Perft;

/// The deepest count that is made, in plies. It bounds the stack.
pub const MAX_DEPTH: u32 = 256;

/// The number of legal lines of `depth` plies; 1 for depth 0. The last ply is counted in bulk:
/// its moves are never made.
pub fn count(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_legal(),
        2 => {
            let mut nodes = 0;
            board.for_each_child(|child| nodes += child.count_legal());
            nodes
        }
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
