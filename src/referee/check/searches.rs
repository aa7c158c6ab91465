//! Every way to ask for a move, and when the move may come.

use std::time::{Duration, Instant};

use super::handshake::{after, offered};
use super::subject::{Root, Search, Subject, milliseconds};
use super::{Chapter, Exam, Point, Unmet, fails, not_offered};
use crate::referee::client::InfoLine;

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Searches: one bestmove for each go",
    points: &[
        Point { name: "go depth", examine: depth },
        Point { name: "go nodes", examine: nodes },
        Point { name: "go movetime is kept to", examine: move_time },
        Point { name: "go with both clocks", examine: |exam| clock(exam, CLOCK) },
        Point { name: "go with clocks and increments", examine: |exam| clock(exam, INCREMENTS) },
        Point { name: "go with movestogo", examine: |exam| clock(exam, MOVES_TO_GO) },
        Point { name: "go with a tenth of a second left", examine: |exam| clock(exam, SHORT) },
        Point { name: "go mate", examine: mate },
        Point { name: "go searchmoves", examine: search_moves },
        Point { name: "go infinite waits for stop", examine: infinite },
        Point { name: "go infinite waits though all is searched", examine: infinite_and_done },
        Point { name: "stop right after go", examine: immediate_stop },
        Point { name: "go ponder, then ponderhit", examine: ponder_hit },
        Point { name: "go ponder, then stop", examine: ponder_stop },
        Point { name: "go ponder waits though all is searched", examine: ponder_and_done },
        Point { name: "go with bad numbers", examine: bad_numbers },
        Point { name: "many searches in a row", examine: many },
    ],
};

/// A `go` with clocks and White's time in milliseconds.
type ClockedGo = (&'static str, u64);
const CLOCK: ClockedGo = ("go wtime 1000 btime 60000", 1000);
const INCREMENTS: ClockedGo = ("go wtime 1000 btime 1000 winc 100 binc 100", 1000);
const MOVES_TO_GO: ClockedGo = ("go wtime 1000 btime 1000 movestogo 2", 1000);
const SHORT: ClockedGo = ("go wtime 100 btime 60000 winc 0 binc 0", 100);

/// White has one move, and after it the game is a dead draw.
const ONE_MOVE: &str = "fen 8/8/8/8/8/3k4/1q6/K7 w - - 0 1";

fn found(search: &Search) -> String {
    format!("bestmove {} after {}", search.best, milliseconds(search.time))
}

/// What a fresh engine makes of a `go` in the starting position.
fn searched(exam: &Exam, go: &str) -> Result<Search, Unmet> {
    Subject::ready(exam)?.search(&Root::startpos(), go)
}

fn depth(exam: &Exam) -> Result<String, Unmet> {
    Ok(found(&searched(exam, "go depth 4")?))
}

/// The last report may be from long before the end, or count a few nodes more.
fn nodes(exam: &Exam) -> Result<String, Unmet> {
    const ASKED: u64 = 20_000;
    let search = searched(exam, &format!("go nodes {ASKED}"))?;
    let told = search.infos.iter().rev().find_map(|info| InfoLine::parse(info).search.nodes);
    match told {
        Some(told) if !(ASKED / 10..=2 * ASKED).contains(&told) => {
            Err(fails(format!("{told} of {ASKED} nodes, {}", found(&search))))
        }
        _ => Ok(found(&search)),
    }
}

fn move_time(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let mut times = Vec::new();
    for limit in [100, 300] {
        let limit = Duration::from_millis(limit);
        let go = format!("go movetime {}", limit.as_millis());
        let root = Root::new("startpos", "e2e4");
        let search = subject.search(&root, &go)?;
        if search.time > limit + exam.tolerance {
            return Err(fails(format!("{} to '{go}'", milliseconds(search.time))));
        }
        times.push(milliseconds(search.time));
    }
    Ok(format!("{} for 100 and 300 ms", times.join(" and ")))
}

fn clock(exam: &Exam, (go, left): ClockedGo) -> Result<String, Unmet> {
    let search = searched(exam, go)?;
    if search.time > Duration::from_millis(left) + exam.tolerance {
        return Err(fails(format!("{} of {left} ms", milliseconds(search.time))));
    }
    Ok(found(&search))
}

fn mate(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let root = Root::new("fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1", "");
    let begun = subject.go(&root, "go mate 2")?;
    let Some(search) = subject.answer(begun, begun + exam.patience.stop)? else {
        let stopped = subject.end_search(&root, "stop")?;
        return Err(not_offered(format!("searches until stop, then {}", found(&stopped))));
    };
    subject.expect_quiet()?;
    let mates = |info: &String| info.contains("score mate ");
    let seen = if search.infos.iter().any(mates) { "a mate score" } else { "no mate score" };
    Ok(format!("{}, {seen}", found(&search)))
}

fn search_moves(exam: &Exam) -> Result<String, Unmet> {
    let wanted = ["a2a3", "h2h4"];
    let go = format!("go depth 4 searchmoves {}", wanted.join(" "));
    let search = searched(exam, &go)?;
    if wanted.contains(&&search.best[..]) {
        Ok(found(&search))
    } else {
        Err(fails(format!("'bestmove {}' to '{go}'", search.best)))
    }
}

/// A search that must go on until that line is sent.
fn endless(exam: &Exam, root: &Root, go: &str, line: &str) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let begun = subject.go(root, go)?;
    subject.expect_no_move_yet(begun)?;
    let search = subject.end_search(root, line)?;
    Ok(format!("bestmove {} {} after {line}", search.best, milliseconds(search.time)))
}

fn infinite(exam: &Exam) -> Result<String, Unmet> {
    endless(exam, &Root::startpos(), "go infinite", "stop")
}

fn infinite_and_done(exam: &Exam) -> Result<String, Unmet> {
    endless(exam, &Root::new(ONE_MOVE, ""), "go infinite", "stop")
}

fn immediate_stop(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let root = Root::startpos();
    let mut longest = Duration::ZERO;
    for _ in 0..10 {
        // In one piece: the engine may read both before its search has begun.
        let begun = subject.go(&root, "go infinite\nstop")?;
        let search = subject.answer(begun, begun + exam.patience.stop)?;
        let search = search.ok_or_else(|| fails("no bestmove"))?;
        subject.expect_quiet()?;
        longest = longest.max(search.time);
    }
    Ok(format!("ten times, at the latest after {}", milliseconds(longest)))
}

/// A search on the opponent's time that must go on until that line is sent.
fn ponder(exam: &Exam, root: &Root, line: &str) -> Result<String, Unmet> {
    let mut subject = Subject::start(exam)?;
    offered(&mut subject, "Ponder")?;
    drop(subject);
    let mut subject = Subject::ready(exam)?;
    subject.send("setoption name Ponder value true")?;
    let begun = subject.go(root, "go ponder wtime 300 btime 300 winc 10 binc 10")?;
    subject.expect_no_move_yet(begun)?;
    let search = subject.end_search(root, line)?;
    Ok(format!("bestmove {} {} after {line}", search.best, milliseconds(search.time)))
}

fn ponder_hit(exam: &Exam) -> Result<String, Unmet> {
    ponder(exam, &Root::new("startpos", "e2e4 e7e5"), "ponderhit")
}

fn ponder_stop(exam: &Exam) -> Result<String, Unmet> {
    ponder(exam, &Root::new("startpos", "e2e4 e7e5"), "stop")
}

fn ponder_and_done(exam: &Exam) -> Result<String, Unmet> {
    ponder(exam, &Root::new(ONE_MOVE, ""), "ponderhit")
}

fn bad_numbers(exam: &Exam) -> Result<String, Unmet> {
    const BAD: [&str; 12] = [
        "go depth -1",
        "go depth 0",
        "go depth x",
        "go depth",
        "go depth 99999999999999999999",
        "go nodes 0",
        "go nodes -5",
        "go movetime -5",
        "go wtime -100 btime -100",
        "go wtime 0 btime 0",
        "go wtime 1000 btime 1000 movestogo 0",
        "go perhaps",
    ];
    let mut subject = Subject::ready(exam)?;
    let root = Root::startpos();
    for go in BAD {
        one_answer(&mut subject, &root, go, exam).map_err(|unmet| after(go, unmet))?;
    }
    Ok(format!("{} of them, each answered once, at the latest after stop", BAD.len()))
}

/// That a `go` without sense is answered once, be it at once or after `stop`.
fn one_answer(subject: &mut Subject, root: &Root, go: &str, exam: &Exam) -> Result<(), Unmet> {
    let begun = subject.go(root, go)?;
    let mut search = subject.answer(begun, begun + Duration::from_millis(100))?;
    if search.is_none() {
        subject.send("stop")?;
        search = subject.answer(begun, Instant::now() + exam.patience.stop)?;
    }
    search.ok_or_else(|| fails("no bestmove after stop"))?;
    subject.expect_quiet()
}

fn many(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let root = Root::startpos();
    for _ in 0..100 {
        subject.search(&root, "go depth 1")?;
    }
    Ok("100".to_owned())
}
