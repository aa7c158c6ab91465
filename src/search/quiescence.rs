//! Beyond the horizon: captures, promotions, at first checks too, and answers to checks,
//! until the position is quiet enough to be evaluated. Where a crowded board makes of this the
//! whole of the search, only single exchanges are followed.

use std::ops::ControlFlow::{Break, Continue};

use super::context::{Window, tt_cutoff};
use super::margins::{QSEARCH_FUTILITY, QSEARCH_NODES, QSEARCH_NODES_PER_NODE};
use super::picker::Picker;
use super::see::SEE_VALUE;
use super::table::{Bound, Entry};
use super::worker::{Shared, Worker};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::rules::{Bitboard, Move, Position, Square};

/// Which moves are looked at beyond the horizon.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QsearchMoves {
    /// Captures and promotions.
    Captures,
    /// Quiet checks too. Without them at the first ply an attack that ends in mate is seen two
    /// plies late.
    CapturesAndChecks,
    /// One capture on this square, where a piece has just been taken, and no answer to a check.
    Exchange(Square),
}

impl<E: Evaluator> Worker<E> {
    /// The score of a position for the player to move once the captures are over.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        ply: usize,
        beyond: QsearchMoves,
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
                self.calm_down(position, ply, beyond, window, shared).max(claim)
            }
        }
    }

    /// The same for a position in which the game goes on.
    fn calm_down(
        &mut self,
        position: &Position,
        ply: usize,
        beyond: QsearchMoves,
        window: Window,
        shared: &Shared<'_>,
    ) -> Score {
        let Window { mut alpha, beta, .. } = window;
        let pv = window.is_pv();
        let in_check = position.in_check();
        // Who must mate with this move may not stand pat either, and has but this one.
        let last = position.must_mate_now();
        let forced = in_check || last;
        // Where a lack of moves decides the game, a quiet position may be its end.
        if !in_check && position.stalemate_decides() && !position.has_legal_move() {
            return self.outcome_score(position.outcome_without_moves(), position, ply);
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluator.evaluate(position);
        }
        if in_check && matches!(beyond, QsearchMoves::Exchange(_)) {
            return match position.has_legal_move() {
                true => self.evaluator.evaluate(position).clipped(),
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

        // Standing pat: the player need not capture.
        let earlier = self.earlier_moves(ply);
        let mut best = -Score::INFINITE;
        let mut raw_eval = None;
        let mut futile = -Score::INFINITE;
        if !forced {
            let raw = entry
                .and_then(|entry| entry.eval)
                .unwrap_or_else(|| self.evaluator.evaluate(position));
            raw_eval = Some(raw);
            let learnt = self.histories.correction(position, &earlier);
            best = (raw + learnt).clipped();
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
            futile = best + QSEARCH_FUTILITY;
        }

        let table_move = entry
            .and_then(|entry| entry.best)
            .filter(|&mv| (forced || position.is_noisy(mv)) && position.is_legal(mv));
        let mut picker = if forced {
            Picker::all(table_move)
        } else {
            Picker::for_qsearch(table_move, beyond == QsearchMoves::CapturesAndChecks)
        };
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(position, &self.histories, || Bitboard::EMPTY, &earlier) {
            let wins = position.wins_at_once(mv);
            if !last
                && !wins
                && matches!(beyond, QsearchMoves::Exchange(square) if mv.to() != square || tried > 0)
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
                // A capture that cannot raise the evaluation to alpha even if it is free.
                if !forced
                    && mv.promotion().is_none()
                    && let Some(taken) = position.captured(mv)
                {
                    let gain = SEE_VALUE[taken.kind().index()];
                    if futile + gain <= alpha && !alpha.is_decided() && !wins {
                        best = best.max(futile + gain);
                        continue;
                    }
                }
            }
            let after = self.make(position, mv, ply, shared);
            self.nodes_beyond += 1;
            let further = self.further(beyond, mv);
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

    /// What is looked at after a move. All captures, while they are no more than a fair share of
    /// the search.
    fn further(&self, beyond: QsearchMoves, mv: Move) -> QsearchMoves {
        let fair = QSEARCH_NODES + QSEARCH_NODES_PER_NODE * (self.nodes - self.nodes_beyond);
        match beyond {
            QsearchMoves::Exchange(_) => beyond,
            _ if self.nodes_beyond > fair => QsearchMoves::Exchange(mv.to()),
            _ => QsearchMoves::Captures,
        }
    }
}
