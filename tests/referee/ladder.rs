//! `jadoube ladder` as a whole: the stronger engine gives, the ladder ends where it must, and one
//! that was broken off goes on as if it had not been.

use std::process::{Command, Output};

use libtest_mimic::Trial;

use super::stage::{folder, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("ladder: the stronger engine gives, and is too strong", the_stronger_gives),
        trial("ladder: one broken off ends as one that was not", taken_up),
        trial("ladder: errors are one line that names the fault", errors_are_one_line),
    ]
}

/// Jadoube looking far and looking at almost nothing; the weaker is named first.
fn ladder(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jadoube"));
    let program = format!("cmd={}", env!("CARGO_BIN_EXE_jadoube"));
    command.args(["ladder", "--laws", "british1897", "--report-every", "0"]);
    command.args(["--random-plies", "4", "--balance", "300", "--maxmoves", "80"]);
    command.args(["--engine", &program, "name=Weak", "nodes=1"]);
    command.args(["--engine", &program, "name=Strong", "nodes=400"]);
    command.args(words);
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn the_stronger_gives() {
    let folder = folder();
    let json = folder.file("sum.json");
    let output = ladder(&["--steps", "none; moves=1; pawn,moves=1", "--batch", "4"])
        .arg("--json")
        .arg(&json)
        .output()
        .unwrap();
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    assert!(text.starts_with("Strong gives odds to Weak under british1897:\n"), "{text}");
    let end = "At 'pawn,moves=1' Strong is the stronger still";
    assert!(text.lines().last().unwrap().starts_with(end), "{text}");
    let numbers: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(numbers["giver"], "Strong");
    assert_eq!(numbers["rungs"].as_array().unwrap().len(), 3);
    let played = numbers["played"].as_u64().unwrap();
    assert!((12..400).contains(&played), "it ends when it is known: {played}");
}

fn taken_up() {
    let folder = folder();
    let pgn = folder.file("games.pgn");
    let climb = |games: &str, more: &[&str]| {
        let output = ladder(&["--batch", "4", "--games", games, "--concurrency", "2"])
            .args(more)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output));
        text(&output)
    };
    let at_once = climb("24", &[]);
    let path = pgn.to_str().unwrap();
    climb("12", &["--pgn", path]);
    assert_eq!(climb("24", &["--pgn", path, "--resume"]), at_once);
    assert_eq!(climb("24", &["--pgn", path, "--resume"]), at_once, "nothing is left to play");
    let bytes = std::fs::read(&pgn).unwrap();
    let games = jadoube::notation::pgn::Reader::new(&bytes[..]);
    let odds = |game: jadoube::notation::pgn::Transcript| {
        game.replay().unwrap();
        game.tags.get("OddsGiver").map(|color| game.tags.get(color).unwrap().to_owned())
    };
    let givers: Vec<Option<String>> = games.map(|game| odds(game.unwrap())).collect();
    assert!((13..=24).contains(&givers.len()), "{givers:?}");
    assert!(givers.iter().flatten().all(|name| name == "Strong"), "{givers:?}");
    assert!(givers.iter().flatten().count() > 0 && givers.contains(&None), "{givers:?}");

    let other = ladder(&["--steps", "none queen", "--pgn", path, "--resume"]).output().unwrap();
    assert!(!other.status.success());
    assert!(text(&other).contains("no step has the odds"), "{}", text(&other));
}

fn errors_are_one_line() {
    for (words, at_fault) in [
        (&["--steps", "none"][..], "'none'"),
        (&["--steps", "knight pawn"], "'pawn' is worth no more than 'knight'"),
        (&["--steps", "none crown"], "crown"),
        (&["--odds", "knight"], "--odds"),
        (&["--sprt", "elo0=0,elo1=5"], "--sprt"),
        (&["--odds-giver", "White"], "--odds-giver"),
        (&["--odds-giver", "Nobody"], "'Nobody'"),
        (&["--batch", "0"], "batch"),
    ] {
        let output = ladder(words).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{words:?}");
        assert!(error.contains(at_fault), "{words:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
