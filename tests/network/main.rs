//! The network: its inputs, its file, and that every way to evaluate gives the same score.

#[path = "../common/chance.rs"]
mod chance;
mod features;
mod file;
mod numbers;
mod play;
mod relations;
mod walks;

use jadoube::notation::fen;
use jadoube::rules::Position;
use jadoube::rules::laws::Terms;
use numbers::Numbers;

/// The position of a FEN.
fn position(text: &str, terms: &Terms) -> Position {
    fen::parse(text).unwrap().position(terms).unwrap_or_else(|error| panic!("{text}: {error}"))
}
