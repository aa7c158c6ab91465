//! The wire: bytes from a GUI become a [`Command`], a [`Reply`] becomes text. Whatever arrives,
//! nothing here panics, and no text is dropped without a complaint that names it.
//!
//! Only files of this folder may name `vampirc_uci`. The crate reads and writes the lines it can
//! carry (`plain`); `go`, `position` and our extensions have a grammar of their own here, since
//! the crate cuts numbers at three digits, ends a list of moves in silence at one it cannot read,
//! knows neither four-field FENs nor null moves, and panics on some lines.

mod go;
mod plain;
mod position;
mod reply;

pub use go::Go;
pub use position::{PositionCommand, Start};
pub use reply::{Info, OptionKind, OptionLine, Reply, ScoreText, quoted};

use std::borrow::Cow;

/// What a GUI, or a person at the keyboard, asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: say who you are and what can be set.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer when everything asked before has been taken in.
    IsReady,
    /// `setoption`.
    SetOption {
        /// The name as written, single blanks between its words.
        name: String,
        /// The value without blanks around it; `None` where there is none.
        value: Option<String>,
    },
    /// `register`: nothing here needs it.
    Register,
    /// `ucinewgame`: what follows belongs to another game.
    NewGame,
    /// `position`.
    Position(PositionCommand),
    /// `go`.
    Go(Box<Go>),
    /// `stop`.
    Stop,
    /// `ponderhit`: the move pondered on has been made.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: show the evaluation of the position.
    Eval,
    /// `help`: say what can be asked for.
    Help,
    /// `flip`: change sides.
    Flip,
    /// `bench`, with the depth in plies if one is given.
    Bench(Option<u32>),
    /// `laws`: say in words what law is in force.
    Laws,
}

/// One line, read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The command, if the line holds one that can be obeyed.
    pub command: Option<Command>,
    /// What was wrong with the line, each fault once, naming the text at fault.
    pub complaints: Vec<String>,
}

impl Line {
    fn command(command: Command) -> Self {
        Self { command: Some(command), complaints: Vec::new() }
    }

    fn complaint(text: String) -> Self {
        Self { command: None, complaints: vec![text] }
    }
}

/// Text from the wire: without its line ending and without blanks around it. Bytes that are not
/// UTF-8 become replacement characters.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => Cow::Borrowed(trim(text)),
        Cow::Owned(text) => Cow::Owned(trim(&text).to_owned()),
    }
}

fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{feff}')
}

/// Reads one line. An empty one is no command and no fault.
pub fn parse(bytes: &[u8]) -> Line {
    let text = decode(bytes);
    let text = trim(&text);
    if text.is_empty() {
        return Line::default();
    }
    if let Some(line) = extension(text) {
        return line;
    }
    // "If the engine receives an unknown command or token it should just ignore it and try to
    // parse the rest of the string": the protocol's own text, with `joho debug on` for example.
    let mut rest = text;
    while !rest.is_empty() {
        let (word, after) = first_word(rest);
        if let Some(mut line) = standard(word, after) {
            if rest.len() < text.len() {
                let junk = trim(&text[..text.len() - rest.len()]);
                line.complaints.insert(0, format!("{} ignored", quoted(junk)));
            }
            return line;
        }
        rest = after;
    }
    Line::complaint(format!("{} is no command", quoted(text)))
}

/// The first word, and what follows it without leading blanks.
fn first_word(text: &str) -> (&str, &str) {
    match text.split_once(|c: char| c.is_whitespace()) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// A line that begins with a command of the protocol, `word`, and goes on with `after`.
fn standard(word: &str, after: &str) -> Option<Line> {
    Some(match word.to_ascii_lowercase().as_str() {
        "go" => go::parse(after),
        "position" => position::parse(after),
        "uci" | "debug" | "isready" | "setoption" | "register" | "ucinewgame" | "stop"
        | "ponderhit" | "quit" => plain::parse(word, after),
        _ => return None,
    })
}

/// A line that is one of our extensions. These stand alone at the beginning of a line: their names
/// are too short to be looked for behind junk.
fn extension(text: &str) -> Option<Line> {
    let (word, after) = first_word(text);
    let command = match word.to_ascii_lowercase().as_str() {
        "d" => Command::Display,
        "eval" => Command::Eval,
        "flip" => Command::Flip,
        "help" | "?" => Command::Help,
        "laws" => Command::Laws,
        "bench" if after.is_empty() => Command::Bench(None),
        "bench" => return Some(bench(after)),
        "perft" => return Some(go::parse(text)),
        _ => return None,
    };
    let mut line = Line::command(command);
    if !after.is_empty() {
        line.complaints.push(format!("{word}: {} ignored", quoted(after)));
    }
    Some(line)
}

fn bench(depth: &str) -> Line {
    match depth.parse() {
        Ok(depth @ 1..=200) => Line::command(Command::Bench(Some(depth))),
        _ => Line::complaint(format!("bench {}: the depth must be 1 to 200", quoted(depth))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding_survives_any_bytes() {
        assert_eq!(decode(b"  uci \r\n"), "uci");
        assert_eq!(decode(b"\xEF\xBB\xBFuci\n"), "uci");
        assert_eq!(decode(b"uci\0\n"), "uci");
        assert_eq!(decode(b"\xFFuci"), "\u{fffd}uci");
        assert_eq!(parse(b"").command, None);
        assert_eq!(parse(b" \t\r\n"), Line::default());
        assert_eq!(parse(b"\xC3\x28 isready").command, Some(Command::IsReady));
    }

    #[test]
    fn extensions_stand_at_the_beginning() {
        assert_eq!(parse(b"d").command, Some(Command::Display));
        assert_eq!(parse(b"Eval").command, Some(Command::Eval));
        assert_eq!(parse(b"flip").command, Some(Command::Flip));
        assert_eq!(parse(b"laws").command, Some(Command::Laws));
        assert_eq!(parse(b"bench").command, Some(Command::Bench(None)));
        assert_eq!(parse(b"bench 7").command, Some(Command::Bench(Some(7))));
        assert_eq!(parse(b"bench x").command, None);
        assert_eq!(parse(b"joho d").command, None);
        assert_eq!(parse(b"d x").complaints, ["d: 'x' ignored"]);
        let Some(Command::Go(go)) = parse(b"perft 3").command else { panic!("perft is go perft") };
        assert_eq!(go.perft, Some(3));
    }

    #[test]
    fn unknown_lines_are_named_once() {
        let line = parse(b"xboard");
        assert_eq!((line.command, line.complaints), (None, vec!["'xboard' is no command".into()]));
    }
}
