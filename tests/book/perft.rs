//! The examples of the book's page on perft, run as they are printed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::page::{compare, words};

const PAGE: &str = include_str!("../../book/src/perft.md");

/// The page's blocks of plain text.
fn blocks() -> Vec<Vec<&'static str>> {
    crate::page::blocks(PAGE, "text")
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
