//! `jadoube check`, and `jadoube match --check`: how an engine behaves on the wire, point by point.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use super::Interrupted;
use super::output::print_line;
use crate::referee::check::{CHAPTERS, Exam, Mark};
use crate::referee::client::{EngineSpec, Interrupt, Patience, WireLog};

/// The arguments of `jadoube check`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The engine: a program, or words as `match --engine` takes them: cmd=PROGRAM [args="..."]
    /// [option.NAME=VALUE]
    #[arg(required = true, value_name = "ENGINE")]
    engine: Vec<String>,

    /// Milliseconds that a move may be late, or an answer due at once may take
    #[arg(long, default_value_t = TOLERANCE)]
    margin: u64,
    /// Write every line to and from the engine to this file
    #[arg(long)]
    log: Option<PathBuf>,
}

/// Milliseconds: what a busy machine may take to wake an engine.
pub const TOLERANCE: u64 = 500;

/// Examines the engine.
pub fn run(arguments: &Arguments) -> Result<()> {
    check(&arguments.engine, &[], arguments.margin, arguments.log.as_deref())
}

/// Examines the engine that these words describe, and prints what is found, each point as it is
/// examined.
///
/// # Errors
/// The words describe no engine, or it fails a point.
pub fn check(
    words: &[String],
    each: &[String],
    tolerance: u64,
    log: Option<&std::path::Path>,
) -> Result<()> {
    // A program alone needs no `cmd=`.
    let words: Vec<String> = match words {
        [program] if !program.contains('=') => vec![format!("cmd={program}")],
        _ => words.to_vec(),
    };
    let log = log.map(WireLog::create);
    let exam = Exam {
        spec: Arc::new(EngineSpec::parse(&words, each)?),
        patience: Patience::default(),
        short_search: Duration::from_secs(20),
        tolerance: Duration::from_millis(tolerance),
        log: log.transpose()?.unwrap_or_else(WireLog::none),
        interrupt: Interrupt::default(),
    };
    let interrupt = exam.interrupt.clone();
    ctrlc::set_handler(move || interrupt.set()).context("cannot watch for the end")?;
    examine(&exam)
}

fn examine(exam: &Exam) -> Result<()> {
    let name = &exam.spec.name;
    if let Err(fault) = exam.can_start() {
        bail!("engine '{name}' {fault}");
    }
    let names = CHAPTERS.iter().flat_map(|chapter| chapter.points).map(|point| point.name.len());
    let width = names.max().unwrap_or(0);
    let mut counts = [0_usize; 3];
    for chapter in CHAPTERS {
        print_line(chapter.title)?;
        for point in chapter.points {
            let Some(finding) = point.examine(exam) else {
                bail!(Interrupted("broken off".to_owned()))
            };
            counts[finding.mark as usize] += 1;
            let mark = match finding.mark {
                Mark::Pass => "pass",
                Mark::Fail => "FAIL",
                Mark::NotOffered => "-",
            };
            print_line(format_args!("  {mark:4}  {:width$}  {}", point.name, finding.seen))?;
        }
    }
    let [passed, failed, not_offered] = counts;
    print_line(format_args!(
        "{name}: {passed} passed, {failed} failed, {not_offered} not offered (-)"
    ))?;
    ensure!(
        failed == 0,
        "engine '{name}' fails {failed} of {} points",
        counts.iter().sum::<usize>()
    );
    Ok(())
}
