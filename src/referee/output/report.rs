//! What a match shows while it is played and when it is over: the live line, the summary. The only file of the referee that prints.

use std::collections::HashMap;
use std::fmt::Write;
use std::io::{self, IsTerminal, Write as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::referee::tournament::{
    Estimate, Failures, Finished, SprtState, Standings, Tally, Trial,
};
use crate::rules::Color;

impl Standings {
    /// The summary in a few lines.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for (number, tally) in self.tallies.iter().enumerate() {
            let (first, second) = self.schedule.pairing(number);
            let _ = writeln!(text, "{} against {}:", self.names[first], self.names[second]);
            for line in describe(tally, self.trial()) {
                let _ = writeln!(text, "  {line}");
            }
        }
        if self.names.len() > 2 {
            text.push_str(&self.cross_table());
        }
        let mut endings = self.endings.clone();
        endings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let _ = writeln!(text, "Endings:");
        for (how, count) in endings {
            let _ = writeln!(text, "  {count:6}  {how}");
        }
        if !self.failures.is_empty() {
            let _ = writeln!(text, "Faults:");
        }
        for Failures { engine, how, games } in &self.failures {
            let _ = writeln!(text, "  {games:6}  {}: {how}", self.names[*engine]);
        }
        text.extend(self.repetition().map(|line| line + "\n"));
        text
    }

    /// A line about games that were played before, if there are any.
    pub fn repetition(&self) -> Option<String> {
        let (repeats, games) = (self.repeats(), self.games());
        (repeats > 0).then(|| {
            format!(
                "{repeats} of {games} games were played before, move by move: --random-plies, \
                 --openings or a clock make games differ"
            )
        })
    }

    /// Every engine's points against every other, the best first.
    fn cross_table(&self) -> String {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let share = |engine: usize| {
            let total = self.total(engine);
            total.points() / (total.games().max(1)) as f64
        };
        order.sort_by(|a, b| share(*b).total_cmp(&share(*a)));
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let mut text = "Cross table (points of the row against the column):\n".to_owned();
        for row in &order {
            let total = self.total(*row);
            let name = &self.names[*row];
            let _ = write!(text, "  {name:width$} {:8.1}/{:<6}", total.points(), total.games());
            for column in &order {
                let points = self.points_between(*row, *column);
                let cell = points.map_or("-".to_owned(), |points| format!("{points:.1}"));
                let _ = write!(text, " {cell:>7}");
            }
            text.push('\n');
        }
        text
    }
}

/// A number with its error, as far as the counts bound them.
pub fn with_error(number: f64, error: f64, digits: usize) -> String {
    match (number.is_finite(), error.is_finite()) {
        (true, true) => format!("{number:.digits$} +/- {error:.digits$}"),
        (true, false) => format!("{number:.digits$} (error unbounded)"),
        (false, _) => "unbounded".to_owned(),
    }
}

/// A number of which no error is known, the counts being too few or all alike.
pub fn without_error(number: f64, digits: usize) -> String {
    if number.is_finite() { format!("{number:.digits$}") } else { "unbounded".to_owned() }
}

fn describe(tally: &Tally, trial: Option<Trial>) -> Vec<String> {
    let Tally { wins, draws, losses, pairs } = tally;
    let games = tally.games();
    let mut lines = vec![format!("Games {games}: {wins} won, {draws} drawn, {losses} lost")];
    if let Some(estimate) = tally.estimate() {
        let Estimate { elo, elo_error, normalized, normalized_error, superiority, .. } = estimate;
        let strength = match estimate.doubt {
            Some(doubt) => {
                let (elo, normalized) = (without_error(elo, 2), without_error(normalized, 2));
                format!("Elo {elo}, normalised {normalized}; {doubt}")
            }
            None => format!(
                "Elo {}, normalised {}, LOS {:.2} %",
                with_error(elo, elo_error, 2),
                with_error(normalized, normalized_error, 2),
                superiority * 100.0
            ),
        };
        lines.push(format!(
            "Score {:.2} %, draws {:.2} %, {strength}",
            estimate.score * 100.0,
            tally.draw_ratio() * 100.0,
        ));
    }
    if pairs.iter().any(|count| *count > 0) {
        lines.push(format!("Pairs by points (0 to 2): {pairs:?}"));
    }
    if let Some(Trial { sprt, llr, verdict }) = trial {
        let (lower, upper) = sprt.bounds();
        let verdict = match verdict {
            SprtState::Open => "open",
            SprtState::H0 => "H0 taken",
            SprtState::H1 => "H1 taken",
        };
        lines.push(format!(
            "SPRT [{}, {}] {}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {verdict}",
            sprt.elo0, sprt.elo1, sprt.model
        ));
    }
    lines
}

/// One line that says how the match stands.
pub fn status(standings: &Standings) -> String {
    let tally = standings.first();
    let Tally { wins, draws, losses, pairs } = tally;
    let mut line = format!("+{wins} ={draws} -{losses}");
    if let Some(estimate) = tally.estimate() {
        let strength = match estimate.doubt {
            Some(_) => format!("Elo {}", without_error(estimate.elo, 1)),
            None => format!(
                "Elo {}  LOS {:.1} %",
                with_error(estimate.elo, estimate.elo_error, 1),
                estimate.superiority * 100.0
            ),
        };
        let _ = write!(
            line,
            "  {:.1} %  {strength}  drawn {:.0} %  {pairs:?}",
            estimate.score * 100.0,
            tally.draw_ratio() * 100.0,
        );
    }
    if let Some(Trial { sprt, llr, .. }) = standings.trial() {
        let (lower, upper) = sprt.bounds();
        let _ = write!(line, "  LLR {llr:.2} ({lower:.2}, {upper:.2})");
    }
    line
}

/// The live line: on a terminal it renews itself; elsewhere a line is printed every so many games.
pub struct LiveLine {
    bar: Option<ProgressBar>,
    every: u64,
    total: u64,
    already: u64,
    begun: Instant,
}

impl LiveLine {
    /// A line for a match of so many games, `already` of which were played before. `every` is for
    /// where there is no terminal.
    pub fn new(total: u64, already: u64, every: u64) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total);
            let style = ProgressStyle::with_template("{pos}/{len} {msg}  {eta} left")
                .expect("the template is well formed");
            bar.set_style(style);
            bar.set_position(already);
            bar.reset_eta();
            bar
        });
        Self { bar, every, total, already, begun: Instant::now() }
    }

    /// A game has ended; `status` is the new line.
    pub fn update(&self, games: u64, status: String) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(games);
                bar.set_message(status);
            }
            None if self.every > 0 && games.is_multiple_of(self.every) => {
                print(&format!("{games}/{} {status}  {} left\n", self.total, self.left(games)));
            }
            None => {}
        }
    }

    fn left(&self, games: u64) -> String {
        let played = games.saturating_sub(self.already).max(1);
        let each = self.begun.elapsed().as_secs_f64() / played as f64;
        let left = Duration::from_secs_f64(each * self.total.saturating_sub(games) as f64);
        indicatif::HumanDuration(left).to_string()
    }

    /// Prints a line above the live one.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| print(&format!("{text}\n"))),
            None => print(&format!("{text}\n")),
        }
    }

    /// Ends the live line and prints the summary.
    ///
    /// # Errors
    /// It cannot be written; that nobody reads it is none.
    pub fn finish(&self, summary: &str) -> io::Result<()> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        match write(summary) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }
}

/// Writes to standard output. A closed pipe or a full disk ends no match.
fn print(text: &str) {
    let _ = write(text);
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// A match in numbers, for the JSON summary.
#[derive(Serialize)]
pub struct Summary {
    /// The engines' names.
    pub engines: Vec<String>,
    /// The games of the schedule.
    pub scheduled: usize,
    /// The games played.
    pub played: u64,
    /// Games lost by a fault of an engine.
    pub faults: u64,
    /// One for each pairing.
    pub pairings: Vec<PairingSummary>,
    /// Games that the same players had played before move by move.
    pub repeated: u64,
    /// How often games ended in each way.
    pub endings: HashMap<String, u64>,
    /// Whose faults there were, and how the engine failed.
    pub failures: Vec<FailureSummary>,
    /// How the sequential test stands.
    pub sprt: Option<SprtSummary>,
}

/// How often an engine lost by one fault.
#[derive(Serialize)]
pub struct FailureSummary {
    /// The engine.
    pub engine: String,
    /// The fault.
    pub how: String,
    /// Games lost by it.
    pub games: u64,
}

/// A pairing in numbers, for its first engine.
#[derive(Serialize)]
pub struct PairingSummary {
    /// The first engine.
    pub first: String,
    /// The second engine.
    pub second: String,
    /// Games won by the first.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the first.
    pub losses: u64,
    /// Pairs by points, 0 to 2.
    pub pairs: [u64; 5],
    /// The share of the points, 0 to 1.
    pub score: Option<f64>,
    /// Elo; nothing where it is infinite.
    pub elo: Option<f64>,
    /// Half the width of its 95 % confidence interval; nothing where it is infinite, or samples are
    /// too few or all alike.
    pub elo_error: Option<f64>,
    /// Normalised Elo; nothing where it is infinite.
    pub normalized_elo: Option<f64>,
    /// The likelihood that the first is the stronger, 0 to 1; nothing where samples are too few or
    /// all alike.
    pub superiority: Option<f64>,
}

/// A sequential test in numbers.
#[derive(Serialize)]
pub struct SprtSummary {
    /// Its settings.
    pub settings: String,
    /// The log-likelihood ratio, as it was when the test was decided if it is.
    pub llr: f64,
    /// Where H0 is taken.
    pub lower: f64,
    /// Where H1 is taken.
    pub upper: f64,
    /// `open`, `H0` or `H1`.
    pub verdict: String,
}

impl Standings {
    /// The numbers of the match.
    pub fn numbers(&self) -> Summary {
        let pairing = |(number, tally): (usize, &Tally)| {
            let (first, second) = self.schedule.pairing(number);
            let estimate = tally.estimate();
            let sure = estimate.filter(|estimate| estimate.doubt.is_none());
            let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
            PairingSummary {
                first: self.names[first].clone(),
                second: self.names[second].clone(),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                pairs: tally.pairs,
                score: estimate.map(|estimate| estimate.score),
                elo: finite(estimate.map(|estimate| estimate.elo)),
                elo_error: finite(sure.map(|estimate| estimate.elo_error)),
                normalized_elo: finite(estimate.map(|estimate| estimate.normalized)),
                superiority: sure.map(|estimate| estimate.superiority),
            }
        };
        let sprt = self.trial().map(|Trial { sprt, llr, verdict }| {
            let (lower, upper) = sprt.bounds();
            let verdict = match verdict {
                SprtState::Open => "open",
                SprtState::H0 => "H0",
                SprtState::H1 => "H1",
            };
            SprtSummary { settings: sprt.to_string(), llr, lower, upper, verdict: verdict.into() }
        });
        let failure = |failures: &Failures| FailureSummary {
            engine: self.names[failures.engine].clone(),
            how: failures.how.clone(),
            games: failures.games,
        };
        Summary {
            engines: self.names.clone(),
            scheduled: self.schedule.games(),
            played: self.games(),
            faults: self.faults(),
            repeated: self.repeats(),
            failures: self.failures.iter().map(failure).collect(),
            pairings: self.tallies.iter().enumerate().map(pairing).collect(),
            endings: self.endings.iter().cloned().collect(),
            sprt,
        }
    }
}

/// The line that tells of a game an engine lost by a fault, or played oddly.
pub fn remark(finished: &Finished, names: &[String]) -> Option<String> {
    let played = &finished.played;
    let fixture = finished.fixture;
    let names = [fixture.white, fixture.black].map(|player| &names[player]);
    let mut news = Vec::new();
    if played.ending.is_fault() {
        news.push(played.in_words());
    }
    let strays: u32 = finished.stray_moves.iter().sum();
    if strays > 0 {
        news.push(format!("{strays} moves that nobody asked for"));
    }
    for color in Color::ALL {
        let moves = played.game.positions().iter().zip(&played.notes);
        let mut claims = moves.filter(|(before, note)| before.turn() == color && note.false_claim);
        if let Some((before, _)) = claims.next() {
            let (first, all) = (before.fullmove(), 1 + claims.count());
            let name = names[color.index()];
            news.push(format!(
                "claims of {name}'s that are none: {all}, the first at move {first}"
            ));
        }
    }
    let game = fixture.number + 1;
    (!news.is_empty())
        .then(|| format!("game {game} ({} - {}): {}", names[0], names[1], news.join("; ")))
}
