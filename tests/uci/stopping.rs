//! From `stop` to `bestmove` in crowded positions, under every law and with several threads; the
//! clock and `quit` likewise. The time is that on the wall or on the processors, whichever is
//! less; what is too slow is measured again, since a busy machine is no fault of the program.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use crate::client::{Engine, PATIENCE};
use jadoube::rules::laws::Variant;

/// Boards on which everything takes everything or everything moves, and an ordinary one.
const POSITIONS: [&str; 7] = [
    "k6q/qqqqqqq1/qqqqqq2/8/8/QQQQQQ2/QQQQQQQ1/K6Q w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "nqnqkqnq/qnqnqnqn/8/8/8/8/QNQNQNQN/NQNQKQNQ b - - 0 1",
    "1n1n1n2/P1P1P1P1/8/7k/8/7K/p1p1p1p1/1N1N1N2 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];

/// The longest time from `stop` to `bestmove`.
fn longest(threads: usize) -> Duration {
    Duration::from_millis(if threads <= 2 { 60 } else { 150 })
}

/// The same at the median.
const MEDIAN: Duration = Duration::from_millis(20);

/// How often a time that is too long is measured again.
const AGAIN: usize = 3;

fn send(engine: &mut Engine, text: &str) {
    engine.send(text).unwrap();
}

/// Reads until `bestmove`, or another line that begins so.
fn until(engine: &Engine, beginning: &str) {
    loop {
        let line = engine.line(PATIENCE).expect("an answer");
        assert!(!line.starts_with("info string error"), "{line}");
        if line.starts_with(beginning) {
            return;
        }
    }
}

/// The time that `measure` takes: the least of several, as long as they are too long.
fn measured(bound: Duration, mut measure: impl FnMut() -> Duration) -> Duration {
    let mut least = measure();
    for _ in 0..AGAIN {
        if least <= bound {
            break;
        }
        least = least.min(measure());
    }
    least
}

/// From `stop` to `bestmove`, so long after `go`.
fn time_to_stop(engine: &mut Engine, go: &str, after: u64) -> Duration {
    send(engine, go);
    std::thread::sleep(Duration::from_millis(after));
    let watch = engine.watch();
    send(engine, "stop");
    until(engine, "bestmove");
    engine.time_since(&watch)
}

fn set_up(engine: &mut Engine, variant: Variant, fen: &str, multi_pv: usize) {
    send(engine, &format!("setoption name UCI_Variant value {}", variant.word()));
    send(engine, &format!("setoption name MultiPV value {multi_pv}"));
    send(engine, &format!("position fen {fen}"));
    send(engine, "isready");
    until(engine, "readyok");
}

/// The times from `stop` to `bestmove`, none too long, of the boards under every law.
fn times_to_stop(engine: &mut Engine, threads: usize) -> Vec<Duration> {
    let mut times = Vec::new();
    for (number, &variant) in Variant::ALL.iter().enumerate() {
        for (index, fen) in POSITIONS.iter().enumerate() {
            // Eight threads only now and then, every line of the best only now and then.
            let multi_pv = if (number + index) % 3 == 0 { 256 } else { 1 };
            if threads == 8 && (number + index) % 4 != 0 {
                continue;
            }
            set_up(engine, variant, fen, multi_pv);
            let after = [0, 3, 12][(number + 2 * index) % 3];
            let bound = longest(threads);
            let time = measured(bound, || time_to_stop(engine, "go infinite", after));
            assert!(
                time <= bound,
                "{}: {fen}: {time:?} with {threads} threads, MultiPV {multi_pv}",
                variant.word()
            );
            times.push(time);
        }
    }
    times
}

#[test]
fn stop_is_obeyed_at_once() {
    let mut engine = Engine::start();
    for threads in [1, 2, 8] {
        send(&mut engine, &format!("setoption name Threads value {threads}"));
        let bound = if threads <= 2 { MEDIAN } else { longest(threads) };
        let median = measured(bound, || {
            let mut times = times_to_stop(&mut engine, threads);
            times.sort();
            times[times.len() / 2]
        });
        assert!(median <= bound, "median {median:?} with {threads} threads");
    }
}

#[test]
fn the_clock_is_obeyed_as_well() {
    let mut engine = Engine::start();
    for threads in [1, 2] {
        send(&mut engine, &format!("setoption name Threads value {threads}"));
        for fen in POSITIONS {
            for multi_pv in [1, 256] {
                set_up(&mut engine, Variant::Chess, fen, multi_pv);
                for (go, time) in [
                    ("go movetime 30", 30),
                    ("go wtime 60 btime 60", 60),
                    ("go ponder wtime 60 btime 60", 0),
                ] {
                    let bound = Duration::from_millis(time) + longest(threads);
                    let time = measured(bound, || {
                        if go.contains("ponder") {
                            return time_to_stop(&mut engine, go, 5);
                        }
                        let watch = engine.watch();
                        send(&mut engine, go);
                        until(&engine, "bestmove");
                        engine.time_since(&watch)
                    });
                    assert!(time <= bound, "{fen}: {time:?} for {go}, MultiPV {multi_pv}");
                }
            }
        }
    }
}

#[test]
fn quit_is_obeyed_in_the_middle_of_a_crowded_search() {
    for fen in POSITIONS {
        let bound = longest(2);
        let time = measured(bound, || {
            let mut engine = Engine::start();
            send(&mut engine, "setoption name Threads value 2");
            set_up(&mut engine, Variant::Chess, fen, 256);
            send(&mut engine, "go infinite");
            std::thread::sleep(Duration::from_millis(5));
            let watch = engine.watch();
            send(&mut engine, "quit");
            until(&engine, "bestmove");
            // Its end closes the output; until it is waited for, its processor time can be read.
            while engine.line(PATIENCE) != Err(RecvTimeoutError::Disconnected) {}
            let time = engine.time_since(&watch);
            assert!(engine.wait().success());
            time
        });
        assert!(time <= bound, "{fen}: {time:?}");
    }
}

/// Far more threads than processors: each is kept waiting by the others.
#[test]
fn many_threads_keep_to_the_time() {
    let mut engine = Engine::start();
    send(&mut engine, "setoption name Threads value 256");
    set_up(&mut engine, Variant::Chess, POSITIONS[6], 1);
    let bound = Duration::from_millis(200) + longest(8);
    let time = measured(bound, || {
        let watch = engine.watch();
        send(&mut engine, "go movetime 200");
        until(&engine, "bestmove");
        engine.time_since(&watch)
    });
    assert!(time <= bound, "{time:?}");
}
