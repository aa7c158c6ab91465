//! `jadoube perft` as a user meets it: what it prints, and how it refuses. The counts themselves
//! are proved elsewhere.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::program::jadoube;

fn perft(arguments: &[&str]) -> Output {
    jadoube(&[&["perft"], arguments].concat())
}

fn stdout(arguments: &[&str]) -> String {
    let output = perft(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A file with that text, in a folder of the test's own.
fn suite(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_count_tells_nodes_time_and_speed() {
    let text = stdout(&["--depth", "4"]);
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words[..2], ["197281", "nodes,"]);
    assert_eq!((words[3], &words[5..]), ("s,", &["nodes", "per", "second"][..]));
}

/// `script` of util-linux lends the command a terminal. Where it is missing, only the pipe is
/// looked at.
#[test]
fn a_terminal_sees_how_far_a_count_has_come() {
    let piped = perft(&["--depth", "4", "--divide"]);
    assert!(piped.status.success() && piped.stderr.is_empty(), "{piped:?}");
    let command = format!("{} perft --depth 4", env!("CARGO_BIN_EXE_jadoube"));
    let script = Command::new("script").args(["-qec", &command, "/dev/null"]).output();
    if !cfg!(target_os = "linux") || script.is_err() {
        return;
    }
    let seen = String::from_utf8(script.unwrap().stdout).unwrap();
    assert!(seen.contains("/20 moves") && seen.contains("197281 nodes, "), "{seen:?}");
}

#[test]
fn divide_has_a_line_for_each_move() {
    for more in [&[][..], &["--threads", "2"], &["--hash", "1"], &["--no-bulk"]] {
        let text = stdout(&[&["--depth", "3", "--divide"], more].concat());
        let (moves, total) = text.split_once("\n\n").unwrap();
        assert_eq!(total, "Nodes searched: 8902\n");
        assert_eq!(moves.lines().count(), 20);
        assert!(moves.lines().any(|line| line == "e2e4: 600"), "{text}");
    }
}

#[test]
fn depth_0_is_the_position_itself() {
    assert_eq!(stdout(&["--depth", "0", "--divide"]), "\nNodes searched: 1\n");
}

#[test]
fn castling_is_written_as_its_rules_have_it() {
    let fen = "1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1";
    let divide = ["--depth", "1", "--divide", "--fen", fen];
    assert!(!stdout(&divide).contains("c1b1: 1"));
    assert!(stdout(&[&divide[..], &["--chess960"]].concat()).contains("c1b1: 1"));
    let fen = "4k3/8/8/8/8/8/8/4K3 w Q - 0 1";
    let divide = ["--depth", "1", "--divide", "--fen", fen];
    assert!(!stdout(&divide).contains("e1c1"));
    for law in [&["--laws", "british1897"][..], &["--castle-without-rook", "yes"]] {
        assert!(stdout(&[&divide[..], law].concat()).contains("e1c1: 1"), "{law:?}");
    }
}

#[test]
fn without_a_fen_the_terms_set_up_the_array() {
    for (terms, depth, nodes) in [
        (&["--laws", "chess"][..], "1", "20"),
        (&["--odds", "queen"], "1", "21"),
        (&["--odds", "knight"], "1", "19"),
        (&["--odds", "knight", "--odds-giver", "Black"], "1", "20"),
        (&["--odds", "moves=2", "--odds-giver", "black"], "2", "20"),
        (&["--laws", "PawnAndTwo"], "2", "20"),
    ] {
        let text = stdout(&[&["--depth", depth], terms].concat());
        assert_eq!(text.split_whitespace().next(), Some(nodes), "{terms:?}");
    }
}

#[test]
fn what_was_dropped_is_said_on_standard_error() {
    let output = perft(&["--depth", "1", "--fen", "4k3/8/8/8/8/8/8/4K3 w Q - 0 1"]);
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.contains("'Q' dropped"), "{notes}");
    let output = perft(&["--depth", "1", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - -5 99999"]);
    let notes = String::from_utf8(output.stderr).unwrap();
    let wanted =
        "note: FEN halfmove clock '-5' taken for 0\nnote: FEN move number '99999' taken for ";
    assert!(output.status.success() && notes.starts_with(wanted), "{notes}");
}

#[test]
fn nonsense_is_refused_in_one_line_that_names_it() {
    let missing = suite("missing.epd", "");
    std::fs::remove_file(&missing).unwrap();
    for (arguments, at_fault) in [
        (&["--depth", "3", "--laws", "1805"][..], "1805"),
        (&["--depth", "3", "--stalemate", "lost"], "lost"),
        (&["--depth", "3", "--castle-without-rook", "maybe"], "maybe"),
        (&["--depth", "3", "--fifty-moves", "sixty"], "sixty"),
        (&["--depth", "3", "--repetition", "twice"], "twice"),
        (&["--depth", "3", "--odds", "rok"], "rok"),
        (&["--depth", "3", "--odds-giver", "Red"], "Red"),
        (&["--depth", "3", "--undertaking", "king"], "king"),
        (&["--depth", "3", "--undertaking", "man@e5"], "e5"),
        (&["--depth", "3", "--fen", "8/8 w - -"], "8/8"),
        (&["--depth", "3", "--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"], "Black has 0 kings"),
        (&["--depth", "257"], "257"),
        (&["--depth", "-1"], "-1"),
        (&["--depth", "three"], "three"),
        (&["--depth", "3", "--threads", "0"], "0"),
        (&["--depth", "3", "--hash", "99999999999999"], "99999999999999"),
        (&["--deep", "3"], "--deep"),
        (&[], "--depth"),
        (&["--suite", missing.to_str().unwrap()], "missing.epd"),
    ] {
        let output = perft(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: ") && errors.contains(at_fault), "{errors}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_suite_is_reported_line_by_line() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D3 8902\n\
        8/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3\n\
        id too deep\nepd 7k/8/8/8/8/8/8/K7 w - -\nperft 9 1\n";
    let good = suite("good.epd", text);
    let text = stdout(&["--suite", good.to_str().unwrap(), "--depth", "5", "--threads", "2"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("good.epd:1: 8922 nodes agree: rnbqkbnr/"), "{text}");
    assert!(lines[1].contains("good.epd:2: refused: Black has 0 kings"), "{text}");
    assert!(lines[2].contains("good.epd:4: no count within this depth: [too deep] 7k/"), "{text}");
    assert!(lines[3].starts_with("3 positions: 1 agree, 0 differ, 1 refused, 1 without"), "{text}");
}

/// What a suite prints and the one line of its error.
fn failing(name: &str, text: &str, more: &[&str]) -> (String, String) {
    let file = suite(name, text);
    let output = perft(&[&["--suite", file.to_str().unwrap()], more].concat());
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    (String::from_utf8(output.stdout).unwrap(), error)
}

#[test]
fn a_line_that_cannot_be_read_ends_no_suite() {
    let (text, error) = failing(
        "broken.epd",
        "7k/8/8/8/8/8/8/K7 w - - ;D1 3\n7k/8/8/8/8/8/8/K7 w - - ;D1 many\n\
         7k/8/8 w - - ;D1 3\n\0\0\n\u{feff}7k/8/8/8/8/8/8/K7 w - - ;D1 3\r\r\n",
        &[],
    );
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("broken.epd:1: 3 nodes agree"), "{text}");
    assert!(lines[1].contains("broken.epd:2: CANNOT BE READ: 'D1 many'"), "{text}");
    assert!(lines[2].contains("broken.epd:3: CANNOT BE READ: FEN pieces '7k/8/8'"), "{text}");
    assert!(lines[3].contains("broken.epd:5: 3 nodes agree"), "{text}");
    let sums = "2 positions: 2 agree, 0 differ, 0 refused, 0 without a count within the depth, \
                2 lines that cannot be read; 6 nodes";
    assert!(lines[4].starts_with(sums), "{text}");
    assert!(error.contains("broken.epd: 2 lines cannot be read"), "{error}");
}

#[test]
fn a_suite_in_which_nothing_was_counted_fails() {
    let position = "7k/8/8/8/8/8/8/K7 w - - ;D4 1\n";
    let refused = "8/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3\n";
    for (name, text) in
        [("deep.epd", position), ("refused.epd", refused), ("empty.epd", "# none\n\0\r\n")]
    {
        let (_, error) = failing(name, text, &["--depth", "3"]);
        assert!(error.contains(&format!("{name}: nothing was counted")), "{error}");
    }
}

#[test]
fn the_array_can_be_called_startpos() {
    for (terms, nodes) in [(&[][..], "20"), (&["--odds", "queen"], "21")] {
        let text = stdout(&[&["--depth", "1", "--fen", "startpos"], terms].concat());
        assert_eq!(text.split_whitespace().next(), Some(nodes), "{terms:?}");
    }
}

#[test]
fn a_suite_that_differs_fails() {
    let text = "7k/8/8/8/8/8/8/K7 w - - ;D1 3 ;D2 10\n7k/8/8/8/8/8/8/K7 w - - ;D1 3\n";
    let wrong = suite("wrong.epd", text);
    let output = perft(&["--suite", wrong.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success());
    assert!(text.contains("DIFFERS at depth 2: counted 9, expected 10"), "{text}");
    assert!(text.contains("2 positions: 1 agree, 1 differ, 0 refused"), "{text}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 of 2 positions differ"));
}
