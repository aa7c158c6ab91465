//! The command line: one file a command, each a thin shell around a module that does the work.
//! Only here are errors turned into text on standard error and an exit status.

mod perft;
mod play_match;

use clap::{Parser, Subcommand};

/// A chess engine that also plays by five historical codes of law. Without a command it speaks UCI.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count the legal lines of a position, or check a suite of such counts
    Perft(perft::Arguments),
    /// Play engines against each other under any law
    Match(Box<play_match::Arguments>),
}

/// Reads the arguments of the process and does what they say.
///
/// # Errors
/// Whatever the command reports: one line that names the text at fault.
pub fn run() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Match(arguments)) => play_match::run(&arguments),
        None => Ok(()),
    }
}
