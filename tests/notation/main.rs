//! Tests of what is written and read: FEN, moves, EPD, PGN. The cases are rows of the files in
//! `tests/data`; the walks here go through every code of law.

#![allow(clippy::print_stdout)] // the figures are worth as much as the verdict

mod anything;
mod checks;
mod convert;
mod coordinate;
mod damage;
mod descriptive;
mod epd;
mod fen;
#[path = "../common/folder.rs"]
mod folder;
mod games;
mod historical;
mod pgn;
#[path = "../common/program.rs"]
mod program;
mod round_trips;
mod san;
#[path = "../common/shared.rs"]
mod shared;
mod util;
