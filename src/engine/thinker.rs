//! The thread that thinks. It owns the searcher, does one job after another, and tells the
//! listener. It never reads the input, and the thread that does never waits for it but to change
//! what only an idle searcher can have changed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::bench;
use super::events::{Event, EventListener};
use super::strength::{CANDIDATES, Handicap};
use super::timer::SearchTimer;
use super::wdl;
use crate::eval::{MAX_PLY, NetworkEvaluator, Score};
use crate::perft::Perft;
use crate::rules::laws::Outcome;
use crate::rules::{Game, Move, Position};
use crate::search::{Advantage, Observer, Prober, Report, Request, STACK, Searcher};

/// The current root move is reported only in searches longer than this.
const LONG_SEARCH: Duration = Duration::from_secs(3);

/// Something to do.
pub(super) enum Job {
    Search(Box<Search>),
    Count { position: Box<Position>, depth: u32, clock: Arc<SearchTimer> },
    Bench { depth: usize, clock: Arc<SearchTimer> },
    ResizeTable(usize),
    SetThreads(usize),
    SetEvaluation(Box<NetworkEvaluator>),
    Clear,
}

/// A search and all that it goes by: nothing that the user changes meanwhile reaches it.
pub(super) struct Search {
    pub(super) game: Game,
    pub(super) search_moves: Vec<Move>,
    /// What the side to move may claim, if it may.
    pub(super) claim: Option<Outcome>,
    pub(super) depth: Option<usize>,
    pub(super) mate: Option<u32>,
    pub(super) clock: Arc<SearchTimer>,
    pub(super) multi_pv: usize,
    pub(super) show_wdl: bool,
    pub(super) handicap: Option<Handicap>,
    pub(super) advantage: Option<Advantage>,
    /// The move that the book has chosen, if it has: it is the answer.
    pub(super) book_move: Option<Move>,
    pub(super) prober: Arc<dyn Prober + Send>,
    /// What chance goes by: another for each game.
    pub(super) seed: u64,
}

impl Search {
    /// Whether the side to move does best to claim what it may, its score being this: a win always,
    /// a draw when no move promises more. A search of only some of the moves does not tell.
    fn claims(&self, score: Option<Score>) -> bool {
        let profits = |claim: Outcome| match claim.winner {
            Some(winner) => winner == self.game.position().turn(),
            None => score.is_some_and(|score| score <= Score::ZERO),
        };
        self.search_moves.is_empty() && self.claim.is_some_and(profits)
    }
}

/// How many jobs are waiting or being done.
#[derive(Default)]
struct Pending {
    count: Mutex<usize>,
    changed: Condvar,
}

impl Pending {
    fn change(&self, by: impl FnOnce(&mut usize)) {
        by(&mut self.count.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    fn wait_for_none(&self) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        while *count > 0 {
            count = self.changed.wait(count).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn is_none(&self) -> bool {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) == 0
    }
}

/// The handle of the thread. Dropped, it waits for the thread to end.
pub(super) struct Thinker {
    /// `None` only while it is being dropped.
    jobs: Option<Sender<Job>>,
    pending: Arc<Pending>,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    /// Starts the thread, with a table of `hash` MiB and so many search threads.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start(
        hash: usize,
        threads: usize,
        listener: Arc<dyn EventListener>,
    ) -> std::io::Result<Self> {
        let (jobs, queue) = channel();
        let pending = Arc::new(Pending::default());
        let done = Arc::clone(&pending);
        let thread = std::thread::Builder::new()
            .name("thinker".to_owned())
            .stack_size(STACK)
            .spawn(move || work(hash, threads, &queue, &done, &*listener))?;
        Ok(Self { jobs: Some(jobs), pending, thread: Some(thread) })
    }

    /// Gives the thread something to do, after all it was given before.
    pub(super) fn give(&self, job: Job) {
        self.pending.change(|count| *count += 1);
        let given = self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        if !given {
            self.pending.change(|count| *count -= 1);
        }
    }

    /// Waits until everything is done.
    pub(super) fn wait(&self) {
        self.pending.wait_for_none();
    }

    /// Whether there is nothing to do.
    pub(super) fn is_idle(&self) -> bool {
        self.pending.is_none()
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        // Without a sender the thread's queue ends.
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(
    hash: usize,
    threads: usize,
    queue: &Receiver<Job>,
    pending: &Pending,
    listener: &dyn EventListener,
) {
    let (mut hash, mut threads) = (hash, threads);
    let mut evaluation = NetworkEvaluator::default();
    let mut searcher = Searcher::with_evaluator(evaluation.clone(), hash, threads);
    while let Ok(job) = queue.recv() {
        match job {
            Job::ResizeTable(size) => {
                if let Err(error) = searcher.resize_table(size) {
                    listener
                        .on_event(&Event::Error(&format!("option 'Hash' value '{size}': {error}")));
                } else {
                    hash = size;
                }
            }
            Job::SetThreads(number) => {
                threads = number;
                searcher.set_threads(number);
            }
            Job::SetEvaluation(chosen) => {
                evaluation = *chosen;
                searcher.set_evaluator(evaluation.clone());
            }
            Job::Clear => searcher.clear(),
            Job::Bench { depth, clock } => {
                let evaluation = evaluation.clone();
                let bench = bench::Bench { depth, evaluation, ..bench::Bench::default() };
                bench::run(&bench, &clock, listener);
            }
            Job::Count { position, depth, clock } => {
                count(&position, depth, &clock, threads, listener);
            }
            Job::Search(search) => {
                let unharmed = answer(&search, listener, |reporter| {
                    let Search { game, search_moves, multi_pv, depth, mate, .. } = &*search;
                    let lines = if search.handicap.is_some() { CANDIDATES } else { 1 };
                    let request = Request {
                        game,
                        search_moves,
                        multi_pv: lines.max(*multi_pv),
                        depth: depth.unwrap_or(MAX_PLY).min(MAX_PLY),
                        mate: *mate,
                    };
                    searcher.set_advantage(search.advantage);
                    let found =
                        searcher.search(&request, &*search.clock, reporter, &*search.prober);
                    Thought {
                        best: found.best,
                        ponder: found.ponder,
                        score: (found.depth > 0).then_some(found.score),
                    }
                });
                if !unharmed {
                    searcher = Searcher::with_evaluator(evaluation.clone(), hash, threads);
                }
            }
        }
        pending.change(|count| *count -= 1);
    }
}

fn count(
    position: &Position,
    depth: u32,
    clock: &SearchTimer,
    threads: usize,
    listener: &dyn EventListener,
) {
    let perft = Perft { threads, ..Perft::default() };
    let show = |mv, nodes| listener.on_event(&Event::Counted { root: position, mv, nodes });
    match perft.divide(position, depth, clock.stop_flag(), show) {
        Ok(nodes) => listener.on_event(&Event::CountEnd { nodes }),
        Err(error) => listener.on_event(&Event::Error(&error.to_string())),
    }
}

/// What a search has found.
struct Thought {
    best: Option<Move>,
    /// The answer expected to it.
    ponder: Option<Move>,
    /// That of the best move or of a claim, whichever is better; none before the first iteration
    /// is complete.
    score: Option<Score>,
}

/// Answers a search, exactly once: from the book, or by `think`. A fault in the search must not
/// leave a GUI waiting for ever: then any legal move is the answer, that of the last line reported
/// if there is one, and `false` says that the
/// searcher cannot be trusted.
fn answer(
    search: &Search,
    listener: &dyn EventListener,
    think: impl FnOnce(&mut Reporter<'_>) -> Thought,
) -> bool {
    let game = &search.game;
    let root = game.position();
    let Some(&first) = root.legal_moves().first() else {
        listener.on_event(&Event::Over { root, outcome: root.outcome_without_moves() });
        search.clock.wait_for_release();
        listener.on_event(&Event::Best { game, best: None, ponder: None });
        return true;
    };
    if let Some(mv) = search.book_move {
        search.clock.wait_for_release();
        listener.on_event(&Event::Best { game, best: Some(mv), ponder: None });
        return true;
    }
    let mut reporter = Reporter { search, listener, last: first, lines: Vec::new() };
    let thought = catch_unwind(AssertUnwindSafe(|| think(&mut reporter)));
    let (mut best, mut ponder, score) = match &thought {
        Ok(thought) => (thought.best.unwrap_or(first), thought.ponder, thought.score),
        Err(_) => {
            listener.on_event(&Event::Error("the search has failed; a legal move follows"));
            (reporter.last, None, None)
        }
    };
    if let Some(weaker) = search.handicap.as_ref().and_then(|handicap| {
        let candidates: Vec<_> =
            reporter.lines.iter().map(|line| (line.pv[0], line.score)).collect();
        handicap.choose(root, &candidates, search.seed).filter(|weaker| *weaker != best)
    }) {
        reporter.tell_last(weaker);
        (best, ponder) = (weaker, None);
    }
    let after = root.play(best);
    let ponder = ponder.filter(|answer| after.is_legal(*answer));
    search.clock.wait_for_release();
    if search.claims(score) {
        listener.on_event(&Event::Claim);
    }
    listener.on_event(&Event::Best { game, best: Some(best), ponder });
    thought.is_ok()
}

/// A line that was reported, kept for a weakened engine to choose from.
struct Kept {
    depth: usize,
    selective_depth: usize,
    score: Score,
    decided: bool,
    nodes: u64,
    tablebase_hits: u64,
    hashfull: u32,
    /// The moves, one at least.
    pv: Vec<Move>,
}

/// Passes on what the search reports, and remembers the best lines for a weakened engine.
struct Reporter<'a> {
    search: &'a Search,
    listener: &'a dyn EventListener,
    /// The first move of the best line that was reported last, or any legal move.
    last: Move,
    /// The last iteration's lines, best first, for a weakened engine.
    lines: Vec<Kept>,
}

impl Reporter<'_> {
    fn tell(&mut self, report: &Report<'_>) {
        if let (1, Some(&mv)) = (report.multi_pv, report.pv.first()) {
            self.last = mv;
        }
        let game = &self.search.game;
        let chances = || wdl::chances(game.position(), report.score, report.decided);
        let wdl = self.search.show_wdl.then(chances);
        let time = self.search.clock.elapsed();
        self.listener.on_event(&Event::Line { game, report, time, wdl });
    }

    /// Tells the line of the move that a weakened engine has chosen, as its best.
    fn tell_last(&mut self, chosen: Move) {
        let Some(place) = self.lines.iter().position(|line| line.pv[0] == chosen) else { return };
        let line = self.lines.swap_remove(place);
        self.tell(&Report {
            depth: line.depth,
            selective_depth: line.selective_depth,
            multi_pv: 1,
            score: line.score,
            bound: None,
            decided: line.decided,
            nodes: line.nodes,
            tablebase_hits: line.tablebase_hits,
            hashfull: line.hashfull,
            pv: &line.pv,
        });
    }
}

impl Observer for Reporter<'_> {
    fn line(&mut self, report: &Report<'_>) {
        let wanted = self.search.handicap.is_some() && report.bound.is_none();
        if wanted && !report.pv.is_empty() {
            self.lines.truncate(report.multi_pv - 1);
            self.lines.push(Kept {
                depth: report.depth,
                selective_depth: report.selective_depth,
                score: report.score,
                decided: report.decided,
                nodes: report.nodes,
                tablebase_hits: report.tablebase_hits,
                hashfull: report.hashfull,
                pv: report.pv.to_vec(),
            });
        }
        if report.multi_pv <= self.search.multi_pv {
            self.tell(report);
        }
    }

    fn root_move(&mut self, depth: usize, mv: Move, number: usize, _: u64) {
        if self.search.clock.elapsed() >= LONG_SEARCH {
            let root = self.search.game.position();
            self.listener.on_event(&Event::RootMove { root, depth, mv, number });
        }
    }
}
