//! The same offence put to every code: what each makes of it, as a table. The scripts are run by
//! the arbiter itself; nothing here says what a code says.

use std::fmt::Write as _;

use super::{Arbiter, Event, Kind, Ruling, Setting};
use crate::rules::laws::Code;

/// The codes of the table, in order of time; 1804 as read in England.
pub const CODES: [Code; 6] = [
    Code::England1804,
    Code::Accomplished1837,
    Code::British1897,
    Code::Rogers1907,
    Code::Federation1912,
    Code::Chess,
];

/// An offence: its name, and the setting and events that lead to it, one a line. What the last of
/// them leads to is the entry of the table.
pub struct Offence {
    /// What happened, in a few words.
    pub name: &'static str,
    /// The setting and the events, separated by semicolons.
    pub script: &'static str,
}

const fn offence(name: &'static str, script: &'static str) -> Offence {
    Offence { name, script }
}

/// A position with little on it, for false moves.
macro_rules! rook_ending {
    ($rest:literal) => {
        concat!("position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9;", $rest)
    };
}

/// A position with a check to be given.
macro_rules! queen_ending {
    ($rest:literal) => {
        concat!("position 4k3/p7/8/8/8/8/P7/4KQ2 w - - 0 9;", $rest)
    };
}

/// The offences.
#[rustfmt::skip]
pub const OFFENCES: &[Offence] = &[
    offence("own piece touched", "White touches g1"),
    offence("touched piece left for another", "White touches g1;White plays e2e4"),
    offence("touched in saying j'adoube", "White adjusts g1 notice with"),
    offence("adjusted, and said so only after", "White adjusts g1 notice after"),
    offence("adjusted out of turn", "Black adjusts g8"),
    offence("knocked over by accident", "White knocks over g1"),
    offence("knocked over without a word", "White knocks over g1 notice none"),
    offence("pinned piece touched", "position 4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 9;White touches e2"),
    offence("blocked piece touched", "White touches a1"),
    offence("two own pieces touched", "White touches g1 b1"),
    offence("opponent's piece touched", "position 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9;White touches d5"),
    offence("opponent's piece touched that cannot be captured", "position 4k3/8/8/3p4/8/8/8/4K3 w - - 0 9;White touches d5"),
    offence("own and opponent's piece touched", "position 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9;White touches e4 d5"),
    offence("two opponent's pieces touched", "position 4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 9;White touches d5 f5"),
    offence("opponent's piece moved", "position 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9;White moves d5 d4"),
    offence("piece lifted and held", "White lifts g1"),
    offence("piece touched out of turn", "Black touches g8"),
    offence("piece removed by mistake", "White removes g8"),
    offence("false move", rook_ending!("White plays a1b3")),
    offence("false move, already replied to", rook_ending!("White plays a1b3;Black plays a7a6")),
    offence("false move found later", rook_ending!("White plays a1b3;Black plays a7a6;White plays b3b4;Black points out illegal move")),
    offence("false move that cannot be traced", rook_ending!("White plays a1b3;Black plays a7a6;Black points out illegal move untraced")),
    offence("false capture", "position 4k3/8/8/8/8/2p5/8/N1R1K3 w - - 0 9;White plays a1c3"),
    offence("king left in check", queen_ending!("White plays f1b5 check;Black plays a7a6")),
    offence("penalty not asked for before touching", rook_ending!("White plays a1b3;Black touches a7")),
    offence("illegal penalty asked for", rook_ending!("White plays a1b3;Black exacts capture a7")),
    offence("penalty refused", rook_ending!("White plays a1b3;Black exacts king;White refuses")),
    offence("castling through check", "position 4k3/8/8/8/8/8/5r2/4K2R w K - 0 9;White castles kingside"),
    offence("castling after the rook has moved", "position 4k3/8/8/8/8/8/8/4K2R w - - 0 9;White castles kingside"),
    offence("castling with the rook first", "position 4k3/8/8/8/8/8/8/4K2R w K - 0 9;White castles kingside rook first"),
    offence("castling left half done", "position 4k3/8/8/8/8/8/8/4K2R w K - 0 9;White castles kingside king alone"),
    offence("promotion without a name", "position 4k3/P7/8/8/8/8/8/4K3 w - - 0 9;White plays a7a8"),
    offence("check not called", queen_ending!("White plays f1b5")),
    offence("check not called, and not met", queen_ending!("White plays f1b5;Black plays a7a6")),
    offence("check called a move late", queen_ending!("White plays f1b5;Black plays a7a6;White plays a2a3 check")),
    offence("check called that is none, and the king touched", queen_ending!("White plays f1c4 check;Black touches e8")),
    offence("in check of unknown origin", queen_ending!("White plays f1b5;Black plays a7a6;White plays a2a3;Black points out check")),
    offence("two moves running", "White plays e2e4;White plays d2d4"),
    offence("a move taken back for another", "White plays e2e4;White substitutes d2d4"),
    offence("wrong player begins", "Black plays e7e5;White plays e2e4;White points out first move"),
    offence("board turned, found at once", "board turned;White points out board"),
    offence("board turned, found after four moves", "board turned;moves e2e4 e7e5 d2d3 d7d6 a2a3 a7a6 h2h3 h7h6;White points out board"),
    offence("piece forgotten, found at once", "array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1;White points out men"),
    offence("piece forgotten, found after four moves", "array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1;moves e2e4 e7e5 d2d3 d7d6 a2a3 a7a6 h2h3 h7h6;White points out men"),
    offence("odds forgotten, found at once", "odds knight;giver white;array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;Black points out odds"),
    offence("odds forgotten, found after four moves", "odds knight;giver white;array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;moves e2e4 e7e5 d2d3 d7d6 a2a3 a7a6 h2h3 h7h6;Black points out odds"),
    offence("board upset on purpose", "White upsets the board"),
    offence("play not resumed", "White ceases play"),
    offence("book consulted", "White reads a book"),
    offence("advice given by a bystander", "Bystander advises White"),
    offence("error pointed out by a bystander", rook_ending!("White plays a1b3;Black plays a7a6;Bystander points out illegal move")),
    offence("twenty moves due in an hour, none made", "time 20/60;White clock 1:00:00"),
    offence("record that is no move, sealed", "White seals \"R-R9\" meaning nothing;game resumes"),
    offence("record of two meanings, sealed", "position 4k3/8/8/8/8/8/8/R3K3 w - - 0 9;White seals \"R-4\" meaning a1a4 a1d1;game resumes"),
    offence("adjourned position lost", "White seals e2e4;game resumes unknown"),
];

/// What a code makes of an offence: the rulings on its last event, or why it cannot happen there.
///
/// # Errors
/// The script cannot be read, which is a fault of ours.
pub fn rulings(offence: &Offence, code: Code) -> Result<Vec<Ruling>, String> {
    let lines: Vec<&str> = offence.script.split(';').collect();
    let first = lines.iter().position(|line| !Setting::begins(line)).unwrap_or(lines.len());
    let own = format!("code {code}");
    let setting =
        Setting::read(std::iter::once(own.as_str()).chain(lines[..first].iter().copied()))
            .map_err(|error| error.to_string())?;
    let mut arbiter = Arbiter::new(setting).map_err(|error| error.to_string())?;
    let mut told = Vec::new();
    for line in &lines[first..] {
        let event: Event = line.parse().map_err(|error| format!("{error}"))?;
        match arbiter.take(event) {
            Ok(rulings) => told = rulings.to_vec(),
            // A code that gave no such right, or ended the game before, has nothing to rule on.
            Err(_) => return Ok(Vec::new()),
        }
    }
    Ok(told)
}

/// An entry of the table: each ruling by its kind, choice and clauses, those of one kind together.
fn entry(rulings: &[Ruling]) -> String {
    if rulings.is_empty() {
        return "-".to_owned();
    }
    let mut text = String::new();
    let mut last: Option<(Kind, String, String)> = None;
    for ruling in rulings {
        let who = ruling.who.map_or(String::new(), |who| format!(" {who}"));
        let choice = ruling.choice.map_or(String::new(), |choice| choice.to_string());
        let clauses = ruling.clauses.join(", ");
        let key = (ruling.kind, who.clone(), clauses.clone());
        if last.as_ref() == Some(&key) {
            let _ = write!(text, ", {choice}");
            continue;
        }
        if let Some((_, _, before)) = &last {
            let _ = write!(text, "{}; ", shown(before));
        }
        let _ = write!(text, "{}{who}", ruling.kind);
        if !choice.is_empty() {
            let _ = write!(text, ": {choice}");
        }
        last = Some(key);
    }
    if let Some((_, _, clauses)) = last {
        text += &shown(&clauses);
    }
    text
}

fn shown(clauses: &str) -> String {
    if clauses.is_empty() { String::new() } else { format!(" ({clauses})") }
}

/// The table of offences against codes, in Markdown.
pub fn table() -> String {
    let mut text = String::from("| offence |");
    for code in CODES {
        let _ = write!(text, " {code} |");
    }
    text += "\n|---|";
    text += &"---|".repeat(CODES.len());
    text.push('\n');
    for offence in OFFENCES {
        let _ = write!(text, "| {} |", offence.name);
        for code in CODES {
            let told = rulings(offence, code).unwrap_or_default();
            let _ = write!(text, " {} |", entry(&told));
        }
        text.push('\n');
    }
    text
}
