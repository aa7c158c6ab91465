//! Tests of what is written and read: FEN, moves, EPD, PGN. The cases are rows of the files in
//! `tests/data`; the walks here go through every code of law.

mod anything;
mod checks;
mod coordinate;
mod damage;
mod descriptive;
mod epd;
mod fen;
mod historical;
mod pgn;
mod san;
#[path = "../common/shared.rs"]
mod shared;
mod util;
