//! The search: which move is best, under whatever law the position carries. It is pure: a
//! [`Request`] says what to search, a [`Control`] when to stop, an [`Observer`] receives the progress
//! and a [`Prober`] knows endgames. It reads no clock, prints nothing, and knows no law itself.
//!
//! Read on in this order. Each file uses only those below it; the steps of a node call `search` of
//! `node` again for its children.
//!
//! | file | what it holds |
//! |---|---|
//! | `threads` | how the threads run, and which of them answers |
//! | `worker` | a thread: iterations, the aspiration window, when to stop |
//! | `root` | the node at the root, whose moves each keep a score and a line |
//! | `node` | steps 1 to 5 of a node: the law, the table, tablebases, the evaluation |
//! | `prune` | steps 6 to 8: nodes that need no search of their moves |
//! | `moves` | steps 9 to 13: the moves |
//! | `learn` | step 14: what is learnt from them |
//! | `quiescence` | captures and checks after the last ply of depth |
//! | `advantage` | what the stronger player gains from full boards and loses by draws |
//! | `ends` | where the law, a repetition or a tablebase ends a line |
//! | `context` | what the steps of a node are given |
//! | `margins`, `parameters` | the numbers that the steps are tuned by |
//! | `picker` | the moves of a node in order |
//! | `history` | which moves and evaluations have served |
//! | `see` | static exchange evaluation |
//! | `table` | the transposition table |
//! | `request` | what goes in and comes out |

mod advantage;
mod context;
mod ends;
mod history;
mod learn;
mod margins;
mod moves;
mod node;
mod parameters;
mod picker;
mod prune;
mod quiescence;
mod request;
mod root;
mod see;
mod table;
mod threads;
mod threats;
mod worker;

pub use advantage::{Advantage, HIGHEST_ADVANTAGE};
pub use margins::PARAMETERS;
#[cfg(feature = "tune")]
pub use margins::set_parameter;
pub use parameters::Parameter;
pub use request::{
    Bound, Control, FixedNodes, Iteration, NoProber, Observer, Prober, Report, Request, Silent, Wdl,
};
pub use see::see_ge;
pub use table::{Entry, TableError, TranspositionTable};
pub use threads::STACK;

use crate::eval::{Evaluator, NetworkEvaluator, Score};
use crate::rules::{Move, MoveList, Position};
use threads::{Vote, clear_workers, elect, run_threads};
use worker::{Shared, Worker};

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` when there is no legal move.
    pub best: Option<Move>,
    /// The answer expected to it.
    pub ponder: Option<Move>,
    /// The score for the side to move: that of the best move, or of a draw that may be claimed.
    pub score: Score,
    /// The depth finished, in plies.
    pub depth: usize,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The line expected, from the best move on.
    pub pv: Vec<Move>,
}

/// A search engine as a library: a transposition table, and threads that remember what they have
/// learnt from one search to the next.
///
/// ```
/// use jadoube::rules::{Game, Position};
/// use jadoube::search::{FixedNodes, NoProber, Request, Searcher, Silent};
///
/// // One MiB of table and one thread: the same request then gives the same nodes.
/// let mut searcher: Searcher = Searcher::new(1, 1);
/// let game = Game::new(Position::initial());
/// let request = Request { game: &game, search_moves: &[], multi_pv: 1, depth: 6, mate: None };
/// let result = searcher.search(&request, &FixedNodes(20_000), &mut Silent, &NoProber);
///
/// let best = result.best.expect("there are legal moves");
/// assert!(game.position().legal_moves().contains(&best));
/// assert_eq!(result.pv[0], best);
/// assert!(result.nodes <= 20_000);
/// ```
pub struct Searcher<E = NetworkEvaluator> {
    table: TranspositionTable,
    /// What each thread has a copy of.
    evaluator: E,
    workers: Vec<Worker<E>>,
    advantage: Option<Advantage>,
}

impl<E: Evaluator + Default> Searcher<E> {
    /// A searcher with the usual evaluation, a table of `mebibytes`, or of one if there is not so
    /// much memory, and that many threads; each is at least 1.
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        Self::with_evaluator(E::default(), mebibytes, threads)
    }
}

impl<E: Evaluator> Searcher<E> {
    /// The same with an evaluator of one's own.
    pub fn with_evaluator(evaluator: E, mebibytes: usize, threads: usize) -> Self {
        let (table, workers) = (table_of(mebibytes), Vec::new());
        let mut searcher = Self { table, evaluator, workers, advantage: None };
        searcher.set_threads(threads);
        searcher
    }

    /// Changes the evaluator. Everything is forgotten, since the scores were another's.
    pub fn set_evaluator(&mut self, evaluator: E) {
        self.evaluator = evaluator;
        self.table.clear(self.workers.len());
        self.set_threads(self.workers.len());
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
        self.workers =
            (0..threads.max(1)).map(|index| Worker::new(index, self.evaluator.clone())).collect();
    }

    /// Says how much stronger one of the players is, if that is to count. Scores of searches
    /// under another advantage are forgotten.
    pub fn set_advantage(&mut self, advantage: Option<Advantage>) {
        if self.advantage != advantage {
            self.advantage = advantage;
            self.clear();
        }
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        self.table.clear(self.workers.len());
        clear_workers(&mut self.workers);
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
        for worker in &mut self.workers {
            worker.advantage = self.advantage;
        }
        let root = request.game.position();
        let mut root_moves = root.legal_moves();
        if !request.search_moves.is_empty() {
            root_moves.retain(|mv| request.search_moves.contains(mv));
        }
        let mut shared = Shared::new(&self.table, control, prober, self.workers.len());
        let drawn = root.outcome().is_some_and(|outcome| outcome.winner.is_none());
        shared.result = drawn.then_some(Wdl::Draw);
        ask_tablebases(&mut shared, request, &mut root_moves);
        if root_moves.is_empty() {
            return without_moves(root);
        }
        // Should there be no time to search, the table's move is the one to play.
        let known = self.table.probe(root.key(), 0).and_then(|entry| entry.best);
        if let Some(place) = root_moves.iter().position(|&mv| Some(mv) == known) {
            root_moves[..=place].rotate_right(1);
        }
        self.table.age();
        shared.claim = self.workers[0].claim_at_root(request.game);
        let running = run_threads(&mut self.workers, request, &root_moves, &shared, observer);
        let lines = request.multi_pv.min(root_moves.len());
        let answers = if lines > 1 {
            // Several lines are compared with each other, so all must be of one thread.
            0
        } else {
            let votes: Vec<Vote> = self.workers[..running].iter().map(vote_of).collect();
            elect(&votes)
        };
        let elected = &self.workers[answers];
        // What was reported last may be of an earlier iteration, or of another thread.
        if elected.stopped || answers > 0 {
            elected.report_lines(observer, &shared, lines);
        }
        let best = &elected.root_moves[0];
        SearchResult {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied(),
            score: shared.result.map_or(best.score, |is| is.score(best.score)).max(shared.claim),
            depth: elected.completed_depth,
            nodes: shared.all_nodes(),
            pv: best.pv.clone(),
        }
    }
}

/// Asks the tablebases about the root. If they know it, only the root moves that keep its result
/// are left; otherwise they may be asked in the tree.
fn ask_tablebases(shared: &mut Shared<'_>, request: &Request<'_>, root_moves: &mut MoveList) {
    let (root, prober) = (request.game.position(), shared.prober);
    if !root.is_orthodox() {
        return;
    }
    shared.probe_pieces = prober.max_pieces();
    if root.board().occupied().count() > prober.max_pieces() {
        return;
    }
    let Some((result, mut best)) = prober.root_moves(root) else { return };
    // Each of these moves keeps the result. The search finds the way without further probes,
    // which would all say the same.
    *shared.tablebase_hits.get_mut() = best.len() as u64;
    shared.probe_pieces = 0;
    // To the search without probes every win looks alike, so that the tables rank them: a single
    // line is that of the quickest, several are in their order.
    let mut wins = prober.win_distances(root).unwrap_or_default();
    wins.retain(|(mv, _)| root_moves.contains(mv) && best.contains(mv));
    if request.multi_pv > 1 {
        shared.distances = wins;
    } else if let Some(quickest) = wins.iter().map(|(_, distance)| *distance).min() {
        wins.retain(|(_, distance)| *distance == quickest);
        best = wins.into_iter().map(|(mv, _)| mv).collect();
    }
    if root_moves.iter().any(|mv| best.contains(mv)) {
        root_moves.retain(|mv| best.contains(mv));
        shared.result = shared.result.or(Some(result));
    }
}

/// A thread's vote for the move to play.
fn vote_of<E: Evaluator>(worker: &Worker<E>) -> Vote {
    let best = &worker.root_moves[0];
    Vote { mv: best.mv, score: best.score, depth: worker.completed_depth }
}

/// The result of a search at a root without moves: what the law makes of that.
fn without_moves(root: &Position) -> SearchResult {
    let score = root.outcome_without_moves().winner.map_or(Score::ZERO, |winner| {
        if winner == root.turn() { Score::MATE } else { -Score::MATE }
    });
    SearchResult { best: None, ponder: None, score, depth: 0, nodes: 0, pv: Vec::new() }
}

/// A table of that size, or of 1 MiB when memory is short.
fn table_of(mebibytes: usize) -> TranspositionTable {
    TranspositionTable::new(mebibytes)
        .unwrap_or_else(|_| TranspositionTable::new(1).expect("a program has a mebibyte of memory"))
}
