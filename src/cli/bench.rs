//! `jadoube bench`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::analyst::{evaluation, read_text, seconds};
use super::output::Stdout;
use crate::engine::bench::{Bench, BenchPosition, DEPTH, HASH};
use crate::notation::epd::Epd;
use crate::rules::laws::Terms;
use crate::uci;

/// The arguments of `jadoube bench`.
#[derive(clap::Args)]
#[command(after_help = "\
Without arguments the number of nodes is the signature of this version: the same on every machine. \
Any of the arguments gives another number.")]
pub struct Arguments {
    /// The depth of each search in plies [default: 12, or none with --nodes or --time]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Nodes of each search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds of each search
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = HASH as u32,
          value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Threads of each search; with more than one the nodes differ from run to run
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Positions of your own: a file of FEN or EPD lines
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// A network to evaluate with
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

/// Runs the bench; the last line is `N nodes M nps`.
///
/// # Errors
/// When the file cannot be read, or a line of it is no position.
pub fn run(arguments: &Arguments) -> Result<()> {
    let bounded = arguments.nodes.is_some() || arguments.time.is_some();
    let depth = if bounded { 200 } else { DEPTH };
    let bench = Bench {
        depth: arguments.depth.map_or(depth, |depth| depth as usize),
        nodes: arguments.nodes,
        time: arguments.time,
        hash: arguments.hash as usize,
        threads: arguments.threads.into(),
        positions: arguments.file.as_ref().map(positions).transpose()?.unwrap_or_default(),
        evaluation: evaluation(arguments.eval_file.as_deref())?,
    };
    uci::run_bench(&bench, Stdout)?;
    Ok(())
}

/// The positions of a file, one a line.
fn positions(path: &PathBuf) -> Result<Vec<BenchPosition>> {
    let text = read_text(path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let positions = lines
        .map(|(index, line)| {
            let epd = Epd::parse(line).map_err(anyhow::Error::from);
            let root = epd.and_then(|epd| Ok(epd.setup.position(&Terms::default())?));
            let name = format!("line {}", index + 1);
            let root = root.with_context(|| format!("'{}' {name}", path.display()))?;
            Ok(BenchPosition { name, root })
        })
        .collect::<Result<Vec<_>>>()?;
    ensure!(!positions.is_empty(), "'{}' holds no position", path.display());
    Ok(positions)
}
