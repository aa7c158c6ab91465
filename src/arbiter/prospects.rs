//! What a player can do about what has happened, and the state that each choice leads to: what
//! advice on penalties needs. It finds no choice good or bad; that is for a search.

use super::codes::Replied;
use super::event::{Act, Event};
use super::ruling::{Choice, Kind, Ruling};
use super::state::State;
use crate::rules::Color;

/// One thing that a player can do about what has happened.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// What he exacts, as it is told; `None` where he exacts nothing.
    pub ruling: Option<Ruling>,
    /// The state that follows.
    pub after: State,
    /// Whether an illegal move then stays on the record that can still be put right later.
    pub may_be_undone: bool,
}

impl Prospect {
    /// What he exacts; `None` where he exacts nothing.
    pub fn choice(&self) -> Option<Choice> {
        self.ruling.as_ref().and_then(|ruling| ruling.choice)
    }

    /// Whether the game then is over, or stands where legal moves can go on.
    pub fn can_be_played_on(&self) -> bool {
        self.after.ending().is_some() || self.after.scene().position().is_some()
    }
}

impl State {
    /// The player who has something to choose: the side to move where it has, otherwise the other.
    /// A right to leave a check as it is only adds moves, and is no such choice.
    pub fn chooser(&self) -> Option<Color> {
        let turn = self.turn();
        [turn, turn.other()].into_iter().find(|who| {
            let of_him =
                |ruling: &Ruling| ruling.who == Some(*who) && ruling.choice != Some(Choice::Ignore);
            self.rights.iter().any(|right| right.holder == *who && of_him(&right.ruling()))
        })
    }

    /// What the player who has something to choose can do, each with the state that follows: every
    /// choice open to him and, unless he must take one of them, none. Without a choice: nothing.
    pub fn prospects(&self) -> Vec<Prospect> {
        let Some(who) = self.chooser() else { return Vec::new() };
        let mut prospects = Vec::new();
        let mut obliged = false;
        for right in self.rights.iter().filter(|right| right.holder == who) {
            let ruling = right.ruling();
            let choice = right.remedy.choice;
            if choice == Choice::Ignore {
                continue;
            }
            obliged |= ruling.kind == Kind::Duty;
            prospects.extend(self.prospect(Act::Exacts(choice), who, Some(ruling)));
        }
        if !obliged {
            prospects.extend(self.prospect(Act::Waives, who, None));
        }
        prospects
    }

    fn prospect(&self, act: Act, who: Color, ruling: Option<Ruling>) -> Option<Prospect> {
        let mut after = self.clone();
        after.happen(&Event::Player(who, act)).ok()?;
        let correctable = matches!(after.law().replied(), Replied::Correctable(_));
        let may_be_undone = correctable && after.first_unlawful().is_some();
        Some(Prospect { ruling, after, may_be_undone })
    }
}
