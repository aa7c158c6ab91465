//! The lines that the crate reads: all but `go`, `position` and our extensions. It is handed only
//! what it is known to read rightly, one short line at a time; the rest is read here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use vampirc_uci::UciMessage;

use super::{Command, Line, first_word, quoted, trim};

/// Longer lines are not given to the crate, whose time grows much faster than ours.
const LONGEST_FOR_CRATE: usize = 512;

/// Reads a line that begins with `word`; `after` is what follows it.
pub(super) fn parse(word: &str, after: &str) -> Line {
    match word.to_ascii_lowercase().as_str() {
        "setoption" => set_option(after),
        "debug" => debug(after),
        "register" => Line::command(Command::Register),
        _ => bare(word, after),
    }
}

/// What the crate makes of a line, if it makes anything of it.
fn of_crate(text: &str) -> Option<UciMessage> {
    if text.len() > LONGEST_FOR_CRATE {
        return None;
    }
    // No line that comes here is known to make it panic. On some lines of `go` it does, and those
    // who wrote them did not know either.
    match catch_unwind(AssertUnwindSafe(|| vampirc_uci::parse_one(text))) {
        Ok(UciMessage::Unknown(..)) | Err(_) => None,
        Ok(message) => Some(message),
    }
}

/// A command of one word. The crate takes `isreadyX` for `isready`; here the word is whole.
fn bare(word: &str, after: &str) -> Line {
    let command = match of_crate(word) {
        Some(UciMessage::Uci) => Command::Uci,
        Some(UciMessage::IsReady) => Command::IsReady,
        Some(UciMessage::UciNewGame) => Command::NewGame,
        Some(UciMessage::Stop) => Command::Stop,
        Some(UciMessage::PonderHit) => Command::PonderHit,
        Some(UciMessage::Quit) => Command::Quit,
        _ => return Line::complaint(format!("{} is no command", quoted(word))),
    };
    let mut line = Line::command(command);
    if !after.is_empty() {
        line.complaints.push(format!("{word}: {} ignored", quoted(after)));
    }
    line
}

fn debug(after: &str) -> Line {
    let (switch, _) = first_word(after);
    let whole = ["on", "off"].iter().any(|word| word.eq_ignore_ascii_case(switch));
    match of_crate(&format!("debug {switch}")) {
        Some(UciMessage::Debug(on)) if whole => Line::command(Command::Debug(on)),
        _ => Line::complaint(format!("debug {}: neither 'on' nor 'off'", quoted(after))),
    }
}

/// `setoption name NAME [value VALUE]`.
fn set_option(after: &str) -> Line {
    let (word, rest) = first_word(after);
    if !word.eq_ignore_ascii_case("name") || rest.is_empty() {
        return Line::complaint(format!(
            "setoption {}: 'name' and a name belong here",
            quoted(after)
        ));
    }
    let ours = split_option(rest);
    let read = if crate_can_read(rest) { of_crate(&format!("setoption {after}")) } else { None };
    let (name, value) = match read {
        Some(UciMessage::SetOption { name, value }) => (name, value),
        _ => ours,
    };
    // The crate leaves blanks at the end of a value and between the words of a name.
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let value = value.map(|value| trim(&value).to_owned());
    Line::command(Command::SetOption { name, value })
}

/// The name, and the value where the word `value` stands after the name's first word.
fn split_option(text: &str) -> (String, Option<String>) {
    let (first, mut rest) = first_word(text);
    let mut name = first.to_owned();
    while !rest.is_empty() {
        let (word, after) = first_word(rest);
        if word.eq_ignore_ascii_case("value") {
            return (name, Some(after.to_owned()));
        }
        name.push(' ');
        name.push_str(word);
        rest = after;
    }
    (name, None)
}

/// Whether the crate reads `NAME [value VALUE]` rightly. It ends the name in silence before a word
/// that begins with `value` and is another, and knows no empty value.
fn crate_can_read(text: &str) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        let (word, after) = first_word(rest);
        if word.eq_ignore_ascii_case("value") {
            return rest.len() < text.len() && !after.is_empty();
        }
        if word.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("value")) {
            return false;
        }
        rest = after;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str) -> (String, Option<String>) {
        match set_option(text) {
            Line { command: Some(Command::SetOption { name, value }), complaints } => {
                assert!(complaints.is_empty());
                (name, value)
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn names_and_values() {
        for (text, name, value) in [
            ("name Hash value 64", "Hash", Some("64")),
            ("NAME hash VALUE 64  ", "hash", Some("64")),
            ("name  Move   Overhead  value 10", "Move Overhead", Some("10")),
            ("name Clear Hash", "Clear Hash", None),
            ("name Odds value", "Odds", Some("")),
            (
                "name Book File value C:\\my books\\value of time.bin",
                "Book File",
                Some("C:\\my books\\value of time.bin"),
            ),
            ("name valued customer value 3", "valued customer", Some("3")),
            ("name Tempo valuation", "Tempo valuation", None),
            ("name name value value", "name", Some("value")),
            ("name value", "value", None),
            ("name ünïcode value ☃", "ünïcode", Some("☃")),
        ] {
            assert_eq!(option(text), (name.to_owned(), value.map(str::to_owned)), "{text}");
        }
    }

    /// Where the crate is believed, it says what our own reading says.
    #[test]
    fn the_crate_and_we_agree_where_it_is_asked() {
        let words = ["name", "Hash", "value", "Values", "64", "a", "Debug", "x=y", "\u{e9}"];
        let mut asked = 0;
        for a in words {
            for b in words {
                for c in words {
                    for d in words {
                        let text = format!("{a} {b} {c} {d}");
                        if !crate_can_read(&text) {
                            continue;
                        }
                        asked += 1;
                        let Some(UciMessage::SetOption { name, value }) =
                            of_crate(&format!("setoption name {text}"))
                        else {
                            panic!("{text} was refused");
                        };
                        assert_eq!((name, value), split_option(&text), "{text}");
                    }
                }
            }
        }
        assert!(asked > 1000, "{asked}");
    }

    #[test]
    fn bare_words_are_whole_words() {
        assert_eq!(bare("IsReady", "").command, Some(Command::IsReady));
        assert_eq!(bare("uci", "").command, Some(Command::Uci));
        assert_eq!(super::super::parse(b"isreadyX").command, None);
        assert_eq!(bare("stop", "now").complaints, ["stop: 'now' ignored"]);
        assert_eq!(debug("ON").command, Some(Command::Debug(true)));
        assert_eq!(debug("off").command, Some(Command::Debug(false)));
        assert_eq!(debug("onx").command, None);
        assert_eq!(debug("").command, None);
    }
}
