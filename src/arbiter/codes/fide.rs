//! Today's law of the International Chess Federation, by its articles: what the arbiter of today
//! does at once, the old codes leave to the players.

use super::super::case::{Case, Clauses, Remedy, Touched};
use super::super::event::{Conduct, Error, Notice};
use super::super::setting::Play;
use super::{
    Adjusting, Beginning, BeginningCase, CodeLaw, EarlyTouch, Forfeit, OutOfTurn, Replied,
};

/// The code.
pub(super) struct Law;

impl CodeLaw for Law {
    fn adjusting(&self, how: Adjusting) -> Option<Clauses> {
        (how.own_turn && how.notice == Notice::Before).then_some(&["4.2.1"])
    }

    fn knocked_over(&self, _: bool) -> Option<Clauses> {
        Some(&["4.2.2"])
    }

    fn touched(&self, case: &Case<'_>) -> Touched {
        let own = case.own();
        let theirs = case.theirs();
        let together = theirs.iter().flat_map(|what| own.iter().map(move |with| (*what, *with)));
        let with = together.filter_map(|(what, with)| case.capturing_with(what, with, &["4.3.3"]));
        if let Some(duty) = with.into_iter().next() {
            return Touched::duty(Some(duty), &["4.3.3"]);
        }
        let king = case.scene.king(case.offender);
        if let [first, second] = own[..]
            && first == king
            && let Some(wing) = case.castling_touched().first()
            && let Some(duty) =
                case.castling(*wing, &["4.4.1"]).or_else(|| case.king(true, &["4.4.3"]))
        {
            let _ = second;
            return Touched::duty(Some(duty), &["4.4"]);
        }
        let duty = case.touched.iter().find_map(|at| {
            if case.scene.is_of(*at, case.offender) {
                case.moving(*at, true, &["4.3.1"])
            } else {
                case.capturing(*at, &["4.3.2"])
            }
        });
        Touched::duty(duty, &["4.5"])
    }

    fn touched_early(&self) -> EarlyTouch {
        EarlyTouch::Nothing(&["4.3"])
    }

    fn false_move(&self, case: &Case<'_>) -> Vec<Remedy> {
        let taken = case.step.and_then(|step| case.scene.captured(step));
        let from = case.step.map(|step| step.from);
        let with = taken
            .zip(from)
            .and_then(|(what, with)| case.capturing_with(what, with, &["7.5.1", "4.3.3"]));
        let piece = || from.and_then(|at| case.moving(at, true, &["7.5.1", "4.3.1"]));
        let capture = || taken.and_then(|at| case.capturing(at, &["7.5.1", "4.3.2"]));
        with.or_else(piece)
            .or_else(capture)
            .or_else(|| case.any_legal(&["7.5.1", "4.5"]))
            .into_iter()
            .collect()
    }

    fn disregarded(&self, _: &Case<'_>, duty: Option<&Remedy>) -> Vec<Remedy> {
        duty.cloned().into_iter().collect()
    }

    fn moved_opponents(&self, case: &Case<'_>) -> Vec<Remedy> {
        let capture = case.theirs().iter().find_map(|at| case.capturing(*at, &["7.5.1", "4.3.2"]));
        capture.or_else(|| case.any_legal(&["7.5.1", "4.5"])).into_iter().collect()
    }

    fn out_of_turn(&self, _: &Case<'_>, _: Play) -> OutOfTurn {
        OutOfTurn::Rights(vec![Remedy::retract(&["7.5.1"])])
    }

    fn replied(&self) -> Replied {
        Replied::Correctable(&["7.5.1"])
    }

    fn lapse(&self) -> (bool, Clauses) {
        (true, &["4.8"])
    }

    fn beginning(&self, case: BeginningCase) -> Beginning {
        match case.error {
            Error::Men | Error::Odds => Beginning::Void(&["7.1"]),
            Error::Board => BeginningCase::both(&super::correct(&["7.2"])),
            Error::FirstMove if case.on_each_side() < 10 => Beginning::Void(&["7.3"]),
            Error::FirstMove => Beginning::Stands(&["7.3"]),
            _ => Beginning::Silent,
        }
    }

    fn first_move_can_be_wrong(&self) -> bool {
        true
    }

    fn conduct(&self, conduct: Conduct, _: Play) -> Forfeit {
        match conduct {
            Conduct::Laws | Conduct::Decision => Forfeit::Lost(&["11.7"]),
            _ => Forfeit::Noted(&["11.3"]),
        }
    }

    fn refusal(&self) -> Forfeit {
        Forfeit::Lost(&["11.7"])
    }

    fn advice(&self, _: Play) -> Forfeit {
        Forfeit::Noted(&["12.7"])
    }

    fn bystander_may(&self, _: Error, _: bool) -> (bool, Clauses) {
        (false, &["12.7"])
    }

    fn agreement(&self) -> Clauses {
        &["5.2.3"]
    }

    fn resignation(&self) -> Clauses {
        &["5.1.2"]
    }

    fn overstepping(&self) -> Option<Clauses> {
        Some(&["6.9"])
    }
}
