//! Rogers, 1907: duties for pieces touched, a choice between the right move and the king for a
//! false one, and correction at any time.

use super::super::case::{Case, Clauses, Remedy, Touched};
use super::super::event::{Conduct, Error, Notice};
use super::super::setting::Play;
use super::{
    Adjusting, Beginning, BeginningCase, CodeLaw, EarlyTouch, Forfeit, OutOfTurn, Replied, correct,
};

/// The code.
pub(super) struct Law;

/// Of several pieces what the opponent may select; of one, the duty; the king where nothing can be
/// done with them.
fn selected(case: &Case<'_>, mut remedies: Vec<Remedy>, several: bool) -> Touched {
    match remedies.len() {
        0 => Touched::duty(case.king(false, &["IX", "XXIV"]), &["IX", "XXIII"]),
        1 if !several => Touched::duty(remedies.pop(), &["IX"]),
        _ => Touched::rights(remedies, &["IX"]),
    }
}

impl CodeLaw for Law {
    fn adjusting(&self, how: Adjusting) -> Option<Clauses> {
        (how.notice == Notice::Before).then_some(&["IX"])
    }

    fn knocked_over(&self, _: bool) -> Option<Clauses> {
        // Touching implies an intention (IX); an accident has none (†).
        Some(&["IX"])
    }

    fn touched(&self, case: &Case<'_>) -> Touched {
        let (own, theirs) = (case.own(), case.theirs());
        let mut remedies: Vec<Remedy> = Vec::new();
        remedies.extend(own.iter().filter_map(|at| case.moving(*at, true, &["IX"])));
        remedies.extend(theirs.iter().filter_map(|at| case.capturing(*at, &["IX"])));
        selected(case, remedies, own.len() + theirs.len() > 1)
    }

    fn touched_early(&self) -> EarlyTouch {
        EarlyTouch::Nothing(&["XIV", "XV"])
    }

    fn false_move(&self, case: &Case<'_>) -> Vec<Remedy> {
        if case.check_not_called {
            return vec![Remedy::retract(&["XVI", "XVII"])];
        }
        let taken = case.step.and_then(|step| case.scene.captured(step));
        let mut remedies: Vec<Remedy> = match taken {
            Some(taken) => case.capturing(taken, &["XIV"]).into_iter().collect(),
            None => case.any_legal(&["XIV"]).into_iter().collect(),
        };
        remedies.extend(case.king(false, &["XIV", "XXIV"]));
        if remedies.is_empty() {
            remedies.push(Remedy::retract(&["XVIII", "XXIII"]));
        }
        remedies
    }

    fn disregarded(&self, case: &Case<'_>, duty: Option<&Remedy>) -> Vec<Remedy> {
        match duty {
            Some(duty) => vec![duty.clone()],
            None => self.touched(case).rights,
        }
    }

    fn moved_opponents(&self, case: &Case<'_>) -> Vec<Remedy> {
        let touched = self.touched(case);
        let mut remedies: Vec<Remedy> = touched.duty.into_iter().chain(touched.rights).collect();
        if remedies.is_empty() {
            remedies.push(Remedy::retract(&["XVIII", "XXIII"]));
        }
        remedies
    }

    fn out_of_turn(&self, _: &Case<'_>, play: Play) -> OutOfTurn {
        if play == Play::Consultation {
            return OutOfTurn::Loses(&["XLIII"]);
        }
        OutOfTurn::Rights(vec![Remedy::retract(&["XV", "XVIII"])])
    }

    fn replied(&self) -> Replied {
        Replied::Correctable(&["XVIII"])
    }

    fn lapse(&self) -> (bool, Clauses) {
        (true, &["XXII"])
    }

    fn beginning(&self, case: BeginningCase) -> Beginning {
        match case.error {
            Error::Board if case.on_either_side() <= 3 => BeginningCase::both(&correct(&["II"])),
            Error::Board => Beginning::Stands(&["II"]),
            Error::Men | Error::Odds => Beginning::Void(&["IV"]),
            _ => Beginning::Silent,
        }
    }

    fn conduct(&self, conduct: Conduct, play: Play) -> Forfeit {
        match conduct {
            Conduct::Upsets | Conduct::Falsifies => Forfeit::Lost(&["XXVIII"]),
            Conduct::Ceases => Forfeit::Lost(&["XXVIII"]),
            Conduct::Decision => Forfeit::Lost(&["XXVIII"]),
            Conduct::Asks | Conduct::Reads | Conduct::SecondBoard
                if play == Play::Correspondence =>
            {
                Forfeit::Lost(&["LI"])
            }
            _ => Forfeit::Noted(&[]),
        }
    }

    fn refusal(&self) -> Forfeit {
        Forfeit::Noted(&[])
    }

    fn advice(&self, play: Play) -> Forfeit {
        match play {
            Play::Consultation => Forfeit::Void(&["XLV"]),
            Play::Board | Play::Correspondence => Forfeit::Void(&["XXI"]),
        }
    }

    fn bystander_joins(&self, play: Play) -> Forfeit {
        match play {
            Play::Consultation => Forfeit::Claimable(&["XLIV"]),
            Play::Board => Forfeit::Void(&["XXI"]),
            Play::Correspondence => Forfeit::Lost(&["LI"]),
        }
    }

    fn bystander_may(&self, error: Error, replied: bool) -> (bool, Clauses) {
        match error {
            Error::Men => (true, &["XX"]),
            Error::IllegalMove | Error::Untraced => (replied, &["XX"]),
            _ => (false, &["XX"]),
        }
    }

    fn readings(&self, sealed: bool) -> Option<Clauses> {
        (!sealed).then_some(&["XLII", "XLVIII"])
    }

    fn overstepping(&self) -> Option<Clauses> {
        Some(&["XXVI"])
    }
}
