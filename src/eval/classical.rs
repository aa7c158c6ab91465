//! The hand-made evaluation: the weighted terms of [`super::terms`], tapered between middle game
//! and end game, and scaled toward zero where the pieces left can hardly win.

use super::terms::{GROUPS, Look, MATERIAL, PawnShape, TERMS, Tally, place, shelter};
use super::weights::WEIGHTS;
use super::{Evaluator, Score, mop_up};
use crate::rules::laws::Stalemate;
use crate::rules::{Bitboard, Board, Color, PieceKind, Position, Square};

/// A middle game score and an end game score in one number, so that one addition adds both. The
/// end game score is in the upper sixteen bits. Sixteen pieces a side never sum to more than an `i16`
/// holds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Pair(i32);

impl Pair {
    const fn new(middle: i16, end: i16) -> Self {
        Self(((end as i32) << 16) + middle as i32)
    }

    const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    const fn end(self) -> i32 {
        // A negative lower half has borrowed one from the upper.
        (self.0 + 0x8000) >> 16
    }
}

/// The weights, packed.
static PAIRS: [Pair; TERMS] = {
    let mut pairs = [Pair(0); TERMS];
    let mut term = 0;
    while term < TERMS {
        pairs[term] = Pair::new(WEIGHTS[term].0, WEIGHTS[term].1);
        term += 1;
    }
    pairs
};

/// The weights of a piece that is no pawn, and of its place: by kind, then by square.
static PIECES: [[Pair; 64]; 6] = {
    let mut pieces = [[Pair(0); 64]; 6];
    let mut kind = PieceKind::Knight.index();
    while kind < PieceKind::King.index() {
        let mut square = 0;
        while square < 64 {
            let placed = place(PieceKind::ALL[kind], Square::new(square));
            pieces[kind][square as usize].0 = PAIRS[MATERIAL + kind].0 + PAIRS[placed].0;
            square += 1;
        }
        kind += 1;
    }
    pieces
};

impl Tally for Pair {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.0 += PAIRS[term].0 * count;
    }

    #[inline(always)]
    fn add_piece(&mut self, kind: PieceKind, square: Square, count: i32) {
        self.0 += PIECES[kind.index()][square.index()].0 * count;
    }
}

/// How many pawn formations an evaluator remembers, a power of two.
const REMEMBERED: usize = 4096;

/// A pawn formation that has been looked at.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Its key. No pawns have the key 0, no terms and no shape, so an empty slot is right too.
    key: u64,
    sum: Pair,
    shape: PawnShape,
    /// What they shelter, White's king and Black's.
    shelters: [Shelter; 2],
}

/// The shelter of a king on a square; on none, when it has not been looked at.
#[derive(Clone, Copy, Default)]
struct Shelter {
    king: Option<Square>,
    sum: Pair,
}

/// The hand-made evaluator. It remembers pawn formations, and how they shelter a king, and nothing
/// else between positions.
#[derive(Clone)]
pub struct Classical {
    pawns: Box<[Known]>,
}

impl Default for Classical {
    fn default() -> Self {
        Self { pawns: vec![Known::default(); REMEMBERED].into() }
    }
}

impl Classical {
    fn pawns(&mut self, position: &Position) -> (Pair, PawnShape) {
        let key = position.pawn_key();
        let known = &mut self.pawns[key as usize % REMEMBERED];
        if known.key != key {
            let mut sum = Pair::default();
            let shape = PawnShape::tally(position.board(), &mut sum);
            *known = Known { key, sum, shape, ..Known::default() };
        }
        let mut sum = known.sum;
        for us in Color::ALL {
            let king = position.board().king(us);
            let sheltered = &mut known.shelters[us.index()];
            if sheltered.king != Some(king) {
                *sheltered = Shelter { king: Some(king), sum: Pair::default() };
                shelter(position.board(), us, &mut sheltered.sum);
            }
            sum.0 += sheltered.sum.0;
        }
        (sum, known.shape)
    }
}

impl Evaluator for Classical {
    fn evaluate(&mut self, position: &Position) -> Score {
        let board = position.board();
        let (mut sum, shape) = self.pawns(position);
        let phase = Look::tally_pieces(board, shape, &mut sum);
        let (middle, mut end) = (sum.middle(), sum.end());
        if position.laws().stalemate == Stalemate::Draw && position.undertaking().is_none() {
            end = end * scale(board, end) / SCALE_ONE;
        }
        let white = (middle * phase + end * (24 - phase)) / 24 + mop_up(board);
        let ours = if position.turn() == Color::White { white } else { -white };
        Score(ours).clipped()
    }

    fn clear(&mut self) {
        self.pawns.fill(Known::default());
    }
}

/// What each group of terms adds to an evaluation, for people to read.
#[derive(Clone, Debug)]
pub struct Breakdown {
    /// Each group that adds something: its name, then centipawns for White in the middle game and
    /// in the end game.
    pub groups: Vec<(&'static str, i32, i32)>,
    /// 24 with all pieces on the board, 0 with kings and pawns alone: how much the middle game
    /// counts.
    pub phase: i32,
    /// What is left of the end game's worth, out of [`SCALE_ONE`].
    pub scale: i32,
    /// Centipawns for White beside all terms: driving a bare king to the edge.
    pub mop_up: i32,
}

impl Breakdown {
    /// The breakdown of a position.
    pub fn of(position: &Position) -> Self {
        struct ByGroup([(i32, i32); GROUPS.len()]);
        impl Tally for ByGroup {
            fn add(&mut self, term: usize, count: i32) {
                let holds =
                    |&(_, first, size): &(_, usize, usize)| (first..first + size).contains(&term);
                let group = GROUPS.iter().position(holds).expect("every term is in a group");
                let (middle, end) = WEIGHTS[term];
                self.0[group].0 += i32::from(middle) * count;
                self.0[group].1 += i32::from(end) * count;
            }
        }
        let mut sums = ByGroup([(0, 0); GROUPS.len()]);
        let phase = Look::tally(position.board(), &mut sums);
        let named =
            GROUPS.iter().zip(sums.0).map(|(&(name, ..), (middle, end))| (name, middle, end));
        let end = sums.0.iter().map(|(_, end)| end).sum();
        let orthodox =
            position.laws().stalemate == Stalemate::Draw && position.undertaking().is_none();
        Self {
            groups: named.filter(|&(_, middle, end)| middle != 0 || end != 0).collect(),
            phase,
            scale: if orthodox { scale(position.board(), end) } else { SCALE_ONE },
            mop_up: mop_up(position.board()),
        }
    }

    /// The evaluation that it adds up to, in centipawns for White.
    pub fn total(&self) -> i32 {
        let sum = |of: fn(&(&str, i32, i32)) -> i32| self.groups.iter().map(of).sum::<i32>();
        let (middle, end) = (sum(|group| group.1), sum(|group| group.2) * self.scale / SCALE_ONE);
        (middle * self.phase + end * (24 - self.phase)) / 24 + self.mop_up
    }
}

/// The whole of an end game score, for [`scale`].
pub const SCALE_ONE: i32 = 64;

/// How much of an end game score counts, out of [`SCALE_ONE`]. It is less where the better side can
/// hardly win: without pawns it must be more than a minor piece ahead, and bishops of opposite
/// colours draw many games. This holds only where stalemate is a draw.
pub fn scale(board: &Board, end: i32) -> i32 {
    let strong = if end > 0 { Color::White } else { Color::Black };
    let value = |color| {
        3 * (board.pieces(color, PieceKind::Knight) | board.pieces(color, PieceKind::Bishop))
            .count()
            + 5 * board.pieces(color, PieceKind::Rook).count()
            + 9 * board.pieces(color, PieceKind::Queen).count()
    };
    let pawns = board.pieces(strong, PieceKind::Pawn).count();
    if pawns == 0 {
        let (ours, theirs) = (value(strong), value(strong.other()));
        if ours <= theirs + 3 {
            return if ours < 5 { 2 } else { 12 };
        }
    }
    let bishops = board.of_kind(PieceKind::Bishop);
    let opposite = bishops.count() == 2
        && (bishops & Bitboard::DARK).count() == 1
        && (bishops & board.of_color(strong)).count() == 1;
    if opposite {
        let alone = value(strong) == 3 && value(strong.other()) == 3;
        return if alone { 28 } else { 48 };
    }
    (40 + 6 * pawns as i32).min(SCALE_ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_keeps_both_numbers() {
        for middle in [-32768, -1000, -1, 0, 1, 999, 32767] {
            for end in [-32767, -800, -1, 0, 1, 700, 32767] {
                let pair = Pair::new(middle, end);
                assert_eq!((pair.middle(), pair.end()), (i32::from(middle), i32::from(end)));
            }
        }
        let sum = Pair(Pair::new(-3, 5).0 * 4 - Pair::new(7, -9).0);
        assert_eq!((sum.middle(), sum.end()), (-19, 29));
    }
}
