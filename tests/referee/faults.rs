//! Engines at fault, one row each.

use std::time::Duration;

use jadoube::referee::client::Limits;
use jadoube::referee::game::{Cause, Ending};
use jadoube::rules::Color;
use jadoube::rules::laws::Terms;
use libtest_mimic::Trial;

use super::stage::{engine, games, impatient, left_running, mark, stage, trial, zombies};

/// What is to become of a game with a faulty engine.
#[derive(Clone, Copy)]
enum Fate {
    /// It loses by an illegal move, this text.
    Illegal(&'static str),
    /// It loses by an illegal move of whatever text.
    IllegalAnyhow,
    /// It loses because its process has failed; the reason has this in it.
    Broken(&'static str),
    /// It loses on time.
    Time,
    /// The game goes on to its end, nobody being at fault.
    None,
}

/// The faults that show at any limit: the manner and what becomes of it.
const FAULTS: &[(&str, Fate)] = &[
    ("fault=crash-at-start", Fate::Broken("has ended")),
    ("fault=crash-at-isready", Fate::Broken("has ended")),
    ("fault=silent-at-isready", Fate::Broken("'isready'")),
    ("fault=crash-at-go", Fate::Broken("has ended")),
    ("fault=crash-at-go at=3", Fate::Broken("has ended")),
    ("fault=crash-in-mid-move at=2", Fate::Broken("has ended")),
    ("fault=stall at=1", Fate::Broken("'go'")),
    ("fault=line-without-end", Fate::Broken("'go'")),
    ("fault=answer-at-stop", Fate::Broken("longer than an engine may")),
    ("fault=illegal-move at=2", Fate::Illegal("e1e8")),
    ("fault=no-sense", Fate::Illegal("\u{265e}xyz")),
    ("fault=opponent-move at=1", Fate::IllegalAnyhow),
    ("fault=none at=4", Fate::Illegal("(none)")),
    ("fault=null-move", Fate::Illegal("0000")),
    ("fault=empty", Fate::Illegal("")),
    ("fault=two-moves", Fate::None),
    ("fault=two-moves-apart", Fate::None),
    ("fault=junk at=1", Fate::None),
    ("fault=bad-bytes", Fate::None),
    ("fault=endless-line at=1", Fate::None),
    ("fault=false-claim", Fate::None),
    ("fault=leave-child", Fate::None),
    ("fault=ignore-quit", Fate::None),
    ("fault=outlive-input", Fate::None),
];

/// The faults that are found by waiting.
const SILENT: &[&str] = &["silent-at-isready", "stall", "line-without-end", "answer-at-stop"];

fn is_fated(ending: &Ending, faulty: Color, fate: Fate) -> bool {
    let lost = ending.winner == Some(faulty.other());
    match (fate, &ending.cause) {
        (Fate::Illegal(text), Cause::IllegalMove(loser, found)) => {
            lost && *loser == faulty && found == text
        }
        (Fate::IllegalAnyhow, Cause::IllegalMove(loser, _)) => lost && *loser == faulty,
        (Fate::Broken(part), Cause::Broken(loser, why)) => {
            lost && *loser == faulty && why.contains(part)
        }
        (Fate::Time, Cause::Time(loser)) => lost && *loser == faulty,
        (Fate::None, _) => !ending.is_fault(),
        _ => false,
    }
}

/// Two games, the faulty engine having either colour, and a look at what is left.
fn judge(manner: &str, limits: Limits, fate: Fate) {
    let mark = mark();
    let engines = [engine("Honest", "seed=1", &mark), engine("Faulty", manner, &mark)];
    let mut the_match = stage(engines, 1, &Terms::default());
    the_match.limits = limits;
    if SILENT.iter().any(|fault| manner.contains(fault)) {
        impatient(&mut the_match);
    }
    let played = games(&the_match);
    for (game, faulty) in played.iter().zip([Color::Black, Color::White]) {
        let ending = &game.played.ending;
        assert!(is_fated(ending, faulty, fate), "{manner}: {ending:?}");
        let told = game.played.in_words().contains("loses on time by a move after ");
        assert_eq!(told, matches!(fate, Fate::Time), "{manner}: {}", game.played.in_words());
    }
    if manner.contains("two-moves") {
        let strays: u32 = played.iter().flat_map(|game| game.stray_moves).sum();
        assert!(strays > 0, "the second move is noted");
    }
    assert_eq!(left_running(&mark), Vec::<String>::new(), "{manner}");
}

fn clock(text: &str) -> Limits {
    Limits { clock: Some(text.parse().unwrap()), ..Limits::default() }
}

pub fn trials() -> Vec<Trial> {
    let nodes = Limits { nodes: Some(1), ..Limits::default() };
    let each_move = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
    let mut trials = vec![
        trial("an honest match is played to its end, twice alike", honest_games_are_alike),
        trial("no zombie is left by a match", no_zombies),
        trial("a late move loses on the clock", move || {
            judge("delay=400", clock("0.1"), Fate::Time);
        }),
        trial("a move later than its time loses", move || {
            judge("delay=600", each_move, Fate::Time);
        }),
        trial("an engine that stalls loses on the clock", move || {
            judge("fault=answer-at-stop at=1", clock("0.5"), Fate::Time);
        }),
        trial("a move within its increment is in time", move || {
            judge("delay=1", clock("0.1+2"), Fate::None);
        }),
    ];
    for (manner, fate) in FAULTS {
        trials.push(trial(format!("faulty engine: {manner}"), move || judge(manner, nodes, *fate)));
    }
    trials
}

fn honest_games_are_alike() {
    let play = |concurrency| {
        let mark = mark();
        let engines = [engine("A", "seed=1", &mark), engine("B", "seed=2", &mark)];
        let mut the_match = stage(engines, 3, &Terms::default());
        the_match.concurrency = concurrency;
        let games = games(&the_match);
        assert!(games.iter().all(|game| !game.played.ending.is_fault()));
        games.into_iter().map(|game| game.played.game.moves().to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(play(1), play(2));
}

/// Zombies are a whole process's, and other tests run beside this one: only those that stay count.
fn no_zombies() {
    let mark = mark();
    let engines = [engine("A", "seed=1", &mark), engine("B", "fault=crash-at-go at=1", &mark)];
    games(&stage(engines, 2, &Terms::default()));
    let lasting = || {
        let before = zombies();
        std::thread::sleep(Duration::from_millis(200));
        zombies().into_iter().filter(|zombie| before.contains(zombie)).collect::<Vec<_>>()
    };
    let mut left = lasting();
    for _ in 0..50 {
        if left.is_empty() {
            return;
        }
        left = lasting();
    }
    panic!("{left:?}");
}
