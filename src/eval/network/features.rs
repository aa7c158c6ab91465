//! The inputs of the network: what it is told of a position, seen from one colour. The trainer and
//! the engine both ask here, so that inputs are never computed in two ways. Weights are no concern
//! of this file.
//!
//! Squares are seen from a perspective: ranks reversed for Black, and files reversed where the
//! perspective's own king stands on the files e to h. 64 inputs, one for each square, are a plane.

use arrayvec::ArrayVec;

use crate::rules::laws::{Code, Stalemate};
use crate::rules::{Bitboard, Board, Color, Piece, PieceKind, Position, Square, Wing};

/// The planes of pieces: six kinds of one's own, then six of the opponent's.
const PIECE_PLANES: usize = 12;
/// The plane of one's own marked man, then that of the opponent's.
const MARKED_PLANES: usize = PIECE_PLANES;
/// The plane of the square named in one's own undertaking, then that in the opponent's.
const NAMED_PLANES: usize = MARKED_PLANES + 2;
/// All planes.
pub(super) const PLANES: usize = NAMED_PLANES + 2;

/// The first input that is a marked man.
pub const MARKED: usize = 64 * MARKED_PLANES;
/// The first input that is a named square.
pub const NAMED: usize = 64 * NAMED_PLANES;
/// The first input that belongs to no square.
pub const FLAGS: usize = 64 * PLANES;
/// Rights to castle without a rook: own to the king's wing, to the queen's, then the opponent's.
pub const GHOSTS: usize = FLAGS;
/// Rights to castle, in the same order.
pub const CASTLING: usize = GHOSTS + 4;
/// Stalemate wins for the stalemated side; it loses.
pub const STALEMATE: usize = CASTLING + 4;
/// The codes of 1804 (either reading), 1837, 1897, 1907 and 1912.
pub const CODES: usize = STALEMATE + 2;
/// What one has undertaken, then what the opponent has: [`BOUND_SIZE`] inputs each.
pub const BOUND: usize = CODES + 5;
/// Bound at all, so that a draw loses; to mate with a pawn, knight, bishop, rook, queen; by a
/// marked man; by a named square; by a number of moves, of which at most 5, 10, 20, or more are
/// left.
pub const BOUND_SIZE: usize = 12;
const BOUND_KINDS: usize = 1;
const BOUND_MARKED: usize = 6;
const BOUND_NAMED: usize = 7;
const BOUND_WITHIN: usize = 8;
/// The rating advantage over the opponent, in four sizes, then the opponent's.
pub const RATING: usize = BOUND + 2 * BOUND_SIZE;
/// All inputs of a perspective.
pub const FEATURES: usize = RATING + 8;

/// The highest number of moves left in each but the last size of `within`.
const WITHIN: [u16; 3] = [5, 10, 20];
/// The highest advantage in each but the last size, in Elo points.
const ADVANTAGES: [u16; 3] = [250, 500, 900];

/// The most inputs that are on at once: 32 pieces, a marked man, a named square, and of the flags
/// at most 4 rights of each sort of castling, one each of stalemate, code and advantage, and for
/// the one player who may be bound nine.
pub const MOST_ACTIVE: usize = 32 + 2 + 2 * 4 + 3 + 9;

/// The flags fit a word.
const _: () = assert!(FEATURES - FLAGS <= 64);

/// The families of results, each with output heads of its own: a draw is half a point; stalemate
/// decides and nobody is bound; a player is bound by an undertaking.
pub const FAMILIES: usize = 3;
/// The heads of a family, by the number of pieces and pawns on the board.
pub const BUCKETS: usize = 8;
/// All output heads.
pub const HEADS: usize = FAMILIES * BUCKETS;

/// How much stronger White's player is than Black's, in Elo points; 0 when nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RatingAdvantage(i16);

impl RatingAdvantage {
    /// Nobody is known to be stronger.
    pub const NONE: Self = Self(0);

    /// `player` is stronger than the opponent by that many Elo points, or weaker when it is
    /// negative.
    pub const fn of(player: Color, points: i16) -> Self {
        match player {
            Color::White => Self(points),
            Color::Black => Self(points.saturating_neg()),
        }
    }

    /// By how many Elo points `player` is stronger than the opponent.
    pub const fn points(self, player: Color) -> i16 {
        match player {
            Color::White => self.0,
            Color::Black => self.0.saturating_neg(),
        }
    }
}

/// The inputs of a perspective that are on.
pub type Active = ArrayVec<u16, MOST_ACTIVE>;

/// The inputs that are on in a position, seen from `perspective`.
pub fn active(position: &Position, perspective: Color, advantage: RatingAdvantage) -> Active {
    let snapshot = Snapshot::of(position, advantage);
    let view = View::of(&snapshot, perspective);
    let mut active = Active::new();
    snapshot.visit_new(&Snapshot::EMPTY, perspective, |place| active.push(view.feature(place)));
    active
}

/// The output head of a position, below [`HEADS`].
pub fn head(position: &Position) -> usize {
    let family = match position.undertaking() {
        Some(_) => 2,
        None => usize::from(position.laws().stalemate != Stalemate::Draw),
    };
    // A position of an unusual game may have up to 32; two kings are always there.
    let pieces = position.board().occupied().count() as usize;
    family * BUCKETS + ((pieces - 2) / 4).min(BUCKETS - 1)
}

/// What the network is told of a position, before it is seen from a side: two positions that
/// differ in nothing here have the same inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Snapshot {
    /// The planes as White sees them, squares as they are.
    planes: [Bitboard; PLANES],
    /// For White, then for Black: the bit of each flag that is on.
    flags: [u64; 2],
}

impl Snapshot {
    /// No inputs at all.
    pub(super) const EMPTY: Self = Self { planes: [Bitboard::EMPTY; PLANES], flags: [0; 2] };

    /// What there is to be told of a position.
    pub(super) fn of(position: &Position, advantage: RatingAdvantage) -> Self {
        let board = position.board();
        let mut planes = [Bitboard::EMPTY; PLANES];
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                planes[6 * color.index() + kind.index()] = board.men(color, kind);
            }
        }
        if let Some(bound) = position.undertaking() {
            let giver = bound.giver.index();
            let set = |square: Option<Square>| square.map_or(Bitboard::EMPTY, Square::bitboard);
            planes[MARKED_PLANES + giver] = set(board.marked());
            planes[NAMED_PLANES + giver] = set(bound.conditions.square);
        }
        Self { planes, flags: Color::ALL.map(|color| flags(position, color, advantage)) }
    }

    /// Shows the places of inputs that are on here and are not on in `old`, for a perspective.
    #[inline(always)]
    pub(super) fn visit_new(&self, old: &Self, perspective: Color, mut visit: impl FnMut(usize)) {
        for plane in 0..PLANES {
            for square in self.planes[plane] - old.planes[plane] {
                visit(64 * plane + square.index());
            }
        }
        let side = perspective.index();
        for flag in Bitboard(self.flags[side] & !old.flags[side]) {
            visit(FLAGS + flag.index());
        }
    }
}

/// How a perspective sees the places of a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    perspective: Color,
    /// Whether files are reversed.
    pub(super) mirrored: bool,
}

/// Whether a perspective whose own king stands there sees files reversed.
fn mirrors(king: Square) -> bool {
    king.file() >= 4
}

impl View {
    /// That of a perspective whose own king stands on `king`.
    pub fn new(perspective: Color, king: Square) -> Self {
        Self { perspective, mirrored: mirrors(king) }
    }

    /// The input of a piece on a square.
    #[inline(always)]
    pub fn piece(self, piece: Piece, square: Square) -> u16 {
        self.feature(64 * (6 * piece.color().index() + piece.kind().index()) + square.index())
    }

    /// That of a perspective in a position.
    pub(super) fn of(snapshot: &Snapshot, perspective: Color) -> Self {
        let king = snapshot.planes[6 * perspective.index() + PieceKind::King.index()];
        Self { perspective, mirrored: king.first().is_some_and(mirrors) }
    }

    /// The input of a place: a square of a plane, or a flag, which is the perspective's own.
    #[inline(always)]
    pub(super) fn feature(self, place: usize) -> u16 {
        if place >= FLAGS {
            return place as u16;
        }
        let plane = match (self.perspective, place / 64) {
            (Color::White, plane) => plane,
            (Color::Black, plane @ 0..6) => plane + 6,
            (Color::Black, plane @ 6..PIECE_PLANES) => plane - 6,
            (Color::Black, plane) => plane ^ 1,
        };
        let ranks = if matches!(self.perspective, Color::Black) { 56 } else { 0 };
        let files = if self.mirrored { 7 } else { 0 };
        (64 * plane + (place % 64 ^ ranks ^ files)) as u16
    }
}

/// The flags of a perspective that are on, the bit of each being its distance from [`FLAGS`].
fn flags(position: &Position, perspective: Color, advantage: RatingAdvantage) -> u64 {
    let bit = |feature: usize| 1u64 << (feature - FLAGS);
    let mut flags = rights(position.board(), perspective);
    let laws = position.laws();
    flags |= match laws.stalemate {
        Stalemate::Draw => 0,
        Stalemate::Win => bit(STALEMATE),
        Stalemate::Loss => bit(STALEMATE + 1),
    };
    flags |= match laws.code {
        Code::Chess => 0,
        Code::England1804 | Code::France1804 => bit(CODES),
        Code::Accomplished1837 => bit(CODES + 1),
        Code::British1897 => bit(CODES + 2),
        Code::Rogers1907 => bit(CODES + 3),
        Code::Federation1912 => bit(CODES + 4),
    };
    if let Some(bound) = position.undertaking() {
        let first = BOUND + if bound.giver == perspective { 0 } else { BOUND_SIZE };
        let conditions = bound.conditions;
        flags |= bit(first);
        for kind in conditions.kinds() {
            flags |= bit(first + BOUND_KINDS + kind.index());
        }
        flags |= u64::from(conditions.mark.is_some()) << (first + BOUND_MARKED - FLAGS);
        flags |= u64::from(conditions.square.is_some()) << (first + BOUND_NAMED - FLAGS);
        if let Some(left) = position.moves_left() {
            flags |= bit(first + BOUND_WITHIN + size_of(left, WITHIN));
        }
    }
    let points = advantage.points(perspective);
    if points != 0 {
        let first = RATING + if points > 0 { 0 } else { 4 };
        flags |= bit(first + size_of(points.unsigned_abs(), ADVANTAGES));
    }
    flags
}

/// The bits of the rights to castle, with a rook and without.
fn rights(board: &Board, perspective: Color) -> u64 {
    let mut flags = 0;
    for (side, color) in [perspective, perspective.other()].into_iter().enumerate() {
        let king = board.king(color);
        for rook in board.castling_rooks() & board.of_color(color) {
            let wing = if rook.file() > king.file() { Wing::King } else { Wing::Queen };
            flags |= 1 << (CASTLING - FLAGS + 2 * side + wing as usize);
        }
        for wing in Wing::ALL {
            let alive = u64::from(board.ghost_right(color, wing));
            flags |= alive << (GHOSTS - FLAGS + 2 * side + wing as usize);
        }
    }
    flags
}

/// The number of bounds that a value lies above.
fn size_of(value: u16, bounds: [u16; 3]) -> usize {
    bounds.iter().filter(|&&bound| value > bound).count()
}
