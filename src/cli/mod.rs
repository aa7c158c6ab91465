//! The command line: one file a command, each a thin shell around a module that does the work.
//! Only here are errors turned into text on standard error and an exit status.

mod advice;
mod analyse;
mod analyst;
mod arbiter;
mod bench;
mod board;
mod check;
mod convert;
mod datagen;
mod diagram;
mod engines;
mod genfens;
mod ladder;
mod laws;
mod output;
mod perft;
mod play_match;
mod prompt;
mod sitting;
mod suite;
mod terms;
mod train;
mod tune;
mod uci;

use anyhow::anyhow;
use clap::{Parser, Subcommand};

pub use output::tell;

/// A chess engine that also plays by five historical codes of law. Without a command it speaks UCI.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Show the table of the 172 laws, or what each code makes of a position
    Laws(laws::Arguments),
    /// Rule on a game, event by event: touched pieces, false moves, claims, clocks
    Arbiter(arbiter::Arguments),
    /// Play and analyse on a board in the browser, under any law
    Board(board::Arguments),
    /// Draw a position as an SVG picture
    Diagram(Box<diagram::Arguments>),
    /// Draw the `chess` blocks of a book, as mdBook asks its preprocessors to
    BookPreprocessor(diagram::PreprocessorArguments),
    /// Speak UCI, as is done without a command
    Uci,
    /// Search fixed positions to a fixed depth; the last line is `N nodes M nps`
    Bench(bench::Arguments),
    /// Solve a test suite: EPD lines with `bm`, `am` or `dm`
    Suite(Box<suite::Arguments>),
    /// Annotate games or positions with scores and best lines
    Analyse(Box<analyse::Arguments>),
    /// Count the legal lines of a position, or check a suite of such counts
    Perft(perft::Arguments),
    /// Play engines against each other under any law
    Match(Box<play_match::Arguments>),
    /// Find the odds at which two engines, or one at two strengths, are even
    Ladder(Box<ladder::Arguments>),
    /// Tune the options of an engine by games (SPSA)
    Tune(Box<tune::Arguments>),
    /// Examine how an engine behaves on the wire, point by point
    Check(check::Arguments),
    /// Play games for training, and look into, join or shuffle files of them
    Datagen(datagen::Arguments),
    /// Convert games between PGN and English descriptive notation, printed or scanned
    Convert(Box<convert::Arguments>),
    /// Train a network on training games
    Train(train::Arguments),
}

/// Somebody has broken the command off before its end: what was done, and how to go on. It is no
/// fault, and has an exit status of its own.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Interrupted(String);

impl Interrupted {
    /// The exit status of what Ctrl-C has ended, as shells have it: 128 and the number of the
    /// signal.
    pub const STATUS: u8 = 130;
}

/// Reads the arguments of the process and does what they say. When nobody reads the output any
/// more, that is the end and no error.
///
/// # Errors
/// Whatever the command reports: one line that names the text at fault.
pub fn run() -> anyhow::Result<()> {
    obey().or_else(|error| if output::was_closed(&error) { Ok(()) } else { Err(error) })
}

fn obey() -> anyhow::Result<()> {
    if let Some(request) = genfens::asked_for(std::env::args().skip(1)) {
        return genfens::run(&request);
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(refused) if refused.use_stderr() => return Err(anyhow!(in_one_line(&refused))),
        // Help was asked for, or the version.
        Err(asked) => return Ok(asked.print().map_err(output::named)?),
    };
    match arguments.command {
        Some(Command::Arbiter(arguments)) => arbiter::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Board(arguments)) => board::run(&arguments),
        Some(Command::Diagram(arguments)) => diagram::run(&arguments),
        Some(Command::BookPreprocessor(arguments)) => diagram::preprocess(&arguments),
        Some(Command::Laws(arguments)) => laws::run(&arguments),
        Some(Command::Suite(arguments)) => suite::run(&arguments),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Match(arguments)) => play_match::run(&arguments),
        Some(Command::Ladder(arguments)) => ladder::run(&arguments),
        Some(Command::Tune(arguments)) => tune::run(*arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Datagen(arguments)) => datagen::run(arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Train(arguments)) => train::run(arguments),
        Some(Command::Uci) | None => uci::run(),
    }
}

/// What is wrong with the arguments, without the advice that clap adds in further paragraphs.
fn in_one_line(refused: &clap::Error) -> String {
    let text = refused.to_string();
    let fault = text.split("\n\n").next().unwrap_or(&text);
    let line = fault.split_whitespace().collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
