//! A move as an event names it: two squares and what a pawn becomes. It need not be legal, and
//! nothing here knows whether it is.

use std::fmt;
use std::str::FromStr;

use crate::rules::{Color, PieceKind, Square};

/// A move by its squares, as coordinates write it; castling is the king's two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes; [`Step::NULL`] goes nowhere.
    pub to: Square,
    /// What a pawn on its last rank becomes, if that has been said.
    pub promotion: Option<PieceKind>,
}

impl Step {
    /// The null move `0000`, made while the opponent still has moves of his odds.
    pub const NULL: Self = Self { from: Square::A1, to: Square::A1, promotion: None };

    /// A move without promotion.
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: None }
    }

    /// Whether this is the null move.
    pub fn is_null(self) -> bool {
        self.from == self.to
    }

    /// The castling move of a player: `e1g1` and its like.
    pub fn castling(color: Color, wing: crate::rules::Wing) -> Self {
        Self::new(color.square(4, 0), wing.king_to(color))
    }
}

/// As their coordinates are sorted: by file and rank.
impl Ord for Step {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |step: &Self| {
            let promotion = step.promotion.map(PieceKind::letter);
            (step.from.file(), step.from.rank(), step.to.file(), step.to.rank(), promotion)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

impl FromStr for Step {
    type Err = ();

    /// Reads coordinates; a promotion may be written with `=`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.to_ascii_lowercase();
        if text == "0000" {
            return Ok(Self::NULL);
        }
        let square = |range| text.get(range).and_then(Square::parse);
        let (Some(from), Some(to)) = (square(0..2), square(2..4)) else { return Err(()) };
        let rest = &text[4..];
        let promotion = match rest.strip_prefix('=').unwrap_or(rest).as_bytes() {
            [] if rest.is_empty() => None,
            [letter @ (b'q' | b'r' | b'b' | b'n')] => PieceKind::from_letter(char::from(*letter)),
            _ => return Err(()),
        };
        if from == to { Err(()) } else { Ok(Self { from, to, promotion }) }
    }
}
