//! A whole match: the schedule played on several boards at once. It starts and ends engines and
//! hands each finished game to the caller, who keeps the score and may end the match. It prints
//! and writes nothing itself.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use super::openings::Openings;
use super::random::{Ground, RandomError, RandomOpenings};
use super::schedule::{Fixture, Schedule};
use crate::referee::client::{Client, EngineSpec, Fault, Interrupt, Limits, Patience, WireLog};
use crate::referee::game::{
    Adjudication, Cause, Conditions, ErrorScript, Played, failed_to_start, play,
};
use crate::rules::laws::{Laws, Terms};
use crate::rules::{Color, Game};
use crate::tablebases::Tablebases;

/// A match.
pub struct Match {
    /// The engines, at least two.
    pub engines: Vec<Arc<EngineSpec>>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// From what positions.
    pub openings: Openings,
    /// Random plies to be made after each of them, judged by the first engine.
    pub random: Option<RandomOpenings>,
    /// Under what law and at what odds. Where [`Match::engine_gives`] is set, as White gives them.
    pub terms: Terms,
    /// The engine that always gives the odds, if one does; otherwise a colour does.
    pub engine_gives: Option<usize>,
    /// The limits of every engine that has none of its own.
    pub limits: Limits,
    /// How late a move may come.
    pub margin: Duration,
    /// How long an engine may think where no limit is a time.
    pub stall: Duration,
    /// What the referee may end.
    pub adjudication: Adjudication,
    /// The tablebases by which the referee may end games, if any.
    pub tablebases: Option<Arc<Tablebases>>,
    /// How many games are played at once, at least 1.
    pub concurrency: usize,
    /// How long engines may take for anything but a search.
    pub patience: Patience,
    /// The log of the wire.
    pub log: WireLog,
    /// Breaks the match off.
    pub interrupt: Interrupt,
    /// What the players are made to do, the arbiter ruling on it.
    pub errors: Option<Arc<ErrorScript>>,
}

/// Why a match cannot begin.
#[derive(Debug, Error)]
pub enum MatchError {
    /// An engine is not fit to play.
    #[error("engine '{0}' {1}")]
    Engine(String, Fault),
    /// An engine cannot have a value that the user gives to an option.
    #[error("engine '{0}' {1}")]
    Option(String, String),
    /// The system has no more threads.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
    /// A round has no opening.
    #[error(transparent)]
    Opening(#[from] RandomError),
}

/// A game that has been played.
pub struct Finished {
    /// Which game of the schedule.
    pub fixture: Fixture,
    /// The terms it was played on.
    pub terms: Terms,
    /// White's limits and Black's.
    pub limits: [Limits; 2],
    /// The game.
    pub played: Played,
    /// How many moves White's, and Black's, engine sent without being asked.
    pub stray_moves: [u32; 2],
}

impl Match {
    /// The same engines under the same conditions, on other terms and from other openings.
    pub fn with_openings(
        &self,
        terms: &Terms,
        openings: Openings,
        random: Option<RandomOpenings>,
    ) -> Self {
        Self {
            engines: self.engines.clone(),
            openings,
            random,
            terms: terms.clone(),
            tablebases: self.tablebases.clone(),
            log: self.log.clone(),
            interrupt: self.interrupt.clone(),
            errors: self.errors.clone(),
            ..*self
        }
    }

    /// Starts every engine once, to see whether it can play. Returns the options that the user sets
    /// and an engine does not declare, a line each.
    ///
    /// # Errors
    /// The first engine that cannot play, or cannot have a value that the user gives to an option.
    pub fn check_engines(&self) -> Result<Vec<String>, MatchError> {
        let mut missing = Vec::new();
        for spec in &self.engines {
            let fit = self.start(spec).and_then(|mut client| {
                let wishes = client.unmet_options(self.terms.chess960);
                let ready = client.new_game();
                client.quit();
                ready.map(|()| wishes)
            });
            let failed_to_start = |fault| MatchError::Engine(spec.name.clone(), fault);
            let wishes = fit.map_err(failed_to_start)?;
            let refused = |why| MatchError::Option(spec.name.clone(), why);
            let wishes = wishes.map_err(refused)?.into_iter();
            missing.extend(wishes.map(|wish| format!("engine '{}' {wish}", spec.name)));
        }
        Ok(missing)
    }

    fn start(&self, spec: &Arc<EngineSpec>) -> Result<Client, Fault> {
        Client::start(spec, self.patience, &self.log, &self.interrupt)
    }

    /// Plays every game that `is_done` does not say is played already, and hands each to `report`
    /// as it ends. Once that says so, or the match is broken off, games still being played are
    /// given up. All engines have ended when this returns.
    ///
    /// # Errors
    /// A thread cannot be started, or a round has no opening.
    pub fn run(
        &self,
        is_done: &(dyn Fn(usize) -> bool + Sync),
        mut report: impl FnMut(Finished) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let played = thread::scope(|scope| {
            let (sender, finished) = channel();
            for board in 0..self.concurrency {
                let (sender, next, failure) = (sender.clone(), &next, &failure);
                let worker = move || {
                    if let Err(error) = self.work(next, is_done, &sender) {
                        self.interrupt.set();
                        // The first reason is the one to tell; the others may follow from it.
                        let mut first = failure.lock().unwrap_or_else(PoisonError::into_inner);
                        first.get_or_insert(error);
                    }
                };
                let thread = thread::Builder::new().name(format!("board {board}"));
                if let Err(error) = thread.spawn_scoped(scope, worker) {
                    self.interrupt.set();
                    return Err(MatchError::Thread(error));
                }
            }
            drop(sender);
            for game in finished {
                if report(game).is_break() {
                    self.interrupt.set();
                }
            }
            Ok(())
        });
        if let Some(random) = &self.random {
            random.dismiss(!self.interrupt.is_set());
        }
        played?;
        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Plays games until there are none left.
    fn work(
        &self,
        next: &AtomicUsize,
        is_done: &(dyn Fn(usize) -> bool + Sync),
        sender: &Sender<Finished>,
    ) -> Result<(), RandomError> {
        let mut clients: HashMap<usize, Client> = HashMap::new();
        let mut opened = Ok(());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.schedule.games() || self.interrupt.is_set() {
                break;
            }
            if is_done(number) {
                continue;
            }
            let fixture = self.schedule.fixture(number);
            let opening = match self.opening(fixture.round) {
                Ok(opening) => opening,
                Err(RandomError::Judge(_, Fault::Interrupted)) => break,
                Err(error) => {
                    opened = Err(error);
                    break;
                }
            };
            let finished = self.play(fixture, &opening, &mut clients);
            let is_over = finished.played.ending.cause != Cause::Interrupted;
            if is_over && sender.send(finished).is_err() {
                break;
            }
        }
        for client in clients.into_values() {
            if self.interrupt.is_set() {
                client.abandon();
            } else {
                client.quit();
            }
        }
        opened
    }

    /// The opening of a round, as White and Black have it where no engine always gives.
    fn opening(&self, round: usize) -> Result<Game, RandomError> {
        let base = self.openings.of_round(round);
        let Some(random) = &self.random else { return Ok(base.clone()) };
        let judge = &self.engines[0];
        let ground = Ground { round, base, terms: &self.terms, judge: &judge.name };
        random.opening(ground, || self.start(judge))
    }

    fn play(
        &self,
        fixture: Fixture,
        opening: &Game,
        clients: &mut HashMap<usize, Client>,
    ) -> Finished {
        let players = [fixture.white, fixture.black];
        let (terms, opening) = self.terms_of(fixture, opening);
        let giver = terms.giver(Some(&crate::rules::Setup::of(opening.start())));
        let limits = players.map(|player| self.engines[player].limits.or(self.limits));
        let conditions = Conditions {
            terms: &terms,
            giver,
            opening: &opening,
            limits,
            margin: self.margin,
            stall: self.stall,
            adjudication: self.adjudication,
            tablebases: self.tablebases.as_deref(),
            interrupt: &self.interrupt,
            errors: self.errors.as_deref().map(|script| (script, fixture.number + 1)),
        };
        // An engine that does not play here gives its memory to those that do.
        let idle: Vec<usize> =
            clients.keys().copied().filter(|player| !players.contains(player)).collect();
        for player in idle {
            clients.remove(&player).map(Client::quit);
        }
        let mut seated = Vec::with_capacity(2);
        for (color, player) in Color::ALL.into_iter().zip(players) {
            let kept =
                clients.remove(&player).map_or_else(|| self.start(&self.engines[player]), Ok);
            match kept {
                Ok(client) => seated.push(client),
                Err(fault) => {
                    clients.extend(players.into_iter().zip(seated));
                    let played = failed_to_start(&opening, color, &fault);
                    return Finished { fixture, terms, limits, played, stray_moves: [0; 2] };
                }
            }
        }
        let [white, black] = &mut seated[..] else { unreachable!("two players are seated") };
        let played = play([white, black], conditions);
        let stray_moves = [white.take_stray_moves(), black.take_stray_moves()];
        for ((player, client), broken) in players.into_iter().zip(seated).zip(played.broken) {
            if broken {
                client.abandon();
            } else if client.spec().restart {
                client.quit();
            } else {
                clients.insert(player, client);
            }
        }
        Finished { fixture, terms, limits, played, stray_moves }
    }

    /// The terms of a game of the schedule, and its round's opening as the game has it: where one
    /// engine always gives, and has Black here, both are mirrored.
    fn terms_of(&self, fixture: Fixture, opening: &Game) -> (Terms, Game) {
        if self.engine_gives == Some(fixture.black) {
            let terms = self.terms.mirrored();
            if let Some(mirror) = opening.mirrored(&terms) {
                return (terms, mirror);
            }
        }
        (self.terms.clone(), opening.clone())
    }

    /// Whether a game could be that game of the schedule: of its law, from its opening. Where
    /// openings are random, one that begins with a line that may have been tried decides the
    /// round's opening.
    pub fn could_have_played(&self, fixture: Fixture, laws: Laws, game: &Game) -> bool {
        let begins_with = |opening: &Game| {
            let (terms, opening) = self.terms_of(fixture, opening);
            terms.laws() == laws
                && game.start().key() == opening.start().key()
                && game.moves().starts_with(opening.moves())
        };
        let base = self.openings.of_round(fixture.round);
        let Some(random) = &self.random else { return begins_with(base) };
        let line = random.lines(fixture.round, base).find(begins_with);
        line.is_some_and(|line| {
            random.adopt(fixture.round, line);
            true
        })
    }
}
