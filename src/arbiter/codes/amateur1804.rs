//! The laws of 1804. They are short: a touched piece is played, a false move is paid for with the
//! king, and what has been replied to stands. It never decides where the text is silent without a
//! † beside it.

use super::super::case::{Case, Clauses, Due, Effect, Remedy, Touched};
use super::super::event::{Conduct, Error, Notice};
use super::super::ruling::Choice;
use super::super::setting::Play;
use super::{
    Adjusting, Beginning, BeginningCase, CodeLaw, EarlyTouch, Forfeit, OutOfTurn, Replied, correct,
    restart,
};
use crate::rules::Color;

/// The code.
pub(super) struct Law;

/// The king moved as a penalty, or the move only taken back where he cannot be (VI: "if you can").
fn king_or_retract(case: &Case<'_>) -> Vec<Remedy> {
    vec![case.king(true, &["VIII"]).unwrap_or_else(|| Remedy::retract(&["VIII"]))]
}

impl CodeLaw for Law {
    fn adjusting(&self, how: Adjusting) -> Option<Clauses> {
        matches!(how.notice, Notice::Before | Notice::With).then_some(&["V"])
    }

    fn knocked_over(&self, _: bool) -> Option<Clauses> {
        Some(&["V"])
    }

    fn touched(&self, case: &Case<'_>) -> Touched {
        // Of several own pieces the first that can be played (†).
        if let Some(duty) = case.moving_first(&["V"]) {
            return Touched::duty(Some(duty), &["V"]);
        }
        let theirs = case.theirs();
        let captures: Vec<Remedy> = case.capturing_touched(&["VI"]);
        if !captures.is_empty() {
            return Touched::rights(captures, &["VI"]);
        }
        if !theirs.is_empty() {
            return Touched::duty(case.king(true, &["VI"]), &["VI"]);
        }
        if case.own_is_held_by_check() {
            return Touched::duty(case.king(true, &["XV"]), &["XV"]);
        }
        Touched::nothing(&["V"])
    }

    fn touched_early(&self) -> EarlyTouch {
        EarlyTouch::Nothing(&[])
    }

    fn false_move(&self, case: &Case<'_>) -> Vec<Remedy> {
        king_or_retract(case)
    }

    fn false_castling(&self, case: &Case<'_>, _: bool) -> (Color, Vec<Remedy>) {
        let own = case.king_or_rook(&["XII"]);
        if own.is_empty() {
            return (case.offender.other(), vec![Remedy::retract(&["XII"])]);
        }
        (case.offender, own)
    }

    fn disregarded(&self, _: &Case<'_>, duty: Option<&Remedy>) -> Vec<Remedy> {
        duty.cloned().into_iter().collect()
    }

    fn moved_opponents(&self, case: &Case<'_>) -> Vec<Remedy> {
        let theirs = case.theirs();
        let capture = theirs.iter().find_map(|at| case.capturing(*at, &["VI"]));
        let penalty = capture.or_else(|| case.king(true, &["VI"]));
        vec![penalty.unwrap_or_else(|| Remedy::retract(&["VI"]))]
    }

    fn out_of_turn(&self, _: &Case<'_>, _: Play) -> OutOfTurn {
        // A move that is not his to make is a false move (†), and the king waits for his turn.
        let effect = Effect::RetractThen(Due::King);
        OutOfTurn::Rights(vec![Remedy::plain(Choice::Retract, effect, &["VIII"])])
    }

    fn replied(&self) -> Replied {
        Replied::Stands(&["VIII"])
    }

    fn lapse(&self) -> (bool, Clauses) {
        (false, &["VIII"])
    }

    fn uncalled_check(&self) -> Option<Clauses> {
        Some(&["XIII"])
    }

    fn false_call(&self) -> Option<(bool, Clauses)> {
        Some((true, &["XIV"]))
    }

    fn due(&self, due: &Due, case: &Case<'_>) -> Vec<Remedy> {
        match due {
            Due::King => case.king(true, &["VIII"]).into_iter().collect(),
            Due::PenaltyBOrC(_) => Vec::new(),
        }
    }

    fn beginning(&self, case: BeginningCase) -> Beginning {
        let sufferer = case.careless.other();
        match case.error {
            Error::Men => Beginning::Rights(vec![
                (sufferer, restart(&["III"])),
                (sufferer, correct(&["III"])),
            ]),
            Error::Odds => Beginning::Rights(vec![
                (sufferer, restart(&["IV"])),
                (sufferer, Remedy::plain(Choice::Continue, Effect::Stand, &["IV"])),
            ]),
            Error::Board => BeginningCase::both(&correct(&["I"])),
            _ => Beginning::Silent,
        }
    }

    fn conduct(&self, _: Conduct, _: Play) -> Forfeit {
        Forfeit::Noted(&[])
    }

    fn refusal(&self) -> Forfeit {
        Forfeit::Noted(&[])
    }

    fn advice(&self, _: Play) -> Forfeit {
        Forfeit::Noted(&[])
    }

    fn bystander_may(&self, _: Error, _: bool) -> (bool, Clauses) {
        (false, &[])
    }
}
