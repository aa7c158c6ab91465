//! Moves: legal and false, in and out of turn, castling, promotion, and what is called with them.

use super::case::{Case, Clauses, Effect, Remedy};
use super::codes::{Forfeit, OutOfTurn};
use super::ruling::{Choice, Kind, Ruling, Until};
use super::scene::Scene;
use super::state::{Answer, Bound, Claimable, Ending, Refused, State};
use super::step::Step;
use crate::rules::laws::Code;
use crate::rules::{CastlingLetter, Color, PieceKind, Square, Wing};

impl State {
    /// A king is taken by nobody, whatever else goes wrong.
    pub(super) fn no_king_taken(&self, to: Square) -> Result<(), Refused> {
        match self.scene.piece_at(to) {
            Some(piece) if piece.kind() == PieceKind::King => {
                Err(format!("a king is never captured: {to}"))
            }
            _ => Ok(()),
        }
    }

    /// Whether a player can have made that move at all with his hands.
    pub(super) fn can_move(&self, who: Color, step: Step) -> Result<(), Refused> {
        if step.is_null() {
            return Ok(());
        }
        if !self.scene.is_of(step.from, who) {
            let hint = if self.scene.is_of(step.from, who.other()) {
                format!(
                    "the piece on {} is {}'s: '{who} moves {} {}'",
                    step.from,
                    who.other(),
                    step.from,
                    step.to
                )
            } else {
                format!("no piece stands on {}", step.from)
            };
            return Err(hint);
        }
        if self.scene.is_of(step.to, who) {
            return Err(format!("{who}'s own piece stands on {}", step.to));
        }
        self.no_king_taken(step.to)?;
        if self.scene.keeps_the_kings(step) {
            Ok(())
        } else {
            Err(format!("{step} would take a king off the board"))
        }
    }

    /// A player made a move and quitted it.
    pub(super) fn plays(&mut self, who: Color, step: Step, check: bool) -> Answer {
        if self.unnamed.is_some() && who == self.turn() {
            return Err(format!("{who} has still to name what the pawn becomes"));
        }
        if who == self.turn()
            && let Some(super::state::InHand::Lifted(from)) = self.in_hand
            && from != step.from
        {
            return Err(format!("{who} holds the piece of {from}"));
        }
        self.can_move(who, step)?;
        if step.is_null() && !self.scene.legal().contains(&step) {
            return Err(
                "0000 is a move only while the opponent has moves of his odds left".to_owned()
            );
        }
        if who != self.turn() {
            let beginning = self.setting.position.is_none()
                && self.record.is_empty()
                && self.touched.is_empty()
                && self.in_hand.is_none()
                && self.unnamed.is_none();
            if beginning && self.law().first_move_can_be_wrong() {
                return self.begins_wrongly(who, step, check);
            }
            return self.out_of_turn(who, step);
        }
        if self.needs_a_name(step) {
            self.unnamed = Some((step, check));
            self.in_hand = None;
            return Ok(vec![Ruling::new(Kind::Incomplete, self.promotion_clauses())]);
        }
        let first = self.late_call(who, check);
        if let Some(told) = first {
            return Ok(told);
        }
        self.complete(who, step, check)
    }

    fn promotion_clauses(&self) -> Clauses {
        match self.code() {
            Code::England1804 | Code::France1804 => &["IX"],
            Code::Accomplished1837 => &[],
            Code::British1897 => &["I.11", "I.14"],
            Code::Rogers1907 => &["XI"],
            Code::Federation1912 => &["15", "20b"],
            Code::Chess => &["4.7.3"],
        }
    }

    fn needs_a_name(&self, step: Step) -> bool {
        let pawn = self.scene.piece_at(step.from).is_some_and(|p| p.kind() == PieceKind::Pawn);
        let named = Step { promotion: Some(PieceKind::Queen), ..step };
        pawn && step.promotion.is_none()
            && step.to.rank_for(self.turn()) == 7
            && self.open_moves().contains(&named)
    }

    /// A player named what his pawn becomes.
    pub(super) fn names(&mut self, who: Color, kind: PieceKind) -> Answer {
        let Some((step, check)) = self.unnamed.filter(|_| who == self.turn()) else {
            return Err(format!("{who} has no pawn waiting for its name"));
        };
        self.unnamed = None;
        self.complete(who, Step { promotion: Some(kind), ..step }, check)
    }

    /// The move a player completes in his turn.
    pub(super) fn complete(&mut self, who: Color, step: Step, check: bool) -> Answer {
        let mut told = Vec::new();
        let bound = self.bound_now().cloned();
        if bound.as_ref().is_some_and(|bound| bound.exacted && !bound.remedy.allows(step)) {
            return self.refuses(who);
        }
        let moves = self.open_moves();
        let legal = moves.contains(&step);
        let penalty_paid = bound.as_ref().is_some_and(|bound| bound.exacted);
        let touched = self.touched_with(step);
        let misled = self.false_call == Some(who.other());
        // His own rights to penalties end, and what he has replied to may stand.
        let ignored = self.ignoring().is_some() && !self.scene.is_legal(step);
        told.extend(self.lapse(who, true));
        told.extend(self.reply_to_illegal(who));
        let base = self.turn_start.clone();
        let made = self.record.len();
        let check_before = self.checkers().any() && !self.called;
        let wing = self.scene.castles(step);
        let tried = self.castling_tried.take();
        self.early[who.other().index()].retain(|at| *at != step.to);
        self.scene = base_after(&self.scene, step, self.terms());
        self.push(who, step, legal, ignored);
        self.called = check;
        self.false_call = None;
        self.offer = None;
        let mut case = Case::new(&base, who, &touched);
        case.step = Some(step);
        case.check_not_called = check_before;
        let (holder, remedies) = if !legal {
            match wing.or(tried) {
                Some(wing) => self.law().false_castling(&case, pieces_moved(&base, who, wing)),
                None => (who.other(), self.law().false_move(&case)),
            }
        } else {
            (who.other(), self.after_legal_move(&case, step, bound.as_ref()))
        };
        if legal {
            // A penalty asked for earlier in the turn stays open until its holder touches.
            self.rights.retain(|right| right.payer == who || right.holder == who);
        } else {
            self.rights.clear();
        }
        if !remedies.is_empty() {
            self.rights.retain(|right| right.payer != who);
        }
        self.bound = None;
        told.extend(self.open(holder, who, remedies, &base, made));
        if misled && let Some((_, clauses)) = self.law().false_call() {
            told.extend(self.open(who, who, vec![Remedy::retract(clauses)], &base, made));
        }
        if legal {
            let ended = self.end_of_position();
            if !ended.is_empty() {
                told.extend(ended);
                return Ok(told);
            }
        }
        if check {
            told.extend(self.check_was_called(who));
        }
        told.extend(self.begin_turn());
        told.extend(self.offer_to_ignore());
        if told.is_empty() && penalty_paid {
            told.push(Ruling::new(Kind::Noted, &[]).about("The penalty is paid."));
        }
        Ok(told)
    }

    /// The choices after a legal move: none if it paid what the player was bound to, or kept it and
    /// no other touched piece asks for more.
    fn after_legal_move(&self, case: &Case<'_>, step: Step, bound: Option<&Bound>) -> Vec<Remedy> {
        if bound.is_some_and(|bound| bound.exacted) {
            return Vec::new();
        }
        if let Some(bound) = bound.filter(|bound| !bound.remedy.allows(step)) {
            return self.law().disregarded(case, Some(&bound.remedy));
        }
        let castled = case.scene.castles(step).map(|wing| wing.corner(case.offender));
        let other_touched = case.touched.iter().any(|&at| {
            at != step.from && case.scene.captured(step) != Some(at) && castled != Some(at)
        });
        if other_touched && bound.is_none() && self.law().lapse().0 {
            self.law().disregarded(case, None)
        } else {
            Vec::new()
        }
    }

    /// The pieces touched in the turn, those of the move included.
    fn touched_with(&self, step: Step) -> Vec<Square> {
        let mut touched = self.touched.clone();
        let mut add = |at: Square| {
            if !touched.contains(&at) {
                touched.push(at);
            }
        };
        if !step.is_null() {
            add(step.from);
            if let Some(at) = self.scene.captured(step) {
                add(at);
            }
            if let Some(wing) = self.scene.castles(step) {
                add(wing.corner(self.turn()));
            }
        }
        touched
    }

    /// Check called with or after a move.
    fn check_was_called(&mut self, who: Color) -> Vec<Ruling> {
        if self.scene.checkers(who.other()).any() {
            return Vec::new();
        }
        match self.law().false_call() {
            Some((_, clauses)) => {
                self.false_call = Some(who);
                vec![Ruling::new(Kind::Noted, clauses).about("The call of check is false.")]
            }
            None => vec![Ruling::new(Kind::Nothing, &[])],
        }
    }

    /// A check left uncalled, answered as if it were none, and called with the next move: both
    /// take their last move back.
    fn late_call(&mut self, who: Color, check: bool) -> Option<Vec<Ruling>> {
        let clauses = self.law().uncalled_check()?;
        let last = self.record.last()?;
        if !check
            || last.by == who
            || !last.left_check
            || self.scene.checkers(who.other()).is_empty()
        {
            return None;
        }
        let (base, made) = (last.before.clone(), self.record.len() - 1);
        self.restore(&base, made, false);
        self.called = true;
        let mut told = vec![Ruling::new(Kind::Restored, clauses)];
        let remedy = Remedy {
            choice: Choice::Takeback,
            moves: Some(self.scene.legal()),
            effect: Effect::Bind,
            clauses,
        };
        let turn = self.turn();
        told.push(super::state::ruling_of(Kind::Duty, turn, &remedy));
        self.bound = Some(super::state::Bound { who: turn, remedy, exacted: false });
        // Where a false move that stands has given the check, it may be one that nothing meets.
        let ended = self.end_of_position();
        if !ended.is_empty() {
            told.truncate(1);
        }
        told.extend(ended);
        Some(told)
    }

    /// Check is called apart from a move.
    pub(super) fn calls_check(&mut self, who: Color) -> Answer {
        if who == self.turn() {
            if let Some(told) = self.late_call(who, true) {
                return Ok(told);
            }
            return Err(format!("{who} has given no check that could be called now"));
        }
        if self.record.last().is_none_or(|turn| turn.by != who) {
            return Err(format!("{who} has made no move to call check with"));
        }
        if self.checkers().is_empty() {
            let told = self.check_was_called(who);
            return Ok(told);
        }
        self.called = true;
        let had = self.rights.iter().any(|right| right.remedy.choice == Choice::Ignore);
        self.rights.retain(|right| right.remedy.choice != Choice::Ignore);
        let clauses = self.law().uncalled_check().unwrap_or(&[]);
        let mut told = vec![Ruling::new(Kind::Noted, clauses)];
        if had {
            told.push(Ruling::new(Kind::Lapsed, clauses).of(who.other()));
            told.extend(self.check_must_be_met());
        }
        Ok(told)
    }

    /// The right to leave a check has ended: what the player touched may have bound him to moves that
    /// leave it.
    pub(super) fn check_must_be_met(&mut self) -> Vec<Ruling> {
        let bound = self.bound.is_some();
        self.forget_what_is_gone();
        if !bound || self.bound.is_some() {
            return Vec::new();
        }
        let touched = std::mem::take(&mut self.touched);
        self.touch_all(&touched)
    }

    /// A false call is withdrawn.
    pub(super) fn withdraws_check(&mut self, who: Color) -> Answer {
        if self.false_call != Some(who) {
            return Err(format!("{who} has called no false check"));
        }
        // Who has touched a piece because of it keeps his right (amateur1804:XIV).
        self.false_call = None;
        let clauses = self.law().false_call().map_or(&[][..], |(_, clauses)| clauses);
        Ok(vec![Ruling::new(Kind::Noted, clauses)])
    }

    /// The wrong player makes the first move of the game.
    fn begins_wrongly(&mut self, who: Color, step: Step, check: bool) -> Answer {
        let terms = self.terms().clone();
        self.scene = self.scene.with_turn(who, &terms);
        self.turn_start = self.scene.clone();
        self.faults.first = true;
        self.plays(who, step, check)
    }

    /// A move when it is the other's turn.
    fn out_of_turn(&mut self, who: Color, step: Step) -> Answer {
        let base = self.scene.clone();
        let mut touched = vec![step.from];
        touched.extend(base.captured(step));
        let as_mover = base.with_turn(who, self.terms());
        let mut case = Case::new(&as_mover, who, &touched);
        case.step = Some(step);
        match self.law().out_of_turn(&case, self.setting.play) {
            OutOfTurn::Loses(clauses) => Ok(self.end(Ending::Won(who.other()), clauses)),
            OutOfTurn::Replaced(clauses) => Ok(self.replaced(who, &touched, clauses)),
            OutOfTurn::Rights(remedies) => {
                let made = self.record.len();
                let terms = self.terms().clone();
                self.record.push(super::state::Turn {
                    before: base.clone(),
                    by: who,
                    step,
                    lawful: false,
                    left_check: false,
                });
                self.scene = as_mover.after(step, &terms).with_turn(who.other(), &terms);
                let started = !self.touched.is_empty() || self.in_hand.is_some();
                if !started {
                    self.turn_start = self.scene.clone();
                }
                self.forget_what_is_gone();
                self.rights.retain(|right| right.payer == who.other());
                Ok(self.open(who.other(), who, remedies, &base, made))
            }
        }
    }

    /// What was moved out of turn is put back at once, and counts as touched in the next turn.
    fn replaced(&mut self, who: Color, touched: &[Square], clauses: Clauses) -> Vec<Ruling> {
        for at in touched {
            if !self.early[who.index()].contains(at) {
                self.early[who.index()].push(*at);
            }
        }
        let remedy = Remedy::plain(Choice::Replace, Effect::Stand, clauses);
        let (scene, made) = (self.scene.clone(), self.record.len());
        self.rights.retain(|right| right.remedy.choice != Choice::Replace);
        self.open(who.other(), who, vec![remedy], &scene, made)
    }

    /// A player takes his last move back and makes another without consent.
    pub(super) fn substitutes(&mut self, who: Color, step: Step) -> Answer {
        let Some(last) = self.record.last().filter(|turn| turn.by == who) else {
            return Err(format!("{who} has no move to take back"));
        };
        let (before, made, lawful) = (last.before.clone(), self.record.len() - 1, last.lawful);
        let (old, after) = (last.step, self.scene.clone());
        let possible = before.is_of(step.from, who)
            && !before.is_of(step.to, who)
            && before.keeps_the_kings(step);
        if !possible {
            return Err(format!("{who} cannot make {step} there"));
        }
        let legal = before.is_legal(step);
        let mut touched = vec![old.from];
        touched.extend(before.captured(old));
        for at in [Some(step.from), before.captured(step)].into_iter().flatten() {
            if !touched.contains(&at) {
                touched.push(at);
            }
        }
        if self.code() == Code::British1897 && !lawful {
            return Ok(self.substitutes_for_illegal(who, step, legal, &before, made, &touched));
        }
        // Instead of a legal move, so that it is the other's turn: a move out of turn.
        let case_scene = before.clone();
        let mut case = Case::new(&case_scene, who, &touched);
        case.step = Some(step);
        match self.law().out_of_turn(&case, self.setting.play) {
            OutOfTurn::Loses(clauses) => Ok(self.end(Ending::Won(who.other()), clauses)),
            OutOfTurn::Replaced(clauses) => Ok(self.replaced(who, &touched, clauses)),
            OutOfTurn::Rights(remedies) => {
                let terms = self.terms().clone();
                self.record[made].step = step;
                self.record[made].lawful = false;
                self.scene = before.after(step, &terms);
                self.turn_start = self.scene.clone();
                self.rights.clear();
                self.forget_what_is_gone();
                // The base is the board with his first move on it, which is restored.
                let told = self.open(who.other(), who, remedies, &after, made + 1);
                let _ = legal;
                Ok(told)
            }
        }
    }

    /// british1897:II.6c: a move substituted for an illegal one, in the same turn.
    fn substitutes_for_illegal(
        &mut self,
        who: Color,
        step: Step,
        legal: bool,
        before: &Scene,
        made: usize,
        touched: &[Square],
    ) -> Vec<Ruling> {
        let terms = self.terms().clone();
        let mut case = Case::new(before, who, touched);
        case.step = Some(step);
        let mut remedies = self.law().false_move(&case);
        remedies.retain(|remedy| remedy.choice != Choice::Retract);
        for remedy in &mut remedies {
            remedy.clauses = &["II.6c", "II.11"];
        }
        self.record[made].step = step;
        self.record[made].lawful = legal;
        self.scene = before.after(step, &terms);
        self.turn_start = self.scene.clone();
        self.rights.clear();
        self.open(who.other(), who, remedies, before, made)
    }

    /// What conduct leads to for the one who is guilty of it.
    pub(super) fn forfeit(&mut self, guilty: Color, what: Forfeit) -> Vec<Ruling> {
        match what {
            Forfeit::Lost(clauses) => self.end(Ending::Won(guilty.other()), clauses),
            Forfeit::Void(clauses) => self.end(Ending::Annulled, clauses),
            Forfeit::Noted(clauses) => vec![Ruling::new(Kind::Noted, clauses)],
            Forfeit::Claimable(clauses) => {
                let remedy = Remedy::plain(Choice::Win, Effect::Win(guilty.other()), clauses);
                self.bound = None;
                self.claimable = Some(Claimable { offender: guilty, clauses });
                self.rights.retain(|right| right.remedy.choice != Choice::Win);
                let (scene, made) = (self.scene.clone(), self.record.len());
                let mut told = self.open(guilty.other(), guilty, vec![remedy], &scene, made);
                // british1897:II.9: until a move of his after he knew of it.
                let until = Until::Move(guilty.other());
                for right in self.rights.iter_mut().filter(|r| r.remedy.choice == Choice::Win) {
                    right.until = until;
                }
                for ruling in &mut told {
                    ruling.until = Some(until);
                }
                told
            }
        }
    }

    /// A player does not do what has been required of him.
    pub(super) fn refuses(&mut self, who: Color) -> Answer {
        let required = self.bound.as_ref().is_some_and(|bound| bound.who == who && bound.exacted);
        if !required {
            return Err(format!("nothing has been required of {who}"));
        }
        let what = self.law().refusal();
        if matches!(what, Forfeit::Noted(_)) {
            let moves =
                self.bound.as_ref().and_then(|b| b.remedy.moves.clone()).unwrap_or_default();
            return Err(format!("{who} must do what was exacted: {}", super::ruling::list(&moves)));
        }
        Ok(self.forfeit(who, what))
    }
}

/// The scene after a move, whatever it is.
fn base_after(scene: &Scene, step: Step, terms: &crate::rules::laws::Terms) -> Scene {
    scene.after(step, terms)
}

/// Whether the right to castle on a wing was lost by a move of king or rook.
fn pieces_moved(scene: &Scene, who: Color, wing: Wing) -> bool {
    !scene.setup().castling.contains(&CastlingLetter::Wing(who, wing))
}
