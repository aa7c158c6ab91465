//! Any bytes as score sheets in descriptive notation.

#![no_main]

#[path = "../../tests/notation/checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::sheets(&String::from_utf8_lossy(bytes)));
