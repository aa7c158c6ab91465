//! What the hand-made evaluation looks at. Every term is linear in its weight, and one routine
//! both sums the weights and, for the tuner, lists which terms a position has: so what is tuned is
//! what is played.

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
    /// The men themselves, pawn to queen.
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
    /// A knight, then a bishop, on a square in the enemy's half that no pawn can dispute and a
    /// pawn of ours guards.
    OUTPOST: 2;
    /// A minor man directly behind a pawn of ours.
    SCREENED: 1;
    /// A rook on a file without pawns, then on one without pawns of ours.
    OPEN_FILE: 2;
    /// A pawn without pawns of ours on the files beside it.
    ISOLATED: 1;
    /// A pawn with one of ours in front of it.
    DOUBLED: 1;
    /// A pawn that those beside have passed and that cannot step forward safely.
    BACKWARD: 1;
    /// A pawn beside a pawn, by rank.
    PHALANX: 8;
    /// A pawn guarded by a pawn, by rank.
    SUPPORTED: 8;
    /// A pawn that no pawn can stop, by rank.
    PASSED: 8;
    /// The same when its next square is taken.
    PASSED_BLOCKED: 8;
    /// Steps from our king to the square before the passed pawn, from its fourth rank on.
    PASSED_OUR_KING: 8;
    /// The same for their king.
    PASSED_THEIR_KING: 8;
    /// Our pawn attacks a minor man, a rook, a queen.
    PAWN_THREAT: 3;
    /// Our minor man attacks a rook, a queen.
    MINOR_THREAT: 2;
    /// Our rook attacks a queen.
    ROOK_THREAT: 1;
    /// Men of theirs, pawns too, that we attack and they do not guard, each.
    HANGING: 1;
    /// Squares a pawn could safely step to and attack a man from, each.
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
}

/// What one side attacks, gathered once.
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

/// The evaluation of one board.
pub struct Look<'a> {
    board: &'a Board,
    attacks: [Attacks; 2],
}

impl<'a> Look<'a> {
    /// Sends every term of the board to the tally and returns the phase: 24 with all pieces on the
    /// board, 0 with none but kings and pawns.
    pub fn tally<T: Tally>(board: &'a Board, tally: &mut T) -> i32 {
        let empty = || Attacks {
            by_pawns: Bitboard::EMPTY,
            by_kind: [Bitboard::EMPTY; 6],
            all: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
            danger: 0,
        };
        let mut look = Self { board, attacks: [empty(), empty()] };
        for color in Color::ALL {
            look.begin(color);
        }
        let mut phase = 0;
        for color in Color::ALL {
            phase += look.pieces(color, tally);
        }
        for color in Color::ALL {
            look.pawns(color, tally);
            look.threats(color, tally);
            look.king(color, tally);
        }
        tally.add(TEMPO, sign(board.turn()));
        phase.min(24)
    }

    fn begin(&mut self, color: Color) {
        let by_pawns = pawns_attacks(color, self.board.men(color, PieceKind::Pawn));
        let by_king = king_attacks(self.board.king(color));
        let attacks = &mut self.attacks[color.index()];
        attacks.by_pawns = by_pawns;
        attacks.by_kind[PieceKind::Pawn.index()] = by_pawns;
        attacks.by_kind[PieceKind::King.index()] = by_king;
        attacks.all = by_pawns | by_king;
        attacks.twice = by_pawns & by_king;
    }

    fn pieces<T: Tally>(&mut self, us: Color, tally: &mut T) -> i32 {
        const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
        let board = self.board;
        let them = us.other();
        let sign = sign(us);
        let men = board.occupied();
        let our_pawns = board.men(us, PieceKind::Pawn);
        let ring = king_attacks(board.king(them));
        // A man is not free to go where a pawn of theirs waits, nor on to our own blocked pawns.
        let blocked = our_pawns & (men.step(if us == Color::White { -8 } else { 8 }));
        let room = !(self.attacks[them.index()].by_pawns | blocked | board.king(us).bitboard());
        let mut phase = 0;
        for kind in PieceKind::ALL {
            for square in board.men(us, kind) {
                tally.add(PLACE + 64 * kind.index() + square.for_color(us).index(), sign);
                if kind == PieceKind::King {
                    continue;
                }
                tally.add(MATERIAL + kind.index(), sign);
                if kind == PieceKind::Pawn {
                    continue;
                }
                phase += PHASE[kind.index()];
                let (reach, mobility) = match kind {
                    PieceKind::Knight => (knight_attacks(square), KNIGHT_MOBILITY),
                    PieceKind::Bishop => (
                        bishop_attacks(square, men ^ board.men(us, PieceKind::Queen)),
                        BISHOP_MOBILITY,
                    ),
                    PieceKind::Rook => (
                        rook_attacks(
                            square,
                            men ^ board.men(us, PieceKind::Queen) ^ board.men(us, PieceKind::Rook),
                        ),
                        ROOK_MOBILITY,
                    ),
                    _ => (queen_attacks(square, men), QUEEN_MOBILITY),
                };
                tally.add(mobility + (reach & room).count() as usize, sign);
                let attacks = &mut self.attacks[us.index()];
                attacks.by_kind[kind.index()] |= reach;
                attacks.twice |= attacks.all & reach;
                attacks.all |= reach;
                attacks.danger += DANGER_UNITS[kind.index()] * (reach & ring).count() as i32;
                self.piece_alone(us, kind, square, tally);
            }
        }
        let bishops = board.men(us, PieceKind::Bishop);
        if (bishops & Bitboard::DARK).any() && (bishops - Bitboard::DARK).any() {
            tally.add(BISHOP_PAIR, sign);
        }
        phase
    }

    /// What a piece's own square says: outposts, screens, files, bad bishops.
    fn piece_alone<T: Tally>(&self, us: Color, kind: PieceKind, square: Square, tally: &mut T) {
        let board = self.board;
        let sign = sign(us);
        let our_pawns = board.men(us, PieceKind::Pawn);
        let their_pawns = board.men(us.other(), PieceKind::Pawn);
        let minor = matches!(kind, PieceKind::Knight | PieceKind::Bishop);
        if minor {
            let safe = (ahead_beside(us, square) & their_pawns).is_empty()
                && self.attacks[us.index()].by_pawns.contains(square)
                && (3..6).contains(&square.rank_for(us));
            if safe {
                tally.add(OUTPOST + usize::from(kind == PieceKind::Bishop), sign);
            }
            if (square.bitboard().step(up(us)) & our_pawns).any() {
                tally.add(SCREENED, sign);
            }
        }
        if kind == PieceKind::Bishop {
            let dark = Bitboard::DARK.contains(square);
            let same = if dark { our_pawns & Bitboard::DARK } else { our_pawns - Bitboard::DARK };
            tally.add(BAD_BISHOP, sign * same.count() as i32);
        }
        if kind == PieceKind::Rook {
            let file = Bitboard::file(square.file());
            if (our_pawns & file).is_empty() {
                tally.add(OPEN_FILE + usize::from((their_pawns & file).any()), sign);
            }
        }
    }

    fn pawns<T: Tally>(&self, us: Color, tally: &mut T) {
        let board = self.board;
        let them = us.other();
        let sign = sign(us);
        let (ours, theirs) = (board.men(us, PieceKind::Pawn), board.men(them, PieceKind::Pawn));
        for square in ours {
            let rank = square.rank_for(us) as usize;
            let beside = beside_files(square);
            let ahead = ahead(us, square);
            if (beside & ours).is_empty() {
                tally.add(ISOLATED, sign);
            } else if (beside & ours & !ahead_beside(us, square)).is_empty()
                && self.attacks[them.index()]
                    .by_pawns
                    .contains(square.bitboard().step(up(us)).first().unwrap_or(square))
            {
                tally.add(BACKWARD, sign);
            }
            if (ahead & ours).any() {
                tally.add(DOUBLED, sign);
            }
            if (beside & Bitboard::rank(square.rank()) & ours & king_attacks(square)).any() {
                tally.add(PHALANX + rank, sign);
            }
            if self.attacks[us.index()].by_pawns.contains(square) {
                tally.add(SUPPORTED + rank, sign);
            }
            if ((ahead | ahead_beside(us, square)) & theirs).is_empty() && (ahead & ours).is_empty()
            {
                self.passed(us, square, rank, tally);
            }
        }
    }

    fn passed<T: Tally>(&self, us: Color, square: Square, rank: usize, tally: &mut T) {
        let board = self.board;
        let sign = sign(us);
        tally.add(PASSED + rank, sign);
        let next = us.square(square.file(), rank as u8 + 1);
        if board.occupied().contains(next) {
            tally.add(PASSED_BLOCKED + rank, sign);
        }
        if rank >= 3 {
            tally.add(PASSED_OUR_KING + distance(board.king(us), next), sign);
            tally.add(PASSED_THEIR_KING + distance(board.king(us.other()), next), sign);
        }
    }

    fn threats<T: Tally>(&self, us: Color, tally: &mut T) {
        let board = self.board;
        let them = us.other();
        let sign = sign(us);
        let (our, their) = (&self.attacks[us.index()], &self.attacks[them.index()]);
        let of = |kind| board.men(them, kind);
        let minors = of(PieceKind::Knight) | of(PieceKind::Bishop);
        let rooks = of(PieceKind::Rook);
        let queens = of(PieceKind::Queen);
        let count = |set: Bitboard| sign * set.count() as i32;
        for (index, prey) in [minors, rooks, queens].into_iter().enumerate() {
            tally.add(PAWN_THREAT + index, count(our.by_pawns & prey));
        }
        let by_minor =
            our.by_kind[PieceKind::Knight.index()] | our.by_kind[PieceKind::Bishop.index()];
        tally.add(MINOR_THREAT, count(by_minor & rooks));
        tally.add(MINOR_THREAT + 1, count(by_minor & queens));
        tally.add(ROOK_THREAT, count(our.by_kind[PieceKind::Rook.index()] & queens));
        let prey = board.of_color(them) & !board.men(them, PieceKind::King);
        tally.add(HANGING, count(our.all & prey & !their.all));
        let steps = board.men(us, PieceKind::Pawn).step(up(us)) & !board.occupied();
        let safe = steps & !their.by_pawns & (our.all | !their.all);
        let pieces = minors | rooks | queens;
        tally.add(PUSH_THREAT, count(pawns_attacks(us, safe) & pieces));
    }

    /// How safe our king is.
    fn king<T: Tally>(&self, us: Color, tally: &mut T) {
        let board = self.board;
        let them = us.other();
        let sign = sign(us);
        let king = board.king(us);
        let (our, their) = (&self.attacks[us.index()], &self.attacks[them.index()]);
        let units = their.danger.clamp(0, 31) as usize;
        if board.men(them, PieceKind::Queen).any() || units > 8 {
            tally.add(KING_DANGER + units, sign);
        }
        let weak = !our.all | (our.by_kind[PieceKind::King.index()] & !our.twice & their.twice);
        let safe = !board.of_color(them) & weak;
        let men = board.occupied() ^ board.men(us, PieceKind::Queen);
        let straight = rook_attacks(king, men);
        let diagonal = bishop_attacks(king, men);
        let lines = [knight_attacks(king), diagonal, straight, straight | diagonal];
        for (index, line) in lines.into_iter().enumerate() {
            if (line & safe & their.by_kind[index + 1]).any() {
                tally.add(SAFE_CHECK + index, sign);
            }
        }
        let (ours, theirs) = (board.men(us, PieceKind::Pawn), board.men(them, PieceKind::Pawn));
        let middle = king.file().clamp(1, 6);
        for file in middle - 1..=middle + 1 {
            let column = Bitboard::file(file);
            let ahead = |pawns: Bitboard| {
                let from = king.rank_for(us);
                (pawns & column)
                    .into_iter()
                    .map(|pawn| pawn.rank_for(us))
                    .filter(|&rank| rank >= from)
                    .min()
                    .map_or(7, |rank| usize::from(rank - from))
            };
            let own_file = file == king.file();
            tally.add(SHELTER + if own_file { 0 } else { 8 } + ahead(ours), sign);
            tally.add(STORM + ahead(theirs), sign);
        }
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
    let below = match color {
        Color::White => (1u64 << square.index() << 1).wrapping_sub(1),
        Color::Black => !((1u64 << square.index()).wrapping_sub(1)),
    };
    file & !Bitboard(below)
}

fn beside_files(square: Square) -> Bitboard {
    let file = Bitboard::file(square.file());
    file.step(1) | file.step(-1)
}

/// Every square of the files beside that lies further up the board.
fn ahead_beside(color: Color, square: Square) -> Bitboard {
    let ahead = ahead(color, square);
    ahead.step(1) | ahead.step(-1)
}

/// King's steps between two squares, 0 to 7.
fn distance(a: Square, b: Square) -> usize {
    usize::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}
