//! Counts of moves: perft against known numbers, against a second generator written apart, and
//! the invariants of the generator that no count shows.

mod cli;
mod counts;
mod laws;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/reference/mod.rs"]
mod reference;
mod reference_chess;
mod reference_laws;
#[path = "../common/shared.rs"]
mod shared;
mod walks;
