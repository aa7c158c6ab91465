//! Steps 6 to 8 of a node: reasons to return without looking at its moves one by one.

use super::node::{Node, NodeType, Window};
use super::quiescence::QsearchMoves;
use super::worker::{FRAMES_BEFORE_ROOT, Shared, Worker};
use crate::eval::{Evaluator, Score};

impl<E: Evaluator> Worker<E> {
    pub(super) fn prune_node(
        &mut self,
        node: &Node<'_>,
        window: Window,
        shared: &Shared<'_>,
    ) -> Option<Score> {
        let Node { position, ply, depth, eval, improving, .. } = *node;
        let Window { alpha, beta, .. } = window;
        // Where a lack of moves decides the game, nothing is concluded about a position that may
        // have none.
        if position.stalemate_decides() && !position.has_legal_move() {
            return Some(self.outcome_score(position.outcome_without_moves(), position, ply));
        }
        // 6. Razoring: far below alpha near the horizon, only captures can help.
        if depth <= 3 && (eval + 250 + 220 * depth * depth) < alpha && !alpha.is_decided() {
            let narrow = Window { beta: alpha + 1, ..window };
            let score = self.quiescence(position, ply, QsearchMoves::Captures, narrow, shared);
            if score <= alpha {
                return Some(score);
            }
        }
        // 7. Reverse futility: far above beta near the horizon, the opponent will not catch up.
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
        self.null_move(node, beta, shared)
    }

    fn null_move(&mut self, node: &Node<'_>, beta: Score, shared: &Shared<'_>) -> Option<Score> {
        let Node { position, ply, depth, eval, static_eval, .. } = *node;
        let passed_before = self.frames[ply + FRAMES_BEFORE_ROOT - 1].step.is_none() && ply > 0;
        if passed_before
            || depth < 3
            || eval < beta
            || static_eval + 20 * depth - 140 < beta
            || beta.is_decided()
            || ply < self.null_floor
            || !position.null_move_allowed()
        {
            return None;
        }
        let reduction = 4 + depth / 4 + ((eval.0 - beta.0) / 200).min(3);
        let after = position.pass();
        let floor = std::mem::replace(&mut self.key_floor, self.keys.len());
        self.keys.push(after.repetition_key());
        self.frame(ply).step = None;
        let below = Window::scout(beta - 1, if node.cut { NodeType::All } else { NodeType::Cut });
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
        let here = Window { alpha: beta - 1, beta, node: NodeType::All };
        let verified = self.search(position, ply, depth - reduction, here, shared);
        self.null_floor = 0;
        (verified >= beta).then_some(score)
    }
}
