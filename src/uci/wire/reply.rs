//! What goes out: each [`Reply`] is one line, or a block of lines of an extension. Nothing that
//! came in can break a line or make it endless on its way out again.

use std::fmt::{self, Write};

use vampirc_uci::{UciMessage, UciOptionConfig};

/// Longer texts are cut in the middle when they are quoted in a complaint, in bytes.
const LONGEST_QUOTATION: usize = 90;
/// No line is longer, in bytes: UCI2WB 4.1 has room for 1023 and looks for no end.
const LONGEST_LINE: usize = 1000;
/// No text of an `info string` is longer, in bytes.
const LONGEST_STRING: usize = LONGEST_LINE - "info string error: ".len();

/// Something to say to the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name`.
    IdName(String),
    /// `id author`.
    IdAuthor(String),
    /// `option`.
    Option(OptionLine),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info` about the search.
    Info(Box<Info>),
    /// `info string`.
    String(String),
    /// `info string error: ...`.
    Error(String),
    /// `bestmove`: no move is `(none)`.
    BestMove {
        /// The move as coordinates.
        best: Option<String>,
        /// The answer expected, to ponder on.
        ponder: Option<String>,
    },
    /// The text of an extension, as it is; its lines are ours.
    Text(String),
}

/// An option as it is listed to the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionLine {
    /// Its name.
    pub name: String,
    /// Its type, default and range.
    pub kind: OptionKind,
}

/// The types of options.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the words are the protocol's
pub enum OptionKind {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: String, choices: Vec<String> },
    String { default: String },
    Button,
}

/// A score as the GUI reads it, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreText {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves until the end of the game, negative for the loser. 0: the player to move has lost.
    Mate(i32),
}

/// What a search has found out, each part only if it is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Plies of the iteration.
    pub depth: Option<usize>,
    /// The deepest ply reached.
    pub seldepth: Option<usize>,
    /// Which of the best lines it is, from 1.
    pub multipv: Option<usize>,
    /// The score.
    pub score: Option<ScoreText>,
    /// `lowerbound` or `upperbound`, where the score is only that.
    pub bound: Option<&'static str>,
    /// Chances of winning, drawing and losing in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Thousandths of the table in use.
    pub hashfull: Option<u32>,
    /// Positions found in the tablebases.
    pub tbhits: Option<u64>,
    /// Milliseconds.
    pub time: Option<u128>,
    /// The root move being searched.
    pub currmove: Option<String>,
    /// Its number, from 1.
    pub currmovenumber: Option<usize>,
    /// The line.
    pub pv: Vec<String>,
}

impl Info {
    /// Everything but the line of moves.
    fn without_line(&self) -> String {
        fn part<T: fmt::Display>(text: &mut String, name: &str, value: &Option<T>) {
            if let Some(value) = value {
                // Writing to a string cannot fail.
                let _ = write!(text, " {name} {value}");
            }
        }
        let mut text = "info".to_owned();
        part(&mut text, "depth", &self.depth);
        part(&mut text, "seldepth", &self.seldepth);
        part(&mut text, "multipv", &self.multipv);
        part(&mut text, "score", &self.score);
        if let Some(bound) = self.bound {
            text.push(' ');
            text.push_str(bound);
        }
        let wdl = self.wdl.map(|[win, draw, loss]| format!("{win} {draw} {loss}"));
        part(&mut text, "wdl", &wdl);
        part(&mut text, "nodes", &self.nodes);
        part(&mut text, "nps", &self.nps);
        part(&mut text, "hashfull", &self.hashfull);
        part(&mut text, "tbhits", &self.tbhits);
        part(&mut text, "time", &self.time);
        part(&mut text, "currmove", &self.currmove);
        part(&mut text, "currmovenumber", &self.currmovenumber);
        text
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.without_line();
        if !self.pv.is_empty() {
            text.push_str(" pv");
        }
        for mv in &self.pv {
            if text.len() + 1 + mv.len() > LONGEST_LINE {
                break;
            }
            text.push(' ');
            text.push_str(mv);
        }
        f.write_str(&text)
    }
}

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "cp {value}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The crate writes what it can. It has no `bestmove (none)`, no null move and no
            // `currmovenumber`, counts depths in bytes, and leaves an empty default empty.
            Self::IdName(name) => id(Some(name), None).fmt(f),
            Self::IdAuthor(author) => id(None, Some(author)).fmt(f),
            Self::UciOk => UciMessage::UciOk.fmt(f),
            Self::ReadyOk => UciMessage::ReadyOk.fmt(f),
            Self::Option(option) => match option.default_last() {
                Some(line) => f.write_str(&line),
                None => UciMessage::Option(option.of_crate()).fmt(f),
            },
            Self::Info(info) => info.fmt(f),
            Self::String(text) => write!(f, "info string {}", remark(text)),
            Self::Error(text) => write!(f, "info string error: {}", remark(text)),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
                ponder.as_ref().map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
            }
            Self::Text(text) => f.write_str(text),
        }
    }
}

fn id(name: Option<&String>, author: Option<&String>) -> UciMessage {
    UciMessage::Id { name: name.cloned(), author: author.cloned() }
}

impl OptionLine {
    /// A combo whose line has to end with its default: UCI2WB 4.1 has room for 255 bytes after the
    /// word `default`, where the protocol's example has the choices, and takes more for the name
    /// of the option. With the default last it reads any list.
    fn default_last(&self) -> Option<String> {
        const ROOM: usize = 255;
        let OptionKind::Combo { default, choices } = &self.kind else { return None };
        let list: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
        let long = default.len() + list.len() > ROOM;
        long.then(|| format!("option name {} type combo{list} default {default}", self.name))
    }

    fn of_crate(&self) -> UciOptionConfig {
        let name = self.name.clone();
        match &self.kind {
            OptionKind::Check { default } => {
                UciOptionConfig::Check { name, default: Some(*default) }
            }
            OptionKind::Spin { default, min, max } => UciOptionConfig::Spin {
                name,
                default: Some(*default),
                min: Some(*min),
                max: Some(*max),
            },
            OptionKind::Combo { default, choices } => UciOptionConfig::Combo {
                name,
                default: Some(default.clone()),
                var: choices.clone(),
            },
            OptionKind::String { default } => {
                let shown = if default.is_empty() { "<empty>" } else { default };
                UciOptionConfig::String { name, default: Some(shown.to_owned()) }
            }
            OptionKind::Button => UciOptionConfig::Button { name },
        }
    }
}

/// A text from outside in quotation marks, fit to be named in a complaint: one line, not long.
pub fn quoted(text: &str) -> String {
    format!("'{}'", one_line(text, LONGEST_QUOTATION))
}

/// What XBoard 4.9 takes, anywhere in a line, for a program that has failed to start. It sends
/// every engine a folder of tablebases that hardly ever is there, and reads the answer so.
const FAILURES: [&str; 6] = [
    "unknown host",
    "No remote directory",
    "not found",
    "No such file",
    "can't alloc",
    "Permission denied",
];

/// The text as an `info string` can carry it. The phrases that XBoard fears have the case of their
/// first letter changed: it looks for them letter by letter, a person does not mind.
fn remark(text: &str) -> String {
    let mut text = one_line(text, LONGEST_STRING);
    for phrase in FAILURES {
        let (first, rest) = phrase.split_at(1);
        let other = match first.to_ascii_uppercase() {
            upper if upper == first => first.to_ascii_lowercase(),
            upper => upper,
        };
        text = text.replace(phrase, &format!("{other}{rest}"));
    }
    text
}

/// The text without characters that could break a line or a terminal, cut in the middle when it
/// has more than `longest` bytes.
fn one_line(text: &str, longest: usize) -> String {
    const GAP: &str = " ... ";
    let clean = |c: char| match c {
        '\t' => ' ',
        '\u{2028}' | '\u{2029}' => '?',
        c if c.is_control() => '?',
        c => c,
    };
    if text.len() <= longest {
        return text.chars().map(clean).collect();
    }
    let half = (longest - GAP.len()) / 2;
    let first = (0..=half).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    let rest = text.len() - half..=text.len();
    let last = rest.clone().find(|&start| text.is_char_boundary(start)).unwrap_or(text.len());
    [&text[..first], GAP, &text[last..]].concat().chars().map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reply_is_one_line() {
        let option = |name: &str, kind| Reply::Option(OptionLine { name: name.into(), kind });
        let none = Reply::BestMove { best: None, ponder: None };
        let both = Reply::BestMove { best: Some("e2e4".into()), ponder: Some("0000".into()) };
        let info = Info {
            depth: Some(300),
            seldepth: Some(301),
            score: Some(ScoreText::Mate(-2)),
            bound: Some("upperbound"),
            wdl: Some([0, 0, 1000]),
            time: Some(5),
            currmove: Some("e2e4".into()),
            currmovenumber: Some(1),
            pv: vec!["e2e4".into(), "0000".into()],
            ..Info::default()
        };
        for (reply, text) in [
            (Reply::IdName("J 1".into()), "id name J 1"),
            (Reply::IdAuthor("A".into()), "id author A"),
            (Reply::UciOk, "uciok"),
            (Reply::ReadyOk, "readyok"),
            (Reply::String("a\nb\tc".into()), "info string a?b c"),
            (Reply::Error("x".into()), "info string error: x"),
            (none, "bestmove (none)"),
            (both, "bestmove e2e4 ponder 0000"),
            (
                Reply::Info(Box::new(info)),
                "info depth 300 seldepth 301 score mate -2 upperbound wdl 0 0 1000 time 5 \
                 currmove e2e4 currmovenumber 1 pv e2e4 0000",
            ),
            (
                option("Ponder", OptionKind::Check { default: false }),
                "option name Ponder type check default false",
            ),
            (
                option("Move Overhead", OptionKind::Spin { default: 10, min: 0, max: 5 }),
                "option name Move Overhead type spin default 10 min 0 max 5",
            ),
            (
                option(
                    "Laws",
                    OptionKind::Combo {
                        default: "auto".into(),
                        choices: vec!["auto".into(), "chess".into()],
                    },
                ),
                "option name Laws type combo default auto var auto var chess",
            ),
            (
                option("Odds", OptionKind::String { default: String::new() }),
                "option name Odds type string default <empty>",
            ),
            (option("Clear Hash", OptionKind::Button), "option name Clear Hash type button"),
        ] {
            assert_eq!(reply.to_string(), text);
        }
    }

    /// The lists of laws are that long.
    #[test]
    fn a_long_combo_ends_with_its_default() {
        let choices: Vec<String> = (0..30).map(|number| format!("choice{number:02}")).collect();
        let kind = OptionKind::Combo { default: "choice07".into(), choices };
        let text = Reply::Option(OptionLine { name: "Long".into(), kind }).to_string();
        assert!(
            text.starts_with("option name Long type combo var choice00 var choice01"),
            "{text}"
        );
        assert!(text.ends_with(" var choice29 default choice07"), "{text}");
    }

    #[test]
    fn quotations_are_short_and_clean() {
        assert_eq!(quoted("e2e4"), "'e2e4'");
        assert_eq!(quoted("a\u{1b}[31m\u{2028}"), "'a?[31m?'");
        let long = quoted(&"\u{2603}".repeat(5000));
        assert!(long.starts_with("'\u{2603}") && long.contains(" ... "), "{long}");
        assert!(long.len() < 100, "{long}");
    }

    /// XBoard ends an engine that says one of these while it starts.
    #[test]
    fn nothing_sounds_like_a_failure_to_start() {
        for phrase in FAILURES {
            let text = format!("option 'X' value 'a {phrase} b': {phrase} or directory");
            for reply in [Reply::String(text.clone()), Reply::Error(text)] {
                let line = reply.to_string();
                assert!(!line.contains(phrase), "{line}");
                assert!(line.to_lowercase().contains(&phrase.to_lowercase()), "{line}");
            }
        }
    }

    /// UCI2WB 4.1 writes beyond its buffer when a line is longer than 1023 bytes.
    #[test]
    fn no_line_is_too_long_for_an_adapter() {
        for text in ["x".repeat(100_000), "\u{2603}".repeat(5000), "\t\u{0}\u{2028}".repeat(5000)] {
            assert!(Reply::String(text.clone()).to_string().len() <= LONGEST_LINE);
            assert!(Reply::Error(text).to_string().len() <= LONGEST_LINE);
        }
        let pv: Vec<String> = (0..300).map(|_| "a7a8q".to_owned()).collect();
        let info = Info { depth: Some(255), pv, ..Info::default() }.to_string();
        assert!(info.len() <= LONGEST_LINE && info.ends_with(" a7a8q"), "{info}");
        assert!(info.matches("a7a8q").count() > 100);
    }
}
