//! The page on the command line: what it promises of every command whose output cannot be written,
//! or is not read.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::folder::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_jadoube");

/// Every command, with arguments by which it prints something soon, and its standard input. `ENGINE`
/// stands for the program.
const COMMANDS: &[(&str, &str)] = &[
    ("laws", ""),
    ("laws --fen startpos", ""),
    ("arbiter --help", ""),
    ("board --port 0 --games games.jsonl", ""),
    ("diagram", ""),
    ("book-preprocessor", "[{}, {\"items\": []}]"),
    ("uci", "uci\n"),
    ("bench 1", ""),
    ("suite mate.epd --depth 1", ""),
    ("analyse mate.epd --depth 1", ""),
    ("analyse fool.pgn --depth 1", ""),
    ("perft --depth 1", ""),
    ("perft --depth 1 --divide", ""),
    ("perft --depth 1 --suite perft.epd", ""),
    (
        "match --engine cmd=ENGINE name=A --engine cmd=ENGINE name=B --nodes 1 --rounds 1 --maxmoves 2",
        "",
    ),
    (
        "ladder --engine cmd=ENGINE name=A --engine cmd=ENGINE name=B --nodes 1 --games 10 --maxmoves 2",
        "",
    ),
    ("tune --list", ""),
    (
        "tune --engine cmd=ENGINE name=A --parameters hash.txt --nodes 1 --iterations 1 --maxmoves 2 --out tuned.jsonl",
        "",
    ),
    ("check ENGINE", ""),
    ("datagen --print-mix", ""),
    ("datagen --inspect games.jdg", ""),
    ("datagen --merge games.jdg --out merged.jdg", ""),
    ("datagen --shuffle games.jdg --out shuffled.jdg", ""),
    ("convert fool.pgn --style victorian", ""),
    ("train --help", ""),
    ("help", ""),
    ("perft --help", ""),
    ("--version", ""),
    ("", "uci\n"),
];

/// A folder with the files that the commands read.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder
        .write("mate.epd", b"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"mate\";\n")
        .write("hash.txt", b"Hash, int, 16, 1, 64, 8, 0.002\n")
        .write("perft.epd", b"4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15\n")
        .write("fool.pgn", b"[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let made =
        start("datagen --games 2 --nodes 10 --threads 1 --out games.jdg", &folder.0, Stdio::null());
    assert!(made.status.success(), "{made:?}");
    folder
}

/// Runs a command with that standard output to its end.
fn start(line: &str, folder: &Path, output: Stdio) -> Output {
    run(line, "", folder, output)
}

fn run(line: &str, input: &str, folder: &Path, output: Stdio) -> Output {
    std::fs::write(folder.join("input"), input).unwrap();
    let words = line.split_whitespace().map(|word| word.replace("ENGINE", PROGRAM));
    let mut command = Command::new(PROGRAM);
    command.args(words).current_dir(folder);
    command.stdin(std::fs::File::open(folder.join("input")).unwrap()).stdout(output);
    command.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap()
}

/// The last line on standard error.
fn last_words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn every_command_is_tried() {
    let help = Command::new(PROGRAM).arg("help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = list.take_while(|line| !line.is_empty());
    let mut count = 0;
    for name in names.filter_map(|line| line.split_whitespace().next()) {
        let tried = |line: &str| line.split(' ').next() == Some(name);
        assert!(COMMANDS.iter().any(|(line, _)| tried(line)), "{name}");
        count += 1;
    }
    assert!(count > 10, "{help}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_one_line() {
    let folder = folder("full");
    for (line, input) in COMMANDS {
        let full = std::fs::File::create("/dev/full").unwrap();
        let output = run(line, input, &folder.0, full.into());
        let error = last_words(&output);
        assert_eq!(output.status.code(), Some(1), "{line}: {output:?}");
        assert!(error.starts_with("error: ") && error.contains("No space left"), "{line}: {error}");
        assert!(error.contains("standard output"), "{line}: {error}");
    }
}

#[test]
fn a_command_that_nobody_reads_any_more_ends_quietly() {
    let folder = folder("closed");
    for (line, input) in COMMANDS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(line, input, &folder.0, writer.into());
        assert!(output.status.success(), "{line}: {output:?}");
        let error = last_words(&output);
        assert!(!error.starts_with("error") && !error.contains("panicked"), "{line}: {output:?}");
    }
}
