//! Conversations with the built program, as data: `tests/data/uci/*.txt`. In each file a line
//!
//! - `> text` is sent;
//! - `< pattern` is the next line that must come, `*` standing for anything; the lines that report
//!   a search, `info depth` and so on, may come before it unasked;
//! - `<< pattern` is a line that must come sooner or later: whatever comes before it is passed by;
//! - `= milliseconds` is a time in which nothing but reports of a search may come;
//! - `.` is the end of the input, after which only `<` can follow;
//! - `# text` is for the reader.
//!
//! Everything said must be expected: a line too many fails as a line too few does. In the end the
//! program must have left of its own accord, and well.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use crate::client::{Engine, PATIENCE};

/// The next line within a time, reports of a search left out when they are not wanted.
fn next(engine: &Engine, within: Duration, reports: bool) -> Result<String, RecvTimeoutError> {
    let end = Instant::now() + within;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let line = engine.line(left)?;
        if reports || !is_report(&line) {
            return Ok(line);
        }
    }
}

fn is_report(line: &str) -> bool {
    line.starts_with("info depth")
}

/// Whether a line is of a pattern in which `*` stands for anything.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    true
}

fn play(file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).unwrap();
    let mut engine = Engine::start();
    for (number, line) in text.lines().enumerate() {
        let fault = |what: String| format!("{}:{}: {what}", file.display(), number + 1);
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match mark {
            "" | "#" => {}
            ">" => engine.send(rest).map_err(fault)?,
            "<" => match next(&engine, PATIENCE, is_report(rest)) {
                Ok(came) if matches(rest, &came) => {}
                Ok(came) => return Err(fault(format!("'{came}' came, not '{rest}'"))),
                Err(error) => return Err(fault(format!("'{rest}' did not come: {error}"))),
            },
            "<<" => loop {
                match next(&engine, PATIENCE, true) {
                    Ok(came) if matches(rest, &came) => break,
                    Ok(_) => {}
                    Err(error) => return Err(fault(format!("'{rest}' did not come: {error}"))),
                }
            },
            "=" => {
                let time = Duration::from_millis(rest.trim().parse().unwrap());
                if let Ok(came) = next(&engine, time, false) {
                    return Err(fault(format!("'{came}' came, and nothing should")));
                }
            }
            "." => engine.end_input(),
            _ => return Err(fault(format!("'{line}' is no line of a transcript"))),
        }
    }
    if !engine.input_has_ended() && !text.lines().any(|line| line == "> quit") {
        engine.send("quit").map_err(|what| format!("{}: {what}", file.display()))?;
    }
    match next(&engine, PATIENCE, false) {
        Ok(came) => return Err(format!("{}: '{came}' came at the end", file.display())),
        Err(RecvTimeoutError::Timeout) => return Err(format!("{}: no end", file.display())),
        Err(RecvTimeoutError::Disconnected) => {}
    }
    let status = engine.wait();
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", file.display())) }
}

#[test]
fn conversations_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/uci");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 20, "{}", files.len());
    let faults: Vec<String> = files.iter().filter_map(|file| play(file).err()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn patterns_match_as_they_say() {
    for (pattern, line, wanted) in [
        ("uciok", "uciok", true),
        ("uciok", "uciok ", false),
        ("bestmove *", "bestmove e2e4", true),
        ("bestmove *", "bestmov", false),
        ("info * pv e2e4*", "info depth 1 pv e2e4 e7e5", true),
        ("* cp *", "info score mate 1", false),
        ("a*b*c", "axxbyyc", true),
        ("a*b*c", "axxbyy", false),
    ] {
        assert_eq!(matches(pattern, line), wanted, "{pattern} {line}");
    }
}
