//! The control of a running search: it reads the time, receives the orders `stop` and `ponderhit`,
//! and holds the answer back for as long as the protocol wants it held back. It never touches the
//! search's own state.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::limits::Budget;
use crate::eval::Score;
use crate::search::{Control, Iteration};

/// Stands for a clock that has not begun to run.
const NOT_YET: u64 = u64::MAX;

/// The control of one search.
#[derive(Debug)]
pub struct SearchTimer {
    began: Instant,
    budget: Budget,
    nodes: Option<u64>,
    /// Nodes that stand for a millisecond; 0 where the clock is a real one.
    nodes_per_millisecond: u64,
    /// Only `stop` ends the search and lets the answer out.
    infinite: bool,
    /// Microseconds from the beginning until our clock began to run; [`NOT_YET`] while pondering.
    running_since: AtomicU64,
    stopped: AtomicBool,
    /// While pondering: an iteration has found that it would have been enough.
    enough: AtomicBool,
    gate: Mutex<()>,
    bell: Condvar,
}

impl SearchTimer {
    /// A clock that begins to run at `began`, or at the ponder hit.
    pub fn new(began: Instant, budget: Budget, nodes: Option<u64>, waiting: Waiting) -> Self {
        let running_since = if waiting == Waiting::ForPonderHit { NOT_YET } else { 0 };
        Self {
            began,
            budget,
            nodes,
            nodes_per_millisecond: 0,
            infinite: waiting == Waiting::ForStop,
            running_since: AtomicU64::new(running_since),
            stopped: AtomicBool::new(false),
            enough: AtomicBool::new(false),
            gate: Mutex::new(()),
            bell: Condvar::new(),
        }
    }

    /// The same timer with its time counted in nodes, so many to a millisecond; 0 for real time.
    /// Then a search under a clock does not depend on the machine's speed.
    pub fn at_nodes_per_millisecond(mut self, nodes: usize) -> Self {
        self.nodes_per_millisecond = nodes as u64;
        self
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
        self.ring();
    }

    /// The move pondered on has been made: the clock runs.
    pub fn ponder_hit(&self) {
        let now = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(NOT_YET - 1);
        // Only the first hit counts.
        let _ = self.running_since.compare_exchange(NOT_YET, now, Relaxed, Relaxed);
        self.ring();
    }

    /// Whether `stop` was ordered.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// The flag that `stop` sets, for work that watches nothing else.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Waits until the answer may be given: at once, unless the search is infinite or pondering.
    pub fn wait_for_release(&self) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (self.infinite || self.is_pondering()) {
            gate = self.bell.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Wakes who waits. The gate is held, so that nobody can be between looking and sleeping.
    fn ring(&self) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.bell.notify_all();
    }

    fn is_pondering(&self) -> bool {
        self.running_since.load(Relaxed) == NOT_YET
    }

    /// The time that so many nodes stand for, where time is counted in nodes.
    fn time_of(&self, nodes: u64) -> Option<Duration> {
        let rate = self.nodes_per_millisecond;
        (rate > 0).then(|| Duration::from_micros(nodes.saturating_mul(1000) / rate))
    }

    /// The time that our clock has run, if it runs.
    fn on_our_clock(&self, nodes: u64) -> Option<Duration> {
        let since = self.running_since.load(Relaxed);
        let since = (since != NOT_YET).then(|| Duration::from_micros(since))?;
        Some(self.time_of(nodes).unwrap_or_else(|| self.elapsed().saturating_sub(since)))
    }
}

/// What the answer must wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// Nothing.
    No,
    /// `ponderhit` or `stop`.
    ForPonderHit,
    /// `stop`.
    ForStop,
}

impl Control for SearchTimer {
    fn must_stop(&self, nodes: u64) -> bool {
        if self.is_stopped() || self.nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        if self.infinite {
            return false;
        }
        let Some(spent) = self.on_our_clock(nodes) else { return false };
        self.enough.load(Relaxed) || self.budget.end.is_some_and(|end| spent >= end)
    }

    fn node_limit(&self) -> Option<u64> {
        self.nodes
    }

    fn may_go_deeper(&self, iteration: &Iteration) -> bool {
        if self.must_stop(iteration.nodes) {
            return false;
        }
        let Some(aim) = self.budget.aim.filter(|_| !self.infinite) else { return true };
        // What was thought out while pondering need not be thought out again.
        let elapsed = self.time_of(iteration.nodes).unwrap_or_else(|| self.elapsed());
        let enough = elapsed >= aim.mul_f64(patience(iteration)) || is_proved(iteration);
        if enough && self.is_pondering() {
            self.enough.store(true, Relaxed);
            return true;
        }
        !enough
    }
}

/// How much of the time aimed at is worth spending, as the search stands: more when the best move
/// is new, disputed or getting worse, less when it is clear.
///
/// The numbers come from searches of 1,646 positions, 700,000 nodes each, in which Stockfish 15.1
/// judged the best move of every iteration (400,000 nodes, eight lines). Rules were compared at the same
/// mean number of nodes a move, 50,000 to 200,000. The rule before, by which the time fell linearly with
/// the share, saved as much of the expected score as 0.42 doublings of the nodes, against the same time
/// for every move; this one saves 0.26 ± 0.10 more (one standard deviation). In games against the rule
/// before it gained 21 ± 12 Elo with the clock counted in nodes, some 8,000 a move (1,396 games), and
/// 11 ± 15 at 1 s + 0.01 s (691 games).
///
/// From balanced openings only half of the time aimed at is used. Other rules gained nothing at
/// 1 s + 0.01 s. In 1,072 games each of these had one of two values by chance (± 11 Elo): aims that grow
/// by what the moves before have not used, -2; a longest search half as long again, +5; a steepness of
/// 1.75 against 1.25, +15; twice the weight of a falling score, +10; fewer moves to come as the game goes
/// on, +19. The last four changed together, the steepness to 1.9, made 0 ± 13 in 967 games.
fn patience(iteration: &Iteration) -> f64 {
    /// The share of the nodes on the best move at which just the time aimed at is spent.
    const USUAL_SHARE: f64 = 0.66;
    /// The share at which no time would be spent. It is above 1, so that no search reaches it.
    const IDLE_SHARE: f64 = 1.1;
    /// The time is proportional to the distance from that share, to this power.
    const STEEPNESS: f64 = 1.75;
    /// However clear the best move is, so much is spent at least: in sharp positions a short search is
    /// often sure of a move that a longer one refutes. In 200 games against Stockfish from positions
    /// near a stalemate our score fell by 1.5 pawns within two moves after 5 % of the moves that took
    /// less than a fifth of the time aimed at, and after 1.3 % of those that took half to all of it.
    const LEAST: f64 = 0.3;
    if iteration.root_moves <= 1 {
        return 0.1;
    }
    let doubt = (IDLE_SHARE - iteration.node_share) / (IDLE_SHARE - USUAL_SHARE);
    let by_share = doubt.powf(STEEPNESS);
    let by_stability = match iteration.stability {
        0 => 1.7,
        1 => 1.3,
        2 => 1.1,
        3 => 0.95,
        _ => 0.8,
    };
    let drop = f64::from(iteration.previous_score.0 - iteration.score.0).clamp(-20.0, 60.0);
    let by_drop = 1.0 + drop / 120.0;
    // A mate that is found need not be looked for much longer.
    let decided =
        if iteration.score.is_mate() && iteration.score > Score::ZERO { 0.3 } else { 1.0 };
    (by_share * by_stability * by_drop).max(LEAST) * decided
}

/// Whether the best move ends the game by force, and the search has looked far beyond the end for
/// a shorter way: so far that none is to be expected.
fn is_proved(iteration: &Iteration) -> bool {
    let moves = iteration.score.mate_moves().filter(|_| iteration.score > Score::ZERO);
    moves.is_some_and(|moves| iteration.depth >= 4 * moves as usize + 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Move;

    fn iteration(stability: u32, node_share: f64, score: i32, previous: i32) -> Iteration {
        Iteration {
            depth: 10,
            best: Move::NULL,
            stability,
            score: Score(score),
            previous_score: Score(previous),
            node_share,
            root_moves: 30,
            nodes: 1000,
        }
    }

    fn budget(aim: u64, end: u64) -> Budget {
        Budget { aim: Some(Duration::from_millis(aim)), end: Some(Duration::from_millis(end)) }
    }

    #[test]
    fn doubt_asks_for_time_and_clearness_saves_it() {
        let plain = patience(&iteration(3, 0.66, 20, 20));
        assert!((0.8..1.2).contains(&plain), "{plain}");
        assert!(patience(&iteration(0, 0.66, 20, 20)) > plain);
        assert!(patience(&iteration(3, 0.2, 20, 20)) > plain);
        assert!(patience(&iteration(3, 0.66, -30, 20)) > plain);
        assert!(patience(&iteration(10, 0.95, 20, 20)) < plain / 1.5);
        assert!(patience(&iteration(3, 0.66, Score::mate_in(5).0, 20)) < plain);
        let forced = Iteration { root_moves: 1, ..iteration(0, 0.1, -500, 500) };
        assert!(patience(&forced) < 0.2);
    }

    #[test]
    fn a_mate_is_not_looked_for_for_ever() {
        let clock = SearchTimer::new(Instant::now(), budget(60_000, 60_000), None, Waiting::No);
        let mate = |depth| Iteration { depth, ..iteration(9, 0.9, Score::mate_in(5).0, 0) };
        assert!(clock.may_go_deeper(&mate(10)));
        assert!(!clock.may_go_deeper(&mate(30)));
        let analysis = SearchTimer::new(Instant::now(), Budget::default(), None, Waiting::No);
        assert!(analysis.may_go_deeper(&mate(30)), "without a clock the depth decides");
    }

    #[test]
    fn the_end_and_the_nodes_stop_a_search() {
        let long_ago = Instant::now() - Duration::from_millis(50);
        let past = SearchTimer::new(long_ago, budget(10, 40), None, Waiting::No);
        assert!(past.must_stop(1));
        let within = SearchTimer::new(Instant::now(), budget(10, 60_000), Some(100), Waiting::No);
        assert!(!within.must_stop(99));
        assert!(within.must_stop(100));
        within.stop();
        assert!(within.must_stop(0));
    }

    #[test]
    fn infinite_knows_no_time() {
        let long_ago = Instant::now() - Duration::from_millis(50);
        let clock = SearchTimer::new(long_ago, budget(10, 20), None, Waiting::ForStop);
        assert!(!clock.must_stop(1));
        assert!(clock.may_go_deeper(&iteration(9, 0.9, 0, 0)));
        clock.stop();
        clock.wait_for_release();
    }

    #[test]
    fn pondering_stops_at_the_hit_if_enough_was_thought() {
        let long_ago = Instant::now() - Duration::from_millis(50);
        let clock = SearchTimer::new(long_ago, budget(10, 20), None, Waiting::ForPonderHit);
        assert!(!clock.must_stop(1));
        assert!(clock.may_go_deeper(&iteration(9, 0.9, 0, 0)));
        clock.ponder_hit();
        assert!(clock.must_stop(1));
        let fresh = SearchTimer::new(long_ago, budget(1000, 2000), None, Waiting::ForPonderHit);
        fresh.ponder_hit();
        assert!(!fresh.must_stop(1), "our clock has only just begun");
    }

    #[test]
    fn an_answer_is_held_until_it_may_go() {
        for waiting in [Waiting::ForPonderHit, Waiting::ForStop] {
            let clock = SearchTimer::new(Instant::now(), Budget::default(), None, waiting);
            let released = AtomicBool::new(false);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    clock.wait_for_release();
                    released.store(true, Relaxed);
                });
                std::thread::sleep(Duration::from_millis(20));
                assert!(!released.load(Relaxed));
                if waiting == Waiting::ForStop { clock.stop() } else { clock.ponder_hit() }
            });
            assert!(released.load(Relaxed));
        }
        SearchTimer::new(Instant::now(), Budget::default(), None, Waiting::No).wait_for_release();
    }
}
