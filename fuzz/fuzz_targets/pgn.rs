//! Any bytes as the games of a stream.

#![no_main]

#[path = "../../tests/notation/checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::pgn(bytes));
