//! `jadoube train`: fitting the evaluation to training games. It runs for long, so progress goes to
//! standard error.

mod network;

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Subcommand;

use crate::cli::output::tell;
use crate::train::{Samples, Tuning, Weights};

/// The arguments of `jadoube train`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Fit the weights of the hand-made evaluation to training games and write them as source
    Tune(TuneArguments),
    /// Pack the quiet positions of training games for `train network`, in random order
    Pack(network::PackArguments),
    /// Train a network on packed positions; a run that was stopped goes on by the same command
    Network(network::NetworkArguments),
}

#[derive(clap::Args)]
struct TuneArguments {
    /// Files that `jadoube datagen` wrote
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Where the weights go, for example src/eval/weights.rs
    #[arg(long)]
    out: Option<PathBuf>,
    /// The share of the game's result in what is aimed at, the rest being the search's score
    #[arg(long, default_value_t = 0.6, value_parser = share)]
    lambda: f32,
    /// Passes over all positions
    #[arg(long, default_value_t = 40)]
    epochs: u32,
    /// The step at first, in centipawns
    #[arg(long, default_value_t = 1.0, value_parser = positive)]
    rate: f32,
    /// Positions a step
    #[arg(long, default_value_t = 16384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// How firmly a weight is held where it is: as firmly as this many positions would
    #[arg(long, default_value_t = 1000.0, value_parser = positive)]
    hold: f32,
    /// The unit of the logistic in centipawns; fitted to the present weights if not given
    #[arg(long, value_parser = positive)]
    unit: Option<f32>,
    /// The seed of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "not a number above 0".to_owned())
}

/// Tunes.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Tune(arguments) => tune(&arguments),
        Command::Pack(arguments) => network::pack(arguments),
        Command::Network(arguments) => network::train(arguments),
    }
}

fn tune(arguments: &TuneArguments) -> anyhow::Result<()> {
    let mut samples = Samples::default();
    for path in &arguments.data {
        samples.read(path)?;
    }
    ensure!(!samples.is_empty(), "there is no position in {:?}", arguments.data);
    let start = Weights::current();
    let unit = arguments.unit.unwrap_or_else(|| Tuning::fit_unit(&samples, &start));
    let (games, positions) = (samples.games, samples.len());
    tell(format_args!("{positions} positions of {games} games, unit {unit:.1} centipawns"));
    let tuning = Tuning {
        lambda: arguments.lambda,
        epochs: arguments.epochs,
        rate: arguments.rate,
        batch: arguments.batch as usize,
        hold: arguments.hold,
        seed: arguments.seed,
    };
    let weights = tuning.run(&samples, &start, unit, &mut |epoch| {
        let (number, training, validation) = (epoch.number, epoch.training, epoch.validation);
        tell(format_args!(
            "pass {number}: error {training:.6}, on games kept aside {validation:.6}"
        ));
    });
    tell(format_args!("unit of the new weights {:.1}", Tuning::fit_unit(&samples, &weights)));
    if let Some(out) = &arguments.out {
        let nodes = match samples.nodes {
            (fewest, most) if fewest == most => format!("{most}"),
            (fewest, most) => format!("{fewest} to {most}"),
        };
        let origin = format!(
            "{positions} quiet positions of {games} games of self-play at {nodes} nodes a move"
        );
        std::fs::write(out, weights.source(&origin))
            .with_context(|| format!("'{}'", out.display()))?;
    }
    Ok(())
}
