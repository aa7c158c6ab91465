//! The inputs of the network: what it sees of a position, seen from one colour. The trainer and
//! the engine both ask here, so that inputs are never computed in two ways. Weights are no concern
//! of this file.
//!
//! Squares are seen from a perspective: ranks reversed for Black, and files reversed where the
//! perspective's own king stands on the files e to h. 64 inputs, one for each square, are a plane.
//! The pieces have planes for each zone that this king may stand in, so that what a piece is worth
//! on a square depends on where the king it attacks or shelters is.

use arrayvec::ArrayVec;

pub use super::relations::relations;
use super::relations::{MOST_RELATIONS, RELATIONS, Relations};
use crate::rules::laws::{Code, Laws, Stalemate, Undertaking};
use crate::rules::{Bitboard, Board, Color, Piece, PieceKind, Position, Square, Wing};

/// The planes of pieces: six kinds of one's own, then six of the opponent's.
const PIECE_PLANES: usize = 12;
/// The plane of one's own marked piece, then that of the opponent's.
const MARKED_PLANES: usize = PIECE_PLANES;
/// The plane of the square named in one's own undertaking, then that in the opponent's.
const NAMED_PLANES: usize = MARKED_PLANES + 2;
/// For each relation the plane of one's own pieces in it, then that of the opponent's.
const RELATION_PLANES: usize = NAMED_PLANES + 2;
/// All planes.
const PLANES: usize = RELATION_PLANES + 2 * RELATIONS;

/// The inputs of the pieces with the king in one zone.
pub const ZONE_SIZE: usize = 64 * PIECE_PLANES;
/// The zone of a king by its square, a1 to d1, a2 to d2 and so on, the files e to h being reversed:
/// castled or in its corner, in the middle of its first rank, on the second rank, beyond.
#[rustfmt::skip]
const ZONE_OF: [u8; 32] = [
    0, 0, 1, 1,
    2, 2, 2, 2,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
];
/// How many zones there are.
pub const ZONES: usize = 4;
/// The inputs of the pieces in all zones but one: by so many the inputs behind the pieces come later
/// than they would with a single zone.
const FURTHER_ZONES: usize = (ZONES - 1) * ZONE_SIZE;

/// The first input that is a marked piece.
pub const MARKED: usize = FURTHER_ZONES + 64 * MARKED_PLANES;
/// The first input that is a named square.
pub const NAMED: usize = FURTHER_ZONES + 64 * NAMED_PLANES;
/// The first input that is a piece in a relation to others: own passed pawns, the opponent's, own
/// isolated pawns, the opponent's, and so on (see [`relations`]).
pub const RELATED: usize = FURTHER_ZONES + 64 * RELATION_PLANES;
/// The first input that belongs to no square.
pub const FLAGS: usize = FURTHER_ZONES + 64 * PLANES;
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
/// marked piece; by a named square; by a number of moves, of which at most 5, 10, 20, or more are
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

/// The most flags that are on at once: 4 rights of each sort of castling, one each of stalemate, code
/// and advantage, and for the one player who may be bound nine.
pub const MOST_FLAGS: usize = 2 * 4 + 3 + 9;
/// The most inputs that are on at once: 32 pieces, a marked piece, a named square, relations and
/// flags.
pub const MOST_ACTIVE: usize = 32 + 2 + MOST_RELATIONS + MOST_FLAGS;

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
    Snapshot::of(position, advantage).active(perspective)
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

/// What the network sees of a position, before it is seen from a side: two positions that
/// differ in nothing here have the same inputs.
#[derive(Clone, Copy)]
pub(super) struct Snapshot {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
    /// The same square by square.
    pieces: [Option<Piece>; 64],
    /// The places of the marked piece and of the named square, or [`NOWHERE`].
    specials: [u16; 2],
    relations: Relations,
    /// The flags of White's perspective that are on, the bit of each being its distance from
    /// [`FLAGS`].
    flags: u64,
}

/// No place: there is no marked piece, or no named square.
const NOWHERE: u16 = u16::MAX;

/// The place of a square in a plane, before it is seen from a side: those of the pieces are in the
/// order of [`Piece::index`].
#[inline(always)]
const fn place(plane: usize, square: Square) -> u16 {
    (64 * plane + square.index()) as u16
}

impl Snapshot {
    /// No inputs at all.
    pub(super) const EMPTY: Self = Self {
        kinds: [Bitboard::EMPTY; 6],
        colors: [Bitboard::EMPTY; 2],
        pieces: [None; 64],
        specials: [NOWHERE; 2],
        relations: [Bitboard::EMPTY; 2 * RELATIONS],
        flags: 0,
    };

    /// What there is to see of a position.
    #[inline]
    pub(super) fn of(position: &Position, advantage: RatingAdvantage) -> Self {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let board = position.board();
        let kind = |kind| board.of_kind(kind);
        // Written out: `map` over an array costs calls here.
        let kinds = [kind(Pawn), kind(Knight), kind(Bishop), kind(Rook), kind(Queen), kind(King)];
        let colors = [board.of_color(Color::White), board.of_color(Color::Black)];
        Self {
            kinds,
            colors,
            pieces: *position.pieces(),
            relations: relations(&kinds, &colors),
            specials: position.undertaking().map_or([NOWHERE; 2], |bound| specials(board, bound)),
            flags: flags(position, advantage),
        }
    }

    /// The same without the piece on a square.
    pub(super) fn without(mut self, square: Square) -> Self {
        let others = !Bitboard::from(square);
        self.kinds.iter_mut().chain(&mut self.colors).for_each(|set| *set &= others);
        self.pieces[square.index()] = None;
        self.relations = relations(&self.kinds, &self.colors);
        self
    }

    /// The inputs that are on, seen from `perspective`.
    pub(super) fn active(&self, perspective: Color) -> Active {
        let [mut on, mut off] = [const { Places::NONE }; 2];
        let mut changes = Changes::none();
        changes.compare(&Self::EMPTY, self);
        changes.list(self.view(perspective), &mut on, &mut off);
        on.as_slice().iter().copied().collect()
    }

    /// Whether the inputs are the same.
    #[inline]
    pub(super) fn is(&self, other: &Self) -> bool {
        self.changed_squares(other).is_empty()
            && self.specials == other.specials
            && self.flags == other.flags
    }

    /// The squares on which not the same stands.
    #[inline]
    fn changed_squares(&self, other: &Self) -> Bitboard {
        let mut changed = (self.colors[0] ^ other.colors[0]) | (self.colors[1] ^ other.colors[1]);
        for kind in 0..6 {
            changed |= self.kinds[kind] ^ other.kinds[kind];
        }
        changed
    }

    /// How a perspective sees the places of this snapshot.
    #[inline]
    pub(super) fn view(&self, perspective: Color) -> View {
        let king = self.kinds[PieceKind::King.index()] & self.colors[perspective.index()];
        View::new(perspective, king.first().unwrap_or(Square::A1))
    }
}

/// A list of places, or of the inputs that they are to a perspective.
#[derive(Clone)]
pub(super) struct Places {
    places: [u16; Self::ROOM],
    count: usize,
}

impl Places {
    /// None.
    pub(super) const NONE: Self = Self { places: [0; Self::ROOM], count: 0 };
    /// So many places become inputs at once. Most lists are no longer, so that the processor foretells
    /// the end of the loop.
    const AT_ONCE: usize = 16;
    /// A power of two, so that no index needs a check; one place more than can be on is written.
    const ROOM: usize = (MOST_ACTIVE + 1).next_power_of_two();

    /// Adds a place, or writes it where the next one will be: whether it is added cannot be foretold,
    /// so that a branch would cost more.
    #[inline(always)]
    fn push_if(&mut self, place: u16, is_added: bool) {
        self.places[self.count % Self::ROOM] = place;
        self.count += usize::from(is_added);
    }

    /// Those listed.
    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[u16] {
        &self.places[..self.count]
    }

    /// Becomes the inputs that some places are to a perspective.
    #[inline(always)]
    fn become_inputs(&mut self, places: &Self, view: View) {
        self.count = places.count;
        let (inputs, _) = self.places.as_chunks_mut::<{ Self::AT_ONCE }>();
        let (places, _) = places.places.as_chunks::<{ Self::AT_ONCE }>();
        for (inputs, places) in
            inputs.iter_mut().zip(places).take(self.count.div_ceil(Self::AT_ONCE))
        {
            for (input, &place) in inputs.iter_mut().zip(places) {
                *input = view.feature(place);
            }
        }
    }
}

/// The difference between two snapshots, before it is seen from a side. It is large and kept to be
/// used again.
#[derive(Clone)]
pub(super) struct Changes {
    /// The places that are on in the new one alone.
    on: Places,
    /// Those that are on in the old one alone.
    off: Places,
    /// The flags of the old one and of the new one.
    flags: [u64; 2],
}

impl Changes {
    /// No difference.
    pub(super) const fn none() -> Self {
        Self { on: Places::NONE, off: Places::NONE, flags: [0; 2] }
    }

    /// Becomes what has changed from `old` to `new`.
    #[inline]
    pub(super) fn compare(&mut self, old: &Snapshot, new: &Snapshot) {
        (self.on.count, self.off.count) = (0, 0);
        self.flags = [old.flags, new.flags];
        for square in old.changed_squares(new) {
            let [off, on] = [old, new].map(|snapshot| snapshot.pieces[square.index()]);
            let place = |piece: Option<Piece>| place(piece.map_or(0, Piece::index), square);
            self.off.push_if(place(off), off.is_some());
            self.on.push_if(place(on), on.is_some());
        }
        self.add_relations(&old.relations, &new.relations);
        if old.specials != new.specials {
            self.add_specials(old, new);
        }
    }

    #[inline]
    fn add_relations(&mut self, old: &Relations, new: &Relations) {
        // First all are compared, which vectors do, then those that differ are looked at.
        let mut differ = 0u64;
        for plane in 0..2 * RELATIONS {
            differ |= u64::from(old[plane] != new[plane]) << plane;
        }
        for plane in Bitboard(differ).into_iter().map(Square::index) {
            for square in old[plane] ^ new[plane] {
                let (is_on, place) =
                    (new[plane].contains(square), place(RELATION_PLANES + plane, square));
                self.on.push_if(place, is_on);
                self.off.push_if(place, !is_on);
            }
        }
    }

    #[cold]
    fn add_specials(&mut self, old: &Snapshot, new: &Snapshot) {
        for (old, new) in old.specials.into_iter().zip(new.specials) {
            if old != new {
                self.off.push_if(old, old != NOWHERE);
                self.on.push_if(new, new != NOWHERE);
            }
        }
    }

    /// Lists the inputs of a perspective that are on in the new snapshot alone, and those that are
    /// on in the old one alone.
    #[inline]
    pub(super) fn list(&self, view: View, on: &mut Places, off: &mut Places) {
        on.become_inputs(&self.on, view);
        off.become_inputs(&self.off, view);
        if self.flags[0] != self.flags[1] {
            self.list_flags(view, on, off);
        }
    }

    #[cold]
    fn list_flags(&self, view: View, on: &mut Places, off: &mut Places) {
        let [old, new] = self.flags.map(|flags| view.flags(flags));
        for flag in Bitboard(old ^ new) {
            let (input, is_on) = ((FLAGS + flag.index()) as u16, Bitboard(new).contains(flag));
            on.push_if(input, is_on);
            off.push_if(input, !is_on);
        }
    }
}

/// How a perspective sees the places of a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    perspective: Color,
    /// Whether files are reversed.
    mirrored: bool,
    /// The zone of the perspective's king.
    zone: u8,
}

impl View {
    /// How many views a perspective has.
    pub(super) const NUMBER: usize = 2 * ZONES;

    /// That of a perspective whose own king stands on `king`.
    #[inline]
    pub fn new(perspective: Color, king: Square) -> Self {
        let mirrored = king.file() >= 4;
        let file = if mirrored { 7 - king.file() } else { king.file() };
        let zone = ZONE_OF[usize::from(4 * king.rank_for(perspective) + file)];
        Self { perspective, mirrored, zone }
    }

    /// Which of the [`View::NUMBER`] views of its perspective it is.
    #[inline]
    pub(super) fn index(self) -> usize {
        2 * usize::from(self.zone) + usize::from(self.mirrored)
    }

    /// The input of a piece on a square.
    #[inline(always)]
    pub fn piece(self, piece: Piece, square: Square) -> u16 {
        self.feature(place(piece.index(), square))
    }

    /// The inputs of the relations between pieces.
    pub fn related(self, relations: Relations) -> impl Iterator<Item = u16> {
        let squares = move |(plane, squares): (usize, Bitboard)| {
            squares
                .into_iter()
                .map(move |square| self.feature(place(RELATION_PLANES + plane, square)))
        };
        relations.into_iter().enumerate().flat_map(squares)
    }

    /// The input that is a place.
    #[inline(always)]
    const fn feature(self, place: u16) -> u16 {
        let (ranks, color) = match self.perspective {
            Color::White => (0, 0),
            Color::Black => (56, 64),
        };
        let files = if self.mirrored { 7 } else { 0 };
        let seen = place ^ (ranks | color | files);
        // Places have White's planes and Black's by turns, inputs their own before the opponent's; those
        // of the pieces all their own before all of the opponent's.
        let opponents = (seen / 64 % 2) * (ZONE_SIZE as u16 / 2);
        // Of a place that is no piece's this sum is not used, and may be beyond what it can hold.
        let zone = self.zone as u16 * ZONE_SIZE as u16;
        let piece = zone.wrapping_add(opponents + seen / 128 * 64 + seen % 64);
        if place < ZONE_SIZE as u16 { piece } else { FURTHER_ZONES as u16 + seen }
    }

    /// The flags that are White's perspective's, as this perspective has them.
    fn flags(self, white: u64) -> u64 {
        /// The first own flag of each group that has the opponent's behind it, and their number.
        const PAIRS: [(usize, usize); 4] =
            [(GHOSTS, 2), (CASTLING, 2), (BOUND, BOUND_SIZE), (RATING, 4)];
        if matches!(self.perspective, Color::White) {
            return white;
        }
        let mut black = white;
        for (first, size) in PAIRS {
            let own = ((1 << size) - 1) << (first - FLAGS);
            black &= !(own | own << size);
            black |= (white & own) << size | white >> size & own;
        }
        black
    }
}

/// The places of the marked piece and of the named square.
#[cold]
fn specials(board: &Board, bound: Undertaking) -> [u16; 2] {
    let giver = bound.giver.index();
    let marked = board.marked().map(|square| place(MARKED_PLANES + giver, square));
    let named = bound.conditions.square.map(|square| place(NAMED_PLANES + giver, square));
    [marked.unwrap_or(NOWHERE), named.unwrap_or(NOWHERE)]
}

/// The flags of White's perspective.
#[inline]
fn flags(position: &Position, advantage: RatingAdvantage) -> u64 {
    let board = position.board();
    let mut flags = 0;
    for rook in board.castling_rooks() {
        let color =
            if board.of_color(Color::White).contains(rook) { Color::White } else { Color::Black };
        let wing = if rook.file() > board.king(color).file() { Wing::King } else { Wing::Queen };
        flags |= 1 << (CASTLING - FLAGS + 2 * color.index() + wing as usize);
    }
    let plain = position.laws() == Laws::MODERN
        && position.undertaking().is_none()
        && advantage == RatingAdvantage::NONE;
    if plain { flags } else { flags | special_flags(position, advantage) }
}

/// Those of them that no ordinary game of chess has.
#[cold]
fn special_flags(position: &Position, advantage: RatingAdvantage) -> u64 {
    let bit = |feature: usize| 1u64 << (feature - FLAGS);
    let mut flags = 0;
    for color in Color::ALL {
        for wing in Wing::ALL {
            let alive = position.board().ghost_right(color, wing);
            flags |= u64::from(alive) << (GHOSTS - FLAGS + 2 * color.index() + wing as usize);
        }
    }
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
        let first = BOUND + BOUND_SIZE * bound.giver.index();
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
    let points = advantage.points(Color::White);
    if points != 0 {
        let first = RATING + if points > 0 { 0 } else { 4 };
        flags |= bit(first + size_of(points.unsigned_abs(), ADVANTAGES));
    }
    flags
}

/// The number of bounds that a value lies above.
fn size_of(value: u16, bounds: [u16; 3]) -> usize {
    bounds.iter().filter(|&&bound| value > bound).count()
}
