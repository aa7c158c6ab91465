//! What the search learns in passing about moves and evaluations. Every table entry is a
//! [`Gravity`] number: bonuses pull it toward its bound, the more weakly the nearer it is.

use crate::rules::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};

/// A number within ±`MAX` that moves toward a bonus's sign and never past its bound.
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

/// A piece and the square it goes to: what many tables are indexed by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// How many there are.
    pub const COUNT: usize = 12 * 64;

    /// The step of a legal move. The null move counts as a pawn's on a1, where none ever goes.
    #[inline]
    pub fn of(position: &Position, mv: Move) -> Self {
        let man = position.piece_at(mv.from()).unwrap_or(Piece::WhitePawn);
        Self((man.index() * 64 + mv.to().index()) as u16)
    }

    #[inline(always)]
    fn index(self) -> usize {
        // One test here spares one for each table that the index goes into.
        assert!(usize::from(self.0) < Self::COUNT, "a step is made by `of` alone");
        self.0.into()
    }
}

const HISTORY_MAX: i32 = 16_384;
const CORRECTION_MAX: i32 = 1024;
const PAWN_SLOTS: usize = 512;
const CORRECTION_SLOTS: usize = 16_384;

/// By whether the square left and the square entered are attacked, then by the squares.
type ByThreatAndSquares<T> = [[[[T; 64]; 64]; 2]; 2];
type ByStep<T> = [T; PieceTo::COUNT];
type HistoryEntry = Gravity<HISTORY_MAX>;
type Correction = Gravity<CORRECTION_MAX>;

/// The row of the continuation table for a turn that was passed, or that lies before the root.
const NO_STEP: usize = PieceTo::COUNT;

/// What is known of the quiet moves of one node.
pub struct Quiets<'a> {
    plain: &'a ByThreatAndSquares<HistoryEntry>,
    threats: Bitboard,
    pawn: &'a ByStep<HistoryEntry>,
    one: &'a ByStep<HistoryEntry>,
    two: &'a ByStep<HistoryEntry>,
    four: &'a ByStep<HistoryEntry>,
    six: &'a ByStep<HistoryEntry>,
}

impl Quiets<'_> {
    /// What is known of one of them: the higher, the better it has served.
    #[inline(always)]
    pub fn score(&self, position: &Position, mv: Move) -> i32 {
        let step = PieceTo::of(position, mv).index();
        let (from, to) = (mv.from(), mv.to());
        let plain = self.plain[usize::from(self.threats.contains(from))]
            [usize::from(self.threats.contains(to))][from.index()][to.index()];
        plain.get()
            + self.pawn[step].get()
            + self.one[step].get()
            + self.two[step].get()
            + self.four[step].get() / 2
            + self.six[step].get() / 2
    }
}

/// All that one thread has learnt.
pub struct Histories {
    /// Quiet moves: colour, whether either square is attacked, from, to.
    quiet: Box<[ByThreatAndSquares<HistoryEntry>; 2]>,
    /// Captures: step and what is taken.
    capture: Box<ByStep<[HistoryEntry; 6]>>,
    /// Quiet moves by the pawns on the board.
    pawn: Box<[ByStep<HistoryEntry>; PAWN_SLOTS]>,
    /// Quiet moves by an earlier step of either side. The last row is that of no step and stays
    /// zero.
    continuation: Box<[ByStep<HistoryEntry>; PieceTo::COUNT + 1]>,
    /// How far the evaluation was off with these pawns.
    pawn_correction: Box<[[Correction; CORRECTION_SLOTS]; 2]>,
    /// The same with either side's pieces.
    piece_correction: Box<[[[Correction; CORRECTION_SLOTS]; 2]; 2]>,
    /// The same after the last two steps.
    step_correction: Box<[ByStep<Correction>; PieceTo::COUNT]>,
}

/// A table of zeros made on the heap: some are far too large for the stack.
fn zeros<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    let table: Box<[T]> = vec![T::default(); N].into_boxed_slice();
    match table.try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the vector was made with N elements"),
    }
}

/// The same for tables whose rows have no default of their own.
fn rows<T: Copy, const N: usize>(row: T) -> Box<[T; N]> {
    match vec![row; N].into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the vector was made with N rows"),
    }
}

impl Histories {
    /// Nothing learnt yet.
    pub fn new() -> Self {
        let score = HistoryEntry::default();
        Self {
            quiet: rows([[[[score; 64]; 64]; 2]; 2]),
            capture: zeros(),
            pawn: rows([score; PieceTo::COUNT]),
            continuation: rows([score; PieceTo::COUNT]),
            pawn_correction: rows([Correction::default(); CORRECTION_SLOTS]),
            piece_correction: rows([[Correction::default(); CORRECTION_SLOTS]; 2]),
            step_correction: rows([Correction::default(); PieceTo::COUNT]),
        }
    }

    /// What is known of the quiet moves of a node: the rows of the tables, looked up once for
    /// all of them. `before` are the steps made 1, 2, 4 and 6 plies ago.
    #[inline(always)]
    pub fn quiets(
        &self,
        position: &Position,
        threats: Bitboard,
        before: &[Option<PieceTo>; 4],
    ) -> Quiets<'_> {
        let row =
            |earlier: Option<PieceTo>| &self.continuation[earlier.map_or(NO_STEP, PieceTo::index)];
        Quiets {
            plain: &self.quiet[position.turn().index()],
            threats,
            pawn: &self.pawn[position.pawn_key() as usize % PAWN_SLOTS],
            one: row(before[0]),
            two: row(before[1]),
            four: row(before[2]),
            six: row(before[3]),
        }
    }

    /// Rewards a quiet move, or punishes it with a negative bonus.
    pub fn reward_quiet(
        &mut self,
        position: &Position,
        threats: Bitboard,
        before: &[Option<PieceTo>; 4],
        mv: Move,
        bonus: i32,
    ) {
        let (from, to) = (mv.from(), mv.to());
        let step = PieceTo::of(position, mv);
        self.quiet[position.turn().index()][usize::from(threats.contains(from))]
            [usize::from(threats.contains(to))][from.index()][to.index()] += bonus;
        self.pawn[position.pawn_key() as usize % PAWN_SLOTS][step.index()] += bonus;
        for earlier in before.iter().flatten() {
            self.continuation[earlier.index()][step.index()] += bonus;
        }
    }

    /// What is known of a capture or promotion.
    #[inline]
    pub fn of_noisy(&self, position: &Position, mv: Move) -> i32 {
        let taken = position.captured(mv).map_or(PieceKind::Pawn, Piece::kind);
        self.capture[PieceTo::of(position, mv).index()][taken.index()].get()
    }

    /// Rewards a capture or promotion, or punishes it.
    pub fn reward_noisy(&mut self, position: &Position, mv: Move, bonus: i32) {
        let taken = position.captured(mv).map_or(PieceKind::Pawn, Piece::kind);
        self.capture[PieceTo::of(position, mv).index()][taken.index()] += bonus;
    }

    /// By how many centipawns the static evaluation should be mended here.
    pub fn correction(&self, position: &Position, last: &[Option<PieceTo>; 2]) -> i32 {
        let us = position.turn();
        let slot = |key: u64| key as usize % CORRECTION_SLOTS;
        let pawn = self.pawn_correction[us.index()][slot(position.pawn_key())].get();
        let piece = |color: Color| {
            let key = position.piece_key(color);
            self.piece_correction[us.index()][color.index()][slot(key)].get()
        };
        let pieces = piece(Color::White) + piece(Color::Black);
        let step = match last {
            [Some(one), Some(two)] => self.step_correction[two.index()][one.index()].get(),
            _ => 0,
        };
        (4 * pawn + 3 * pieces + 3 * step) / 128
    }

    /// The search found the evaluation off by `error` centipawns at that depth.
    pub fn correct(
        &mut self,
        position: &Position,
        last: &[Option<PieceTo>; 2],
        error: i32,
        depth: i32,
    ) {
        let us = position.turn().index();
        let bonus = (error * depth / 8).clamp(-CORRECTION_MAX / 4, CORRECTION_MAX / 4);
        let slot = |key: u64| key as usize % CORRECTION_SLOTS;
        self.pawn_correction[us][slot(position.pawn_key())] += bonus;
        for color in Color::ALL {
            self.piece_correction[us][color.index()][slot(position.piece_key(color))] += bonus;
        }
        if let [Some(one), Some(two)] = last {
            self.step_correction[two.index()][one.index()] += bonus;
        }
    }
}

/// Every square the pieces of a colour attack.
pub fn threats(position: &Position, by: Color) -> Bitboard {
    use crate::rules::attacks;
    let board = position.board();
    let men = board.occupied();
    let mut all = attacks::pawns_attacks(by, board.men(by, PieceKind::Pawn));
    for kind in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
        for square in board.men(by, kind) {
            all |= attacks::attacks(kind, by, square, men);
        }
    }
    all | attacks::king_attacks(king(position, by))
}

fn king(position: &Position, color: Color) -> Square {
    position.board().king(color)
}
