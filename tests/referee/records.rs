//! What a match leaves behind and says of itself: its files, what it may go on with, whose faults
//! there were, how sure its numbers are, and no engines when it is killed.

use std::fs::OpenOptions;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use super::stage::{folder, left_running, mark, trial};
use super::whole::{command, duel, rounds_in, text};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("a match goes on as it began or not at all", another_match_is_refused),
        trial("a program built anew is another engine", a_program_built_anew),
        trial("two matches do not write to one file", one_writer),
        trial("a match decided by its test stays decided", decided_stays_decided),
        trial("an engine is not given what it cannot have", options_that_cannot_be_set),
        trial("the summary says whose engine failed and how", whose_engine_failed),
        trial("files that cannot be written are refused first", unwritable_files),
        trial("a full disk names the file", full_disk),
        trial("numbers from few pairs are called that", few_pairs),
        trial("one game played for ever is remarked on", one_game_for_ever),
        trial("a killed match leaves no engine", killed),
    ]
}

fn run(command: &mut std::process::Command, words: &[&str]) -> Output {
    command.args(words).output().unwrap()
}

/// The one line with which it was refused.
fn refusal(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.starts_with("error: ") && error.lines().count() == 1, "{error}");
    error
}

fn another_match_is_refused() {
    let (folder, mark) = (folder(), mark());
    let pgn = folder.file("games.pgn");
    let path = pgn.to_str().unwrap();
    let begin = |manner: &str, words: &[&str]| {
        let mut command = command(manner, &mark);
        command.args(["--rounds", "2", "--pgn", path]);
        run(&mut command, words)
    };
    assert!(begin("", &["--each", "option.Hash=2"]).status.success());
    let before = std::fs::read(&pgn).unwrap();
    let same = ["--resume", "--each", "option.Hash=2"];
    for (manner, words, differs) in [
        ("", &["--depth", "3"][..], "'A' at 'nodes=1', not at 'nodes=1 depth=3'"),
        ("delay=1", &[], "'A' as 'cmd="),
        ("", &["option.Hash=3"], "option.Hash=3"),
        ("", &["ponder"], "ponder"),
        ("", &["--own-claims"], "by 'maxmoves 10', not by 'maxmoves 10; own-claims'"),
        ("", &["--laws", "british1897"], "another law"),
    ] {
        let error = refusal(&begin(manner, &[&same[..], words].concat()));
        assert!(error.contains("not a game of this match: round 1.1 "), "{error}");
        assert!(error.contains(differs), "{differs}: {error}");
        assert_eq!(std::fs::read(&pgn).unwrap(), before);
    }
    // More rounds, more boards and another report make no other match.
    let more = [&same[..], &["--rounds", "3", "--concurrency", "2"]].concat();
    let mut again = command("", &mark);
    again.args(["--pgn", path]);
    assert!(run(&mut again, &more).status.success());
    assert_eq!(rounds_in(&pgn).len(), 3);
}

/// A shell's script that can be started.
fn executable(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, format!("#!/bin/sh\n{text}")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn a_program_built_anew() {
    let (folder, mark) = (folder(), mark());
    let (pgn, program) = (folder.file("games.pgn"), folder.file("engine"));
    let play = |words: &[&str]| {
        let mut command = command("", &mark);
        command.arg("--engine").arg(format!("cmd={}", program.display())).arg("name=C");
        run(command.arg("--pgn").arg(&pgn), words)
    };
    let mock = std::env::current_exe().unwrap();
    let exec = format!("exec '{}' mock {mark} seed=5\n", mock.display());
    executable(&program, &exec);
    let played = play(&[]);
    assert!(played.status.success(), "{}", text(&played));
    assert!(play(&["--resume"]).status.success());
    executable(&program, &format!("# better\n{exec}"));
    let error = refusal(&play(&["--resume"]));
    assert!(error.contains("by 'C' as") && error.contains("build="), "{error}");
}

/// Waits until that many games stand in the file.
fn await_games(pgn: &Path, games: usize) {
    let until = Instant::now() + Duration::from_secs(60);
    while rounds_in(pgn).len() < games {
        assert!(Instant::now() < until, "no game is played");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn one_writer() {
    let (folder, mark) = (folder(), mark());
    let pgn = folder.file("games.pgn");
    let path = pgn.to_str().unwrap();
    let begin = || {
        let mut command = command("delay=10", &mark);
        command.args(["--rounds", "8", "--pgn", path]);
        command
    };
    let first = begin().stdout(Stdio::null()).spawn().unwrap();
    await_games(&pgn, 1);
    let second = refusal(&run(&mut begin(), &["--resume"]));
    assert!(second.contains(path) && second.contains("another match is writing"), "{second}");
    let same = refusal(&run(&mut begin(), &["--json", path]));
    assert!(same.contains("another match is writing"), "{same}");
    assert!(first.wait_with_output().unwrap().status.success());
    let mut rounds = rounds_in(&pgn);
    rounds.dedup();
    assert_eq!(rounds.len(), 8);
}

fn decided_stays_decided() {
    let (folder, mark) = (folder(), mark());
    let pgn = folder.file("games.pgn");
    let play = |words: &[&str]| {
        let mut command = duel(["", "fault=illegal-move"], &mark);
        command.args(["--rounds", "300", "--repeat", "--concurrency", "2", "--report-every", "0"]);
        command.args(["--sprt", "elo0=0,elo1=200,model=logistic"]).arg("--pgn").arg(&pgn);
        let output = run(&mut command, words);
        assert!(output.status.success(), "{}", text(&output));
        let text = text(&output);
        assert!(text.contains("H1 taken"), "{text}");
        (rounds_in(&pgn), text)
    };
    let (games, once) = play(&[]);
    assert!((4..600).contains(&games.len()), "{}", games.len());
    // Nothing is played any more, not even where the counts alone would be open again.
    let (again, twice) = play(&["--resume"]);
    assert_eq!(again, games);
    let summary = |text: &str| text[text.find("A against B").unwrap()..].to_owned();
    assert_eq!(summary(&once), summary(&twice));
}

fn options_that_cannot_be_set() {
    let mark = mark();
    let error = refusal(&run(&mut command("", &mark), &["--each", "option.Hash=abc"]));
    assert!(error.contains("engine 'A' cannot have option.Hash=abc"), "{error}");
    assert!(error.contains("a number from 1 to 9"), "{error}");
    let error = refusal(&run(&mut command("", &mark), &["--each", "option.hash=10"]));
    assert!(error.contains("option.hash=10"), "{error}");
    let output = run(&mut command("", &mark), &["--each", "option.Foo=3", "ponder", "--chess960"]);
    assert!(output.status.success(), "{}", text(&output));
    let warnings = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected: Vec<String> = ["A", "B"]
        .iter()
        .flat_map(|engine| ["Foo", "Ponder", "UCI_Chess960"].map(|option| (engine, option)))
        .map(|(engine, option)| format!("warning: engine '{engine}' declares no option '{option}'"))
        .collect();
    assert_eq!(warnings.lines().collect::<Vec<_>>(), expected);
}

fn whose_engine_failed() {
    let (folder, mark) = (folder(), mark());
    let json = folder.file("sum.json");
    for (fault, how) in [
        ("fault=crash-at-go at=1", "has ended of itself (exit status: 3)"),
        ("fault=abort-at-go at=1", "has ended of itself (signal: 6"),
        ("fault=crash-at-isready at=1", "engine 'B' has ended of itself (exit status: 3)"),
    ] {
        let mut command = duel(["", fault], &mark);
        let output = run(command.args(["--rounds", "2"]).arg("--json").arg(&json), &[]);
        let text = text(&output);
        assert!(text.contains(how), "{fault}: {text}");
        if !output.status.success() {
            assert!(fault.contains("isready"), "{text}");
            continue;
        }
        assert!(text.contains("Faults:\n       2  B: engine failed: has ended"), "{text}");
        assert!(text.contains("(A - B): Black's engine has ended of itself"), "{text}");
        let summary: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
        let failures = &summary["failures"][0];
        assert_eq!((&failures["engine"], &failures["games"]), (&"B".into(), &2.into()));
        assert!(failures["how"].as_str().unwrap().contains(how), "{failures}");
    }
    // One that closes its output and lives on has no status.
    let deaf = folder.file("deaf");
    let answers = "uci) echo uciok;; isready) echo readyok;; quit) exit;;";
    let loop_of_lines = format!("while read -r line; do case \"$line\" in {answers}");
    executable(&deaf, &format!("{loop_of_lines} go*) exec sleep 600 >&-;; esac; done\n"));
    let mut command = command("", &mark);
    command.arg("--engine").arg(format!("cmd={}", deaf.display())).args(["name=C", "--gauntlet"]);
    let text = text(&run(&mut command, &[]));
    assert!(text.contains("1  C: engine failed: has closed its input or its output"), "{text}");
}

fn unwritable_files() {
    let (folder, mark) = (folder(), mark());
    let pgn = folder.file("games.pgn");
    let missing = folder.file("missing/file");
    let missing = missing.to_str().unwrap();
    for option in ["--pgn", "--json", "--log"] {
        // The engine would end the match first if it were started first.
        let mut command = command("fault=crash-at-start", &mark);
        if option != "--pgn" {
            command.arg("--pgn").arg(&pgn);
        }
        let error = refusal(&run(&mut command, &[option, missing]));
        assert!(error.contains(&option[2..]) && error.contains(missing), "{error}");
        assert!(!pgn.exists(), "a file was left of nothing");
    }
}

fn full_disk() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let mark = mark();
    for option in ["--pgn", "--json"] {
        let error = refusal(&run(&mut command("", &mark), &[option, "/dev/full"]));
        let named = format!("error: {} '/dev/full': No space left", &option[2..]);
        assert!(error.starts_with(&named), "{error}");
    }
    let logged = run(&mut command("", &mark), &["--log", "/dev/full"]);
    assert!(logged.status.success(), "{}", text(&logged));
    assert!(text(&logged).contains("warning: log '/dev/full': No space left"), "{}", text(&logged));
    // No game is lost when its report cannot be printed, and the error is told at the end.
    let folder = folder();
    let pgn = folder.file("games.pgn");
    let mut unheard = command("", &mark);
    unheard.args(["--rounds", "3", "--report-every", "1", "--pgn"]).arg(&pgn);
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = unheard.stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let output = output.wait_with_output().unwrap();
    assert!(!output.status.success(), "{output:?}");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.starts_with("error: standard output: No space left"), "{error}");
    assert_eq!(rounds_in(&pgn).len(), 3);
}

fn few_pairs() {
    let (folder, mark) = (folder(), mark());
    let json = folder.file("sum.json");
    let play = |rounds: &str| {
        let mut command = duel(["", "fault=illegal-move at=1"], &mark);
        command.args(["--rounds", rounds, "--repeat", "--report-every", "1"]);
        let text = text(&run(command.arg("--json").arg(&json), &[]));
        let summary = std::fs::read_to_string(&json).unwrap();
        for dishonest in ["inf", "LOS 1", "LOS 0", "NaN"] {
            assert!(!text.contains(dishonest), "{text}");
        }
        assert!(summary.contains("\"superiority\": null"), "{summary}");
        assert!(summary.contains("\"elo_error\": null"), "{summary}");
        text
    };
    let text = play("2");
    let told = "Score 100.00 %, draws 0.00 %, Elo unbounded, normalised unbounded; \
                too few pairs for errors and LOS";
    assert!(text.contains(told), "{text}");
    assert!(play("12").contains("all pairs alike, so no errors and no LOS"));
}

fn one_game_for_ever() {
    let mark = mark();
    let play = |words: &[&str]| {
        let mut command = command("score=cp_0", &mark);
        let output = run(command.args(["--rounds", "4", "--repeat"]), words);
        assert!(output.status.success(), "{}", text(&output));
        text(&output)
    };
    let alike = play(&[]);
    let warning = "warning: 3 of 5 games were played before, move by move: --random-plies";
    assert_eq!(alike.matches("warning: ").count(), 1, "{alike}");
    assert!(alike.contains(warning), "{alike}");
    assert!(alike.contains("\n6 of 8 games were played before"), "{alike}");
    let different = play(&["--random-plies", "6"]);
    assert!(!different.contains("played before"), "{different}");
}

/// The processes that carry the mark can be seen on Linux alone.
fn killed() {
    let (folder, mark) = (folder(), mark());
    let log = folder.file("wire.log");
    let mut the_match = command("fault=sleep-at-go", &mark);
    the_match.args(["--concurrency", "2", "--rounds", "2", "--log"]).arg(&log);
    let mut child = the_match.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    let searching = || std::fs::read_to_string(&log).unwrap_or_default().matches("< go").count();
    while searching() < 2 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(searching(), 2, "two engines search");
    child.kill().unwrap();
    child.wait().unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while cfg!(target_os = "linux") && !left_running(&mark).is_empty() {
        assert!(Instant::now() < until, "{:?}", left_running(&mark));
        std::thread::sleep(Duration::from_millis(20));
    }
}
