//! `jadoube datagen`: games for training, and what is done with files of them. Progress goes to
//! standard error, tables to standard output.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::analyst::evaluation;
use super::output::{print, print_line, tell};
use crate::train::{Datagen, Inspection, Mix, Progress, USUAL_MIX, merge, shuffle};

/// The arguments of `jadoube datagen`.
#[derive(clap::Args)]
#[command(after_help = "\
A run that was stopped goes on when the same command is given again: it must name the same seed, \
nodes and mix. Without --games it plays until Ctrl-C. The mix of laws, odds and undertakings is a \
TOML file; `jadoube datagen --print-mix` prints the usual one.")]
pub struct Arguments {
    /// How many games the file is to hold; those already in it are counted [default: no end]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Soft nodes a move: no new iteration begins after them
    #[arg(long, default_value_t = 1500, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Games at once [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The seed of everything that is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A TOML file of the kinds of game to be played
    #[arg(long, value_name = "FILE")]
    mix: Option<PathBuf>,
    /// A network to evaluate with
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// The file that games are added to; with --merge and --shuffle the file that is made
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print what files hold: counts by terms, result, pieces and score, and duplicates
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["merge", "shuffle"])]
    inspect: Vec<PathBuf>,
    /// Join files into one
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "out", conflicts_with = "shuffle")]
    merge: Vec<PathBuf>,
    /// Write the games of files in random order, by the seed
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "out")]
    shuffle: Vec<PathBuf>,
    /// How much memory --shuffle may use, in mebibytes
    #[arg(long, default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..))]
    memory: u64,
    /// Print the usual mix
    #[arg(long)]
    print_mix: bool,
}

/// Does what the arguments say.
///
/// # Errors
/// When a file cannot be used or the mix cannot be read.
pub fn run(arguments: Arguments) -> Result<()> {
    if arguments.print_mix {
        Ok(print(USUAL_MIX)?)
    } else if !arguments.inspect.is_empty() {
        Ok(print(Inspection::of(&arguments.inspect)?)?)
    } else if let (false, Some(out)) = (arguments.merge.is_empty(), &arguments.out) {
        check_output(&arguments.merge, out)?;
        let games = merge(&arguments.merge, out)?;
        Ok(print_line(format_args!("{games} games in {}", out.display()))?)
    } else if let (false, Some(out)) = (arguments.shuffle.is_empty(), &arguments.out) {
        check_output(&arguments.shuffle, out)?;
        let memory = arguments.memory << 20;
        let games = shuffle(&arguments.shuffle, out, arguments.seed, memory)?;
        Ok(print_line(format_args!("{games} games in {}", out.display()))?)
    } else {
        play(arguments)
    }
}

/// Refuses to write over a file that is still to be read.
pub(super) fn check_output(inputs: &[PathBuf], out: &Path) -> Result<()> {
    let same = |path: &PathBuf| path.canonicalize().ok().zip(out.canonicalize().ok());
    let clash = inputs.iter().any(|path| same(path).is_some_and(|(a, b)| a == b));
    ensure!(!clash, "'{}' is to be read and written at once", out.display());
    Ok(())
}

fn play(arguments: Arguments) -> Result<()> {
    let out = arguments.out.context("--out FILE is missing: where do the games go?")?;
    let mix_text = match &arguments.mix {
        Some(path) => std::fs::read_to_string(path)
            .with_context(|| format!("cannot read '{}'", path.display()))?,
        None => USUAL_MIX.to_owned(),
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let datagen = Datagen {
        games: arguments.games.unwrap_or(u64::MAX),
        nodes: arguments.nodes,
        threads: arguments.threads.map_or(cores, usize::from),
        seed: arguments.seed,
        mix: Mix::parse(&mix_text)?,
        mix_text,
        out,
        evaluation: evaluation(arguments.eval_file.as_deref())?,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Relaxed))?;
    let bar = progress_bar(arguments.games);
    let done = datagen.run(&stop, &|progress| show(&bar, progress))?;
    bar.finish_and_clear();
    tell(in_words(done));
    if stop.load(Relaxed) {
        tell("Stopped. The same command goes on from here.");
    }
    Ok(())
}

/// One line: games, positions, positions a second, time left.
fn progress_bar(games: Option<u64>) -> ProgressBar {
    let bar = match games {
        Some(games) => ProgressBar::new(games),
        None => ProgressBar::no_length(),
    };
    let template = match games {
        Some(_) => "{pos}/{len} games, {msg}, {eta_precise} left",
        None => "{pos} games, {msg}, {elapsed_precise} so far",
    };
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    bar.set_style(style);
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(2));
    bar
}

fn show(bar: &ProgressBar, progress: Progress) {
    if progress.new_games == 0 {
        // What an earlier run has done says nothing of this one's speed.
        bar.set_position(progress.games);
        bar.reset_elapsed();
        bar.reset_eta();
    }
    bar.set_position(progress.games);
    let seconds = bar.elapsed().as_secs_f64().max(0.001);
    let speed = progress.new_positions as f64 / seconds;
    bar.set_message(format!("{} new positions, {speed:.0} a second", progress.new_positions));
}

fn in_words(progress: Progress) -> String {
    let Progress { games, new_games, new_positions } = progress;
    format!("{games} games; {new_games} of them and {new_positions} positions are new")
}
