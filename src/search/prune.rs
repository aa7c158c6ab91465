//! Steps 6 to 9 of a node: reasons to return without looking at its moves one by one.

use super::node::{Node, Window};
use super::picker::Picker;
use super::table::{Bound, Entry};
use super::worker::{BEFORE_ROOT, Shared, Worker};
use crate::eval::{Evaluator, Score};
use crate::rules::Bitboard;

impl<E: Evaluator> Worker<E> {
    pub(super) fn prune_whole_node(
        &mut self,
        node: &Node<'_>,
        window: Window,
        shared: &Shared<'_>,
    ) -> Option<Score> {
        let Node { position, ply, depth, eval, improving, .. } = *node;
        let Window { alpha, beta, .. } = window;
        // Where a lack of moves decides the game, nothing is concluded about a position that may
        // have none.
        if position.a_lack_of_moves_decides() && !position.board().has_legal_move() {
            return Some(self.worth(position.outcome_without_moves(), position, ply));
        }
        // 6. Razoring: far below alpha near the horizon, only captures can help.
        if depth <= 3 && (eval + 250 + 220 * depth * depth) < alpha && !alpha.is_decided() {
            let score = self.quiescence(position, ply, alpha, alpha + 1, shared);
            if score <= alpha {
                return Some(score);
            }
        }
        // 7. Reverse futility: far above beta near the horizon, the adversary will not catch up.
        let margin = (78 - 22 * i32::from(node.cut && node.entry.is_none())) * depth
            - 60 * i32::from(improving);
        if depth <= 8
            && !node.table_pv
            && eval - margin.max(20) >= beta
            && !eval.is_decided()
            && !beta.is_decided()
        {
            return Some(Score((eval.0 + beta.0) / 2));
        }
        // 8. Null move: if even passing keeps us above beta, a move will.
        if let Some(score) = self.try_passing(node, beta, shared) {
            return Some(score);
        }
        // 9. ProbCut: a capture that a shallow search finds far above beta will hold deeper too.
        self.prob_cut(node, beta, shared)
    }

    fn try_passing(&mut self, node: &Node<'_>, beta: Score, shared: &Shared<'_>) -> Option<Score> {
        let Node { position, ply, depth, eval, static_eval, .. } = *node;
        let passed_before = self.frames[ply + BEFORE_ROOT - 1].step.is_none() && ply > 0;
        if passed_before
            || depth < 3
            || eval < beta
            || static_eval + 20 * depth - 140 < beta
            || beta.is_decided()
            || ply < self.null_floor
            || !position.may_try_passing()
        {
            return None;
        }
        let reduction = 4 + depth / 4 + ((eval.0 - beta.0) / 200).min(3);
        let after = position.pass();
        let floor = std::mem::replace(&mut self.key_floor, self.keys.len());
        self.keys.push(after.repetition_key());
        self.frame(ply).step = None;
        let below = Window { alpha: -beta, beta: -beta + 1, cut: !node.cut };
        let score = -self.search(&after, ply + 1, depth - reduction, below, shared);
        self.keys.pop();
        self.key_floor = floor;
        if self.stopped {
            return Some(Score::ZERO);
        }
        if score < beta {
            return None;
        }
        let score = if score.is_decided() { beta } else { score };
        if depth < 14 || self.null_floor > 0 {
            return Some(score);
        }
        // Deep down the claim is verified without passing, lest this be zugzwang.
        self.null_floor = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let here = Window { alpha: beta - 1, beta, cut: false };
        let verified = self.search(position, ply, depth - reduction, here, shared);
        self.null_floor = 0;
        (verified >= beta).then_some(score)
    }

    fn prob_cut(&mut self, node: &Node<'_>, beta: Score, shared: &Shared<'_>) -> Option<Score> {
        let Node { position, ply, depth, static_eval, .. } = *node;
        let raised = beta + 190 - 60 * i32::from(node.improving);
        let hopeless = node.entry.is_some_and(|entry| {
            entry.bound.is_some() && entry.depth >= depth - 3 && entry.score < raised
        });
        if depth < 5 || beta.is_decided() || hopeless {
            return None;
        }
        let noisy_move = node.table_move.filter(|&mv| position.is_noisy(mv));
        let mut picker = Picker::noisy(noisy_move, raised.0 - static_eval.0);
        let none = [None; 4];
        while let Some(mv) = picker.next(position, &self.histories, Bitboard::EMPTY, &none) {
            let after = self.make(position, mv, ply, shared);
            let above = Window { alpha: -raised, beta: -raised + 1, cut: !node.cut };
            let mut score = -self.quiescence(&after, ply + 1, above.alpha, above.beta, shared);
            if score >= raised {
                score = -self.search(&after, ply + 1, depth - 4, above, shared);
            }
            self.unmake();
            if self.stopped {
                return Some(Score::ZERO);
            }
            if score >= raised {
                let entry = Entry {
                    best: Some(mv),
                    score,
                    eval: node.raw_eval,
                    depth: depth - 3,
                    bound: Some(Bound::Lower),
                    pv: node.table_pv,
                };
                shared.table.store(position.key(), ply, entry);
                return Some(if score.is_decided() { score } else { score - 190 });
            }
        }
        None
    }
}
