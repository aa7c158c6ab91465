//! `jadoube convert`: games from one notation to another, whole files of them. The work is done in
//! `notation`; here files are opened, corrections reported and bad games counted.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::{Stdout, tell};
use super::terms::TermsArguments;
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
    #[arg(long, default_value = "victorian", value_parser = style)]
    style: Style,
    /// How the moves stand on the page: columns, paragraph
    #[arg(long, default_value = "columns", value_parser = layout)]
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

fn style(text: &str) -> Result<Style, String> {
    Style::parse(text).ok_or_else(|| format!("not {}", words(Style::ALL)))
}

fn layout(text: &str) -> Result<Layout, String> {
    Layout::parse(text).ok_or_else(|| format!("not {}", words(Layout::ALL)))
}

fn words<T: Display>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
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

/// What a file holds by its beginning: PGN has tags, or squares such as `e4` among its first words.
fn told_by(beginning: &[u8]) -> From {
    let text = String::from_utf8_lossy(&beginning[..beginning.len().min(LOOKED_AT)]);
    let is_tag = |line: &str| line.starts_with('[') && line.trim_end().ends_with("\"]");
    let is_square = |word: &str| {
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let bare = bare.trim_end_matches(['+', '#', '!', '?']);
        let bytes = bare.as_bytes();
        let ends =
            bytes.len() >= 2 && matches!(bytes[bytes.len() - 2..], [b'a'..=b'h', b'1'..=b'8']);
        ends && (bytes.len() == 2 || bytes[0].is_ascii_alphabetic())
    };
    let pgn = text.lines().next().is_some_and(|first| is_tag(first.trim_start_matches('\u{feff}')))
        || text.split_whitespace().take(20).any(is_square);
    if pgn { From::Pgn } else { From::Descriptive }
}
