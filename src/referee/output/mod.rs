//! What the referee shows and writes of a match.

pub mod pgn;
pub mod report;
