//! The small vocabulary of the game: colours, kinds of pieces, squares. Nothing here knows a rule.

use std::fmt;

/// One of the two players, named after his pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The player of the light pieces.
    White = 0,
    /// The player of the dark pieces.
    Black = 1,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step of this player's pawns: a rank up the board, or down.
    #[inline]
    pub(crate) const fn forward(self) -> i8 {
        match self {
            Self::White => 8,
            Self::Black => -8,
        }
    }

    /// The square that this player's `rank`-th rank (0 to 7, his own first rank being 0) has on
    /// `file` (0 to 7).
    #[inline]
    pub const fn square(self, file: u8, rank: u8) -> Square {
        match self {
            Self::White => Square::at(file, rank),
            Self::Black => Square::at(file, 7 - rank),
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A kind of piece, without its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// Pawn.
    Pawn = 0,
    /// Knight.
    Knight = 1,
    /// Bishop.
    Bishop = 2,
    /// Rook.
    Rook = 3,
    /// Queen.
    Queen = 4,
    /// King.
    King = 5,
}

impl PieceKind {
    /// All six kinds, pawn first, king last.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The four kinds a pawn may become under every code, knight first.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// 0 (pawn) to 5 (king).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case letter of FEN.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The kind that a letter of either case names in FEN.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }

    /// What such a piece is held to be worth, in hundredths of a pawn; nothing for a king, who is
    /// never given. L. Kaufman, "The Evaluation of Material Imbalances" (1999).
    pub const fn kaufman_value(self) -> i32 {
        match self {
            Self::Pawn => 100,
            Self::Knight | Self::Bishop => 325,
            Self::Rook => 500,
            Self::Queen => 975,
            Self::King => 0,
        }
    }

    /// The English word: `pawn` to `king`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece: one of twelve, in a byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)] // the twelve names say it all
pub enum Piece {
    WhitePawn, BlackPawn, WhiteKnight, BlackKnight, WhiteBishop, BlackBishop,
    WhiteRook, BlackRook, WhiteQueen, BlackQueen, WhiteKing, BlackKing,
}

impl Piece {
    /// The twelve pieces; a piece's place is twice its kind plus its colour.
    #[rustfmt::skip]
    pub const ALL: [Self; 12] = [
        Self::WhitePawn, Self::BlackPawn, Self::WhiteKnight, Self::BlackKnight,
        Self::WhiteBishop, Self::BlackBishop, Self::WhiteRook, Self::BlackRook,
        Self::WhiteQueen, Self::BlackQueen, Self::WhiteKing, Self::BlackKing,
    ];

    /// The piece of that colour and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self::ALL[2 * kind as usize + color as usize]
    }

    /// Whose piece it is.
    #[inline]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// What piece it is.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind::ALL[self as usize >> 1]
    }

    /// 0 to 11.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of FEN: capital for White.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }

    /// The piece that a letter of FEN names.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}

/// A square, 0 (a1) to 63 (h8), files running fastest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

#[rustfmt::skip]
#[allow(missing_docs)] // the corner and king squares that castling names
impl Square {
    pub const A1: Self = Self(0); pub const B1: Self = Self(1); pub const C1: Self = Self(2);
    pub const D1: Self = Self(3); pub const E1: Self = Self(4); pub const F1: Self = Self(5);
    pub const G1: Self = Self(6); pub const H1: Self = Self(7);
    pub const A8: Self = Self(56); pub const C8: Self = Self(58); pub const D8: Self = Self(59);
    pub const E8: Self = Self(60); pub const F8: Self = Self(61); pub const G8: Self = Self(62);
    pub const H8: Self = Self(63);
}

impl Square {
    /// The square with that index. Only the low six bits count.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square on `file` (0 is a) and `rank` (0 is the first). Only the low three bits count.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self((rank & 7) * 8 + (file & 7))
    }

    /// All squares, a1, b1, ... h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..64).map(Self)
    }

    /// 0 (a1) to 63 (h8).
    #[inline]
    pub const fn index(self) -> usize {
        // The mask is free and lets table look-ups drop their bounds checks.
        (self.0 & 63) as usize
    }

    /// 0 (a) to 7 (h).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 (first) to 7 (eighth), as White counts.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The rank as `color` counts it: 0 is his own first.
    #[inline]
    pub const fn rank_for(self, color: Color) -> u8 {
        match color {
            Color::White => self.rank(),
            Color::Black => 7 - self.rank(),
        }
    }

    /// The square mirrored to the other player's side: a1 becomes a8.
    #[inline]
    pub const fn mirrored(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// The square as `color` sees it: itself for White, mirrored for Black.
    #[inline]
    pub const fn for_color(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.mirrored(),
        }
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bitboard(self) -> super::Bitboard {
        super::Bitboard(1 << (self.0 & 63))
    }

    /// The square `steps` further in index, without regard to the edge of the board.
    #[inline]
    pub(crate) const fn offset(self, steps: i8) -> Self {
        Self(self.0.wrapping_add_signed(steps) & 63)
    }

    /// Reads `a1` to `h8`.
    pub fn parse(text: &str) -> Option<Self> {
        let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
        Some(Self::at(file - b'a', rank - b'1'))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
