//! Where the tree ends before the horizon: by the law, by a cycle, by a tablebase. Each law is
//! asked of the position; none is known here.

use std::sync::atomic::Ordering::Relaxed;

use super::node::{Window, proves};
use super::request::Wdl;
use super::table::{Bound, Entry};
use super::worker::{Shared, Worker};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::rules::attacks::between;
use crate::rules::laws::{Breach, DrawnBy, Outcome, Reason};
use crate::rules::{Position, step_between};

impl<E: Evaluator> Worker<E> {
    /// The score of a game that has ended, for the player to move. What the position itself
    /// decides is a mate score; what hangs on the game's history lies just below those.
    pub(super) fn worth(&self, outcome: Outcome, position: &Position, ply: usize) -> Score {
        let by_history = matches!(
            outcome.reason,
            Reason::Undertaking(Breach::NotMated(by)) if by != DrawnBy::Dead && by != DrawnBy::Stalemate
        );
        let win = match by_history {
            true => Score::BY_HISTORY - ply as i32,
            false => Score::mate_in(ply),
        };
        match outcome.winner {
            None => Score::ZERO,
            Some(winner) if winner == position.turn() => win,
            Some(_) => -win,
        }
    }

    /// How the game has ended here by the law, or by a cycle, which a search takes for a draw
    /// under every law.
    pub(super) fn ended(&self, position: &Position, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.standing_outcome() {
            // Mate on the board comes before the counts and before a limit that has passed.
            let outcome = if position.in_check() && !position.board().has_legal_move() {
                position.outcome_without_moves()
            } else {
                outcome
            };
            return Some(self.worth(outcome, position, ply));
        }
        if position.fifty_moves_are_full() {
            let mated = position.in_check() && !position.board().has_legal_move();
            let outcome = if mated {
                position.outcome_without_moves()
            } else {
                position.drawn(DrawnBy::FiftyMoves)
            };
            return Some(self.worth(outcome, position, ply));
        }
        self.is_repetition(position)
            .then(|| self.worth(position.drawn(DrawnBy::ThirdOccurrence), position, ply))
    }

    /// The places of the oldest key that can recur, no capture or pawn move or passed turn lying
    /// between, and of the position's own.
    fn recurring_keys(&self, position: &Position) -> (usize, usize) {
        let now = self.keys.len() - 1;
        (now.saturating_sub(usize::from(position.halfmove())).max(self.key_floor), now)
    }

    /// Whether the position has stood once before in the line searched, or twice in the game.
    fn is_repetition(&self, position: &Position) -> bool {
        let (oldest, now) = self.recurring_keys(position);
        let key = self.keys[now];
        let mut seen = 0;
        // The same player is to move every second ply, and no cycle is shorter than four.
        let mut index = now;
        while index >= oldest + 2 {
            index -= 2;
            if self.keys[index] == key && now - index >= 4 {
                seen += 1;
                if index >= self.game_keys || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the mover can step back into a position that has stood in the line searched, or
    /// twice in the game.
    pub(super) fn can_close_a_cycle(&self, position: &Position) -> bool {
        let (oldest, now) = self.recurring_keys(position);
        let board = position.board();
        let (men, ours) = (board.occupied(), board.of_color(position.turn()));
        // A step of his goes back over an odd number of plies, three or more.
        (oldest..(now + 1).saturating_sub(3)).rev().step_by(2).any(|index| {
            let earlier = self.keys[index];
            step_between(self.keys[now] ^ earlier).is_some_and(|(from, to)| {
                (ours.contains(from) || ours.contains(to))
                    && (between(from, to) & men).is_empty()
                    && (index >= self.game_keys || self.keys[oldest..index].contains(&earlier))
            })
        })
    }

    pub(super) fn probe_tablebases(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        window: Window,
        shared: &Shared<'_>,
    ) -> Option<Score> {
        let men = position.board().occupied().count();
        if men > shared.probe_men
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
            Wdl::Draw => (Score::ZERO, Bound::Exact),
        };
        let entry = Entry {
            best: None,
            score,
            eval: None,
            depth: (depth + 6).min(MAX_PLY as i32 - 1),
            bound: Some(bound),
            pv: window.is_pv(),
        };
        // Within the principal variation the search goes on, to find the way to mate.
        (proves(entry, window) && !window.is_pv()).then(|| {
            shared.table.store(position.key(), ply, entry);
            score
        })
    }
}
