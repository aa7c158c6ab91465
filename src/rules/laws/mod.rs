//! The law of a game: five historical codes and today's, each a row of one table, and the single
//! switches that a user may set against a code. [`Laws`] is what a position carries; [`Terms`] is
//! what two players agree before the game, from which the laws follow. No board is known here.

pub mod coverage;
mod excerpt;
mod odds;
mod outcome;
mod terms;
mod terms_choice;
mod undertaking;

pub use excerpt::excerpt;
pub use odds::{Odds, OddsError, OddsItem};
pub use outcome::{Breach, Claim, DrawnBy, Outcome, Reason};
pub use terms::{Terms, TermsError, Variant};
pub use terms_choice::TermsChoice;
pub use undertaking::{Conditions, Mark, Undertaking, UndertakingError};

use super::bitboard::Bitboard;
use super::types::Color;

/// Declares an enum of option values with their words: the text a user types and reads.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            /// All values, in the order of the option.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word an option gives it.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// Reads the word, without regard to case.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word().eq_ignore_ascii_case(text))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}
pub(crate) use words;

words! {
    /// A code of law.
    Code {
        /// Today's FIDE laws, the default.
        Chess = "chess",
        /// "An Amateur", 1804, read as in England: the stalemated player wins.
        England1804 = "england1804",
        /// "An Amateur", 1804, read as in France: stalemate is a draw.
        France1804 = "france1804",
        /// The Accomplished Chess Player, second edition, 1837.
        Accomplished1837 = "accomplished1837",
        /// The British Chess Code, 1897.
        British1897 = "british1897",
        /// C. B. Rogers, How to Play Chess, 1907.
        Rogers1907 = "rogers1907",
        /// The British Chess Federation's Laws of Chess, 1912.
        Federation1912 = "federation1912",
    }
}

words! {
    /// What stalemate is for the player who is stalemated.
    Stalemate {
        /// Neither wins (accomplished1837:17, british1897:II.8e, federation1912:31 and 32a, today).
        Draw = "draw",
        /// He wins (amateur1804:XVI, England).
        Win = "win",
        /// He loses; no code of ours, a switch for those who want it.
        Loss = "loss",
    }
}

words! {
    /// What fifty moves without an event mean.
    FiftyMoves {
        /// Captures and pawn moves begin the count anew (federation1912:32d, today).
        CapturesAndPawns = "captures-and-pawns",
        /// Only captures do (british1897:II.8b, rogers1907:XXIX c).
        Captures = "captures",
        /// Fifty moves of each from the defender's notice, in listed endings, whatever is taken
        /// meanwhile (amateur1804:XVII, accomplished1837:19).
        Notice = "notice",
        /// Nothing.
        Off = "off",
    }
}

words! {
    /// Which positions are the same when a repetition is claimed.
    Repetition {
        /// Pieces, turn, and rights of castling and of capturing en passant (today).
        Fide = "fide",
        /// Pieces on squares and the player to move (british1897:I.16 and II.8c,
        /// federation1912:32c).
        Men = "men",
        /// The same, or the same series of moves three times running (rogers1907:XXIX a, b).
        MenOrSeries = "series",
        /// There is no such law (1804, 1837).
        Off = "off",
    }
}

words! {
    /// Whether a player may castle on the side whose rook was given as odds.
    GhostCastling {
        /// He may not (amateur1804:XI-XII, rogers1907:XXXVI, today).
        No = "no",
        /// He may while the rook's square is and has always been empty (british1897:IV.5,
        /// federation1912:39).
        CornerEmpty = "corner-empty",
        /// He may as if the rook was at its square, whatever stands there (accomplished1837:16).
        AsIfRookStood = "as-if-rook-stood",
    }
}

words! {
    /// How far a piece may go in the moves that are given as odds.
    OddsReach {
        /// Anywhere (federation1912:37; 1804 is silent).
        Anywhere = "anywhere",
        /// Not beyond the receiver's fourth rank (rogers1907:XXXII; british1897:IV.4 when two or
        /// more moves are given, accomplished1837:15 when three or more).
        OwnHalf = "own-half",
    }
}

impl OddsReach {
    /// The squares that `receiver` may move to.
    #[inline]
    pub const fn squares(self, receiver: Color) -> Bitboard {
        match self {
            Self::Anywhere => Bitboard::ALL,
            Self::OwnHalf => Bitboard::half(receiver),
        }
    }
}

/// The law a position is played under. Its value never changes in the course of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Laws {
    /// The code the players named.
    pub code: Code,
    /// What stalemate means.
    pub stalemate: Stalemate,
    /// Castling without the rook given.
    pub castle_without_rook: GhostCastling,
    /// The fifty-move rule.
    pub fifty_moves: FiftyMoves,
    /// The repetition rule.
    pub repetition: Repetition,
    /// How far the moves of odds may go.
    pub odds_reach: OddsReach,
    /// Whether a pawn that a player has undertaken to mate with may promote. Only
    /// rogers1907:XXXVII forbids it.
    pub marked_pawn_promotes: bool,
}

const _: () = assert!(size_of::<Laws>() <= 8);

impl Laws {
    /// Today's law.
    pub const MODERN: Self = Self::of(Code::Chess);

    /// The row of a code: the table of the laws page. How far odds of moves may go depends under
    /// accomplished1837 on their number, which [`Terms::laws`] knows.
    pub const fn of(code: Code) -> Self {
        use FiftyMoves::{Captures, CapturesAndPawns, Notice};
        use GhostCastling::{AsIfRookStood, CornerEmpty, No};
        use OddsReach::{Anywhere, OwnHalf};
        use Repetition::{Fide, Men, MenOrSeries, Off};
        #[rustfmt::skip]
        let (stalemate, castle_without_rook, fifty_moves, repetition, odds_reach, marked_pawn_promotes) = match code {
            Code::Chess            => (Stalemate::Draw, No,            CapturesAndPawns, Fide,        Anywhere, true),
            Code::England1804      => (Stalemate::Win,  No,            Notice,           Off,         Anywhere, true),
            Code::France1804       => (Stalemate::Draw, No,            Notice,           Off,         Anywhere, true),
            Code::Accomplished1837 => (Stalemate::Draw, AsIfRookStood, Notice,           Off,         Anywhere, true),
            Code::British1897      => (Stalemate::Draw, CornerEmpty,   Captures,         Men,         OwnHalf,  true),
            Code::Rogers1907       => (Stalemate::Draw, No,            Captures,         MenOrSeries, OwnHalf,  false),
            Code::Federation1912   => (Stalemate::Draw, CornerEmpty,   CapturesAndPawns, Men,         Anywhere, true),
        };
        Self {
            code,
            stalemate,
            castle_without_rook,
            fifty_moves,
            repetition,
            odds_reach,
            marked_pawn_promotes,
        }
    }

    /// Whether a ghost right falls when a piece stands on the rook's square.
    #[inline]
    pub(crate) const fn ghost_needs_empty_corner(self) -> bool {
        matches!(self.castle_without_rook, GhostCastling::CornerEmpty)
    }

    /// Whether only the giver of the odds castles without his rook (accomplished1837:8 and 16,
    /// federation1912:39). british1897:IV.5 says "a player", and the switch alone follows it.
    pub const fn only_the_giver_castles_without_rook(self) -> bool {
        matches!(self.code, Code::Accomplished1837 | Code::Federation1912)
    }

    /// Whether the game ends of itself after 75 moves of each without capture or pawn move and at
    /// the fifth occurrence of a position: FIDE's articles 9.6.1 and 9.6.2 (since 2014), which no
    /// older code has.
    pub const fn has_automatic_limits(self) -> bool {
        matches!(self.code, Code::Chess)
    }

    /// Whether a draw is claimed only by the player whose turn it is (british1897:II.8b-d,
    /// federation1912:32b-d, FIDE 9.2 and 9.3); rogers1907:XXIX says "a player".
    pub const fn only_mover_claims(self) -> bool {
        !matches!(self.code, Code::Rogers1907)
    }

    /// A number that differs between any two laws, to seed the keys of positions.
    pub(crate) const fn seed(self) -> u64 {
        u64::from_le_bytes([
            self.code as u8,
            self.stalemate as u8,
            self.castle_without_rook as u8,
            self.fifty_moves as u8,
            self.repetition as u8,
            self.odds_reach as u8,
            self.marked_pawn_promotes as u8,
            0,
        ])
    }
}
