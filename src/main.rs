//! The `jadoube` program: with a command it does that, without one it speaks UCI.

use std::process::ExitCode;

fn main() -> ExitCode {
    match jadoube::cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            #[allow(clippy::print_stderr)] // the one place where an error meets the user
            {
                eprintln!("error: {error:#}");
            }
            ExitCode::FAILURE
        }
    }
}
