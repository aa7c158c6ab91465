//! Tests that need something from outside the repository.
#![allow(clippy::print_stdout)] // the figures are worth as much as the verdict

mod dispatch;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "count") {
        return dispatch::count(&words[1..]);
    }
    libtest_mimic::run(&Arguments::from_args(), dispatch::trials()).exit_code()
}
