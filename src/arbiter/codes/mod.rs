//! The codes, each in a file of its own, all answering the same questions. They say what follows;
//! they never change the board, and they keep no state.

mod accomplished1837;
mod amateur1804;
mod british1897;
mod federation1912;
mod fide;
mod rogers1907;

use super::case::{Case, Clauses, Due, Remedy, Touched};
use super::event::{Conduct, Error, Notice};
use super::ruling::Choice;
use super::setting::Play;
use crate::rules::Color;
use crate::rules::laws::Code;

/// A piece adjusted.
#[derive(Clone, Copy, Debug)]
pub struct Adjusting {
    /// When notice was given.
    pub notice: Notice,
    /// Whether it was the adjuster's own turn.
    pub own_turn: bool,
    /// Whether the opponent had consented.
    pub consent: bool,
}

/// What a code makes of a piece touched in the opponent's turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EarlyTouch {
    /// Nothing.
    Nothing(Clauses),
    /// It counts as touched in the toucher's next turn.
    NextTurn(Clauses),
}

/// What a code makes of a move made out of turn.
#[derive(Clone, Debug, PartialEq)]
pub enum OutOfTurn {
    /// The move is put back at once, and the piece counts as touched in the next turn.
    Replaced(Clauses),
    /// The opponent may exact these.
    Rights(Vec<Remedy>),
    /// The game is lost by it.
    Loses(Clauses),
}

/// What a code makes of an illegal move once it has been replied to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Replied {
    /// It stands for good.
    Stands(Clauses),
    /// It is put right whenever it is found.
    Correctable(Clauses),
}

/// What a code makes of an error at the beginning.
#[derive(Clone, Debug, PartialEq)]
pub enum Beginning {
    /// It can no longer be changed.
    Stands(Clauses),
    /// The game is void, or is begun again, without anybody's choice.
    Void(Clauses),
    /// The game has to be begun again.
    Restart(Clauses),
    /// These players may exact these.
    Rights(Vec<(Color, Remedy)>),
    /// The code has nothing about it.
    Silent,
}

/// What a code makes of conduct that is no move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Forfeit {
    /// The game is lost at once.
    Lost(Clauses),
    /// The opponent may claim it.
    Claimable(Clauses),
    /// The game is void.
    Void(Clauses),
    /// The code forbids it and says no more, or says nothing.
    Noted(Clauses),
}

/// An error at the beginning, as a code is asked about it.
#[derive(Clone, Copy, Debug)]
pub struct BeginningCase {
    /// What is wrong.
    pub error: Error,
    /// Moves completed by White and by Black.
    pub made: [u16; 2],
    /// Who made the first move, or has it.
    pub first: Color,
    /// Who should have given odds, or whose piece was forgotten.
    pub careless: Color,
    /// Whether pieces are missing, and nothing else is wrong.
    pub omitted: bool,
    /// Whether it is a game at odds.
    pub at_odds: bool,
}

impl BeginningCase {
    /// Moves completed by the second player.
    pub fn by_second(&self) -> u16 {
        self.made[self.first.other().index()]
    }

    /// Moves completed on each side.
    pub fn on_each_side(&self) -> u16 {
        self.made[0].min(self.made[1])
    }

    /// Moves completed on either side.
    pub fn on_either_side(&self) -> u16 {
        self.made[0].max(self.made[1])
    }

    /// The same right for both players.
    pub fn both(remedy: &Remedy) -> Beginning {
        Beginning::Rights(Color::ALL.map(|color| (color, remedy.clone())).to_vec())
    }
}

/// The questions that every code answers.
pub trait CodeLaw: Sync {
    /// The clauses by which an adjustment is in order; `None` where it counts as touching.
    fn adjusting(&self, how: Adjusting) -> Option<Clauses>;

    /// The clauses by which a piece displaced by accident is put right; `None` where it counts as
    /// touched.
    fn knocked_over(&self, notice: bool) -> Option<Clauses>;

    /// What touching those pieces in one's own turn leads to.
    fn touched(&self, case: &Case<'_>) -> Touched;

    /// What touching in the opponent's turn leads to.
    fn touched_early(&self) -> EarlyTouch;

    /// What may be exacted for an illegal move.
    fn false_move(&self, case: &Case<'_>) -> Vec<Remedy>;

    /// What may be exacted for castling that is not legal, and by whom.
    fn false_castling(&self, case: &Case<'_>, pieces_moved: bool) -> (Color, Vec<Remedy>) {
        let _ = pieces_moved;
        (case.offender.other(), self.false_move(case))
    }

    /// What may be exacted when a legal move was made that is not with, or of, the pieces touched.
    fn disregarded(&self, case: &Case<'_>, duty: Option<&Remedy>) -> Vec<Remedy>;

    /// What may be exacted for an opponent's piece moved instead of one's own; its square now and
    /// before.
    fn moved_opponents(&self, case: &Case<'_>) -> Vec<Remedy>;

    /// The clauses of a touch that counts because it was made in the opponent's turn.
    fn clauses_of_early_touch(&self, clauses: Clauses) -> Clauses {
        clauses
    }

    /// What a move out of turn leads to. The case is of the board before it.
    fn out_of_turn(&self, case: &Case<'_>, play: Play) -> OutOfTurn;

    /// What becomes of an illegal move once replied to.
    fn replied(&self) -> Replied;

    /// Whether a right to a penalty ends when its holder touches a piece, and by which clause;
    /// `false` where it ends with his move.
    fn lapse(&self) -> (bool, Clauses);

    /// The clauses by which a penalty asked for that is illegal costs the right, if they do.
    fn illegal_demand(&self) -> Option<Clauses> {
        None
    }

    /// The clauses by which a check not called need not be met; `None` where it must be.
    fn uncalled_check(&self) -> Option<Clauses> {
        None
    }

    /// The clauses by which a false call of check lets the other retract, and whether a touch is
    /// enough.
    fn false_call(&self) -> Option<(bool, Clauses)> {
        None
    }

    /// The clauses by which a player who finds himself in check takes his last move back.
    fn check_of_unknown_origin(&self) -> Option<Clauses> {
        None
    }

    /// What may be exacted in the offender's next turn.
    fn due(&self, due: &Due, case: &Case<'_>) -> Vec<Remedy> {
        let _ = (due, case);
        Vec::new()
    }

    /// Whether the wrong player's first move is taken as such, to be annulled on demand, rather
    /// than as a move out of turn.
    fn first_move_can_be_wrong(&self) -> bool {
        false
    }

    /// What an error at the beginning leads to.
    fn beginning(&self, case: BeginningCase) -> Beginning;

    /// Whether mate by the giver of odds that were not taken off is but a draw.
    fn forgotten_odds_draw(&self) -> Option<Clauses> {
        None
    }

    /// What conduct leads to.
    fn conduct(&self, conduct: Conduct, play: Play) -> Forfeit;

    /// What it leads to that a player refuses a legal requirement.
    fn refusal(&self) -> Forfeit;

    /// What a bystander's help leads to.
    fn advice(&self, play: Play) -> Forfeit;

    /// What it leads to that a bystander consults with a side.
    fn bystander_joins(&self, play: Play) -> Forfeit {
        self.advice(play)
    }

    /// Whether a bystander may point out an error; `replied`: another move has been made since.
    fn bystander_may(&self, error: Error, replied: bool) -> (bool, Clauses);

    /// What the opponent may exact when a record or message expresses no legal move.
    fn unreadable(&self, case: &Case<'_>, sealed: bool) -> Option<Vec<Remedy>> {
        let _ = (case, sealed);
        None
    }

    /// The clauses by which the opponent adopts one of several readings, or of several moves sent;
    /// `None` where the code does not say.
    fn readings(&self, sealed: bool) -> Option<Clauses> {
        let _ = sealed;
        None
    }

    /// What a game resumed from a wrong position leads to: whether it is restored, and by which
    /// clauses; `None` where the code is silent.
    fn resumed_wrongly(&self) -> Option<Clauses> {
        None
    }

    /// The clauses by which agreement draws the game.
    fn agreement(&self) -> Clauses {
        &[]
    }

    /// The clauses by which a game resigned is lost.
    fn resignation(&self) -> Clauses {
        &[]
    }

    /// The clauses by which overstepping the time forfeits the game; `None` where the code knows
    /// no time limit.
    fn overstepping(&self) -> Option<Clauses> {
        None
    }

    /// The clauses that make 1897's lifting of a man the opponent's right to have it put back.
    fn lifted(&self) -> Option<Clauses> {
        None
    }

    /// The clauses by which castling must be completed.
    fn castling_begun(&self) -> Option<Clauses> {
        None
    }
}

/// The law of a code.
pub fn of(code: Code) -> &'static dyn CodeLaw {
    match code {
        Code::England1804 | Code::France1804 => &amateur1804::Law,
        Code::Accomplished1837 => &accomplished1837::Law,
        Code::British1897 => &british1897::Law,
        Code::Rogers1907 => &rogers1907::Law,
        Code::Federation1912 => &federation1912::Law,
        Code::Chess => &fide::Law,
    }
}

/// A right to have the game annulled.
fn annul(clauses: Clauses) -> Remedy {
    Remedy::plain(Choice::Annul, super::case::Effect::Annul, clauses)
}

/// A right to have things put right.
fn correct(clauses: Clauses) -> Remedy {
    Remedy::plain(Choice::Correct, super::case::Effect::Correct, clauses)
}

/// A right to begin the game again.
fn restart(clauses: Clauses) -> Remedy {
    Remedy::plain(Choice::Restart, super::case::Effect::Annul, clauses)
}
