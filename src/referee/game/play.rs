//! One game between two engines under a law. The rules core judges every move and every result;
//! what an engine claims or believes decides nothing. The referee does for the players what the
//! law lets them do and UCI cannot express: it claims for them, and takes them to agree.
//!
//! An engine may claim a draw itself by `info string claim draw` before its `bestmove`. When the
//! law allows it the game ends by that clause, and the move is not made. Otherwise the claim is
//! noted and the move stands: no code has a penalty for a claim that is not proved.

mod umpire;

use std::time::Duration;

use super::adjudication::{Adjudicated, Adjudication, Tracker, by_tablebases};
use super::ending::{Cause, Ending};
use super::errors::ErrorScript;
use super::present::{Choice, Presentation, restrict, tell_terms};
use crate::notation::coordinate;
use crate::referee::client::{
    Answer, Client, Clock, Fault, Interrupt, Limits, SearchEnd, SearchInfo, go_command,
};
use crate::rules::laws::{DrawnBy, Outcome, Repetition, Terms};
use crate::rules::{Color, Game, Move};
use crate::tablebases::Tablebases;
use umpire::{Umpire, narrow};

/// What is noted of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveNote {
    /// What the engine reported; `None` for a move of the opening, or one made for it.
    pub info: Option<SearchInfo>,
    /// How long it took.
    pub time: Duration,
    /// Whether the engine claimed what the law does not allow.
    pub false_claim: bool,
}

/// A finished game.
#[derive(Debug)]
pub struct Played {
    /// The moves and positions.
    pub game: Game,
    /// A note for each move.
    pub notes: Vec<MoveNote>,
    /// How it ended.
    pub ending: Ending,
    /// The note of the move that came too late, if one did: it was not made.
    pub late: Option<MoveNote>,
    /// What the arbiter ruled, if one was there, each with the number of half-moves made before it.
    pub rulings: Vec<(usize, String)>,
    /// Whether White's, and Black's, engine must be ended, having failed.
    pub broken: [bool; 2],
}

impl Played {
    /// The ending in words, with the time of a late move, and what the engine's last line of `info`
    /// says it took, if it does: `Black loses on time by a move after 83 ms, 81 by its own clock`.
    pub fn in_words(&self) -> String {
        let words = self.ending.in_words(self.game.position());
        let Some(late) = self.late else { return words };
        let own = late.info.and_then(|info| info.time);
        let own = own.map_or_else(String::new, |own| format!(", {own} by its own clock"));
        format!("{words} by a move after {} ms{own}", late.time.as_millis())
    }
}

/// What a game is played by.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// The law and the odds.
    pub terms: &'a Terms,
    /// Who gives the odds or is bound.
    pub giver: Color,
    /// The position it begins from, with the moves of the opening made.
    pub opening: &'a Game,
    /// White's limits and Black's.
    pub limits: [Limits; 2],
    /// How late a move may come.
    pub margin: Duration,
    /// How long an engine may think where no limit is a time.
    pub stall: Duration,
    /// What the referee may end.
    pub adjudication: Adjudication,
    /// The tablebases by which the referee may end it, if any.
    pub tablebases: Option<&'a Tablebases>,
    /// Whether the match is being broken off.
    pub interrupt: &'a Interrupt,
    /// What the players are made to do under the arbiter, and the number of the game, from 1.
    pub errors: Option<(&'a ErrorScript, usize)>,
}

/// The number of moves of each after which the players are taken to agree to a draw.
const LONGEST_GAME: usize = 400;

/// Plays a game. Place 0 of the clients is White's.
pub fn play(clients: [&mut Client; 2], conditions: Conditions<'_>) -> Played {
    let mut live = match LiveGame::begin(clients, conditions) {
        Ok(live) => live,
        Err(failed_to_start) => return *failed_to_start,
    };
    let ending = loop {
        if let Some(ending) = live.ending_now() {
            break ending;
        }
        if conditions.interrupt.is_set() {
            break Ending { winner: None, cause: Cause::Interrupted };
        }
        if let Err(ending) = live.next_move() {
            break ending;
        }
    };
    live.stop_pondering();
    let LiveGame { game, notes, late, broken, umpire, .. } = live;
    let rulings = umpire.map_or_else(Vec::new, |umpire| umpire.told);
    Played { game, notes, ending, late, rulings, broken }
}

/// A game in progress.
struct LiveGame<'a> {
    clients: [&'a mut Client; 2],
    conditions: Conditions<'a>,
    game: Game,
    notes: Vec<MoveNote>,
    shown: [Presentation; 2],
    clocks: [Option<Clock>; 2],
    tracker: Tracker,
    adjudged: Option<Adjudicated>,
    /// The note of the move that came too late.
    late: Option<MoveNote>,
    /// Each player's last score, in centipawns for himself.
    scores: [Option<i32>; 2],
    /// The reply that each player expects to his last move, if he ponders and it is legal.
    expected: [Option<Move>; 2],
    broken: [bool; 2],
    /// The arbiter, if the match has one.
    umpire: Option<Umpire<'a>>,
}

impl<'a> LiveGame<'a> {
    fn begin(
        clients: [&'a mut Client; 2],
        conditions: Conditions<'a>,
    ) -> Result<Self, Box<Played>> {
        let opening = conditions.opening;
        let mut knows = [false; 2];
        for color in Color::ALL {
            let client = &mut *clients[color.index()];
            let told = tell_terms(client, conditions.terms, conditions.giver);
            match told.and_then(|knows| client.new_game().map(|()| knows)) {
                Ok(known) => knows[color.index()] = known,
                Err(fault) => return Err(Box::new(failed_to_start(opening, color, &fault))),
            }
        }
        let shown = knows.map(|knows| Presentation::of_game(opening, knows));
        let all_know = knows == [true; 2];
        Ok(Self {
            clients,
            conditions,
            game: opening.clone(),
            notes: vec![MoveNote::default(); opening.moves().len()],
            shown,
            clocks: conditions.limits.map(|limits| limits.clock.map(Clock::new)),
            tracker: Tracker::new(conditions.adjudication, opening.position(), all_know),
            adjudged: None,
            late: None,
            scores: [None; 2],
            expected: [None; 2],
            broken: [false; 2],
            umpire: conditions
                .errors
                .map(|(script, game)| Umpire::new(script, game, conditions.terms, opening)),
        })
    }

    /// Clocks that have not run yet.
    fn new_clocks(&self) -> [Option<Clock>; 2] {
        self.conditions.limits.map(|limits| limits.clock.map(Clock::new))
    }

    /// How the game has ended, if it has.
    fn ending_now(&self) -> Option<Ending> {
        let position = self.game.position();
        if let Some(outcome) = self.game.outcome().or_else(|| self.claimed()) {
            return Some(Ending::by_law(outcome));
        }
        // A draw that only the players make is, like any other, a loss for one who is bound.
        let undecided = position.undertaking().map(|bound| bound.giver.other());
        if self.agreed() {
            return Some(Ending { winner: undecided, cause: Cause::Agreement });
        }
        self.adjudged.map(|verdict| {
            let winner = match verdict {
                Adjudicated::Resigns(loser) => Some(loser.other()),
                Adjudicated::Tablebase(winner) => winner,
                Adjudicated::Draw | Adjudicated::TooLong => undecided,
            };
            Ending { winner, cause: Cause::Adjudication(verdict) }
        })
    }

    /// The outcome of a claim that the law allows now and that profits the claimant by his own
    /// last score. Today every claim is made, as match runners do.
    fn claimed(&self) -> Option<Outcome> {
        if self.conditions.adjudication.own_claims {
            return None;
        }
        let position = self.game.position();
        let mover = position.turn();
        let every = position.laws().has_automatic_limits();
        let profits = |player: Color| match position.drawn(DrawnBy::ThirdOccurrence).winner {
            Some(winner) => winner == player,
            None => self.scores[player.index()].is_none_or(|score| score <= 0),
        };
        // To look ahead takes time: only for a player who has begun a series of checks.
        let claims = if profits(mover) && self.checks_in_a_row() >= 2 {
            self.game.claims()
        } else {
            self.game.claims_by_record()
        };
        claims.into_iter().find_map(|claim| {
            let outcome = self.game.outcome_of_claim(claim);
            let claimed =
                every || profits(mover) || (!claim.side_to_move_only && profits(mover.other()));
            claimed.then_some(outcome)
        })
    }

    /// How many of the last moves in a row of the side to move gave check.
    fn checks_in_a_row(&self) -> usize {
        let after_his_moves = self.game.positions().iter().rev().skip(1).step_by(2);
        after_his_moves.take_while(|position| position.in_check()).count()
    }

    /// The outcome of what the player to move claims, if the law allows it.
    fn outcome_of(&self, claim: &str) -> Option<Outcome> {
        let claims = if claim == "draw" { self.game.claims() } else { Vec::new() };
        claims.first().map(|claim| self.game.outcome_of_claim(*claim))
    }

    /// Whether the players are taken to agree to a draw: the same pieces have stood three times
    /// with the same player to move within fifty moves of each without capture or pawn move, where
    /// the law knows no repetition; under any law after [`LONGEST_GAME`] moves of each.
    fn agreed(&self) -> bool {
        let positions = self.game.positions();
        if self.game.moves().len() >= 2 * LONGEST_GAME {
            return true;
        }
        let now = self.game.position();
        let reversible = usize::from(now.halfmove().min(crate::rules::FIFTY_MOVES)) + 1;
        let recent = positions.iter().rev().take(reversible);
        now.laws().repetition == Repetition::Off
            && recent.filter(|then| then.placement_key() == now.placement_key()).count() >= 3
    }

    /// Has the player to move make a move, while his opponent may ponder.
    fn next_move(&mut self) -> Result<(), Ending> {
        if self.let_err()? {
            return Ok(());
        }
        let position = *self.game.position();
        let mover = position.turn();
        let us = mover.index();
        self.let_ponder(mover.other())?;
        let expected = self.expected[us].take();
        let forced = self.umpire.as_ref().and_then(|umpire| umpire.forced(&position));
        let is_hit = expected.is_some() && expected == self.game.moves().last().copied();
        let reply = if self.clients[us].is_pondering() && is_hit {
            let allowance = self.allowance(us);
            self.clients[us].ponder_hit(allowance)
        } else {
            let mut go = go_command(self.conditions.limits[us], self.clocks, us, false);
            let only = forced.as_ref().map_or_else(|| position.legal_moves()[0], |moves| moves[0]);
            if !narrow(&mut go, &self.shown[us], &position, forced.clone()) {
                return self.take_move(only, MoveNote::default());
            }
            self.ask(us, &go)
        };
        let answer = self.answer_of(mover, reply)?;
        let in_time = self.is_in_time(us, answer.time);
        let illegal = || Ending::lost_by(mover, Cause::IllegalMove(mover, answer.best.clone()));
        let note = MoveNote { info: Some(answer.info), time: answer.time, false_claim: false };
        if !in_time {
            self.late = Some(note);
            return Err(Ending::lost_by(mover, Cause::Time(mover)));
        }
        // A claim comes before the move, which need not be one.
        let allowed = answer.claim.as_deref().and_then(|claim| self.outcome_of(claim));
        if let Some(outcome) = allowed {
            return Err(Ending::by_law(outcome));
        }
        let allowed = |mv: &Move| forced.as_ref().is_none_or(|moves| moves.contains(mv));
        let mv = coordinate::parse(&position, &answer.best).filter(allowed).ok_or_else(illegal)?;
        self.scores[us] = answer.info.score.map(|score| score.centipawns());
        self.take_move(mv, MoveNote { false_claim: answer.claim.is_some(), ..note })?;
        // Under the arbiter a move may be taken back: nobody thinks ahead.
        if self.clients[us].spec().ponder && self.umpire.is_none() {
            let guess = answer.ponder.as_deref();
            self.expected[us] =
                guess.and_then(|word| coordinate::parse(self.game.position(), word));
        }
        Ok(())
    }

    /// A move that the player to move makes: under the arbiter, if there is one.
    fn take_move(&mut self, mv: Move, note: MoveNote) -> Result<(), Ending> {
        if !self.under_arbiter(mv, note)? {
            self.make(mv, note);
        }
        Ok(())
    }

    /// Lets a player who is not to move think about the reply he expects. A player whose engine
    /// has ended meanwhile has lost, whoever is to move.
    fn let_ponder(&mut self, player: Color) -> Result<(), Ending> {
        let us = player.index();
        let Some(expected) = self.expected[us] else { return Ok(()) };
        let before = *self.game.position();
        let after = before.play(expected);
        if after.outcome().is_some() {
            return Ok(());
        }
        let mut shown = self.shown[us].clone();
        shown.push(&before, expected, &after);
        let mut go = go_command(self.conditions.limits[us], self.clocks, us, true);
        match shown.choice(&after) {
            Some(Choice::None) => return Ok(()),
            Some(Choice::Among(moves)) => restrict(&mut go, &after, &moves),
            None => {}
        }
        let begun = self.clients[us].ponder(shown.command(), &go);
        begun.map_err(|fault| self.failed(player, &fault))
    }

    /// Ends what pondering is left when the game is over. An engine that fails in it has lost
    /// nothing by that, but must be started anew.
    fn stop_pondering(&mut self) {
        for (client, broken) in self.clients.iter_mut().zip(&mut self.broken) {
            *broken |= !*broken && client.stop_pondering().is_err();
        }
    }

    /// How long a player may take for his move before the referee says `stop`.
    fn allowance(&self, us: usize) -> Duration {
        let timed = self.time_bound(us);
        timed.map_or(self.conditions.stall, |time| time + self.conditions.margin)
    }

    /// The time a player has for his move, where a limit is a time.
    fn time_bound(&self, us: usize) -> Option<Duration> {
        let clock = self.clocks[us].map(|clock| clock.left());
        [clock, self.conditions.limits[us].move_time].into_iter().flatten().min()
    }

    /// Asks a player for a move in the position on the board, whatever he pondered about.
    fn ask(&mut self, us: usize, go: &str) -> Result<SearchEnd, Fault> {
        let allowance = self.allowance(us);
        self.clients[us].stop_pondering()?;
        self.clients[us].go(self.shown[us].command(), go, allowance)
    }

    fn answer_of(
        &mut self,
        mover: Color,
        reply: Result<SearchEnd, Fault>,
    ) -> Result<Answer, Ending> {
        match reply {
            Ok(SearchEnd::InTime(answer)) => Ok(answer),
            // The time of arrival decides: it may have come in time and been read too late.
            Ok(SearchEnd::Late(answer)) if self.time_bound(mover.index()).is_some() => Ok(answer),
            Ok(SearchEnd::Late(_)) => {
                let why = "thinks longer than an engine may without a clock".to_owned();
                Err(Ending::lost_by(mover, Cause::Broken(mover, why)))
            }
            Err(fault) => Err(self.failed(mover, &fault)),
        }
    }

    /// The end of the game by an engine's failure.
    fn failed(&mut self, player: Color, fault: &Fault) -> Ending {
        self.broken[player.index()] = true;
        broken_by(player, fault)
    }

    fn is_in_time(&mut self, us: usize, time: Duration) -> bool {
        let margin = self.conditions.margin;
        let fell = self.clocks[us].as_mut().is_some_and(|clock| clock.spend(time, margin));
        let move_time = self.conditions.limits[us].move_time;
        !fell && move_time.is_none_or(|limit| time <= limit + margin)
    }

    fn make(&mut self, mv: Move, note: MoveNote) {
        let before = *self.game.position();
        let legal = self.game.play(mv);
        debug_assert!(legal, "only legal moves come here");
        let after = *self.game.position();
        self.shown.iter_mut().for_each(|shown| shown.push(&before, mv, &after));
        self.notes.push(note);
        let score = note.info.and_then(|info| info.score).map(|score| score.centipawns());
        let by_score = self.tracker.note_score(before.turn(), score, after.halfmove() == 0);
        let known = self.conditions.tablebases.and_then(|tables| by_tablebases(tables, &after));
        self.adjudged = known.or(by_score);
    }
}

/// A game that could not begin, an engine having failed.
pub fn failed_to_start(opening: &Game, color: Color, fault: &Fault) -> Played {
    let mut broken = [false; 2];
    broken[color.index()] = true;
    Played {
        game: opening.clone(),
        notes: vec![MoveNote::default(); opening.moves().len()],
        ending: broken_by(color, fault),
        late: None,
        rulings: Vec::new(),
        broken,
    }
}

/// The end of a game in which a player's engine has failed, or which was broken off.
fn broken_by(color: Color, fault: &Fault) -> Ending {
    match fault {
        Fault::Interrupted => Ending { winner: None, cause: Cause::Interrupted },
        _ => Ending::lost_by(color, Cause::Broken(color, fault.to_string())),
    }
}
