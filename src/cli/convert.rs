//! `jadoube convert`: games from one notation to another, whole files of them. The work is done in
//! `notation`; here files are opened, corrections reported and bad games counted.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::{Stdout, tell};
use super::terms::{TermsArguments, one_of};
use crate::notation::descriptive::{Layout, Reading, SheetReader, Style, write_sheet};
use crate::notation::pgn::{Reader, Record};
use crate::notation::{long_algebraic, numeric, san};
use crate::rules::laws::Terms;

/// A file of fewer bytes is done before a bar could be seen.
const LONG: u64 = 1 << 20;
/// How much of a file is looked at to tell what it is, bytes.
const LOOKED_AT: usize = 4096;

/// The arguments of `jadoube convert`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The files to read; `-`, or none, is standard input
    files: Vec<PathBuf>,
    /// What the files hold
    #[arg(long, value_enum, default_value_t = From::Auto)]
    from: From,
    /// What to write; without it the other one of PGN and descriptive notation
    #[arg(long, value_enum)]
    to: Option<To>,
    /// How descriptive notation is printed: full, code (1897), early (to about 1850), victorian,
    /// edwardian (about 1900), modern (N for Kt)
    #[arg(long, default_value = "victorian", value_parser = one_of(Style::ALL))]
    style: Style,
    /// How the moves stand on the page: columns, paragraph
    #[arg(long, default_value = "columns", value_parser = one_of(Layout::ALL))]
    layout: Layout,
    /// Correct no mistake of the text, and refuse moves that remain ambiguous
    #[arg(long)]
    strict: bool,
    /// Write to this file, not to standard output
    #[arg(long, short)]
    output: Option<PathBuf>,
    #[command(flatten)]
    terms: TermsArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum From {
    /// Told by the beginning of each file
    Auto,
    /// PGN
    Pgn,
    /// English descriptive notation, printed or scanned
    Descriptive,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// PGN
    Pgn,
    /// English descriptive notation
    Descriptive,
    /// PGN with long algebraic moves (Ng1-f3)
    Long,
    /// PGN with the numeric moves of the ICCF (7163)
    Numeric,
    /// PGN with figurines
    Figurines,
}

/// How many games came through.
#[derive(Default)]
struct Count {
    games: usize,
    bad: usize,
}

/// Converts the games of all files. Those that cannot be read are reported and left out.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let terms = arguments.terms.terms()?;
    let mut out: Box<dyn Write> = match &arguments.output {
        Some(path) => {
            let file = File::create(path);
            Box::new(BufWriter::new(file.with_context(|| format!("output '{}'", path.display()))?))
        }
        None => Box::new(BufWriter::new(Stdout)),
    };
    let mut count = Count::default();
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files };
    for path in files {
        Conversion::of(arguments, path, &terms)
            .and_then(|mut conversion| conversion.run(&mut out, &mut count))?;
    }
    out.flush().context("output")?;
    match count {
        Count { games: 0, .. } => bail!("no games were found"),
        Count { bad: 0, .. } => Ok(()),
        Count { games, bad } => bail!("{bad} of {games} games not converted as they stand"),
    }
}

/// One file on its way.
struct Conversion<'a> {
    arguments: &'a Arguments,
    name: String,
    input: BufReader<Box<dyn Read>>,
    bar: ProgressBar,
    terms: &'a Terms,
}

impl<'a> Conversion<'a> {
    fn of(arguments: &'a Arguments, path: &Path, terms: &'a Terms) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let (stream, bytes): (Box<dyn Read>, u64) = if name == "-" {
            (Box::new(io::stdin()), 0)
        } else {
            let file = File::open(path).with_context(|| format!("file '{name}'"))?;
            let bytes = file.metadata().map_or(0, |data| data.len());
            (Box::new(file), bytes)
        };
        let bar = if bytes > LONG && io::stderr().is_terminal() {
            ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr())
        } else {
            ProgressBar::hidden()
        };
        let style =
            ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {eta} left {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        let input = BufReader::with_capacity(
            LOOKED_AT.max(1 << 16),
            Box::new(bar.wrap_read(stream)) as Box<dyn Read>,
        );
        Ok(Self { arguments, name, input, bar, terms })
    }

    /// Says something beside the games.
    fn tell(&self, kind: &str, what: &dyn Display) {
        self.bar.suspend(|| tell(format_args!("{kind}: {}: {what}", self.name)));
    }

    fn run(&mut self, out: &mut dyn Write, count: &mut Count) -> anyhow::Result<()> {
        let from = match self.arguments.from {
            From::Auto => {
                let beginning =
                    self.input.fill_buf().with_context(|| format!("file '{}'", self.name))?;
                told_by(beginning)
            }
            given => given,
        };
        let done = match from {
            From::Pgn => self.games_of_pgn(out, count),
            _ => self.games_of_sheets(out, count),
        };
        self.bar.finish_and_clear();
        done
    }

    fn games_of_pgn(&mut self, out: &mut dyn Write, count: &mut Count) -> anyhow::Result<()> {
        let to = self.arguments.to.unwrap_or(To::Descriptive);
        let input = std::mem::replace(&mut self.input, BufReader::new(Box::new(io::empty())));
        for transcript in Reader::new(input) {
            count.games += 1;
            let record = transcript.and_then(|transcript| {
                // Tags that name a law, odds or an undertaking say more than the arguments.
                let own = transcript.terms()?;
                if own == Terms::default() {
                    transcript.replay_under(self.terms)
                } else {
                    transcript.replay()
                }
            });
            match record {
                Ok(record) => self.write(out, &record, to, count.games)?,
                Err(error) => {
                    count.bad += 1;
                    self.tell("error", &error);
                }
            }
        }
        Ok(())
    }

    fn games_of_sheets(&mut self, out: &mut dyn Write, count: &mut Count) -> anyhow::Result<()> {
        let to = self.arguments.to.unwrap_or(To::Pgn);
        let input = std::mem::replace(&mut self.input, BufReader::new(Box::new(io::empty())));
        let reading = Reading { terms: self.terms.clone(), strict: self.arguments.strict };
        for sheet in SheetReader::new(input) {
            let sheet = sheet.with_context(|| format!("file '{}'", self.name))?;
            count.games += 1;
            match sheet.transcribe(&reading) {
                Ok(found) => {
                    found.corrections.iter().for_each(|correction| self.tell("note", correction));
                    found.doubts.iter().for_each(|doubt| self.tell("ambiguous", doubt));
                    if found.bounded {
                        self.tell(
                            "note",
                            &format!("line {}: more readings than are followed", sheet.line),
                        );
                    }
                    count.bad += usize::from(!found.doubts.is_empty());
                    self.write(out, &found.record, to, count.games)?;
                }
                Err(error) => {
                    count.bad += 1;
                    self.tell("error", &error);
                }
            }
        }
        Ok(())
    }

    fn write(
        &self,
        out: &mut dyn Write,
        record: &Record,
        to: To,
        number: usize,
    ) -> anyhow::Result<()> {
        match to {
            To::Pgn => write!(out, "{record}")?,
            To::Descriptive => {
                let Arguments { style, layout, .. } = self.arguments;
                write!(out, "{}", write_sheet(record, number, *style, *layout))?;
            }
            To::Long => write!(out, "{}", record.in_notation(long_algebraic::to_string))?,
            To::Numeric => write!(out, "{}", record.in_notation(numeric::to_string))?,
            To::Figurines => write!(out, "{}", record.in_notation(san::to_figurines))?,
        }
        Ok(())
    }
}

/// What a file holds by its beginning: PGN has tags, or after the number of a move a square such as
/// `e4` or the figures of two.
fn told_by(beginning: &[u8]) -> From {
    let text = String::from_utf8_lossy(&beginning[..beginning.len().min(LOOKED_AT)]);
    let text = text.trim_start_matches('\u{feff}');
    let is_tag = |line: &str| line.starts_with('[') && line.trim_end().ends_with("\"]");
    let mut after_number = false;
    let has_move = text.split_whitespace().any(|word| {
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let move_of_number = bare.strip_prefix('.').filter(|_| bare.len() < word.len());
        let move_of_number = move_of_number.map(|rest| rest.trim_start_matches('.'));
        let found = is_algebraic(move_of_number.unwrap_or(if after_number { word } else { "" }));
        after_number = move_of_number.is_some_and(str::is_empty);
        found
    });
    if has_move || text.lines().next().is_some_and(is_tag) { From::Pgn } else { From::Descriptive }
}

/// Whether a word has the form of an algebraic move, short or long, with figurines or in figures.
fn is_algebraic(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    if matches!(word.len(), 4 | 5) && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let word = word.trim_end_matches(['Q', 'R', 'B', 'N', '=']);
    let Some(square) = word.len().checked_sub(2).and_then(|at| word.get(at..)) else {
        return false;
    };
    let is_square = matches!(square.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let before = word.trim_end_matches(square);
    let is_part = |c| matches!(c, 'a'..='h' | '1'..='8' | 'x' | '-' | '♔'..='♟' | 'K' | 'Q' | 'R' | 'B' | 'N');
    is_square && before.chars().all(is_part) && before.chars().count() <= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_by_its_first_moves() {
        let pgn = [
            "[Event \"?\"]\n",
            "\u{feff}[White \"A\"]\n",
            "1. e4 e5",
            "1.Nf3 d5",
            "Some words before.\n\n 1. ♘f3",
            "1. 5254 5755",
            "12... exd8=Q+",
            "1. Ng1-f3",
        ];
        let sheets = [
            "GAME 1.\n\nOdds: f7\nProgram: build=ba3\n\n1. P to K 4",
            "1. P-K4 P-K4",
            "1. 0-0",
            "12. O-O P-Q4",
            "1. B4",
            "a4 on page 23",
            "In the year 1851. 1. P. to K. 4th",
            "",
        ];
        for text in pgn {
            assert!(told_by(text.as_bytes()) == From::Pgn, "{text}");
        }
        for text in sheets {
            assert!(told_by(text.as_bytes()) == From::Descriptive, "{text}");
        }
    }
}
