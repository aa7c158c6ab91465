//! The examples of the book's page on perft, run as they are printed. In what is printed, `...`
//! stands for anything within a line, and alone on a line for any number of lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

const PAGE: &str = include_str!("../book/src/perft.md");

/// The page's blocks of plain text.
fn blocks() -> Vec<Vec<&'static str>> {
    let mut lines = PAGE.lines();
    let mut blocks = Vec::new();
    while lines.any(|line| line == "```text") {
        blocks.push(lines.by_ref().take_while(|line| *line != "```").collect());
    }
    blocks
}

/// The words of a command line: blanks part them, save within single quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words
}

/// Whether a line is as printed.
fn is_like(line: &str, printed: &str) -> bool {
    let mut parts = printed.split("...");
    let first = parts.next().unwrap();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut open = false;
    for part in parts {
        open = part.is_empty();
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    open || rest.is_empty()
}

/// Holds lines to what is printed. They are asked for one by one.
fn compare(printed: &[&str], mut next: impl FnMut() -> Option<String>) {
    let mut skip = false;
    for &wanted in printed {
        if wanted == "..." {
            skip = true;
            continue;
        }
        loop {
            let line = next().unwrap_or_else(|| panic!("'{wanted}' never came"));
            if is_like(&line, wanted) {
                break;
            }
            assert!(skip, "'{line}' is not '{wanted}'");
        }
        skip = false;
    }
}

#[test]
fn every_command_prints_what_the_page_says() {
    let mut run = 0;
    for block in blocks().iter().filter(|block| block[0].starts_with("$ ")) {
        let command = words(&block[0][2..]);
        assert_eq!(command[..2], ["jadoube", "perft"], "{}", block[0]);
        let output = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(&command[1..])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let refused = block[1].starts_with("error: ");
        assert_eq!(output.status.code(), Some(i32::from(refused)), "{}", block[0]);
        let bytes = if refused { output.stderr } else { output.stdout };
        let text = String::from_utf8(bytes).unwrap();
        let mut lines = text.lines();
        compare(&block[1..], || lines.next().map(str::to_owned));
        assert_eq!(lines.next(), None, "{}", block[0]);
        run += 1;
    }
    assert!(run >= 7, "{run} commands on the page");
}

#[test]
fn every_session_goes_as_the_page_says() {
    let mut run = 0;
    for block in blocks().iter().filter(|block| block[0].starts_with("> ")) {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = engine.stdin.take().unwrap();
        let output = BufReader::new(engine.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let said = block.iter().take_while(|line| line.starts_with("> ")).count();
        for line in &block[..said] {
            writeln!(input, "{}", &line[2..]).unwrap();
        }
        compare(&block[said..], || lines.recv_timeout(Duration::from_secs(60)).ok());
        drop(input);
        assert!(engine.wait().unwrap().success());
        run += 1;
    }
    assert_eq!(run, 1, "sessions on the page");
}

#[test]
fn every_suite_is_one() {
    let suites: Vec<String> = blocks()
        .iter()
        .filter(|block| !block[0].starts_with(['$', '>']))
        .map(|block| block.join("\n"))
        .collect();
    assert_eq!(suites.len(), 1, "suites on the page");
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("page.epd");
    std::fs::write(&path, &suites[0]).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["perft", "--suite"])
        .arg(&path)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("2 positions: 2 agree"), "{text}");
}

#[test]
fn every_option_is_on_the_page() {
    let help = Command::new(env!("CARGO_BIN_EXE_jadoube")).args(["perft", "--help"]).output();
    let help = String::from_utf8(help.unwrap().stdout).unwrap();
    let (own, terms) = help.split_once("Terms of the game").unwrap();
    let options = own.split_whitespace().filter(|word| word.starts_with("--") && *word != "--help");
    let mut seen = 0;
    for option in options {
        assert!(PAGE.contains(&format!("| `{option}")), "{option}");
        seen += 1;
    }
    assert!(seen >= 7, "{help}");
    for option in ["--laws", "--odds", "--odds-giver", "--undertaking", "--chess960"] {
        assert!(terms.contains(option) && PAGE.contains(&format!("`{option}`")), "{option}");
    }
}
