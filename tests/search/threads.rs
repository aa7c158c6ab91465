//! Searches on several threads: what is told last is what is answered, a fault in one thread ends
//! them all, and a limit of nodes is kept.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::time::Duration;

use jadoube::eval::{Evaluator, NetworkEvaluator, Score};
use jadoube::notation::fen;
use jadoube::rules::laws::Variant;
use jadoube::rules::{Game, Move, Position};
use jadoube::search::{
    Control, FixedNodes, Iteration, NoProber, Observer, Report, Request, STACK, SearchResult,
    Searcher, Silent,
};

/// Positions in which threads disagree, and crowded ones.
const POSITIONS: [&str; 6] = [
    fen::INITIAL,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1b2rk1/2q1bppp/p1nppn2/1p6/3NPP2/P1N1B3/1PP1B1PP/R3QR1K w - - 1 13",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "k6q/qqqqqqq1/qqqqqq2/8/8/QQQQQQ2/QQQQQQQ1/K6Q w - - 0 1",
    "4r1k1/1R3p1p/6p1/p2P4/8/6P1/5P1P/6K1 b - - 0 33",
];

/// Nobody ends this search.
struct Endless;

impl Control for Endless {
    fn must_stop(&self, _: u64) -> bool {
        false
    }

    fn may_go_deeper(&self, _: &Iteration) -> bool {
        true
    }
}

/// A line that was told.
struct Told {
    number: usize,
    score: Score,
    pv: Vec<Move>,
}

/// Keeps all lines, those of a window that failed too: a search broken off may answer with one.
#[derive(Default)]
struct Keeper(Vec<Told>);

impl Observer for Keeper {
    fn line(&mut self, report: &Report<'_>) {
        let (number, score, pv) = (report.multi_pv, report.score, report.pv.to_vec());
        self.0.push(Told { number, score, pv });
    }
}

fn game(text: &str, variant: Variant) -> Game {
    Game::new(fen::parse(text).unwrap().position(&variant.terms()).unwrap())
}

fn request(game: &Game, multi_pv: usize) -> Request<'_> {
    Request { game, search_moves: &[], multi_pv, depth: 100, mate: None }
}

/// Searches so many nodes; what was found, and what was told.
fn search(
    searcher: &mut Searcher,
    game: &Game,
    lines: usize,
    nodes: u64,
) -> (SearchResult, Vec<Told>) {
    let mut keeper = Keeper::default();
    let request = request(game, lines);
    let found = searcher.search(&request, &FixedNodes(nodes), &mut keeper, &NoProber);
    (found, keeper.0)
}

#[test]
fn the_answer_is_the_first_move_of_the_line_told_last() {
    for threads in [1, 2, 3, 8] {
        let mut searcher: Searcher = Searcher::new(1, threads);
        for (index, text) in POSITIONS.iter().enumerate() {
            let game = game(text, Variant::Chess);
            for step in 0..24 {
                let nodes = 1 + step * step * (5 + index as u64);
                let (found, told) = search(&mut searcher, &game, 1, nodes);
                let last = told.last().expect("something is always told");
                assert_eq!(last.pv, found.pv, "{text}: {threads} threads, {nodes} nodes");
                assert_eq!((last.number, last.score), (1, found.score), "{text}: {nodes} nodes");
                assert_eq!(found.best, last.pv.first().copied());
                assert!(!found.pv.is_empty() && found.score.0.abs() <= Score::MATE.0);
            }
        }
    }
}

#[test]
fn all_lines_are_told_again_when_a_search_is_broken_off() {
    for threads in [1, 2] {
        let mut searcher: Searcher = Searcher::new(1, threads);
        for text in POSITIONS {
            let game = game(text, Variant::Chess);
            let moves = game.position().legal_moves().len();
            for lines in [2, 5, 256] {
                for nodes in [20_000, 25_001, 30_303] {
                    let (found, told) = search(&mut searcher, &game, lines, nodes);
                    let begin = told.iter().rposition(|line| line.number == 1).unwrap();
                    let last = &told[begin..];
                    assert_eq!(last[0].pv, found.pv, "{text}: {lines} lines");
                    for (index, line) in last.iter().enumerate() {
                        assert_eq!(line.number, index + 1, "{text}: {lines} lines");
                        let earlier = last[..index].iter().map(|line| line.pv[0]);
                        assert!(!earlier.into_iter().any(|mv| mv == line.pv[0]), "{text}: twice");
                    }
                    if found.depth > 0 {
                        assert_eq!(last.len(), lines.min(moves), "{text}: {lines} lines");
                    }
                }
            }
        }
    }
}

#[test]
fn a_limit_of_nodes_is_kept_by_any_number_of_threads() {
    for threads in [1, 2, 8] {
        let mut searcher: Searcher = Searcher::new(1, threads);
        for text in POSITIONS {
            for nodes in [1, 7, 100, 5000] {
                let (found, _) = search(&mut searcher, &game(text, Variant::Chess), 1, nodes);
                let most = if threads == 1 { nodes } else { nodes + 129 * threads as u64 };
                assert!(found.nodes <= most, "{threads} threads, {nodes}: {}", found.nodes);
            }
        }
    }
}

/// Evaluations until one panics; below zero none does.
static LEFT: AtomicI64 = AtomicI64::new(-1);

/// Panics when its time has come.
#[derive(Clone, Default)]
struct Faulty(NetworkEvaluator);

impl Evaluator for Faulty {
    fn evaluate(&mut self, position: &Position) -> Score {
        assert!(LEFT.fetch_sub(1, Relaxed) != 0, "the evaluator's fault");
        self.0.evaluate(position)
    }
}

/// Panics at its third line.
struct FaultyObserver(u32);

impl Observer for FaultyObserver {
    fn line(&mut self, _: &Report<'_>) {
        self.0 += 1;
        assert!(self.0 < 3, "the observer's fault");
    }
}

/// Whether an endless search on so many threads comes to an end, by a panic.
fn ends_by_panic(threads: usize, mut observer: impl Observer + Send + 'static) -> bool {
    let (sender, receiver) = channel();
    let run = move || {
        let game = game(POSITIONS[1], Variant::Chess);
        let mut searcher: Searcher<Faulty> = Searcher::new(1, threads);
        let search = || {
            drop(searcher.search(&request(&game, 1), &Endless, &mut observer, &NoProber));
        };
        let outcome = catch_unwind(AssertUnwindSafe(search));
        let _ = sender.send(outcome.is_err());
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap();
    receiver.recv_timeout(Duration::from_secs(60)).expect("all threads have ended")
}

#[test]
fn a_fault_in_one_thread_ends_them_all() {
    for threads in [1, 2, 4] {
        for evaluations in [0, 50, 2000, 20_000] {
            LEFT.store(evaluations, Relaxed);
            assert!(ends_by_panic(threads, Silent), "{threads} threads, {evaluations}");
        }
        LEFT.store(-1, Relaxed);
        assert!(ends_by_panic(threads, FaultyObserver(0)), "{threads} threads");
    }
}

/// On a crowded board everything takes everything; the main search must still get its share.
#[test]
fn captures_on_a_crowded_board_are_not_the_whole_search() {
    for variant in [Variant::Chess, Variant::England1804, Variant::British1897] {
        let mut searcher: Searcher = Searcher::new(1, 1);
        let (found, _) = search(&mut searcher, &game(POSITIONS[4], variant), 1, 60_000);
        assert!(found.depth >= 2, "{variant:?}: depth {}", found.depth);
    }
}
