//! Gives the legal moves of a position one at a time, the most promising first, and generates no
//! more of them than are asked for: the move of the transposition table, captures that win at once
//! by the law or lose nothing, quiet moves by their history, and captures that lose something.

use arrayvec::ArrayVec;

use super::history::{EarlierMoves, Histories};
use super::see::{SEE_VALUE, see_ge};
use super::threats::{Threats, Urgency};
use crate::rules::{MOST_MOVES, Move, MoveKind, MoveList, PieceKind, Position, Scope};

/// Where the picker stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The table's move is next.
    TableMove,
    /// Captures and promotions are to be generated.
    GenerateNoisy,
    /// Captures and promotions that lose nothing.
    GoodNoisy,
    /// Quiet moves are to be generated.
    GenerateQuiet,
    /// Quiet moves.
    Quiet,
    /// Captures that lose something.
    BadNoisy,
}

/// The moves of one node, in one list: captures and promotions first, quiet moves after them.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    /// Whether captures that lose something are left out, and quiet moves but for safe checks.
    only_good: bool,
    quiets_wanted: bool,
    moves: MoveList,
    /// For each move of the list its [`key`].
    keys: ArrayVec<i32, MOST_MOVES>,
    /// The moves of the present stage that have not been given yet: those in `next..end`.
    next: usize,
    end: usize,
    /// The highest of their keys, if [`Picker::upcoming`] has looked for it.
    highest: Option<i32>,
    /// How many captures and promotions were listed. The places that the good ones leave free at
    /// the end of theirs hold the bad ones, the first of them last.
    noisy: usize,
    /// How many bad ones there are.
    bad: usize,
}

/// The bits of a key that tell the place of a move in the list.
const PLACE_BITS: u32 = 9;
const PLACES: i32 = 1 << PLACE_BITS;
const _: () = assert!(MOST_MOVES <= PLACES as usize);

/// A move's score above its place in the list, so that the highest key is the best move's, and
/// among equals the first one's.
#[inline(always)]
fn key(score: i32, place: usize) -> i32 {
    debug_assert!(score.abs() < i32::MAX >> PLACE_BITS, "no score is that high");
    score << PLACE_BITS | (PLACES - 1 - place as i32)
}

/// The place in the list that a key tells.
#[inline(always)]
fn place(key: i32) -> usize {
    (PLACES - 1 - (key & (PLACES - 1))) as usize
}

/// The score of a move that wins at once by the law: above every other.
const WINS: i32 = 1 << 21;

impl Picker {
    /// All moves. `table_move` must be legal.
    #[inline(always)]
    pub fn all(table_move: Option<Move>) -> Self {
        Self::new(table_move, false, true)
    }

    /// Captures and promotions that lose nothing and, if wanted, quiet checks that lose nothing.
    #[inline(always)]
    pub fn for_qsearch(table_move: Option<Move>, checks: bool) -> Self {
        Self::new(table_move, true, checks)
    }

    #[inline(always)]
    fn new(table_move: Option<Move>, only_good: bool, quiets_wanted: bool) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move,
            only_good,
            quiets_wanted,
            moves: MoveList::new(),
            keys: ArrayVec::new(),
            next: 0,
            end: 0,
            highest: None,
            noisy: 0,
            bad: 0,
        }
    }

    /// No more quiet moves are wanted, but for those that win at once.
    pub fn skip_quiets(&mut self) {
        self.quiets_wanted = false;
        if self.stage == Stage::Quiet {
            self.end = self.next;
            self.highest = None;
        }
    }

    /// The move that will be given next, unless it is a capture that loses something; `None` if it is
    /// not listed yet.
    #[inline(always)]
    pub fn upcoming(&mut self) -> Option<Move> {
        if !matches!(self.stage, Stage::GoodNoisy | Stage::Quiet) || self.next == self.end {
            return None;
        }
        let highest = self.find_highest();
        self.highest = Some(highest);
        Some(self.moves[place(highest)])
    }

    /// The highest key of the moves that have not been given yet.
    #[inline(always)]
    fn find_highest(&self) -> i32 {
        self.keys[self.next..self.end].iter().copied().fold(i32::MIN, i32::max)
    }

    /// The stage that the last move came from.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The next move. `threats`, what the opponent attacks, is called only when quiet moves are to be
    /// scored.
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        threats: impl FnOnce() -> Threats,
        earlier: &EarlierMoves,
    ) -> Option<Move> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::GenerateNoisy;
            if self.table_move.is_some() {
                return self.table_move;
            }
        }
        if self.stage == Stage::GenerateNoisy {
            self.generate_noisy(position, histories);
            self.stage = Stage::GoodNoisy;
        }
        if self.stage == Stage::GoodNoisy {
            while let Some((mv, score)) = self.take_best() {
                let threshold = if self.only_good { 0 } else { -score / 32 };
                if score == WINS || see_ge(position, mv, threshold) {
                    return Some(mv);
                }
                self.bad += 1;
                self.moves[self.noisy - self.bad] = mv;
            }
            self.stage = Stage::GenerateQuiet;
        }
        if self.stage == Stage::GenerateQuiet {
            if self.quiets_wanted || position.may_win_by_a_quiet_move() {
                self.generate_quiets(position, histories, &threats(), earlier);
            }
            self.stage = Stage::Quiet;
        }
        if self.stage == Stage::Quiet {
            if let Some((mv, _)) = self.take_best() {
                return Some(mv);
            }
            if self.only_good {
                return None;
            }
            self.stage = Stage::BadNoisy;
            (self.next, self.end) = (self.noisy - self.bad, self.noisy);
        }
        // Last in the list is what was put there first.
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(self.moves[self.end])
    }

    fn generate_noisy(&mut self, position: &Position, histories: &Histories) {
        position.list_moves(Scope::Noisy, &mut self.moves);
        self.score(|mv| {
            if position.wins_at_once(mv) {
                return Some(WINS);
            }
            let captured = position.captured(mv).map_or(0, |piece| SEE_VALUE[piece.kind().index()]);
            let promoted = match mv.kind() {
                MoveKind::PromoteQueen => SEE_VALUE[PieceKind::Queen.index()],
                MoveKind::Normal | MoveKind::EnPassant => 0,
                _ => -200,
            };
            Some(16 * (captured + promoted) + histories.of_noisy(position, mv))
        });
        self.noisy = self.end;
    }

    fn generate_quiets(
        &mut self,
        position: &Position,
        histories: &Histories,
        threats: &Threats,
        earlier: &EarlierMoves,
    ) {
        let quiets = histories.quiets(position, threats.reach.all, earlier);
        if self.only_good && !position.may_win_by_a_quiet_move() {
            position.list_checks(Scope::Quiet, &mut self.moves);
            self.score(|mv| see_ge(position, mv, 0).then(|| quiets.score(position, mv)));
            return;
        }
        quiets.prefetch();
        let urgency = Urgency::of(position, threats);
        position.list_moves(Scope::Quiet, &mut self.moves);
        if !position.may_win_by_a_quiet_move() {
            // The histories first and alone: they lie far apart, and the processor fetches for as many
            // moves at once as it can look ahead over.
            self.score(|mv| Some(quiets.score(position, mv)));
            for place in self.next..self.end {
                self.keys[place] += urgency.bonus(position, self.moves[place]) << PLACE_BITS;
            }
            return;
        }
        let (all, wanted) = (!self.only_good, self.quiets_wanted);
        let safe_check = |mv| urgency.gives_check(position, mv) && see_ge(position, mv, 0);
        let promise = |mv| quiets.score(position, mv) + urgency.bonus(position, mv);
        self.score(|mv| match position.wins_at_once(mv) {
            true => Some(WINS),
            false => (wanted && (all || safe_check(mv))).then(|| promise(mv)),
        });
    }

    /// Scores the moves that have been added to the list, and drops those that get no score and
    /// the table's move, which was given before.
    #[inline(always)]
    fn score(&mut self, score: impl Fn(Move) -> Option<i32>) {
        let first = self.keys.len();
        let mut place = first;
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            if Some(mv) == self.table_move {
                continue;
            }
            if let Some(score) = score(mv) {
                self.moves[place] = mv;
                self.keys.push(key(score, place));
                place += 1;
            }
        }
        self.moves.truncate(place);
        (self.next, self.end) = (first, place);
    }

    /// Takes the best move of the stage out of the list: the last one fills its place.
    #[inline(always)]
    fn take_best(&mut self) -> Option<(Move, i32)> {
        let &last = self.keys[self.next..self.end].last()?;
        let best = self.highest.take().unwrap_or_else(|| self.find_highest());
        let at = place(best);
        self.end -= 1;
        let mv = self.moves[at];
        self.moves[at] = self.moves[self.end];
        self.keys[at] = key(last >> PLACE_BITS, at);
        Some((mv, best >> PLACE_BITS))
    }
}

#[cfg(test)]
pub(super) mod tests;
