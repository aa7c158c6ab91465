//! The handshake, the options, and lines that ask for nothing.

use std::time::{Duration, Instant};

use super::subject::{Root, Subject, milliseconds};
use super::{Chapter, Exam, Point, Unmet, fails, not_offered};
use crate::referee::client::{DeclaredKind, DeclaredOption};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Handshake and options",
    points: &[
        Point { name: "uci is answered by id and uciok", examine: introduction },
        Point { name: "uci may be sent again", examine: second_introduction },
        Point { name: "options are well formed", examine: options },
        Point { name: "every option takes its default", examine: defaults },
        Point { name: "the size of the hash can be set", examine: hash },
        Point { name: "setoption is taken before uci", examine: option_before_uci },
        Point { name: "an unknown option is passed over", examine: unknown_option },
        Point { name: "bad values of an option do no harm", examine: bad_values },
        Point { name: "isready is answered at once", examine: ready },
        Point { name: "isready is answered at once while searching", examine: ready_in_search },
        Point { name: "ucinewgame is taken", examine: new_game },
        Point { name: "stop and ponderhit do nothing when idle", examine: idle_stop },
        Point { name: "junk lines are ignored", examine: junk },
        Point { name: "a line of 100,000 bytes is ignored", examine: long_junk },
        Point { name: "lines may end as in Windows", examine: carriage_returns },
    ],
};

/// The options that an engine declares, those that can be read.
pub(super) fn declared(subject: &mut Subject) -> Result<Vec<DeclaredOption>, Unmet> {
    let lines = subject.handshake()?;
    let options = lines.iter().filter_map(|line| line.strip_prefix("option "));
    Ok(options.filter_map(|text| DeclaredOption::parse_strictly(text).ok()).collect())
}

/// The option of that name, in any case.
pub(super) fn offered(subject: &mut Subject, name: &str) -> Result<DeclaredOption, Unmet> {
    let options = declared(subject)?;
    let found = options.into_iter().find(|option| option.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| not_offered(format!("no option {name}")))
}

fn introduction(exam: &Exam) -> Result<String, Unmet> {
    let begun = Instant::now();
    let lines = Subject::start(exam)?.handshake()?;
    let id = |what: &str| {
        let mut found =
            lines.iter().filter_map(|line| line.strip_prefix("id ")?.strip_prefix(what));
        match (found.next().map(str::trim), found.next()) {
            (Some(text), None) if !text.is_empty() => Ok(text.to_owned()),
            (Some(_), Some(_)) => Err(fails(format!("id {what}twice"))),
            _ => Err(fails(format!("no id {what}"))),
        }
    };
    let (name, author) = (id("name ")?, id("author ")?);
    Ok(format!("'{name}' by '{author}', {}", milliseconds(begun.elapsed())))
}

fn second_introduction(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let lines = subject.handshake()?;
    subject.expect_quiet()?;
    Ok(format!("{} lines and uciok", lines.len()))
}

fn options(exam: &Exam) -> Result<String, Unmet> {
    let lines = Subject::start(exam)?.handshake()?;
    let mut names: Vec<String> = Vec::new();
    for text in lines.iter().filter_map(|line| line.strip_prefix("option ")) {
        let option = DeclaredOption::parse_strictly(text)
            .map_err(|fault| fails(format!("'option {}': {fault}", shortened(text))))?;
        let name = option.name.to_ascii_lowercase();
        if names.contains(&name) {
            return Err(fails(format!("option '{}' twice", option.name)));
        }
        names.push(name);
    }
    Ok(format!("{} options", names.len()))
}

fn shortened(text: &str) -> String {
    let cut: String = text.chars().take(60).collect();
    if cut.len() < text.len() { cut + "..." } else { cut }
}

fn defaults(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::start(exam)?;
    let options = declared(&mut subject)?;
    let commands: Vec<String> = options.iter().filter_map(DeclaredOption::set_to_default).collect();
    for command in &commands {
        subject.send(command)?;
        subject.await_ready(exam.patience.ready).map_err(|unmet| after(command, unmet))?;
    }
    subject.search(&Root::startpos(), "go depth 1")?;
    Ok(format!("{} options set", commands.len()))
}

/// The same fault, with what was sent before it.
pub(super) fn after(sent: &str, unmet: Unmet) -> Unmet {
    match unmet {
        Unmet::Fails(seen) => Unmet::Fails(format!("after '{sent}': {seen}")),
        other => other,
    }
}

fn hash(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::start(exam)?;
    let DeclaredKind::Spin { min: Some(min), max: Some(max), .. } =
        offered(&mut subject, "Hash")?.kind
    else {
        return Err(fails("Hash is no spin"));
    };
    for size in [min, max.min(64), min, max.min(16)] {
        subject.send(&format!("setoption name Hash value {size}"))?;
        subject.search(&Root::startpos(), "go depth 3")?;
    }
    Ok(format!("{min} to {max} MiB"))
}

fn option_before_uci(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::start(exam)?;
    subject.send("setoption name Hash value 8\nsetoption name Clear Hash")?;
    subject.handshake()?;
    subject.search(&Root::startpos(), "go depth 1")?;
    Ok("then uci, and it moves".to_owned())
}

fn unknown_option(exam: &Exam) -> Result<String, Unmet> {
    undisturbed(exam, &["setoption name No Such Option value 3", "setoption name No Such Button"])
}

fn bad_values(exam: &Exam) -> Result<String, Unmet> {
    undisturbed(
        exam,
        &[
            "setoption name Hash value many",
            "setoption name Hash value -1",
            "setoption name Hash value 99999999999999999999",
            "setoption name Hash",
            "setoption name",
            "setoption",
        ],
    )
}

fn junk(exam: &Exam) -> Result<String, Unmet> {
    undisturbed(
        exam,
        &[
            "",
            "   \t ",
            "xyzzy",
            "go-infinite",
            "positions startpos moves e2e4",
            "bestmove e2e4",
            "\u{265e} \u{fffd}\u{e9}",
            "debug off",
        ],
    )
}

/// That none of these lines keeps the engine from going on.
fn undisturbed(exam: &Exam, lines: &[&str]) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    for line in lines {
        subject.send(line)?;
        subject.expect_quiet().map_err(|unmet| after(line, unmet))?;
    }
    subject.search(&Root::startpos(), "go depth 1")?;
    Ok(format!("{} lines", lines.len()))
}

/// How long `readyok` took; an error beyond the tolerance.
fn time_to_ready(subject: &mut Subject, exam: &Exam) -> Result<Duration, Unmet> {
    let begun = Instant::now();
    let lines = subject.await_ready(exam.tolerance)?;
    match lines.iter().find(|line| line.starts_with("bestmove")) {
        Some(line) => Err(fails(format!("'{line}' before readyok"))),
        None => Ok(begun.elapsed()),
    }
}

fn ready(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let mut longest = Duration::ZERO;
    for _ in 0..10 {
        longest = longest.max(time_to_ready(&mut subject, exam)?);
    }
    Ok(format!("at the latest after {}", milliseconds(longest)))
}

fn ready_in_search(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let root = Root::startpos();
    let begun = subject.go(&root, "go infinite")?;
    subject.expect_no_move_yet(begun)?;
    let time = time_to_ready(&mut subject, exam)?;
    subject.expect_no_move_yet(begun)?;
    subject.end_search(&root, "stop")?;
    Ok(format!("after {}, and the search went on", milliseconds(time)))
}

fn new_game(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    for _ in 0..2 {
        subject.send("ucinewgame")?;
        subject.expect_quiet()?;
        subject.search(&Root::startpos(), "go depth 3")?;
    }
    Ok("before, between and after searches".to_owned())
}

fn idle_stop(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    for line in ["stop", "ponderhit", "stop\nstop"] {
        subject.send(line)?;
        subject.expect_quiet().map_err(|unmet| after(line, unmet))?;
    }
    subject.search(&Root::startpos(), "go depth 1")?;
    subject.send("stop")?;
    subject.expect_quiet()?;
    Ok("no bestmove but for go".to_owned())
}

fn long_junk(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    subject.send(&"x y ".repeat(25_000))?;
    subject.expect_quiet()?;
    subject.search(&Root::startpos(), "go depth 1")?;
    Ok("and it goes on".to_owned())
}

fn carriage_returns(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let root = Root::new("startpos", "e2e4");
    let root = root.written("isready\r\nposition startpos moves e2e4\r");
    let search = subject.search(&root, "go depth 2\r")?;
    Ok(format!("bestmove {}", search.best))
}
