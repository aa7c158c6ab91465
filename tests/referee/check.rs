//! The compliance check: an engine that behaves passes every point, and for each kind of fault
//! there is a row with the point that must find it and what must be seen.

use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant};

use jadoube::referee::check::{CHAPTERS, Exam, Finding, Mark};
use jadoube::referee::client::{Interrupt, Patience, WireLog};
use libtest_mimic::Trial;

use super::stage::{engine, left_running, mark, trial};

/// A point, the rules that spoil the engine, and a part of what must be seen.
const FAULTS: &[(&str, &[&str], &str)] = &[
    ("uci is answered by id and uciok", &["out:uciok:drop"], "no uciok"),
    ("uci is answered by id and uciok", &["out:id author:drop"], "no id author"),
    ("uci is answered by id and uciok", &["out:id name:twice"], "id name twice"),
    ("uci is answered by id and uciok", &["in:uci:crash"], "it has ended (exit status: 3)"),
    (
        "options are well formed",
        &["out:option name Hash:put option name Hash type spin"],
        "no default",
    ),
    ("options are well formed", &["out:option name Ponder:twice"], "'Ponder' twice"),
    ("every option takes its default", &["in:setoption name Threads:crash"], "Threads value 1"),
    ("the size of the hash can be set", &["in:setoption name Hash value 64:crash"], "has ended"),
    ("setoption is taken before uci", &["in:setoption:crash"], "has ended"),
    ("an unknown option is passed over", &["in:setoption name No Such B:crash"], "No Such Button"),
    ("bad values of an option do no harm", &["in:setoption name Hash value many:crash"], "many"),
    ("isready is answered at once", &["out:readyok:late"], "no readyok within"),
    (
        "isready is answered at once while searching",
        &["in:go infinite:put go movetime 700"],
        "bestmove",
    ),
    ("ucinewgame is taken", &["in:ucinewgame:crash"], "has ended"),
    ("stop and ponderhit do nothing when idle", &["in:ponderhit:put go depth 1"], "'ponderhit'"),
    ("junk lines are ignored", &["in:go-infinite:put go infinite|stop"], "nobody asked for"),
    ("a line of 100,000 bytes is ignored", &["in:x y :crash"], "has ended"),
    (
        "lines may end as in Windows",
        &["in:position startpos moves e2e4:put position startpos"],
        "not legal in",
    ),
    ("go depth", &["out:bestmove:drop"], "no bestmove within"),
    ("go depth", &["out:bestmove:twice"], "nobody asked for"),
    ("go depth", &["out:bestmove:put bestmove e2e5"], "'bestmove e2e5' is not legal"),
    ("go depth", &["out:bestmove:put bestmove E2E4"], "'bestmove E2E4' is not legal"),
    ("go depth", &["out:bestmove:put bestmove"], "without a move"),
    ("go depth", &["out:bestmove:put bestmove e2e4 ponder e7e4"], "'ponder e7e4' is not legal"),
    ("go depth", &["in:go depth:crash"], "has ended"),
    ("go nodes", &["in:go nodes:put go infinite"], "no bestmove within"),
    ("go nodes", &["in:go nodes:put go depth 1"], "of 20000 nodes"),
    ("go movetime is kept to", &["in:go movetime 100:put go movetime 1200"], "'go movetime 100'"),
    ("go with both clocks", &["in:go wtime:put go movetime 2200"], "of 1000 ms"),
    ("go with clocks and increments", &["in:go wtime:put go movetime 2200"], "of 1000 ms"),
    ("go with movestogo", &["in:go wtime:put go movetime 2200"], "of 1000 ms"),
    ("go with a tenth of a second left", &["in:go wtime:put go movetime 1200"], "of 100 ms"),
    ("go mate", &["in:go mate:put go infinite"], "searches until stop"),
    ("go searchmoves", &["in:go:cut searchmoves a2a3 h2h4"], "searchmoves a2a3 h2h4'"),
    ("go infinite waits for stop", &["in:go infinite:put go depth 3"], "before it was asked"),
    ("go infinite waits for stop", &["in:stop:drop"], "after stop"),
    ("go infinite waits though all is searched", &["in:go infinite:put go depth 3"], "a1b2"),
    ("stop right after go", &["in:stop:drop"], "no bestmove"),
    ("go ponder, then ponderhit", &["in:ponderhit:drop"], "after ponderhit"),
    ("go ponder, then stop", &["in:go ponder:put go depth 3"], "before it was asked"),
    ("go ponder, then stop", &["out:option name Ponder:drop"], "no option Ponder"),
    ("go ponder waits though all is searched", &["in:go ponder:put go depth 3"], "a1b2"),
    ("go with bad numbers", &["in:go depth x:crash"], "'go depth x'"),
    ("go with bad numbers", &["in:go nodes 0:drop"], "'go nodes 0'"),
    ("many searches in a row", &["out:bestmove:twice"], "nobody asked for"),
    ("info lines can be read", &["out:info depth 6:put info depth six"], "depth 'six'"),
    ("info lines can be read", &["out:info:drop"], "no line with depth, score and pv"),
    ("info lines can be read", &["out:bestmove:put bestmove a2a3"], "but bestmove a2a3"),
    ("every move of a pv is legal", &["out:info depth 2:put info depth 2 pv e2a6 e7e5"], "'e7e5'"),
    ("a mate is a mate score", &["out:info:put info depth 1 score cp 900"], "not mate 1"),
    ("MultiPV shows that many lines", &["in:setoption name MultiPV:drop"], "multipv 2"),
    ("MultiPV shows that many lines", &["out:option name MultiPV:drop"], "no option MultiPV"),
    ("startpos moves with nothing after", &["in:position startpos moves:crash"], "has ended"),
    ("a FEN with four fields", &["in:position fen:crash"], "has ended"),
    ("a FEN with moves", &["in:position fen:put position startpos"], "is not legal in"),
    ("double blanks", &["in: position:drop"], "is not legal in"),
    ("tabs for blanks", &["in:go\t:drop"], "no bestmove within"),
    ("1001 plies of moves", &["in:position startpos moves:put position startpos"], "not legal in"),
    ("castling is e1g1", &["in:position:cut moves e1g1"], "is not legal in"),
    (
        "castling in Chess960 is king takes rook",
        &["out:bestmove f1g1:put bestmove e1g1"],
        "'bestmove e1g1'",
    ),
    (
        "castling in Chess960 is king takes rook",
        &["out:option name UCI_Chess960:drop"],
        "UCI_Chess960",
    ),
    ("promotions are e7e8q", &["out:bestmove a7a8q:put bestmove a7a8Q"], "'bestmove a7a8Q'"),
    ("a pawn is captured en passant", &["out:bestmove:put bestmove d4d3"], "'bestmove d4d3'"),
    ("checkmate on the board: no move, once", &["out:bestmove:put bestmove a1a1"], "bestmove a1a1"),
    ("checkmate on the board: no move, once", &["out:bestmove:drop"], "no bestmove"),
    ("stalemate on the board: no move, once", &["out:bestmove:twice"], "nobody asked for"),
    ("illegal moves do no harm", &["in:position startpos moves xyz:crash"], "moves xyz"),
    ("invalid FENs do no harm", &["in:position fen xyz:crash"], "'position fen xyz'"),
    ("a choice of UCI_Variant is confirmed", &["out:info string variant:drop"], "no 'info string"),
    ("stalemate wins under england1804", &["out:info:drop"], "score other"),
    ("stalemate wins under england1804", &["out:option name Laws:drop"], "no option Laws"),
    ("castling without a rook under british1897", &["in:position:cut moves e1c1"], "not legal in"),
    ("0000 answers a move of the odds", &["out:bestmove 0000:put bestmove e7e5"], "not legal in"),
    ("go perft counts", &["out:Nodes searched:put Nodes searched: 8901"], "8901"),
    ("go perft counts", &["out:Nodes searched:drop"], "no line"),
    ("go perft ends at stop", &["in:go perft 9:crash"], "has ended"),
    ("quit ends it", &["in:quit:drop"], "still running"),
    ("quit ends it while searching", &["in:quit:drop"], "still running"),
    ("the end of its input ends it", &["outlive-input"], "still running"),
    ("the end of its input ends a search too", &["outlive-input"], "still running"),
    ("nothing is left running", &["leave-child"], "outlives it"),
];

/// Words of findings that are no failure: what is not offered.
const NOT_OFFERED: &[&str] =
    &["no option", "searches until stop", "no 'info string", "no line 'Nodes"];

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("check: every point is failed by some engine here", every_point_can_fail),
        trial("check: an engine that behaves passes every point", a_good_engine_passes),
        trial("check: match --check fails with a summary", a_bad_engine_fails),
        trial("check: what cannot be started is an error of one line", nothing_to_check),
    ];
    for (point, rules, seen) in FAULTS {
        let name = format!("check: {point}: {}", rules.join(", "));
        trials.push(trial(name, move || judge(point, rules, seen)));
    }
    trials
}

fn examine(point: &str, rules: &[&str], mark: &str) -> Finding {
    let mut spec = engine("Proxy", "", mark);
    spec.arguments =
        ["proxy"].iter().chain(rules).chain([&mark]).map(ToString::to_string).collect();
    let seconds = Duration::from_secs;
    let exam = Exam {
        spec: Arc::new(spec),
        patience: Patience { start: seconds(5), ready: seconds(5), stop: seconds(2) },
        short_search: seconds(4),
        tolerance: Duration::from_millis(800),
        log: WireLog::none(),
        interrupt: Interrupt::default(),
    };
    let mut points = CHAPTERS.iter().flat_map(|chapter| chapter.points);
    points
        .find(|known| known.name == point)
        .expect(point)
        .examine(&exam)
        .expect("nobody breaks off")
}

fn judge(point: &str, rules: &[&str], seen: &str) {
    let mark = mark();
    // Another finding can be a busy machine's, on which an honest answer was late; not three times.
    let mut finding = examine(point, rules, &mark);
    for _ in 0..2 {
        if finding.seen.contains(seen) {
            break;
        }
        finding = examine(point, rules, &mark);
    }
    assert!(finding.seen.contains(seen), "{finding:?}");
    let not_offered = NOT_OFFERED.iter().any(|words| finding.seen.starts_with(words));
    let wanted = if not_offered { Mark::NotOffered } else { Mark::Fail };
    assert_eq!(finding.mark, wanted, "{finding:?}");
    // What has been ended by force may take a moment to be gone.
    let until = Instant::now() + Duration::from_secs(60);
    while !left_running(&mark).is_empty() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(left_running(&mark), Vec::<String>::new(), "{point} {rules:?}");
}

fn every_point_can_fail() {
    for point in CHAPTERS.iter().flat_map(|chapter| chapter.points) {
        let name = point.name;
        // Nothing a proxy could spoil makes an honest engine refuse a second introduction only.
        let tested = name == "uci may be sent again" || FAULTS.iter().any(|row| row.0 == name);
        assert!(tested, "no row for '{name}'");
    }
}

fn jadoube(words: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_jadoube")).args(words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

fn a_good_engine_passes() {
    // On a busy machine an answer can be late by no fault of the engine; not three times.
    let examine = || jadoube(&["check", env!("CARGO_BIN_EXE_jadoube")]);
    let (mut output, mut text) = examine();
    for _ in 0..2 {
        if output.status.success() {
            break;
        }
        (output, text) = examine();
    }
    assert!(output.status.success(), "{text}");
    let points: usize = CHAPTERS.iter().map(|chapter| chapter.points.len()).sum();
    let summary = format!("jadoube: {points} passed, 0 failed, 0 not offered (-)\n");
    assert!(text.ends_with(&summary), "{text}");
}

fn a_bad_engine_fails() {
    let program = format!("cmd={}", std::env::current_exe().unwrap().display());
    let rules = "args=proxy 'in:go:crash' 'out:option:drop'";
    let (output, text) = jadoube(&["match", "--check", &program, "name=Bad", rules]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("\n  FAIL  go depth  "), "{text}");
    assert!(
        text.contains("\n  pass  ucinewgame") || text.contains("\n  FAIL  ucinewgame"),
        "{text}"
    );
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("Bad: ") && last.ends_with(" not offered (-)"), "{last}");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.starts_with("error: engine 'Bad' fails "), "{error}");
}

fn nothing_to_check() {
    for words in [&["check", "/nowhere/at all"][..], &["match", "--check", "name=x"]] {
        let (output, text) = jadoube(words);
        assert!(!output.status.success() && text.is_empty(), "{text}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{output:?}");
    }
}
