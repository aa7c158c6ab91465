//! The game of chess under its laws, old and new: squares and pieces, legal moves, positions, games
//! and their ends. No text of any notation, no clock, no search, no input or output.

pub mod attacks;
mod bitboard;
mod board;
mod checks;
mod cycles;
mod dead;
mod endless;
mod game;
pub mod laws;
mod mirror;
mod movegen;
mod moves;
mod position;
mod random;
mod reach;
mod setup;
mod sinks;
mod slides;
mod types;
mod verdict;
mod winnable;
mod winning;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Wing};
pub use checks::Checks;
pub use cycles::step_between;
pub use game::{ENDLESS_CHECKS_AT_SIGHT, ENDLESS_CHECKS_STUDY, ENDLESS_CHECKS_WORK, Game};
pub use movegen::Scope;
pub use moves::{MOST_MOVES, Move, MoveKind, MoveList};
pub use position::Position;
pub use random::{Random, splitmix};
pub use reach::Reach;
pub use setup::{CastlingLetter, Note, Refusal, Setup, SetupError};
pub use sinks::Sink;
pub use types::{Color, Piece, PieceKind, Square};
pub use verdict::{FIFTY_MOVES, SEVENTY_FIVE_MOVES};
pub use winnable::{WINNABLE_WORK, Winnable};
