//! Hands on the board: pieces touched, adjusted, lifted, placed, knocked over, removed.

use super::case::{Case, Remedy};
use super::codes::{Adjusting, EarlyTouch};
use super::event::Notice;
use super::ruling::{Choice, Kind, Ruling};
use super::state::{Answer, Bound, InHand, Refused, State};
use super::step::Step;
use crate::rules::laws::Code;
use crate::rules::{Color, PieceKind, Square};

impl State {
    fn must_stand_on(&self, square: Square) -> Result<(), Refused> {
        match self.scene.piece_at(square) {
            Some(_) => Ok(()),
            None => Err(format!("no piece stands on {square}")),
        }
    }

    /// A player touched pieces without a word.
    pub(super) fn touches(&mut self, who: Color, squares: &[Square]) -> Answer {
        for at in squares {
            self.must_stand_on(*at)?;
        }
        if self.in_hand.is_some() && who == self.turn() {
            return Err(format!("{who} has a piece in hand: 'quits' or 'places' first"));
        }
        if who != self.turn() {
            // Out of turn: his rights to a penalty may end by it all the same.
            let mut told = self.lapse(who, false);
            match self.law().touched_early() {
                EarlyTouch::Nothing(clauses) => told.push(Ruling::new(Kind::Nothing, clauses)),
                EarlyTouch::NextTurn(clauses) => {
                    for at in squares {
                        if !self.early[who.index()].contains(at) {
                            self.early[who.index()].push(*at);
                        }
                    }
                    told.push(Ruling::new(Kind::Noted, clauses));
                }
            }
            return Ok(told);
        }
        let mut told = self.lapse(who, false);
        let misled = self.false_call == Some(who.other())
            && self.law().false_call().is_some_and(|(touch, _)| touch);
        told.extend(self.touch_all(squares));
        if misled {
            // What he touched because of the false call does not bind him.
            self.bound = None;
            told.retain(|ruling| ruling.kind != Kind::Duty);
        }
        if misled && let Some((_, clauses)) = self.law().false_call() {
            let (base, made) = (self.turn_start.clone(), self.record.len());
            told.extend(self.open(who, who, vec![Remedy::retract(clauses)], &base, made));
        }
        Ok(told)
    }

    /// A player adjusted a piece.
    pub(super) fn adjusts(
        &mut self,
        who: Color,
        square: Square,
        notice: Notice,
        consent: bool,
    ) -> Answer {
        self.must_stand_on(square)?;
        let how = Adjusting { notice, own_turn: who == self.turn(), consent };
        match self.law().adjusting(how) {
            Some(clauses) => Ok(vec![Ruling::new(Kind::Nothing, clauses)]),
            None => self.touches(who, &[square]),
        }
    }

    /// A player displaced a piece by accident.
    pub(super) fn knocks_over(&mut self, who: Color, square: Square, notice: bool) -> Answer {
        self.must_stand_on(square)?;
        match self.law().knocked_over(notice) {
            Some(clauses) => Ok(vec![Ruling::new(Kind::Nothing, clauses)]),
            None => self.touches(who, &[square]),
        }
    }

    /// A player took a piece off its square and holds it.
    pub(super) fn lifts(&mut self, who: Color, square: Square) -> Answer {
        let mut told = self.touches(who, &[square])?;
        if who == self.turn() {
            self.in_hand = Some(InHand::Lifted(square));
            if let Some(clauses) = self.law().lifted() {
                let replace = Remedy::plain(Choice::Replace, super::case::Effect::Stand, clauses);
                let (base, made) = (self.turn_start.clone(), self.record.len());
                told.retain(|ruling| ruling.kind != Kind::Nothing);
                told.extend(self.open(who.other(), who, vec![replace], &base, made));
            }
        }
        Ok(told)
    }

    /// A player put a piece on a square and keeps his hand on it.
    pub(super) fn places(&mut self, who: Color, step: Step) -> Answer {
        if who != self.turn() {
            return Err(format!("it is not {who}'s turn: 'plays' tells a move out of turn"));
        }
        self.can_move(who, step)?;
        let mut tried = Vec::new();
        match self.in_hand.take() {
            Some(InHand::Lifted(from)) if from != step.from => {
                self.in_hand = Some(InHand::Lifted(from));
                return Err(format!("{who} holds the piece of {from}"));
            }
            Some(InHand::Placed { step: before, tried: squares }) => {
                if before.from != step.from {
                    self.in_hand = Some(InHand::Placed { step: before, tried: squares });
                    return Err(format!("{who}'s hand is on the piece of {}", before.from));
                }
                tried = squares;
            }
            _ => {}
        }
        self.rights.retain(|right| right.remedy.choice != Choice::Replace);
        let mut told = Vec::new();
        if !self.touched.contains(&step.from) {
            told.extend(self.lapse(who, false));
            told.extend(self.touch_all(&[step.from]));
            told.retain(|ruling| ruling.kind != Kind::Nothing);
        }
        let again = tried.contains(&step.to);
        if !again {
            tried.push(step.to);
        }
        self.in_hand = Some(InHand::Placed { step, tried: tried.clone() });
        if self.code() == Code::Rogers1907 {
            told.extend(self.squares_touched(who, step, &tried));
        }
        told.insert(0, Ruling::new(Kind::Incomplete, self.completion()));
        Ok(told)
    }

    /// rogers1907:X: the squares touched are barred, and when all are, the opponent selects one.
    fn squares_touched(&mut self, who: Color, step: Step, tried: &[Square]) -> Vec<Ruling> {
        let scene = self.turn_start.clone();
        let own: Vec<Step> = scene.legal().into_iter().filter(|mv| mv.from == step.from).collect();
        let open = own.iter().any(|mv| !tried.contains(&mv.to));
        if own.is_empty() || open {
            return Vec::new();
        }
        self.rights.retain(|right| !matches!(right.remedy.choice, Choice::Play(_)));
        let remedies = own.into_iter().map(|mv| Remedy {
            choice: Choice::Play(mv),
            moves: Some(vec![mv]),
            effect: super::case::Effect::Bind,
            clauses: &["X"],
        });
        let made = self.record.len();
        self.bound = None;
        self.open(who.other(), who, remedies.collect(), &scene, made)
    }

    /// The clauses by which a move is complete.
    pub(super) fn completion(&self) -> &'static [&'static str] {
        match self.code() {
            Code::England1804 | Code::France1804 => &["VII"],
            Code::Accomplished1837 => &["1"],
            Code::British1897 => &["I.14"],
            Code::Rogers1907 => &["X"],
            Code::Federation1912 => &["20d"],
            Code::Chess => &["4.7"],
        }
    }

    /// A player lets go.
    pub(super) fn quits(&mut self, who: Color) -> Answer {
        if who != self.turn() {
            return Err(format!("{who} has no piece in hand"));
        }
        match self.in_hand.take() {
            Some(InHand::Placed { step, tried }) => {
                let barred = self.code() == Code::Rogers1907
                    && tried.split_last().is_some_and(|(_, before)| before.contains(&step.to))
                    && self
                        .turn_start
                        .legal()
                        .iter()
                        .any(|mv| mv.from == step.from && !tried.contains(&mv.to));
                let (base, made) = (self.turn_start.clone(), self.record.len());
                let mut told = self.plays(who, step, false)?;
                if barred && self.ending.is_none() {
                    // He may not put it where he had touched before: one of the others (X).
                    let open = base
                        .legal()
                        .into_iter()
                        .filter(|mv| mv.from == step.from && !tried.contains(&mv.to));
                    let remedy = Remedy {
                        choice: Choice::Move(step.from),
                        moves: Some(open.collect()),
                        effect: super::case::Effect::Bind,
                        clauses: &["X"],
                    };
                    told.extend(self.open(who.other(), who, vec![remedy], &base, made));
                }
                Ok(told)
            }
            Some(InHand::Lifted(square)) => {
                self.rights.retain(|right| right.remedy.choice != Choice::Replace);
                let _ = square;
                Ok(vec![Ruling::new(Kind::Noted, &[]).about("The piece is back on its square.")])
            }
            None => Err(format!("{who} has no piece in hand")),
        }
    }

    /// A player moved an opponent's piece instead of his own.
    pub(super) fn moves_opponents(&mut self, who: Color, from: Square, to: Square) -> Answer {
        self.must_stand_on(from)?;
        if !self.scene.is_of(from, who.other()) {
            return Err(format!("the piece on {from} is {who}'s own: 'plays {from}{to}'"));
        }
        self.no_king_taken(to)?;
        if who != self.turn() {
            return self.touches(who, &[from]);
        }
        let mut told = self.lapse(who, false);
        self.touched.push(from);
        let touched = self.touched.clone();
        let base = self.turn_start.clone();
        let mut case = Case::new(&base, who, &touched);
        case.step = Some(Step::new(from, to));
        let remedies = self.law().moved_opponents(&case);
        let made = self.record.len();
        let piece = self.scene.piece_at(from);
        let terms = self.terms().clone();
        self.scene = self.scene.with_piece(from, None, &terms).with_piece(to, piece, &terms);
        self.removed.get_or_insert((base.clone(), made));
        // The piece is out of its place: until that is settled the turn is not over. What either had
        // still to choose, and has not insisted on, ends with it.
        self.rights.clear();
        self.bound = None;
        told.extend(self.open(who.other(), who, remedies, &base, made));
        Ok(told)
    }

    /// A player took a piece off the board by mistake.
    pub(super) fn removes(&mut self, who: Color, square: Square) -> Answer {
        self.must_stand_on(square)?;
        let king = self.scene.piece_at(square).is_some_and(|p| p.kind() == PieceKind::King);
        if king {
            return Err("a king is never off the board".to_owned());
        }
        if self.code() != Code::British1897 || who != self.turn() {
            // The others have no such law: it goes back, and was touched (†).
            let mut told = vec![Ruling::new(Kind::Restored, &[])];
            told.extend(self.touches(who, &[square])?);
            return Ok(told);
        }
        // british1897:II.5g and 6e: it must be replaced, and until it is the position is wrong.
        let (base, made) = (self.turn_start.clone(), self.record.len());
        let mut told = self.touches(who, &[square])?;
        told.retain(|ruling| ruling.kind != Kind::Nothing);
        let terms = self.terms().clone();
        self.scene = self.scene.with_piece(square, None, &terms);
        self.removed.get_or_insert((base.clone(), made));
        let replace = Remedy::plain(Choice::Replace, super::case::Effect::Stand, &["II.5g"]);
        told.extend(self.open(who.other(), who, vec![replace], &base, made));
        Ok(told)
    }

    /// Binds a player to what his opponent exacted.
    pub(super) fn bind(&mut self, who: Color, remedy: Remedy) {
        self.bound = Some(Bound { who, remedy, exacted: true });
    }
}
