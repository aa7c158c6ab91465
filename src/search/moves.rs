//! Steps 9 to 13 of a node: its moves, one after another, and what is learnt from them.

use arrayvec::ArrayVec;

use super::history::PieceTo;
use super::node::{Node, NodeType, PLY, REDUCTIONS, Window};
use super::picker::{Picker, Stage};
use super::see::see_ge;
use super::table::{Bound, Entry};
use super::worker::{FRAMES_BEFORE_ROOT, Frame, Shared, Worker};
use crate::eval::{Evaluator, Score};
use crate::rules::{Bitboard, Move, Position};

/// What to do with a move that promises little.
enum MovePruning {
    Not,
    This,
    ThisAndAllQuiet,
}

enum Extension {
    /// So many plies deeper; fewer when negative.
    By(i32),
    /// Several moves refute the position: this is its score.
    MultiCut(Score),
}

impl<E: Evaluator> Worker<E> {
    /// Steps 9 to 13: the moves, one after another.
    pub(super) fn search_moves(
        &mut self,
        node: Node<'_>,
        window: Window,
        shared: &Shared<'_>,
    ) -> Score {
        let Node { position, ply, pv, .. } = node;
        let Window { mut alpha, beta, .. } = window;
        let mut depth = node.depth;
        // 9. Internal iterative reduction: without a move from the table the order is poor.
        if depth >= 4 && node.table_move.is_none() && (pv || node.cut) && node.excluded.is_none() {
            depth -= 1;
        }
        let before = self.continuation_moves(ply);
        let mut picker = Picker::all(node.table_move);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut number = 0;
        let mut quiets_tried = ArrayVec::<Move, 64>::new();
        let mut noisy_tried = ArrayVec::<Move, 32>::new();

        while let Some(mv) = picker.next(position, &self.histories, || node.threats(), &before) {
            if Some(mv) == node.excluded {
                continue;
            }
            number += 1;
            let noisy = position.is_noisy(mv);
            // Nothing depends on how the first move has served.
            let history = if number == 1 {
                0
            } else if noisy {
                self.histories.of_noisy(position, mv)
            } else {
                self.histories.quiets(position, node.threats(), &before).score(position, mv)
            };
            let mut reduction = self.reduction(&node, depth, number, history, noisy);
            // 10. Near the horizon the moves that promise little are left out, never one that wins
            // at once by the law.
            if ply > 0 && best > -Score::DECIDED_BOUND {
                match self.prune_move(&node, mv, depth, number, history, noisy, alpha, reduction) {
                    MovePruning::Not => {}
                    _ if position.wins_at_once(mv) => {}
                    MovePruning::This => continue,
                    MovePruning::ThisAndAllQuiet => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            // 11. Extensions.
            let extension = match self.extension(&node, mv, depth, beta, shared) {
                Extension::By(plies) => plies,
                Extension::MultiCut(score) => return score,
            };
            if self.stopped {
                return Score::ZERO;
            }
            let after = self.make(position, mv, ply, shared);
            // A check forces; reduced like other late moves, sacrifices that mate go unseen.
            if after.in_check() {
                reduction -= 3 * PLY;
            }
            let new_depth = depth - 1 + extension;

            let try_late =
                depth >= 2 && number > 1 + usize::from(pv) && picker.stage() > Stage::GoodNoisy;
            let reduction = try_late.then_some(reduction);
            let here = Window { alpha, ..window };
            let score = self.search_move(
                &after,
                ply,
                new_depth,
                here,
                number == 1,
                reduction,
                best,
                shared,
            );
            self.unmake();
            if self.stopped {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if pv {
                        self.extend_pv(ply, mv);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        self.frame(ply).cutoffs += 1;
                        break;
                    }
                    alpha = score;
                    bound = Bound::Exact;
                }
            }
            let _ = if noisy {
                noisy_tried.try_push(mv).is_ok()
            } else {
                quiets_tried.try_push(mv).is_ok()
            };
        }
        // 13. No legal move: the law says what that is. With a move left out it says nothing.
        if number == 0 {
            return if node.excluded.is_some() {
                alpha
            } else {
                self.outcome_score(position.outcome_without_moves(), position, ply)
            };
        }
        if let Some(mv) = best_move.filter(|_| bound == Bound::Lower) {
            self.update_histories(
                position,
                node.threats(),
                &before,
                mv,
                depth,
                &quiets_tried,
                &noisy_tried,
            );
        }
        if node.excluded.is_none() {
            self.remember(&node, best, best_move, bound, depth, shared);
        }
        best
    }

    /// 12. Late moves are searched less deep and with no window; those that surprise, again.
    #[allow(clippy::too_many_arguments)] // the loop's state, seen once
    pub(super) fn search_move(
        &mut self,
        after: &Position,
        ply: usize,
        depth: i32,
        window: Window,
        first: bool,
        reduction: Option<i32>,
        best: Score,
        shared: &Shared<'_>,
    ) -> Score {
        let alpha = window.alpha;
        let pv = window.is_pv();
        let mut score = alpha + 1;
        if let Some(reduction) = reduction {
            let reduced = (depth - (reduction / PLY).max(0)).clamp(1, depth.max(1));
            score =
                -self.search(after, ply + 1, reduced, Window::scout(alpha, NodeType::Cut), shared);
            if score > alpha && reduced < depth {
                let deeper = i32::from(score > best + 40 + 2 * depth);
                let shallower = i32::from(score < best + 8);
                let again = depth + deeper - shallower;
                if again > reduced {
                    let scout = Window::scout(alpha, window.node.child());
                    score = -self.search(after, ply + 1, again, scout, shared);
                }
            }
        } else if !pv || !first {
            let scout = Window::scout(alpha, window.node.child());
            score = -self.search(after, ply + 1, depth, scout, shared);
        }
        if pv && (first || score > alpha) {
            score = -self.search(after, ply + 1, depth, window.below(alpha), shared);
        }
        score
    }

    /// The reduction of a move, in 1024ths of a ply.
    pub(super) fn reduction(
        &self,
        node: &Node<'_>,
        depth: i32,
        number: usize,
        history: i32,
        noisy: bool,
    ) -> i32 {
        let mut reduction = REDUCTIONS[depth.clamp(0, 63) as usize][number.min(63)];
        reduction -= PLY * i32::from(node.table_pv);
        reduction += PLY * i32::from(!node.improving);
        reduction += 2 * PLY * i32::from(node.cut);
        reduction -= PLY / 2 * i32::from(node.pv);
        if node.table_move.is_some_and(|mv| node.position.is_noisy(mv)) {
            reduction += PLY;
        }
        if self.frames[node.ply + FRAMES_BEFORE_ROOT + 1].cutoffs > 3 {
            reduction += PLY;
        }
        reduction - if noisy { history / 10 } else { history / 16 }
    }

    #[allow(clippy::too_many_arguments)] // one line each in a loop that would otherwise repeat it
    fn prune_move(
        &self,
        node: &Node<'_>,
        mv: Move,
        depth: i32,
        number: usize,
        history: i32,
        noisy: bool,
        alpha: Score,
        reduction: i32,
    ) -> MovePruning {
        let position = node.position;
        if position.board().odds_moves() > 0 {
            return MovePruning::Not;
        }
        let reduced = (depth - reduction / PLY).max(0);
        if noisy || node.gives_check(mv) {
            // A capture or check that loses more than depth can make good.
            let margin = -150 * depth - if noisy { history / 32 } else { 0 };
            return match see_ge(position, mv, margin) {
                true => MovePruning::Not,
                false => MovePruning::This,
            };
        }
        // Late quiet moves.
        let enough = (4 + depth * depth) / (2 - i32::from(node.improving));
        if number as i32 > enough {
            return MovePruning::ThisAndAllQuiet;
        }
        // Quiet moves that have served badly.
        if depth <= 5 && history < -7000 * depth {
            return MovePruning::This;
        }
        // Quiet moves that cannot raise the evaluation to alpha.
        let futile = node.static_eval + 110 + 110 * reduced;
        if !node.in_check && reduced <= 7 && futile <= alpha && !alpha.is_decided() {
            return MovePruning::ThisAndAllQuiet;
        }
        if !see_ge(position, mv, -22 * reduced * reduced) {
            return MovePruning::This;
        }
        MovePruning::Not
    }

    /// How much deeper a move should be searched. The table's move may be singular: all others far
    /// worse; or several may be good enough to cut at once.
    fn extension(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        depth: i32,
        beta: Score,
        shared: &Shared<'_>,
    ) -> Extension {
        let Node { position, ply, .. } = *node;
        if mv.is_null() {
            // The one answer to a move of the odds costs no depth.
            return Extension::By(1);
        }
        let Some(entry) = node.entry.filter(|_| Some(mv) == node.table_move) else {
            return Extension::By(0);
        };
        let may_be_singular = ply > 0
            && node.excluded.is_none()
            && depth >= 6 + i32::from(node.table_pv)
            && entry.depth >= depth - 3
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !entry.score.is_decided()
            && (ply as i32) < 2 * self.root_depth;
        if !may_be_singular {
            return Extension::By(0);
        }
        let margin = depth + i32::from(node.table_pv && !node.pv) * depth;
        let singular_beta = entry.score - margin;
        let kept = *self.frame(ply);
        self.frame(ply).excluded = Some(mv);
        let node_type = if node.cut { NodeType::Cut } else { NodeType::All };
        let window = Window { alpha: singular_beta - 1, beta: singular_beta, node: node_type };
        let others = self.search(position, ply, (depth - 1) / 2, window, shared);
        *self.frame(ply) = Frame { excluded: None, ..kept };
        if others < singular_beta {
            let far = !node.pv && others < singular_beta - 18;
            let very_far = far && !position.is_noisy(mv) && others < singular_beta - 90;
            return Extension::By(1 + i32::from(far) + i32::from(very_far));
        }
        if others >= beta && !others.is_decided() {
            return Extension::MultiCut(others);
        }
        if entry.score >= beta {
            Extension::By(-2 + i32::from(node.pv))
        } else if node.cut {
            Extension::By(-2)
        } else {
            Extension::By(0)
        }
    }

    pub(super) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.pvs.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// A move has refuted the position: it is rewarded, those tried before it are punished.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn update_histories(
        &mut self,
        position: &Position,
        threats: Bitboard,
        before: &[Option<PieceTo>; 4],
        best: Move,
        depth: i32,
        quiets: &[Move],
        noisy: &[Move],
    ) {
        let bonus = (160 * depth - 80).min(1800);
        let malus = -(180 * depth - 60).min(1600);
        if position.is_noisy(best) {
            self.histories.reward_noisy(position, best, bonus);
        } else {
            self.histories.reward_quiet(position, threats, before, best, bonus);
            for &mv in quiets {
                self.histories.reward_quiet(position, threats, before, mv, malus);
            }
        }
        for &mv in noisy {
            self.histories.reward_noisy(position, mv, malus);
        }
    }

    pub(super) fn remember(
        &mut self,
        node: &Node<'_>,
        best: Score,
        best_move: Option<Move>,
        bound: Bound,
        depth: i32,
        shared: &Shared<'_>,
    ) {
        let Node { position, ply, .. } = *node;
        let eval = if node.in_check { None } else { node.raw_eval };
        let entry = Entry {
            best: best_move,
            score: best,
            eval,
            depth,
            bound: Some(bound),
            pv: node.table_pv,
        };
        shared.table.store(position.key(), ply, entry);
        let quiet = best_move.is_none_or(|mv| !position.is_noisy(mv));
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => best > node.static_eval,
            Bound::Upper => best < node.static_eval,
        };
        if !node.in_check && quiet && tells && !best.is_decided() {
            let error = best.0 - node.static_eval.0;
            self.histories.correct(position, &self.last_moves(ply), error, depth);
        }
    }
}
