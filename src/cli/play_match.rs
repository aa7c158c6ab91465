//! `jadoube match`: engines against each other.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use super::check;
use super::engines::Engines;
use super::sitting::{BrokenOff, Files, OUTPUT, OutputArguments, ready, tell_of_log};
use super::terms::{Giver, TermsArguments};
use crate::referee::client::{EngineSpec, Interrupt, Limits, Patience, WireLog};
use crate::referee::game::{Adjudication, ErrorScript};
use crate::referee::output::report::{LiveLine, remark, status};
use crate::referee::tournament::{
    Counted, Finished, Format, Match, Openings, RandomOpenings, RandomPlies, Schedule, Sprt,
    Standings, resume,
};
use crate::rules::Color;
use crate::rules::laws::Terms;
use crate::tablebases::Tablebases;

/// Headings of the help.
const ENDS: &str = "How games and the match end";

/// The arguments of `jadoube match`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub(super) engines: Engines,

    /// Time control of every engine, in seconds: [MOVES/]TIME[+INCREMENT]; several MOVES/TIME joined
    /// by commas, the last repeated; or that of a code: federation1912, rogers1907@60 (an hour in 60
    /// seconds), british1897=20/60,15/60
    #[arg(long)]
    tc: Option<String>,
    /// Milliseconds a move
    #[arg(long)]
    movetime: Option<String>,
    /// Nodes a move
    #[arg(long)]
    nodes: Option<String>,
    /// Plies a move
    #[arg(long)]
    depth: Option<String>,
    /// Milliseconds that a move may be late
    #[arg(long, default_value_t = 10)]
    margin: u64,
    /// Seconds an engine may think where no limit is a time
    #[arg(long, default_value_t = 120)]
    stall: u64,

    /// How many openings each pairing plays
    #[arg(long, default_value_t = 1)]
    rounds: usize,
    /// Play each opening twice, with colours reversed
    #[arg(long)]
    repeat: bool,
    /// The first engine against each of the others, not each against each
    #[arg(long)]
    gauntlet: bool,
    /// How many games at once
    #[arg(long, default_value_t = 1)]
    pub(super) concurrency: usize,

    /// A file of openings: games (.pgn), or else FENs or EPDs, one on a line
    #[arg(long)]
    pub(super) openings: Option<PathBuf>,
    /// Of a game of openings take the first N plies only
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// The order of the openings
    #[arg(long, value_enum, default_value_t = Order::Sequential)]
    order: Order,
    /// After each opening, or from the starting position, make N random plies; the first engine
    /// judges the result at 5,000 nodes, and an unbalanced one is replaced
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(super) random_plies: Option<u32>,
    /// Centipawns by which a random opening may favour a player; at odds and under an undertaking
    /// it is held against the score of the position the plies begin from
    #[arg(long, value_name = "CP", default_value_t = 100, requires = "random_plies",
        value_parser = clap::value_parser!(i32).range(0..))]
    pub(super) balance: i32,
    /// Decides the order of the openings and the random plies
    #[arg(long, default_value_t = 0)]
    pub(super) seed: u64,

    #[command(flatten)]
    terms: TermsArguments,

    /// A file of errors that players are made to commit, one a line, such as
    /// `game 1 ply 12 White touches e2`: the arbiter rules on each, and penalties are exacted
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    arbiter: Option<PathBuf>,

    /// Stop when decided: elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized|logistic
    #[arg(long, help_heading = ENDS)]
    sprt: Option<Sprt>,
    /// A player resigns: movecount=3,score=600
    #[arg(long, help_heading = ENDS)]
    resign: Option<crate::referee::game::Resign>,
    /// The players agree to a draw: movenumber=40,movecount=8,score=10
    #[arg(long, help_heading = ENDS)]
    draw: Option<crate::referee::game::Draw>,
    /// Draw a game after so many moves of each
    #[arg(long, help_heading = ENDS)]
    maxmoves: Option<u32>,
    /// Claim no draw for the engines: each claims by `info string claim draw`, or not at all
    #[arg(long, help_heading = ENDS)]
    own_claims: bool,
    /// Folders with Syzygy tablebases: end a game whose result they know, where the law is theirs
    #[arg(long, help_heading = ENDS, value_name = "FOLDERS")]
    syzygy: Option<String>,

    #[command(flatten)]
    pub(super) output: OutputArguments,
    /// Write every line to and from the engines to this file
    #[arg(long, help_heading = OUTPUT)]
    log: Option<PathBuf>,
    /// Where there is no terminal: say how the match stands every so many games
    #[arg(long, help_heading = OUTPUT, default_value_t = 10)]
    pub(super) report_every: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Order {
    Sequential,
    Random,
}

impl Arguments {
    /// The first argument given that makes sense in a match alone, not in a ladder, which decides
    /// itself about odds and openings and how many games are played.
    pub(super) fn of_a_match_alone(&self) -> Option<&'static str> {
        [
            (!self.engines.check.is_empty(), "check"),
            (self.rounds != 1, "rounds"),
            (self.repeat, "repeat"),
            (self.gauntlet, "gauntlet"),
            (self.openings.is_some(), "openings"),
            (self.order == Order::Random, "order"),
            (self.terms.odds.is_some(), "odds"),
            (self.sprt.is_some(), "sprt"),
            (self.arbiter.is_some(), "arbiter"),
        ]
        .into_iter()
        .find_map(|(given, name)| given.then_some(name))
    }

    /// The first argument given that makes no sense in tuning, which decides itself who plays whom
    /// how often and keeps a file of its own.
    pub(super) fn unfit_for_tuning(&self) -> Option<&'static str> {
        [
            (!self.engines.check.is_empty(), "check"),
            (self.rounds != 1, "rounds"),
            (self.repeat, "repeat"),
            (self.gauntlet, "gauntlet"),
            (self.sprt.is_some(), "sprt"),
            (self.arbiter.is_some(), "arbiter"),
            (self.output.pgn.is_some(), "pgn"),
            (self.output.json.is_some(), "json"),
        ]
        .into_iter()
        .find_map(|(given, name)| given.then_some(name))
    }
}

/// Plays the match.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Engines { each, check, .. } = &arguments.engines;
    if !check.is_empty() {
        return check::check(check, each, check::TOLERANCE, arguments.log.as_deref());
    }
    let the_match = prepare(arguments)?;
    let broken_off = BrokenOff::watch(&the_match.interrupt)?;
    let mut files = Files::open(&arguments.output)?;
    let names: Vec<String> = the_match.engines.iter().map(|spec| spec.name.clone()).collect();
    let mut standings = Standings::new(names.clone(), the_match.schedule, arguments.sprt);
    let mut done = HashSet::new();
    if let Some(file) = files.pgn.as_mut().filter(|_| arguments.output.resume) {
        for game in resume::resume_games(file, &the_match)? {
            standings.add(&game);
            done.insert(game.number);
        }
    }
    let total = the_match.schedule.games() as u64;
    let is_over = |standings: &Standings| standings.is_decided() || standings.games() >= total;
    let nothing_is_left = is_over(&standings);
    let live = LiveLine::new(total, done.len() as u64, arguments.report_every);
    let mut failure = None;
    let report = |finished: Finished| {
        if let Err(error) = files.keep(&finished, &the_match) {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        standings.add(&Counted::new(finished.fixture.number, &finished.played));
        if let Some(remark) = remark(&finished, &names) {
            live.say(&remark);
        }
        if let Some(warning) = standings.repetition().filter(|_| standings.repeats() == WARNED_AT) {
            live.say(&format!("warning: {warning}"));
        }
        live.update(standings.games(), status(&standings));
        if is_over(&standings) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let played = if nothing_is_left {
        Ok(())
    } else {
        broken_off.before_a_game(ready(&the_match))?;
        the_match.run(&|number| done.contains(&number), report)
    };
    live.finish(&standings.summary()).context("standard output")?;
    let summed_up = files.sum_up(&standings.numbers());
    failure.map_or(Ok(()), Err)?;
    played?;
    summed_up?;
    tell_of_log(&the_match);
    let games = format!("{} of {total} games", standings.games());
    broken_off.unless(is_over(&standings), "match", &games, files.pgn.is_some())
}

/// At how many games played before a warning is given: the first may be chance.
const WARNED_AT: u64 = 3;

/// The match of the engines that the arguments name.
pub(super) fn prepare(arguments: &Arguments) -> Result<Match> {
    let engines = arguments.engines.specs()?;
    ensure!(engines.len() >= 2, "at least two --engine are needed, or --engines");
    prepare_for(arguments, engines)
}

/// The match of some engines, at least two, under the conditions of the arguments.
pub(super) fn prepare_for(arguments: &Arguments, engines: Vec<EngineSpec>) -> Result<Match> {
    let limits = limits(arguments)?;
    if let Some(spec) = engines.iter().find(|spec| spec.limits.or(limits).is_unbounded()) {
        bail!("engine '{}' has no limit: --tc, --movetime, --nodes or --depth", spec.name);
    }
    ensure!(arguments.rounds > 0, "--rounds must be at least 1");
    ensure!(arguments.concurrency > 0, "--concurrency must be at least 1");
    ensure!(
        arguments.sprt.is_none() || engines.len() == 2,
        "--sprt needs two engines, not {}",
        engines.len()
    );
    let (terms, engine_gives) = terms(&arguments.terms, &engines)?;
    let mut openings = match &arguments.openings {
        Some(path) => Openings::read(path, &terms, arguments.plies)?,
        None => Openings::array(&terms)?,
    };
    if arguments.order == Order::Random {
        openings.shuffle(arguments.seed);
    }
    let format = if arguments.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
    let log = arguments.log.as_ref().map(|path| WireLog::create(path));
    Ok(Match {
        schedule: Schedule {
            engines: engines.len(),
            rounds: arguments.rounds,
            repeat: arguments.repeat,
            format,
        },
        engines: engines.into_iter().map(Arc::new).collect(),
        openings,
        random: arguments.random_plies.map(|plies| {
            let (seed, balance) = (arguments.seed, arguments.balance);
            RandomOpenings::new(RandomPlies { plies, seed, balance })
        }),
        terms,
        engine_gives,
        limits,
        margin: Duration::from_millis(arguments.margin),
        stall: Duration::from_secs(arguments.stall),
        adjudication: Adjudication {
            resign: arguments.resign,
            draw: arguments.draw,
            length: arguments.maxmoves,
            own_claims: arguments.own_claims,
        },
        tablebases: arguments.syzygy.as_deref().map(open_tablebases).transpose()?.map(Arc::new),
        concurrency: arguments.concurrency,
        patience: Patience::default(),
        log: log.transpose()?.unwrap_or_else(WireLog::none),
        interrupt: Interrupt::default(),
        errors: arguments.arbiter.as_deref().map(errors).transpose()?.map(Arc::new),
    })
}

/// The script of errors.
fn errors(path: &Path) -> Result<ErrorScript> {
    let name = || format!("arbiter '{}'", path.display());
    let text = std::fs::read_to_string(path).with_context(name)?;
    text.parse::<ErrorScript>().with_context(name)
}

fn open_tablebases(folders: &str) -> Result<Tablebases> {
    let tables = Tablebases::open(folders)?;
    if let Some(damaged) = tables.damaged().first() {
        bail!("tablebases: '{}' is no table", damaged.display());
    }
    Ok(tables)
}

fn limits(arguments: &Arguments) -> Result<Limits> {
    let mut limits = Limits::default();
    for (name, value) in [
        ("tc", &arguments.tc),
        ("movetime", &arguments.movetime),
        ("nodes", &arguments.nodes),
        ("depth", &arguments.depth),
    ] {
        if let Some(value) = value {
            limits.set(name, value)?;
        }
    }
    Ok(limits)
}

/// The terms of the games, and the engine that always gives, if one does. White's giving is then
/// what is described; games in which it has Black are mirrored.
fn terms(arguments: &TermsArguments, engines: &[EngineSpec]) -> Result<(Terms, Option<usize>)> {
    let Some(Giver::Engine(name)) = &arguments.odds_giver.0 else {
        return Ok((arguments.terms()?, None));
    };
    let engine = engines.iter().position(|spec| spec.name == *name);
    ensure!(engine.is_some(), "odds giver '{name}': not White, Black or the name of an engine");
    Ok((arguments.given_by(Some(Color::White)), engine))
}
