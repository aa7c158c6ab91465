//! `jadoube tune` as a whole: values go to where games are won, a run that was broken off goes on,
//! and errors are one line.

use std::path::Path;
use std::process::{Command, Output};

use libtest_mimic::Trial;

use super::folder::Folder;
use super::stage::{folder, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("tuning: values go to where games are won", values_go_where_games_are_won),
        trial("tuning: a run cut at any byte goes on as if it had not been", taken_up),
        trial("tuning: errors are one line that names the fault", errors_are_one_line),
        trial("tuning: the search's own numbers are listed as they are read", own_numbers),
    ]
}

const LIST: &str = "Aim, int, 0, -50, 50, 4, 0.05\n";

fn tune(list: &Path, out: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jadoube"));
    let program = std::env::current_exe().unwrap();
    command.args(["tune", "--report-every", "0", "--maxmoves", "60", "--depth", "1"]);
    command.args(["--random-plies", "2", "--balance", "10000"]);
    command.arg("--parameters").arg(list).arg("--out").arg(out);
    command.arg("--engine").arg(format!("cmd={}", program.display()));
    command.args(["args=mock best=20 score=cp_0 fault=illegal-move at=40", "name=Mock"]);
    command.args(words).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A folder with the list, and where a run of that name is kept in it.
fn place(name: &str) -> (Folder, std::path::PathBuf, std::path::PathBuf) {
    let folder = folder();
    let (list, out) = (folder.file("list.txt"), folder.file(name));
    std::fs::write(&list, LIST).unwrap();
    (folder, list, out)
}

fn values_go_where_games_are_won() {
    let (_folder, list, out) = place("run.jsonl");
    let output = tune(&list, &out, &["--iterations", "60", "--concurrency", "2"]);
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    let row = text.lines().last().unwrap();
    let [name, from, to, _, elo, "+/-", error] = row.split_whitespace().collect::<Vec<_>>()[..]
    else {
        panic!("{text}")
    };
    assert_eq!((name, from), ("Aim", "0"));
    let [elo, error] = [elo, error].map(|number| number.parse::<f64>().unwrap());
    assert!(elo > error && error > 0.0, "higher was better on the way: {text}");
    let to: f64 = to.parse().unwrap();
    assert!((14.0..=26.0).contains(&to), "the best is 20: {text}");
    let kept = std::fs::read_to_string(&out).unwrap();
    assert_eq!(kept.lines().count(), 61, "the plan and each iteration");
    assert!(std::fs::read_to_string(out.with_extension("svg")).unwrap().contains("Aim 0"));
}

fn taken_up() {
    let (folder, list, out) = place("whole.jsonl");
    let words = ["--iterations", "6"];
    let at_once = text(&tune(&list, &out, &words));
    let kept = std::fs::read(&out).unwrap();
    let again = folder.file("cut.jsonl");
    for end in [10, kept.len() / 2, kept.len() - 1, kept.len()] {
        std::fs::write(&again, &kept[..end]).unwrap();
        let output = tune(&list, &again, &words);
        assert!(output.status.success(), "{}", text(&output));
        let summary = |text: &str| text[text.find("After").unwrap()..].to_owned();
        assert_eq!(summary(&text(&output)), summary(&at_once), "cut at {end}");
        assert_eq!(std::fs::read(&again).unwrap(), kept, "cut at {end}");
    }
    let other = tune(&list, &again, &["--iterations", "7"]);
    let text = text(&other);
    assert!(!other.status.success() && text.contains("6 iterations of 1 pairs"), "{text}");
}

fn errors_are_one_line() {
    let (folder, list, out) = place("run.jsonl");
    let wrong = folder.file("wrong.txt");
    std::fs::write(&wrong, "Aim, int, 0").unwrap();
    let absent = folder.file("absent.txt");
    std::fs::write(&absent, "Nothing, int, 0, -50, 50, 4, 0.05").unwrap();
    let foreign = folder.file("foreign.jsonl");
    std::fs::write(&foreign, "1. e4 e5\n").unwrap();
    for (list, out, words, at_fault) in [
        (&wrong, &out, &[][..], "wrong.txt': line 1"),
        (&folder.file("none.txt"), &out, &[], "none.txt'"),
        (&absent, &out, &[], "Nothing"),
        (&list, &foreign, &[], "foreign.jsonl', line 1: the file is no run of tuning"),
        (&list, &out, &["--rounds", "3"], "--rounds"),
        (&list, &out, &["--engine", "cmd=other"], "one --engine is needed, not 2"),
        (&list, &out, &["--iterations", "0"], "--iterations"),
    ] {
        let output = tune(list, out, words);
        let text = text(&output);
        assert!(!output.status.success(), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.contains(at_fault), "{text}");
    }
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "1. e4 e5\n", "it is left alone");
}

fn own_numbers() {
    let program = env!("CARGO_BIN_EXE_jadoube");
    let output = Command::new(program).args(["tune", "--list"]).output().unwrap();
    let listed = text(&output);
    assert!(listed.lines().count() >= 20, "{listed}");
    for tunable in jadoube::referee::tuning::list::read(&listed).unwrap() {
        assert!(tunable.whole && (tunable.min..=tunable.max).contains(&tunable.start));
    }
}
