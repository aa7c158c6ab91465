//! The search: which move is best, under whatever law the position carries. It is pure: the
//! request says what to look at, a [`Control`] when to stop, an [`Observer`] hears of progress and
//! a [`Prober`] knows endings. It reads no clock, prints nothing, and tests no law itself.

mod ends;
mod history;
mod memory;
mod moves;
mod node;
mod picker;
mod prune;
mod quiescence;
mod request;
mod root;
mod see;
mod table;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64};

pub use request::{Bound, Control, Iteration, NoProber, Observer, Prober, Report, Request, Wdl};
pub use see::see_ge;
pub use table::{Entry, TableError, TranspositionTable};

use crate::eval::{Classical, Evaluator, Score};
use crate::rules::Move;
use worker::{Shared, StopIfPanicking, Worker};

/// The stack of a search thread in bytes, and what the caller of [`Searcher::search`] should have.
/// A search can stand as deep as its longest line, with the moves of each position on the way.
pub const STACK: usize = 32 << 20;

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` when there is no legal move.
    pub best: Option<Move>,
    /// The answer expected to it.
    pub ponder: Option<Move>,
    /// The score for the player to move: that of the best move, or of a draw that he may claim.
    pub score: Score,
    /// The depth finished, in plies.
    pub depth: usize,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The line expected, from the best move on.
    pub pv: Vec<Move>,
}

/// The engine's thinking: a table, and threads that remember what they have learnt.
pub struct Searcher<E = Classical> {
    table: TranspositionTable,
    workers: Vec<Worker<E>>,
}

impl<E: Evaluator> Searcher<E> {
    /// A searcher with a table of `mebibytes`, or of one if there is not so much memory, and that
    /// many threads; each is at least 1.
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        let mut searcher = Self { table: table_of(mebibytes), workers: Vec::new() };
        searcher.set_threads(threads);
        searcher
    }

    /// Changes the size of the table, which forgets everything.
    ///
    /// # Errors
    /// [`TableError`] when there is not so much memory. The size stays what it was.
    pub fn resize_table(&mut self, mebibytes: usize) -> Result<(), TableError> {
        let before = self.table.mebibytes();
        // The old one goes first, so that both need never fit in memory.
        self.table = table_of(1);
        let resized = TranspositionTable::new(mebibytes);
        let error = resized.as_ref().err().copied();
        self.table = resized.unwrap_or_else(|_| table_of(before));
        error.map_or(Ok(()), Err)
    }

    /// Changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.workers = (0..threads.max(1)).map(Worker::new).collect();
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        self.table.clear(self.workers.len());
        self.set_threads(self.workers.len());
    }

    /// Searches until the control says enough. The result holds a legal move whenever there is
    /// one, whatever the law makes of the position.
    pub fn search(
        &mut self,
        request: &Request<'_>,
        control: &dyn Control,
        observer: &mut dyn Observer,
        prober: &dyn Prober,
    ) -> SearchResult {
        let root = request.game.position();
        let mut root_moves = root.legal_moves();
        if !request.search_moves.is_empty() {
            root_moves.retain(|mv| request.search_moves.contains(mv));
        }
        let few_pieces = root.board().occupied().count() <= prober.max_pieces();
        let mut tablebase_hits = 0;
        let mut probe_pieces = if root.is_orthodox() { prober.max_pieces() } else { 0 };
        let drawn = root.outcome().is_some_and(|outcome| outcome.winner.is_none());
        let mut result = drawn.then_some(Wdl::Draw);
        if few_pieces
            && root.is_orthodox()
            && let Some((by_table, mut best)) = prober.root_moves(root)
        {
            // Any of these keeps the result; the search finds the way, undisturbed by probes that
            // would all say the same.
            tablebase_hits = best.len() as u64;
            probe_pieces = 0;
            // Every win looks alike to it, so that one line is that of the quickest.
            if request.multi_pv == 1
                && let Some(quickest) = prober.quickest_wins(root)
                && root_moves.iter().any(|mv| quickest.contains(mv))
            {
                best = quickest;
            }
            if root_moves.iter().any(|mv| best.contains(mv)) {
                root_moves.retain(|mv| best.contains(mv));
                result = result.or(Some(by_table));
            }
        }
        if root_moves.is_empty() {
            let score = root.outcome_without_moves().winner.map_or(Score::ZERO, |winner| {
                if winner == root.turn() { Score::MATE } else { -Score::MATE }
            });
            return SearchResult {
                best: None,
                ponder: None,
                score,
                depth: 0,
                nodes: 0,
                pv: Vec::new(),
            };
        }
        // Should there be no time to search, the move found best before is the one to play.
        let known = self.table.probe(root.key(), 0).and_then(|entry| entry.best);
        if let Some(place) = root_moves.iter().position(|&mv| Some(mv) == known) {
            root_moves[..=place].rotate_right(1);
        }
        self.table.age();
        let shared = Shared {
            table: &self.table,
            control,
            prober,
            stop: AtomicBool::new(false),
            nodes: self.workers.iter().map(|_| AtomicU64::new(0)).collect(),
            tablebase_hits: AtomicU64::new(tablebase_hits),
            probe_pieces,
            result,
            claim: self.workers[0].claim_at_root(request.game),
        };
        let running = run_threads(&mut self.workers, request, &root_moves, &shared, observer);
        let lines = request.multi_pv.min(root_moves.len());
        let elected = elect(&self.workers[..running], lines);
        // What was told last may be of an iteration before, or of another thread.
        if elected.stopped || elected.index > 0 {
            elected.report_lines(observer, &shared, lines);
        }
        let best = &elected.root_moves[0];
        SearchResult {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied(),
            score: result.map_or(best.score, |is| is.score(best.score)).max(shared.claim),
            depth: elected.completed_depth,
            nodes: shared.all_nodes(),
            pv: best.pv.clone(),
        }
    }
}

/// Lets the workers search, each on a thread of its own but the first, which reports, and returns
/// when all have ended. The number of those that ran: those that the system gives no thread are
/// the last.
///
/// # Panics
/// When one of them has panicked; the others have ended then.
fn run_threads<E: Evaluator>(
    workers: &mut [Worker<E>],
    request: &Request<'_>,
    root_moves: &[Move],
    shared: &Shared<'_>,
    observer: &mut dyn Observer,
) -> usize {
    let (leader, helpers) = workers.split_at_mut(1);
    std::thread::scope(|scope| {
        let _guard = StopIfPanicking(&shared.stop);
        let mut running = 1;
        for helper in helpers {
            let run = move || {
                let _guard = StopIfPanicking(&shared.stop);
                helper.run(request, root_moves, shared, None);
            };
            let thread = std::thread::Builder::new().stack_size(STACK);
            if thread.spawn_scoped(scope, run).is_err() {
                break;
            }
            running += 1;
        }
        leader[0].run(request, root_moves, shared, Some(observer));
        running
    })
}

/// The threads vote: each for its best move, the more heavily the deeper it came and the better it
/// thinks of it. More lines than one are the first thread's.
fn elect<E: Evaluator>(workers: &[Worker<E>], lines: usize) -> &Worker<E> {
    let first = &workers[0];
    // A thread that has finished no iteration has no voice, unless none has one.
    let voters = || workers.iter().filter(|worker| worker.completed_depth > 0);
    if lines > 1 || voters().next().is_none() {
        return first;
    }
    let worst = voters().map(|worker| worker.root_moves[0].score.0).min().unwrap_or(0);
    let votes_for = |mv: Move| -> i64 {
        voters()
            .filter(|worker| worker.root_moves[0].mv == mv)
            .map(|worker| {
                i64::from(worker.root_moves[0].score.0 - worst + 10) * worker.completed_depth as i64
            })
            .sum()
    };
    let better = |ours: &Worker<E>, theirs: &Worker<E>| {
        let (ours, theirs) = (&ours.root_moves[0], &theirs.root_moves[0]);
        if ours.score.is_decided() || theirs.score.is_decided() {
            theirs.score > ours.score
        } else {
            votes_for(theirs.mv) > votes_for(ours.mv)
        }
    };
    voters()
        .reduce(|ours, theirs| if better(ours, theirs) { theirs } else { ours })
        .unwrap_or(first)
}

/// A table of that size, or of 1 MiB when memory is short.
fn table_of(mebibytes: usize) -> TranspositionTable {
    TranspositionTable::new(mebibytes)
        .unwrap_or_else(|_| TranspositionTable::new(1).expect("a program has a mebibyte of memory"))
}

/// Ends a search after so many nodes or plies and by nothing else: for tests and fixed-node play.
#[derive(Clone, Copy, Debug)]
pub struct FixedNodes(pub u64);

impl Control for FixedNodes {
    fn must_stop(&self, nodes: u64) -> bool {
        nodes >= self.0
    }

    fn node_limit(&self) -> Option<u64> {
        Some(self.0)
    }

    fn may_go_deeper(&self, iteration: &Iteration) -> bool {
        iteration.nodes < self.0
    }
}

/// Hears nothing.
pub struct Silent;

impl Observer for Silent {
    fn line(&mut self, _: &Report<'_>) {}
}
