//! Tuning the options of an engine by games: SPSA over the referee's own matches. One file keeps
//! the run: its first line says what is tuned and how, each line after it what came of an
//! iteration. From these the values follow, so that a run that was killed loses one iteration at
//! most. It prints nothing itself.

pub mod list;
mod picture;
mod spsa;

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use picture::picture;
pub use spsa::{Proposal, Spsa, Tunable, Worth};

use super::client::EngineSpec;
use super::files::{FileError, OutputFile};
use super::tournament::{Finished, Format, Match, MatchError, Schedule};
use crate::rules::Color;

/// The value of the first key of a run's file.
const FORMAT: &str = "jadoube tune 1";
/// How many points of the way are kept for the picture, about.
const KEPT: u64 = 400;

/// Why there is no tuning, or no more of it.
#[derive(Debug, Error)]
pub enum TuningError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is of something else.
    #[error("out '{path}', line {line}: {why}")]
    Foreign {
        /// The file.
        path: String,
        /// The line at fault.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The match cannot go on.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// What a run is known by: only the same goes on with its file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    format: String,
    /// The engine in words.
    engine: String,
    /// The conditions of the games in words.
    conditions: String,
    /// Iterations in all.
    pub iterations: u64,
    /// Pairs of games an iteration: each opening is played with both colours.
    pub pairs: u64,
    /// The seed of what is tried.
    pub seed: u64,
    tunables: Vec<Tunable>,
}

/// What came of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct IterationResult {
    /// Games won by the engine with the first values.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl IterationResult {
    fn points(self) -> f64 {
        f64::from(self.won) - f64::from(self.lost)
    }

    /// Games played; a line of a file that names none counts as one.
    fn games(self) -> u32 {
        (self.won + self.drawn + self.lost).max(1)
    }
}

/// A run.
pub struct Tuning {
    plan: Plan,
    spsa: Spsa,
    /// The values after some of the iterations, the first being those before any.
    way: Vec<Vec<f64>>,
    the_match: Match,
    file: OutputFile,
}

impl Tuning {
    /// A run that plays as the first engine of `base` does, from its openings, whose file is new or
    /// of the same run; that goes on then.
    ///
    /// # Errors
    /// [`TuningError::File`] and [`TuningError::Foreign`] name the file.
    pub fn open(
        base: Match,
        tunables: Vec<Tunable>,
        [iterations, pairs, seed]: [u64; 3],
        mut file: OutputFile,
    ) -> Result<Self, TuningError> {
        let plan = Plan {
            format: FORMAT.to_owned(),
            engine: base.engines[0].program_in_words(),
            conditions: conditions(&base),
            iterations,
            pairs,
            seed,
            tunables: tunables.clone(),
        };
        let outcomes = earlier(&mut file, &plan)?;
        let rounds = (iterations * pairs) as usize;
        let schedule = Schedule { engines: 2, rounds, repeat: true, format: Format::RoundRobin };
        let the_match = Match { schedule, engine_gives: None, ..base };
        let spsa = Spsa::new(tunables, iterations, seed);
        let way = vec![spsa.values().to_vec()];
        let mut tuning = Self { plan, spsa, way, the_match, file };
        for outcome in outcomes {
            let proposal = tuning.spsa.propose();
            tuning.take(&proposal, outcome);
        }
        tuning.seat(&tuning.spsa.propose());
        Ok(tuning)
    }

    /// How it is tuned.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How far it has come.
    pub fn spsa(&self) -> &Spsa {
        &self.spsa
    }

    /// The match that is played, for what is asked of it before and after.
    pub fn the_match(&self) -> &Match {
        &self.the_match
    }

    /// The way of the values so far as a picture (SVG).
    pub fn picture(&self) -> String {
        picture(self.spsa.tunables(), &self.way)
    }

    fn take(&mut self, proposal: &Proposal, outcome: IterationResult) {
        self.spsa.take(proposal, outcome.points(), outcome.games());
        let every = self.plan.iterations.div_ceil(KEPT).max(1);
        if self.spsa.done().is_multiple_of(every) || self.spsa.done() == self.plan.iterations {
            self.way.push(self.spsa.values().to_vec());
        }
    }

    /// Tunes until all iterations are done, or the match is broken off. Each game is handed to
    /// `game`; each iteration, once it is kept, to `iteration`.
    ///
    /// # Errors
    /// The match cannot go on, or an iteration cannot be kept.
    pub fn run(
        &mut self,
        mut game: impl FnMut(&Finished),
        mut iteration: impl FnMut(&Self, IterationResult),
    ) -> Result<(), TuningError> {
        while self.spsa.done() < self.plan.iterations {
            let proposal = self.spsa.propose();
            self.seat(&proposal);
            let first = (self.spsa.done() * 2 * self.plan.pairs) as usize;
            let games = first..first + 2 * self.plan.pairs as usize;
            let mut outcome = IterationResult::default();
            let mut played = 0;
            self.the_match.run(&|number| !games.contains(&number), |finished| {
                let winner = finished.played.ending.winner;
                let of_first =
                    winner.map(|color| (color == Color::White) == (finished.fixture.white == 0));
                match of_first {
                    None => outcome.drawn += 1,
                    Some(true) => outcome.won += 1,
                    Some(false) => outcome.lost += 1,
                }
                played += 1;
                game(&finished);
                ControlFlow::Continue(())
            })?;
            if played < games.len() {
                break;
            }
            let line = serde_json::to_string(&outcome).expect("an outcome is plain data");
            self.file.append(&(line + "\n"))?;
            self.take(&proposal, outcome);
            iteration(self, outcome);
        }
        Ok(())
    }

    /// Puts an engine with each set of values at the board.
    fn seat(&mut self, proposal: &Proposal) {
        let plain = &self.the_match.engines[0];
        let with = |values: &[f64], name: &str| {
            let mut spec = EngineSpec::clone(plain);
            for (tunable, value) in self.spsa.tunables().iter().zip(values) {
                spec.options.retain(|(known, _)| !known.eq_ignore_ascii_case(&tunable.name));
                spec.options.push((tunable.name.clone(), value.to_string()));
            }
            spec.name = name.to_owned();
            Arc::new(spec)
        };
        let engines = vec![with(&proposal.plus, "plus"), with(&proposal.minus, "minus")];
        self.the_match.engines = engines;
    }
}

/// The conditions of the games in words.
fn conditions(base: &Match) -> String {
    let limits = base.engines[0].limits.or(base.limits);
    let first = base.openings.of_round(0).start().key();
    format!("{limits}; {:?}; {:?}; from {first:016x}", base.terms.laws(), base.terms.odds)
}

/// What came of the iterations that stand in the file; a last line that was cut short is removed.
fn earlier(file: &mut OutputFile, plan: &Plan) -> Result<Vec<IterationResult>, TuningError> {
    let path = file.path().display().to_string();
    let foreign = |line, why: String| TuningError::Foreign { path: path.clone(), line, why };
    let bytes = file.contents()?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let text = std::str::from_utf8(&bytes[..whole])
        .map_err(|_| foreign(1, "the file is no run of tuning".to_owned()))?;
    let mut lines = (1..).zip(text.lines());
    let Some((_, first)) = lines.next() else {
        let line = serde_json::to_string(plan).expect("a plan is plain data") + "\n";
        if !line.as_bytes().starts_with(&bytes) {
            return Err(foreign(1, "the file is no run of tuning".to_owned()));
        }
        file.replace(&line)?;
        return Ok(Vec::new());
    };
    let theirs: Plan = serde_json::from_str(first)
        .map_err(|_| foreign(1, "the file is no run of tuning".to_owned()))?;
    if let Some(why) = difference(&theirs, plan) {
        return Err(foreign(1, format!("a run of other tuning: {why}")));
    }
    let read = |(line, text): (usize, &str)| {
        serde_json::from_str(text).map_err(|error| foreign(line, error.to_string()))
    };
    let outcomes: Vec<IterationResult> = lines.map(read).collect::<Result<_, _>>()?;
    if outcomes.len() as u64 > plan.iterations {
        return Err(foreign(outcomes.len() + 1, "more iterations than there are".to_owned()));
    }
    file.cut(whole as u64)?;
    Ok(outcomes)
}

/// In what two runs differ, theirs and ours.
fn difference(theirs: &Plan, ours: &Plan) -> Option<String> {
    let numbers = |plan: &Plan| (plan.iterations, plan.pairs, plan.seed);
    if theirs.engine != ours.engine {
        Some(format!("its engine is '{}', not '{}'", theirs.engine, ours.engine))
    } else if theirs.conditions != ours.conditions {
        Some(format!("its games are '{}', not '{}'", theirs.conditions, ours.conditions))
    } else if numbers(theirs) != numbers(ours) {
        let of = |plan| {
            let (iterations, pairs, seed) = numbers(plan);
            format!("{iterations} iterations of {pairs} pairs, seed {seed}")
        };
        Some(format!("it is of {}, not {}", of(theirs), of(ours)))
    } else {
        (theirs != ours).then(|| "its numbers to be tuned are others".to_owned())
    }
}
