//! The bench: fixed positions to a fixed depth on one thread, so that the same program always
//! searches the same number of nodes. The number tells whether a change changes play, and the time
//! how fast the program is. It is no measure of strength.

use std::time::{Duration, Instant};

use super::events::{Event, EventListener};
use super::limits::Budget;
use super::timer::{SearchTimer, Waiting};
use crate::eval::NetworkEvaluator;
use crate::notation::fen;
use crate::rules::laws::Variant;
use crate::rules::{Game, Position};
use crate::search::{Control, Iteration, NoProber, Request, Searcher, Silent};

/// The depth of each search in plies, unless another is asked for.
pub const DEPTH: usize = 12;

/// The table in MiB, unless another is asked for.
pub const HASH: usize = 16;

/// Positions with the law or ready game each is searched under: openings, middle games and
/// endings, quiet and sharp, and every old law and kind of odds and undertaking at least once.
const POSITIONS: &[(Variant, &str)] = &[
    (Variant::Chess, fen::INITIAL),
    (Variant::Chess, "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
    (Variant::Chess, "r2q1rk1/1b1nbppp/pp1ppn2/8/2PQP3/1PN2NP1/P4PBP/R1BR2K1 w - - 2 13"),
    (Variant::Chess, "r1b2rk1/2q1bppp/p1nppn2/1p6/3NPP2/P1N1B3/1PP1B1PP/R3QR1K w - - 1 13"),
    (Variant::Chess, "2rq1rk1/pb2bppp/1p2pn2/8/2PP4/P1B2N2/1P1Q1PPP/3R1RK1 b - - 0 17"),
    (Variant::Chess, "r4rk1/pp3ppp/2n1b3/q1pp2B1/8/P1Q2NP1/1PP1PP1P/2KR3R w - - 0 15"),
    (Variant::Chess, "6k1/5ppp/p7/1p1P4/1P2n3/P3B2P/5PP1/6K1 w - - 0 31"),
    (Variant::Chess, "8/pp3k2/2p2p2/3p1P1p/PP1P1K1P/2P5/8/8 w - - 0 40"),
    (Variant::Chess, "4r1k1/1R3p1p/6p1/p2P4/8/6P1/5P1P/6K1 b - - 0 33"),
    (Variant::Chess, "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"),
    (Variant::England1804, "8/8/8/8/8/5k2/5p2/5K2 b - - 0 60"),
    (Variant::StalemateWins, "7k/7P/5K2/8/8/3b4/8/8 w - - 0 50"),
    (Variant::France1804, "rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3"),
    (Variant::Accomplished1837, "r3kbnr/pp3ppp/2n5/8/8/5Q2/PPP2PPP/4KBNR w KQkq - 0 9"),
    (Variant::British1897, "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/2BQK2R w Kkq - 6 5"),
    (Variant::Rogers1907, "r2q1rk1/pp2bppp/2n1bn2/2pp4/8/2NP1NP1/PPQ1PPBP/R1B2RK1 w - - 2 10"),
    (
        Variant::Federation1912,
        "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 7",
    ),
    (Variant::RookOdds, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1"),
    (Variant::KnightOdds, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
    (Variant::PawnAndTwo, "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::CappedPiece, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3"),
    (Variant::PawnMate, "6k1/8/6KP/6P1/8/8/8/1R6 w - - 0 50"),
    (Variant::SquareMate, "8/8/8/3k4/8/2Q5/3K4/4R3 w - - 0 60"),
    (Variant::DrawOdds, "8/8/3k4/8/3PK3/8/8/8 w - - 0 60"),
];

/// A position of a bench.
#[derive(Clone, Debug)]
pub struct BenchPosition {
    /// Under which law or ready game, or whence it is.
    pub name: String,
    /// The position.
    pub root: Position,
}

/// What a bench searches, and how.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The depth of each search in plies.
    pub depth: usize,
    /// Nodes of each search, if they are to bound it.
    pub nodes: Option<u64>,
    /// The time of each search, if it is to bound it.
    pub time: Option<Duration>,
    /// The table in MiB.
    pub hash: usize,
    /// Threads of each search.
    pub threads: usize,
    /// The positions; the usual ones where there are none.
    pub positions: Vec<BenchPosition>,
    /// What evaluates them.
    pub evaluation: NetworkEvaluator,
}

impl Default for Bench {
    /// The bench of the signature.
    fn default() -> Self {
        Self {
            depth: DEPTH,
            nodes: None,
            time: None,
            hash: HASH,
            threads: 1,
            positions: Vec::new(),
            evaluation: NetworkEvaluator::default(),
        }
    }
}

/// The positions of the signature.
fn usual_positions() -> Vec<BenchPosition> {
    let usual = POSITIONS.iter().map(|(variant, text)| {
        let setup = fen::parse(text).expect("the bench positions are FENs");
        let root = setup.position(&variant.terms()).expect("the bench positions are positions");
        BenchPosition { name: variant.word().to_owned(), root }
    });
    usual.collect()
}

/// Bounds each search of a bench, and obeys the order to stop it whole.
struct Bound<'a> {
    order: &'a SearchTimer,
    timer: SearchTimer,
}

impl Control for Bound<'_> {
    fn must_stop(&self, nodes: u64) -> bool {
        self.order.must_stop(nodes) || self.timer.must_stop(nodes)
    }

    fn node_limit(&self) -> Option<u64> {
        self.timer.node_limit()
    }

    fn may_go_deeper(&self, iteration: &Iteration) -> bool {
        self.order.may_go_deeper(iteration) && self.timer.may_go_deeper(iteration)
    }
}

/// What came of a bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time spent searching.
    pub time: Duration,
}

impl Total {
    /// Nodes a second.
    pub fn speed(&self) -> u64 {
        let microseconds = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / microseconds).unwrap_or(u64::MAX)
    }
}

/// Searches every position, and tells the listener. `None` when `order` was stopped before the end.
pub fn run(bench: &Bench, order: &SearchTimer, listener: &dyn EventListener) -> Option<Total> {
    let mut searcher =
        Searcher::with_evaluator(bench.evaluation.clone(), bench.hash, bench.threads);
    let mut total = Total { nodes: 0, time: Duration::ZERO };
    let usual = if bench.positions.is_empty() { usual_positions() } else { Vec::new() };
    let positions = if bench.positions.is_empty() { &usual } else { &bench.positions };
    for (index, BenchPosition { name, root }) in positions.iter().enumerate() {
        let game = Game::new(*root);
        searcher.clear();
        let depth = bench.depth;
        let request = Request { game: &game, search_moves: &[], multi_pv: 1, depth, mate: None };
        let began = Instant::now();
        let budget = Budget { aim: None, end: bench.time };
        let timer = SearchTimer::new(began, budget, bench.nodes, Waiting::No);
        let found = searcher.search(&request, &Bound { order, timer }, &mut Silent, &NoProber);
        total.time += began.elapsed();
        if order.is_stopped() {
            listener.on_event(&Event::BenchEnd { nodes: None, time: total.time });
            return None;
        }
        total.nodes += found.nodes;
        let (number, of) = (index + 1, positions.len());
        listener.on_event(&Event::BenchPosition { number, of, law: name, nodes: found.nodes });
    }
    listener.on_event(&Event::BenchEnd { nodes: Some(total.nodes), time: total.time });
    Some(total)
}

/// An order that nobody will stop.
pub fn unstoppable() -> SearchTimer {
    SearchTimer::new(Instant::now(), Budget::default(), None, Waiting::No)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Deaf;

    impl EventListener for Deaf {
        fn on_event(&self, _: &Event<'_>) {}
    }

    #[test]
    fn the_same_nodes_every_time() {
        let bench = Bench { depth: 4, ..Bench::default() };
        let first = run(&bench, &unstoppable(), &Deaf).unwrap();
        let second = run(&bench, &unstoppable(), &Deaf).unwrap();
        assert!(first.nodes > 1000);
        assert_eq!(first.nodes, second.nodes);
    }

    #[test]
    fn nodes_and_positions_of_ones_own_bound_a_bench() {
        let root = Position::initial();
        let own = BenchPosition { name: "mine".to_owned(), root };
        let bench = Bench { nodes: Some(500), positions: vec![own], ..Bench::default() };
        assert_eq!(run(&bench, &unstoppable(), &Deaf).unwrap().nodes, 500);
    }

    #[test]
    fn a_stopped_bench_has_no_total() {
        let order = unstoppable();
        order.stop();
        assert_eq!(run(&Bench::default(), &order, &Deaf), None);
    }
}
