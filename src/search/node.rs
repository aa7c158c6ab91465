//! A node of the tree: principal variation search in numbered steps. Whatever a law decides is
//! asked of the position; no step knows which law it is.

use std::sync::atomic::Ordering::Relaxed;

use arrayvec::ArrayVec;
use once_cell::sync::Lazy;

use super::history::{Step, threats};
use super::picker::{Picker, Stage};
use super::request::{Observer, Wdl};
use super::see::exchange_is_at_least;
use super::table::{Bound, Entry};
use super::worker::{BEFORE_ROOT, Frame, Shared, Worker};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::rules::laws::{Breach, DrawnBy, Outcome, Reason};
use crate::rules::{Bitboard, Move, Position};

/// Late move reductions in 1024ths of a ply, by depth and by the move's number.
static REDUCTIONS: Lazy<[[i32; 64]; 64]> = Lazy::new(|| {
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
const PLY: i32 = 1024;

/// The window and the rank of a node.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Whether the node is expected to fail high.
    pub(super) cut: bool,
}

impl Window {
    fn is_pv(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }

    /// The window of no width just above alpha, seen by the adversary.
    fn scout(alpha: Score, cut: bool) -> Self {
        Self { alpha: -alpha - 1, beta: -alpha, cut }
    }
}

/// What the steps of one node share.
struct Node<'p> {
    position: &'p Position,
    ply: usize,
    depth: i32,
    pv: bool,
    cut: bool,
    in_check: bool,
    /// What the table knows, if it does.
    entry: Option<Entry>,
    table_move: Option<Move>,
    /// Whether this position stands, or stood once, on a principal variation.
    table_pv: bool,
    /// The evaluation as the evaluator gives it.
    raw_eval: Option<Score>,
    /// The same with what has been learnt of its errors.
    static_eval: Score,
    /// The best guess at the score, the table's included.
    eval: Score,
    /// Whether the evaluation has risen since our last move.
    improving: bool,
    excluded: Option<Move>,
}

impl<E: Evaluator> Worker<E> {
    /// The frame of a ply.
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// The steps made 1, 2, 4 and 6 plies ago.
    pub(super) fn steps_before(&self, ply: usize) -> [Option<Step>; 4] {
        [1, 2, 4, 6].map(|back| self.frames[ply + BEFORE_ROOT - back].step)
    }

    fn last_steps(&self, ply: usize) -> [Option<Step>; 2] {
        [1, 2].map(|back| self.frames[ply + BEFORE_ROOT - back].step)
    }

    /// Makes a legal move for the line being searched.
    pub(super) fn make(
        &mut self,
        position: &Position,
        mv: Move,
        ply: usize,
        shared: &Shared<'_>,
    ) -> Position {
        let after = position.play(mv);
        shared.table.prefetch(after.key());
        self.frame(ply).step = Some(Step::of(position, mv));
        self.keys.push(after.repetition_key());
        self.evaluator.play(position, mv, &after);
        self.nodes += 1;
        after
    }

    pub(super) fn unmake(&mut self) {
        self.keys.pop();
        self.evaluator.undo();
    }

    /// The score of a game that has ended, for the player to move. What the position itself
    /// decides is a mate score; what hangs on the game's history lies just below those.
    pub(super) fn worth(&self, outcome: Outcome, position: &Position, ply: usize) -> Score {
        let by_history = matches!(
            outcome.reason,
            Reason::Undertaking(Breach::NotMated(by)) if by != DrawnBy::Dead && by != DrawnBy::Stalemate
        );
        let win = match by_history {
            true => Score::BY_HISTORY - ply as i32,
            false => Score::mate_in(ply),
        };
        match outcome.winner {
            None => Score::ZERO,
            Some(winner) if winner == position.turn() => win,
            Some(_) => -win,
        }
    }

    /// How the game has ended here by the law, or by a cycle, which a search takes for a draw
    /// under every law.
    pub(super) fn ended(&self, position: &Position, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.standing_outcome() {
            // Mate on the board comes before the counts and before a limit that has passed.
            let outcome = if position.in_check() && !position.board().has_legal_move() {
                position.outcome_without_moves()
            } else {
                outcome
            };
            return Some(self.worth(outcome, position, ply));
        }
        if position.fifty_moves_are_full() {
            let mated = position.in_check() && !position.board().has_legal_move();
            let outcome = if mated {
                position.outcome_without_moves()
            } else {
                position.drawn(DrawnBy::FiftyMoves)
            };
            return Some(self.worth(outcome, position, ply));
        }
        self.is_repetition(position)
            .then(|| self.worth(position.drawn(DrawnBy::ThirdOccurrence), position, ply))
    }

    /// Whether the position has stood once before in the line searched, or twice in the game.
    fn is_repetition(&self, position: &Position) -> bool {
        let now = self.keys.len() - 1;
        let oldest = now.saturating_sub(usize::from(position.halfmove())).max(self.key_floor);
        let key = self.keys[now];
        let mut seen = 0;
        // The same player is to move every second ply, and no cycle is shorter than four.
        let mut index = now;
        while index >= oldest + 2 {
            index -= 2;
            if self.keys[index] == key && now - index >= 4 {
                seen += 1;
                if index >= self.game_keys || seen == 2 {
                    return true;
                }
            }
        }
        false
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
        // 1. At the horizon only captures are looked at.
        if depth <= 0 {
            return self.quiescence(position, ply, window.alpha, window.beta, shared);
        }
        if self.must_stop(shared) {
            return Score::ZERO;
        }
        // 2. The game may be over.
        if let Some(score) = self.ended(position, ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluator.evaluate(position);
        }
        // 3. Mate distance: nothing here can beat a shorter mate already found. The mover may have
        // won at this very ply where a lack of moves wins.
        let soonest = if position.mover_may_have_won_already() { ply } else { ply + 1 };
        let alpha = window.alpha.max(Score::mated_in(ply));
        let beta = window.beta.min(Score::mate_in(soonest));
        if alpha >= beta {
            return alpha;
        }
        let window = Window { alpha, beta, ..window };

        // 4. The table.
        let excluded = self.frame(ply).excluded;
        let entry = if excluded.is_some() { None } else { shared.table.probe(position.key(), ply) };
        if let Some(entry) = entry
            && !pv
            && entry.depth >= depth + i32::from(entry.score >= beta)
            && position.fifty_count() < 90
            && proves(entry, window)
        {
            return entry.score;
        }
        // 5. The tablebases.
        if excluded.is_none()
            && let Some(score) = self.probe_tablebases(position, ply, depth, window, shared)
        {
            return score;
        }
        let node = self.look(position, ply, depth, window, entry, excluded);
        // 6 to 9. Reasons to return without looking at the moves.
        if !node.in_check
            && !pv
            && excluded.is_none()
            && let Some(score) = self.prune_whole_node(&node, window, shared)
        {
            return score;
        }
        self.search_moves(node, window, shared)
    }

    fn probe_tablebases(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        window: Window,
        shared: &Shared<'_>,
    ) -> Option<Score> {
        let men = position.board().occupied().count();
        if men > shared.probe_men
            || position.halfmove() != 0
            || position.board().castling_rooks().any()
        {
            return None;
        }
        let wdl = shared.prober.wdl(position)?;
        shared.tablebase_hits.fetch_add(1, Relaxed);
        let won = Score::TABLEBASE - ply as i32;
        let (score, bound) = match wdl {
            Wdl::Win => (won, Bound::Lower),
            Wdl::Loss => (-won, Bound::Upper),
            Wdl::Draw => (Score::ZERO, Bound::Exact),
        };
        let entry = Entry {
            best: None,
            score,
            eval: None,
            depth: (depth + 6).min(MAX_PLY as i32 - 1),
            bound: Some(bound),
            pv: window.is_pv(),
        };
        // Within the principal variation the search goes on, to find the way to mate.
        (proves(entry, window) && !window.is_pv()).then(|| {
            shared.table.store(position.key(), ply, entry);
            score
        })
    }

    /// Evaluates a node and gathers what its steps need.
    fn look<'p>(
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
            let before = self.frames[ply + BEFORE_ROOT - 2].eval.unwrap_or(Score::ZERO);
            self.frame(ply).eval = None;
            (None, before, before)
        } else if let (Some(_), Some(known)) = (excluded, self.frame(ply).eval) {
            (None, known, known)
        } else {
            let known = entry.and_then(|entry| entry.eval);
            let raw = known.unwrap_or_else(|| self.evaluator.evaluate(position));
            let learnt = self.histories.correction(position, &self.last_steps(ply));
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
        let past = |plies: usize| self.frames[ply + BEFORE_ROOT - plies].eval;
        let improving =
            !in_check && past(2).or_else(|| past(4)).is_none_or(|before| static_eval > before);
        self.frame(ply + 2).cutoffs = 0;
        Node {
            position,
            ply,
            depth,
            pv,
            cut: window.cut,
            in_check,
            entry,
            table_move,
            table_pv: pv || entry.is_some_and(|entry| entry.pv),
            raw_eval,
            static_eval,
            eval,
            improving,
            excluded,
        }
    }

    fn prune_whole_node(
        &mut self,
        node: &Node<'_>,
        window: Window,
        shared: &Shared<'_>,
    ) -> Option<Score> {
        let Node { position, ply, depth, eval, improving, .. } = *node;
        let Window { alpha, beta, .. } = window;
        // Where a lack of moves decides the game, nothing is concluded about a position that may
        // have none.
        if position.a_lack_of_moves_decides() && !position.board().has_legal_move() {
            return Some(self.worth(position.outcome_without_moves(), position, ply));
        }
        // 6. Razoring: far below alpha near the horizon, only captures can help.
        if depth <= 3 && (eval + 250 + 220 * depth * depth) < alpha && !alpha.is_decided() {
            let score = self.quiescence(position, ply, alpha, alpha + 1, shared);
            if score <= alpha {
                return Some(score);
            }
        }
        // 7. Reverse futility: far above beta near the horizon, the adversary will not catch up.
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
        if let Some(score) = self.try_passing(node, beta, shared) {
            return Some(score);
        }
        // 9. ProbCut: a capture that a shallow search finds far above beta will hold deeper too.
        self.prob_cut(node, beta, shared)
    }

    fn try_passing(&mut self, node: &Node<'_>, beta: Score, shared: &Shared<'_>) -> Option<Score> {
        let Node { position, ply, depth, eval, static_eval, .. } = *node;
        let passed_before = self.frames[ply + BEFORE_ROOT - 1].step.is_none() && ply > 0;
        if passed_before
            || depth < 3
            || eval < beta
            || static_eval + 20 * depth - 140 < beta
            || beta.is_decided()
            || ply < self.null_floor
            || !position.may_try_passing()
        {
            return None;
        }
        let reduction = 4 + depth / 4 + ((eval.0 - beta.0) / 200).min(3);
        let after = position.pass();
        let floor = std::mem::replace(&mut self.key_floor, self.keys.len());
        self.keys.push(after.repetition_key());
        self.frame(ply).step = None;
        let below = Window { alpha: -beta, beta: -beta + 1, cut: !node.cut };
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
        let here = Window { alpha: beta - 1, beta, cut: false };
        let verified = self.search(position, ply, depth - reduction, here, shared);
        self.null_floor = 0;
        (verified >= beta).then_some(score)
    }

    fn prob_cut(&mut self, node: &Node<'_>, beta: Score, shared: &Shared<'_>) -> Option<Score> {
        let Node { position, ply, depth, static_eval, .. } = *node;
        let raised = beta + 190 - 60 * i32::from(node.improving);
        let hopeless = node.entry.is_some_and(|entry| {
            entry.bound.is_some() && entry.depth >= depth - 3 && entry.score < raised
        });
        if depth < 5 || beta.is_decided() || hopeless {
            return None;
        }
        let noisy_move = node.table_move.filter(|&mv| position.is_noisy(mv));
        let mut picker = Picker::noisy(noisy_move, raised.0 - static_eval.0);
        let none = [None; 4];
        while let Some(mv) = picker.next(position, &self.histories, Bitboard::EMPTY, &none) {
            let after = self.make(position, mv, ply, shared);
            let above = Window { alpha: -raised, beta: -raised + 1, cut: !node.cut };
            let mut score = -self.quiescence(&after, ply + 1, above.alpha, above.beta, shared);
            if score >= raised {
                score = -self.search(&after, ply + 1, depth - 4, above, shared);
            }
            self.unmake();
            if self.stopped {
                return Some(Score::ZERO);
            }
            if score >= raised {
                let entry = Entry {
                    best: Some(mv),
                    score,
                    eval: node.raw_eval,
                    depth: depth - 3,
                    bound: Some(Bound::Lower),
                    pv: node.table_pv,
                };
                shared.table.store(position.key(), ply, entry);
                return Some(if score.is_decided() { score } else { score - 190 });
            }
        }
        None
    }

    /// Steps 10 to 14: the moves, one after another.
    fn search_moves(&mut self, node: Node<'_>, window: Window, shared: &Shared<'_>) -> Score {
        let Node { position, ply, pv, .. } = node;
        let Window { mut alpha, beta, .. } = window;
        let mut depth = node.depth;
        // 10. Internal iterative reduction: without a move from the table the order is poor.
        if depth >= 4 && node.table_move.is_none() && (pv || node.cut) && node.excluded.is_none() {
            depth -= 1;
        }
        let threats = threats(position, position.turn().other());
        let before = self.steps_before(ply);
        let mut picker = Picker::all(node.table_move);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut number = 0;
        let mut quiets_tried = ArrayVec::<Move, 64>::new();
        let mut noisy_tried = ArrayVec::<Move, 32>::new();

        while let Some(mv) = picker.next(position, &self.histories, threats, &before) {
            if Some(mv) == node.excluded {
                continue;
            }
            number += 1;
            let noisy = position.is_noisy(mv);
            let history = if noisy {
                self.histories.of_noisy(position, mv)
            } else {
                self.histories.of_quiet(position, threats, &before, mv)
            };
            let mut reduction = self.reduction(&node, depth, number, history, noisy);
            // 11. Near the horizon the moves that promise little are left out.
            if ply > 0 && best > -Score::DECIDED_BOUND {
                match self.is_hopeless(&node, mv, depth, number, history, noisy, alpha, reduction) {
                    Hopeless::Not => {}
                    Hopeless::This => continue,
                    Hopeless::ThisAndAllQuiet => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            // 12. Extensions.
            let extension = match self.extension(&node, mv, depth, beta, shared) {
                Extension::By(plies) => plies,
                Extension::MultiCut(score) => return score,
            };
            if self.stopped {
                return Score::ZERO;
            }
            let after = self.make(position, mv, ply, shared);
            if after.in_check() {
                reduction -= PLY;
            }
            let new_depth = depth - 1 + extension;

            // 13. Late moves are searched less deep, with no window; those that surprise, again.
            let mut score = Score::ZERO;
            let mut full = pv && number == 1;
            if depth >= 2 && number > 1 + usize::from(pv) && picker.stage() > Stage::GoodNoisy {
                let reduced = (new_depth - (reduction / PLY).max(0)).clamp(1, new_depth.max(1));
                score = -self.search(&after, ply + 1, reduced, Window::scout(alpha, true), shared);
                if score > alpha && reduced < new_depth {
                    let deeper = i32::from(score > best + 40 + 2 * new_depth);
                    let shallower = i32::from(score < best + 8);
                    let again = new_depth + deeper - shallower;
                    if again > reduced {
                        let scout = Window::scout(alpha, !node.cut);
                        score = -self.search(&after, ply + 1, again, scout, shared);
                    }
                }
                full = pv && score > alpha;
            } else if !pv || number > 1 {
                let scout = Window::scout(alpha, !node.cut);
                score = -self.search(&after, ply + 1, new_depth, scout, shared);
                full = pv && score > alpha;
            }
            if full {
                let open = Window { alpha: -beta, beta: -alpha, cut: false };
                score = -self.search(&after, ply + 1, new_depth, open, shared);
            }
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
        // 14. No legal move: the law says what that is. With a move left out it says nothing.
        if number == 0 {
            return if node.excluded.is_some() {
                alpha
            } else {
                self.worth(position.outcome_without_moves(), position, ply)
            };
        }
        if let Some(mv) = best_move.filter(|_| bound == Bound::Lower) {
            self.learn(position, threats, &before, mv, depth, &quiets_tried, &noisy_tried);
        }
        if node.excluded.is_none() {
            self.remember(&node, best, best_move, bound, depth, shared);
        }
        best
    }

    /// The reduction of a move, in 1024ths of a ply.
    fn reduction(
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
        if self.frames[node.ply + BEFORE_ROOT + 1].cutoffs > 3 {
            reduction += PLY;
        }
        reduction - if noisy { history / 8 } else { history / 9 }
    }

    #[allow(clippy::too_many_arguments)] // one line each in a loop that would otherwise repeat it
    fn is_hopeless(
        &self,
        node: &Node<'_>,
        mv: Move,
        depth: i32,
        number: usize,
        history: i32,
        noisy: bool,
        alpha: Score,
        reduction: i32,
    ) -> Hopeless {
        let position = node.position;
        if position.board().odds_moves() > 0 {
            return Hopeless::Not;
        }
        let reduced = (depth - reduction / PLY).max(0);
        if noisy {
            // A capture that loses more than depth can make good.
            let margin = -90 * depth - history / 64;
            if depth <= 8 && !exchange_is_at_least(position, mv, margin) {
                return Hopeless::This;
            }
            return Hopeless::Not;
        }
        // Late quiet moves.
        let enough = (4 + depth * depth) / (2 - i32::from(node.improving));
        if number as i32 > enough {
            return Hopeless::ThisAndAllQuiet;
        }
        // Quiet moves that have served badly.
        if depth <= 5 && history < -4200 * depth {
            return Hopeless::This;
        }
        // Quiet moves that cannot raise the evaluation to alpha.
        let futile = node.static_eval + 110 + 95 * reduced;
        if !node.in_check && reduced <= 8 && futile <= alpha && !alpha.is_decided() {
            return Hopeless::ThisAndAllQuiet;
        }
        if !exchange_is_at_least(position, mv, -22 * reduced * reduced) {
            return Hopeless::This;
        }
        Hopeless::Not
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
        let window = Window { alpha: singular_beta - 1, beta: singular_beta, cut: node.cut };
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
    fn learn(
        &mut self,
        position: &Position,
        threats: Bitboard,
        before: &[Option<Step>; 4],
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

    fn remember(
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
            self.histories.correct(position, &self.last_steps(ply), error, depth);
        }
    }

    /// The root: every move, in the order of the last iteration.
    pub(super) fn search_root(
        &mut self,
        root: &Position,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        shared: &Shared<'_>,
        observer: &mut Option<&mut dyn Observer>,
    ) -> Score {
        self.frame(0).eval = (!root.in_check()).then(|| self.evaluator.evaluate(root));
        self.frame(0).excluded = None;
        let mut best = -Score::INFINITE;
        for index in self.pv_index..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let number = index - self.pv_index + 1;
            if self.nodes > 3_000_000
                && let Some(observer) = observer.as_deref_mut()
            {
                observer.root_move(depth as usize, mv, number, shared.all_nodes());
            }
            let nodes_before = self.nodes;
            self.selective_depth = 0;
            let after = self.make(root, mv, 0, shared);
            let new_depth = depth - 1;
            let mut score = Score::ZERO;
            if number > 1 {
                let late = depth >= 3 && number > 3 && !root.is_noisy(mv) && !after.in_check();
                let reduction = if late {
                    REDUCTIONS[depth.clamp(0, 63) as usize][number.min(63)] / PLY - 1
                } else {
                    0
                };
                let reduced = (new_depth - reduction.max(0)).max(1).min(new_depth.max(0));
                score = -self.search(&after, 1, reduced, Window::scout(alpha, true), shared);
                if score > alpha && reduced < new_depth {
                    score = -self.search(&after, 1, new_depth, Window::scout(alpha, true), shared);
                }
            }
            if number == 1 || score > alpha {
                let open = Window { alpha: -beta, beta: -alpha, cut: false };
                score = -self.search(&after, 1, new_depth, open, shared);
            }
            self.unmake();
            if self.stopped {
                return best;
            }
            let line = std::mem::take(&mut self.pvs[1]);
            let selective_depth = self.selective_depth;
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes_before;
            if number == 1 || score > alpha {
                root_move.score = score;
                root_move.selective_depth = selective_depth;
                root_move.pv.truncate(0);
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(&line);
            } else {
                root_move.score = -Score::INFINITE;
            }
            self.pvs[1] = line;
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        best
    }
}

/// What to do with a move that promises little.
enum Hopeless {
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

/// Whether what the table knows settles a node with this window.
pub(super) fn proves(entry: Entry, window: Window) -> bool {
    match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.score >= window.beta,
        Some(Bound::Upper) => entry.score <= window.alpha,
        None => false,
    }
}
