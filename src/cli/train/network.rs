//! `jadoube train pack`, `train distil`, `train network` and `train mean`: from training games to a
//! network. The first three run for long: progress goes to standard error as one line, results to
//! standard output.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::super::Interrupted;
use super::super::datagen::check_output;
use super::{not_negative, positive, share};
use crate::cli::output::print_line;
use crate::eval::network::HIDDEN;
use crate::train::network as networks;
use crate::train::network::{
    Length, Outputs, PackFile, PackHeader, PackProgress, Packing, Settings, Superbatch, Teachers,
    TrainEvent, TrainProgress, TrainSettings, Trainer,
};

/// Games in which a draw is half a point; in which stalemate decides; in which a player is bound.
const FAMILY_NAMES: [&str; 3] = ["draws count half", "stalemate decides", "a player is bound"];

#[derive(clap::Args)]
pub(super) struct PackArguments {
    /// Files that `jadoube datagen` wrote; they may still grow
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// The file to be made
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Leave out positions before this ply of the game, its random moves counted
    #[arg(long, default_value_t = 10)]
    first_ply: u32,
    /// Leave out positions with a score beyond so many centipawns
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(i16).range(1..))]
    decided: i16,
    /// Keep one game in so many aside for validation
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(2..))]
    validation: u32,
    /// TD(λ): a position's score is the mean of those of its own ply and all later ones, each
    /// counting so much of the one before; 0: its own score alone
    #[arg(long, default_value_t = 0.75, value_parser = share)]
    td_lambda: f32,
    /// Centipawns of one logit, for the means of TD(λ)
    #[arg(long, default_value_t = 166.0, value_parser = positive)]
    unit: f32,
    /// How many Elo points a player of twice the nodes is taken to be stronger, in games between
    /// unequal players
    #[arg(long, default_value_t = 100.0, value_parser = positive)]
    elo_per_doubling: f32,
    /// The seed of the order and of the choice of games kept aside
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How much memory may be used, in mebibytes; with less the games are read more than once
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    memory: u64,
}

#[derive(clap::Args)]
pub(super) struct DistilArguments {
    /// A file that `jadoube train pack` wrote
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// Networks as the engine loads them
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    of: Vec<PathBuf>,
    /// How much each network counts in the mean of what they expect [default: all the same]
    #[arg(long, num_args = 1.., value_name = "NUMBER", value_parser = positive)]
    weights: Vec<f32>,
    /// How much of a score is to be what the networks expect
    #[arg(long, default_value_t = 0.8, value_parser = share)]
    share: f32,
    /// The file to be made
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Threads [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(clap::Args)]
pub(super) struct NetworkArguments {
    /// A file that `jadoube train pack` wrote
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// The network to be made; the checkpoint, the losses (.csv) and their picture (.svg) are
    /// written beside it, all after each superbatch
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Train on the network of a checkpoint, or on a network as the engine loads it, in a run of its
    /// own
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Hidden units for each side; the engine plays with networks of the default
    #[arg(long, default_value_t = HIDDEN)]
    hidden: usize,
    /// The share of the game's result in what is aimed at, the rest being the score packed
    #[arg(long, default_value_t = 0.1, value_parser = share)]
    lambda: f32,
    /// The loss is the distance from what is aimed at to this power
    #[arg(long, default_value_t = 2.0, value_parser = power)]
    power: f32,
    /// Centipawns of one logit [default: those in which the means of TD(λ) were taken; without
    /// them, fitted to the results]
    #[arg(long, value_parser = positive)]
    unit: Option<f32>,
    /// Positions a step
    #[arg(long, default_value_t = 16384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Positions of a superbatch
    #[arg(long, default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    superbatch: u64,
    /// Superbatches
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    superbatches: u64,
    /// Train for so many minutes instead, the rate falling with the time
    #[arg(long, value_parser = positive, conflicts_with = "superbatches")]
    minutes: Option<f32>,
    /// The learning rate at first
    #[arg(long, default_value_t = 1e-3, value_parser = positive)]
    rate: f32,
    /// The learning rate in the end [default: a hundredth of the first]
    #[arg(long, value_parser = positive)]
    last_rate: Option<f32>,
    /// The weights of relations between pieces learn so many times as fast
    #[arg(long, default_value_t = 6.0, value_parser = positive)]
    relation_speed: f32,
    /// Inputs that are alike, as one piece on squares side by side, also take a common step, so many
    /// times as long as that of one weight; 0: none
    #[arg(long, default_value_t = 2.0, value_parser = not_negative)]
    sharing_speed: f32,
    /// The decay of weights at a step, times the rate
    #[arg(long, default_value_t = 0.01, value_parser = share)]
    decay: f32,
    /// The seed of the first weights and of the order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]; their number changes the result by rounding only
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(clap::Args)]
pub(super) struct MeanArguments {
    /// Networks as the engine loads them; one that is named twice counts twice
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    of: Vec<PathBuf>,
    /// The network to be made
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print its loss over the positions that this file of `jadoube train pack` keeps aside
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// The share of the game's result in what is aimed at, as in `train network`
    #[arg(long, default_value_t = 0.1, value_parser = share)]
    lambda: f32,
    /// The loss is the distance from what is aimed at to this power
    #[arg(long, default_value_t = 2.0, value_parser = power)]
    power: f32,
}

fn power(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (1.5..=4.0).contains(number));
    number.ok_or_else(|| "not a number from 1.5 to 4".to_owned())
}

fn threads(asked_for: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked_for.map_or_else(cores, usize::from)
}

/// A line that is kept up to date.
fn line(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg}").expect("the template is well formed");
    let bar = ProgressBar::new(length).with_style(style);
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(2));
    bar
}

/// Packs.
pub(super) fn pack(arguments: PackArguments) -> Result<()> {
    check_output(&arguments.data, &arguments.out)?;
    let packing = Packing {
        inputs: arguments.data,
        out: arguments.out,
        settings: Settings {
            first_ply: arguments.first_ply,
            decided: arguments.decided,
            validation: arguments.validation,
            td_lambda: arguments.td_lambda,
            unit: arguments.unit,
            elo_per_doubling: arguments.elo_per_doubling,
            seed: arguments.seed,
        },
        threads: threads(arguments.threads),
        memory: arguments.memory << 20,
    };
    let bar = line(0);
    let header = packing.run(&|progress| {
        let PackProgress { pass, passes, games, positions, bytes, all_bytes } = progress;
        let done = (pass - 1) as f64 + bytes as f64 / all_bytes.max(1) as f64;
        let seconds = bar.elapsed().as_secs_f64().max(1e-3);
        let left =
            Duration::from_secs_f64(seconds * (passes as f64 / done.max(1e-6) - 1.0).max(0.0));
        let percent = 100.0 * done / passes as f64;
        let speed = positions as f64 * (pass as f64) / seconds;
        bar.set_message(format!(
            "{percent:.0} % (pass {pass} of {passes}), {games} games, {positions} positions, \
             {speed:.0} a second, {} left",
            HumanDuration(left)
        ));
    })?;
    let seconds = bar.elapsed().as_secs_f64();
    bar.finish_and_clear();
    print_line(summary(&header))?;
    print_line(format_args!("Packed in {seconds:.1} s: '{}'", packing.out.display()))?;
    Ok(())
}

/// Mixes the scores of packed positions with what networks expect.
pub(super) fn distil(arguments: DistilArguments) -> Result<()> {
    let DistilArguments { data, of, mut weights, share, out, .. } = arguments;
    let inputs: Vec<PathBuf> = of.iter().chain([&data]).cloned().collect();
    check_output(&inputs, &out)?;
    if weights.is_empty() {
        weights = vec![1.0; of.len()];
    }
    ensure!(weights.len() == of.len(), "{} weights for {} networks", weights.len(), of.len());
    let samples = PackFile::open(&data)?;
    ensure!(
        samples.header().distilled.is_none(),
        "the scores of '{}' are mixed with those of networks already",
        data.display()
    );
    let unit = samples.unit().context("there is nothing to learn from")?;
    let networks: Vec<_> = of.into_iter().zip(weights).collect();
    let teachers = Teachers::read(&networks, unit)?;
    let all = samples.header().training;
    let bar = line(all);
    teachers.distil(&samples, share, &out, threads(arguments.threads), |done| {
        bar.set_position(done);
        bar.set_message(format!(
            "{:.0} %, {done} positions, {:.0} a second, {} left",
            100.0 * done as f64 / all as f64,
            bar.per_sec(),
            HumanDuration(bar.eta())
        ));
    })?;
    bar.finish_and_clear();
    print_line(format_args!("{all} positions mixed with {}: '{}'", networks.len(), out.display()))?;
    Ok(())
}

/// What a file of samples holds.
fn summary(header: &PackHeader) -> String {
    let PackHeader { games, positions, training, validation, .. } = header;
    let share = |count: u64| 100.0 * count as f64 / (*positions).max(1) as f64;
    let mut lines = vec![
        format!("{games} games, {positions} positions"),
        format!("  {training:>11} {:>6.2} %  to learn from", share(*training)),
        format!("  {validation:>11} {:>6.2} %  kept aside", share(*validation)),
    ];
    for (reason, &count) in &header.left_out {
        lines.push(format!("  {count:>11} {:>6.2} %  left out: {reason}", share(count)));
    }
    for (name, count) in FAMILY_NAMES.iter().zip(header.families) {
        lines.push(format!("  {count:>11} samples where {name}"));
    }
    lines.join("\n")
}

/// Trains.
pub(super) fn train(arguments: NetworkArguments) -> Result<()> {
    let outputs = Outputs::beside(&arguments.out);
    ensure!(
        outputs.checkpoint != arguments.out,
        "'{}' is to be the checkpoint: name another --out",
        arguments.out.display()
    );
    let inputs: Vec<PathBuf> =
        [&arguments.data].into_iter().chain(&arguments.from).cloned().collect();
    for path in [&outputs.network, &outputs.checkpoint, &outputs.table, &outputs.picture] {
        check_output(&inputs, path)?;
    }
    let samples = PackFile::open(&arguments.data)?;
    print_line(summary(samples.header()))?;
    let unit = samples.unit().context("there is nothing to learn from")?;
    let unit = arguments.unit.unwrap_or(unit);
    print_line(format_args!("Unit: {unit:.1} centipawns a logit"))?;
    let settings = TrainSettings {
        hidden: arguments.hidden,
        lambda: arguments.lambda,
        power: arguments.power,
        unit,
        batch: arguments.batch as usize,
        superbatch: arguments.superbatch,
        length: match arguments.minutes {
            Some(minutes) => Length::Minutes(minutes.into()),
            None => Length::Superbatches(arguments.superbatches),
        },
        rate: arguments.rate,
        last_rate: arguments.last_rate.unwrap_or(arguments.rate / 100.0),
        relation_speed: arguments.relation_speed,
        sharing_speed: arguments.sharing_speed,
        decay: arguments.decay,
        seed: arguments.seed,
        from: arguments.from,
    };
    let mut trainer = Trainer::new(settings, &samples, threads(arguments.threads))?;
    if outputs.checkpoint.exists() {
        trainer.resume(&outputs.checkpoint)?;
        print_line(format_args!("Going on after superbatch {}", trainer.history().len()))?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Relaxed))?;
    let bar = line(0);
    let finished = trainer.run(&outputs, &stop, &mut |event| match event {
        TrainEvent::Batch(progress) => bar.set_message(progress_in_words(&progress)),
        TrainEvent::Superbatch(superbatch) => {
            // A training goes on when nobody reads of it.
            let _ = bar.suspend(|| print_line(in_words(superbatch)));
        }
    })?;
    bar.finish_and_clear();
    if !finished {
        let path = outputs.checkpoint.display();
        let text = format!("Stopped; '{path}' is written. The same command goes on from here.");
        return Err(Interrupted(text).into());
    }
    Ok(print_results(&trainer, &outputs)?)
}

/// Makes the mean of networks.
pub(super) fn mean(arguments: MeanArguments) -> Result<()> {
    let MeanArguments { of, out, data, lambda, power } = arguments;
    let inputs: Vec<PathBuf> = of.iter().chain(&data).cloned().collect();
    check_output(&inputs, &out)?;
    let samples = data.as_deref().map(PackFile::open).transpose()?;
    let network = networks::mean(&of)?;
    networks::write_network(&out, &network)?;
    print_line(format_args!("{network}, the mean of {}: '{}'", of.len(), out.display()))?;
    if let Some(samples) = samples {
        let losses = networks::losses_of(&network, &samples, lambda, power, threads(None));
        print_validation(losses.mean(), losses.families())?;
    }
    Ok(())
}

/// Prints a loss over the positions kept aside, and that of each family of results.
fn print_validation(loss: f64, families: [Option<f64>; 3]) -> io::Result<()> {
    print_line(format_args!("Validation loss {loss:.6}"))?;
    for (name, loss) in FAMILY_NAMES.iter().zip(families) {
        if let Some(loss) = loss {
            print_line(format_args!("  {loss:.6} where {name}"))?;
        }
    }
    Ok(())
}

fn progress_in_words(progress: &TrainProgress) -> String {
    let TrainProgress { superbatch, done, training, speed, left } = *progress;
    format!(
        "superbatch {superbatch}, {:.1} % done, loss {training:.5}, {speed:.0} positions a second, {} left",
        100.0 * done,
        HumanDuration(Duration::from_secs_f64(left))
    )
}

fn in_words(superbatch: &Superbatch) -> String {
    let Superbatch { number, samples, rate, training, validation, speed, .. } = superbatch;
    let validation = validation.map_or(String::new(), |loss| format!(" validation {loss:.6}"));
    format!(
        "superbatch {number}: {samples} positions, rate {rate:.2e}, loss {training:.6}{validation}, \
         {speed:.0} a second"
    )
}

fn print_results(trainer: &Trainer<'_>, outputs: &Outputs) -> io::Result<()> {
    if let Some(best) = trainer.best() {
        print_line(format_args!("Kept: the network after superbatch {}", best.number))?;
        print_line(format_args!("Training loss {:.6}", best.training))?;
        if let Some(validation) = best.validation {
            print_validation(validation, best.families)?;
        }
    }
    print_line(format_args!(
        "{:.3} % of the weights are clipped",
        100.0 * trainer.model().clipped()
    ))?;
    if outputs.network.exists() {
        print_line(format_args!("Network: '{}'", outputs.network.display()))
    } else {
        print_line("The engine is not built for this width: there is a checkpoint only")
    }
}
