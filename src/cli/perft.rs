//! `jadoube perft`.
#![allow(clippy::print_stdout)] // a command's business is to print

use crate::notation::fen;
use crate::perft;
use crate::rules::laws::Terms;

/// The arguments of `jadoube perft`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The position
    #[arg(long, default_value = fen::INITIAL)]
    fen: String,
    /// How many plies
    #[arg(long)]
    depth: u32,
}

/// Counts.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let position = fen::parse(&arguments.fen)?.position(&Terms::default())?;
    println!("{}", perft::count(position.board(), arguments.depth));
    Ok(())
}
