//! What one player gives the other before the game: pieces taken from the board, or moves made at
//! once. It knows names and squares, and no position.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use super::excerpt;
use crate::rules::bitboard::Bitboard;
use crate::rules::types::{Color, Square};

/// Something given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OddsItem {
    /// The king's bishop's pawn (british1897:IV.3, rogers1907:XXXI, accomplished1837:13,
    /// federation1912:37).
    Pawn,
    /// The queen's knight (british1897:IV.3, federation1912:38).
    Knight,
    /// The queen's bishop (british1897:IV.3).
    Bishop,
    /// The queen's rook (british1897:IV.3, federation1912:38).
    Rook,
    /// The queen.
    Queen,
    /// The queen's rook for the receiver's queen's knight (rogers1907:XXXIII).
    Exchange,
    /// The queen's knight and the queen's bishop (rogers1907:XXXV).
    Minors,
    /// The piece on that square, whosever it is.
    Square(Square),
}

impl OddsItem {
    const NAMED: [(Self, &'static str); 7] = [
        (Self::Pawn, "pawn"),
        (Self::Knight, "knight"),
        (Self::Bishop, "bishop"),
        (Self::Rook, "rook"),
        (Self::Queen, "queen"),
        (Self::Exchange, "exchange"),
        (Self::Minors, "minors"),
    ];

    /// The squares that are empty in the starting position when `giver` gives this.
    pub fn squares(self, giver: Color) -> Bitboard {
        let [rook, knight, bishop, queen] = [0, 1, 2, 3].map(|file| giver.square(file, 0));
        let receivers_knight = giver.other().square(1, 0);
        match self {
            Self::Pawn => giver.square(5, 1).bitboard(),
            Self::Knight => knight.bitboard(),
            Self::Bishop => bishop.bitboard(),
            Self::Rook => rook.bitboard(),
            Self::Queen => queen.bitboard(),
            Self::Exchange => Bitboard::from_iter([rook, receivers_knight]),
            Self::Minors => Bitboard::from_iter([knight, bishop]),
            Self::Square(square) => square.bitboard(),
        }
    }
}

impl fmt::Display for OddsItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => square.fmt(f),
            named => {
                let name = Self::NAMED.iter().find(|(item, _)| item == named);
                f.write_str(name.map_or("", |(_, name)| name))
            }
        }
    }
}

/// All that is given: pieces, and moves at once for the receiver; by default nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Odds {
    /// The pieces.
    pub items: ArrayVec<OddsItem, 32>,
    /// How many moves the receiver makes in his first turn; 0 when the odds are of pieces alone.
    /// One is "and move": he begins.
    pub moves: u8,
}

/// Why a text does not say what odds are given.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OddsError {
    /// A word that names no piece, square or number of moves.
    #[error(
        "odds '{0}': not pawn, knight, bishop, rook, queen, exchange, minors, a square, moves=N or none"
    )]
    Unknown(String),
    /// A number of moves that no game could give.
    #[error("odds 'moves={0}': the number of moves must be 1 to 100")]
    Moves(String),
    /// A king cannot be given.
    #[error("odds '{0}': the king's own square cannot be given")]
    King(Square),
    /// A square that is empty at the start.
    #[error("odds '{0}': no piece or pawn stands there at the start")]
    Empty(Square),
    /// Something named that other words of the odds have named already, whoever gives.
    #[error("odds '{0}': given twice")]
    GivenTwice(OddsItem),
    /// Two numbers of moves.
    #[error("odds '{0}': the number of moves is given twice")]
    MovesTwice(String),
}

impl Odds {
    /// Whether nothing is given.
    pub fn is_none(&self) -> bool {
        self.items.is_empty() && self.moves == 0
    }

    /// The squares of the starting position that stand empty.
    pub fn removed(&self, giver: Color) -> Bitboard {
        self.items.iter().fold(Bitboard::EMPTY, |set, item| set | item.squares(giver))
    }

    /// The first item that takes nothing more off the board, the items before it having taken it.
    pub(crate) fn given_twice(&self, giver: Color) -> Option<OddsItem> {
        let mut gone = Bitboard::EMPTY;
        self.items.iter().copied().find(|item| {
            let squares = item.squares(giver);
            let twice = (squares & gone).any();
            gone |= squares;
            twice
        })
    }

    /// The first square that the odds name outright: its owner is the giver.
    pub fn first_square(&self) -> Option<Square> {
        self.items.iter().find_map(|item| match item {
            OddsItem::Square(square) => Some(*square),
            _ => None,
        })
    }
}

impl FromStr for Odds {
    type Err = OddsError;

    /// Reads `none`, or names and squares joined by commas, with `moves=N`.
    fn from_str(text: &str) -> Result<Self, OddsError> {
        let mut odds = Self::default();
        if text.trim().is_empty() || text.trim().eq_ignore_ascii_case("none") {
            return Ok(odds);
        }
        for word in text.split(',').map(str::trim) {
            let lower = word.to_ascii_lowercase();
            if let Some(number) = lower.strip_prefix("moves=") {
                if odds.moves > 0 {
                    return Err(OddsError::MovesTwice(excerpt(text)));
                }
                odds.moves = match number.parse() {
                    Ok(moves @ 1..=100) => moves,
                    _ => return Err(OddsError::Moves(excerpt(number))),
                };
                continue;
            }
            let named = OddsItem::NAMED.iter().find(|(_, name)| *name == lower);
            let item = match (named, Square::parse(&lower)) {
                (Some((item, _)), _) => *item,
                (None, Some(square @ (Square::E1 | Square::E8))) => {
                    return Err(OddsError::King(square));
                }
                (None, Some(square)) if (2..6).contains(&square.rank()) => {
                    return Err(OddsError::Empty(square));
                }
                (None, Some(square)) => OddsItem::Square(square),
                (None, None) => return Err(OddsError::Unknown(excerpt(word))),
            };
            // At most the thirty pieces that are no kings, and this one.
            odds.items.push(item);
            // What one giver alone would give twice is for the terms to refuse.
            let [white, black] = Color::ALL.map(|giver| odds.given_twice(giver));
            if let Some(item) = white.and(black) {
                return Err(OddsError::GivenTwice(item));
            }
        }
        Ok(odds)
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("none");
        }
        for (index, item) in self.items.iter().enumerate() {
            write!(f, "{}{item}", if index > 0 { "," } else { "" })?;
        }
        if self.moves > 0 {
            write!(f, "{}moves={}", if self.items.is_empty() { "" } else { "," }, self.moves)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_giver_s_and_squares_are_the_board_s() {
        let squares = |text: &str, giver| {
            let odds: Odds = text.parse().unwrap();
            odds.removed(giver).into_iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(squares("rook", Color::White), "a1");
        assert_eq!(squares("rook", Color::Black), "a8");
        assert_eq!(squares("a1", Color::Black), "a1");
        assert_eq!(squares("pawn,moves=2", Color::Black), "f7");
        assert_eq!(squares("exchange", Color::White), "a1 b8");
        assert_eq!(squares("exchange", Color::Black), "b1 a8");
        assert_eq!(squares("minors", Color::White), "b1 c1");
        assert_eq!(squares("rook,knight", Color::White), "a1 b1");
    }

    #[test]
    fn text_survives_the_round_trip() {
        for text in ["none", "rook", "a1,b1", "pawn,moves=2", "moves=1", "exchange"] {
            assert_eq!(text.parse::<Odds>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_named() {
        for (text, at_fault) in [
            ("rok", "rok"),
            ("a9", "a9"),
            ("moves=0", "0"),
            ("moves=x", "x"),
            ("e1", "e1"),
            ("a1,e5", "e5"),
            ("h3", "h3"),
            ("rook,rook", "rook"),
            ("a1,b1,a1", "a1"),
            ("minors,knight", "knight"),
            ("rook,exchange", "exchange"),
            ("moves=2,pawn,moves=3", "moves=2,pawn,moves=3"),
            ("moves=1,moves=1", "moves=1,moves=1"),
            ("a1,,b1", "''"),
        ] {
            let error = text.parse::<Odds>().unwrap_err().to_string();
            assert!(error.contains(at_fault), "{error}");
        }
    }
}
