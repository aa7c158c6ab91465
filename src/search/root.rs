//! The root: every move in the order of the last iteration, each with its own line.

use super::node::{PLY, REDUCTIONS, Window};
use super::request::Observer;
use super::worker::{Shared, Worker};
use crate::eval::{Evaluator, Score};
use crate::rules::Position;

impl<E: Evaluator> Worker<E> {
    /// The root: every move, in the order of the last iteration.
    pub(super) fn search_root(
        &mut self,
        root: &Position,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        shared: &Shared<'_>,
        observer: &mut Option<&mut dyn Observer>,
    ) -> Score {
        self.frame(0).eval = (!root.in_check()).then(|| self.evaluator.evaluate(root));
        self.frame(0).excluded = None;
        let mut best = -Score::INFINITE;
        for index in self.pv_index..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let number = index - self.pv_index + 1;
            if self.nodes > 3_000_000
                && let Some(observer) = observer.as_deref_mut()
            {
                observer.root_move(depth as usize, mv, number, shared.all_nodes());
            }
            let nodes_before = self.nodes;
            self.selective_depth = 0;
            let after = self.make(root, mv, 0, shared);
            let new_depth = depth - 1;
            let mut score = Score::ZERO;
            if number > 1 {
                let late = depth >= 3 && number > 3 && !root.is_noisy(mv) && !after.in_check();
                let reduction = if late {
                    REDUCTIONS[depth.clamp(0, 63) as usize][number.min(63)] / PLY - 1
                } else {
                    0
                };
                let reduced = (new_depth - reduction.max(0)).max(1).min(new_depth.max(0));
                score = -self.search(&after, 1, reduced, Window::scout(alpha, true), shared);
                if score > alpha && reduced < new_depth {
                    score = -self.search(&after, 1, new_depth, Window::scout(alpha, true), shared);
                }
            }
            if number == 1 || score > alpha {
                let open = Window { alpha: -beta, beta: -alpha, cut: false };
                score = -self.search(&after, 1, new_depth, open, shared);
            }
            self.unmake();
            if self.stopped {
                return best;
            }
            let line = std::mem::take(&mut self.pvs[1]);
            let selective_depth = self.selective_depth;
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes_before;
            if number == 1 || score > alpha {
                root_move.score = score;
                root_move.depth = self.root_depth as usize;
                root_move.selective_depth = selective_depth;
                root_move.pv.truncate(0);
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(&line);
            } else {
                root_move.score = -Score::INFINITE;
            }
            self.pvs[1] = line;
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        best
    }
}
