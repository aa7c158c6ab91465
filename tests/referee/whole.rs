//! The command `jadoube match` as a whole: broken off and taken up again, and its errors.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use jadoube::notation::pgn::Reader;
use libtest_mimic::Trial;

use super::stage::{folder, left_running, mark, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("a match broken off is taken up where it stopped", broken_off_and_taken_up),
        trial("self-play with one seed gives the same games twice", self_play_is_repeated),
        trial("random openings are taken up with their match", random_openings_are_taken_up),
        trial("a PGN of other games is left alone", other_games_are_left_alone),
        trial("engines of a file play with those of the command line", engines_of_a_file),
        trial("errors are one line that names the fault", errors_are_one_line),
    ]
}

/// The command with two scripted engines of that manner.
pub fn command(manner: &str, mark: &str) -> Command {
    duel([manner; 2], mark)
}

/// The command with two scripted engines, A and B, each of a manner of its own.
pub fn duel(manners: [&str; 2], mark: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jadoube"));
    command.arg("match");
    let program = std::env::current_exe().unwrap();
    for ((name, seed), manner) in [("A", 1), ("B", 2)].into_iter().zip(manners) {
        command.arg("--engine").arg(format!("cmd={}", program.display()));
        command.arg(format!("name={name}")).arg(format!("args=mock {manner} seed={seed} {mark}"));
    }
    command.args(["--nodes", "1", "--maxmoves", "10"]).stdin(Stdio::null());
    command
}

pub fn rounds_in(pgn: &Path) -> Vec<String> {
    let Ok(bytes) = std::fs::read(pgn) else { return Vec::new() };
    let round =
        |game: jadoube::notation::pgn::Transcript| game.tags.get("Round").unwrap().to_owned();
    Reader::new(&bytes[..]).map(|game| round(game.unwrap())).collect()
}

pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn broken_off_and_taken_up() {
    let (folder, mark) = (folder(), mark());
    let pgn = folder.file("games.pgn");
    let begin = |manner: &str| {
        let mut command = command(manner, &mark);
        command.args(["--rounds", "15", "--repeat", "--concurrency", "2", "--pgn"]).arg(&pgn);
        command
    };
    // A third of a second a game: it will not be over before it is broken off.
    let child = begin("delay=15").stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while rounds_in(&pgn).len() < 3 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = text(&output);
    assert!(told.starts_with("the match was broken off after "), "{told}");
    assert!(told.ends_with(" of 30 games; the same command with --resume goes on\n"), "{told}");
    assert_eq!(left_running(&mark), Vec::<String>::new());
    let before = rounds_in(&pgn);
    assert!((3..30).contains(&before.len()), "{before:?}");

    // As if the power had failed in the middle of a game.
    let mut bytes = std::fs::read(&pgn).unwrap();
    bytes.extend_from_slice(b"[Event \"x\"]\n[Round \"14.1\"]\n\n1. e4 e5");
    std::fs::write(&pgn, bytes).unwrap();
    let output =
        begin("delay=15").arg("--resume").arg("--json").arg(folder.file("sum.json")).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let mut after = rounds_in(&pgn);
    assert_eq!(after[..before.len()], before, "no finished game is lost");
    after.sort();
    after.dedup();
    assert_eq!(after.len(), 30, "every game is played once: {after:?}");
    assert_eq!(rounds_in(&pgn).len(), 30);
    let summary = std::fs::read_to_string(folder.file("sum.json")).unwrap();
    assert!(summary.contains("\"played\": 30"), "{summary}");
    assert_eq!(left_running(&mark), Vec::<String>::new());
}

/// The engine of this build against itself: the board at which a game is played, and how many are
/// played at once, make no difference.
fn self_play_is_repeated() {
    let folder = folder();
    let program = env!("CARGO_BIN_EXE_jadoube");
    let play = |name: &str, law: &str, seed: &str, concurrency: &str| {
        let pgn = folder.file(name);
        let mut command = Command::new(program);
        command.arg("match");
        for player in ["A", "B"] {
            command.arg("--engine").arg(format!("cmd={program}")).arg(format!("name={player}"));
        }
        command.args(["--each", "option.Hash=4", "--nodes", "400", "--rounds", "3", "--repeat"]);
        command.args(["--random-plies", "6", "--seed", seed, "--laws", law]);
        command.args(["--maxmoves", "30", "--concurrency", concurrency, "--pgn"]).arg(&pgn);
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{}", text(&output));
        let bytes = std::fs::read(&pgn).unwrap();
        let game = |game: jadoube::notation::pgn::Transcript| {
            let round = game.tags.get("Round").unwrap().to_owned();
            (round, game.result, game.replay().unwrap().game().moves().to_vec())
        };
        let mut games: Vec<_> = Reader::new(&bytes[..]).map(|read| game(read.unwrap())).collect();
        games.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(games.len(), 6);
        games
    };
    let once = play("once.pgn", "chess", "11", "1");
    assert_eq!(once, play("twice.pgn", "chess", "11", "2"));
    assert_ne!(once, play("other.pgn", "chess", "12", "2"));
    let england = play("england.pgn", "england1804", "11", "2");
    assert_eq!(england, play("again.pgn", "england1804", "11", "2"));
}

fn random_openings_are_taken_up() {
    let (folder, mark) = (folder(), mark());
    let pgn = folder.file("games.pgn");
    let play = |seed: &str, more: &[&str]| {
        let mut command = command("score=opinion", &mark);
        command.args(["--rounds", "3", "--repeat", "--random-plies", "4", "--balance", "60"]);
        command.args(["--seed", seed]).args(more).arg("--pgn").arg(&pgn).output().unwrap()
    };
    let first_moves = || {
        let bytes = std::fs::read(&pgn).unwrap();
        let moves = |game: jadoube::notation::pgn::Transcript| {
            game.replay().unwrap().game().moves()[..4].to_vec()
        };
        Reader::new(&bytes[..]).map(|game| moves(game.unwrap())).collect::<Vec<_>>()
    };
    let whole = play("5", &[]);
    assert!(whole.status.success(), "{}", text(&whole));
    let before = first_moves();
    assert_eq!(before.len(), 6);
    // Three games are left: the second round's second game has still the opening of its first.
    let bytes = std::fs::read_to_string(&pgn).unwrap();
    let fourth = bytes.match_indices("[Event ").nth(3).unwrap().0;
    std::fs::write(&pgn, &bytes[..fourth]).unwrap();
    let other = play("6", &["--resume"]);
    assert!(text(&other).contains("another law or opening"), "{}", text(&other));
    let again = play("5", &["--resume"]);
    assert!(again.status.success(), "{}", text(&again));
    assert_eq!(first_moves(), before);
}

fn other_games_are_left_alone() {
    let (folder, mark) = (folder(), mark());
    let pgn = folder.file("games.pgn");
    let others = "[Event \"x\"]\n[Round \"1.1\"]\n[White \"A\"]\n[Black \"C\"]\n\n1. e4 1-0\n\n";
    std::fs::write(&pgn, others).unwrap();
    for (extra, at_fault) in [(None, "has games already"), (Some("--resume"), "'C'")] {
        let output = command("", &mark).arg("--pgn").arg(&pgn).args(extra).output().unwrap();
        assert!(!output.status.success());
        assert!(text(&output).contains(at_fault), "{}", text(&output));
        assert_eq!(std::fs::read_to_string(&pgn).unwrap(), others);
    }
}

fn engines_of_a_file() {
    let (folder, mark) = (folder(), mark());
    let toml = folder.file("engines.toml");
    let program = std::env::current_exe().unwrap();
    let engine = format!("cmd = '{}'\nargs = ['mock', 'seed=3', '{mark}']\n", program.display());
    std::fs::write(
        &toml,
        format!("[[engine]]\nname = 'C'\n{engine}[[engine]]\n{engine}name = 'A'"),
    )
    .unwrap();
    let json = folder.file("sum.json");
    let output = command("", &mark).arg("--engines").arg(&toml).arg("--json").arg(&json).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let summary: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    let names: Vec<_> = summary["engines"].as_array().unwrap().iter().collect();
    assert_eq!(names, ["A", "B", "C", "A 2"]);
    assert_eq!((&summary["played"], &summary["faults"]), (&6.into(), &0.into()));

    std::fs::write(&toml, "[[engine]]\ncmd = 'x'\nhash = 3\n").unwrap();
    let output = command("", &mark).arg("--engines").arg(&toml).output().unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("line 1") && error.contains("'hash=3'"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

fn errors_are_one_line() {
    let mark = mark();
    for (words, at_fault) in [
        (&["--tc", "x"][..], "'x'"),
        (&["--odds", "crown"], "crown"),
        (&["--odds-giver", "C"], "'C'"),
        (&["--openings", "/nowhere/at all.epd"], "/nowhere/at all.epd"),
        (&["--sprt", "elo0=1"], "elo0=1"),
        (&["--engine", "name=C"], "cmd="),
        (&["--engine", "cmd=/nowhere/engine", "name=C"], "'C'"),
        (&["--engines", "/nowhere/at all.toml"], "/nowhere/at all.toml"),
        (&["--laws", "russian"], "russian"),
        (&["--rounds", "0"], "rounds"),
        (&["--random-plies", "0"], "random-plies"),
        (&["--random-plies", "4", "--balance", "x"], "'x'"),
        (&["--balance", "50"], "--random-plies"),
        (&["--plies", "4"], "--openings"),
        (&["--undertaking", "man@b9"], "b9"),
    ] {
        let output = command("", &mark).args(words).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{words:?}");
        assert!(error.contains(at_fault), "{words:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
