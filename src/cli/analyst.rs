//! A searcher for the commands that look at many positions: the arguments that bound its searches,
//! and what each search found. It prints nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::engine::networks;
use crate::engine::{Budget, SearchTimer, Waiting};
use crate::eval::{MAX_PLY, NetworkEvaluator, Score};
use crate::rules::{Game, Move};
use crate::search::{NoProber, Observer, Prober, Report, Request, Searcher};
use crate::tablebases::Tablebases;

/// How long each search may last and what it may use, to be flattened into a command's arguments.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub struct SearchArguments {
    /// Seconds for each position [default: 1, unless nodes or a depth are given]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Nodes for each position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth of each search in plies
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=240))]
    pub depth: Option<u16>,
    /// Threads of each search
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Folders of Syzygy tablebases, joined as in PATH
    #[arg(long, value_name = "FOLDERS")]
    pub syzygy: Option<String>,
    /// A network to evaluate with
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

/// A number of seconds above 0, at most a day.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|number| *number > 0.0 && *number <= 86_400.0);
    number.map(Duration::from_secs_f64).ok_or_else(|| "not a number of seconds above 0".to_owned())
}

impl SearchArguments {
    /// The bounds in words, for a heading.
    pub fn in_words(&self) -> String {
        let mut words = Vec::new();
        words.extend(self.time().map(|time| format!("{} s", time.as_secs_f64())));
        words.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        words.extend(self.depth.map(|depth| format!("depth {depth}")));
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        words.push(format!("{} {threads}, {} MiB", self.threads, self.hash));
        words.join(", ")
    }

    /// The time for a position; a second where nothing else bounds the search.
    fn time(&self) -> Option<Duration> {
        let unbounded = self.nodes.is_none() && self.depth.is_none();
        self.time.or(unbounded.then_some(Duration::from_secs(1)))
    }
}

/// One of the best lines of a position.
#[derive(Clone, Debug)]
pub struct Line {
    /// For the player to move.
    pub score: Score,
    /// In plies.
    pub depth: usize,
    /// The moves, the first being the best.
    pub moves: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The best move; none when there is no legal one.
    pub best: Option<Move>,
    /// The lines, the best first; none when there is no legal move.
    pub lines: Vec<Line>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How long the search took.
    pub time: Duration,
    /// When the search settled on its move.
    pub settled_after: Duration,
}

/// Keeps the lines as they are reported.
struct Lines {
    began: Instant,
    lines: Vec<Line>,
    settled_after: Duration,
}

impl Observer for Lines {
    fn line(&mut self, report: &Report<'_>) {
        if report.bound.is_some_and(|bound| bound != crate::search::Bound::Exact)
            || report.pv.is_empty()
        {
            return;
        }
        let index = report.multi_pv - 1;
        let before = self.lines.first().map(|line| line.moves[0]);
        if index == 0 && before != Some(report.pv[0]) {
            self.settled_after = self.began.elapsed();
        }
        let line = Line { score: report.score, depth: report.depth, moves: report.pv.to_vec() };
        match self.lines.get_mut(index) {
            Some(known) => *known = line,
            None => self.lines.push(line),
        }
    }
}

/// Searches positions, one after another, within the same bounds.
pub struct Analyst {
    searcher: Searcher,
    prober: Arc<dyn Prober + Send>,
    arguments: SearchArguments,
}

impl Analyst {
    /// An analyst; its tables are allocated once.
    ///
    /// # Errors
    /// When the tablebases or the network cannot be opened.
    pub fn new(arguments: &SearchArguments) -> Result<Self> {
        let prober: Arc<dyn Prober + Send> = match &arguments.syzygy {
            Some(folders) => Arc::new(Tablebases::open(folders)?),
            None => Arc::new(NoProber),
        };
        let evaluation = evaluation(arguments.eval_file.as_deref())?;
        let (hash, threads) = (arguments.hash as usize, arguments.threads.into());
        let searcher = Searcher::with_evaluator(evaluation, hash, threads);
        Ok(Self { searcher, prober, arguments: arguments.clone() })
    }

    /// Changes the bounds of each search: plies, and nodes if they are bounded too.
    pub fn set_bounds(&mut self, depth: u16, nodes: Option<u64>) {
        self.arguments.depth = Some(depth);
        self.arguments.nodes = nodes;
    }

    /// Forgets what it has learnt: what follows is another game.
    pub fn forget(&mut self) {
        self.searcher.clear();
    }

    /// Searches the position a game has come to, for its best `multi_pv` lines.
    pub fn analyse(&mut self, game: &Game, multi_pv: usize) -> Analysis {
        self.analyse_among(game, &[], multi_pv)
    }

    /// The same among those moves alone, or among all where none are named.
    pub fn analyse_among(&mut self, game: &Game, moves: &[Move], multi_pv: usize) -> Analysis {
        let began = Instant::now();
        let budget = Budget { aim: None, end: self.arguments.time() };
        let control = SearchTimer::new(began, budget, self.arguments.nodes, Waiting::No);
        let depth = self.arguments.depth.map_or(MAX_PLY, usize::from);
        let request = Request { game, search_moves: moves, multi_pv, depth, mate: None };
        let mut lines = Lines { began, lines: Vec::new(), settled_after: Duration::ZERO };
        let found = self.searcher.search(&request, &control, &mut lines, &*self.prober);
        // A search broken off at once may have reported no line.
        if let (true, Some(best)) = (lines.lines.is_empty(), found.best) {
            let moves = if found.pv.is_empty() { vec![best] } else { found.pv.clone() };
            lines.lines.push(Line { score: found.score, depth: found.depth, moves });
        }
        Analysis {
            best: found.best,
            lines: lines.lines,
            nodes: found.nodes,
            time: began.elapsed(),
            settled_after: lines.settled_after,
        }
    }
}

/// A score as people write it, for the player whose score it is: `+0.34`, `#3`, `-#2`.
pub fn score_in_words(score: Score) -> String {
    match score.mate_moves() {
        Some(moves) if moves < 0 => format!("-#{}", -moves),
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(score.0) / 100.0),
    }
}

/// The evaluation by the network of a file; without one, the usual one.
///
/// # Errors
/// When the file holds no network.
pub fn evaluation(file: Option<&Path>) -> Result<NetworkEvaluator> {
    Ok(NetworkEvaluator::of(file.map(networks::open).transpose()?))
}

/// Reads a file whole, whatever its bytes are.
///
/// # Errors
/// When it cannot be read.
pub fn read_text(path: &PathBuf) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read '{}'", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_for_the_player_they_belong_to() {
        assert_eq!(score_in_words(Score(34)), "+0.34");
        assert_eq!(score_in_words(Score(-250)), "-2.50");
        assert_eq!(score_in_words(Score::mate_in(5)), "#3");
        assert_eq!(score_in_words(Score::mated_in(4)), "-#2");
    }

    #[test]
    fn a_time_is_a_number_of_seconds_above_zero() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "x", "1e9", "inf"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
