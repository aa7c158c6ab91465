//! `jadoube bench`.

use std::io;

use crate::uci;

/// The arguments of `jadoube bench`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The depth of each search in plies; another than the usual one gives other numbers
    #[arg(value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
}

/// Runs the bench; the last line is `N nodes M nps`.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    uci::run_bench(arguments.depth.map(|depth| depth as usize), io::stdout());
    Ok(())
}
