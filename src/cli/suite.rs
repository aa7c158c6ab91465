//! `jadoube suite`: how many positions of a test suite the engine solves, and how soon. A line is
//! EPD with `bm` (one of these moves), `am` (none of these) or `dm` (mate in so many moves); where
//! it tells the points of moves (`c8` and `c9`, as the Strategic Test Suite does), they are added
//! up.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Result, bail, ensure};

use super::analyst::{Analysis, Analyst, SearchArguments, read_text, score_in_words};
use super::output::{print_line, tell};
use super::terms::TermsArguments;
use crate::notation::epd::Epd;
use crate::notation::{coordinate, san};
use crate::rules::laws::Terms;
use crate::rules::{Game, Move, Position};

/// The arguments of `jadoube suite`.
#[derive(clap::Args)]
#[command(after_help = "\
Each position is printed with what was played, and when the engine settled on it. A position is \
solved when the move played is one of `bm`, none of `am`, and the mate of `dm` is found. Lines that \
cannot be read are reported and passed over; the exit status then is 1.")]
pub struct Arguments {
    /// The suite: a file of EPD lines
    file: PathBuf,
    /// Positions searched at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Print only what was not solved, and the summary
    #[arg(long)]
    unsolved: bool,
    /// Search only the first so many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    first: Option<u32>,
    #[command(flatten)]
    search: SearchArguments,
    #[command(flatten)]
    terms: TermsArguments,
}

/// A position of a suite and what solves it.
struct Case {
    id: String,
    position: Position,
    best: Vec<Move>,
    avoid: Vec<Move>,
    mate: Option<i64>,
    /// Points of moves.
    points: Vec<(Move, u32)>,
}

/// Reads a line.
fn case(line: &str, number: usize, terms: &Terms) -> Result<Case> {
    let epd = Epd::parse(line)?;
    let position = epd.setup.position(terms)?;
    let [best, avoid] = ["bm", "am"].map(|opcode| epd.moves(opcode, &position));
    let (best, avoid, mate) = (best?, avoid?, epd.number("dm"));
    ensure!(
        !best.is_empty() || !avoid.is_empty() || mate.is_some(),
        "it has neither bm nor am nor dm"
    );
    let id = epd.text("id").unwrap_or_else(|| format!("line {number}"));
    Ok(Case { id, position, best, avoid, mate, points: points(&epd, &position) })
}

/// The points of moves: `c9` has moves in coordinates, `c8` a number for each.
fn points(epd: &Epd, position: &Position) -> Vec<(Move, u32)> {
    let words = |opcode| epd.text(opcode).unwrap_or_default();
    let (moves, numbers) = (words("c9"), words("c8"));
    let moves = moves.split_whitespace().map(|text| coordinate::parse(position, text));
    let numbers = numbers.split_whitespace().map(|text| text.parse().ok());
    moves.zip(numbers).filter_map(|(mv, points)| Some((mv?, points?))).collect()
}

impl Case {
    fn is_solved(&self, analysis: &Analysis) -> bool {
        let Some(played) = analysis.best else { return false };
        let mated = analysis.lines.first().and_then(|line| line.score.mate_moves());
        let mate_found = self
            .mate
            .is_none_or(|moves| mated.is_some_and(|found| found > 0 && i64::from(found) <= moves));
        let move_found = self.best.is_empty() || self.best.contains(&played);
        move_found && !self.avoid.contains(&played) && mate_found
    }

    /// What was asked for, as the suite asks for it.
    fn wanted(&self) -> String {
        let list = |moves: &[Move]| {
            let names = moves.iter().map(|&mv| san::to_string(&self.position, mv));
            names.collect::<Vec<_>>().join(" ")
        };
        let mut wanted = Vec::new();
        if !self.best.is_empty() {
            wanted.push(format!("bm {}", list(&self.best)));
        }
        if !self.avoid.is_empty() {
            wanted.push(format!("am {}", list(&self.avoid)));
        }
        wanted.extend(self.mate.map(|moves| format!("dm {moves}")));
        wanted.join(", ")
    }
}

/// How many lines that cannot be read are named: of a file that is no suite they would be all.
const ERRORS_SHOWN: usize = 10;

/// What came of a suite so far.
#[derive(Default)]
struct Total {
    searched: usize,
    solved: usize,
    points: u32,
    possible: u32,
    nodes: u64,
    time: Duration,
    /// When each solved position was settled.
    times: Vec<Duration>,
}

/// Searches the suite.
///
/// # Errors
/// When the file cannot be read, holds no position, or a line of it cannot be read.
pub fn run(arguments: &Arguments) -> Result<()> {
    let terms = arguments.terms.terms()?;
    let text = read_text(&arguments.file)?;
    let (mut cases, mut unreadable) = (Vec::new(), 0);
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match case(line, index + 1, &terms) {
            Ok(case) => cases.push(case),
            Err(error) => {
                unreadable += 1;
                if unreadable <= ERRORS_SHOWN {
                    let file = arguments.file.display();
                    tell(format_args!("'{file}' line {}: {error:#}", index + 1));
                }
            }
        }
    }
    if unreadable > ERRORS_SHOWN {
        tell(format_args!("and {} lines more", unreadable - ERRORS_SHOWN));
    }
    cases.truncate(arguments.first.map_or(usize::MAX, |first| first as usize));
    ensure!(!cases.is_empty(), "'{}' holds no position to solve", arguments.file.display());
    print_line(format_args!("{} positions, {}", cases.len(), arguments.search.in_words()))?;
    let total = search_all(arguments, &cases)?;
    print_line(summary(&total, cases.len()))?;
    if unreadable > 0 {
        bail!("{unreadable} lines of '{}' could not be read", arguments.file.display());
    }
    Ok(())
}

/// Searches all positions, printing each as it is done. Ctrl-C ends after those in hand.
fn search_all(arguments: &Arguments, cases: &[Case]) -> Result<Total> {
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| STOP.store(true, Relaxed))?;
    let workers = usize::from(arguments.concurrency).min(cases.len());
    let analysts =
        (0..workers).map(|_| Analyst::new(&arguments.search)).collect::<Result<Vec<_>>>()?;
    let width = cases.iter().map(|case| case.id.chars().count()).max().unwrap_or(0).min(40);
    let (next, total) = (AtomicUsize::new(0), Mutex::new(Total::default()));
    let work = |mut analyst: Analyst| -> Result<()> {
        while let Some(case) = cases.get(next.fetch_add(1, Relaxed))
            && !STOP.load(Relaxed)
        {
            analyst.forget();
            let analysis = analyst.analyse(&Game::new(case.position), 1);
            let solved = case.is_solved(&analysis);
            let mut total = total.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            total.add(case, &analysis, solved);
            if !solved || !arguments.unsolved {
                let printed = print_line(row(case, &analysis, solved, width));
                printed.inspect_err(|_| STOP.store(true, Relaxed))?;
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            analysts.into_iter().map(|analyst| scope.spawn(|| work(analyst))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
    })?;
    Ok(total.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()))
}

impl Total {
    fn add(&mut self, case: &Case, analysis: &Analysis, solved: bool) {
        self.searched += 1;
        self.nodes += analysis.nodes;
        self.time += analysis.time;
        if solved {
            self.solved += 1;
            self.times.push(analysis.settled_after);
        }
        let of_move = case.points.iter().find(|(mv, _)| Some(*mv) == analysis.best);
        self.points += of_move.map_or(0, |(_, points)| *points);
        self.possible += case.points.iter().map(|(_, points)| *points).max().unwrap_or(0);
    }
}

/// One position, on one line.
fn row(case: &Case, analysis: &Analysis, solved: bool, width: usize) -> String {
    let played = analysis.best.map_or("nothing".into(), |mv| san::to_string(&case.position, mv));
    let line = analysis.lines.first();
    let score = line.map_or_else(String::new, |line| score_in_words(line.score));
    let depth = line.map_or(0, |line| line.depth);
    let seconds = analysis.settled_after.as_secs_f64();
    let verdict = if solved { "solved  " } else { "unsolved" };
    let wanted = if solved { String::new() } else { format!("  ({})", case.wanted()) };
    let id = &case.id;
    format!(
        "{id:<width$}  {verdict}  {played:<7} {score:>7}  depth {depth:>2}  {seconds:>6.2} s{wanted}"
    )
}

fn summary(total: &Total, cases: usize) -> String {
    let Total { searched, solved, nodes, .. } = *total;
    let share = 100.0 * solved as f64 / searched.max(1) as f64;
    let mut text = format!("Solved {solved} of {searched} ({share:.1} %)");
    if searched < cases {
        text += &format!(", {} not searched", cases - searched);
    }
    if total.possible > 0 {
        text += &format!("; {} of {} points", total.points, total.possible);
    }
    let mut times = total.times.clone();
    times.sort_unstable();
    if let Some(median) = times.get(times.len() / 2) {
        let within =
            |seconds: f64| times.iter().filter(|time| time.as_secs_f64() <= seconds).count();
        text +=
            &format!("\nSettled on the solution after {:.2} s at the median", median.as_secs_f64());
        for seconds in [0.1, 1.0, 10.0] {
            text += &format!("; {} within {seconds} s", within(seconds));
        }
    }
    let seconds = total.time.as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-6);
    text + &format!("\n{nodes} nodes in {seconds:.1} s of searching, {speed:.0} a second")
}
