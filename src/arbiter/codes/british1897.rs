//! The British Chess Code of 1897: Penalties A, B and C (II.11) and the offences that bring them.

use super::super::case::{Case, Clauses, Due, Effect, Remedy, Touched};
use super::super::event::{Conduct, Error, Notice};
use super::super::ruling::Choice;
use super::super::setting::Play;
use super::{
    Adjusting, Beginning, BeginningCase, CodeLaw, EarlyTouch, Forfeit, OutOfTurn, Replied, annul,
};
use crate::rules::Square;

/// The code.
pub(super) struct Law;

/// Penalty B: the pieces touched, moved or captured, one with another where that can be, or both
/// castled with. Only here may a penalty move be castling (II.11c).
fn penalty_b(case: &Case<'_>, clauses: Clauses) -> Vec<Remedy> {
    let mut remedies: Vec<Remedy> = Vec::new();
    for at in case.own() {
        remedies.extend(case.moving(at, false, clauses));
    }
    for what in case.theirs() {
        remedies.extend(case.capturing(what, clauses));
        for with in case.own() {
            remedies.extend(case.capturing_with(what, with, clauses));
        }
    }
    for wing in case.castling_touched() {
        remedies.extend(case.castling(wing, clauses));
    }
    remedies
}

/// Penalty C: the king, or where he has no legal move any man that the opponent selects.
fn penalty_c(case: &Case<'_>, clauses: Clauses) -> Vec<Remedy> {
    if let Some(king) = case.king(false, clauses) {
        return vec![king];
    }
    let us = case.offender;
    Square::all()
        .filter(|square| case.scene.is_of(*square, us))
        .filter_map(|square| case.moving(square, false, clauses))
        .collect()
}

/// Each choice once, the first time it is named.
fn each_once(remedies: Vec<Remedy>) -> Vec<Remedy> {
    let mut once: Vec<Remedy> = Vec::new();
    for remedy in remedies {
        if !once.iter().any(|seen| seen.choice == remedy.choice) {
            once.push(remedy);
        }
    }
    once
}

/// Whether a man touched can be neither moved nor captured, each as its owner has it.
fn is_untakeable(case: &Case<'_>, at: Square) -> bool {
    if case.scene.is_of(at, case.offender) {
        case.moves_of(at).is_empty()
    } else {
        case.captures_of(at).is_empty()
    }
}

impl CodeLaw for Law {
    fn adjusting(&self, how: Adjusting) -> Option<Clauses> {
        (how.own_turn && how.notice == Notice::Before).then_some(&["II.3"])
    }

    fn knocked_over(&self, _: bool) -> Option<Clauses> {
        Some(&["II.5"])
    }

    fn touched(&self, case: &Case<'_>) -> Touched {
        if case.touched.iter().any(|at| is_untakeable(case, *at)) {
            return Touched::rights(penalty_c(case, &["II.5b", "II.11"]), &["II.5b", "II.11"]);
        }
        Touched::nothing(&["II.5c"])
    }

    fn touched_early(&self) -> EarlyTouch {
        EarlyTouch::NextTurn(&["II.5e"])
    }

    fn false_move(&self, case: &Case<'_>) -> Vec<Remedy> {
        let mut remedies = vec![Remedy::retract(&["II.6b", "II.11"])];
        remedies.extend(penalty_b(case, &["II.6b", "II.11"]));
        remedies.extend(penalty_c(case, &["II.6b", "II.11"]));
        each_once(remedies)
    }

    fn disregarded(&self, case: &Case<'_>, _: Option<&Remedy>) -> Vec<Remedy> {
        // A touched man that was moved in the end, or captured, is satisfied by the move made.
        let mut remedies = Vec::new();
        let other: Vec<Square> = case
            .touched
            .iter()
            .copied()
            .filter(|at| {
                case.step
                    .is_none_or(|step| step.from != *at && case.scene.captured(step) != Some(*at))
            })
            .collect();
        let of_other = Case::new(case.scene, case.offender, &other);
        let untakeable = other.iter().any(|at| is_untakeable(&of_other, *at));
        let clauses: Clauses = if untakeable { &["II.5d", "II.11"] } else { &["II.5c", "II.11"] };
        if other.iter().any(|at| !is_untakeable(&of_other, *at)) {
            remedies.extend(penalty_b(case, clauses));
        }
        if untakeable {
            remedies.extend(penalty_c(case, clauses));
        }
        each_once(remedies)
    }

    fn moved_opponents(&self, case: &Case<'_>) -> Vec<Remedy> {
        self.false_move(case)
    }

    fn out_of_turn(&self, case: &Case<'_>, _: Play) -> OutOfTurn {
        let due = Due::PenaltyBOrC(case.touched.to_vec());
        let effect = Effect::RetractThen(due);
        OutOfTurn::Rights(vec![Remedy::plain(Choice::Retract, effect, &["II.6d"])])
    }

    fn replied(&self) -> Replied {
        Replied::Correctable(&["II.6e"])
    }

    fn lapse(&self) -> (bool, Clauses) {
        (true, &["II.11a"])
    }

    fn illegal_demand(&self) -> Option<Clauses> {
        Some(&["II.11e"])
    }

    fn due(&self, due: &Due, case: &Case<'_>) -> Vec<Remedy> {
        match due {
            Due::King => Vec::new(),
            Due::PenaltyBOrC(touched) => {
                let of_touched = Case::new(case.scene, case.offender, touched);
                let mut remedies = penalty_b(&of_touched, &["II.6d", "II.11"]);
                remedies.extend(penalty_c(&of_touched, &["II.6d", "II.11"]));
                each_once(remedies)
            }
        }
    }

    fn first_move_can_be_wrong(&self) -> bool {
        true
    }

    fn beginning(&self, case: BeginningCase) -> Beginning {
        if matches!(case.error, Error::FirstMove) {
            // Before the opponent of him who began has completed his fourth move.
            return if case.by_second() < 4 {
                BeginningCase::both(&annul(&["II.1b"]))
            } else {
                Beginning::Stands(&["II.1b"])
            };
        }
        if case.by_second() < 4 {
            BeginningCase::both(&annul(&["II.2"]))
        } else {
            Beginning::Stands(&["II.2"])
        }
    }

    fn conduct(&self, conduct: Conduct, play: Play) -> Forfeit {
        match conduct {
            Conduct::Upsets | Conduct::Falsifies => Forfeit::Claimable(&["II.9a"]),
            Conduct::SecondBoard | Conduct::Reads if play == Play::Correspondence => {
                Forfeit::Noted(&["III.2a"])
            }
            Conduct::SecondBoard => Forfeit::Claimable(&["II.9b"]),
            Conduct::Reads => Forfeit::Claimable(&["II.9c"]),
            Conduct::Asks => Forfeit::Claimable(&["II.9d"]),
            Conduct::Ceases | Conduct::Decision | Conduct::Laws => Forfeit::Claimable(&["II.9f"]),
        }
    }

    fn refusal(&self) -> Forfeit {
        Forfeit::Claimable(&["II.9e"])
    }

    fn advice(&self, _: Play) -> Forfeit {
        Forfeit::Noted(&[])
    }

    fn bystander_may(&self, _: Error, _: bool) -> (bool, Clauses) {
        (false, &[])
    }

    fn unreadable(&self, case: &Case<'_>, sealed: bool) -> Option<Vec<Remedy>> {
        let clauses: Clauses = if sealed { &["II.7c", "II.11"] } else { &["III.3", "II.11"] };
        Some(penalty_c(case, clauses))
    }

    fn readings(&self, sealed: bool) -> Option<Clauses> {
        Some(if sealed { &["II.7c"] } else { &["III.3"] })
    }

    fn resumed_wrongly(&self) -> Option<Clauses> {
        Some(&["II.7a"])
    }

    fn agreement(&self) -> Clauses {
        &["II.8a"]
    }

    fn resignation(&self) -> Clauses {
        &["II.9"]
    }

    fn overstepping(&self) -> Option<Clauses> {
        Some(&["II.10"])
    }

    fn lifted(&self) -> Option<Clauses> {
        Some(&["II.5a"])
    }

    fn castling_begun(&self) -> Option<Clauses> {
        Some(&["II.5f"])
    }
}
