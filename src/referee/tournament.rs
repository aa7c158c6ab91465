//! A whole match: the schedule played on several boards at once. It starts and ends engines and
//! hands each finished game to the caller, who keeps the score and may end the match. It prints
//! and writes nothing itself.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use super::adjudication::Adjudication;
use super::client::{Client, Fault, Interrupt, Patience};
use super::game::{Cause, Conditions, Played, play};
use super::limits::Limits;
use super::log::WireLog;
use super::openings::{Openings, mirrored, mirrored_terms};
use super::schedule::{Fixture, Schedule};
use super::spec::EngineSpec;
use crate::rules::laws::Terms;
use crate::rules::{Color, Game};

/// A match.
pub struct Match {
    /// The engines, at least two.
    pub engines: Vec<Arc<EngineSpec>>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// From what positions.
    pub openings: Openings,
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
    /// How many games are played at once, at least 1.
    pub concurrency: usize,
    /// How long engines may take for what is no thinking.
    pub patience: Patience,
    /// The log of the wire.
    pub log: WireLog,
    /// Breaks the match off.
    pub interrupt: Interrupt,
}

/// Why a match cannot begin.
#[derive(Debug, Error)]
pub enum MatchError {
    /// An engine is not fit to play.
    #[error("engine '{0}' {1}")]
    Engine(String, Fault),
    /// The system has no more threads.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
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
    /// Starts every engine once, to see whether it can play.
    ///
    /// # Errors
    /// The first engine that cannot.
    pub fn check_engines(&self) -> Result<(), MatchError> {
        for spec in &self.engines {
            let fit = self.start(spec).and_then(|mut client| {
                let ready = client.new_game();
                client.quit();
                ready
            });
            fit.map_err(|fault| MatchError::Engine(spec.name.clone(), fault))?;
        }
        Ok(())
    }

    fn start(&self, spec: &Arc<EngineSpec>) -> Result<Client, Fault> {
        Client::start(spec, self.patience, &self.log, &self.interrupt)
    }

    /// Plays every game that `is_done` does not say is played already, and hands each to `report`
    /// as it ends. Once that says so, or the match is broken off, games still being played are
    /// given up. All engines have ended when this returns.
    ///
    /// # Errors
    /// A thread cannot be started.
    pub fn run(
        &self,
        is_done: &(dyn Fn(usize) -> bool + Sync),
        mut report: impl FnMut(Finished) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, finished) = channel();
            for board in 0..self.concurrency {
                let (sender, next) = (sender.clone(), &next);
                let worker = move || self.work(next, is_done, &sender);
                let thread = thread::Builder::new().name(format!("board {board}"));
                if let Err(error) = thread.spawn_scoped(scope, worker) {
                    self.interrupt.set();
                    return Err(error.into());
                }
            }
            drop(sender);
            for game in finished {
                if report(game).is_break() {
                    self.interrupt.set();
                }
            }
            Ok(())
        })
    }

    /// Plays games until there are none left.
    fn work(
        &self,
        next: &AtomicUsize,
        is_done: &(dyn Fn(usize) -> bool + Sync),
        sender: &Sender<Finished>,
    ) {
        let mut clients: HashMap<usize, Client> = HashMap::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.schedule.games() || self.interrupt.is_set() {
                break;
            }
            if is_done(number) {
                continue;
            }
            let fixture = self.schedule.fixture(number);
            let finished = self.play(fixture, &mut clients);
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
    }

    fn play(&self, fixture: Fixture, clients: &mut HashMap<usize, Client>) -> Finished {
        let players = [fixture.white, fixture.black];
        let (terms, opening) = self.terms_of(fixture);
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
            interrupt: &self.interrupt,
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
                    let played = super::game::unfit(&opening, color, &fault);
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

    /// The terms and the opening of a game of the schedule. Where one engine always gives, and has Black here,
    /// both are mirrored.
    pub fn terms_of(&self, fixture: Fixture) -> (Terms, Game) {
        let opening = self.openings.of_round(fixture.round);
        if self.engine_gives == Some(fixture.black) {
            let terms = mirrored_terms(&self.terms);
            if let Some(mirror) = mirrored(opening, &terms) {
                return (terms, mirror);
            }
        }
        (self.terms.clone(), opening.clone())
    }
}
