//! The laws of 1837. A false move may be left standing, made rightly, or paid for with the king,
//! as the opponent pleases; after his reply nothing can be retraced.

use super::super::case::{Case, Clauses, Effect, Remedy, Touched};
use super::super::event::{Conduct, Error, Notice};
use super::super::ruling::Choice;
use super::super::setting::Play;
use super::{
    Adjusting, Beginning, BeginningCase, CodeLaw, EarlyTouch, Forfeit, OutOfTurn, Replied, correct,
};
use crate::rules::Color;

/// The code.
pub(super) struct Law;

impl CodeLaw for Law {
    fn adjusting(&self, how: Adjusting) -> Option<Clauses> {
        (how.notice != Notice::Silent).then_some(&["1"])
    }

    fn knocked_over(&self, notice: bool) -> Option<Clauses> {
        notice.then_some(&["1"])
    }

    fn touched(&self, case: &Case<'_>) -> Touched {
        if let Some(duty) = case.moving_first(&["1"]) {
            return Touched::duty(Some(duty), &["1"]);
        }
        let theirs = case.theirs();
        if !theirs.is_empty() {
            let mut rights: Vec<Remedy> = case.capturing_touched(&["2"]);
            rights.extend(case.king(false, &["2"]));
            return Touched::rights(rights, &["2", "18"]);
        }
        if case.own_is_held_by_check() {
            return Touched::duty(case.king(true, &["1"]), &["1", "18"]);
        }
        Touched::nothing(&["1"])
    }

    fn touched_early(&self) -> EarlyTouch {
        EarlyTouch::Nothing(&["2"])
    }

    fn false_move(&self, case: &Case<'_>) -> Vec<Remedy> {
        let Some(step) = case.step else { return Vec::new() };
        let mut remedies: Vec<Remedy> = Vec::new();
        if let Some(taken) = case.scene.captured(step) {
            remedies.extend(case.capturing(taken, &["3"]));
            remedies.extend(case.moving(step.from, true, &["3"]));
            if remedies.is_empty() {
                // Neither can be done: the king pays, as for any false move (†).
                remedies.extend(case.king(true, &["3"]));
            }
        } else {
            remedies.push(Remedy::stand(&["3"]));
            if step.from != case.scene.king(case.offender) {
                remedies.extend(case.moving(step.from, true, &["3"]));
            }
            remedies.extend(case.king(true, &["3"]));
        }
        if remedies.is_empty() {
            remedies.push(Remedy::retract(&["3", "18"]));
        }
        remedies
    }

    fn false_castling(&self, case: &Case<'_>, pieces_moved: bool) -> (Color, Vec<Remedy>) {
        let holder = case.offender.other();
        if !pieces_moved {
            return (holder, self.false_move(case));
        }
        let choices = case.king_or_rook(&["8"]);
        if choices.is_empty() {
            return (holder, vec![Remedy::retract(&["8"])]);
        }
        (holder, choices)
    }

    fn disregarded(&self, _: &Case<'_>, duty: Option<&Remedy>) -> Vec<Remedy> {
        duty.cloned().into_iter().collect()
    }

    fn moved_opponents(&self, case: &Case<'_>) -> Vec<Remedy> {
        let mut remedies: Vec<Remedy> = case.capturing_touched(&["2"]);
        remedies.extend(case.king(false, &["2"]));
        remedies.push(Remedy::plain(Choice::Stand, Effect::StandAndMove, &["2"]));
        remedies
    }

    fn out_of_turn(&self, _: &Case<'_>, _: Play) -> OutOfTurn {
        OutOfTurn::Rights(vec![Remedy::retract(&["4"]), Remedy::stand(&["4"])])
    }

    fn replied(&self) -> Replied {
        Replied::Stands(&["3", "11"])
    }

    fn lapse(&self) -> (bool, Clauses) {
        (false, &["11"])
    }

    fn uncalled_check(&self) -> Option<Clauses> {
        Some(&["5"])
    }

    fn false_call(&self) -> Option<(bool, Clauses)> {
        Some((false, &["6"]))
    }

    fn check_of_unknown_origin(&self) -> Option<Clauses> {
        Some(&["5"])
    }

    fn beginning(&self, case: BeginningCase) -> Beginning {
        match case.error {
            Error::Board | Error::Men if case.on_either_side() < 4 => {
                BeginningCase::both(&correct(&["12"]))
            }
            Error::Board | Error::Men => Beginning::Stands(&["12"]),
            Error::Odds if case.on_each_side() < 4 => Beginning::Restart(&["14"]),
            Error::Odds => Beginning::Stands(&["14"]),
            _ => Beginning::Silent,
        }
    }

    fn forgotten_odds_draw(&self) -> Option<Clauses> {
        Some(&["14"])
    }

    fn conduct(&self, _: Conduct, _: Play) -> Forfeit {
        Forfeit::Noted(&["20"])
    }

    fn refusal(&self) -> Forfeit {
        Forfeit::Noted(&["20"])
    }

    fn advice(&self, _: Play) -> Forfeit {
        Forfeit::Noted(&["20"])
    }

    fn bystander_may(&self, _: Error, _: bool) -> (bool, Clauses) {
        (false, &["20"])
    }
}
