//! A node of the tree: principal variation search in numbered steps. Whatever a law decides is
//! asked of the position; no step knows which law it is.

use std::cell::OnceCell;
use std::ops::ControlFlow::{Break, Continue};

use once_cell::sync::Lazy;

use super::history::{PieceTo, threats};
use super::quiescence::QsearchMoves;
use super::table::{Bound, Entry};
use super::worker::{FRAMES_BEFORE_ROOT, Frame, Shared, Worker};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::rules::laws::DrawnBy;
use crate::rules::{Bitboard, Checks, Move, Position};

/// Late move reductions in 1024ths of a ply, by depth and by the move's number.
pub(super) static REDUCTIONS: Lazy<[[i32; 64]; 64]> = Lazy::new(|| {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            let logs = (depth as f64).ln() * (number as f64).ln();
            *reduction = ((0.75 + logs / 2.3) * 1024.0) as i32;
        }
    }
    table
});

/// One ply of reduction.
pub(super) const PLY: i32 = 1024;

/// What a node is expected to be (Knuth and Moore, 1975). The parent says so; the width of the
/// window does not, which the moves of a principal variation can narrow to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeType {
    /// On the principal variation: its line is wanted.
    Pv,
    /// Expected to fail high.
    Cut,
    /// Expected to fail low.
    All,
}

impl NodeType {
    /// What a child is when its parent is this and the window has no width.
    pub(super) fn child(self) -> Self {
        if self == Self::Cut { Self::All } else { Self::Cut }
    }
}

/// The window and the type of a node.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) node: NodeType,
}

impl Window {
    pub(super) fn is_pv(self) -> bool {
        self.node == NodeType::Pv
    }

    /// The window of no width just above alpha, seen by the opponent.
    pub(super) fn scout(alpha: Score, node: NodeType) -> Self {
        Self { alpha: -alpha - 1, beta: -alpha, node }
    }

    /// This window with a higher alpha, seen by the opponent.
    pub(super) fn below(self, alpha: Score) -> Self {
        Self { alpha: -self.beta, beta: -alpha, ..self }
    }
}

/// What the steps of one node share.
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) pv: bool,
    pub(super) cut: bool,
    pub(super) in_check: bool,
    /// What the table knows, if it does.
    pub(super) entry: Option<Entry>,
    pub(super) table_move: Option<Move>,
    /// Whether this position stands, or stood once, on a principal variation.
    pub(super) table_pv: bool,
    /// The evaluation as the evaluator gives it.
    pub(super) raw_eval: Option<Score>,
    /// The same with what has been learnt of its errors.
    pub(super) static_eval: Score,
    /// The best guess at the score, the table's included.
    pub(super) eval: Score,
    /// Whether the evaluation has risen since our last move.
    pub(super) improving: bool,
    pub(super) excluded: Option<Move>,
    checks: OnceCell<Checks>,
    threats: OnceCell<Bitboard>,
}

impl Node<'_> {
    /// Whether a legal move gives check.
    pub(super) fn gives_check(&self, mv: Move) -> bool {
        let checks = self.checks.get_or_init(|| self.position.checks());
        self.position.gives_check_by(checks, mv)
    }

    /// The squares that the opponent attacks.
    pub(super) fn threats(&self) -> Bitboard {
        *self.threats.get_or_init(|| threats(self.position, self.position.turn().other()))
    }
}

impl<E: Evaluator> Worker<E> {
    /// The frame of a ply.
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + FRAMES_BEFORE_ROOT]
    }

    /// The steps made 1, 2, 4 and 6 plies ago.
    pub(super) fn continuation_moves(&self, ply: usize) -> [Option<PieceTo>; 4] {
        let step = |back: usize| self.frames[ply + FRAMES_BEFORE_ROOT - back].step;
        [step(1), step(2), step(4), step(6)]
    }

    pub(super) fn last_moves(&self, ply: usize) -> [Option<PieceTo>; 2] {
        let step = |back: usize| self.frames[ply + FRAMES_BEFORE_ROOT - back].step;
        [step(1), step(2)]
    }

    /// Makes a legal move for the line being searched.
    pub(super) fn make(
        &mut self,
        position: &Position,
        mv: Move,
        ply: usize,
        shared: &Shared<'_>,
    ) -> Position {
        let after = position.play_with_key(mv, |key| shared.table.prefetch(key));
        self.frame(ply).step = Some(PieceTo::of(position, mv));
        self.keys.push(after.repetition_key());
        self.evaluator.play(position, mv, &after);
        self.nodes += 1;
        after
    }

    pub(super) fn unmake(&mut self) {
        self.keys.pop();
        self.evaluator.undo();
    }

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
        // 1. At the horizon only captures and checks are looked at.
        if depth <= 0 {
            return self.quiescence(position, ply, QsearchMoves::CapturesAndChecks, window, shared);
        }
        if self.must_stop(shared) {
            return Score::ZERO;
        }
        // 2. The game may be over, or the side to move sure of a draw that he may claim.
        match self.terminal_score(position, ply) {
            Break(score) => score,
            Continue(claim) if claim >= window.beta => claim,
            Continue(claim) => {
                let window = Window { alpha: window.alpha.max(claim), ..window };
                self.search_on(position, ply, depth, window, shared).max(claim)
            }
        }
    }

    /// Steps 3 to 13: the score of a position in which the game goes on.
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
        // Or able to close a cycle and sure of its worth.
        let cycle = self.outcome_score(position.drawn(DrawnBy::ThirdOccurrence), position, ply + 1);
        if alpha < cycle && self.upcoming_repetition(position) {
            alpha = cycle;
            if alpha >= window.beta {
                return alpha;
            }
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluator.evaluate(position);
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

        // 4. The table.
        let excluded = self.frame(ply).excluded;
        let entry = if excluded.is_some() { None } else { self.table_entry(position, ply, shared) };
        if let Some(entry) = entry
            && !pv
            && entry.depth >= depth + i32::from(entry.score >= beta)
            && position.fifty_count() < 90
            && tt_cutoff(entry, window)
        {
            return entry.score;
        }
        // 5. The tablebases.
        if excluded.is_none()
            && let Some(score) = self.probe_tablebases(position, ply, depth, window, shared)
        {
            return score;
        }
        let node = self.evaluate_node(position, ply, depth, window, entry, excluded);
        // 6 to 8. Reasons to return without looking at the moves.
        if !node.in_check
            && !pv
            && !position.must_mate_now()
            && excluded.is_none()
            && let Some(score) = self.prune_node(&node, window, shared)
        {
            return score;
        }
        self.search_moves(node, window, shared)
    }

    /// Evaluates a node and gathers what its steps need.
    pub(super) fn evaluate_node<'p>(
        &mut self,
        position: &'p Position,
        ply: usize,
        depth: i32,
        window: Window,
        entry: Option<Entry>,
        excluded: Option<Move>,
    ) -> Node<'p> {
        let pv = window.is_pv();
        let in_check = position.in_check();
        let table_move = entry.and_then(|entry| entry.best).filter(|&mv| position.is_legal(mv));
        let (raw_eval, static_eval, eval) = if in_check {
            let before = self.frames[ply + FRAMES_BEFORE_ROOT - 2].eval.unwrap_or(Score::ZERO);
            self.frame(ply).eval = None;
            (None, before, before)
        } else if let (Some(_), Some(known)) = (excluded, self.frame(ply).eval) {
            (None, known, known)
        } else {
            let known = entry.and_then(|entry| entry.eval);
            let raw = known.unwrap_or_else(|| self.evaluator.evaluate(position));
            let learnt = self.histories.correction(position, &self.last_moves(ply));
            let corrected = (raw + learnt).clipped();
            self.frame(ply).eval = Some(corrected);
            let bounded = entry.filter(|entry| {
                !entry.score.is_decided()
                    && match entry.bound {
                        Some(Bound::Exact) => true,
                        Some(Bound::Lower) => entry.score > corrected,
                        Some(Bound::Upper) => entry.score < corrected,
                        None => false,
                    }
            });
            (Some(raw), corrected, bounded.map_or(corrected, |entry| entry.score))
        };
        let past = |plies: usize| self.frames[ply + FRAMES_BEFORE_ROOT - plies].eval;
        let improving =
            !in_check && past(2).or_else(|| past(4)).is_none_or(|before| static_eval > before);
        self.frame(ply + 2).cutoffs = 0;
        Node {
            position,
            ply,
            depth,
            pv,
            cut: window.node == NodeType::Cut,
            in_check,
            entry,
            table_move,
            table_pv: pv || entry.is_some_and(|entry| entry.pv),
            raw_eval,
            static_eval,
            eval,
            improving,
            excluded,
            checks: OnceCell::new(),
            threats: OnceCell::new(),
        }
    }
}

/// Whether what the table knows settles a node with this window.
pub(super) fn tt_cutoff(entry: Entry, window: Window) -> bool {
    match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.score >= window.beta,
        Some(Bound::Upper) => entry.score <= window.alpha,
        None => false,
    }
}
