//! Reads cases for the arbiter and plays them: a setting, events, and what is expected after each.
//! The format is that of `tests/data/arbiter/README.md`. It knows no law.

use std::collections::BTreeSet;

use jadoube::arbiter::{Arbiter, Choice, Event, Kind, Ruling, Setting, State, Step, law_number};
use jadoube::rules::{Color, PieceKind};

/// One case of a file.
pub struct Case {
    /// Its title.
    pub title: String,
    /// The laws it tests.
    pub laws: Vec<String>,
    /// The lines after them.
    lines: Vec<String>,
}

/// What a line expects of rulings.
struct Expected {
    kind: Kind,
    who: Option<Color>,
    choice: Option<Choice>,
    moves: Option<BTreeSet<String>>,
    clauses: Vec<String>,
}

/// The cases of a file, in order.
pub fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix("case ") {
            cases.push(Case { title: title.to_owned(), laws: Vec::new(), lines: Vec::new() });
        } else if let (Some(laws), Some(case)) = (line.strip_prefix("law "), cases.last_mut()) {
            case.laws.extend(laws.split([' ', ',']).filter(|l| !l.is_empty()).map(str::to_owned));
        } else if let (false, Some(case)) = (line.is_empty(), cases.last_mut()) {
            case.lines.push(line.to_owned());
        }
    }
    cases
}

impl Case {
    /// Plays the case under a code; every line that is not met, in words.
    pub fn play(&self, code: &str) -> Vec<String> {
        let lines: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        play(code, &lines)
    }
}

/// Plays lines under a code; every line that is not met, in words.
pub fn play(code: &str, lines: &[&str]) -> Vec<String> {
    let events = lines.iter().position(|line| !Setting::begins(line)).unwrap_or(lines.len());
    let (setting, events) = lines.split_at(events);
    let own = format!("code {code}");
    let named = setting.first().is_some_and(|line| line.to_ascii_lowercase().starts_with("code "));
    let first = (!named).then_some(own.as_str());
    let setting = match Setting::read(first.into_iter().chain(setting.iter().copied())) {
        Ok(setting) => setting,
        Err(error) => return vec![format!("setting: {error}")],
    };
    let mut arbiter = Arbiter::new(setting).expect("read above");
    let mut unmet = Vec::new();
    let mut at = events.iter().position(|line| !line.starts_with('=')).unwrap_or(events.len());
    // What is expected before anything has happened.
    for fault in compare(arbiter.state(), &Ok(Vec::new()), &events[..at]) {
        unmet.push(format!("at the beginning: {fault}"));
    }
    while at < events.len() {
        let mut end = at + 1;
        while end < events.len() && events[end].starts_with('=') {
            end += 1;
        }
        let expected = &events[at + 1..end];
        let before = arbiter.save();
        let answer: Result<Vec<Ruling>, String> = match events[at].parse::<Event>() {
            Ok(event) => arbiter.take(event).map(<[Ruling]>::to_vec),
            Err(error) => Err(error.to_string()),
        };
        if answer.is_err() {
            assert_eq!(
                arbiter.save(),
                before,
                "{}: an event refused has changed something",
                events[at]
            );
        }
        for fault in compare(arbiter.state(), &answer, expected) {
            unmet.push(format!("after '{}': {fault}", events[at]));
        }
        at = end;
    }
    unmet
}

/// What the lines expect and do not find.
fn compare(state: &State, answer: &Result<Vec<Ruling>, String>, lines: &[&str]) -> Vec<String> {
    let mut unmet = Vec::new();
    let told: &[Ruling] = answer.as_ref().map_or(&[], Vec::as_slice);
    let open = state.open_rights();
    let code = state.code();
    let shown = |rulings: &[Ruling]| -> String {
        let lines: Vec<String> = rulings.iter().map(|ruling| ruling.line(code)).collect();
        format!("\n    told or open:\n      {}", lines.join("\n      "))
    };
    let all: Vec<Ruling> = told.iter().chain(&open).cloned().collect();
    let error_expected = lines.iter().any(|line| line[1..].trim() == "error");
    match answer {
        Err(reason) if !error_expected => unmet.push(format!("refused: {reason}")),
        Ok(_) if error_expected => unmet.push(format!("not refused{}", shown(&all))),
        _ => {}
    }
    let mut rights_expected = Vec::new();
    for line in lines {
        let text = line[1..].trim();
        let fault = match text.split_once(' ').unwrap_or((text, "")) {
            ("error", _) => None,
            ("no", "rights") => {
                (!open.is_empty()).then(|| format!("rights are open{}", shown(&open)))
            }
            ("going", "on") => state.ending().map(|ending| format!("the game is over: {ending:?}")),
            ("over", _) => state.ending().is_none().then(|| "the game goes on".to_owned()),
            ("turn", who) => {
                (state.turn().to_string() != who).then(|| format!("it is {}'s turn", state.turn()))
            }
            ("clock", who) => {
                let runs = state.clock_runs_for().to_string();
                (runs != who).then(|| format!("{runs}'s clock runs"))
            }
            ("fen", placement) => {
                let fen = state.scene().fen();
                let shown = fen.split(' ').next().unwrap_or("").to_owned();
                (shown != placement.split(' ').next().unwrap_or(""))
                    .then(|| format!("the board is {shown}"))
            }
            ("moves:", moves) => moves_differ(&state.moves(), moves),
            ("moves", rest) if rest.starts_with("of ") => {
                let (square, moves) = rest[3..].split_once(':').expect("moves of SQ: ...");
                let of: Vec<Step> = state
                    .moves()
                    .into_iter()
                    .filter(|step| step.from.to_string() == square.trim())
                    .collect();
                moves_differ(&of, moves)
            }
            ("not", ruling) => {
                let expected = read(ruling, state);
                all.iter().any(|ruling| meets(ruling, &expected, state)).then(|| shown(&all))
            }
            _ => {
                let expected = read(text, state);
                if matches!(expected.kind, Kind::Right | Kind::Duty) {
                    rights_expected.push(text.to_owned());
                }
                let met = all.iter().any(|ruling| meets(ruling, &expected, state));
                (!met).then(|| shown(&all))
            }
        };
        unmet.extend(fault.map(|fault| format!("expected '{text}', but {fault}")));
    }
    if !rights_expected.is_empty() {
        let read: Vec<Expected> = rights_expected.iter().map(|text| read(text, state)).collect();
        for right in &open {
            if !read.iter().any(|expected| meets(right, expected, state)) {
                unmet.push(format!("open but not expected: {}", right.line(code)));
            }
        }
    }
    unmet
}

fn moves_differ(moves: &[Step], expected: &str) -> Option<String> {
    let found: BTreeSet<String> = moves.iter().map(Step::to_string).collect();
    (found != set(expected))
        .then(|| format!("the moves are {}", found.into_iter().collect::<Vec<_>>().join(" ")))
}

fn set(moves: &str) -> BTreeSet<String> {
    moves.split_whitespace().filter(|word| *word != "none").map(str::to_owned).collect()
}

/// Reads a ruling as the page writes it.
fn read(text: &str, state: &State) -> Expected {
    let (body, clauses) = match text.split_once('[') {
        Some((body, rest)) => (body.trim(), rest.trim_end().trim_end_matches(']')),
        None => (text.trim(), ""),
    };
    let clauses = clauses
        .split(',')
        .map(|clause| clause.trim().rsplit(':').next().unwrap_or("").to_owned())
        .filter(|clause| !clause.is_empty())
        .collect();
    let (head, moves) = match body.split_once(':') {
        Some((head, moves)) => (head, Some(set(moves))),
        None => (body, None),
    };
    let mut words = head.split_whitespace().peekable();
    let kind = words.next().unwrap_or("");
    let kind = Kind::parse(kind).unwrap_or_else(|| panic!("no ruling: '{text}'"));
    let who = words.peek().and_then(|word| jadoube::arbiter::color(word));
    if who.is_some() {
        words.next();
    }
    let rest: Vec<&str> = words.collect();
    let choice = if matches!(kind, Kind::Right | Kind::Duty) && !rest.is_empty() {
        let choice = rest.join(" ").parse();
        Some(choice.unwrap_or_else(|()| panic!("no choice: '{text}'")))
    } else {
        None
    };
    let _ = state;
    Expected { kind, who, choice, moves, clauses }
}

/// Whether a ruling is the one expected. To move the piece on the king's square is to move the
/// king.
fn meets(ruling: &Ruling, expected: &Expected, state: &State) -> bool {
    let found: Option<BTreeSet<String>> =
        ruling.moves.as_ref().map(|moves| moves.iter().map(Step::to_string).collect());
    let is_king = |square| {
        let piece = state.scene().piece_at(square);
        piece.is_some_and(|piece| piece.kind() == PieceKind::King)
    };
    let same_choice = match (expected.choice, ruling.choice) {
        (None, _) => true,
        (Some(Choice::Move(square)), Some(Choice::King)) => {
            let of_king = |moves: &Vec<Step>| moves.iter().all(|step| step.from == square);
            is_king(square) || ruling.moves.as_ref().is_some_and(of_king)
        }
        (expected, found) => expected == found,
    };
    let cited = |clause: &String| {
        ruling.clauses.iter().any(|found| {
            let squeezed = found.replace(' ', "");
            squeezed == clause.replace(' ', "") || law_number(found) == clause.as_str()
        })
    };
    ruling.kind == expected.kind
        && expected.who.is_none_or(|who| ruling.who == Some(who))
        && same_choice
        && expected.moves.as_ref().is_none_or(|moves| found.as_ref() == Some(moves))
        && expected.clauses.iter().all(cited)
}
