//! A set of squares in 64 bits, and nothing that knows how pieces move.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub,
};

use super::types::{Color, Square};

/// A set of squares: bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);
    /// The first and eighth ranks.
    pub const BACK_RANKS: Self = Self(0xFF00_0000_0000_00FF);
    /// The squares of the colour of a1.
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);
    /// The four corners.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);

    /// The files c to g: where a king can be on his way when he castles.
    pub(crate) const CASTLING_FILES: Self = Self(0x7C7C_7C7C_7C7C_7C7C);

    /// The squares of a file, 0 (a) to 7 (h).
    #[inline]
    pub const fn file(file: u8) -> Self {
        Self(0x0101_0101_0101_0101 << file)
    }

    /// The squares of a rank, 0 (first) to 7 (eighth).
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(0xFF << (8 * rank))
    }

    /// The squares of the rank that `color` counts as `rank`, 0 being his first.
    #[inline]
    pub const fn rank_for(color: Color, rank: u8) -> Self {
        match color {
            Color::White => Self::rank(rank),
            Color::Black => Self::rank(7 - rank),
        }
    }

    /// The four ranks on `color`'s side of the board.
    #[inline]
    pub const fn half(color: Color) -> Self {
        match color {
            Color::White => Self(0x0000_0000_FFFF_FFFF),
            Color::Black => Self(0xFFFF_FFFF_0000_0000),
        }
    }

    /// Whether the set holds no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds a square at all.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set holds two squares or more.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares it holds, 0 to 64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The square of lowest index, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// The set with the ranks reversed: White's first becomes the eighth.
    #[inline]
    pub const fn mirrored(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Every square of the set moved by `step`, which is +8 for a rank up the board and +1 for a
    /// file toward h; squares that would cross the edge of the board fall off.
    #[inline]
    pub const fn step(self, step: i8) -> Self {
        const NOT_A: u64 = !Bitboard::file(0).0;
        const NOT_H: u64 = !Bitboard::file(7).0;
        Self(match step {
            8 => self.0 << 8,
            16 => self.0 << 16,
            -8 => self.0 >> 8,
            -16 => self.0 >> 16,
            1 => (self.0 & NOT_H) << 1,
            -1 => (self.0 & NOT_A) >> 1,
            9 => (self.0 & NOT_H) << 9,
            7 => (self.0 & NOT_A) << 7,
            -7 => (self.0 & NOT_H) >> 7,
            -9 => (self.0 & NOT_A) >> 9,
            _ => panic!("not a step of the board"),
        })
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt) => {
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self { Self(self.0 $op other.0) }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) { self.0 = self.0 $op other.0; }
        }
    };
}
set_operator!(BitAnd bitand BitAndAssign bitand_assign &);
set_operator!(BitOr bitor BitOrAssign bitor_assign |);
set_operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The squares of the left set that are not in the right one.
impl Sub for Bitboard {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Shl<u32> for Bitboard {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        Self(self.0 << by)
    }
}

impl Shr<u32> for Bitboard {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        Self(self.0 >> by)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

/// Iterates over the squares of a set in rising order.
#[derive(Clone)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Eight lines, the eighth rank first, as a diagram.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let mark = if self.contains(Square::at(file, rank)) { " x" } else { " ." };
                f.write_str(mark)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
