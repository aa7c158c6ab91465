//! How positions and moves are written. It knows the rules and nothing of any protocol.

mod chosen;
pub mod coordinate;
pub mod descriptive;
pub mod epd;
pub mod fen;
pub mod lines;
pub mod long_algebraic;
pub mod numeric;
pub mod pgn;
pub mod san;

pub use chosen::Notation;
