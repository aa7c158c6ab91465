//! `jadoube match`: engines against each other.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{ArgAction, ArgMatches, FromArgMatches};

use crate::referee::adjudication::Adjudication;
use crate::referee::client::{Interrupt, Patience};
use crate::referee::limits::Limits;
use crate::referee::log::WireLog;
use crate::referee::openings::Openings;
use crate::referee::pgn;
use crate::referee::report::{LiveLine, Standings, how, remark, status};
use crate::referee::schedule::{Format, Schedule};
use crate::referee::spec::{EngineSpec, distinguish};
use crate::referee::stats::{Sprt, Verdict};
use crate::referee::tournament::{Finished, Match};
use crate::rules::Color;
use crate::rules::laws::{Code, FiftyMoves, Repetition, Stalemate, Terms};

/// The arguments of `jadoube match`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    engines: Engines,

    /// Time control of every engine: [MOVES/]TIME[+INCREMENT], in seconds
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
    concurrency: usize,

    /// A file of openings, FEN or EPD
    #[arg(long)]
    openings: Option<PathBuf>,
    /// The order of the openings
    #[arg(long, value_enum, default_value_t = Order::Sequential)]
    order: Order,
    /// Decides the order of the openings
    #[arg(long, default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    law: Law,

    /// Stop when decided: elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized|logistic
    #[arg(long)]
    sprt: Option<Sprt>,
    /// A player resigns: movecount=3,score=600
    #[arg(long)]
    resign: Option<crate::referee::adjudication::Resign>,
    /// The players agree to a draw: movenumber=40,movecount=8,score=10
    #[arg(long)]
    draw: Option<crate::referee::adjudication::Draw>,
    /// Draw a game after so many moves of each
    #[arg(long)]
    maxmoves: Option<u32>,

    /// Add every game to this file
    #[arg(long)]
    pgn: Option<PathBuf>,
    /// Write a summary to this file
    #[arg(long)]
    json: Option<PathBuf>,
    /// The event's name in the PGN
    #[arg(long, default_value = "Jadoube match")]
    event: String,
    /// Write every line to and from the engines to this file
    #[arg(long)]
    log: Option<PathBuf>,
    /// Where there is no terminal: say how the match stands every so many games
    #[arg(long, default_value_t = 10)]
    report_every: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Order {
    Sequential,
    Random,
}

/// The law and the odds.
#[derive(clap::Args)]
struct Law {
    /// The code of law
    #[arg(long, default_value = "chess", value_parser = words(Code::parse, Code::ALL, Code::word))]
    laws: Code,
    /// What stalemate is for the stalemated
    #[arg(long, value_parser = words(Stalemate::parse, Stalemate::ALL, Stalemate::word))]
    stalemate: Option<Stalemate>,
    /// Whether a player castles without the rook given
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    castle_without_rook: Option<bool>,
    /// The fifty-move rule
    #[arg(long, value_parser = words(FiftyMoves::parse, FiftyMoves::ALL, FiftyMoves::word))]
    fifty_moves: Option<FiftyMoves>,
    /// The repetition rule
    #[arg(long, value_parser = words(Repetition::parse, Repetition::ALL, Repetition::word))]
    repetition: Option<Repetition>,
    /// What is given: names or squares joined by commas, moves=N
    #[arg(long, default_value = "none")]
    odds: String,
    /// Who gives: white, black, or an engine's name
    #[arg(long)]
    odds_giver: Option<String>,
    /// How the giver has undertaken to mate
    #[arg(long)]
    undertaking: Option<String>,
    /// Chess960 castling
    #[arg(long)]
    chess960: bool,
}

/// A parser of option words that names the words it takes.
fn words<T: Copy + Send + Sync + 'static>(
    parse: fn(&str) -> Option<T>,
    all: &'static [T],
    word: fn(T) -> &'static str,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        parse(text).ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|value| word(*value)).collect();
            format!("not one of {}", known.join(", "))
        })
    }
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("not yes or no".to_owned()),
    }
}

/// The words of each `--engine` and those of `--each`. Derived arguments would run the words of
/// several `--engine` together.
struct Engines {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl clap::Args for Engines {
    fn augment_args(command: clap::Command) -> clap::Command {
        let several = |name: &'static str, help: &'static str| {
            clap::Arg::new(name).long(name).num_args(1..).action(ArgAction::Append).help(help)
        };
        command
            .arg(several(
                "engine",
                "An engine: cmd=PROGRAM [name=NAME] [args=\"...\"] [dir=FOLDER] [option.NAME=VALUE] \
                 [tc=|movetime=|nodes=|depth=] [ponder] [restart=on]",
            ))
            .arg(several("each", "The same words for every engine"))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let occurrences = |name: &str| -> Vec<Vec<String>> {
            let found = matches.get_occurrences::<String>(name);
            found.map_or_else(Vec::new, |all| all.map(|words| words.cloned().collect()).collect())
        };
        Ok(Self { engines: occurrences("engine"), each: occurrences("each").concat() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Plays the match.
pub fn run(arguments: &Arguments) -> Result<()> {
    let the_match = prepare(arguments)?;
    let interrupt = the_match.interrupt.clone();
    ctrlc::set_handler(move || interrupt.set()).context("cannot watch for the end")?;
    the_match.check_engines()?;

    let names: Vec<String> = the_match.engines.iter().map(|spec| spec.name.clone()).collect();
    let mut pgn_file = arguments.pgn.as_ref().map(open_to_append).transpose()?;
    let mut standings = Standings::new(names.clone(), the_match.schedule);
    let sprt = arguments.sprt.as_ref();
    let total = the_match.schedule.games() as u64;
    let live = LiveLine::new(total, 0, arguments.report_every);
    let mut failure = None;
    the_match.run(&|_| false, |finished| {
        if let Some(file) = &mut pgn_file
            && let Err(error) = keep(file, &finished, &names, &arguments.event)
        {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        let ending = &finished.played.ending;
        standings.add(finished.fixture.number, ending.winner, &how(ending));
        if ending.is_fault() {
            standings.add_fault();
        }
        if let Some(remark) = remark(&finished, &names) {
            live.say(&remark);
        }
        live.update(standings.games(), status(&standings, sprt));
        match sprt.map(|sprt| sprt.verdict(standings.first())) {
            None | Some(Verdict::Open) => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    })?;
    live.finish(&standings.summary(sprt));
    if let Some(path) = &arguments.json {
        let text = serde_json::to_string_pretty(&standings.numbers(sprt))?;
        std::fs::write(path, text + "\n").with_context(|| path.display().to_string())?;
    }
    failure.map_or(Ok(()), Err)
}

fn open_to_append(path: &PathBuf) -> Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("pgn '{}'", path.display()))
}

/// Adds a game to the file, in one piece.
fn keep(file: &mut File, finished: &Finished, names: &[String], event: &str) -> Result<()> {
    let fixture = finished.fixture;
    let heading = pgn::Heading {
        event,
        round: (fixture.round + 1, fixture.place + 1),
        names: [&names[fixture.white], &names[fixture.black]],
        terms: &finished.terms,
        limits: finished.limits,
    };
    let text = pgn::record(heading, &finished.played).to_string();
    file.write_all(text.as_bytes()).context("pgn")
}

fn prepare(arguments: &Arguments) -> Result<Match> {
    let Engines { engines, each } = &arguments.engines;
    ensure!(engines.len() >= 2, "at least two --engine are needed");
    let mut engines: Vec<EngineSpec> =
        engines.iter().map(|words| EngineSpec::parse(words, each)).collect::<Result<_, _>>()?;
    distinguish(&mut engines);
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
    let (terms, engine_gives) = terms(&arguments.law, &engines)?;
    let mut openings = match &arguments.openings {
        Some(path) => Openings::read(path, &terms)?,
        None => Openings::array(&terms)?,
    };
    if arguments.order == Order::Random {
        openings.shuffle(arguments.seed);
    }
    let format = if arguments.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
    let log = arguments
        .log
        .as_ref()
        .map(|path| WireLog::create(path).with_context(|| format!("log '{}'", path.display())));
    Ok(Match {
        schedule: Schedule {
            engines: engines.len(),
            rounds: arguments.rounds,
            repeat: arguments.repeat,
            format,
        },
        engines: engines.into_iter().map(Arc::new).collect(),
        openings,
        terms,
        engine_gives,
        limits,
        margin: Duration::from_millis(arguments.margin),
        stall: Duration::from_secs(arguments.stall),
        adjudication: Adjudication {
            resign: arguments.resign,
            draw: arguments.draw,
            length: arguments.maxmoves,
        },
        concurrency: arguments.concurrency,
        patience: Patience::default(),
        log: log.transpose()?.unwrap_or_else(WireLog::none),
        interrupt: Interrupt::default(),
    })
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

/// The terms of the games, and the engine that always gives, if one does.
fn terms(law: &Law, engines: &[EngineSpec]) -> Result<(Terms, Option<usize>)> {
    let mut terms = Terms::from(law.laws);
    terms.stalemate = law.stalemate;
    terms.castle_without_rook = law.castle_without_rook;
    terms.fifty_moves = law.fifty_moves;
    terms.repetition = law.repetition;
    terms.odds = law.odds.parse()?;
    terms.undertaking = law.undertaking.as_deref().map(str::parse).transpose()?;
    terms.chess960 = law.chess960;
    let mut engine_gives = None;
    match law.odds_giver.as_deref() {
        None => {}
        Some("white") => terms.odds_giver = Some(Color::White),
        Some("black") => terms.odds_giver = Some(Color::Black),
        Some(name) => {
            engine_gives = engines.iter().position(|spec| spec.name == name);
            ensure!(
                engine_gives.is_some(),
                "--odds-giver '{name}': not white, black or the name of an engine"
            );
            terms.odds_giver = Some(Color::White);
        }
    }
    Ok((terms, engine_gives))
}
