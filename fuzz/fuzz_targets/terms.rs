//! Any text as the odds of a game, and as an undertaking.

#![no_main]

#[path = "../../tests/notation/checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::terms(text));
