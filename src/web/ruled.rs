//! A game under the arbiter: what happens at its board is the arbiter's to judge, and its record,
//! clocks and end follow him. It judges nothing itself.

use super::end::End;
use super::play::{LONGEST_GAME, Play};
use super::touch::TouchMove;
use crate::arbiter::Choice;
use crate::notation::fen;
use crate::notation::pgn::Record;
use crate::rules::laws::{Claim, DrawnBy};
use crate::rules::{Color, Position};

impl Play {
    /// Lets something else happen at the board of a game under the arbiter.
    ///
    /// # Errors
    /// One line: it cannot be read or cannot follow, or the game is not under the arbiter.
    pub fn event(&mut self, line: &str) -> Result<(), String> {
        let persons = [Color::White, Color::Black].map(|color| self.is_person(color));
        self.under_arbiter(|touch| touch.take(line, |who| persons[who.index()]))
    }

    /// Changes the game by what happens at its board.
    ///
    /// # Errors
    /// One line: the game is over or not under the arbiter, or the change is refused.
    pub(super) fn under_arbiter(
        &mut self,
        change: impl FnOnce(&mut TouchMove) -> Result<(), String>,
    ) -> Result<(), String> {
        if self.end.is_some() {
            return Err("the game is over".to_owned());
        }
        if self.ply() >= LONGEST_GAME {
            return Err(format!("a game here has at most {LONGEST_GAME} moves"));
        }
        let touch = self.touch.as_mut().ok_or("this game is not under the arbiter")?;
        let before = touch.ply();
        change(touch)?;
        let moved = touch.ply() > before;
        self.follow_arbiter(moved);
        Ok(())
    }

    /// Whether what happens next is an engine's choice of what it exacts.
    pub fn engine_chooses(&self) -> bool {
        let chooser = self.touch.as_ref().and_then(|touch| touch.state().chooser());
        self.end.is_none() && chooser.is_some_and(|who| !self.is_person(who))
    }

    /// The engine exacts what it has chosen, or nothing, and gives up what else was open to it. To
    /// put a piece back, or to leave a check, leads to no further choice.
    ///
    /// # Errors
    /// One line: the arbiter does not take it.
    pub fn engine_exacts(&mut self, choice: Option<Choice>) -> Result<(), String> {
        self.under_arbiter(|touch| {
            let who = touch.state().chooser().ok_or("nobody has a choice")?;
            if let Some(choice) = choice {
                touch.exact(who, choice)?;
            }
            match choice {
                None | Some(Choice::Replace | Choice::Ignore) => touch.waive(who),
                Some(_) => Ok(()),
            }
        })
    }

    /// Brings the record, the clocks and the end to where the arbiter is.
    fn follow_arbiter(&mut self, moved: bool) {
        let Some(touch) = &self.touch else { return };
        let now = touch.state().clock_runs_for();
        if let Some(clock) = &mut self.clock {
            clock.stop(moved);
            clock.start(now);
        }
        if let Some(game) = touch.game() {
            let mut record = Record::new(self.record.terms(), *game.start());
            record.tags = self.record.tags.clone();
            for mv in game.moves() {
                let legal = record.play(*mv);
                debug_assert!(legal, "the arbiter's game is legal");
            }
            self.record = record;
        }
        let end = touch.ending().map(|(ending, ruling)| {
            let outcome = touch.state().scene().position().and_then(Position::outcome);
            End::ruled(ending, ruling, outcome, self.record.terms())
        });
        self.read_record();
        if let Some(end) = end {
            self.finish(end);
        }
    }

    /// Whether the record stands where the arbiter does.
    pub(super) fn is_at(&self, touch: &TouchMove) -> bool {
        touch.state().scene().fen() == fen::to_string(self.game().position())
    }

    /// A claim is made. Under the arbiter it may be refused, as when a piece was touched first.
    ///
    /// # Errors
    /// One line: nobody can make it, or the arbiter does not take it.
    pub fn claim(&mut self, claim: Claim) -> Result<(), String> {
        if self.touch.is_none() {
            let end = self.end_of_claim(claim);
            self.finish(end);
            return Ok(());
        }
        let who = self.claimant(claim).ok_or("nobody can claim here")?;
        let ground = match claim.ground {
            DrawnBy::ThirdOccurrence => "repetition",
            DrawnBy::SameSeries => "series",
            DrawnBy::EndlessChecks => "endless checks",
            DrawnBy::Dead => "drawn game",
            _ => "fifty moves",
        };
        self.under_arbiter(|touch| touch.take(&format!("{who} claims {ground}"), |_| true))
    }

    /// Lets events that were kept happen again, in a game at its beginning.
    ///
    /// # Errors
    /// One line: one of them cannot follow.
    pub(super) fn resume(&mut self, events: &[String]) -> Result<(), String> {
        let mut touch = TouchMove::new(self.record.terms(), self.record.game().start())?;
        for line in events {
            touch.take(line, |_| true)?;
        }
        self.touch = Some(touch);
        self.follow_arbiter(false);
        Ok(())
    }
}
