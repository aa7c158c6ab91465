//! Rights used, waived and lost, and errors pointed out.

use super::case::{Case, Due, Effect, Remedy};
use super::codes::{Beginning, BeginningCase, Replied};
use super::event::Error;
use super::ruling::{Choice, Kind, Ruling, Until};
use super::state::{Answer, Ending, Right, State};
use crate::rules::laws::Code;
use crate::rules::{Color, PieceKind};

impl State {
    /// A player exacts one of the choices open to him.
    pub(super) fn exacts(&mut self, who: Color, choice: Choice) -> Answer {
        let choice = self.in_its_own_words(who, choice);
        let found = self.rights.iter().position(|r| r.holder == who && r.remedy.choice == choice);
        let Some(at) = found else {
            let any = self.rights.iter().any(|right| right.holder == who && right.payer != who);
            if any && let Some(clauses) = self.law().illegal_demand() {
                self.rights.retain(|right| right.holder != who);
                return Ok(vec![Ruling::new(Kind::Lapsed, clauses).of(who)]);
            }
            return Err(if any {
                format!("{who} may not exact '{choice}'")
            } else {
                format!("no right is open to {who}")
            });
        };
        let right = self.rights[at].clone();
        Ok(self.apply(&right))
    }

    /// To move the piece on the king's square is to move the king.
    fn in_its_own_words(&self, who: Color, choice: Choice) -> Choice {
        let Choice::Move(square) = choice else { return choice };
        let right = self.rights.iter().find(|right| right.holder == who);
        let king = right.and_then(|right| right.base.piece_at(square));
        let is_king = king.is_some_and(|piece| piece.kind() == PieceKind::King);
        if is_king { Choice::King } else { choice }
    }

    fn apply(&mut self, right: &Right) -> Vec<Ruling> {
        let clauses = right.remedy.clauses;
        match &right.remedy.effect {
            Effect::Bind => {
                let changed = self.scene != right.base;
                self.restore(&right.base, right.made, false);
                self.bind(right.payer, right.remedy.clone());
                let kind = if changed { Kind::Restored } else { Kind::Noted };
                let mut ruling = Ruling::new(kind, clauses);
                if self.code() == Code::Federation1912 {
                    ruling.clauses.push("29");
                }
                vec![ruling]
            }
            Effect::Retract => {
                self.restore(&right.base, right.made, false);
                vec![Ruling::new(Kind::Restored, clauses)]
            }
            Effect::RetractThen(due) => {
                let opponent_touched = !self.touched.is_empty();
                self.restore(&right.base, right.made, false);
                // british1897:II.6d: only if he touched no man himself in that turn.
                if *due == Due::King || !opponent_touched {
                    self.due.push((right.payer, due.clone()));
                }
                vec![Ruling::new(Kind::Restored, clauses)]
            }
            Effect::Stand if right.remedy.choice == Choice::Continue => {
                self.faults.odds.clear();
                self.rights.clear();
                vec![Ruling::new(Kind::Stands, clauses)]
            }
            Effect::Stand if right.remedy.choice == Choice::Replace => {
                self.in_hand = None;
                if self.removed.is_some() {
                    self.restore(&right.base, right.made, false);
                }
                self.rights.retain(|r| r.remedy.choice != Choice::Replace);
                vec![Ruling::new(Kind::Restored, clauses)]
            }
            Effect::Stand => {
                if let Some(turn) = self.record.get_mut(right.made) {
                    turn.lawful = true;
                }
                self.rights.clear();
                let mut told = vec![Ruling::new(Kind::Stands, clauses)];
                told.extend(self.end_of_position());
                told
            }
            Effect::StandAndMove => {
                self.rights.clear();
                self.removed = None;
                self.touched.clear();
                self.turn_start = self.scene.clone();
                self.castling_forbidden = true;
                let mut told = vec![Ruling::new(Kind::Stands, clauses)];
                told.extend(self.end_of_position());
                told
            }
            Effect::Ignore => vec![Ruling::new(Kind::Noted, clauses)],
            Effect::Annul => self.end(Ending::Annulled, clauses),
            Effect::Correct => self.correct(clauses),
            Effect::Win(winner) => self.end(Ending::Won(*winner), clauses),
            Effect::Make(step) => {
                self.restore(&right.base, right.made, false);
                self.castling_begun = None;
                self.plays_written(right.payer, *step)
                    .unwrap_or_else(|_| vec![Ruling::new(Kind::Noted, clauses)])
            }
        }
    }

    /// The beginning is put right on the board as it stands: what was forgotten is put back where
    /// nothing stands now.
    fn correct(&mut self, clauses: &'static [&'static str]) -> Vec<Ruling> {
        let faults = std::mem::take(&mut self.faults);
        let terms = self.terms().clone();
        let before = self.scene.clone();
        for (square, should) in faults.pieces {
            if self.scene.piece_at(square).is_none() || should.is_none() {
                let king = self.scene.piece_at(square).is_some_and(|p| p.kind() == PieceKind::King);
                if !king {
                    self.scene = self.scene.with_piece(square, should, &terms);
                }
            }
        }
        self.faults.odds = faults.odds;
        self.faults.first = faults.first;
        // A check that may be left is still there where the pieces stand as they did.
        let same = self.scene == before;
        self.rights.retain(|right| same && right.remedy.choice == Choice::Ignore);
        self.turn_start = self.scene.clone();
        self.forget_what_is_gone();
        let mut told = vec![Ruling::new(Kind::Restored, clauses)];
        told.extend(self.end_of_position());
        told
    }

    /// A player gives up the rights open to him.
    pub(super) fn waives(&mut self, who: Color) -> Answer {
        let duty = self.bound.as_ref().is_some_and(|bound| bound.who == who.other());
        // To leave a check as it is, or not, is a move and nothing to waive.
        let waived = |right: &Right| right.holder == who && right.remedy.choice != Choice::Ignore;
        if !duty && !self.rights.iter().any(waived) {
            return Err(format!("no right is open to {who}"));
        }
        self.rights.retain(|right| !waived(right));
        if duty {
            self.bound = None;
            self.touched.clear();
        }
        Ok(vec![Ruling::new(Kind::Lapsed, &[]).of(who)])
    }

    /// A player points an error out.
    pub(super) fn points_out(&mut self, who: Color, error: Error) -> Answer {
        match error {
            Error::IllegalMove | Error::Untraced => self.illegal_move_found(error),
            Error::Check => self.check_found(who),
            Error::Position => self.wrong_position_found(),
            beginning => self.beginning_found(beginning),
        }
    }

    /// A bystander points an error out.
    pub(super) fn bystander_points_out(&mut self, error: Error) -> Answer {
        let replied = self.first_unlawful().is_some_and(|at| at + 1 < self.record.len());
        match self.law().bystander_may(error, replied) {
            (true, clauses) => {
                let mut told = match error {
                    Error::IllegalMove | Error::Untraced => self.illegal_move_found(error)?,
                    other => self.beginning_found(other)?,
                };
                if told.is_empty() {
                    told.push(Ruling::new(Kind::Nothing, clauses));
                }
                Ok(told)
            }
            (false, clauses) => Ok(vec![Ruling::new(Kind::Nothing, clauses)]),
        }
    }

    fn illegal_move_found(&mut self, error: Error) -> Answer {
        if let Some((base, made)) = self.removed.clone()
            && self.first_unlawful().is_none_or(|at| at >= made)
            && let Replied::Correctable(clauses) = self.law().replied()
        {
            self.removed = None;
            self.restore(&base, made, true);
            return Ok(vec![Ruling::new(Kind::Restored, clauses)]);
        }
        let Some(at) = self.first_unlawful() else {
            return match self.law().replied() {
                Replied::Stands(clauses) if !self.record.is_empty() => {
                    Ok(vec![Ruling::new(Kind::Stands, clauses)])
                }
                _ => Err("every move on the record was legal".to_owned()),
            };
        };
        let replied = at + 1 < self.record.len();
        let pending = self.rights.iter().any(|right| right.made == at);
        if !replied && pending {
            // Nothing has changed: what may be exacted is told again.
            return Ok(self
                .rights
                .iter()
                .map(|right| super::state::ruling_of(Kind::Right, right.holder, &right.remedy))
                .collect());
        }
        let clauses = match self.law().replied() {
            Replied::Correctable(clauses) | Replied::Stands(clauses) => clauses,
        };
        if error == Error::Untraced {
            return Ok(self.end(Ending::Annulled, clauses));
        }
        let base = self.record[at].before.clone();
        self.restore(&base, at, true);
        Ok(vec![Ruling::new(Kind::Restored, clauses)])
    }

    /// accomplished1837:5: a player finds his king in check and takes his own last move back.
    fn check_found(&mut self, who: Color) -> Answer {
        if who != self.turn() || self.checkers().is_empty() {
            return Ok(vec![Ruling::new(Kind::Nothing, &[])]);
        }
        let Some(clauses) = self.law().check_of_unknown_origin() else {
            return Ok(vec![Ruling::new(Kind::Nothing, &[])]);
        };
        let Some(at) = self.record.iter().rposition(|turn| turn.by == who) else {
            return Ok(vec![Ruling::new(Kind::Nothing, clauses)]);
        };
        let base = self.record[at].before.clone();
        // He has noticed it: it is no longer for him to leave it (†).
        self.rights.retain(|right| right.remedy.choice != Choice::Ignore);
        let mut told = self.check_must_be_met();
        told.extend(self.open(who, who, vec![Remedy::retract(clauses)], &base, at));
        Ok(told)
    }

    fn beginning_found(&mut self, error: Error) -> Answer {
        let (present, careless) = match error {
            Error::Board => (self.faults.turned, Color::White),
            Error::Men => {
                let owner = self.faults.pieces.iter().find_map(|(_, should)| *should);
                (!self.faults.pieces.is_empty(), owner.map_or(Color::White, |piece| piece.color()))
            }
            Error::Odds => (!self.faults.odds.is_empty(), self.terms().giver(None)),
            _ => (self.faults.first, Color::White),
        };
        if !present {
            return Ok(vec![Ruling::new(Kind::Nothing, &[])]);
        }
        let first = self.record.first().map_or(self.turn(), |turn| turn.by);
        let omitted = self.faults.pieces.iter().all(|(square, should)| {
            should.is_some()
                && self.setting.array.as_ref().is_none_or(|a| a.pieces[square.index()].is_none())
        });
        let at_odds = !self.terms().odds.is_none();
        let case = BeginningCase { error, made: self.made(), first, careless, omitted, at_odds };
        match self.law().beginning(case) {
            Beginning::Stands(clauses) => Ok(vec![Ruling::new(Kind::Stands, clauses)]),
            Beginning::Void(clauses) => Ok(self.end(Ending::Annulled, clauses)),
            Beginning::Restart(clauses) => {
                let remedy = Remedy::plain(Choice::Restart, Effect::Annul, clauses);
                self.end(Ending::Annulled, clauses);
                let duty = |who| super::state::ruling_of(Kind::Duty, who, &remedy);
                Ok(Color::ALL.map(duty).to_vec())
            }
            Beginning::Silent => Ok(vec![Ruling::new(Kind::Nothing, &[])]),
            Beginning::Rights(rights) => {
                self.rights.retain(|right| right.until != Until::Game);
                let (scene, made) = (self.scene.clone(), self.record.len());
                let mut told = Vec::new();
                for (holder, remedy) in rights {
                    told.extend(self.open(holder, holder.other(), vec![remedy], &scene, made));
                }
                let opened = self.rights.len() - told.len();
                for right in &mut self.rights[opened..] {
                    right.until = Until::Game;
                }
                for ruling in &mut told {
                    ruling.until = Some(Until::Game);
                }
                Ok(told)
            }
        }
    }

    /// What the arbiter would ask of a code for a player's turn, for messages that say nothing.
    pub(super) fn unreadable(&mut self, who: Color, sealed: bool) -> Option<Vec<Ruling>> {
        let scene = self.scene.clone();
        let touched = Vec::new();
        let case = Case::new(&scene, who, &touched);
        let remedies = self.law().unreadable(&case, sealed)?;
        let made = self.record.len();
        Some(self.open(who.other(), who, remedies, &scene, made))
    }
}
