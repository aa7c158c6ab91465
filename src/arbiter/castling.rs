//! Castling as it is done at the board: which piece goes first, and what is left half done.

use super::case::{Clauses, Effect, Remedy};
use super::event::Hands;
use super::ruling::{Choice, Kind, Ruling};
use super::state::{Answer, State};
use super::step::Step;
use crate::rules::laws::Code;
use crate::rules::{Color, Square, Wing};

impl State {
    /// A player castles.
    pub(super) fn castles(&mut self, who: Color, wing: Wing, hands: Hands, check: bool) -> Answer {
        let step = Step::castling(who, wing);
        self.castling_tried = Some(wing);
        if self.scene.king(who) != step.from {
            return Err(format!(
                "{who}'s king is not on {}: 'plays' tells what he moved",
                step.from
            ));
        }
        let rook = wing.corner(who);
        match hands {
            Hands::KingFirst | Hands::Together => self.plays(who, step, check),
            Hands::RookFirst => self.rook_first(who, wing, rook, check),
            Hands::KingAlone => {
                if who != self.turn() {
                    return self.plays(who, step, check);
                }
                let legal = self.open_moves().contains(&step);
                if !legal {
                    return self.plays(who, step, check);
                }
                self.castling_begun = Some(step);
                let mut told = vec![Ruling::new(Kind::Incomplete, self.completion_of_castling())];
                if let Some(clauses) = self.law().castling_begun() {
                    let remedy = Remedy {
                        choice: Choice::Complete,
                        moves: Some(vec![step]),
                        effect: Effect::Bind,
                        clauses,
                    };
                    let (base, made) = (self.turn_start.clone(), self.record.len());
                    told.extend(self.open(who.other(), who, vec![remedy], &base, made));
                }
                Ok(told)
            }
        }
    }

    fn completion_of_castling(&self) -> Clauses {
        match self.code() {
            Code::England1804 | Code::France1804 => &["XI"],
            Code::Accomplished1837 => &["1"],
            Code::British1897 => &["I.14"],
            Code::Rogers1907 => &["XII"],
            Code::Federation1912 => &["20a"],
            Code::Chess => &["4.7.2"],
        }
    }

    /// The rook is moved and quitted before the king is touched.
    fn rook_first(&mut self, who: Color, wing: Wing, rook: Square, check: bool) -> Answer {
        let step = Step::castling(who, wing);
        let legal = who == self.turn() && self.open_moves().contains(&step);
        let rook_step = Step::new(rook, wing.rook_to(who));
        if !legal {
            return self.plays(who, step, check);
        }
        match self.code() {
            Code::British1897 => {
                let base = self.turn_start.clone();
                let mut told = self.complete(who, step, check)?;
                let remedy = Remedy {
                    choice: Choice::Rook,
                    moves: None,
                    effect: Effect::Make(rook_step),
                    clauses: &["II.5f"],
                };
                let made = self.record.len() - 1;
                if self.ending.is_none() {
                    told.extend(self.open(who.other(), who, vec![remedy], &base, made));
                }
                Ok(told)
            }
            // The move of the rook, once quitted, is the whole move; the king is moved out of turn.
            Code::Rogers1907 | Code::Federation1912 | Code::Chess => {
                let clauses: Clauses = match self.code() {
                    Code::Rogers1907 => &["XII", "X"],
                    Code::Federation1912 => &["12", "20d"],
                    _ => &["4.4.2"],
                };
                let mut told = self.complete(who, rook_step, check)?;
                told.insert(0, Ruling::new(Kind::Restored, clauses).about("The king goes back."));
                Ok(told)
            }
            // 1804 and 1837 do not say which piece goes first (†).
            _ => self.complete(who, step, check),
        }
    }
}
