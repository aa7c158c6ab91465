//! Any text as an EPD, under several laws.

#![no_main]

#[path = "../../tests/notation/checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::epd(text));
