//! `jadoube uci`, which is also what `jadoube` does without a command.

use std::io;

use super::output::Stdout;
use crate::uci;

/// Speaks UCI on standard input and output.
pub fn run() -> anyhow::Result<()> {
    Ok(uci::run(io::stdin().lock(), Stdout)?)
}
