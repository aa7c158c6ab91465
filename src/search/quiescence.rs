//! The quiescence search, where no depth is left: captures and promotions, checks at its first ply,
//! and answers to checks, until the position is quiet enough for the evaluation. Where this becomes
//! nearly the whole search, as on boards crowded with queens, only single exchanges are followed.

use std::ops::ControlFlow::{Break, Continue};

use super::context::{Window, tt_cutoff};
use super::margins::{QSEARCH_NODES, QSEARCH_NODES_PER_NODE, qsearch_futility};
use super::picker::Picker;
use super::see::SEE_VALUE;
use super::table::{Bound, Entry};
use super::worker::{Shared, Worker};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::rules::{Bitboard, Move, Position, Square};

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
        let Window { mut alpha, beta, .. } = window;
        let pv = window.is_pv();
        let in_check = position.in_check();
        // With the last move of an undertaking to mate, standing pat is not possible either.
        let last = position.must_mate_now();
        let forced = in_check || last;
        // Where the law makes more of stalemate than a draw, a quiet position may be the end.
        if !in_check && position.stalemate_decides() && !position.has_legal_move() {
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
            && !pv
            && tt_cutoff(entry, window)
        {
            return entry.score;
        }
        let table_pv = pv || entry.is_some_and(|entry| entry.pv);

        let result = |best, score, bound, eval| Entry {
            best,
            score,
            eval,
            depth: 0,
            bound: Some(bound),
            pv: table_pv,
        };

        // Standing pat: no capture has to be made, so the evaluation is a lower bound.
        let earlier = self.earlier_moves(ply);
        let mut best = -Score::INFINITE;
        let mut raw_eval = None;
        let mut futility_base = -Score::INFINITE;
        if !forced {
            let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position));
            raw_eval = Some(raw);
            let learnt = self.histories.correction(position, &earlier);
            best = (raw + learnt).clipped();
            // The table's score is a better guess where its bound says that the evaluation is off.
            if let Some(entry) = entry.filter(|entry| !entry.score.is_decided())
                && tt_cutoff(entry, Window { alpha: best, beta: best, ..window })
            {
                best = entry.score;
            }
            if best >= beta {
                if entry.is_none() {
                    shared.store_tt(position, ply, result(None, best, Bound::Lower, raw_eval));
                }
                return best;
            }
            alpha = alpha.max(best);
            futility_base = best + qsearch_futility();
        }

        let table_move = entry
            .and_then(|entry| entry.best)
            .filter(|&mv| (forced || position.is_noisy(mv)) && position.is_legal(mv));
        let mut picker = if forced {
            Picker::all(table_move)
        } else {
            Picker::for_qsearch(table_move, wanted == QsearchMoves::CapturesAndChecks)
        };
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(position, &self.histories, || Bitboard::EMPTY, &earlier) {
            let wins = position.wins_at_once(mv);
            if !last
                && !wins
                && matches!(wanted, QsearchMoves::Exchange(square) if mv.to() != square || tried > 0)
            {
                continue;
            }
            tried += 1;
            if best > -Score::DECIDED_BOUND {
                // In check, one quiet answer that does not lose is enough.
                let quiet = !position.is_noisy(mv);
                if forced && quiet && tried > 1 && !wins {
                    picker.skip_quiets();
                    continue;
                }
                // Futility: the capture does not raise the evaluation to alpha even if it is free.
                if !forced
                    && mv.promotion().is_none()
                    && let Some(captured) = position.captured(mv)
                {
                    let gain = SEE_VALUE[captured.kind().index()];
                    if futility_base + gain <= alpha && !alpha.is_decided() && !wins {
                        best = best.max(futility_base + gain);
                        continue;
                    }
                }
            }
            let after = self.make(position, mv, ply, shared);
            self.qsearch_nodes += 1;
            let further = self.further(wanted, mv);
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
                    if pv {
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
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        shared.store_tt(position, ply, result(best_move, best, bound, raw_eval));
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
