//! Step 14 of a node: what its search teaches. Moves that cut off get a bonus in the histories, those
//! tried before them a malus; the transposition table keeps the score; and the correction histories
//! learn how far the static evaluation was off. Nothing is searched here.

use arrayvec::ArrayVec;

use super::context::{Node, Window};
use super::history::PieceTo;
use super::margins::{
    EARLY_MOVES, history_beyond_beta, history_bonus, history_bonus_of_eval, history_malus,
    history_of_fail_low, history_of_noisy_cutoff, history_of_noisy_tried, history_of_refuted,
    history_of_research, history_of_table,
};
use super::table::{Bound, Entry};
use super::worker::{FRAMES_BEFORE_ROOT, Frame, Worker};
use crate::eval::{Evaluator, Score};
use crate::rules::{Move, Position};

/// The moves searched at a node without a cutoff. Those that find no room are not punished.
#[derive(Default)]
pub(super) struct Tried {
    quiets: ArrayVec<Move, 64>,
    noisy: ArrayVec<Move, 32>,
}

impl Tried {
    /// Adds a move, which may be a capture or promotion.
    pub(super) fn add(&mut self, mv: Move, noisy: bool) {
        let _ =
            if noisy { self.noisy.try_push(mv).is_ok() } else { self.quiets.try_push(mv).is_ok() };
    }
}

/// So many 1024ths of a bonus or malus.
fn share(points: i32, of: i32) -> i32 {
    points * of / 1024
}

impl<E: Evaluator> Worker<E> {
    /// A quiet move that led here is judged by what it did to the static evaluation.
    pub(super) fn judge_last_move(&mut self, node: &Node<'_>) {
        if node.in_check {
            return;
        }
        let Some((made, Some(before))) = self.last_quiet_move(node) else { return };
        // The two are seen from opposite sides.
        let raised = -(node.static_eval.0 + before.0);
        self.reward_last_move(node, made, history_bonus_of_eval(raised));
    }

    /// The table alone has cut off by a move. If that is quiet, it gets a bonus; if an early quiet move
    /// led here, that is refuted and gets a malus.
    pub(super) fn learn_from_table(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        entry: Entry,
        window: Window,
    ) {
        let fails_high = entry.score >= window.beta;
        let Some(mv) = entry.best.filter(|&mv| fails_high && position.is_legal(mv)) else { return };
        let Frame { made, quiet, number, .. } = self.frames[ply + FRAMES_BEFORE_ROOT - 1];
        if let Some(refuted) = made.filter(|_| ply > 0 && quiet && number <= EARLY_MOVES) {
            let malus = share(history_malus(depth), history_of_refuted());
            let earlier = self.earlier_moves(ply - 1);
            self.histories.reward_continuation(&earlier, refuted, malus);
        }
        if !position.is_noisy(mv) {
            let bonus = share(history_bonus(depth), history_of_table());
            let earlier = self.earlier_moves(ply);
            self.histories.reward_continuation(&earlier, PieceTo::of(position, mv), bonus);
        }
    }

    /// A reduced move has been searched again to a depth: if it is quiet, the score tells whether it
    /// was right to do so.
    pub(super) fn learn_from_research(&mut self, node: &Node<'_>, depth: i32, score: Score) {
        let Frame { made: Some(made), quiet: true, .. } = *self.frame(node.ply) else { return };
        let points = match score {
            _ if score >= node.window.beta => history_bonus(depth),
            _ if score <= node.window.alpha => history_malus(depth),
            _ => return,
        };
        let points = share(points, history_of_research());
        self.histories.reward_continuation(&node.earlier, made, points);
    }

    /// No move has reached alpha: a quiet move that led here was a good one.
    pub(super) fn learn_from_fail_low(&mut self, node: &Node<'_>) {
        let Some((made, _)) = self.last_quiet_move(node) else { return };
        let bonus = share(history_bonus(node.depth), history_of_fail_low());
        self.reward_last_move(node, made, bonus);
    }

    /// The quiet move that led to a node, if one did, and the static evaluation before it. Of a singular
    /// search nothing is learnt.
    fn last_quiet_move(&self, node: &Node<'_>) -> Option<(PieceTo, Option<Score>)> {
        if node.ply == 0 || node.excluded.is_some() {
            return None;
        }
        let Frame { made, eval, quiet, .. } = self.frames[node.ply + FRAMES_BEFORE_ROOT - 1];
        made.filter(|_| quiet).map(|made| (made, eval))
    }

    /// The quiet move that led to a node gets a bonus, or a malus below zero.
    fn reward_last_move(&mut self, node: &Node<'_>, made: PieceTo, bonus: i32) {
        let earlier = self.earlier_moves(node.ply - 1);
        self.histories.reward_continuation(&earlier, made, bonus);
    }

    /// A move has caused a cutoff with a score: it gets a bonus, the moves tried before it a malus.
    pub(super) fn learn_from_cutoff(
        &mut self,
        node: &Node<'_>,
        best: Move,
        score: Score,
        tried: &Tried,
    ) {
        let Node { position, earlier, .. } = node;
        let is_clear = score > node.window.beta + history_beyond_beta();
        let depth = node.depth + i32::from(is_clear);
        let (bonus, malus) = (history_bonus(depth), history_malus(depth));
        if position.is_noisy(best) {
            let bonus = share(bonus, history_of_noisy_cutoff());
            self.histories.reward_noisy(position, best, bonus);
        } else {
            let threats = node.threats().reach.all;
            self.histories.reward_quiet(position, threats, earlier, best, bonus);
            for &mv in &tried.quiets {
                self.histories.reward_quiet(position, threats, earlier, mv, malus);
            }
        }
        let malus = share(malus, history_of_noisy_tried());
        for &mv in &tried.noisy {
            self.histories.reward_noisy(position, mv, malus);
        }
    }

    /// Stores a node's score in the transposition table, and teaches the correction histories how
    /// far the static evaluation was off.
    pub(super) fn store_result(
        &mut self,
        node: &Node<'_>,
        best: Score,
        best_move: Option<Move>,
        bound: Bound,
    ) {
        let Node { position, ply, depth, .. } = *node;
        let entry = Entry {
            best: best_move,
            score: best,
            eval: node.raw_eval,
            depth,
            bound: Some(bound),
            pv: node.table_pv,
        };
        node.shared.store_tt(position, ply, entry);
        let quiet = best_move.is_none_or(|mv| !position.is_noisy(mv));
        // A bound on the side where the evaluation already is says nothing about its error.
        let corrects = match bound {
            Bound::Exact => true,
            Bound::Lower => best > node.static_eval,
            Bound::Upper => best < node.static_eval,
        };
        if !node.in_check && quiet && corrects && !best.is_decided() {
            let error = best.0 - node.static_eval.0;
            self.histories.correct(position, &node.earlier, error, depth);
        }
    }
}
