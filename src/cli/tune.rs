//! `jadoube tune`: better values for the options of an engine, found by games.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::output::print_line;
use super::sitting::BrokenOff;
use super::{Interrupted, play_match};
use crate::referee::client::EngineSpec;
use crate::referee::output::report::LiveLine;
use crate::referee::tuning::{IterationResult, Spsa, Tunable, Tuning, Worth, list};
use crate::referee::{OutputFile, fingerprint};
use crate::search::PARAMETERS;

/// The arguments of `jadoube tune`: those of a match, but for what tuning decides itself.
#[derive(clap::Args)]
#[group(skip)] // the match's arguments form a group of that name
#[command(mut_args(|argument| {
    let hidden = MATCH_ALONE.contains(&argument.get_id().as_str());
    argument.hide(hidden)
}))]
pub struct Arguments {
    /// A file of the numbers to be tuned, options of the engine: `name, int, value, min, max, step,
    /// rate` on each line, as OpenBench takes them [default: the search's own, in a program built
    /// with `--features tune`]
    #[arg(long, value_name = "FILE")]
    parameters: Option<PathBuf>,
    /// Print the search's own numbers as such a file, and tune nothing
    #[arg(long)]
    list: bool,
    /// How often all numbers are changed and games played
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    iterations: u64,
    /// Pairs of games each time, one opening a pair [default: as many as games at once]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pairs: Option<u64>,
    /// The share of a step by which a point more moves one of the search's own numbers in the last
    /// iteration; a file says it for each of its numbers. With 0 no number moves: the games only tell
    /// what a step of each is worth
    #[arg(long, default_value_t = 0.002, conflicts_with = "parameters", value_parser = rate)]
    rate: f64,
    /// Where the run is kept: the same command goes on with it. A picture of the values (.svg) is
    /// written beside it
    #[arg(long, value_name = "FILE", default_value = "tune.jsonl")]
    out: PathBuf,

    #[command(flatten)]
    of_match: play_match::Arguments,
}

fn rate(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "not a number, 0 or more".to_owned())
}

/// Plies that a game begins with where the user names no openings.
const RANDOM_PLIES: u32 = 8;

/// Arguments of a match that tuning refuses.
const MATCH_ALONE: [&str; 11] = [
    "check",
    "rounds",
    "repeat",
    "gauntlet",
    "sprt",
    "arbiter",
    "pgn",
    "resume",
    "json",
    "event",
    "pgn_notation",
];

/// Tunes.
pub fn run(mut arguments: Arguments) -> Result<()> {
    if arguments.list {
        return own(arguments.rate)
            .iter()
            .try_for_each(|tunable| Ok(print_line(list::line(tunable))?));
    }
    let mut tuning = prepare(&mut arguments)?;
    let broken_off = BrokenOff::watch(&tuning.the_match().interrupt)?;
    let picture = arguments.out.with_extension("svg");
    draw(&tuning, &picture)?;
    ready(&tuning, &broken_off)?;
    let iterations = arguments.iterations;
    let begun = tuning.spsa().done();
    let live = LiveLine::new(iterations, begun, arguments.of_match.report_every);
    let every = (iterations / 100).max(1);
    let mut drawn = Ok(());
    let mut sum = IterationResult::default();
    let faults = |finished: &_| {
        if let Some(remark) =
            crate::referee::output::report::remark(finished, &NAMES.map(Into::into))
        {
            live.say(&remark);
        }
    };
    let tuned = tuning.run(faults, |tuning, outcome| {
        sum.won += outcome.won;
        sum.drawn += outcome.drawn;
        sum.lost += outcome.lost;
        let done = tuning.spsa().done();
        live.update(done, status(tuning.spsa(), sum));
        if done.is_multiple_of(every) && drawn.is_ok() {
            drawn = draw(tuning, &picture);
        }
    });
    live.finish(&summary(tuning.spsa())).context("standard output")?;
    tuned?;
    drawn.and_then(|()| draw(&tuning, &picture))?;
    if tuning.spsa().done() < iterations && broken_off.is_set() {
        bail!(Interrupted(format!(
            "tuning was broken off after {} of {iterations} iterations; the same command goes on",
            tuning.spsa().done()
        )));
    }
    Ok(())
}

/// What the two engines are called.
const NAMES: [&str; 2] = ["plus", "minus"];

/// The run, new or taken up, and its engines at the board.
fn prepare(arguments: &mut Arguments) -> Result<Tuning> {
    let Arguments { parameters, iterations, pairs, rate, out, of_match, .. } = arguments;
    if let Some(name) = of_match.unfit_for_tuning() {
        bail!("--{name}: not in tuning, which decides that itself");
    }
    let tunables = match parameters {
        Some(path) => {
            let name = || format!("parameters '{}'", path.display());
            let text = std::fs::read_to_string(&*path).with_context(name)?;
            list::read(&text).with_context(name)?
        }
        None => {
            ensure!(
                cfg!(feature = "tune"),
                "--parameters is missing: this program has no options for the numbers of its \
                 search; one built with `cargo build --release --features tune` has"
            );
            own(*rate)
        }
    };
    if of_match.openings.is_none() && of_match.random_plies.is_none() {
        of_match.random_plies = Some(RANDOM_PLIES);
    }
    let mut engines = of_match.engines.specs()?;
    if engines.is_empty() {
        engines.push(this_program(&of_match.engines.each)?);
    }
    ensure!(engines.len() == 1, "one --engine is needed, not {}", engines.len());
    engines.push(engines[0].clone());
    let base = play_match::prepare_for(of_match, engines)?;
    let pairs = pairs.unwrap_or(of_match.concurrency as u64);
    let file = OutputFile::open("out", out)?;
    Ok(Tuning::open(base, tunables, [*iterations, pairs, of_match.seed], file)?)
}

/// The program itself as an engine.
fn this_program(each: &[String]) -> Result<EngineSpec> {
    let program = std::env::current_exe().context("this program")?;
    let words = [format!("cmd={}", program.display())];
    let mut spec = EngineSpec::parse(&words, each)?;
    spec.build = fingerprint(&spec.program, None);
    Ok(spec)
}

/// Starts the engines once: each must offer everything that is to be tuned.
fn ready(tuning: &Tuning, broken_off: &BrokenOff) -> Result<()> {
    let mut missing = Vec::new();
    let checked = tuning.the_match().check_engines().map(|lines| missing = lines);
    broken_off.before_a_game(checked)?;
    match missing.first() {
        Some(missing) => bail!("{missing}"),
        None => Ok(()),
    }
}

/// The search's own numbers, with the rate at which a point moves them.
fn own(rate: f64) -> Vec<Tunable> {
    let of = |parameter: &crate::search::Parameter| Tunable {
        name: parameter.name.to_owned(),
        whole: true,
        start: parameter.default.into(),
        min: parameter.min.into(),
        max: parameter.max.into(),
        step: parameter.step.into(),
        rate,
    };
    PARAMETERS.iter().map(of).collect()
}

fn draw(tuning: &Tuning, path: &Path) -> Result<()> {
    std::fs::write(path, tuning.picture()).with_context(|| format!("picture '{}'", path.display()))
}

/// How far a value has moved, in steps.
fn moved(tunable: &Tunable, value: f64) -> f64 {
    (value - tunable.start) / tunable.step
}

/// One line: the games, and which number has moved most.
fn status(spsa: &Spsa, sum: IterationResult) -> String {
    let pairs = spsa.tunables().iter().zip(spsa.values());
    let most = pairs.max_by(|a, b| moved(a.0, *a.1).abs().total_cmp(&moved(b.0, *b.1).abs()));
    let most = most.map_or(String::new(), |(tunable, value)| {
        format!("  moved most: {} {} -> {value:.1}", tunable.name, tunable.start)
    });
    format!("+{} ={} -{}{most}", sum.won, sum.drawn, sum.lost)
}

/// The values as a table, with what the games say a step of each is worth.
fn summary(spsa: &Spsa) -> String {
    let width = spsa.tunables().iter().map(|tunable| tunable.name.len()).max().unwrap_or(0);
    let mut text = format!(
        "After {} of {} iterations:\n  {:width$} {:>10} {:>10} {:>10}  Elo of higher against lower\n",
        spsa.done(),
        spsa.iterations(),
        "name",
        "from",
        "to",
        "steps"
    );
    let worth = spsa.worth();
    for (place, (tunable, value)) in spsa.tunables().iter().zip(spsa.values()).enumerate() {
        let Tunable { name, start, whole, .. } = tunable;
        let to = if *whole { value.round() } else { *value };
        let steps = moved(tunable, *value);
        text += &format!("  {name:width$} {start:>10} {to:>10} {steps:>+10.2}");
        if let Some(Worth { elo, error }) = worth.as_ref().map(|worth| worth[place]) {
            text += &format!("  {elo:>+6.1} +/- {error:.1}");
        }
        text += "\n";
    }
    text
}
