//! `jadoube ladder`: the odds at which two engines, or one at two strengths, are even.

use std::ops::ControlFlow;

use anyhow::{Context, Result, bail, ensure};

use super::play_match;
use super::sitting::{BrokenOff, Files, ready, tell_of_log};
use crate::referee::ladder::{Ladder, Plan, USUAL};
use crate::referee::output::report::{LiveLine, remark};
use crate::referee::tournament::{Finished, RandomPlies};

/// The arguments of `jadoube ladder`: those of a match, but for what the ladder decides itself.
#[derive(clap::Args)]
#[group(skip)] // the match's arguments form a group of that name
#[command(mut_args(|argument| {
    let hidden = MATCH_ALONE.contains(&argument.get_id().as_str());
    argument.hide(hidden)
}))]
pub struct Arguments {
    /// The odds in question, rising: each as --odds of a match takes it, divided by blanks
    #[arg(long, default_value = USUAL)]
    steps: String,
    /// Games at one rung before another is thought of
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Games at all rungs together, after which the ladder ends though nothing be known
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    #[command(flatten)]
    of_match: play_match::Arguments,
}

/// Plies that a game begins with where the user does not say how many.
const RANDOM_PLIES: u32 = 6;

/// Arguments of a match that a ladder refuses.
const MATCH_ALONE: [&str; 9] =
    ["check", "rounds", "repeat", "gauntlet", "openings", "plies", "order", "odds", "sprt"];

/// Climbs the ladder.
pub fn run(arguments: &Arguments) -> Result<()> {
    let of_match = &arguments.of_match;
    if let Some(name) = of_match.of_a_match_alone() {
        bail!("--{name}: not in a ladder, which decides that itself");
    }
    let base = play_match::prepare(of_match)?;
    ensure!(base.engines.len() == 2, "two --engine are needed, not {}", base.engines.len());
    ensure!(
        base.engine_gives.is_some() || base.terms.odds_giver.is_none(),
        "--odds-giver: the name of an engine is needed, not a colour"
    );
    let plan = Plan {
        steps: &arguments.steps,
        giver: base.engine_gives,
        batch: arguments.batch as usize,
        games: arguments.games as usize,
        random: RandomPlies {
            plies: of_match.random_plies.unwrap_or(RANDOM_PLIES),
            seed: of_match.seed,
            balance: of_match.balance,
        },
    };
    let mut ladder = Ladder::new(&base, &plan)?;
    let names: Vec<String> = base.engines.iter().map(|spec| spec.name.clone()).collect();
    let broken_off = BrokenOff::watch(&base.interrupt)?;
    let mut files = Files::open(&of_match.output)?;
    if let Some(file) = files.pgn.as_mut().filter(|_| of_match.output.resume) {
        ladder.resume_games(file)?;
    }
    broken_off.before_a_game(ready(&base))?;
    let live =
        LiveLine::new(u64::from(arguments.games), ladder.played() as u64, of_match.report_every);
    let mut failure = None;
    let report = |ladder: &Ladder, finished: &Finished| {
        if let Err(error) = files.keep(finished, &base) {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        if let Some(remark) = remark(finished, &names) {
            live.say(&remark);
        }
        live.update(ladder.played() as u64, ladder.status());
        ControlFlow::Continue(())
    };
    let climbed = ladder.climb(report);
    live.finish(&ladder.summary()).context("standard output")?;
    let summed_up = files.sum_up(&ladder.numbers());
    failure.map_or(Ok(()), Err)?;
    climbed?;
    summed_up?;
    tell_of_log(&base);
    let games = format!("{} games", ladder.played());
    broken_off.unless(ladder.is_over(), "ladder", &games, files.pgn.is_some())
}
