//! `jadoube perft`: counts and divides, and checks suites of known counts. The counting is
//! [`crate::perft`]'s; here is only what is read and printed.

use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::print_line;
use super::terms::TermsArguments;
use crate::notation::coordinate;
use crate::perft::suite::{self, Case, SuiteError};
use crate::perft::{MAX_DEPTH, Perft};
use crate::rules::laws::Terms;

/// The arguments of `jadoube perft`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// How many plies; with a suite, the deepest of its counts to check
    #[arg(long, required_unless_present = "suite",
          value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,

    /// The position; without it, or as `startpos`, the starting position that a game on these terms
    /// begins from
    #[arg(long)]
    fen: Option<String>,

    /// Show the count below each move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,

    /// Check a file of known counts: EPD lines with `;D1 20`, or `epd` and `perft` lines
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    suite: Option<PathBuf>,

    /// Threads that count
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// A table of counts already made, in MiB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 0)]
    hash: usize,

    /// Make every leaf on the board instead of counting the moves that lead to them
    #[arg(long)]
    no_bulk: bool,

    #[command(flatten)]
    terms: TermsArguments,
}

/// Counts, or checks a suite.
///
/// # Errors
/// The position cannot be read; a line of the suite cannot, or a count of it differs, or nothing in
/// it was counted.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let perft =
        Perft { threads: arguments.threads.into(), hash: arguments.hash, bulk: !arguments.no_bulk };
    match &arguments.suite {
        Some(file) => check_suite(arguments, perft, file),
        None => count(arguments, perft),
    }
}

/// A command runs to its end.
static NEVER: AtomicBool = AtomicBool::new(false);
const NOT_STOPPED: &str = "nobody stops the count of a command";

fn count(arguments: &Arguments, perft: Perft) -> anyhow::Result<()> {
    let fen = arguments.fen.as_deref().filter(|fen| *fen != "startpos");
    let position = arguments.terms.position(fen)?;
    let depth = arguments.depth.context("--depth is missing")?;
    let bar = progress(if depth == 0 { 0 } else { position.legal_moves().len() }, "moves");
    let begun = Instant::now();
    let (mut so_far, mut printed) = (0_u64, Ok(()));
    let stop = AtomicBool::new(false);
    let nodes = perft.divide(&position, depth, &stop, |mv, below| {
        if arguments.divide {
            let line = format!("{}: {below}", coordinate::to_string(&position, mv));
            if printed.is_ok() {
                printed = bar.suspend(|| print_line(line));
                stop.store(printed.is_err(), Relaxed);
            }
        }
        so_far = so_far.saturating_add(below);
        bar.set_message(format!("{so_far} nodes"));
        bar.inc(1);
    })?;
    printed?;
    let nodes = nodes.expect(NOT_STOPPED);
    bar.finish_and_clear();
    if arguments.divide {
        print_line(format_args!("\nNodes searched: {nodes}"))?;
    } else {
        print_line(speed(nodes, begun.elapsed()))?;
    }
    Ok(())
}

/// A line on standard error that tells how far a long count has come, while somebody looks: into
/// a file or a pipe nothing is written. It is gone when the count is done.
fn progress(length: usize, of_what: &str) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(5);
    let bar = ProgressBar::with_draw_target(Some(length as u64), target);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {of_what}, {{msg}}, {{elapsed}}");
    bar.set_style(ProgressStyle::with_template(&template).expect("a template of known words"));
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    bar
}

/// `119060324 nodes, 0.412 s, 288981369 nodes per second`.
fn speed(nodes: u64, time: Duration) -> String {
    let at_least = if nodes == u64::MAX { "at least " } else { "" };
    let per_second = nodes as f64 / time.as_secs_f64().max(1e-9);
    format!(
        "{at_least}{nodes} nodes, {:.3} s, {per_second:.0} nodes per second",
        time.as_secs_f64()
    )
}

/// What became of one position of a suite.
enum CaseResult {
    /// Every count looked at agrees; the nodes counted.
    Agrees(u64),
    /// At a depth, another number was counted than the file has.
    Differs { depth: u32, counted: u64, expected: u64 },
    /// The position breaks a rule of ours, which the text names.
    Refused(String),
    /// The file has no count within the depth asked for.
    TooDeep,
}

impl Display for CaseResult {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agrees(nodes) => write!(f, "{nodes} nodes agree"),
            Self::Differs { depth, counted, expected } => {
                write!(f, "DIFFERS at depth {depth}: counted {counted}, expected {expected}")
            }
            Self::Refused(reason) => write!(f, "refused: {reason}"),
            Self::TooDeep => f.write_str("no count within this depth"),
        }
    }
}

fn check_suite(arguments: &Arguments, perft: Perft, file: &Path) -> anyhow::Result<()> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| name.to_string())?;
    let terms = arguments.terms.terms()?;
    let cases = suite::read(&String::from_utf8_lossy(&bytes));
    let begun = Instant::now();
    let mut verdicts = Vec::with_capacity(cases.len());
    let mut unread = 0;
    let bar = progress(cases.len(), "positions");
    for case in &cases {
        let line = match case {
            Ok(case) => {
                let verdict = check(arguments, &terms, perft, case)?;
                let id = case.id.as_ref().map_or(String::new(), |id| format!(" [{id}]"));
                let line = format!("{name}:{}: {verdict}:{id} {}", case.line, case.fen);
                verdicts.push(verdict);
                line
            }
            Err(SuiteError { line, fault }) => {
                unread += 1;
                format!("{name}:{line}: CANNOT BE READ: {fault}")
            }
        };
        bar.suspend(|| print_line(line))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    conclude(&name.to_string(), &verdicts, unread, begun.elapsed())
}

/// Prints the sums of a suite, and fails unless something was counted and nothing was wrong.
fn conclude(
    name: &str,
    verdicts: &[CaseResult],
    unread: usize,
    time: Duration,
) -> anyhow::Result<()> {
    let nodes = verdicts.iter().fold(0_u64, |sum, verdict| match verdict {
        CaseResult::Agrees(nodes) => sum.saturating_add(*nodes),
        _ => sum,
    });
    let number =
        |of: fn(&CaseResult) -> bool| verdicts.iter().filter(|&verdict| of(verdict)).count();
    let agree = number(|verdict| matches!(verdict, CaseResult::Agrees(_)));
    let differ = number(|verdict| matches!(verdict, CaseResult::Differs { .. }));
    let lines = |number| if number == 1 { "line" } else { "lines" };
    let unread_lines = match unread {
        0 => String::new(),
        _ => format!(", {unread} {} that cannot be read", lines(unread)),
    };
    print_line(format_args!(
        "{} positions: {agree} agree, {differ} differ, {} refused, {} without a count within the \
         depth{unread_lines}; {}",
        verdicts.len(),
        number(|verdict| matches!(verdict, CaseResult::Refused(_))),
        number(|verdict| matches!(verdict, CaseResult::TooDeep)),
        speed(nodes, time)
    ))?;
    let mut faults = Vec::new();
    if differ > 0 {
        faults.push(format!("{differ} of {} positions differ", verdicts.len()));
    }
    if unread > 0 {
        faults.push(format!("{unread} {} cannot be read", lines(unread)));
    }
    if agree + differ == 0 {
        faults.push("nothing was counted".to_owned());
    }
    if faults.is_empty() { Ok(()) } else { bail!("{name}: {}", faults.join(", ")) }
}

/// Counts one position of a suite to each of its depths, up to the first that differs.
fn check(
    arguments: &Arguments,
    terms: &Terms,
    perft: Perft,
    case: &Case,
) -> anyhow::Result<CaseResult> {
    let position = match case.position(terms) {
        Ok(position) => position,
        Err(refusal) => return Ok(CaseResult::Refused(refusal.to_string())),
    };
    let deepest = arguments.depth.unwrap_or(MAX_DEPTH);
    let mut nodes = None;
    for &(depth, expected) in case.counts.iter().filter(|(depth, _)| *depth <= deepest) {
        let counted = perft.count(&position, depth, &NEVER)?.expect(NOT_STOPPED);
        if counted != expected {
            return Ok(CaseResult::Differs { depth, counted, expected });
        }
        nodes = Some(nodes.unwrap_or(0_u64).saturating_add(counted));
    }
    Ok(nodes.map_or(CaseResult::TooDeep, CaseResult::Agrees))
}
