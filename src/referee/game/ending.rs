//! How a game between engines ended: by the law, by the referee, or by a fault; and the words for
//! each. It decides nothing.

use super::adjudication::Adjudicated;
use crate::rules::laws::{Outcome, Reason};
use crate::rules::{Color, Position};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won; `None` is a drawn game.
    pub winner: Option<Color>,
    /// Why.
    pub cause: Cause,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// By the law, of itself or by a claim.
    Law(Reason),
    /// The players are taken to agree to a draw, having repeated themselves or played so long.
    Agreement,
    /// By the referee, ahead of the law.
    Adjudication(Adjudicated),
    /// By a ruling of the arbiter.
    Ruling,
    /// A player's time ran out.
    Time(Color),
    /// A player's engine sent that text for a move.
    IllegalMove(Color, String),
    /// A player's engine ended, would not start, or did not answer.
    Broken(Color, String),
    /// The match was broken off.
    Interrupted,
}

impl Ending {
    pub(super) fn lost_by(loser: Color, cause: Cause) -> Self {
        Self { winner: Some(loser.other()), cause }
    }

    pub(super) fn by_law(outcome: Outcome) -> Self {
        Self { winner: outcome.winner, cause: Cause::Law(outcome.reason) }
    }

    /// The result token of PGN; `*` for a game broken off.
    pub fn token(&self) -> &'static str {
        match self.cause {
            Cause::Interrupted => "*",
            _ => Outcome { winner: self.winner, reason: Reason::Dead }.token(),
        }
    }

    /// The word of PGN's tag `Termination`.
    pub const fn termination(&self) -> &'static str {
        match self.cause {
            Cause::Law(_) | Cause::Agreement => "normal",
            Cause::Adjudication(_) => "adjudication",
            Cause::Time(_) => "time forfeit",
            Cause::Ruling => "rules infraction",
            Cause::IllegalMove(..) => "rules infraction",
            Cause::Broken(..) => "abandoned",
            Cause::Interrupted => "unterminated",
        }
    }

    /// The reason in words, for example `Black loses on time`.
    pub fn in_words(&self, position: &Position) -> String {
        match &self.cause {
            Cause::Law(reason) => {
                Outcome { winner: self.winner, reason: *reason }.in_words(position.laws())
            }
            Cause::Agreement => "the players are taken to agree to a draw".to_owned(),
            Cause::Adjudication(Adjudicated::Resigns(loser)) => {
                format!("{loser} is taken to resign")
            }
            Cause::Adjudication(Adjudicated::Draw) => "adjudicated a draw by score".to_owned(),
            Cause::Adjudication(Adjudicated::TooLong) => "adjudicated a draw by length".to_owned(),
            Cause::Adjudication(Adjudicated::Tablebase(None)) => {
                "a draw by the tablebases".to_owned()
            }
            Cause::Adjudication(Adjudicated::Tablebase(Some(winner))) => {
                format!("{winner} wins by the tablebases")
            }
            Cause::Ruling => match self.winner {
                Some(winner) => format!("{winner} wins by the arbiter's ruling"),
                None => "drawn by the arbiter's ruling".to_owned(),
            },
            Cause::Time(loser) => format!("{loser} loses on time"),
            Cause::IllegalMove(loser, text) => format!("{loser} makes an illegal move: '{text}'"),
            Cause::Broken(loser, why) => format!("{loser}'s engine {why}"),
            Cause::Interrupted => "the match was broken off".to_owned(),
        }
    }

    /// Whether an engine is at fault.
    pub const fn is_fault(&self) -> bool {
        matches!(self.cause, Cause::IllegalMove(..) | Cause::Broken(..) | Cause::Time(_))
    }

    /// The words under which endings are counted: the reason without names, and, where an engine
    /// failed, how it did.
    pub fn kind_in_words(&self) -> String {
        match &self.cause {
            Cause::Law(reason) => reason.to_string(),
            Cause::Agreement => "agreement".to_owned(),
            Cause::Adjudication(Adjudicated::Resigns(_)) => "resignation".to_owned(),
            Cause::Adjudication(Adjudicated::Draw) => "draw by score".to_owned(),
            Cause::Adjudication(Adjudicated::TooLong) => "draw by length".to_owned(),
            Cause::Adjudication(Adjudicated::Tablebase(None)) => "draw by tablebase".to_owned(),
            Cause::Adjudication(Adjudicated::Tablebase(Some(_))) => "win by tablebase".to_owned(),
            Cause::Ruling => "ruling of the arbiter".to_owned(),
            Cause::Time(_) => FAULTS[0].to_owned(),
            Cause::IllegalMove(..) => FAULTS[1].to_owned(),
            Cause::Broken(_, why) => format!("{}: {why}", FAULTS[2]),
            Cause::Interrupted => "broken off".to_owned(),
        }
    }
}

/// The words for games that an engine lost by a fault of its own. More may follow on how an engine
/// failed.
const FAULTS: [&str; 3] = ["loss on time", "illegal move", "engine failed"];

/// Whether a game ended by a fault, from what [`Ending::kind_in_words`] says of it.
pub fn is_fault(how: &str) -> bool {
    FAULTS.iter().any(|fault| how.split(": ").next() == Some(fault))
}
