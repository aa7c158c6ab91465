//! Hands out the legal moves of a position, the most promising first, and makes no more of them
//! than are asked for: the table's move, captures that lose nothing, quiet moves by their history,
//! then the captures that lose something.

use arrayvec::ArrayVec;

use super::history::{Histories, Step};
use super::see::{EXCHANGE_VALUE, exchange_is_at_least};
use crate::rules::{Bitboard, Move, MoveKind, PieceKind, Position, Scope};

/// Where the picker stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The table's move is next.
    TableMove,
    /// Captures and promotions are to be made.
    MakeNoisy,
    /// Captures and promotions that lose nothing.
    GoodNoisy,
    /// Quiet moves are to be made.
    MakeQuiet,
    /// Quiet moves.
    Quiet,
    /// Captures that lose something.
    BadNoisy,
}

type Scored = ArrayVec<(Move, i32), 416>;

/// The moves of one node.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    /// Whether captures that lose something are left out, and quiet moves but for safe checks.
    only_good: bool,
    quiets_wanted: bool,
    list: Scored,
    bad: ArrayVec<Move, 128>,
}

impl Picker {
    /// All moves. `table_move` must be legal.
    pub fn all(table_move: Option<Move>) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move,
            only_good: false,
            quiets_wanted: true,
            list: Scored::new(),
            bad: ArrayVec::new(),
        }
    }

    /// Captures and promotions that lose nothing and, if wanted, quiet checks that lose nothing.
    pub fn beyond_the_horizon(table_move: Option<Move>, checks: bool) -> Self {
        Self { only_good: true, quiets_wanted: checks, ..Self::all(table_move) }
    }

    /// No more quiet moves are wanted.
    pub fn skip_quiets(&mut self) {
        self.quiets_wanted = false;
        if self.stage == Stage::Quiet {
            self.list.clear();
        }
    }

    /// Where the move handed out last came from.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The next move.
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        threats: Bitboard,
        before: &[Option<Step>; 4],
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::MakeNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::MakeNoisy => {
                    self.make_noisy(position, histories);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.take_best() {
                    Some((mv, score)) => {
                        let threshold = if self.only_good { 0 } else { -score / 32 };
                        if exchange_is_at_least(position, mv, threshold) {
                            return Some(mv);
                        }
                        // More than 128 losing captures exist in no game; the rest may go unseen
                        // only there.
                        let _ = self.bad.try_push(mv);
                    }
                    None => self.stage = Stage::MakeQuiet,
                },
                Stage::MakeQuiet => {
                    if self.quiets_wanted {
                        self.make_quiets(position, histories, threats, before);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take_best() {
                    Some((mv, _)) => return Some(mv),
                    None if self.only_good => return None,
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => {
                    return if self.bad.is_empty() { None } else { Some(self.bad.remove(0)) };
                }
            }
        }
    }

    fn make_noisy(&mut self, position: &Position, histories: &Histories) {
        for mv in position.moves(Scope::Noisy) {
            if Some(mv) == self.table_move {
                continue;
            }
            let taken = position.captured(mv).map_or(0, |man| EXCHANGE_VALUE[man.kind().index()]);
            let promoted = match mv.kind() {
                MoveKind::PromoteQueen => EXCHANGE_VALUE[PieceKind::Queen.index()],
                MoveKind::Normal | MoveKind::EnPassant => 0,
                _ => -200,
            };
            let score = 16 * (taken + promoted) + histories.of_noisy(position, mv);
            self.list.push((mv, score));
        }
    }

    fn make_quiets(
        &mut self,
        position: &Position,
        histories: &Histories,
        threats: Bitboard,
        before: &[Option<Step>; 4],
    ) {
        for mv in position.moves(Scope::Quiet) {
            let wanted = !self.only_good
                || position.gives_check(mv) && exchange_is_at_least(position, mv, 0);
            if wanted && Some(mv) != self.table_move {
                self.list.push((mv, histories.of_quiet(position, threats, before, mv)));
            }
        }
    }

    /// Takes the highest-scored move out of the list.
    fn take_best(&mut self) -> Option<(Move, i32)> {
        let best =
            (0..self.list.len()).max_by_key(|&index| (self.list[index].1, usize::MAX - index))?;
        Some(self.list.swap_remove(best))
    }
}
