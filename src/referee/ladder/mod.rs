//! A ladder of odds: the same two engines at one odds after another, until it is known at which
//! they are even. Each rung is a match like any other; here is only decided at which to play next.
//! It prints and writes nothing itself.

pub mod estimate;
pub mod table;

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use thiserror::Error;

use self::estimate::{Place, next_rung, place, worth};
use super::files::OutputFile;
use super::tournament::resume::{ResumeError, resume_among};
use super::tournament::{
    Finished, Format, GameScore, Match, MatchError, Openings, OpeningsError, RandomOpenings,
    RandomPlies, Schedule, Tally,
};
use crate::notation::pgn::Transcript;
use crate::rules::Color;
use crate::rules::laws::{Odds, OddsError, Terms};

/// The odds of a ladder where the user names none: those that were usual (british1897:IV.3 and
/// IV.4), and where they were passed the two minor pieces and the queen.
pub const USUAL: &str = "none moves=1 pawn,moves=1 pawn,moves=2 knight rook minors queen";

/// Why there is no ladder.
#[derive(Debug, Error)]
pub enum LadderError {
    /// A step is no odds.
    #[error("steps: {0}")]
    Odds(#[from] OddsError),
    /// Nothing to climb.
    #[error("steps '{0}': at least two odds are needed")]
    TooFew(String),
    /// The odds do not rise.
    #[error("steps: '{1}' is worth no more than '{0}' before it")]
    Order(String, String),
    /// The odds leave no position.
    #[error("steps '{0}': {1}")]
    Array(String, OpeningsError),
}

/// The user's settings for a ladder.
pub struct Plan<'a> {
    /// The odds, rising, divided by blanks or semicolons.
    pub steps: &'a str,
    /// The place of the engine that gives; `None`: the one that is found the stronger on level
    /// terms, or the first if the ladder has no such rung.
    pub giver: Option<usize>,
    /// Games played at a rung before another is thought of.
    pub batch: usize,
    /// Games on all rungs together.
    pub games: usize,
    /// The plies that each game begins with: without them engines that always make the same move
    /// would play one game for ever.
    pub random: RandomPlies,
}

/// One rung.
struct Rung {
    odds: Odds,
    worth: f64,
    /// The match in which the first engine gives, and that in which the second does; on level
    /// terms nobody does, and the first is played.
    matches: [Arc<Match>; 2],
    /// The results of the first engine by the numbers of the games.
    results: BTreeMap<usize, GameScore>,
}

/// A ladder of two engines.
pub struct Ladder {
    rungs: Vec<Rung>,
    giver: Option<usize>,
    batch: usize,
    games: usize,
}

impl Ladder {
    /// The ladder on which the first two engines of a match play, under its law and conditions.
    ///
    /// # Errors
    /// [`LadderError`] names the step at fault.
    pub fn new(base: &Match, plan: &Plan<'_>) -> Result<Self, LadderError> {
        let words = plan.steps.split([' ', ';']).map(str::trim).filter(|word| !word.is_empty());
        let steps: Vec<Odds> = words.map(str::parse).collect::<Result<_, _>>()?;
        if steps.len() < 2 {
            return Err(LadderError::TooFew(plan.steps.to_owned()));
        }
        let mut rungs: Vec<Rung> = Vec::new();
        for odds in steps {
            let rung = Rung::new(base, odds, plan)?;
            if let Some(before) = rungs.last().filter(|before| before.worth >= rung.worth) {
                return Err(LadderError::Order(before.odds.to_string(), rung.odds.to_string()));
            }
            rungs.push(rung);
        }
        let has_level = rungs.iter().any(Rung::is_level);
        let giver = plan.giver.or(if has_level { None } else { Some(0) });
        Ok(Self { rungs, giver, batch: plan.batch.max(1), games: plan.games })
    }

    /// The place of the engine that gives: the first until it is known.
    pub fn giver(&self) -> usize {
        self.giver.unwrap_or(0)
    }

    /// Games played.
    pub fn played(&self) -> usize {
        self.rungs.iter().map(|rung| rung.results.len()).sum()
    }

    /// The giver's games at each rung, with its worth in pawns.
    pub fn tallies(&self) -> Vec<(f64, Tally)> {
        let tally = |rung: &Rung| {
            let mut tally = Tally::default();
            for score in rung.results.values() {
                tally.add_game(if self.giver() == 0 { *score } else { score.reversed() });
            }
            (rung.worth, tally)
        };
        self.rungs.iter().map(tally).collect()
    }

    /// The odds of each rung.
    pub fn odds(&self) -> impl Iterator<Item = &Odds> {
        self.rungs.iter().map(|rung| &rung.odds)
    }

    /// Where the engines are even, as far as is known.
    pub fn place(&self) -> Place {
        place(&self.tallies(), self.batch as u64)
    }

    /// Whether it is known where the engines are even, or all games are played.
    pub fn is_over(&self) -> bool {
        self.place() != Place::Open || self.played() >= self.games
    }

    /// Counts the games of this ladder that stand in a file.
    ///
    /// # Errors
    /// The file cannot be read, or holds a game of something else.
    pub fn resume_games(&mut self, file: &mut OutputFile) -> Result<(), ResumeError> {
        let matches: Vec<&Match> =
            self.rungs.iter().flat_map(|rung| &rung.matches).map(|one| &**one).collect();
        let whose = |transcript: &Transcript, terms: &Terms| self.match_of(transcript, terms);
        let games = resume_among(file, &matches, whose)?;
        for (place, done) in games {
            let (rung, giver) = (&mut self.rungs[place / 2], place % 2);
            let schedule = rung.matches[giver].schedule;
            let score = score_of_first(schedule.fixture(done.number).white, done.winner);
            rung.results.insert(done.number, score);
            if !rung.is_level() {
                self.giver = Some(giver);
            }
        }
        self.decide_giver();
        Ok(())
    }

    /// The place among all matches of the one that a game with these terms is of.
    fn match_of(&self, transcript: &Transcript, terms: &Terms) -> Result<usize, String> {
        let color = terms.giver(None);
        let given = |odds: &Odds| (odds.removed(color), odds.moves);
        let rung = self.rungs.iter().position(|rung| given(&rung.odds) == given(&terms.odds));
        let rung = rung.ok_or_else(|| format!("no step has the odds '{}'", terms.odds))?;
        let giver = transcript.tags.get(if color == Color::White { "White" } else { "Black" });
        let gives = |place: &usize| {
            let [first, _] = &self.rungs[rung].matches;
            giver == Some(&first.engines[*place].name)
        };
        let giver = if self.rungs[rung].is_level() { Some(0) } else { (0..2).find(gives) };
        let giver = giver.ok_or("the giver is none of the engines")?;
        if self.giver.is_some_and(|known| known != giver) && !self.rungs[rung].is_level() {
            return Err("the other engine gives".to_owned());
        }
        Ok(2 * rung + giver)
    }

    /// Who is the stronger by the first games on level terms.
    fn decide_giver(&mut self) {
        let Some(level) = self.rungs.iter().find(|rung| rung.is_level()) else { return };
        let first: Vec<f64> = (0..self.batch)
            .map_while(|number| level.results.get(&number))
            .map(|score| f64::from(*score as u8) / 2.0)
            .collect();
        if self.giver.is_none() && first.len() == self.batch {
            let points: f64 = first.iter().sum();
            self.giver = Some(usize::from(points < self.batch as f64 / 2.0));
        }
    }

    /// The rung to play on now: on level terms while it is not known who is to give.
    fn next(&self) -> usize {
        let level = self.rungs.iter().position(Rung::is_level);
        let unknown = level.filter(|_| self.giver.is_none());
        unknown.unwrap_or_else(|| next_rung(&self.tallies()))
    }

    /// Plays until it is known where the engines are even, or all games are played, or the matches
    /// are broken off. Each game is handed to `report` with the odds and the ladder as it stands.
    ///
    /// # Errors
    /// A match cannot go on.
    pub fn climb(
        &mut self,
        mut report: impl FnMut(&Self, &Finished) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        while !self.is_over() {
            let number = self.next();
            let giver = if self.rungs[number].is_level() { 0 } else { self.giver() };
            let left = self.games - self.played();
            let the_match = Arc::clone(&self.rungs[number].matches[giver]);
            let results = &self.rungs[number].results;
            let wanted: HashSet<usize> = (0..the_match.schedule.games())
                .filter(|game| !results.contains_key(game))
                .take(self.batch.min(left))
                .collect();
            let played = the_match.run(&|game| !wanted.contains(&game), |finished| {
                let fixture = finished.fixture;
                let score = score_of_first(fixture.white, finished.played.ending.winner);
                self.rungs[number].results.insert(fixture.number, score);
                report(self, &finished)
            });
            self.decide_giver();
            played?;
            if the_match.interrupt.is_set() || wanted.is_empty() {
                break;
            }
        }
        Ok(())
    }
}

/// What the first engine made of a game in which that engine had White.
fn score_of_first(white: usize, winner: Option<Color>) -> GameScore {
    match winner {
        None => GameScore::Draw,
        Some(color) if (color == Color::White) == (white == 0) => GameScore::Win,
        Some(_) => GameScore::Loss,
    }
}

impl Rung {
    fn new(base: &Match, odds: Odds, plan: &Plan<'_>) -> Result<Self, LadderError> {
        let terms =
            Terms { odds: odds.clone(), odds_giver: Some(Color::White), ..base.terms.clone() };
        let level = odds.is_none() && terms.undertaking.is_none();
        let openings =
            || Openings::array(&terms).map_err(|error| LadderError::Array(odds.to_string(), error));
        let of = |giver: usize| -> Result<Match, LadderError> {
            Ok(Match {
                schedule: Schedule {
                    engines: 2,
                    rounds: plan.games.max(1),
                    // With the colours changed a game at odds is the same game in a mirror.
                    repeat: level,
                    format: Format::RoundRobin,
                },
                engine_gives: (!level).then_some(giver),
                ..base.with_openings(&terms, openings()?, Some(RandomOpenings::new(plan.random)))
            })
        };
        let matches = [Arc::new(of(0)?), Arc::new(of(1)?)];
        Ok(Self { worth: worth(&odds, &base.terms), odds, matches, results: BTreeMap::new() })
    }

    /// Whether neither engine gives anything.
    fn is_level(&self) -> bool {
        self.matches[0].engine_gives.is_none()
    }
}
