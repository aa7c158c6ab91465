//! `jadoube train`: a network from training games. It runs for long, so progress goes to standard
//! error.

mod network;

use clap::Subcommand;

/// The arguments of `jadoube train`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Pack the quiet positions of training games for `train network`, in random order
    Pack(network::PackArguments),
    /// Mix the scores of packed positions with what networks expect, for another to learn from
    Distil(network::DistilArguments),
    /// Train a network on packed positions; a run that was stopped goes on by the same command
    Network(network::NetworkArguments),
    /// Make the network whose weights are the means of those of others
    Mean(network::MeanArguments),
}

/// A number of a range, which is named when the text is none.
fn number(text: &str, is_allowed: impl Fn(f32) -> bool, range: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|&number: &f32| number.is_finite() && is_allowed(number));
    number.ok_or_else(|| format!("not a number {range}"))
}

fn share(text: &str) -> Result<f32, String> {
    number(text, |number| (0.0..=1.0).contains(&number), "from 0 to 1")
}

fn positive(text: &str) -> Result<f32, String> {
    number(text, |number| number > 0.0, "above 0")
}

fn not_negative(text: &str) -> Result<f32, String> {
    number(text, |number| number >= 0.0, "of 0 or more")
}

/// Packs or trains.
///
/// # Errors
/// What was wrong with the arguments or the files, each named.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Pack(arguments) => network::pack(arguments),
        Command::Distil(arguments) => network::distil(arguments),
        Command::Network(arguments) => network::train(arguments),
        Command::Mean(arguments) => network::mean(arguments),
    }
}
