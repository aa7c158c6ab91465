//! One thread of the search: its histories, the line it is searching, and the loop of iterative
//! deepening. The nodes themselves are in `root.rs`, `node.rs` and `quiescence.rs`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::advantage::Advantage;
use super::history::{EarlierMoves, Histories, PieceTo};
use super::margins::{ASPIRATION_DEPTH, ASPIRATION_WIDEST, aspiration, aspiration_score};
use super::request::{Control, Iteration, Observer, Prober, Report, Request, Wdl};
use super::table::{Bound, Entry, TranspositionTable};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::memory::Large;
use crate::rules::{Move, Position};

/// The least score of a side that has no draw to claim: below every score.
pub(super) const NOTHING: Score = Score(-Score::INFINITE.0);

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a dyn Control,
    pub(super) prober: &'a dyn Prober,
    /// Set when the search must end.
    pub(super) stop: AtomicBool,
    /// The nodes of each thread, brought up to date now and then.
    pub(super) nodes: Vec<AtomicU64>,
    pub(super) tablebase_hits: AtomicU64,
    /// Whether tablebases are right and may be asked in the tree, for positions of at most so many
    /// pieces; 0 when not.
    pub(super) probe_pieces: u32,
    /// The result of the root where the law or a tablebase has decided it.
    pub(super) result: Option<Wdl>,
    /// The plies to the conversion of each winning root move, where tablebases know them and several
    /// lines are wanted.
    pub(super) distances: Vec<(Move, i32)>,
    /// The score of a claim that the side to move at the root can make, or [`NOTHING`].
    pub(super) claim: Score,
}

impl<'a> Shared<'a> {
    /// What so many threads share when no tablebase is asked and the root's result is not known.
    pub(super) fn new(
        table: &'a TranspositionTable,
        control: &'a dyn Control,
        prober: &'a dyn Prober,
        threads: usize,
    ) -> Self {
        Self {
            table,
            control,
            prober,
            stop: AtomicBool::new(false),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            tablebase_hits: AtomicU64::new(0),
            probe_pieces: 0,
            result: None,
            distances: Vec::new(),
            claim: NOTHING,
        }
    }

    /// Stores what was found out about a position at a ply.
    pub(super) fn store_tt(&self, position: &Position, ply: usize, entry: Entry) {
        self.table.store(position.key(), ply, entry);
    }

    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Reports a thread's line, the `index`-th best, counted from 0.
    pub(super) fn report(&self, observer: &mut dyn Observer, index: usize, line: &RootMove) {
        let score = self.result.map_or(line.score, |is| is.score(line.score));
        // The better of a claim and the best move; the other lines are those of their moves.
        let claims = index == 0 && self.claim > score;
        observer.line(&Report {
            depth: line.depth,
            selective_depth: line.selective_depth,
            multi_pv: index + 1,
            score: if claims { self.claim } else { score },
            bound: line.bound.filter(|_| !claims && self.result.is_none()),
            decided: self.result.is_some(),
            nodes: self.all_nodes(),
            tablebase_hits: self.tablebase_hits.load(Relaxed),
            hashfull: self.table.hashfull(),
            pv: &line.pv,
        });
    }
}

/// Ends the whole search when its thread panics: the others would search on for ever.
pub(super) struct StopIfPanicking<'a>(pub(super) &'a AtomicBool);

impl Drop for StopIfPanicking<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// What a node leaves for the nodes below it, one for each ply.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// The move made from here; `None` for a null move.
    pub(super) made: Option<PieceTo>,
    /// Whether that is a quiet move.
    pub(super) quiet: bool,
    /// Its place among the moves of its node, from 1; not told by the quiescence search.
    pub(super) number: usize,
    /// By how many plies its search is reduced while that goes on, else 0.
    pub(super) reduced: i32,
    pub(super) eval: Option<Score>,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// How many of the nodes at this ply have had a cutoff since the ply two above was evaluated.
    pub(super) cutoffs: u32,
}

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// What it is ranked by before its score: the distance that tablebases know, or 0.
    pub(super) distance: i32,
    pub(super) score: Score,
    /// What the score says of the true one when the window failed; `None` when it is the score.
    pub(super) bound: Option<Bound>,
    pub(super) previous_score: Score,
    /// The iteration that the score is from; 0 before the first.
    pub(super) depth: usize,
    pub(super) selective_depth: usize,
    pub(super) nodes: u64,
    pub(super) pv: Vec<Move>,
}

impl RootMove {
    /// What root moves are sorted by, the best first.
    fn rank(&self) -> (i32, Score) {
        (self.distance, -self.score)
    }
}

/// Slots before the root, so that looking some plies back needs no test.
pub(super) const FRAMES_BEFORE_ROOT: usize = 8;

/// How many nodes a thread searches before it first asks whether the search must end, unless it
/// finishes an iteration sooner. They take a millisecond or two, and find a better move than the
/// first one generated.
const FIRST_QUESTION: u64 = 1024;

/// How many nodes lie between two such questions. They are few, because in the most crowded
/// positions a node takes a hundred times as long as in others.
const BETWEEN_QUESTIONS: u64 = 128;

/// A thread's state. It is kept between searches: what it has learnt helps the next one.
pub(super) struct Worker<E> {
    pub(super) index: usize,
    pub(super) evaluator: E,
    pub(super) histories: Large<Histories>,
    pub(super) frames: Vec<Frame>,
    /// The repetition keys of the game and of the line searched.
    pub(super) keys: Vec<u64>,
    /// How many of them are the game's: the root's own included.
    pub(super) game_keys: usize,
    /// Keys before this one are from before a null move, and cannot recur.
    pub(super) key_floor: usize,
    pub(super) pvs: Vec<Vec<Move>>,
    pub(super) root_moves: Vec<RootMove>,
    /// Which of the best lines is being searched.
    pub(super) pv_index: usize,
    pub(super) nodes: u64,
    /// Those of them that are of the quiescence search.
    pub(super) qsearch_nodes: u64,
    pub(super) node_limit: u64,
    /// The number of nodes at which to ask again whether the search must end.
    next_question: u64,
    between_questions: u64,
    pub(super) selective_depth: usize,
    pub(super) root_depth: i32,
    /// How wide its window is, in centipawns: see [`Window::width`].
    pub(super) root_width: i32,
    pub(super) completed_depth: usize,
    /// No null move above this ply while one is being verified.
    pub(super) null_floor: usize,
    pub(super) stopped: bool,
    /// How much stronger one player is, if that is to count.
    pub(super) advantage: Option<Advantage>,
    /// Whether it has not searched since it was made or cleared.
    fresh: bool,
}

impl<E: Evaluator> Worker<E> {
    pub(super) fn new(index: usize, evaluator: E) -> Self {
        Self {
            index,
            evaluator,
            histories: Histories::new(),
            frames: vec![Frame::default(); MAX_PLY + FRAMES_BEFORE_ROOT + 4],
            keys: Vec::with_capacity(1024),
            game_keys: 0,
            key_floor: 0,
            pvs: vec![Vec::new(); MAX_PLY + 2],
            root_moves: Vec::new(),
            pv_index: 0,
            nodes: 0,
            qsearch_nodes: 0,
            node_limit: u64::MAX,
            next_question: FIRST_QUESTION,
            between_questions: BETWEEN_QUESTIONS,
            selective_depth: 0,
            root_depth: 0,
            root_width: 1,
            completed_depth: 0,
            null_floor: 0,
            stopped: false,
            advantage: None,
            fresh: true,
        }
    }

    /// Forgets all that it has learnt.
    pub(super) fn clear(&mut self) {
        if !self.fresh {
            self.histories.clear();
            self.fresh = true;
        }
    }

    pub(super) fn begin(
        &mut self,
        request: &Request<'_>,
        root_moves: &[Move],
        shared: &Shared<'_>,
    ) {
        // On one thread a node limit is kept exactly; on several, to within what each has not yet
        // reported to the others.
        let threads = shared.nodes.len() as u64;
        let limit = shared.control.node_limit().unwrap_or(u64::MAX);
        self.node_limit = if threads == 1 { limit } else { u64::MAX };
        let share = (limit / threads).max(1);
        // The longer first stretch is for searches bounded by time.
        let first = if limit == u64::MAX { FIRST_QUESTION } else { BETWEEN_QUESTIONS };
        self.next_question = first.min(share);
        self.between_questions = BETWEEN_QUESTIONS.min(share);
        self.frames.fill(Frame::default());
        self.keys.clear();
        self.keys.extend(request.game.positions().iter().map(Position::repetition_key));
        self.game_keys = self.keys.len();
        self.key_floor = 0;
        self.nodes = 0;
        self.qsearch_nodes = 0;
        self.null_floor = 0;
        self.stopped = false;
        self.fresh = false;
        self.completed_depth = 0;
        self.root_moves = root_moves
            .iter()
            .map(|&mv| RootMove {
                mv,
                distance: shared
                    .distances
                    .iter()
                    .find(|(win, _)| *win == mv)
                    .map_or(0, |win| win.1),
                score: -Score::INFINITE,
                bound: None,
                previous_score: -Score::INFINITE,
                depth: 0,
                selective_depth: 0,
                nodes: 0,
                pv: vec![mv],
            })
            .collect();
        self.root_moves.sort_by_key(|root_move| root_move.distance);
    }

    /// Where the root moves end that rank with the line being searched, as all do but where
    /// tablebases know better.
    pub(super) fn end_of_rank(&self) -> usize {
        let line = &self.root_moves[self.pv_index..];
        self.pv_index + line.iter().take_while(|mv| mv.distance == line[0].distance).count()
    }

    /// The frame of a ply.
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + FRAMES_BEFORE_ROOT]
    }

    /// The moves that led to a ply.
    pub(super) fn earlier_moves(&self, ply: usize) -> EarlierMoves {
        let made = |back: usize| self.frames[ply + FRAMES_BEFORE_ROOT - back].made;
        [made(1), made(2), made(4), made(6)]
    }

    /// Makes a legal move on the line being searched, and returns the position after it.
    pub(super) fn make(
        &mut self,
        position: &Position,
        mv: Move,
        ply: usize,
        shared: &Shared<'_>,
    ) -> Position {
        let after = position.play_with_key(mv, |key| shared.table.prefetch(key));
        self.frame(ply).made = Some(PieceTo::of(position, mv));
        self.frame(ply).quiet = !position.is_noisy(mv);
        self.histories.prefetch_correction(&after, &self.earlier_moves(ply + 1));
        self.keys.push(after.repetition_key());
        self.evaluator.play(position, mv, &after);
        self.nodes += 1;
        after
    }

    /// The static evaluation, with what an advantage over the opponent adds to it.
    pub(super) fn evaluate(&mut self, position: &Position) -> Score {
        let score = self.evaluator.evaluate(position);
        match self.advantage {
            None => score,
            Some(advantage) => (score + advantage.bonus(position)).clipped(),
        }
    }

    /// What a draw is worth to the side to move.
    pub(super) fn draw_score(&self, position: &Position) -> Score {
        self.advantage.map_or(Score::ZERO, |advantage| advantage.draw(position.turn()))
    }

    /// Takes the last move back.
    pub(super) fn unmake(&mut self) {
        self.keys.pop();
        self.evaluator.undo();
    }

    /// Iterative deepening, until the search must stop. Thread 0 reports, and decides whether
    /// another iteration begins; the others follow.
    pub(super) fn run(
        &mut self,
        request: &Request<'_>,
        root_moves: &[Move],
        shared: &Shared<'_>,
        mut observer: Option<&mut dyn Observer>,
    ) {
        self.begin(request, root_moves, shared);
        let leader = self.index == 0;
        let root = request.game.position();
        let lines = request.multi_pv.min(self.root_moves.len());
        let (mut last_best, mut stability) = (self.root_moves[0].mv, 0);
        let mut previous_score = Score::ZERO;
        for depth in 1..=request.depth.min(MAX_PLY - 1) {
            for root_move in &mut self.root_moves {
                root_move.previous_score = root_move.score;
            }
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                self.search_window(root, depth as i32, shared, &mut observer);
                self.root_moves[..=pv_index].sort_by_key(RootMove::rank);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                self.recall_lines();
                break;
            }
            shared.nodes[self.index].store(self.nodes, Relaxed);
            if let Some(observer) = observer.as_deref_mut() {
                self.report_lines(observer, shared, lines);
            }
            let best = &self.root_moves[0];
            self.completed_depth = depth;
            self.next_question = self.next_question.min(self.nodes + self.between_questions);
            stability = if best.mv == last_best { stability + 1 } else { 0 };
            last_best = best.mv;
            let iteration = Iteration {
                depth,
                best: best.mv,
                stability,
                score: best.score,
                previous_score: if depth == 1 { best.score } else { previous_score },
                node_share: best.nodes as f64 / self.nodes.max(1) as f64,
                root_moves: self.root_moves.len(),
                nodes: shared.all_nodes(),
            };
            previous_score = best.score;
            let mate_found = request
                .mate
                .zip(best.score.mate_moves())
                .is_some_and(|(wanted, moves)| moves > 0 && moves as u32 <= wanted);
            if leader && (mate_found || !shared.control.may_go_deeper(&iteration)) {
                break;
            }
        }
        if self.root_moves[0].score == -Score::INFINITE {
            // Stopped before the first move was searched.
            let eval = self.evaluate(root).clipped();
            self.root_moves[0] = RootMove { score: eval, depth: 1, ..self.root_moves[0].clone() };
        }
        shared.nodes[self.index].store(self.nodes, Relaxed);
        if leader {
            shared.stop.store(true, Relaxed);
        }
    }

    /// Searches one line with an aspiration window: a window around the score expected, widened
    /// until the score lies within it.
    fn search_window(
        &mut self,
        root: &Position,
        depth: i32,
        shared: &Shared<'_>,
        observer: &mut Option<&mut dyn Observer>,
    ) {
        self.selective_depth = 0;
        self.root_depth = depth;
        let expected = self.root_moves[self.pv_index].previous_score;
        let mut delta = aspiration() + expected.0.abs() / aspiration_score();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= ASPIRATION_DEPTH && !expected.is_decided() {
            alpha = (expected - delta).max(-Score::INFINITE);
            beta = (expected + delta).min(Score::INFINITE);
        }
        let mut failed_high = 0;
        loop {
            let reduced = (depth - failed_high).max(1);
            let score = self.search_root(root, alpha, beta, reduced, shared, observer);
            self.root_moves[self.pv_index..].sort_by_key(RootMove::rank);
            if self.stopped {
                return;
            }
            let bound = if score <= alpha {
                beta = Score((alpha.0 + beta.0) / 2);
                alpha = (score - delta).max(-Score::INFINITE);
                failed_high = 0;
                Bound::Upper
            } else if score >= beta {
                beta = (score + delta).min(Score::INFINITE);
                failed_high = (failed_high + 1).min(3);
                Bound::Lower
            } else {
                return;
            };
            let is_worth_reporting = self.pv_index == 0 && self.nodes > 1_000_000;
            if let Some(observer) = observer.as_deref_mut().filter(|_| is_worth_reporting) {
                shared.nodes[self.index].store(self.nodes, Relaxed);
                shared.report(observer, 0, &self.root_moves[0]);
            }
            delta += delta / 2;
            if delta > ASPIRATION_WIDEST || score.is_decided() {
                (alpha, beta) = match bound {
                    Bound::Upper => (-Score::INFINITE, beta),
                    _ => (alpha, Score::INFINITE),
                };
            }
        }
    }

    /// After an iteration that was stopped: the lines that it did not reach get the scores of the
    /// iteration before.
    fn recall_lines(&mut self) {
        for line in &mut self.root_moves {
            if line.score == -Score::INFINITE {
                line.score = line.previous_score;
            }
        }
        self.root_moves[self.pv_index + 1..].sort_by_key(RootMove::rank);
    }

    /// Reports the best lines as they stand.
    pub(super) fn report_lines(
        &self,
        observer: &mut dyn Observer,
        shared: &Shared<'_>,
        lines: usize,
    ) {
        // A line that the first iteration has not reached has no score yet.
        let searched =
            self.root_moves[..lines].iter().filter(|line| line.score != -Score::INFINITE);
        for (index, line) in searched.enumerate() {
            shared.report(observer, index, line);
        }
    }

    /// Whether the search must end. Every thread asks the control now and then, because any of them
    /// may be waiting for a processor. When one is told to stop, the others see it at their next
    /// node.
    #[inline]
    pub(super) fn must_stop(&mut self, shared: &Shared<'_>) -> bool {
        if self.nodes >= self.next_question {
            self.next_question = self.nodes + self.between_questions;
            shared.nodes[self.index].store(self.nodes, Relaxed);
            if shared.control.must_stop(shared.all_nodes()) {
                shared.stop.store(true, Relaxed);
            }
        }
        self.stopped |= self.nodes >= self.node_limit || shared.stop.load(Relaxed);
        self.stopped
    }
}
