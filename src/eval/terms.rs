//! The terms of the hand-made evaluation. The evaluation is linear in their weights. One routine
//! sums the weights for the search and lists a position's terms for the tuner, so that what is
//! tuned is what is played.

use crate::rules::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawns_attacks, queen_attacks, rook_attacks,
};
use crate::rules::{Bitboard, Board, Color, PieceKind, Square};

/// Lays the groups of terms out one after another.
macro_rules! layout {
    ($($(#[$doc:meta])* $name:ident: $size:expr;)+) => {
        layout!(@next 0usize; $($(#[$doc])* $name: $size;)+);
        /// The groups of terms: name, first index, size.
        pub const GROUPS: &[(&str, usize, usize)] = &[$((stringify!($name), $name, $size)),+];
    };
    (@next $at:expr; $(#[$doc:meta])* $name:ident: $size:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $at;
        layout!(@next $name + $size; $($rest)*);
    };
    (@next $at:expr;) => {
        /// How many terms there are.
        pub const TERMS: usize = $at;
    };
}

layout! {
    /// The pieces themselves, pawn to queen.
    MATERIAL: 5;
    /// Each kind on each square, as its owner counts ranks.
    PLACE: 384;
    /// Squares a knight can go to, 0 to 8.
    KNIGHT_MOBILITY: 9;
    /// The same for a bishop, 0 to 13.
    BISHOP_MOBILITY: 14;
    /// The same for a rook, 0 to 14.
    ROOK_MOBILITY: 15;
    /// The same for a queen, 0 to 27.
    QUEEN_MOBILITY: 28;
    /// Two bishops.
    BISHOP_PAIR: 1;
    /// A pawn of ours on the colour of our bishop, each.
    BAD_BISHOP: 1;
    /// A knight, then a bishop, from the fourth rank to the sixth on a square that no pawn of
    /// theirs can dispute and a pawn of ours guards.
    OUTPOST: 2;
    /// A minor piece directly behind a pawn of ours.
    SCREENED: 1;
    /// A rook on a file without pawns, then on one without pawns of ours.
    OPEN_FILE: 2;
    /// A pawn without pawns of ours on the files beside it.
    ISOLATED: 1;
    /// A pawn with one of ours in front of it.
    DOUBLED: 1;
    /// A pawn behind those of ours on the files beside it, that cannot step forward safely.
    BACKWARD: 1;
    /// A pawn beside a pawn, by rank.
    PHALANX: 8;
    /// A pawn guarded by a pawn, by rank.
    SUPPORTED: 8;
    /// A pawn that no pawn can stop, by rank.
    PASSED: 8;
    /// The same when its next square is occupied.
    PASSED_BLOCKED: 8;
    /// Steps from our king to the square before the passed pawn, from its fourth rank on.
    PASSED_OUR_KING: 8;
    /// The same for their king.
    PASSED_THEIR_KING: 8;
    /// Our pawn attacks a minor piece, a rook, a queen.
    PAWN_THREAT: 3;
    /// Our minor piece attacks a rook, a queen.
    MINOR_THREAT: 2;
    /// Our rook attacks a queen.
    ROOK_THREAT: 1;
    /// Pieces of theirs, pawns too, that we attack and they do not guard, each.
    HANGING: 1;
    /// Squares a pawn could safely step to and attack a piece from, each.
    PUSH_THREAT: 1;
    /// Units of attack on the squares round their king.
    KING_DANGER: 32;
    /// Safe checks by knight, bishop, rook, queen: whether there is one.
    SAFE_CHECK: 4;
    /// How far the nearest pawn before our king stands on its file, then on those beside it;
    /// seven when there is none.
    SHELTER: 16;
    /// How far the nearest pawn of theirs has come on those three files.
    STORM: 8;
    /// It is our turn.
    TEMPO: 1;
}

/// Receives the terms of a position.
pub trait Tally {
    /// The term counts `count` times for White; negative for Black.
    fn add(&mut self, term: usize, count: i32);

    /// A piece that is no pawn stands on a square as its owner counts ranks: its material and its
    /// place.
    #[inline(always)]
    fn add_piece(&mut self, kind: PieceKind, square: Square, count: i32) {
        self.add(MATERIAL + kind.index(), count);
        self.add(place(kind, square), count);
    }
}

/// The term of a piece on a square, as its owner counts ranks.
pub(super) const fn place(kind: PieceKind, square: Square) -> usize {
    PLACE + 64 * kind.index() + square.index()
}

/// What the pawns alone say, which a cache may keep by their key.
#[derive(Clone, Copy, Default)]
pub struct PawnShape {
    /// The pawns of each colour that no pawn can stop.
    passed: [Bitboard; 2],
    /// For each colour, the squares from its fourth rank to its sixth that no pawn of theirs can
    /// dispute and a pawn of ours guards.
    outposts: [Bitboard; 2],
}

impl PawnShape {
    /// Sends every term that depends on the pawns alone to the tally.
    pub fn tally<T: Tally>(board: &Board, tally: &mut T) -> Self {
        let mut shape = Self::default();
        shape.look(board, Color::White, tally);
        shape.look(board, Color::Black, tally);
        shape
    }

    #[inline(always)]
    fn look<T: Tally>(&mut self, board: &Board, us: Color, tally: &mut T) {
        let them = us.other();
        let sign = sign(us);
        let (ours, theirs) =
            (board.pieces(us, PieceKind::Pawn), board.pieces(them, PieceKind::Pawn));
        let guarded = pawns_attacks(us, ours);
        let disputed = pawns_attacks(them, theirs);
        let ranks = [3, 4, 5].map(|rank| Bitboard::rank_for(us, rank));
        let far = ranks[0] | ranks[1] | ranks[2];
        self.outposts[us.index()] = far & guarded & !fill(them, disputed);
        tally.add(MATERIAL, sign * ours.count() as i32);
        for square in ours {
            tally.add(PLACE + square.for_color(us).index(), sign);
            let rank = square.rank_for(us) as usize;
            let beside = beside_files(square);
            let ahead = ahead(us, square);
            let ahead_beside = ahead.step(1) | ahead.step(-1);
            if (beside & ours).is_empty() {
                tally.add(ISOLATED, sign);
            } else if (beside & ours & !ahead_beside).is_empty()
                && (square.bitboard().step(up(us)) & disputed).any()
            {
                tally.add(BACKWARD, sign);
            }
            if (ahead & ours).any() {
                tally.add(DOUBLED, sign);
            }
            if (beside & Bitboard::rank(square.rank()) & ours & king_attacks(square)).any() {
                tally.add(PHALANX + rank, sign);
            }
            if guarded.contains(square) {
                tally.add(SUPPORTED + rank, sign);
            }
            if ((ahead | ahead_beside) & theirs).is_empty() && (ahead & ours).is_empty() {
                tally.add(PASSED + rank, sign);
                self.passed[us.index()] |= square.bitboard();
            }
        }
    }
}

/// What one side attacks, gathered once.
#[derive(Default)]
struct Attacks {
    by_pawns: Bitboard,
    by_kind: [Bitboard; 6],
    all: Bitboard,
    twice: Bitboard,
    /// Units of attack on the squares round the enemy king.
    danger: i32,
}

/// How much an attack on a square beside the king weighs: knight, bishop, rook, queen.
const DANGER_UNITS: [i32; 6] = [0, 2, 2, 3, 4, 0];

/// The evaluation of one board. The colour is a constant wherever these functions are called, and
/// they are inlined, so that each is compiled once for White and once for Black.
pub struct Look<'a> {
    board: &'a Board,
    shape: PawnShape,
    attacks: [Attacks; 2],
}

impl<'a> Look<'a> {
    /// Sends every term of the board to the tally and returns the phase: 24 with all pieces on the
    /// board, 0 with none but kings and pawns.
    pub fn tally<T: Tally>(board: &'a Board, tally: &mut T) -> i32 {
        let shape = PawnShape::tally(board, tally);
        shelter(board, Color::White, tally);
        shelter(board, Color::Black, tally);
        Self::tally_pieces(board, shape, tally)
    }

    /// The same without the terms that [`PawnShape::tally`] and [`shelter`] send.
    pub fn tally_pieces<T: Tally>(board: &'a Board, shape: PawnShape, tally: &mut T) -> i32 {
        let mut look = Self { board, shape, attacks: Default::default() };
        look.begin(Color::White);
        look.begin(Color::Black);
        look.pieces(Color::White, tally);
        look.pieces(Color::Black, tally);
        look.rest(Color::White, tally);
        look.rest(Color::Black, tally);
        tally.add(TEMPO, sign(board.turn()));
        let count = |kind| board.of_kind(kind).count() as i32;
        let minors = count(PieceKind::Knight) + count(PieceKind::Bishop);
        (minors + 2 * count(PieceKind::Rook) + 4 * count(PieceKind::Queen)).min(24)
    }

    #[inline(always)]
    fn begin(&mut self, color: Color) {
        let by_pawns = pawns_attacks(color, self.board.pieces(color, PieceKind::Pawn));
        let by_king = king_attacks(self.board.king(color));
        let attacks = &mut self.attacks[color.index()];
        attacks.by_pawns = by_pawns;
        attacks.by_kind[PieceKind::Pawn.index()] = by_pawns;
        attacks.by_kind[PieceKind::King.index()] = by_king;
        attacks.all = by_pawns | by_king;
        attacks.twice = by_pawns & by_king;
    }

    #[inline(always)]
    fn pieces<T: Tally>(&mut self, us: Color, tally: &mut T) {
        let board = self.board;
        let king = board.king(us);
        tally.add(place(PieceKind::King, king.for_color(us)), sign(us));
        // A piece is not free to go where a pawn of theirs waits, nor on to our own blocked pawns.
        let blocked = board.pieces(us, PieceKind::Pawn) & board.occupied().step(-up(us));
        let their_pawns = self.attacks[us.other().index()].by_pawns;
        let room = !(their_pawns | blocked | king.bitboard());
        // A slider's own comrades that move alike do not stand in its way.
        let occupied = board.occupied();
        let queens = board.pieces(us, PieceKind::Queen);
        let rooks = board.pieces(us, PieceKind::Rook);
        self.kind(us, PieceKind::Knight, KNIGHT_MOBILITY, room, knight_attacks, tally);
        let diagonal = |square| bishop_attacks(square, occupied ^ queens);
        self.kind(us, PieceKind::Bishop, BISHOP_MOBILITY, room, diagonal, tally);
        let straight = |square| rook_attacks(square, occupied ^ queens ^ rooks);
        self.kind(us, PieceKind::Rook, ROOK_MOBILITY, room, straight, tally);
        let both = |square| queen_attacks(square, occupied);
        self.kind(us, PieceKind::Queen, QUEEN_MOBILITY, room, both, tally);
    }

    /// The pieces of one kind: their material, place and mobility, and what they attack.
    #[inline(always)]
    fn kind<T: Tally>(
        &mut self,
        us: Color,
        kind: PieceKind,
        mobility: usize,
        room: Bitboard,
        reach: impl Fn(Square) -> Bitboard,
        tally: &mut T,
    ) {
        let sign = sign(us);
        let ring = self.attacks[us.other().index()].by_kind[PieceKind::King.index()];
        for square in self.board.pieces(us, kind) {
            let reach = reach(square);
            tally.add_piece(kind, square.for_color(us), sign);
            tally.add(mobility + (reach & room).count() as usize, sign);
            let attacks = &mut self.attacks[us.index()];
            attacks.by_kind[kind.index()] |= reach;
            attacks.twice |= attacks.all & reach;
            attacks.all |= reach;
            attacks.danger += DANGER_UNITS[kind.index()] * (reach & ring).count() as i32;
        }
    }

    /// What needs the attacks of both sides, or none.
    #[inline(always)]
    fn rest<T: Tally>(&self, us: Color, tally: &mut T) {
        self.standing(us, tally);
        self.passed(us, tally);
        self.threats(us, tally);
        self.king(us, tally);
    }

    /// How pieces stand to the pawns: outposts, screens, files, bad bishops.
    #[inline(always)]
    fn standing<T: Tally>(&self, us: Color, tally: &mut T) {
        let board = self.board;
        let count = |set: Bitboard| sign(us) * set.count() as i32;
        let of = |kind| board.pieces(us, kind);
        let (knights, bishops, rooks) =
            (of(PieceKind::Knight), of(PieceKind::Bishop), of(PieceKind::Rook));
        let our_pawns = of(PieceKind::Pawn);
        let outposts = self.shape.outposts[us.index()];
        tally.add(OUTPOST, count(knights & outposts));
        tally.add(OUTPOST + 1, count(bishops & outposts));
        tally.add(SCREENED, count((knights | bishops) & our_pawns.step(-up(us))));
        if bishops.any() {
            let (dark, light) = (bishops & Bitboard::DARK, bishops - Bitboard::DARK);
            let dark_pawns = our_pawns & Bitboard::DARK;
            let bad = dark.count() * dark_pawns.count()
                + light.count() * (our_pawns ^ dark_pawns).count();
            tally.add(BAD_BISHOP, sign(us) * bad as i32);
            if dark.any() && light.any() {
                tally.add(BISHOP_PAIR, sign(us));
            }
        }
        for rook in rooks {
            let file = Bitboard::file(rook.file());
            if (our_pawns & file).is_empty() {
                let open = (board.of_kind(PieceKind::Pawn) & file).is_empty();
                tally.add(OPEN_FILE + usize::from(!open), sign(us));
            }
        }
    }

    /// What passed pawns meet on their way.
    #[inline(always)]
    fn passed<T: Tally>(&self, us: Color, tally: &mut T) {
        let board = self.board;
        let sign = sign(us);
        for square in self.shape.passed[us.index()] {
            let rank = square.rank_for(us);
            let next = us.square(square.file(), rank + 1);
            if board.occupied().contains(next) {
                tally.add(PASSED_BLOCKED + usize::from(rank), sign);
            }
            if rank >= 3 {
                tally.add(PASSED_OUR_KING + distance(board.king(us), next), sign);
                tally.add(PASSED_THEIR_KING + distance(board.king(us.other()), next), sign);
            }
        }
    }

    #[inline(always)]
    fn threats<T: Tally>(&self, us: Color, tally: &mut T) {
        let board = self.board;
        let them = us.other();
        let (our, their) = (&self.attacks[us.index()], &self.attacks[them.index()]);
        let of = |kind| board.pieces(them, kind);
        let minors = of(PieceKind::Knight) | of(PieceKind::Bishop);
        let rooks = of(PieceKind::Rook);
        let queens = of(PieceKind::Queen);
        let count = |set: Bitboard| sign(us) * set.count() as i32;
        for (index, prey) in [minors, rooks, queens].into_iter().enumerate() {
            tally.add(PAWN_THREAT + index, count(our.by_pawns & prey));
        }
        let by_minor =
            our.by_kind[PieceKind::Knight.index()] | our.by_kind[PieceKind::Bishop.index()];
        tally.add(MINOR_THREAT, count(by_minor & rooks));
        tally.add(MINOR_THREAT + 1, count(by_minor & queens));
        tally.add(ROOK_THREAT, count(our.by_kind[PieceKind::Rook.index()] & queens));
        let prey = board.of_color(them) & !board.pieces(them, PieceKind::King);
        tally.add(HANGING, count(our.all & prey & !their.all));
        let steps = board.pieces(us, PieceKind::Pawn).step(up(us)) & !board.occupied();
        let safe = steps & !their.by_pawns & (our.all | !their.all);
        let pieces = minors | rooks | queens;
        tally.add(PUSH_THREAT, count(pawns_attacks(us, safe) & pieces));
    }

    /// How safe our king is from pieces.
    #[inline(always)]
    fn king<T: Tally>(&self, us: Color, tally: &mut T) {
        let board = self.board;
        let them = us.other();
        let sign = sign(us);
        let king = board.king(us);
        let (our, their) = (&self.attacks[us.index()], &self.attacks[them.index()]);
        let units = their.danger.clamp(0, 31) as usize;
        if board.pieces(them, PieceKind::Queen).any() || units > 8 {
            tally.add(KING_DANGER + units, sign);
        }
        let weak = !our.all | (our.by_kind[PieceKind::King.index()] & !our.twice & their.twice);
        let safe = !board.of_color(them) & weak;
        let occupied = board.occupied() ^ board.pieces(us, PieceKind::Queen);
        let straight = rook_attacks(king, occupied);
        let diagonal = bishop_attacks(king, occupied);
        let lines = [knight_attacks(king), diagonal, straight, straight | diagonal];
        for (index, line) in lines.into_iter().enumerate() {
            if (line & safe & their.by_kind[index + 1]).any() {
                tally.add(SAFE_CHECK + index, sign);
            }
        }
    }
}

/// The pawns on our king's file and on those beside it, or on the three files at the edge.
/// That hangs on the king's square and on the pawns alone.
pub fn shelter<T: Tally>(board: &Board, us: Color, tally: &mut T) {
    let king = board.king(us);
    let level = king.rank_for(us);
    // Pawns on the king's rank count, those behind it do not.
    let front = front(us, king);
    let ours = board.pieces(us, PieceKind::Pawn) & front;
    let theirs = board.pieces(us.other(), PieceKind::Pawn) & front;
    let middle = king.file().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let away = |pawns: Bitboard| {
            nearest(us, pawns & Bitboard::file(file))
                .map_or(7, |pawn| usize::from(pawn.rank_for(us) - level))
        };
        let beside = if file == king.file() { 0 } else { 8 };
        tally.add(SHELTER + beside + away(ours), sign(us));
        tally.add(STORM + away(theirs), sign(us));
    }
}

#[inline]
fn sign(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

#[inline]
fn up(color: Color) -> i8 {
    if color == Color::White { 8 } else { -8 }
}

/// Every square further up the file.
fn ahead(color: Color, square: Square) -> Bitboard {
    let file = Bitboard::file(square.file());
    file & front(color, square) & !Bitboard::rank(square.rank())
}

fn beside_files(square: Square) -> Bitboard {
    let file = Bitboard::file(square.file());
    file.step(1) | file.step(-1)
}

/// Every square on the same rank or further up the board.
#[inline]
fn front(color: Color, square: Square) -> Bitboard {
    let rank = 8 * u32::from(square.rank());
    match color {
        Color::White => Bitboard(!0 << rank),
        Color::Black => Bitboard(!0 >> (56 - rank)),
    }
}

/// The square of the set that `color` reaches first on its way up the board.
#[inline]
fn nearest(color: Color, set: Bitboard) -> Option<Square> {
    match color {
        Color::White => set.first(),
        Color::Black => set.mirrored().first().map(Square::mirrored),
    }
}

/// The set and every square further up the files from it.
#[inline]
fn fill(color: Color, set: Bitboard) -> Bitboard {
    let set = set | set.step(up(color));
    let set = set | set.step(2 * up(color));
    set | set.step(2 * up(color)).step(2 * up(color))
}

/// King's steps between two squares, 0 to 7.
fn distance(a: Square, b: Square) -> usize {
    usize::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}
