//! How a game ends: who won, for what reason, by which clause, in words.

use std::fmt;

use super::{Code, Laws};
use crate::rules::types::{Color, PieceKind};

/// The result of a game that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Outcome {
    /// The winner; `None` is a drawn game.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Reason {
    /// The player to move is checkmated, and no undertaking stands against it.
    Checkmate,
    /// The player to move is stalemated.
    Stalemate,
    /// No series of legal moves can win the game.
    Dead,
    /// Fifty moves of each without what the law counts, claimed.
    FiftyMoves,
    /// Seventy-five moves of each without capture or pawn move: automatic under today's law.
    SeventyFiveMoves,
    /// Fifty moves of each since the defender's notice.
    FiftyOnNotice,
    /// The position has stood a third time, claimed.
    ThirdOccurrence,
    /// The position has stood a fifth time: automatic under today's law.
    FifthOccurrence,
    /// The same series of moves three times running, claimed.
    SameSeries,
    /// The claimant can check for ever.
    EndlessChecks,
    /// The giver of an undertaking has not done, or can no longer do, what he undertook.
    Undertaking(Breach),
}

/// In what way an undertaking has failed. The giver has then lost (british1897:IV.8,
/// rogers1907:XXXIX).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Breach {
    /// He has mated, but not in accordance with the conditions.
    WrongMate,
    /// The marked piece is taken.
    MarkedPieceCaptured,
    /// The marked piece is promoted: it is no longer the piece that was marked.
    MarkedPiecePromoted,
    /// No piece of the kind is left, nor a pawn that could become one.
    NoPieceLeft(PieceKind),
    /// Only the king is left, and a king gives no mate.
    BareKing,
    /// The move limit has passed without the mate.
    LimitPassed,
    /// The game has ended without a winner, or with his stalemate win or loss.
    NotMated(DrawnBy),
}

/// The ends of a game that are no mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)] // the names are those of `Reason`
pub enum DrawnBy {
    Stalemate,
    Dead,
    FiftyMoves,
    SeventyFiveMoves,
    FiftyOnNotice,
    ThirdOccurrence,
    FifthOccurrence,
    SameSeries,
    EndlessChecks,
}

impl DrawnBy {
    /// Every such end.
    pub const ALL: [Self; 9] = [
        Self::Stalemate,
        Self::Dead,
        Self::FiftyMoves,
        Self::SeventyFiveMoves,
        Self::FiftyOnNotice,
        Self::ThirdOccurrence,
        Self::FifthOccurrence,
        Self::SameSeries,
        Self::EndlessChecks,
    ];

    /// The reason such an end has where no undertaking stands.
    pub const fn reason(self) -> Reason {
        match self {
            Self::Stalemate => Reason::Stalemate,
            Self::Dead => Reason::Dead,
            Self::FiftyMoves => Reason::FiftyMoves,
            Self::SeventyFiveMoves => Reason::SeventyFiveMoves,
            Self::FiftyOnNotice => Reason::FiftyOnNotice,
            Self::ThirdOccurrence => Reason::ThirdOccurrence,
            Self::FifthOccurrence => Reason::FifthOccurrence,
            Self::SameSeries => Reason::SameSeries,
            Self::EndlessChecks => Reason::EndlessChecks,
        }
    }
}

/// A draw that a player may claim, but need not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Claim {
    /// On what ground.
    pub ground: DrawnBy,
    /// Whether only the player whose turn it is may claim (british1897:II.8b-d,
    /// federation1912:32b-d, today); rogers1907:XXIX says "a player".
    pub side_to_move_only: bool,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// The result token of PGN: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn token(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The clause of the law that ends the game so, where the code has one.
    pub const fn clause(self, laws: Laws) -> Option<&'static str> {
        self.reason.clause(laws)
    }

    /// Who won, why and by which clause, for example `White wins: Black is checkmated
    /// (british1897:I.15a)`.
    pub fn in_words(self, laws: Laws) -> String {
        let result = match self.winner {
            Some(winner) => format!("{winner} wins: {}", self.because(winner)),
            None => format!("Drawn: {}", self.reason),
        };
        match self.clause(laws) {
            Some(clause) => format!("{result} ({clause})"),
            None => result,
        }
    }

    fn because(self, winner: Color) -> String {
        let loser = winner.other();
        match self.reason {
            Reason::Checkmate => format!("{loser} is checkmated"),
            // The stalemated player is the winner or the loser, as the law has it.
            Reason::Stalemate => "stalemate decides the game".to_owned(),
            Reason::Undertaking(breach) => {
                format!("{loser} has not kept his undertaking, {breach}")
            }
            other => other.to_string(),
        }
    }
}

impl Reason {
    /// Whether this end is the code's own doing: not when a switch has set its law aside.
    const fn is_of_the_code(self, laws: Laws) -> bool {
        let row = Laws::of(laws.code);
        match self {
            Self::Stalemate => laws.stalemate as u8 == row.stalemate as u8,
            Self::FiftyMoves | Self::FiftyOnNotice => {
                laws.fifty_moves as u8 == row.fifty_moves as u8
            }
            Self::ThirdOccurrence | Self::SameSeries => {
                laws.repetition as u8 == row.repetition as u8
            }
            _ => true,
        }
    }

    /// The clause of each code for this end of a game.
    const fn clause(self, laws: Laws) -> Option<&'static str> {
        use Code::{
            Accomplished1837, British1897, Chess, England1804, Federation1912, France1804,
            Rogers1907,
        };
        if !self.is_of_the_code(laws) {
            return None;
        }
        Some(match (self, laws.code) {
            (Self::Checkmate, British1897) => "british1897:I.15a",
            (Self::Checkmate, Federation1912) => "federation1912:30",
            (Self::Checkmate, Chess) => "FIDE 5.1.1",
            (Self::Stalemate, England1804 | France1804) => "amateur1804:XVI",
            (Self::Stalemate, Accomplished1837) => "accomplished1837:17",
            (Self::Stalemate, British1897) => "british1897:II.8e",
            (Self::Stalemate, Federation1912) => "federation1912:32a",
            (Self::Stalemate, Chess) => "FIDE 5.2.1",
            (Self::Dead, British1897) => "british1897:I.15c",
            (Self::Dead, Chess) => "FIDE 5.2.2",
            (Self::FiftyMoves, British1897) => "british1897:II.8b",
            (Self::FiftyMoves, Rogers1907) => "rogers1907:XXIX c",
            (Self::FiftyMoves, Federation1912) => "federation1912:32d",
            (Self::FiftyMoves, Chess) => "FIDE 9.3",
            (Self::SeventyFiveMoves, Chess) => "FIDE 9.6.2",
            (Self::FiftyOnNotice, England1804 | France1804) => "amateur1804:XVII",
            (Self::FiftyOnNotice, Accomplished1837) => "accomplished1837:19",
            (Self::ThirdOccurrence, British1897) => "british1897:II.8c",
            (Self::ThirdOccurrence, Rogers1907) => "rogers1907:XXIX b",
            (Self::ThirdOccurrence, Federation1912) => "federation1912:32c",
            (Self::ThirdOccurrence, Chess) => "FIDE 9.2",
            (Self::FifthOccurrence, Chess) => "FIDE 9.6.1",
            (Self::SameSeries, Rogers1907) => "rogers1907:XXIX a",
            (Self::EndlessChecks, British1897) => "british1897:II.8d",
            (Self::EndlessChecks, Federation1912) => "federation1912:32b",
            (Self::Undertaking(_), Rogers1907) => "rogers1907:XXXIX",
            (Self::Undertaking(_), British1897) => "british1897:IV.8",
            _ => return None,
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Dead => "no series of legal moves can win",
            Self::FiftyMoves => "fifty moves of each",
            Self::SeventyFiveMoves => "seventy-five moves of each",
            Self::FiftyOnNotice => "fifty moves of each since notice was given",
            Self::ThirdOccurrence => "the position has stood three times",
            Self::FifthOccurrence => "the position has stood five times",
            Self::SameSeries => "the same series of moves three times running",
            Self::EndlessChecks => "an endless series of checks",
            Self::Undertaking(breach) => return breach.fmt(f),
        })
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongMate => f.write_str("having mated otherwise than he undertook"),
            Self::MarkedPieceCaptured => f.write_str("the marked man being taken"),
            Self::MarkedPiecePromoted => f.write_str("the marked man being promoted"),
            Self::NoPieceLeft(kind) => write!(f, "no {kind} being left to mate with"),
            Self::BareKing => f.write_str("no man being left to mate with"),
            Self::LimitPassed => f.write_str("the last move allowed having passed"),
            Self::NotMated(by) => {
                write!(f, "the game having ended without his mate: {}", by.reason())
            }
        }
    }
}
