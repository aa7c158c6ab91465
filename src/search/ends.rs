//! Where a line ends by the law, by a repetition or by a tablebase. The position is asked what the
//! law says; no law is known here.

use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::Ordering::Relaxed;

use super::context::{Node, Window, tt_cutoff};
use super::request::Wdl;
use super::table::{Bound, Entry};
use super::worker::{NOTHING, Shared, Worker};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::rules::attacks::between;
use crate::rules::laws::{Breach, DrawnBy, Outcome, Reason};
use crate::rules::{ENDLESS_CHECKS_AT_SIGHT, Game, Position, step_between};

/// Where a position has stood before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Earlier {
    InLine,
    TwiceInGame,
}

/// Whether the player to move, who is not in check, has no legal move. It is asked only where a node
/// that tries no moves must know: where stalemate decides the game, and where the player has a king
/// alone, which is stalemated often and evaluated as if it could move.
#[inline]
pub(super) fn is_stalemated(position: &Position) -> bool {
    let has_king_alone = || position.board().of_color(position.turn()).count() == 1;
    (position.stalemate_decides() || has_king_alone()) && !position.has_legal_move()
}

impl<E: Evaluator> Worker<E> {
    /// The score of a game that has ended, for the side to move. A win by the position itself is a
    /// mate score; a win that depends on the game's history lies just below the mate scores.
    pub(super) fn outcome_score(&self, outcome: Outcome, position: &Position, ply: usize) -> Score {
        let by_history = matches!(
            outcome.reason,
            Reason::Undertaking(Breach::NotMated(by)) if by != DrawnBy::Dead && by != DrawnBy::Stalemate
        );
        let win = match by_history {
            true => Score::BY_HISTORY - ply as i32,
            false => Score::mate_in(ply),
        };
        match outcome.winner {
            None => self.draw_score(position),
            Some(winner) if winner == position.turn() => win,
            Some(_) => -win,
        }
    }

    /// Whether the side to move would be stalemated without its pieces, and that would be better for it
    /// than alpha. Then a piece that is offered is not lost.
    pub(super) fn may_seek_stalemate(&self, node: &Node<'_>) -> bool {
        let position = node.position;
        let stalemated =
            || self.outcome_score(position.outcome_without_moves(), position, node.ply);
        !node.in_check && node.pieces_alone_move() && stalemated() > node.window.alpha
    }

    /// What is known before the moves are generated. `Break` is the score of a game that has ended:
    /// by the law, or by a repetition, which the search takes for a draw under every law.
    /// `Continue` is the least score of the side to move: 0 if it may claim a draw, otherwise
    /// [`NOTHING`].
    pub(super) fn terminal_score(
        &self,
        position: &Position,
        ply: usize,
    ) -> ControlFlow<Score, Score> {
        if let Some(outcome) = position.outcome_before_moves() {
            return Break(self.outcome_score(outcome, position, ply));
        }
        let ground = if position.fifty_moves_are_full() {
            DrawnBy::FiftyMoves
        } else {
            match self.repetition(position) {
                Some(Earlier::InLine) => {
                    let cycle = position.drawn(DrawnBy::ThirdOccurrence);
                    return Break(self.outcome_score(cycle, position, ply));
                }
                Some(Earlier::TwiceInGame) => DrawnBy::ThirdOccurrence,
                None => return Continue(NOTHING),
            }
        };
        let drawn = position.drawn(ground);
        let outcome = position.first_of_ends(drawn);
        let score = self.outcome_score(outcome, position, ply);
        let is_option = outcome == drawn && position.only_mover_claims(ground);
        match score.cmp(&self.draw_score(position)) {
            Ordering::Equal if is_option => Continue(score),
            // Under an undertaking to mate, the claim would lose. It is not made.
            Ordering::Less if is_option => Continue(NOTHING),
            _ => Break(score),
        }
    }

    /// The score of the best claim of the side to move at the root, where the law lets players
    /// claim; [`NOTHING`] when there is none, or only claims that lose.
    pub(super) fn claim_at_root(&self, game: &Game) -> Score {
        let root = game.position();
        let claims = match game.outcome() {
            None => game.claims_within(ENDLESS_CHECKS_AT_SIGHT),
            Some(_) => Vec::new(),
        };
        let options = claims.into_iter().filter(|claim| root.only_mover_claims(claim.ground));
        let scores = options.map(|claim| self.outcome_score(game.outcome_of_claim(claim), root, 0));
        scores.filter(|score| *score >= Score::ZERO).max().unwrap_or(NOTHING)
    }

    /// The index of the oldest key that can recur, with no capture, pawn move or null move since,
    /// and the index of the position's own key.
    fn recurring_keys(&self, position: &Position) -> (usize, usize) {
        let now = self.keys.len() - 1;
        (now.saturating_sub(usize::from(position.halfmove())).max(self.key_floor), now)
    }

    /// Where the position has stood before: once in the line searched, or twice in the game. The
    /// root belongs to the game.
    fn repetition(&self, position: &Position) -> Option<Earlier> {
        let (oldest, now) = self.recurring_keys(position);
        let key = self.keys[now];
        let mut seen = 0;
        // The same side is to move every second ply, and no repetition takes fewer than four.
        let mut index = now;
        while index >= oldest + 2 {
            index -= 2;
            if self.keys[index] == key && now - index >= 4 {
                seen += 1;
                if index >= self.game_keys {
                    return Some(Earlier::InLine);
                }
                if seen == 2 {
                    return Some(Earlier::TwiceInGame);
                }
            }
        }
        None
    }

    /// Whether one move leads back to a position that has stood in the line searched, or twice in
    /// the game where a third occurrence ends it. Where it must be claimed, the claim would be the
    /// opponent's.
    pub(super) fn upcoming_repetition(&self, position: &Position) -> bool {
        let (oldest, now) = self.recurring_keys(position);
        let ends_by_record = !position.only_mover_claims(DrawnBy::ThirdOccurrence);
        let board = position.board();
        let (occupied, ours) = (board.occupied(), board.of_color(position.turn()));
        // One move of this side undoes an odd number of plies, three or more.
        (oldest..(now + 1).saturating_sub(3)).rev().step_by(2).any(|index| {
            let earlier = self.keys[index];
            step_between(self.keys[now] ^ earlier).is_some_and(|(from, to)| {
                (ours.contains(from) || ours.contains(to))
                    && (between(from, to) & occupied).is_empty()
                    && (index >= self.game_keys
                        || (ends_by_record && self.keys[oldest..index].contains(&earlier)))
            })
        })
    }

    /// The table's entry of a position. The table does not know the law's move count: a win that
    /// would come after the count is full is no win here, so the bound of such an entry is dropped.
    pub(super) fn table_entry(
        &self,
        position: &Position,
        ply: usize,
        shared: &Shared<'_>,
    ) -> Option<Entry> {
        let mut entry = shared.table.probe(position.key(), ply)?;
        let from = if entry.score.is_mate() { Score::MATE } else { Score::TABLEBASE };
        let plies = from.0 - entry.score.0.abs() - ply as i32;
        let claims_a_win = match entry.bound {
            Some(Bound::Lower) => entry.score > Score::ZERO,
            Some(Bound::Upper) => entry.score < Score::ZERO,
            _ => true,
        };
        let too_late = |left: u16| plies > i32::from(left);
        if entry.score.is_decided()
            && claims_a_win
            && position.plies_until_count_is_full().is_some_and(too_late)
        {
            entry.bound = None;
        }
        Some(entry)
    }

    /// Step 5: the tablebase score of a position, if it gives a cutoff. It is stored in the
    /// transposition table.
    pub(super) fn probe_tablebases(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        window: Window,
        shared: &Shared<'_>,
    ) -> Option<Score> {
        let pieces = position.board().occupied().count();
        if pieces > shared.probe_pieces
            || (pieces == shared.probe_pieces && depth < shared.prober.least_depth())
            || position.halfmove() != 0
            || position.board().castling_rooks().any()
        {
            return None;
        }
        let wdl = shared.prober.wdl(position)?;
        shared.tablebase_hits.fetch_add(1, Relaxed);
        let won = Score::TABLEBASE - ply as i32;
        let (score, bound) = match wdl {
            Wdl::Win => (won, Bound::Lower),
            Wdl::Loss => (-won, Bound::Upper),
            Wdl::Draw => (self.draw_score(position), Bound::Exact),
        };
        let entry = Entry {
            best: None,
            score,
            eval: None,
            depth: (depth + 6).min(MAX_PLY as i32 - 1),
            bound: Some(bound),
            pv: window.is_pv(),
        };
        // On the principal variation the search goes on, to find the way to mate.
        (tt_cutoff(entry, window) && !window.is_pv()).then(|| {
            shared.store_tt(position, ply, entry);
            score
        })
    }
}

#[cfg(test)]
mod tests;
