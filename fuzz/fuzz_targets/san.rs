//! Any text as a move: of the position whose FEN is its first line, and of one that has most that
//! a move can be.

#![no_main]

#[path = "../../tests/notation/checks.rs"]
mod checks;

use jadoube::notation::fen;
use jadoube::rules::laws::{Code, Terms};

const RICH: &str = "r3k2r/pPp1qpb1/bn2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPpP/R3K3 w KQkq - 0 9";

libfuzzer_sys::fuzz_target!(|text: &str| {
    let terms = Terms::from(Code::British1897);
    let (first, rest) = text.split_once('\n').unwrap_or((RICH, text));
    for (fen, text) in [(RICH, text), (first, rest)] {
        if let Some(position) = fen::parse(fen).ok().and_then(|setup| setup.position(&terms).ok()) {
            checks::san(&position, text);
        }
    }
});
