//! Steps 6 to 8 of a node: pruning it whole, by its evaluation and a much smaller search. They
//! are for nodes off the principal variation whose side to move is not in check.

use super::context::{Node, NodeType, Window, blended};
use super::ends::is_stalemated;
use super::margins::{
    NULL_MOVE_DEPTH, NULL_MOVE_VERIFY_DEPTH, RAZOR_DEPTH, REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_WEIGHT, null_move_margin, null_move_reduction, razor_margin,
    reverse_futility_margin,
};
use super::quiescence::QsearchMoves;
use super::worker::{FRAMES_BEFORE_ROOT, Worker};
use crate::eval::{Evaluator, Score};

impl<E: Evaluator> Worker<E> {
    /// Steps 6 to 8: the score of a node that needs no search of its moves.
    pub(super) fn prune_node(&mut self, node: &Node<'_>) -> Option<Score> {
        let Node { shared, position, ply, depth, window, eval, improving, .. } = *node;
        let Window { alpha, beta, .. } = window;
        // The evaluation says nothing about a position without moves.
        if is_stalemated(position) {
            return Some(self.outcome_score(position.outcome_without_moves(), position, ply));
        }
        // 6. Razoring: the evaluation is far below alpha and little depth is left. If a quiescence
        //    search does not reach alpha either, the node fails low. Without it -40 ± 39 Elo in 200
        //    games.
        if depth <= RAZOR_DEPTH
            && eval + razor_margin(depth) < alpha
            && !alpha.is_decided()
            && !self.may_seek_stalemate(node)
        {
            let narrow = Window { beta: alpha + 1, ..window };
            let score = self.quiescence(position, ply, QsearchMoves::Captures, narrow, shared);
            if score <= alpha {
                return Some(score);
            }
        }
        // 7. Reverse futility: the evaluation is so far above beta that the opponent will hardly
        //    come back in the little depth left.
        let unknown_cut = node.is_cut() && node.known_score().is_none();
        if depth <= REVERSE_FUTILITY_DEPTH
            && !node.table_pv
            && eval - reverse_futility_margin(depth, unknown_cut, improving) >= beta
            && !eval.is_decided()
            && !beta.is_decided()
        {
            return Some(blended(eval, beta, REVERSE_FUTILITY_WEIGHT));
        }
        // 8. Null move: if the score stays at beta even when the side to move passes, some move
        //    will keep it there too. Only where a cutoff is expected.
        self.null_move(node)
    }

    /// Step 8: the score after a null move, if that is a cutoff.
    fn null_move(&mut self, node: &Node<'_>) -> Option<Score> {
        let Node { shared, position, ply, depth, eval, static_eval, .. } = *node;
        let beta = node.window.beta;
        let passed_before = self.frames[ply + FRAMES_BEFORE_ROOT - 1].made.is_none() && ply > 0;
        if passed_before
            || !node.is_cut()
            || depth < NULL_MOVE_DEPTH
            || eval < beta
            || static_eval - null_move_margin(depth) < beta
            || beta.is_decided()
            || ply < self.null_floor
            || !position.null_move_allowed()
        {
            return None;
        }
        let reduction = null_move_reduction(depth, eval.0 - beta.0);
        let after = position.pass();
        let floor = std::mem::replace(&mut self.key_floor, self.keys.len());
        self.keys.push(after.repetition_key());
        self.frame(ply).made = None;
        self.frame(ply).quiet = false;
        let below = Window::null(beta - 1, node.window.node_type.child());
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
        if depth < NULL_MOVE_VERIFY_DEPTH || self.null_floor > 0 {
            return Some(score);
        }
        // A deep cutoff is verified by a search without null moves, because this may be zugzwang.
        self.null_floor = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let here = Window { alpha: beta - 1, beta, node_type: NodeType::All };
        let verified = self.search(position, ply, depth - reduction, here, shared);
        self.null_floor = 0;
        (verified >= beta).then_some(score)
    }
}
