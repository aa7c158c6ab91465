//! The quiescence search, where no depth is left: captures and promotions, checks at its first ply,
//! and answers to checks, until the position is quiet enough for the evaluation. Where this becomes
//! nearly the whole search, as on boards crowded with queens, only single exchanges are followed.

use std::ops::ControlFlow::{Break, Continue};

use super::context::{Window, better_guess, blended, tt_cutoff};
use super::ends::is_stalemated;
use super::history::EarlierMoves;
use super::margins::{QSEARCH_NODES, QSEARCH_NODES_PER_NODE, QSEARCH_WEIGHT, qsearch_futility};
use super::picker::Picker;
use super::see::SEE_VALUE;
use super::table::{Bound, Entry};
use super::threats::Threats;
use super::worker::{Shared, Worker};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::rules::{Move, Position, Square};

/// Which moves the quiescence search makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QsearchMoves {
    /// Captures and promotions.
    Captures,
    /// Quiet checks too. Without them at the first ply a mating attack is seen two plies late.
    CapturesAndChecks,
    /// One capture on this square, where a piece has just been captured, and no answer to a check.
    Exchange(Square),
}

/// A node of the quiescence search whose moves may have to be made.
struct QsearchNode<'n> {
    shared: &'n Shared<'n>,
    position: &'n Position,
    /// Plies from the root.
    ply: usize,
    wanted: QsearchMoves,
    /// The window; its alpha is at least the score of standing pat.
    window: Window,
    /// The entry of the transposition table, if there is one.
    entry: Option<Entry>,
    /// Whether a move must be made: in check, or with the last move of an undertaking to mate.
    forced: bool,
    /// The evaluator's score; `None` where a move must be made.
    raw_eval: Option<Score>,
    /// The score of making no move; below every score where one must be made.
    standing: Score,
    /// The moves that led here.
    earlier: EarlierMoves,
}

impl QsearchNode<'_> {
    /// The moves of the node in order.
    fn picker(&self) -> Picker {
        let position = self.position;
        let table_move = self
            .entry
            .and_then(|entry| entry.best)
            .filter(|&mv| (self.forced || position.is_noisy(mv)) && position.is_legal(mv));
        if self.forced {
            Picker::all(table_move)
        } else {
            Picker::for_qsearch(table_move, self.wanted == QsearchMoves::CapturesAndChecks)
        }
    }

    /// Whether a move is none of those wanted, where only one exchange is followed.
    fn is_elsewhere(&self, mv: Move, tried: usize) -> bool {
        matches!(self.wanted, QsearchMoves::Exchange(square) if mv.to() != square || tried > 0)
            && !self.position.must_mate_now()
    }

    /// Futility: the most that a capture is expected to raise the score to, even if it is free.
    fn most_by_capture(&self, mv: Move) -> Option<Score> {
        if self.forced || mv.promotion().is_some() {
            return None;
        }
        let captured = self.position.captured(mv)?;
        Some(self.standing + qsearch_futility() + SEE_VALUE[captured.kind().index()])
    }

    /// Keeps what was found in the transposition table.
    fn store(&self, best: Option<Move>, score: Score, bound: Bound) {
        let pv = self.window.is_pv() || self.entry.is_some_and(|entry| entry.pv);
        let (eval, bound) = (self.raw_eval, Some(bound));
        let entry = Entry { best, score, eval, depth: 0, bound, pv };
        self.shared.store_tt(self.position, self.ply, entry);
    }
}

impl<E: Evaluator> Worker<E> {
    /// The score of a position for the side to move once the captures are over.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        ply: usize,
        wanted: QsearchMoves,
        window: Window,
        shared: &Shared<'_>,
    ) -> Score {
        if window.is_pv() {
            self.pvs[ply].clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.must_stop(shared) {
            return Score::ZERO;
        }
        match self.terminal_score(position, ply) {
            Break(score) => score,
            Continue(claim) if claim >= window.beta => claim,
            Continue(claim) => {
                let window = Window { alpha: window.alpha.max(claim), ..window };
                self.quiescence_on(position, ply, wanted, window, shared).max(claim)
            }
        }
    }

    /// The same for a position in which the game goes on.
    fn quiescence_on(
        &mut self,
        position: &Position,
        ply: usize,
        wanted: QsearchMoves,
        window: Window,
        shared: &Shared<'_>,
    ) -> Score {
        let in_check = position.in_check();
        if !in_check && is_stalemated(position) {
            return self.outcome_score(position.outcome_without_moves(), position, ply);
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(position);
        }
        if in_check && matches!(wanted, QsearchMoves::Exchange(_)) {
            return match position.has_legal_move() {
                true => self.evaluate(position).clipped(),
                false => self.outcome_score(position.outcome_without_moves(), position, ply),
            };
        }
        let entry = self.table_entry(position, ply, shared);
        if let Some(entry) = entry
            && !window.is_pv()
            && tt_cutoff(entry, window)
        {
            return entry.score;
        }
        let mut node = QsearchNode {
            shared,
            position,
            ply,
            wanted,
            window,
            entry,
            forced: in_check || position.must_mate_now(),
            raw_eval: None,
            standing: -Score::INFINITE,
            earlier: self.earlier_moves(ply),
        };
        if !node.forced {
            self.stand_pat(&mut node);
            if node.standing >= window.beta {
                node.standing = blended(node.standing, window.beta, QSEARCH_WEIGHT);
                if entry.is_none_or(|entry| entry.bound.is_none()) {
                    node.store(None, node.standing, Bound::Lower);
                }
                return node.standing;
            }
            node.window.alpha = window.alpha.max(node.standing);
        }
        self.quiescence_moves(&node)
    }

    /// Standing pat: no capture has to be made, so the evaluation is a lower bound.
    fn stand_pat(&mut self, node: &mut QsearchNode<'_>) {
        let known = node.entry.and_then(|entry| entry.eval);
        let raw = known.unwrap_or_else(|| self.evaluate(node.position));
        node.raw_eval = Some(raw);
        let learnt = self.histories.correction(node.position, &node.earlier);
        node.standing = better_guess((raw + learnt).clipped(), node.entry);
    }

    /// The score of a node by standing pat and by its moves.
    fn quiescence_moves(&mut self, node: &QsearchNode<'_>) -> Score {
        let QsearchNode { shared, position, ply, window, forced, .. } = *node;
        let Window { mut alpha, beta, .. } = window;
        let mut picker = node.picker();
        let mut best = node.standing;
        let mut best_move = None;
        let mut tried = 0;
        let earlier = &node.earlier;
        while let Some(mv) = picker.next(position, &self.histories, Threats::default, earlier) {
            shared.table.prefetch(position.likely_key_after(mv));
            let wins = position.wins_at_once(mv);
            if !wins && node.is_elsewhere(mv, tried) {
                continue;
            }
            tried += 1;
            if best > -Score::DECIDED_BOUND && !wins {
                // In check, one quiet answer that does not lose is enough.
                if forced && tried > 1 && !position.is_noisy(mv) {
                    picker.skip_quiets();
                    continue;
                }
                if let Some(most) = node.most_by_capture(mv).filter(|&most| most <= alpha)
                    && !alpha.is_decided()
                    && !position.gives_check(mv)
                {
                    best = best.max(most);
                    continue;
                }
            }
            let after = self.make(position, mv, ply, shared);
            self.qsearch_nodes += 1;
            let further = self.further(node.wanted, mv);
            let child = Window { alpha, ..window }.for_child();
            let score = -self.quiescence(&after, ply + 1, further, child, shared);
            self.unmake();
            if self.stopped {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if window.is_pv() {
                        self.extend_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        if forced && tried == 0 {
            return self.outcome_score(position.outcome_without_moves(), position, ply);
        }
        best = blended(best, beta, QSEARCH_WEIGHT);
        node.store(best_move, best, if best >= beta { Bound::Lower } else { Bound::Upper });
        best
    }

    /// Which moves are made after a move: all captures, until the quiescence search has had more
    /// than its share of the nodes; then only those on the square of this move.
    fn further(&self, wanted: QsearchMoves, mv: Move) -> QsearchMoves {
        let allowed = QSEARCH_NODES + QSEARCH_NODES_PER_NODE * (self.nodes - self.qsearch_nodes);
        match wanted {
            QsearchMoves::Exchange(_) => wanted,
            _ if self.qsearch_nodes > allowed => QsearchMoves::Exchange(mv.to()),
            _ => QsearchMoves::Captures,
        }
    }
}
