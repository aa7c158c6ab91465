//! The laws of the British Chess Federation, 1912: duties for pieces touched, rights where they
//! cannot be met, and no castling as a penalty.

use super::super::case::{Case, Clauses, Remedy, Touched};
use super::super::event::{Conduct, Error, Notice};
use super::super::setting::Play;
use super::{
    Adjusting, Beginning, BeginningCase, CodeLaw, EarlyTouch, Forfeit, OutOfTurn, Replied, annul,
};
use crate::rules::Color;

/// The code.
pub(super) struct Law;

/// The king, at the opponent's wish.
fn king(case: &Case<'_>, clauses: Clauses) -> Touched {
    Touched::rights(case.king(false, clauses).into_iter().collect(), clauses)
}

/// 22c: one of his own and one of the opponent's.
fn own_and_theirs(case: &Case<'_>) -> Touched {
    let (own, theirs) = (case.own(), case.theirs());
    let both: Vec<Remedy> = theirs
        .iter()
        .flat_map(|what| own.iter().map(move |with| (*what, *with)))
        .filter_map(|(what, with)| case.capturing_with(what, with, &["22c"]))
        .collect();
    if let [only] = &both[..] {
        return Touched::duty(Some(only.clone()), &["22c"]);
    }
    if !both.is_empty() {
        return Touched::rights(both, &["22c"]);
    }
    let mut remedies: Vec<Remedy> =
        own.iter().filter_map(|at| case.moving(*at, false, &["22c", "27"])).collect();
    remedies.extend(theirs.iter().filter_map(|at| case.capturing(*at, &["22c"])));
    if remedies.is_empty() {
        king(case, &["22c", "27"])
    } else {
        Touched::rights(remedies, &["22c"])
    }
}

impl CodeLaw for Law {
    fn adjusting(&self, how: Adjusting) -> Option<Clauses> {
        let given = how.notice == Notice::Before;
        (if how.own_turn { given } else { how.consent }).then_some(&["21"])
    }

    fn knocked_over(&self, _: bool) -> Option<Clauses> {
        Some(&["23"])
    }

    fn touched(&self, case: &Case<'_>) -> Touched {
        let (own, theirs) = (case.own(), case.theirs());
        match (&own[..], &theirs[..]) {
            ([at], []) => match case.moving(*at, true, &["22a"]) {
                Some(duty) => Touched::duty(Some(duty), &["22a"]),
                None => king(case, &["22a", "27"]),
            },
            ([], [at]) => match case.capturing(*at, &["22b"]) {
                Some(duty) => Touched::duty(Some(duty), &["22b"]),
                None => king(case, &["22b", "27"]),
            },
            // "More than two men when castling": king and rook are one move's men.
            ([_, _], []) if !case.castling_touched().is_empty() => {
                let wing = case.castling_touched()[0];
                match case.castling(wing, &["12", "22d"]) {
                    Some(duty) => Touched::duty(Some(duty), &["12", "22d"]),
                    None => several(case),
                }
            }
            (_, []) => several(case),
            ([], _) => {
                let captures: Vec<Remedy> = case.capturing_touched(&["22e"]);
                if captures.is_empty() {
                    king(case, &["22e", "27"])
                } else {
                    Touched::rights(captures, &["22e"])
                }
            }
            _ => own_and_theirs(case),
        }
    }

    fn touched_early(&self) -> EarlyTouch {
        EarlyTouch::NextTurn(&["23"])
    }

    fn false_move(&self, case: &Case<'_>) -> Vec<Remedy> {
        let Some(step) = case.step else { return Vec::new() };
        let taken = case.scene.captured(step);
        let clauses: Clauses = if taken.is_some() { &["24b", "27"] } else { &["24a", "27"] };
        let mut remedies = vec![Remedy::retract(&["24"])];
        remedies.extend(taken.and_then(|at| case.capturing(at, clauses)));
        if step.from != case.scene.king(case.offender) {
            remedies.extend(case.moving(step.from, false, clauses));
        }
        remedies.extend(case.king(false, clauses));
        remedies
    }

    fn false_castling(&self, case: &Case<'_>, _: bool) -> (Color, Vec<Remedy>) {
        let mut remedies = self.false_move(case);
        // Both king and rook have been moved illegally.
        let rook = case.step.and_then(|step| case.scene.castles(step));
        let rook = rook.map(|wing| wing.corner(case.offender));
        remedies.extend(rook.and_then(|at| case.moving(at, false, &["24a", "27"])));
        (case.offender.other(), remedies)
    }

    fn clauses_of_early_touch(&self, clauses: Clauses) -> Clauses {
        match clauses.first() {
            Some(&"22a") => &["22a", "23"],
            Some(&"22b") => &["22b", "23"],
            Some(&"22c") => &["22c", "23"],
            Some(&"22d") => &["22d", "23"],
            Some(&"22e") => &["22e", "23"],
            _ => clauses,
        }
    }

    fn disregarded(&self, case: &Case<'_>, duty: Option<&Remedy>) -> Vec<Remedy> {
        match duty {
            Some(duty) => vec![duty.clone()],
            None => self.touched(case).rights,
        }
    }

    fn moved_opponents(&self, case: &Case<'_>) -> Vec<Remedy> {
        let mut remedies: Vec<Remedy> = case.capturing_touched(&["22b", "24"]);
        if remedies.is_empty() {
            remedies.extend(case.king(false, &["22b", "24", "27"]));
        }
        if remedies.is_empty() {
            remedies.push(Remedy::retract(&["24"]));
        }
        remedies
    }

    fn out_of_turn(&self, _: &Case<'_>, _: Play) -> OutOfTurn {
        OutOfTurn::Replaced(&["23"])
    }

    fn replied(&self) -> Replied {
        Replied::Correctable(&["25"])
    }

    fn lapse(&self) -> (bool, Clauses) {
        (true, &["26"])
    }

    fn illegal_demand(&self) -> Option<Clauses> {
        Some(&["28"])
    }

    fn first_move_can_be_wrong(&self) -> bool {
        true
    }

    fn beginning(&self, case: BeginningCase) -> Beginning {
        let early = case.on_each_side() < 4;
        match case.error {
            Error::Board if early => Beginning::Restart(&["3"]),
            Error::Board => Beginning::Stands(&["3"]),
            Error::Men if case.omitted && case.at_odds => Beginning::Stands(&["7"]),
            Error::Men | Error::Odds => Beginning::Void(&["7"]),
            Error::FirstMove if early => BeginningCase::both(&annul(&["19"])),
            Error::FirstMove => Beginning::Stands(&["19"]),
            _ => Beginning::Silent,
        }
    }

    fn conduct(&self, conduct: Conduct, _: Play) -> Forfeit {
        match conduct {
            Conduct::Upsets | Conduct::Falsifies => Forfeit::Lost(&["42a"]),
            Conduct::Ceases => Forfeit::Lost(&["42b"]),
            Conduct::Reads | Conduct::Asks => Forfeit::Lost(&["40", "42e"]),
            Conduct::Laws => Forfeit::Lost(&["42e"]),
            Conduct::SecondBoard => Forfeit::Noted(&["44"]),
            Conduct::Decision => Forfeit::Lost(&["43", "42e"]),
        }
    }

    fn refusal(&self) -> Forfeit {
        Forfeit::Lost(&["42d"])
    }

    fn advice(&self, _: Play) -> Forfeit {
        Forfeit::Noted(&["41"])
    }

    fn bystander_may(&self, _: Error, _: bool) -> (bool, Clauses) {
        (false, &["41"])
    }

    fn resumed_wrongly(&self) -> Option<Clauses> {
        Some(&["35"])
    }

    fn agreement(&self) -> Clauses {
        &["32e"]
    }

    fn resignation(&self) -> Clauses {
        &["42"]
    }

    fn overstepping(&self) -> Option<Clauses> {
        Some(&["36", "42c"])
    }
}

/// 22d: several of his own, of which the opponent selects one.
fn several(case: &Case<'_>) -> Touched {
    let moves: Vec<Remedy> =
        case.own().iter().filter_map(|at| case.moving(*at, false, &["22d", "27"])).collect();
    if moves.is_empty() { king(case, &["22d", "27"]) } else { Touched::rights(moves, &["22d"]) }
}
