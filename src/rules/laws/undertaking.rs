//! Undertakings: the mates a player binds himself to give (british1897:IV.6-8,
//! rogers1907:XXXVII-XXXIX). This file reads and writes their conditions; what they mean on a
//! board is `Position`'s business.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use thiserror::Error;

use super::excerpt;
use crate::rules::types::{Color, PieceKind, Square};

/// How a particular piece was named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Mark {
    /// `pawn@f2`: a particular pawn, which must mate as a pawn (rogers1907:XXXVII).
    Pawn(Square),
    /// `man@b1`: a particular piece, the capped piece (british1897:IV.8).
    Man(Square),
}

impl Mark {
    /// Where the piece stands when the game, or the given position, begins.
    pub const fn square(self) -> Square {
        match self {
            Self::Pawn(square) | Self::Man(square) => square,
        }
    }
}

/// What the mate must be. With no condition at all the giver has undertaken to win: draw odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Conditions {
    /// A bit for each [`PieceKind`] that must be among the checking pieces.
    kinds: u8,
    /// The piece that must be among them.
    pub mark: Option<Mark>,
    /// Where the mated king must stand (british1897:IV.7, rogers1907:XXXVIII).
    pub square: Option<Square>,
    /// The number of the giver's last move at which he may mate, counted by the fullmove number.
    pub within: Option<NonZeroU16>,
}

impl Conditions {
    /// The kinds of piece each of which must check at the mate.
    pub fn kinds(&self) -> impl Iterator<Item = PieceKind> + use<> {
        let bits = self.kinds;
        PieceKind::ALL.into_iter().filter(move |kind| bits >> kind.index() & 1 != 0)
    }

    /// Whether it is all the same which pieces give the mate.
    pub fn any_piece_may_mate(&self) -> bool {
        self.kinds == 0 && self.mark.is_none()
    }
}

impl Conditions {
    /// A number below 2^40 that differs between any two sets of conditions, to seed the keys of
    /// positions.
    pub(crate) fn seed(&self) -> u64 {
        let square = self.square.map_or(64, |square| square.index() as u8);
        let mark = match self.mark {
            None => 0,
            Some(Mark::Pawn(_)) => 1,
            Some(Mark::Man(_)) => 2,
        };
        let [low, high] = self.within.map_or(0, NonZeroU16::get).to_le_bytes();
        u64::from_le_bytes([self.kinds, mark, square, low, high, 0, 0, 0])
    }
}

/// A player bound to his conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Undertaking {
    /// Who is bound.
    pub giver: Color,
    /// To what.
    pub conditions: Conditions,
}

/// Why a text is no undertaking.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UndertakingError {
    /// A word that is no condition.
    #[error(
        "undertaking '{0}': not pawn, queen, rook, bishop, knight, pawn@SQUARE, man@SQUARE, square=SQUARE, within=N or draw"
    )]
    Unknown(String),
    /// Text where a square was expected.
    #[error("undertaking '{0}': '{1}' is no square")]
    Square(String, String),
    /// A move limit that is none.
    #[error("undertaking '{0}': the limit must be 1 to 9999 moves")]
    Within(String),
    /// The same sort of condition twice.
    #[error("undertaking '{0}': at most one marked man, one square and one limit")]
    Twice(String),
}

impl FromStr for Conditions {
    type Err = UndertakingError;

    /// Reads conditions joined by commas. `draw` adds none.
    fn from_str(text: &str) -> Result<Self, UndertakingError> {
        let mut conditions = Self::default();
        for word in text.split(',').map(str::trim) {
            let lower = word.to_ascii_lowercase();
            conditions.add(word, &lower)?;
        }
        Ok(conditions)
    }
}

impl Conditions {
    fn add(&mut self, word: &str, lower: &str) -> Result<(), UndertakingError> {
        let square = |text: &str| {
            Square::parse(text)
                .ok_or_else(|| UndertakingError::Square(excerpt(word), excerpt(text)))
        };
        let fresh = if let Some(text) = lower.strip_prefix("pawn@") {
            self.mark.replace(Mark::Pawn(square(text)?)).is_none()
        } else if let Some(text) = lower.strip_prefix("man@") {
            self.mark.replace(Mark::Man(square(text)?)).is_none()
        } else if let Some(text) = lower.strip_prefix("square=") {
            self.square.replace(square(text)?).is_none()
        } else if let Some(text) = lower.strip_prefix("within=") {
            let limit = text.parse().ok().filter(|limit: &NonZeroU16| limit.get() <= 9999);
            let limit = limit.ok_or_else(|| UndertakingError::Within(excerpt(word)))?;
            self.within.replace(limit).is_none()
        } else if lower == "draw" {
            true
        } else {
            let kind = PieceKind::ALL[..5].iter().find(|kind| kind.name() == lower);
            let kind = kind.ok_or_else(|| UndertakingError::Unknown(excerpt(word)))?;
            self.kinds |= 1 << kind.index();
            true
        };
        if fresh { Ok(()) } else { Err(UndertakingError::Twice(excerpt(word))) }
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = self.kinds().map(|kind| kind.name().to_owned()).collect();
        words.extend(self.mark.map(|mark| match mark {
            Mark::Pawn(square) => format!("pawn@{square}"),
            Mark::Man(square) => format!("man@{square}"),
        }));
        words.extend(self.square.map(|square| format!("square={square}")));
        words.extend(self.within.map(|limit| format!("within={limit}")));
        if words.is_empty() {
            words.push("draw".to_owned());
        }
        f.write_str(&words.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_survives_the_round_trip() {
        for text in [
            "draw",
            "pawn",
            "queen",
            "pawn@f2",
            "man@b1",
            "square=e4",
            "within=30",
            "knight,square=e4,within=12",
        ] {
            assert_eq!(text.parse::<Conditions>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_named() {
        for text in [
            "",
            "king",
            "pawn@",
            "pawn@z9",
            "within=0",
            "within=10000",
            "man@b1,pawn@f2",
            "square=e4,square=e5",
        ] {
            let error = text.parse::<Conditions>().unwrap_err().to_string();
            let last = text.split(',').next_back().unwrap();
            assert!(error.contains(last), "{error}");
        }
    }
}
