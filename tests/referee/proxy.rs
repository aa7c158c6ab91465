//! A proxy for the tests of the compliance check: the engine proper behind it behaves, and the
//! proxy spoils one thing. The test program plays it itself, started again with `proxy` for its
//! first argument. The other arguments are rules, `in:FIND:WHAT` for lines to the engine and
//! `out:FIND:WHAT` for lines from it; a rule strikes at lines that begin with FIND.

use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::process::{Child, Command, Stdio, exit};
use std::thread;
use std::time::Duration;

/// What a rule does with a line.
#[derive(Clone)]
enum What {
    /// The line is lost.
    Drop,
    /// The line comes twice.
    Twice,
    /// The line comes after 1.2 seconds.
    Late,
    /// The proxy ends.
    Crash,
    /// This line comes instead; `|` parts lines.
    Put(String),
    /// This part of the line is lost.
    Cut(String),
}

#[derive(Clone)]
struct Rule {
    outward: bool,
    find: String,
    what: What,
}

impl Rule {
    /// Nothing, for a word that is no rule: a mark, or a manner.
    fn read(word: &str) -> Option<Self> {
        let (way, rest) = word.split_once(':')?;
        let (find, what) = rest.split_once(':').expect(word);
        let (what, text) = what.split_once(' ').unwrap_or((what, ""));
        let what = match what {
            "drop" => What::Drop,
            "twice" => What::Twice,
            "late" => What::Late,
            "crash" => What::Crash,
            "put" => What::Put(text.to_owned()),
            "cut" => What::Cut(text.to_owned()),
            _ => panic!("{word}"),
        };
        Some(Self { outward: way == "out", find: find.to_owned(), what })
    }
}

/// The lines that become of one.
fn spoilt(line: &str, outward: bool, rules: &[Rule]) -> Vec<String> {
    let strikes = |rule: &&Rule| rule.outward == outward && line.starts_with(&rule.find);
    let Some(rule) = rules.iter().find(strikes) else { return vec![line.to_owned()] };
    match &rule.what {
        What::Drop => Vec::new(),
        What::Twice => vec![line.to_owned(); 2],
        What::Late => {
            thread::sleep(Duration::from_millis(1200));
            vec![line.to_owned()]
        }
        What::Crash => exit(3),
        What::Put(text) => text.split('|').map(str::to_owned).collect(),
        What::Cut(text) => vec![line.replace(&text[..], "")],
    }
}

/// Plays the proxy until the engine or the input ends.
pub fn run(words: &[String]) -> ! {
    let rules: Vec<Rule> = words.iter().filter_map(|word| Rule::read(word)).collect();
    let has = |manner: &str| words.iter().any(|word| word == manner);
    if has("sleeper") {
        thread::sleep(Duration::from_secs(600));
        exit(0);
    }
    if has("leave-child") {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.arg("proxy").args(words).arg("sleeper").stdin(Stdio::null()).stdout(Stdio::null());
        std::mem::forget(child.spawn().unwrap());
    }
    let mut engine = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = engine.stdout.take().unwrap();
    let to_user = rules.clone();
    let outward = thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            for line in spoilt(&line.unwrap(), true, &to_user) {
                // Nobody may be listening any more.
                let _ = writeln!(stdout(), "{line}");
            }
        }
    });
    pass_inward(&mut engine, &rules);
    if has("outlive-input") {
        thread::sleep(Duration::from_secs(600));
    }
    drop(engine.stdin.take());
    let _ = outward.join();
    let _ = engine.wait();
    exit(0);
}

fn pass_inward(engine: &mut Child, rules: &[Rule]) {
    let mut input = engine.stdin.take().unwrap();
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        let lines = spoilt(&line, false, rules);
        for line in &lines {
            if writeln!(input, "{line}").is_err() {
                return;
            }
        }
        if lines.iter().any(|line| line == "quit") {
            break;
        }
    }
    engine.stdin = Some(input);
}
