//! The root. It is a node like any other, except that its moves come in the order of the last
//! iteration, that each keeps its own line, and that no step prunes it or ends it early.

use super::context::{NodeType, Window};
use super::moves::Plan;
use super::request::Observer;
use super::table::Bound;
use super::worker::{Shared, Worker};
use crate::eval::{Evaluator, Score};
use crate::rules::Position;

impl<E: Evaluator> Worker<E> {
    /// The best score of the root moves within a window. The moves of better lines, those before
    /// `pv_index`, are left out. Each move searched keeps its score, whether that is a bound, and
    /// its line.
    pub(super) fn search_root(
        &mut self,
        root: &Position,
        alpha: Score,
        beta: Score,
        depth: i32,
        shared: &Shared<'_>,
        observer: &mut Option<&mut dyn Observer>,
    ) -> Score {
        let window = Window { alpha, beta, node_type: NodeType::Pv };
        self.root_width = window.width();
        let entry = shared.table.probe(root.key(), 0);
        // A node resets the cutoffs two plies below it. No node is above the root, so those one
        // ply below it are reset here.
        self.frame(1).cutoffs = 0;
        let mut node = self.evaluate_node(root, 0, depth, window, entry, shared);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let end = self.end_of_rank();
        for index in self.pv_index..end {
            let mv = self.root_moves[index].mv;
            let number = index - self.pv_index + 1;
            if self.nodes > 3_000_000
                && let Some(observer) = observer.as_deref_mut()
            {
                observer.root_move(depth as usize, mv, number, shared.all_nodes());
            }
            let nodes_before = self.nodes;
            self.selective_depth = 0;
            let candidate = self.candidate(&node, mv, number);
            let after = self.make(root, mv, 0, shared);
            self.frame(0).number = number;
            let first = number == 1;
            let reduced = depth >= 3 && number > 4 && !candidate.noisy();
            let reduction = reduced.then(|| candidate.reduction_after(&after));
            let plan = Plan { depth: depth - 1, first, reduction, best };
            let score = self.search_move(&node, &after, plan);
            self.unmake();
            if self.stopped {
                return best;
            }
            let alpha = node.window.alpha;
            let selective_depth = self.selective_depth;
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes_before;
            if first || score > alpha {
                root_move.score = score;
                root_move.depth = self.root_depth as usize;
                root_move.bound = match score {
                    _ if score >= beta => Some(Bound::Lower),
                    _ if score <= alpha => Some(Bound::Upper),
                    _ => None,
                };
                root_move.selective_depth = selective_depth;
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(&self.pvs[1]);
            } else {
                root_move.score = -Score::INFINITE;
                root_move.bound = None;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    node.window.alpha = score;
                    bound = Bound::Exact;
                }
            }
        }
        // The best of only some of the moves is not the score of the position.
        if self.pv_index == 0 && end == root.legal_moves().len() {
            self.store_result(&node, best, best_move, bound);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::NetworkEvaluator;
    use crate::rules::Game;
    use crate::search::request::{FixedNodes, NoProber, Request};
    use crate::search::table::TranspositionTable;

    /// Runs a test on a worker at the root, with so many stale cutoffs at every ply.
    fn with_worker(
        stale: u32,
        run: impl FnOnce(&mut Worker<NetworkEvaluator>, &Position, &Shared<'_>),
    ) {
        let table = TranspositionTable::new(1).unwrap();
        let shared = Shared::new(&table, &FixedNodes(u64::MAX), &NoProber, 1);
        let game = Game::new(Position::initial());
        let root = game.position();
        let request = Request { game: &game, search_moves: &[], multi_pv: 1, depth: 8, mate: None };
        let mut worker = Worker::new(0, NetworkEvaluator::default());
        worker.begin(&request, &root.legal_moves(), &shared);
        for frame in &mut worker.frames {
            frame.cutoffs = stale;
        }
        run(&mut worker, root, &shared);
    }

    #[test]
    fn a_search_does_not_depend_on_the_cutoffs_of_the_last_one() {
        let nodes = |stale: u32| {
            let mut nodes = 0;
            with_worker(stale, |worker, root, shared| {
                for depth in 1..=7 {
                    let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
                    worker.search_root(root, alpha, beta, depth, shared, &mut None);
                    worker.frame(2).cutoffs = stale;
                }
                nodes = worker.nodes;
            });
            nodes
        };
        assert_eq!(nodes(0), nodes(1000));
    }

    #[test]
    fn a_score_outside_the_window_is_kept_as_a_bound() {
        for (alpha, beta, bound) in [
            (Score(-900), Score(-800), Some(Bound::Lower)),
            (Score(800), Score(900), Some(Bound::Upper)),
            (-Score::INFINITE, Score::INFINITE, None),
        ] {
            with_worker(0, |worker, root, shared| {
                worker.search_root(root, alpha, beta, 3, shared, &mut None);
                let searched = worker.root_moves.iter().filter(|line| line.score.0 > -32_001);
                assert!(searched.clone().count() > 0);
                assert!(searched.into_iter().all(|line| line.bound == bound));
            });
        }
    }
}
