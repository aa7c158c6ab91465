//! `jadoube analyse`: scores and best lines for the games of a PGN file or the positions of a file
//! of EPD or FEN lines, under the law that each names.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::analyst::{Analyst, Line, SearchArguments, read_text, score_in_words};
use super::output::{Stdout, tell};
use super::terms::TermsArguments;
use crate::eval::Score;
use crate::notation::epd::{Epd, Operation};
use crate::notation::pgn::{Reader, Record};
use crate::notation::san;
use crate::rules::{Color, Game, Move, Position};

/// The arguments of `jadoube analyse`.
#[derive(clap::Args)]
#[command(after_help = "\
A PGN file comes back with a comment after each move: the score for White and the depth, as \
`[%eval 0.34,18]`, and the better line where the move played gives something away. Games are \
played under the law their tags name. A file of EPD or FEN lines comes back as EPD with `ce` \
(centipawns for the player to move) or `dm`, `acd`, `acn`, `acs` and `pv`. What cannot be read is \
reported and passed over; the exit status then is 1.")]
pub struct Arguments {
    /// The file: PGN if a line begins with `[`, else EPD or FEN, a position a line
    file: PathBuf,
    /// Where the result goes [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Show the better line from this loss on, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 50,
          value_parser = clap::value_parser!(i32).range(1..))]
    loss: i32,
    /// The longest line shown, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 8,
          value_parser = clap::value_parser!(u16).range(1..))]
    line: u16,
    /// How many best lines of a position are written (EPD only)
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    multi_pv: u16,
    #[command(flatten)]
    search: SearchArguments,
    #[command(flatten)]
    terms: TermsArguments,
}

/// Analyses the file.
///
/// # Errors
/// When a file cannot be read or written, or something in it cannot be read.
pub fn run(arguments: &Arguments) -> Result<()> {
    let analyst = Analyst::new(&arguments.search)?;
    let mut out: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(BufWriter::new(
            File::create(path).with_context(|| format!("cannot write '{}'", path.display()))?,
        )),
        None => Box::new(Stdout),
    };
    let file = File::open(&arguments.file)
        .with_context(|| format!("cannot read '{}'", arguments.file.display()))?;
    let is_pgn = BufReader::new(file)
        .split(b'\n')
        .map_while(Result::ok)
        .any(|line| line.trim_ascii_start().starts_with(b"["));
    let unreadable = if is_pgn {
        analyse_games(arguments, analyst, &mut out)?
    } else {
        analyse_positions(arguments, analyst, &mut out)?
    };
    out.flush()?;
    if unreadable > 0 {
        bail!("{unreadable} entries of '{}' could not be read", arguments.file.display());
    }
    Ok(())
}

fn progress(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{pos}}/{{len}} {what}, {{msg}}{{eta_precise}} left");
    bar.set_style(ProgressStyle::with_template(&template).expect("the template is well formed"));
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(2));
    bar
}

/// Analyses games and returns how many could not be read.
fn analyse_games(
    arguments: &Arguments,
    mut analyst: Analyst,
    out: &mut dyn Write,
) -> Result<usize> {
    let open = || -> Result<_> { Ok(Reader::new(BufReader::new(File::open(&arguments.file)?))) };
    let bar = progress(open()?.count() as u64, "games");
    let (mut read, mut unreadable) = (0, 0);
    for transcript in open()? {
        match transcript.and_then(|transcript| transcript.replay()) {
            Ok(record) => {
                read += 1;
                analyst.forget();
                let analysed = analyse_game(&record, arguments, &mut analyst, &bar);
                write!(out, "{analysed}")?;
                out.flush()?;
            }
            Err(error) => {
                unreadable += 1;
                bar.suspend(|| tell(format_args!("'{}' {error}", arguments.file.display())));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    ensure!(read + unreadable > 0, "'{}' holds no game", arguments.file.display());
    Ok(unreadable)
}

/// The game with a comment after each move.
fn analyse_game(
    record: &Record,
    arguments: &Arguments,
    analyst: &mut Analyst,
    bar: &ProgressBar,
) -> Record {
    let played = record.game();
    let mut game = Game::new(*played.start());
    let mut analysed = Record::new(record.terms(), *played.start());
    analysed.tags = record.tags.clone();
    analysed.tags.set("Annotator", concat!("Jadoube ", env!("CARGO_PKG_VERSION")));
    analysed.introduction.clone_from(&record.introduction);
    analysed.result = record.result;
    let mut before = best_line(&game, analyst);
    for (ply, (&mv, remark)) in played.moves().iter().zip(record.remarks()).enumerate() {
        bar.set_message(format!("ply {} of {}, ", ply + 1, played.moves().len()));
        let position = *game.position();
        let legal = game.play(mv) && analysed.play(mv);
        debug_assert!(legal, "a record is legal move by move");
        let after = best_line(&game, analyst);
        analysed.annotate(remark);
        if let Some(line) = &after {
            let white = line.score.for_white(game.position().turn());
            analysed.comment(&format!("[%eval {},{}]", eval_tag(white), line.depth));
        }
        // The score of the move played is that of the position after it, seen from the other side.
        if let (Some(best), Some(line)) = (&before, &after)
            && best.moves.first() != Some(&mv)
            && best.score.0 - -line.score.0 >= arguments.loss
        {
            let white = best.score.for_white(position.turn());
            let moves = line_in_words(&position, &best.moves, arguments.line.into());
            analysed.comment(&format!("better {moves} ({})", score_in_words(white)));
        }
        before = after;
    }
    bar.set_message("");
    analysed
}

/// The best line of the position a game has come to, unless the game is over there.
fn best_line(game: &Game, analyst: &mut Analyst) -> Option<Line> {
    if game.outcome().is_some() {
        return None;
    }
    analyst.analyse(game, 1).lines.into_iter().next()
}

/// The score of an `%eval` comment: pawns, or `#` and the moves to mate.
fn eval_tag(white: Score) -> String {
    match white.mate_moves() {
        Some(moves) => format!("#{moves}"),
        None => format!("{:.2}", f64::from(white.0) / 100.0),
    }
}

/// A line with move numbers: `12.Nf3 Nc6 13.d4`.
fn line_in_words(position: &Position, moves: &[Move], longest: usize) -> String {
    let mut position = *position;
    let mut words = Vec::new();
    for (index, &mv) in moves.iter().take(longest).enumerate() {
        let number = match position.turn() {
            Color::White => format!("{}.", position.fullmove()),
            Color::Black if index == 0 => format!("{}...", position.fullmove()),
            Color::Black => String::new(),
        };
        words.push(number + &san::to_string(&position, mv));
        position = position.play(mv);
    }
    words.join(" ")
}

/// Analyses positions and returns how many lines could not be read.
fn analyse_positions(
    arguments: &Arguments,
    mut analyst: Analyst,
    out: &mut dyn Write,
) -> Result<usize> {
    let terms = arguments.terms.terms()?;
    let text = read_text(&arguments.file)?;
    let lines: Vec<(usize, &str)> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(|line| line.trim_matches(|c: char| c.is_whitespace() || c == '\0'))
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    ensure!(!lines.is_empty(), "'{}' holds no position", arguments.file.display());
    let bar = progress(lines.len() as u64, "positions");
    let mut unreadable = 0;
    for (index, line) in lines {
        let read = Epd::parse(line)
            .map_err(anyhow::Error::from)
            .and_then(|epd| Ok((epd.setup.position(&terms)?, epd)));
        match read {
            Ok((position, epd)) => {
                analyst.forget();
                let analysis = analyst.analyse(&Game::new(position), arguments.multi_pv.into());
                for line in &analysis.lines {
                    let mut epd = epd.clone();
                    let seconds = analysis.time.as_secs();
                    add_operations(&mut epd, &position, line, analysis.nodes, seconds, arguments);
                    writeln!(out, "{epd}")?;
                }
                if analysis.lines.is_empty() {
                    writeln!(out, "{epd}")?;
                }
                out.flush()?;
            }
            Err(error) => {
                unreadable += 1;
                let file = arguments.file.display();
                bar.suspend(|| tell(format_args!("'{file}' line {}: {error:#}", index + 1)));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(unreadable)
}

/// Sets the operations that tell of a search (PGN standard, section 16.2.5).
fn add_operations(
    epd: &mut Epd,
    position: &Position,
    line: &Line,
    nodes: u64,
    seconds: u64,
    arguments: &Arguments,
) {
    let mut at = *position;
    let mut pv = Vec::new();
    for &mv in line.moves.iter().take(arguments.line.into()) {
        pv.push(san::to_string(&at, mv));
        at = at.play(mv);
    }
    let one = |text: String| vec![text];
    let mut operations = vec![
        ("acd", one(line.depth.to_string())),
        ("acn", one(nodes.to_string())),
        ("acs", one(seconds.to_string())),
    ];
    match line.score.mate_moves() {
        Some(moves) => operations.push(("dm", one(moves.to_string()))),
        None => operations.push(("ce", one(line.score.0.to_string()))),
    }
    operations.push(("pv", pv));
    for (opcode, operands) in operations {
        let tells = |operation: &Operation| match opcode {
            "ce" | "dm" => matches!(operation.opcode.as_str(), "ce" | "dm"),
            _ => operation.opcode == opcode,
        };
        epd.operations.retain(|operation| !tells(operation));
        epd.operations.push(Operation { opcode: opcode.to_owned(), operands });
    }
}
