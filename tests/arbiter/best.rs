//! `best`: which penalty is best to exact, and which move under it, as the program says on the wire.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use jadoube::arbiter::{Arbiter, Event, Setting, Step};
use jadoube::rules::laws::Code;
use serde_json::{Value, json};

use crate::chance::Random;

/// `jadoube arbiter --json` at work.
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(["arbiter", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Self { child, input, output }
    }

    /// Sends a line as it is and reads the answer.
    pub fn send(&mut self, line: &str) -> Value {
        writeln!(self.input, "{line}").expect("it listens");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("it answers");
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{line}: {answer}: {error}"))
    }

    /// Sends an event and reads the answer.
    pub fn event(&mut self, event: &str) -> Value {
        self.send(&json!({ "event": event }).to_string())
    }

    /// Sends the lines of a game, none of which is refused.
    pub fn play(&mut self, lines: &str) {
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let answer = self.event(line);
            assert_eq!(answer.get("error"), None, "{line}: {answer}");
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|word| word.as_str().expect("text")).collect()
}

/// Of two pieces touched the opponent names one (federation1912:22d): the knight must leave its
/// watch over e1, where the rook would mate, and is lost on e5. A move of the pawn gives the king a
/// way out.
#[test]
fn the_penalty_that_wins_is_best() {
    let mut program = Program::start();
    program.play(
        "code federation1912
         position 4r2k/6pp/8/8/8/3N4/P4PPP/7K w - - 0 9
         White touches d3 h2",
    );
    let advice = program.event("best 6");
    assert_eq!(advice["who"], "Black");
    assert_eq!(advice["options"][0]["choice"], "move d3");
    let gain = |option: usize| advice["options"][option]["centipawns"].as_i64().expect("a score");
    assert!(gain(0) > gain(1) + 100, "{advice}");
    let go = advice["options"][0]["go"].as_str().expect("a command");
    assert!(go.starts_with("go depth 6 searchmoves d3b2 "), "{go}");
    let choices: Vec<&Value> =
        advice["options"].as_array().expect("a list").iter().map(|o| &o["choice"]).collect();
    assert_eq!(choices.len(), 3, "either of them, or nothing: {advice}");
    // Once it has been exacted, the other player asks for his best move under it.
    program.play("Black exacts move h2");
    let advice = program.event("best 6");
    assert_eq!(advice["who"], "White");
    assert_eq!(words(&advice["options"][0]["moves"]), ["h2h3", "h2h4"]);
    let best = words(&advice["options"][0]["line"])[0].to_owned();
    assert!(["h2h3", "h2h4"].contains(&best.as_str()), "{advice}");
}

/// amateur1804:XIII: a check that was not called may be left, and the engine says whether to.
#[test]
fn moves_that_only_the_code_allows_are_looked_at_too() {
    let mut program = Program::start();
    program.play(
        "code england1804
         position 4k3/p7/8/8/8/8/q7/4KQ2 w - - 0 9
         White plays f1b5",
    );
    let advice = program.event("best 4");
    assert_eq!(advice["who"], "Black");
    let moves = words(&advice["options"][0]["moves"]);
    assert!(moves.contains(&"a7a6") && moves.contains(&"a2a1"), "{advice}");
    assert_ne!(advice["options"][0]["score"], "?", "{advice}");
}

#[test]
fn a_depth_that_is_none_is_refused() {
    let mut program = Program::start();
    for wrong in ["best 0", "best x", "best 1000"] {
        let answer = program.event(wrong);
        assert!(answer["error"].as_str().is_some_and(|error| error.contains(wrong)), "{answer}");
    }
    program.play("White resigns");
    assert_eq!(program.event("best")["error"], "the game is over");
}

/// A game of random legal moves that ends with an offence after which somebody has a choice.
fn offence(code: Code, random: &mut Random) -> Option<Arbiter> {
    let mut arbiter = Arbiter::new(Setting::new(code)).expect("a game");
    for _ in 0..4 + random.below(40) {
        let moves = arbiter.state().moves();
        if moves.is_empty() {
            return None;
        }
        let step: Step = *random.pick(&moves);
        let line = format!("{} plays {step} check", arbiter.state().turn());
        arbiter.take(line.parse::<Event>().expect("an event")).ok()?;
    }
    let turn = arbiter.state().turn();
    let [a, b, c, d] = [(); 4].map(|()| super::anything::square(random));
    let line = match random.below(5) {
        0 => format!("{turn} touches {a} {b}"),
        1 => format!("{turn} castles kingside"),
        2 => format!("{turn} moves {c} {d}"),
        _ => format!("{turn} plays {a}{b}"),
    };
    arbiter.take(line.parse::<Event>().ok()?).ok()?;
    (arbiter.state().prospects().len() > 1).then_some(arbiter)
}

/// A hundred offences at random: every choice open is searched, by the moves it leaves and no
/// others, the best comes first, and the search to ten plies is small enough for a second.
#[test]
fn the_best_of_a_hundred_offences_is_found_in_under_a_second_each() {
    const MOST_NODES: u64 = 1_000_000;
    let codes: Vec<Code> = Code::ALL.to_vec();
    let mut random = Random(0xbe57);
    let mut program = Program::start();
    let mut times: Vec<Duration> = Vec::new();
    while times.len() < 100 {
        let code = codes[times.len() % codes.len()];
        let Some(arbiter) = offence(code, &mut random) else { continue };
        program.play(&arbiter.save());
        let begun = Instant::now();
        let advice = program.event("best 10");
        times.push(begun.elapsed());
        let options = advice["options"].as_array().expect("a list");
        let prospects = arbiter.state().prospects();
        assert_eq!(options.len(), prospects.len(), "{}", arbiter.save());
        let mut last = i64::MAX;
        for option in options {
            let choice = option["choice"].as_str();
            let prospect = prospects
                .iter()
                .find(|p| p.choice().map(|c| c.to_string()).as_deref() == choice)
                .unwrap_or_else(|| panic!("{advice}"));
            let moves: Vec<String> = prospect.after.moves().iter().map(Step::to_string).collect();
            assert_eq!(words(&option["moves"]), moves, "{advice}");
            if let Some(first) = words(&option["line"]).first() {
                assert!(moves.iter().any(|mv| mv == first), "{advice}");
            }
            if let Some(score) = option["centipawns"].as_i64() {
                assert!(score <= last, "{advice}");
                last = score;
            }
        }
        let nodes: u64 = options.iter().map(|option| option["nodes"].as_u64().unwrap_or(0)).sum();
        assert!(nodes < MOST_NODES, "{nodes} nodes: {}", arbiter.save());
    }
    times.sort();
    // The machine may be busy with other tests: the nodes are the bound that does not depend on it.
    assert!(times[50] < Duration::from_secs(1), "{times:?}");
}
