//! A scripted engine for the tests of the referee: honest, or at fault in one way. The test
//! program plays it itself, started again with `mock` for its first argument. It never decides
//! anything about the games it plays.

use std::io::{BufRead, Write, stdin};
use std::process::{Command, exit};
use std::time::Duration;

use jadoube::notation::{coordinate, fen};
use jadoube::rules::laws::{Code, Terms};
use jadoube::rules::{Color, Position, splitmix};

/// How the engine behaves: `name=value` words.
struct Manner {
    /// What it does when it strikes.
    fault: String,
    /// The number of its own move, from 0, at which it strikes.
    at: usize,
    /// Chooses among the legal moves.
    seed: u64,
    /// Its move at each ply of the game, instead of a choice.
    script: Vec<String>,
    /// The score it gives; `opinion` is [`opinion`]'s.
    score: Option<String>,
    /// Milliseconds it thinks.
    delay: u64,
    /// Whether it knows our options of law.
    knows: bool,
    /// The best value of its option `Aim`: the nearer it is set, the later it makes an illegal move.
    best: Option<i32>,
    /// It expects the replies of an engine with this seed.
    guess: Option<u64>,
    /// It expects this reply to every move.
    expects: Option<String>,
}

impl Manner {
    fn read(words: &[String]) -> Self {
        let value = |name: &str| {
            words
                .iter()
                .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
                .map(str::to_owned)
        };
        let number = |name: &str| value(name).map_or(0, |text| text.parse().unwrap());
        Self {
            fault: value("fault").unwrap_or_default(),
            at: number("at") as usize,
            seed: number("seed"),
            script: value("script")
                .map_or(Vec::new(), |text| text.split(',').map(str::to_owned).collect()),
            score: value("score").map(|score| score.replace('_', " ")),
            delay: number("delay"),
            knows: value("knows").is_some(),
            best: value("best").map(|best| best.parse().unwrap()),
            guess: value("guess").map(|seed| seed.parse().unwrap()),
            expects: value("expects"),
        }
    }
}

struct Engine {
    manner: Manner,
    terms: Terms,
    position: Position,
    /// Plies since the position that the last command began from.
    plies: usize,
    moves_made: usize,
    /// The words of the `go ponder` that it thinks about.
    pondering: Option<String>,
}

/// What an engine of `score=opinion` thinks of a position, in centipawns from -300 to 300 for the
/// player to move: nonsense, but always the same.
pub fn opinion(position: &Position) -> i32 {
    (splitmix(position.key()) % 601) as i32 - 300
}

/// Plays an engine until its input ends.
pub fn run(words: &[String]) -> ! {
    if words.iter().any(|word| word == "sleeper") {
        std::thread::sleep(Duration::from_secs(600));
        exit(0);
    }
    let mut engine = Engine {
        manner: Manner::read(words),
        terms: Terms::default(),
        position: Position::initial(),
        plies: 0,
        moves_made: 0,
        pondering: None,
    };
    if engine.manner.fault == "crash-at-start" {
        exit(3);
    }
    if engine.manner.fault == "leave-child" {
        // It holds the output open and outlives its parent. The words mark it for the test.
        let program = std::env::current_exe().unwrap();
        let mut child = Command::new(program);
        child.arg("mock").args(words).arg("sleeper");
        std::mem::forget(child.spawn().unwrap());
    }
    for line in stdin().lock().lines() {
        engine.obey(&line.unwrap());
    }
    if engine.manner.fault == "outlive-input" {
        std::thread::sleep(Duration::from_secs(600));
    }
    exit(0)
}

fn say(text: &str) {
    raw(format!("{text}\n").as_bytes());
}

fn raw(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    // The referee may have had enough.
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

impl Engine {
    fn obey(&mut self, line: &str) {
        let fault = self.manner.fault.as_str();
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "uci" => self.introduce(),
            "isready" if fault == "crash-at-isready" => exit(3),
            "isready" if fault == "silent-at-isready" => {}
            "isready" => say("readyok"),
            "setoption" => self.set_option(rest),
            "ucinewgame" => self.moves_made = 0,
            "position" => self.set_up(rest),
            "go" if rest.starts_with("ponder") => self.ponder(rest),
            "go" => self.go(rest),
            "ponderhit" => {
                if let Some(rest) = self.pondering.take() {
                    self.go(&rest);
                }
            }
            "stop" if self.pondering.is_some() => self.end_pondering(),
            "stop" if fault == "answer-at-stop" => say("bestmove a2a3"),
            "quit" if fault == "ignore-quit" => {}
            "quit" => exit(0),
            _ => {}
        }
    }

    fn introduce(&self) {
        say("id name Mock");
        if self.manner.knows {
            let codes: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
            say(&format!(
                "option name Laws type combo default auto var auto var {}",
                codes.join(" var ")
            ));
        }
        say("option name Hash type spin default 1 min 1 max 9");
        if self.manner.best.is_some() {
            say("option name Aim type spin default 0 min -50 max 50");
        }
        say("uciok");
    }

    fn set_option(&mut self, rest: &str) {
        let Some((name, value)) = rest.strip_prefix("name ").and_then(|r| r.split_once(" value "))
        else {
            return;
        };
        let auto = value == "auto" || value == "<empty>";
        match name {
            "Aim" => {
                let far = value.parse::<i32>().unwrap() - self.manner.best.unwrap_or_default();
                self.manner.at = 40_usize.saturating_sub(far.unsigned_abs() as usize);
            }
            "Laws" => self.terms.code = Code::parse(value).unwrap(),
            "Odds" => self.terms.odds = value.parse().unwrap(),
            "Odds Giver" => {
                self.terms.odds_giver =
                    Some(if value == "White" { Color::White } else { Color::Black });
            }
            "Undertaking" => {
                self.terms.undertaking = (!auto).then(|| value.parse().unwrap());
            }
            _ => {}
        }
    }

    fn set_up(&mut self, rest: &str) {
        let (place, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
        let text = place.strip_prefix("fen ").unwrap_or(fen::INITIAL);
        self.position = fen::parse(text).unwrap().position(&self.terms).unwrap();
        self.plies = 0;
        for word in moves.split_whitespace() {
            let mv = coordinate::parse(&self.position, word).expect(word);
            self.position = self.position.play(mv);
            self.plies += 1;
        }
    }

    /// The move that an honest engine of that seed would make in a position.
    fn choice(&self, seed: u64, position: &Position, searchmoves: &[&str]) -> String {
        if let Some(word) = self.manner.script.get(self.plies) {
            return word.clone();
        }
        let moves: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|mv| coordinate::to_string(position, *mv))
            .filter(|word| searchmoves.is_empty() || searchmoves.contains(&word.as_str()))
            .collect();
        let number = splitmix(seed ^ splitmix(position.key()));
        moves[(number % moves.len() as u64) as usize].clone()
    }

    fn ponder(&mut self, rest: &str) {
        match self.manner.fault.as_str() {
            "crash-while-pondering" => exit(3),
            // The protocol forbids it; some do it all the same.
            "answer-while-pondering" => {
                say(&self.honest(&[]));
                self.pondering = None;
            }
            _ => self.pondering = Some(rest.to_owned()),
        }
    }

    fn end_pondering(&mut self) {
        self.pondering = None;
        if self.manner.fault != "keep-pondering" {
            say("bestmove a2a3 ponder a7a6");
        }
    }

    fn honest(&self, searchmoves: &[&str]) -> String {
        let word = self.choice(self.manner.seed, &self.position, searchmoves);
        if let Some(expected) = &self.manner.expects {
            return format!("bestmove {word} ponder {expected}");
        }
        let after = coordinate::parse(&self.position, &word).map(|mv| self.position.play(mv));
        let guess = self.manner.guess.zip(after.filter(|after| after.outcome().is_none()));
        match guess {
            Some((seed, after)) => {
                format!("bestmove {word} ponder {}", self.choice(seed, &after, &[]))
            }
            None => format!("bestmove {word}"),
        }
    }

    fn go(&mut self, rest: &str) {
        std::thread::sleep(Duration::from_millis(self.manner.delay));
        let searchmoves: Vec<&str> = rest
            .split_once("searchmoves ")
            .map_or(Vec::new(), |(_, words)| words.split(' ').collect());
        if self.manner.score.as_deref() == Some("opinion") {
            say(&format!("info depth 1 score cp {}", opinion(&self.position)));
        } else if let Some(score) = &self.manner.score {
            say(&format!("info depth 3 score {score} nodes 7 time 1 pv a2a3"));
        }
        let honest = self.honest(&searchmoves);
        let strikes = self.moves_made == self.manner.at;
        self.moves_made += 1;
        match self.manner.fault.as_str() {
            fault if strikes => self.strike(fault, &honest),
            _ => say(&honest),
        }
    }

    fn strike(&self, fault: &str, honest: &str) {
        match fault {
            "crash-at-go" => exit(3),
            "crash-in-mid-move" => {
                raw(b"bestmo");
                exit(3)
            }
            "stall" | "answer-at-stop" => {}
            "abort-at-go" => std::process::abort(),
            // As an engine that searches and does not look at its input meanwhile.
            "sleep-at-go" => std::thread::sleep(Duration::from_secs(600)),
            "illegal-move" => say("bestmove e1e8"),
            "no-sense" => say("bestmove \u{265e}xyz"),
            "opponent-move" => {
                let passed = self.position.pass();
                let theirs = passed.legal_moves()[0];
                say(&format!("bestmove {}", coordinate::to_string(&passed, theirs)));
            }
            "none" => say("bestmove (none)"),
            "null-move" => say("bestmove 0000"),
            "empty" => say("bestmove"),
            "two-moves" => say(&format!("{honest}\nbestmove a2a3")),
            // The opponent has answered before the second comes.
            "two-moves-apart" => {
                say(honest);
                std::thread::sleep(Duration::from_millis(50));
                say("bestmove a2a3");
            }
            "junk" => {
                let junk = "junk and more junk\n".repeat(200_000);
                raw(junk.as_bytes());
                say(honest);
            }
            "bad-bytes" => {
                raw(b"\xFF\xFE\x00info \xC3\x28\n");
                say(honest);
            }
            "endless-line" => {
                raw(&vec![b'x'; 8 << 20]);
                say("");
                say(honest);
            }
            "line-without-end" => {
                raw(honest.as_bytes());
            }
            "claim-draw" => say(&format!("info string claim draw\n{honest}")),
            // He who claims need not have a move.
            "only-claim" => say("info string claim draw\nbestmove (none)"),
            "false-claim" => {
                say("info string claim win");
                say("info string I claim a draw and also a win");
                say("info depth 1 score mate 1");
                say(honest);
            }
            _ => say(honest),
        }
    }
}
