//! Steps 9 to 13 of a node: its moves, one after another. What is learnt from them, step 14, is in
//! `learn.rs`.

use super::context::{Node, NodeType, Window, blended};
use super::learn::Tried;
use super::margins::{
    CAPTURE_FUTILITY_DEPTH, FUTILITY_DEPTH, HISTORY_PRUNING_DEPTH, IIR_DEPTH, MANY_CUTOFFS, PLY,
    REDUCTIONS, SINGULAR_DEPTH, SINGULAR_ENTRY_DEPTH, capture_futility_margin, deeper_margin,
    double_extension, futility_margin, history_pruning, late_moves, pruning_depth, reduction_check,
    reduction_cut, reduction_cutoffs, reduction_noisy_history, reduction_noisy_table,
    reduction_not_improving, reduction_pv, reduction_quiet_history, reduction_table_alpha,
    reduction_table_pv, reduction_window, see_noisy, see_noisy_history, see_quiet, shallower,
    singular_margin, singular_search_depth, triple_extension,
};
use super::picker::{Picker, Stage};
use super::see::{SEE_VALUE, see_ge};
use super::table::Bound;
use super::worker::{FRAMES_BEFORE_ROOT, Frame, Worker};
use crate::eval::{Evaluator, Score};
use crate::rules::{Move, Position};

/// A move that is about to be searched or pruned.
pub(super) struct Candidate {
    mv: Move,
    /// Its place in the order, from 1.
    number: usize,
    /// Whether it is a capture or promotion.
    noisy: bool,
    /// Its history score; 0 for the first move, of which nothing is asked.
    history: i32,
    /// Its late move reduction in 1024ths of a ply, should it be reduced.
    reduction: i32,
}

/// How a move is searched.
pub(super) struct Plan {
    /// The full depth of the child, in plies.
    pub(super) depth: i32,
    /// Whether it is the first move of its node.
    pub(super) first: bool,
    /// The late move reduction in 1024ths of a ply; `None` when the move is not reduced.
    pub(super) reduction: Option<i32>,
    /// The best score among the moves before it.
    pub(super) best: Score,
}

/// What to do with a move that promises little.
enum MovePruning {
    Keep,
    Skip,
    SkipAllQuiets,
}

enum Extension {
    /// So many plies deeper; shallower when negative.
    By(i32),
    /// Several moves refute the position: this is its score.
    MultiCut(Score),
}

impl<E: Evaluator> Worker<E> {
    /// Steps 9 to 14: the score of a node by its moves.
    pub(super) fn search_moves(&mut self, mut node: Node<'_>) -> Score {
        let Node { position, ply, shared, .. } = node;
        let pv = node.is_pv();
        // 9. Internal iterative reduction: without a move from the table the order is poor.
        if node.depth >= IIR_DEPTH
            && node.table_move.is_none()
            && (pv || node.is_cut())
            && node.excluded.is_none()
        {
            node.depth -= 1;
        }
        let earlier = node.earlier;
        let mut picker = Picker::all(node.table_move);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut number = 0;
        let mut tried = Tried::default();

        while let Some(mv) = picker.next(position, &self.histories, || *node.threats(), &earlier) {
            if Some(mv) == node.excluded {
                continue;
            }
            shared.table.prefetch(position.likely_key_after(mv));
            number += 1;
            let candidate = self.candidate(&node, mv, number);
            // 10. Moves that promise little are pruned near the horizon, but never one that wins
            //     at once by the law, and none before a move is found that does not lose by force. Where
            //     pieces may be offered for a stalemate, no move is pruned by itself. With razoring
            //     left out there too: +43 ± 17 Elo in 478 games from positions near a stalemate under
            //     `england1804`, at 20,000 nodes.
            if ply > 0 && best > -Score::DECIDED_BOUND {
                match self.prune_move(&node, &candidate) {
                    MovePruning::Keep => {}
                    _ if position.wins_at_once(mv) => {}
                    MovePruning::Skip if self.may_seek_stalemate(&node) => {}
                    MovePruning::Skip => continue,
                    MovePruning::SkipAllQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            // 11. Extensions.
            let extension = match self.extension(&node, mv) {
                Extension::By(plies) => plies,
                Extension::MultiCut(score) => return score,
            };
            if self.stopped {
                return Score::ZERO;
            }
            // 12. The move is made and searched: to a reduced depth, if it comes late. Captures
            //     that lose nothing are spared where the position was on a principal variation. While
            //     it is searched, the table's line for the move after it is fetched.
            if let Some(upcoming) = picker.upcoming() {
                shared.table.prefetch(position.likely_key_after(upcoming));
            }
            let after = self.make(position, mv, ply, shared);
            self.frame(ply).number = number;
            let reduced = node.depth >= 2
                && number > 1 + usize::from(pv)
                && (picker.stage() > Stage::GoodNoisy || !node.table_pv || node.is_cut());
            let plan = Plan {
                depth: node.depth - 1 + extension,
                first: number == 1,
                reduction: reduced.then(|| candidate.reduction_after(&after)),
                best,
            };
            let score = self.search_move(&node, &after, plan);
            self.unmake();
            if self.stopped {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > node.window.alpha {
                    best_move = Some(mv);
                    if pv {
                        self.extend_pv(ply, mv);
                    }
                    if score >= node.window.beta {
                        bound = Bound::Lower;
                        self.frame(ply).cutoffs += 1;
                        break;
                    }
                    node.window.alpha = score;
                    bound = Bound::Exact;
                }
            }
            tried.add(mv, candidate.noisy);
        }
        // 13. No legal move: the law says what that is. If one was excluded, the law is not asked.
        if number == 0 {
            return if node.excluded.is_some() {
                node.window.alpha
            } else {
                self.outcome_score(position.outcome_without_moves(), position, ply)
            };
        }
        if bound == Bound::Lower && !pv {
            best = blended(best, node.window.beta, node.depth);
        }
        // 14. What this has taught is kept.
        match best_move {
            Some(mv) if bound == Bound::Lower => self.learn_from_cutoff(&node, mv, best, &tried),
            None => self.learn_from_fail_low(&node),
            Some(_) => {}
        }
        if node.excluded.is_none() {
            self.store_result(&node, best, best_move, bound);
        }
        best
    }

    /// What steps 10 and 12 ask about a move.
    pub(super) fn candidate(&self, node: &Node<'_>, mv: Move, number: usize) -> Candidate {
        let noisy = node.position.is_noisy(mv);
        // The first move of a node in the tree is neither pruned nor reduced.
        let history = if number == 1 {
            0
        } else if noisy {
            self.histories.of_noisy(node.position, mv)
        } else {
            let quiets =
                self.histories.quiets(node.position, node.threats().reach.all, &node.earlier);
            quiets.score(node.position, mv)
        };
        let reduction = self.reduction(node, number, history, noisy);
        Candidate { mv, number, noisy, history, reduction }
    }

    /// The late move reduction of a move, in 1024ths of a ply.
    fn reduction(&self, node: &Node<'_>, number: usize, history: i32, noisy: bool) -> i32 {
        let mut reduction = REDUCTIONS[node.depth.clamp(0, 63) as usize][number.min(63)];
        if node.table_pv {
            let beats_alpha = node.known_score().is_some_and(|score| score > node.window.alpha);
            reduction -= reduction_table_pv() + reduction_table_alpha() * i32::from(beats_alpha);
        }
        reduction += reduction_not_improving() * i32::from(!node.improving);
        reduction += reduction_cut() * i32::from(node.is_cut());
        if node.is_pv() {
            reduction -= reduction_pv() + self.share_of_root_window(node, reduction_window());
        }
        if node.table_move.is_some_and(|mv| node.position.is_noisy(mv)) {
            reduction += reduction_noisy_table();
        }
        if self.frames[node.ply + FRAMES_BEFORE_ROOT + 1].cutoffs > MANY_CUTOFFS {
            reduction += reduction_cutoffs();
        }
        reduction
            - if noisy {
                history / reduction_noisy_history()
            } else {
                history / reduction_quiet_history()
            }
    }

    /// A number times the node's window by that of the root, of which it is at most the double.
    fn share_of_root_window(&self, node: &Node<'_>, whole: i32) -> i32 {
        let width = node.window.width();
        (whole * width / self.root_width).min(2 * whole)
    }

    /// Step 10: whether a move is worth searching.
    fn prune_move(&self, node: &Node<'_>, candidate: &Candidate) -> MovePruning {
        let Candidate { mv, number, noisy, history, reduction } = *candidate;
        let Node { position, depth, .. } = *node;
        let alpha = node.window.alpha;
        // With moves of odds still to be made, the opponent cannot answer yet: no exchange tells
        // what a move loses.
        if position.board().odds_moves() > 0 {
            return MovePruning::Keep;
        }
        let reduced = pruning_depth(depth, reduction);
        if noisy && Self::capture_is_futile(node, candidate, reduced) {
            return MovePruning::Skip;
        }
        if noisy || node.gives_check(mv) {
            // A capture or check that loses more than the depth can win back. That checks are spared
            // what follows, with the history divisors of step 12: -15 ± 26 Elo in 500 games at 5,000
            // nodes, and mates found that went unseen.
            let margin =
                -see_noisy() * depth - if noisy { history / see_noisy_history() } else { 0 };
            return match see_ge(position, mv, margin) {
                true => MovePruning::Keep,
                false => MovePruning::Skip,
            };
        }
        // Late move pruning: enough moves have been searched.
        if number as i32 > late_moves(depth, node.improving, node.is_pv(), node.table_pv) {
            return MovePruning::SkipAllQuiets;
        }
        // History pruning: a quiet move that has often failed.
        if depth <= HISTORY_PRUNING_DEPTH && history < -history_pruning() * depth {
            return MovePruning::Skip;
        }
        // Futility pruning: a quiet move with this history cannot raise the evaluation to alpha, and
        // those after it hardly can: by and large their histories are lower.
        let futile = node.static_eval + futility_margin(reduced, history);
        if !node.in_check && reduced <= FUTILITY_DEPTH && futile <= alpha && !alpha.is_decided() {
            return MovePruning::SkipAllQuiets;
        }
        // A quiet move that loses the piece moved.
        if !see_ge(position, mv, -see_quiet() * reduced * reduced) {
            return MovePruning::Skip;
        }
        MovePruning::Keep
    }

    /// Futility pruning of captures, at a reduced depth: whether the evaluation does not reach alpha
    /// even with what is captured.
    fn capture_is_futile(node: &Node<'_>, candidate: &Candidate, reduced: i32) -> bool {
        let Candidate { mv, history, .. } = *candidate;
        let alpha = node.window.alpha;
        if node.in_check
            || reduced > CAPTURE_FUTILITY_DEPTH
            || alpha.is_decided()
            || mv.promotion().is_some()
        {
            return false;
        }
        let Some(captured) = node.position.captured(mv) else { return false };
        let gain = SEE_VALUE[captured.kind().index()] + capture_futility_margin(reduced, history);
        node.static_eval + gain <= alpha && !node.gives_check(mv)
    }

    /// Step 11: how much deeper a move is searched. The table's move may be singular, that is, all
    /// others far worse; or several may be so good that the node fails high at once.
    fn extension(&mut self, node: &Node<'_>, mv: Move) -> Extension {
        let Node { position, ply, depth, shared, .. } = *node;
        let beta = node.window.beta;
        if mv.is_null() {
            // The only answer to a move of the odds costs no depth.
            return Extension::By(1);
        }
        let Some(entry) = node.entry.filter(|_| Some(mv) == node.table_move) else {
            return Extension::By(0);
        };
        let may_be_singular = ply > 0
            && node.excluded.is_none()
            && depth >= SINGULAR_DEPTH + i32::from(node.table_pv)
            && entry.depth >= depth - SINGULAR_ENTRY_DEPTH
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !entry.score.is_decided()
            && (ply as i32) < 3 * self.root_depth;
        if !may_be_singular {
            return Extension::By(0);
        }
        let singular_beta = entry.score - singular_margin(depth, node.table_pv && !node.is_pv());
        let kept = *self.frame(ply);
        self.frame(ply).excluded = Some(mv);
        let node_type = if node.is_cut() { NodeType::Cut } else { NodeType::All };
        let window = Window { alpha: singular_beta - 1, beta: singular_beta, node_type };
        let others = self.search(position, ply, singular_search_depth(depth), window, shared);
        *self.frame(ply) = Frame { excluded: None, ..kept };
        if others < singular_beta {
            let double = !node.is_pv() && others < singular_beta - double_extension();
            let triple =
                double && !position.is_noisy(mv) && others < singular_beta - triple_extension();
            return Extension::By(1 + i32::from(double) + i32::from(triple));
        }
        if others >= beta && !others.is_decided() {
            return Extension::MultiCut(others);
        }
        // It is one of several good moves. Where a cutoff is expected anyway, it needs less depth.
        if entry.score >= beta {
            Extension::By(-2 + i32::from(node.is_pv()))
        } else if node.is_cut() {
            Extension::By(-2)
        } else if entry.score <= node.window.alpha {
            Extension::By(-1)
        } else {
            Extension::By(0)
        }
    }

    /// Step 12: the score of a move. Late moves are searched to a reduced depth with a null
    /// window; one that beats alpha is searched again, to its full depth, and at a principal
    /// variation node with the full window.
    pub(super) fn search_move(&mut self, node: &Node<'_>, after: &Position, plan: Plan) -> Score {
        let Node { ply, window, shared, .. } = *node;
        let Plan { depth, first, reduction, best } = plan;
        let alpha = window.alpha;
        let pv = window.is_pv();
        // Above alpha, so that the first move at a principal variation node, which no null window
        // tries, is searched with the full window.
        let mut score = alpha + 1;
        if let Some(reduction) = reduction {
            let reduced = (depth - (reduction / PLY).max(0)).clamp(1, depth.max(1));
            let null = Window::null(alpha, NodeType::Cut);
            self.frame(ply).reduced = depth - reduced;
            score = -self.search(after, ply + 1, reduced, null, shared);
            self.frame(ply).reduced = 0;
            if score > alpha && reduced < depth {
                let deeper = i32::from(score > best + deeper_margin(depth));
                let shallower = i32::from(score < best + shallower());
                let again = depth + deeper - shallower;
                if again > reduced {
                    let null = Window::null(alpha, window.node_type.child());
                    score = -self.search(after, ply + 1, again, null, shared);
                    self.learn_from_research(node, again, score);
                }
            }
        } else if !pv || !first {
            let null = Window::null(alpha, window.node_type.child());
            score = -self.search(after, ply + 1, depth, null, shared);
        }
        if pv && (first || score > alpha) {
            score = -self.search(after, ply + 1, depth, window.for_child(), shared);
        }
        score
    }

    /// The line of a ply becomes this move and the child's line.
    pub(super) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.pvs.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }
}

impl Candidate {
    /// Whether it is a capture or promotion.
    pub(super) fn noisy(&self) -> bool {
        self.noisy
    }

    /// Its reduction in 1024ths of a ply, once it has been made: checks are reduced less.
    pub(super) fn reduction_after(&self, after: &Position) -> i32 {
        self.reduction - if after.in_check() { reduction_check() } else { 0 }
    }
}
