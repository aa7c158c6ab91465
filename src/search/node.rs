//! A node of the tree: principal variation search in numbered steps. Steps 1 to 5 are here, 6 to 8
//! in `prune.rs`, 9 to 13 in `moves.rs`, 14 in `learn.rs`. Whatever a law decides is asked of the
//! position; no step knows which law it is.

use std::cell::OnceCell;
use std::ops::ControlFlow::{Break, Continue};

use super::context::{Node, Window, better_guess, tt_cutoff};
use super::margins::{HINDSIGHT_REDUCED, hindsight};
use super::quiescence::QsearchMoves;
use super::table::Entry;
use super::worker::{FRAMES_BEFORE_ROOT, Frame, Shared, Worker};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::rules::Position;
use crate::rules::laws::DrawnBy;

/// From this count of the fifty-move rule on, in plies, the table gives no cutoff: its scores know
/// nothing of the count.
const NO_TT_CUTOFF_FROM: u16 = 90;

impl<E: Evaluator> Worker<E> {
    /// The score of a position for the player to move, within a window.
    pub(super) fn search(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        window: Window,
        shared: &Shared<'_>,
    ) -> Score {
        let pv = window.is_pv();
        if pv {
            self.pvs[ply].clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        // 1. At depth 0 the quiescence search takes over, with captures and checks only. The checks,
        //    with their smaller reduction and without ProbCut: +27 ± 23 Elo in 663 games.
        if depth <= 0 {
            return self.quiescence(position, ply, QsearchMoves::CapturesAndChecks, window, shared);
        }
        if self.must_stop(shared) {
            return Score::ZERO;
        }
        // 2. The game may be over, or the side to move may be able to claim a draw. A claim is a
        //    lower bound of the score; one below every score stands for none.
        match self.terminal_score(position, ply) {
            Break(score) => score,
            Continue(claim) if claim >= window.beta => claim,
            Continue(claim) => {
                let window = Window { alpha: window.alpha.max(claim), ..window };
                self.search_on(position, ply, depth, window, shared).max(claim)
            }
        }
    }

    /// Steps 3 to 14: the score of a position in which the game goes on.
    fn search_on(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        window: Window,
        shared: &Shared<'_>,
    ) -> Score {
        let pv = window.is_pv();
        let mut alpha = window.alpha;
        // Still 2. If a move can repeat an earlier position, the score is at least that of the
        // repetition. With the checks of step 1: +54 ± 28 Elo in 664 games.
        let cycle = self.outcome_score(position.drawn(DrawnBy::ThirdOccurrence), position, ply + 1);
        if alpha < cycle && self.upcoming_repetition(position) {
            alpha = cycle;
            if alpha >= window.beta {
                return alpha;
            }
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(position);
        }
        // 3. Mate distance: nothing here can beat a shorter mate already found. The side to move
        //    may have won at this very ply where a lack of moves wins.
        let soonest = if position.side_to_move_may_have_won() { ply } else { ply + 1 };
        alpha = alpha.max(Score::mated_in(ply));
        let beta = window.beta.min(Score::mate_in(soonest));
        if alpha >= beta {
            return alpha;
        }
        let window = Window { alpha, beta, ..window };

        // 4. The transposition table: a deep enough entry may answer the node. A singular search
        //    (step 11) looks for what the entry does not say.
        let excluded = self.frame(ply).excluded;
        let entry = if excluded.is_some() { None } else { self.table_entry(position, ply, shared) };
        if let Some(entry) = entry
            && !pv
            && entry.depth >= depth
            && position.fifty_count() < NO_TT_CUTOFF_FROM
            && tt_cutoff(entry, window)
        {
            self.learn_from_table(position, ply, depth, entry, window);
            return entry.score;
        }
        // 5. The tablebases.
        if excluded.is_none()
            && let Some(score) = self.probe_tablebases(position, ply, depth, window, shared)
        {
            return score;
        }
        let mut node = self.evaluate_node(position, ply, depth, window, entry, shared);
        self.judge_last_move(&node);
        // Hindsight: a reduced move that proves as bad as was thought is reduced further.
        if self.was_rightly_reduced(&node) {
            node.depth -= 1;
        }
        // 6 to 8. Pruning the whole node. In the singular search of step 11 nothing is pruned so:
        //    the node itself was not, a moment ago.
        if !node.in_check
            && !pv
            && !position.must_mate_now()
            && excluded.is_none()
            && let Some(score) = self.prune_node(&node)
        {
            node.store_eval();
            return score;
        }
        self.search_moves(node)
    }

    /// Whether a reduced move has led here after which the static evaluation is better than before for
    /// the side now to move: then the move is as bad as was thought.
    fn was_rightly_reduced(&self, node: &Node<'_>) -> bool {
        let Frame { reduced, eval, .. } = self.frames[node.ply + FRAMES_BEFORE_ROOT - 1];
        node.depth >= 2
            && reduced >= HINDSIGHT_REDUCED
            && !node.in_check
            && node.excluded.is_none()
            && eval.is_some_and(|before| node.static_eval.0 + before.0 > hindsight())
    }

    /// Evaluates a node, and gathers what its steps need. In check there is no evaluation: the
    /// one of two plies before stands in.
    pub(super) fn evaluate_node<'n>(
        &mut self,
        position: &'n Position,
        ply: usize,
        depth: i32,
        window: Window,
        entry: Option<Entry>,
        shared: &'n Shared<'n>,
    ) -> Node<'n> {
        let excluded = self.frame(ply).excluded;
        let earlier = self.earlier_moves(ply);
        let in_check = position.in_check();
        let table_move = entry.and_then(|entry| entry.best).filter(|&mv| position.is_legal(mv));
        if let Some(mv) = table_move {
            shared.table.prefetch(position.likely_key_after(mv));
        }
        let (raw_eval, static_eval, eval) = if in_check {
            let before = self.frames[ply + FRAMES_BEFORE_ROOT - 2].eval.unwrap_or(Score::ZERO);
            self.frame(ply).eval = None;
            (None, before, before)
        } else if let (Some(_), Some(known)) = (excluded, self.frame(ply).eval) {
            // A singular search is of a node that has been evaluated.
            (None, known, known)
        } else {
            let known = entry.and_then(|entry| entry.eval);
            let raw = known.unwrap_or_else(|| self.evaluate(position));
            let learnt = self.histories.correction(position, &earlier);
            let corrected = (raw + learnt).clipped();
            self.frame(ply).eval = Some(corrected);
            (Some(raw), corrected, better_guess(corrected, entry))
        };
        let past = |plies: usize| self.frames[ply + FRAMES_BEFORE_ROOT - plies].eval;
        let has_risen = past(2).or_else(|| past(4)).is_none_or(|before| static_eval > before);
        let improving = !in_check && (has_risen || static_eval >= window.beta);
        self.frame(ply + 2).cutoffs = 0;
        Node {
            shared,
            position,
            ply,
            depth,
            window,
            in_check,
            entry,
            table_move,
            table_pv: window.is_pv() || entry.is_some_and(|entry| entry.pv),
            raw_eval,
            static_eval,
            eval,
            improving,
            excluded,
            earlier,
            checks: OnceCell::new(),
            threats: OnceCell::new(),
            pieces_alone_move: OnceCell::new(),
        }
    }
}
