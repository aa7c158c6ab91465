//! What the search learns about moves and evaluations. A history counts how often a kind of move
//! has caused cutoffs; a correction history how far the static evaluation has been off. Every entry
//! is a [`Gravity`] number: a bonus moves it toward its bound, by less the nearer it is.

use std::num::NonZeroU16;

use super::margins::{
    correction_moves, correction_pawn, correction_pieces, weight_four, weight_one, weight_pawns,
    weight_six, weight_squares, weight_two,
};
use crate::memory::{Large, Zeroed, prefetch, set_to_zero};
use crate::rules::{Bitboard, Color, Move, Piece, PieceKind, Position};

/// A number within ±`MAX`. Adding a bonus moves it toward the bound on the bonus's side and never
/// past it.
#[derive(Clone, Copy, Default)]
pub struct Gravity<const MAX: i32>(i16);

impl<const MAX: i32> Gravity<MAX> {
    /// Its value.
    #[inline(always)]
    pub fn get(self) -> i32 {
        i32::from(self.0)
    }
}

impl<const MAX: i32> std::ops::AddAssign<i32> for Gravity<MAX> {
    #[inline(always)]
    fn add_assign(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-MAX, MAX);
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / MAX) as i16;
    }
}

// SAFETY: it is one integer, for which zero is valid.
unsafe impl<const MAX: i32> Zeroed for Gravity<MAX> {}

/// A piece and the square it goes to: what many tables are indexed by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PieceTo(NonZeroU16);

impl PieceTo {
    /// How many there are.
    pub const COUNT: usize = 12 * 64;

    /// The piece and target square of a legal move. A null move, which goes from a1 to a1, counts
    /// as that of the piece there, or of a white pawn.
    #[inline]
    pub fn of(position: &Position, mv: Move) -> Self {
        let piece = position.piece_at(mv.from()).unwrap_or(Piece::WhitePawn);
        let index = (piece.index() * 64 + mv.to().index()) as u16;
        Self(NonZeroU16::MIN.saturating_add(index))
    }

    #[inline(always)]
    fn index(self) -> usize {
        // One check here saves the bounds checks of all tables indexed by it.
        let index = usize::from(self.0.get()) - 1;
        assert!(index < Self::COUNT, "only `of` makes one");
        index
    }
}

/// The bytes that the processor fetches at once.
const CACHE_LINE: usize = 64;
/// The bound of a history entry, in points.
const HISTORY_MAX: i32 = 16_384;
/// The bound of a correction entry. Its unit is set by [`Histories::correction`].
const CORRECTION_MAX: i32 = 1024;
/// What an error of the evaluation teaches is the product of centipawns and plies by this.
const CORRECTION_DIVISOR: i32 = 5;
/// Pawn structures told apart by the pawn history.
const PAWN_SLOTS: usize = 512;
/// Pawn structures, or sets of pieces, told apart by a correction history.
const CORRECTION_SLOTS: usize = 16_384;

/// By whether the origin and the target square are attacked, then by the two squares.
type ByThreatAndSquares<T> = [[[[T; 64]; 64]; 2]; 2];
type ByPieceTo<T> = [T; PieceTo::COUNT];
type HistoryEntry = Gravity<HISTORY_MAX>;
type Correction = Gravity<CORRECTION_MAX>;

/// The row of the continuation table for a null move, and for moves before the root.
const NO_MOVE: usize = PieceTo::COUNT;

/// The moves made 1, 2, 4 and 6 plies ago; `None` for a null move, and before the root.
pub type EarlierMoves = [Option<PieceTo>; 4];

/// The rows of the tables that score the quiet moves of one node.
pub struct Quiets<'a> {
    plain: &'a ByThreatAndSquares<HistoryEntry>,
    threats: Bitboard,
    pawn: &'a ByPieceTo<HistoryEntry>,
    one: &'a ByPieceTo<HistoryEntry>,
    two: &'a ByPieceTo<HistoryEntry>,
    four: &'a ByPieceTo<HistoryEntry>,
    six: &'a ByPieceTo<HistoryEntry>,
}

impl Quiets<'_> {
    /// Tells the processor to fetch the rows that the last moves and the pawns have chosen: the moves of
    /// a node touch most of their cache lines.
    #[inline(always)]
    pub fn prefetch(&self) {
        for row in [self.pawn, self.one, self.two, self.four, self.six] {
            for line in row.chunks(CACHE_LINE / size_of::<HistoryEntry>()) {
                prefetch(&line[0]);
            }
        }
    }

    /// The history score of one of them: the higher, the more often it has caused a cutoff.
    #[inline(always)]
    pub fn score(&self, position: &Position, mv: Move) -> i32 {
        let moved = PieceTo::of(position, mv).index();
        let (from, to) = (mv.from(), mv.to());
        let plain = self.plain[usize::from(self.threats.contains(from))]
            [usize::from(self.threats.contains(to))][from.index()][to.index()];
        (weight_squares() * plain.get()
            + weight_pawns() * self.pawn[moved].get()
            + weight_one() * self.one[moved].get()
            + weight_two() * self.two[moved].get()
            + weight_four() * self.four[moved].get()
            + weight_six() * self.six[moved].get())
            / 1024
    }
}

/// All histories of one thread.
pub struct Histories {
    /// Quiet moves by colour, by whether either square is attacked, and by both squares.
    quiet: [ByThreatAndSquares<HistoryEntry>; 2],
    /// Captures and promotions by piece, target square and captured piece.
    capture: ByPieceTo<[HistoryEntry; 6]>,
    /// Quiet moves by the pawn structure.
    pawn: [ByPieceTo<HistoryEntry>; PAWN_SLOTS],
    /// Quiet moves by an earlier move of either side. The last row is that of no move and stays
    /// zero.
    continuation: [ByPieceTo<HistoryEntry>; PieceTo::COUNT + 1],
    /// How far the evaluation was off with this pawn structure.
    pawn_correction: [[Correction; CORRECTION_SLOTS]; 2],
    /// The same with either side's pieces.
    piece_correction: [[[Correction; CORRECTION_SLOTS]; 2]; 2],
    /// The same after the last two moves.
    move_correction: [ByPieceTo<Correction>; PieceTo::COUNT],
}

// SAFETY: its fields are.
unsafe impl Zeroed for Histories {}

impl Histories {
    /// Nothing learnt yet.
    pub fn new() -> Large<Self> {
        Large::zeroed()
    }

    /// Forgets everything, in place.
    pub fn clear(&mut self) {
        set_to_zero(self);
    }

    /// The rows of the tables that score the quiet moves of a node, looked up once for all of
    /// them. `threats` are the squares that the opponent attacks.
    #[inline(always)]
    pub fn quiets(
        &self,
        position: &Position,
        threats: Bitboard,
        earlier: &EarlierMoves,
    ) -> Quiets<'_> {
        let row = |made: Option<PieceTo>| &self.continuation[made.map_or(NO_MOVE, PieceTo::index)];
        Quiets {
            plain: &self.quiet[position.turn().index()],
            threats,
            pawn: &self.pawn[position.pawn_key() as usize % PAWN_SLOTS],
            one: row(earlier[0]),
            two: row(earlier[1]),
            four: row(earlier[2]),
            six: row(earlier[3]),
        }
    }

    /// Rewards a quiet move, or punishes it with a negative bonus.
    pub fn reward_quiet(
        &mut self,
        position: &Position,
        threats: Bitboard,
        earlier: &EarlierMoves,
        mv: Move,
        bonus: i32,
    ) {
        let (from, to) = (mv.from(), mv.to());
        let moved = PieceTo::of(position, mv);
        self.quiet[position.turn().index()][usize::from(threats.contains(from))]
            [usize::from(threats.contains(to))][from.index()][to.index()] += bonus;
        self.pawn[position.pawn_key() as usize % PAWN_SLOTS][moved.index()] += bonus;
        self.reward_continuation(earlier, moved, bonus);
    }

    /// Rewards a quiet move in the continuation histories alone, or punishes it with a negative bonus.
    pub fn reward_continuation(&mut self, earlier: &EarlierMoves, moved: PieceTo, bonus: i32) {
        for made in earlier.iter().flatten() {
            self.continuation[made.index()][moved.index()] += bonus;
        }
    }

    /// The history score of a capture or promotion.
    #[inline]
    pub fn of_noisy(&self, position: &Position, mv: Move) -> i32 {
        let captured = position.captured(mv).map_or(PieceKind::Pawn, Piece::kind);
        self.capture[PieceTo::of(position, mv).index()][captured.index()].get()
    }

    /// Rewards a capture or promotion, or punishes it.
    pub fn reward_noisy(&mut self, position: &Position, mv: Move, bonus: i32) {
        let captured = position.captured(mv).map_or(PieceKind::Pawn, Piece::kind);
        self.capture[PieceTo::of(position, mv).index()][captured.index()] += bonus;
    }

    /// How many centipawns to add to the static evaluation here: none where a side has a bare king. A
    /// formula drives that, its steps are a few centipawns, and corrections blur them: without them 10
    /// of 4,320 such games were not won at 5,000 nodes a move, with them 20.
    pub fn correction(&self, position: &Position, earlier: &EarlierMoves) -> i32 {
        if position.board().has_bare_king() {
            return 0;
        }
        let us = position.turn();
        let slot = |key: u64| key as usize % CORRECTION_SLOTS;
        let pawn = self.pawn_correction[us.index()][slot(position.pawn_key())].get();
        let piece = |color: Color| {
            let key = position.piece_key(color);
            self.piece_correction[us.index()][color.index()][slot(key)].get()
        };
        let pieces = piece(Color::White) + piece(Color::Black);
        let moves = match earlier {
            [Some(one), Some(two), ..] => self.move_correction[two.index()][one.index()].get(),
            _ => 0,
        };
        (correction_pawn() * pawn + correction_pieces() * pieces + correction_moves() * moves)
            / 1024
    }

    /// Tells the processor to fetch what [`Histories::correction`] will read.
    #[inline(always)]
    pub fn prefetch_correction(&self, position: &Position, earlier: &EarlierMoves) {
        let us = position.turn().index();
        let slot = |key: u64| key as usize % CORRECTION_SLOTS;
        prefetch(&self.pawn_correction[us][slot(position.pawn_key())]);
        for color in Color::ALL {
            prefetch(&self.piece_correction[us][color.index()][slot(position.piece_key(color))]);
        }
        if let [Some(one), Some(two), ..] = earlier {
            prefetch(&self.move_correction[two.index()][one.index()]);
        }
    }

    /// Learns that a search of `depth` plies found the static evaluation too low by `error`
    /// centipawns.
    pub fn correct(&mut self, position: &Position, earlier: &EarlierMoves, error: i32, depth: i32) {
        let us = position.turn().index();
        let bonus =
            (error * depth / CORRECTION_DIVISOR).clamp(-CORRECTION_MAX / 4, CORRECTION_MAX / 4);
        let slot = |key: u64| key as usize % CORRECTION_SLOTS;
        self.pawn_correction[us][slot(position.pawn_key())] += bonus;
        for color in Color::ALL {
            self.piece_correction[us][color.index()][slot(position.piece_key(color))] += bonus;
        }
        if let [Some(one), Some(two), ..] = earlier {
            self.move_correction[two.index()][one.index()] += bonus;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    const NOTHING_EARLIER: EarlierMoves = [None; 4];

    fn square(name: &str) -> Square {
        let name = name.as_bytes();
        Square::at(name[0] - b'a', name[1] - b'1')
    }

    fn legal(position: &Position, from: &str, to: &str) -> Move {
        let (from, to) = (square(from), square(to));
        let moves = position.legal_moves();
        *moves.iter().find(|mv| mv.from() == from && mv.to() == to).expect("a legal move")
    }

    /// The starting position after 1.e4 d5, where a pawn can capture.
    fn after_two_plies() -> (Position, EarlierMoves) {
        let start = Position::initial();
        let first = legal(&start, "e2", "e4");
        let between = start.play(first);
        let second = legal(&between, "d7", "d5");
        let made = [PieceTo::of(&between, second), PieceTo::of(&start, first)];
        (between.play(second), [Some(made[0]), Some(made[1]), None, None])
    }

    fn quiet_score(
        histories: &Histories,
        position: &Position,
        earlier: &EarlierMoves,
        mv: Move,
    ) -> i32 {
        histories.quiets(position, Bitboard::EMPTY, earlier).score(position, mv)
    }

    #[test]
    fn a_bonus_raises_the_score_of_its_move_alone_and_a_malus_lowers_it() {
        let (position, earlier) = after_two_plies();
        let quiet = legal(&position, "g1", "f3");
        let other = legal(&position, "b1", "c3");
        let noisy = legal(&position, "e4", "d5");
        let mut histories = Histories::new();
        histories.reward_quiet(&position, Bitboard::EMPTY, &earlier, quiet, 500);
        histories.reward_quiet(&position, Bitboard::EMPTY, &earlier, other, -500);
        assert!(quiet_score(&histories, &position, &earlier, quiet) > 0);
        assert!(quiet_score(&histories, &position, &earlier, other) < 0);
        assert_eq!(histories.of_noisy(&position, noisy), 0);
        histories.reward_noisy(&position, noisy, 500);
        assert_eq!(histories.of_noisy(&position, noisy), 500);
    }

    #[test]
    fn the_moves_before_count_for_the_score_of_a_quiet_move() {
        let (position, earlier) = after_two_plies();
        let quiet = legal(&position, "g1", "f3");
        let mut histories = Histories::new();
        histories.reward_quiet(&position, Bitboard::EMPTY, &earlier, quiet, 500);
        let with = quiet_score(&histories, &position, &earlier, quiet);
        let without = quiet_score(&histories, &position, &NOTHING_EARLIER, quiet);
        assert!(with > without, "{with} {without}");
    }

    #[test]
    fn an_entry_never_passes_its_bound() {
        let mut entry = HistoryEntry::default();
        for bonus in [1800, -1800, 1_000_000, -1_000_000] {
            for _ in 0..1000 {
                entry += bonus;
                assert!(entry.get().abs() <= HISTORY_MAX);
            }
            assert_eq!(entry.get().signum(), bonus.signum());
            assert!(entry.get().abs() > HISTORY_MAX * 9 / 10, "{bonus} {}", entry.get());
        }
    }

    #[test]
    fn a_correction_moves_the_evaluation_toward_the_score_that_was_found() {
        let (position, earlier) = after_two_plies();
        let mut histories = Histories::new();
        assert_eq!(histories.correction(&position, &earlier), 0);
        for _ in 0..50 {
            histories.correct(&position, &earlier, 120, 8);
        }
        let risen = histories.correction(&position, &earlier);
        assert!(risen > 0);
        // Other moves led here: the pawns and the pieces still tell.
        let others = histories.correction(&position, &NOTHING_EARLIER);
        assert!(0 < others && others < risen);
        for _ in 0..100 {
            histories.correct(&position, &earlier, -120, 8);
        }
        assert!(histories.correction(&position, &earlier) < 0);
    }

    #[test]
    fn cleared_histories_know_nothing() {
        let (position, earlier) = after_two_plies();
        let quiet = legal(&position, "g1", "f3");
        let noisy = legal(&position, "e4", "d5");
        let mut histories = Histories::new();
        for threats in [Bitboard::EMPTY, !Bitboard::EMPTY] {
            histories.reward_quiet(&position, threats, &earlier, quiet, 900);
        }
        histories.reward_noisy(&position, noisy, 900);
        histories.correct(&position, &earlier, 120, 8);
        histories.clear();
        for threats in [Bitboard::EMPTY, !Bitboard::EMPTY] {
            let quiets = histories.quiets(&position, threats, &earlier);
            assert_eq!(quiets.score(&position, quiet), 0);
        }
        assert_eq!(histories.of_noisy(&position, noisy), 0);
        assert_eq!(histories.correction(&position, &earlier), 0);
    }
}
