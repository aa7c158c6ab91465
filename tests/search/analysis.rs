//! `jadoube suite` and `jadoube analyse` as a user runs them.

use std::process::Command;

use jadoube::notation::epd::Epd;
use jadoube::notation::pgn::Reader;

use crate::folder::File;
use crate::program::{jadoube, text};

const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8#; id \"not that\";
7k/8/5K2/8/8/8/8/6Q1 w - - dm 1; id \"queen\";
7k/8/5K2/8/8/8/8/6Q1 w - - dm 1; am Qg7#; c8 \"3 7\"; c9 \"g1g7 g1h1\"; id \"points\";
";

#[test]
fn a_suite_counts_what_is_solved() {
    let suite = File::new("solved.epd", SUITE);
    let output = jadoube(&["suite", suite.name(), "--depth", "4"]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}");
    let row = |id: &str| printed.lines().find(|line| line.starts_with(id)).unwrap();
    assert!(row("back rank").contains("  solved  ") && row("back rank").contains("Rd8#"));
    assert!(row("not that").contains("unsolved") && row("not that").contains("(am Rd8#)"));
    assert!(row("queen").contains("  solved  "));
    assert!(printed.contains("of 4 ("), "{printed}");
    assert!(printed.contains("of 7 points"), "{printed}");
    let quiet = jadoube(&["suite", suite.name(), "--depth", "4", "--unsolved", "--first", "2"]);
    let printed = text(&quiet.stdout);
    assert!(!printed.contains("back rank") && printed.contains("not that"), "{printed}");
    assert!(printed.contains("Solved 1 of 2 (50.0 %)"), "{printed}");
}

#[test]
fn a_suite_line_that_cannot_be_read_does_not_end_the_run() {
    let suite = File::new("odd.epd", format!("\u{feff}junk\r\n\0\n{SUITE}8/8/8/8 w - -\n"));
    let output = jadoube(&["suite", suite.name(), "--nodes", "500"]);
    let (printed, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
    assert!(printed.contains(" of 4 ("), "{printed}");
    assert!(errors.contains("line 1") && errors.contains("line 7"), "{errors}");
    assert!(errors.contains("2 lines of"), "{errors}");
    for (name, text) in [("empty.epd", ""), ("bare.epd", "7k/8/5K2/8/8/8/8/6Q1 w - -\n")] {
        let empty = File::new(name, text);
        let output = jadoube(&["suite", empty.name(), "--nodes", "10"]);
        assert_eq!(output.status.code(), Some(1), "nothing to solve is no success");
    }
}

#[test]
fn a_game_comes_back_with_scores_and_better_lines_under_its_law() {
    let game = "[Event \"One\"]\n[Laws \"england1804\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]\n\n\
                1. Kf7 Kh7 2. Qg7# 1-0\n\n\
                [Event \"Two\"]\n\n1. f3 {weak} e5 2. g4 $4 Qh4# 0-1\n";
    let file = File::new("games.pgn", game);
    let output = jadoube(&["analyse", file.name(), "--depth", "5"]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let analysed: Vec<_> =
        Reader::new(printed.as_bytes()).map(|game| game.unwrap().replay().unwrap()).collect();
    let original: Vec<_> =
        Reader::new(game.as_bytes()).map(|game| game.unwrap().replay().unwrap()).collect();
    assert_eq!(analysed.len(), 2);
    for (ours, theirs) in analysed.iter().zip(&original) {
        assert_eq!(ours.game().moves(), theirs.game().moves());
        assert_eq!(ours.terms(), theirs.terms());
        assert_eq!(ours.result, theirs.result);
        assert!(ours.tags.get("Annotator").unwrap().starts_with("Jadoube"));
    }
    let remarks = analysed[1].remarks();
    assert!(remarks[0].comment.starts_with("weak [%eval "), "{:?}", remarks[0]);
    let blunder = &remarks[2];
    assert!(blunder.comment.contains("[%eval #-1,") && blunder.comment.contains("better 2."));
    assert_eq!(blunder.nags, [4]);
    assert_eq!(remarks[3].comment, "", "the game is over: there is nothing to judge");
}

#[test]
fn positions_come_back_as_epd() {
    let file = File::new("positions.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"a\"; ce 9;\n");
    let out = File::new("analysed.epd", "");
    let arguments =
        ["analyse", file.name(), "--depth", "4", "--multi-pv", "2", "--out", out.name()];
    let output = jadoube(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let written = std::fs::read_to_string(out.path()).unwrap();
    let lines: Vec<Epd> = written.lines().map(|line| Epd::parse(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0].number("dm"), Some(1));
    assert_eq!(lines[0].get("pv"), Some(&["Rd8#".to_owned()][..]));
    assert_eq!(lines[0].get("ce"), None, "a mate has no score in centipawns");
    assert!(lines[1].number("ce").is_some_and(|ce| ce != 9));
    assert_eq!(lines[0].text("id").as_deref(), Some("a"));
}

#[test]
fn what_cannot_be_analysed_is_named() {
    let file =
        File::new("bad.pgn", "[Event \"x\"]\n\n1. e4 e6 2. Ke3 *\n\n[Event \"y\"]\n\n1. d4 *\n");
    let output = jadoube(&["analyse", file.name(), "--nodes", "50"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("1. d4"), "the next game is not lost");
    let errors = text(&output.stderr);
    assert!(errors.contains("Ke3") && errors.contains("1 entries"), "{errors}");
    let missing = jadoube(&["analyse", "/no/such.pgn"]);
    assert!(text(&missing.stderr).contains("/no/such.pgn"));
}

#[test]
fn a_bench_of_ones_own_is_bounded_as_asked() {
    let file = File::new(
        "bench.epd",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n",
    );
    let output = jadoube(&["bench", "--file", file.name(), "--nodes", "300", "--hash", "1"]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let last = printed.lines().last().unwrap();
    assert!(last.starts_with("600 nodes "), "{printed}");
    let bad = File::new("bad-bench.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -\nnonsense\n");
    let output = jadoube(&["bench", "--file", bad.name(), "--nodes", "10"]);
    assert!(text(&output.stderr).contains("line 2"), "{}", text(&output.stderr));
}

/// Plays `go` after an option is set and returns the nodes of the last `info` line.
fn nodes_of(option: &str, go: &str) -> u64 {
    use std::io::Write;
    let mut engine = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    write!(input, "{option}\nposition startpos\n{go}\n").unwrap();
    let mut output = std::io::BufReader::new(engine.stdout.take().unwrap());
    let (mut nodes, mut line) = (0, String::new());
    while !line.starts_with("bestmove") {
        line.clear();
        assert!(std::io::BufRead::read_line(&mut output, &mut line).unwrap() > 0);
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Some(at) = words.iter().position(|word| *word == "nodes") {
            nodes = words[at + 1].parse().unwrap();
        }
    }
    drop(input);
    engine.wait().unwrap();
    nodes
}

#[test]
fn a_clock_of_nodes_gives_the_same_search_on_any_machine() {
    let search =
        || nodes_of("setoption name nodestime value 20", "go wtime 3000 btime 3000 winc 10");
    let nodes = search();
    assert_eq!(nodes, search());
    assert!((100..60_000).contains(&nodes), "{nodes} nodes of a clock worth 60,000");
    let exact = nodes_of("setoption name nodestime value 10", "go movetime 500");
    assert!((4_500..=5_200).contains(&exact), "{exact} nodes of 5,000");
}

#[test]
fn a_low_skill_level_searches_few_nodes() {
    assert!(nodes_of("setoption name Skill Level value 0", "go depth 30") <= 300);
    assert!(nodes_of("setoption name Skill Level value 20", "go nodes 5000") >= 4_000);
}
