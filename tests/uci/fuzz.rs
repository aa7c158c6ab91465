//! Lines that nobody meant: random bytes, words of the protocol in any order, and real lines with
//! parts cut, doubled, exchanged and spoilt. The wire must survive them all, and the whole loop
//! must answer each line with at most one line of error and each `go` with exactly one bestmove.
//!
//! `JADOUBE_FUZZ_LINES` and `JADOUBE_FUZZ_SEED` ask for more, or for other lines.

use std::io::Cursor;

use crate::chance::{Random, setting};
use crate::output::Output;
use jadoube::uci;
use jadoube::uci::wire::{Command, Reply, parse};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const LINES: &str = include_str!("../data/uci_lines.txt");

/// Words that lines are made of, and some that they should not be.
const WORDS: &[&str] = &[
    "uci",
    "isready",
    "go",
    "position",
    "startpos",
    "fen",
    "moves",
    "setoption",
    "name",
    "value",
    "stop",
    "ponderhit",
    "ucinewgame",
    "debug",
    "on",
    "off",
    "register",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "perft",
    "searchmoves",
    "bench",
    "d",
    "eval",
    "flip",
    "laws",
    "e2e4",
    "0000",
    "e7e8q",
    "e1c1",
    "-1",
    "0",
    "1",
    "256",
    "999999999999999999999999",
    "1.5",
    "x",
    "\u{2654}",
    "\u{0}",
    "\t",
    "  ",
    "<empty>",
    "auto",
    "Laws",
    "Odds",
    "Undertaking",
    "UCI_Variant",
    "Stalemate",
    "england1804",
    "rookodds",
    "KQkq",
    "-",
    "w",
    "b",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "value1",
];

impl Random {
    fn line(&mut self, real: &[&str]) -> Vec<u8> {
        let mut line = match self.below(4) {
            0 => (0..self.below(60)).map(|_| self.below(256) as u8).collect(),
            1 => {
                let count = self.below(12);
                let words: Vec<&str> = (0..count).map(|_| self.one_of(WORDS)).collect();
                words.join(" ").into_bytes()
            }
            _ => self.mutated(real),
        };
        line.retain(|&byte| byte != b'\n');
        line
    }

    /// A real line, mostly with one to three changes.
    fn mutated(&mut self, real: &[&str]) -> Vec<u8> {
        let mut line = self.one_of(real).as_bytes().to_vec();
        for _ in 0..self.below(4) {
            let (from, to) = (self.below(line.len() + 1), self.below(line.len() + 1));
            let (from, to) = (from.min(to), from.max(to));
            match self.below(6) {
                0 => drop(line.drain(from..to)),
                1 => {
                    let part = line[from..to].to_vec();
                    line.splice(to..to, part);
                }
                2 if from < line.len() => line[from] = self.below(256) as u8,
                3 => line.truncate(from),
                4 => {
                    let word = format!(" {} ", self.one_of(WORDS)).into_bytes();
                    line.splice(from..from, word);
                }
                _ => {
                    let other = self.one_of(real).as_bytes();
                    line.extend_from_slice(&other[other.len() / 2..]);
                }
            }
        }
        line
    }
}

fn check_wire(bytes: &[u8]) {
    let line = parse(bytes);
    let text = String::from_utf8_lossy(bytes);
    let blank = text.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{feff}');
    assert_eq!(
        line.command.is_none() && line.complaints.is_empty(),
        blank.is_empty(),
        "neither obeyed nor refused: {text:?}"
    );
    let error = Reply::Error(line.complaints.join("; ")).to_string();
    assert!(!error.contains(['\n', '\r']) && error.len() < 5000, "{error:?}");
    if let Some(Command::Position(position)) = &line.command {
        let lower = text.to_ascii_lowercase();
        let words = lower.split_whitespace().skip_while(|word| *word != "position");
        let moves = words.skip_while(|word| *word != "moves").skip(1).count();
        assert_eq!(position.moves.len(), moves, "moves were lost: {text:?}");
    }
}

#[test]
fn the_wire_survives_any_line() {
    let real: Vec<&str> = LINES.lines().collect();
    let mut random = Random(setting("JADOUBE_FUZZ_SEED", 1));
    for _ in 0..setting("JADOUBE_FUZZ_LINES", 200_000) {
        check_wire(&random.line(&real));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(setting("JADOUBE_FUZZ_SEED", 1)),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_wire_survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        check_wire(&bytes);
    }

    #[test]
    fn the_wire_survives_any_words(
        words in proptest::collection::vec(proptest::sample::select(WORDS), 0..20),
        blank in proptest::sample::select(vec![" ", "  ", "\t", " \t "]),
    ) {
        check_wire(words.join(blank).as_bytes());
    }
}

/// What a test must not do: write files, fill the memory, leave.
fn is_harmless(command: Option<&Command>) -> bool {
    match command {
        Some(Command::SetOption { name, .. }) => {
            let name = name.to_ascii_lowercase();
            !["hash", "threads", "debug log file", "syzygypath", "book file"]
                .contains(&name.as_str())
        }
        Some(Command::Quit | Command::Bench(_)) => false,
        _ => true,
    }
}

#[test]
fn the_loop_answers_every_go_once_and_every_fault_in_a_line() {
    let real: Vec<&str> = LINES.lines().collect();
    let mut random = Random(setting("JADOUBE_FUZZ_SEED", 1).wrapping_add(1));
    let (mut input, mut searches, mut sent) = (Vec::new(), 0, Vec::new());
    let wanted = setting("JADOUBE_FUZZ_LINES", 200_000) as usize / 50;
    while sent.len() < wanted {
        let line = random.line(&real);
        let command = parse(&line).command;
        if !is_harmless(command.as_ref()) {
            continue;
        }
        searches += usize::from(matches!(command, Some(Command::Go(go)) if go.perft.is_none()));
        input.extend_from_slice(&line);
        // A word that is no command marks the end of each line's answers.
        input.extend_from_slice(format!("\nmark{}\n", sent.len()).as_bytes());
        sent.push(String::from_utf8_lossy(&line).into_owned());
    }
    let output = Output::default();
    uci::run(Cursor::new(input), output.clone()).unwrap();
    let output = output.text();
    let best = output.lines().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(best, searches, "bestmoves for searches");
    let mut rest = output.as_str();
    for (number, line) in sent.iter().enumerate() {
        let mark = format!("info string error: 'mark{number}' is no command\n");
        let (answer, after) = rest.split_once(&mark).expect("each mark is answered, in order");
        let errors = answer.lines().filter(|line| line.starts_with("info string error")).count();
        assert!(errors <= 1, "{line:?} had {errors} errors:\n{answer}");
        rest = after;
    }
}
