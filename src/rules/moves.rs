//! A move in sixteen bits, and the list that holds the moves of a position.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use super::types::{PieceKind, Square};

/// What is special about a move. The first four bits of the encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece goes from one square to another, capturing what stands there.
    Normal = 0,
    /// King and rook castle. The destination is the rook's own square, so that every Chess960
    /// castling has a move of its own.
    Castle = 1,
    /// The king castles without the rook given (british1897:IV.5, federation1912:39,
    /// accomplished1837:16). The destination is the king's.
    GhostCastle = 2,
    /// A pawn captures en passant.
    EnPassant = 3,
    /// A pawn becomes a knight.
    PromoteKnight = 4,
    /// A pawn becomes a bishop.
    PromoteBishop = 5,
    /// A pawn becomes a rook.
    PromoteRook = 6,
    /// A pawn becomes a queen.
    PromoteQueen = 7,
    /// The null move `0000`, the only answer while the opponent still has moves of his odds to
    /// make.
    Null = 8,
}

impl MoveKind {
    const ALL: [Self; 9] = [
        Self::Normal,
        Self::Castle,
        Self::GhostCastle,
        Self::EnPassant,
        Self::PromoteKnight,
        Self::PromoteBishop,
        Self::PromoteRook,
        Self::PromoteQueen,
        Self::Null,
    ];
}

/// A move: from, to and [`MoveKind`] in sixteen bits, never zero, so that `Option<Move>` is
/// sixteen bits too. It means something only together with the position it is made in.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The null move.
    pub const NULL: Self = Self::new(Square::A1, Square::A1, MoveKind::Null);

    /// A move of that kind between these squares.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        // Zero only for a piece that goes from a1 to a1, which is no move; it becomes b1-a1.
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// The sixteen bits, for hash tables. Never zero.
    #[inline]
    pub const fn bits(self) -> NonZeroU16 {
        self.0
    }

    /// The move with these bits, if they are those of a move. It need not be legal anywhere.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) if bits.get() >> 12 <= MoveKind::Null as u16 => Some(Self(bits)),
            _ => None,
        }
    }

    /// The square that the piece (in castling the king) leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0.get() as u8)
    }

    /// The destination: see [`MoveKind`] for castling.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 6) as u8)
    }

    /// What is special about it.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        let bits = (self.0.get() >> 12) as usize;
        // Both constructors admit no higher value; the bound only helps the optimiser.
        MoveKind::ALL[if bits < 9 { bits } else { 0 }]
    }

    /// What a promoted pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        Some(match self.kind() {
            MoveKind::PromoteKnight => PieceKind::Knight,
            MoveKind::PromoteBishop => PieceKind::Bishop,
            MoveKind::PromoteRook => PieceKind::Rook,
            MoveKind::PromoteQueen => PieceKind::Queen,
            _ => return None,
        })
    }

    /// Whether it is castling, with or without a rook.
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self.kind(), MoveKind::Castle | MoveKind::GhostCastle)
    }

    /// Whether it is the null move.
    #[inline]
    pub const fn is_null(self) -> bool {
        matches!(self.kind(), MoveKind::Null)
    }

    /// Where the king ends when this move is castling: on the c-file or the g-file.
    #[inline]
    pub const fn castled_king(self) -> Square {
        match self.kind() {
            MoveKind::Castle => {
                let file = if self.to().file() > self.from().file() { 6 } else { 2 };
                Square::at(file, self.from().rank())
            }
            _ => self.to(),
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}:{:?}", self.from(), self.to(), self.kind())
    }
}

/// The legal moves of a position. Fifteen queens of at most 27 moves each and a king of eight are
/// a bound for sixteen pieces; no position of a real game has more than 218 (Petrović 1964).
pub type MoveList = ArrayVec<Move, MOST_MOVES>;

/// As many moves as a [`MoveList`] can hold.
pub const MOST_MOVES: usize = 416;
