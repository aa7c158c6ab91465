//! What a ladder shows: a table of its rungs, where the engines are even in words, and both in
//! numbers.

use std::fmt::Write;

use serde::Serialize;

use super::Ladder;
use super::estimate::{Fit, Place};
use crate::referee::output::report::{with_error, without_error};
use crate::referee::tournament::Tally;

/// A ladder in numbers, for the JSON summary.
#[derive(Serialize)]
pub struct Summary {
    /// The engine that gives.
    pub giver: String,
    /// The engine that receives.
    pub receiver: String,
    /// The games played.
    pub played: usize,
    /// One for each rung.
    pub rungs: Vec<RungSummary>,
    /// The worth, in pawns, at which they are even.
    pub even: Option<f64>,
    /// Its 95 % confidence interval.
    pub even_interval: Option<(f64, f64)>,
    /// The Elo that a pawn is worth to these players.
    pub elo_of_pawn: Option<f64>,
    /// Where they are even: odds, or two between which it is; nothing while it is not known.
    pub even_at: Vec<String>,
}

/// A rung in numbers, for the giver.
#[derive(Serialize)]
pub struct RungSummary {
    /// The odds.
    pub odds: String,
    /// What they are worth by the books, in pawns.
    pub worth: f64,
    /// Games won by the giver.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the giver.
    pub losses: u64,
    /// The giver's share of the points, 0 to 1.
    pub score: Option<f64>,
}

impl Ladder {
    fn names(&self) -> [&str; 2] {
        let engines = &self.rungs[0].matches[0].engines;
        let giver = self.giver();
        [&engines[giver].name, &engines[1 - giver].name]
    }

    /// How the ladder stands, in one line.
    pub fn status(&self) -> String {
        let tallies = self.tallies();
        let even = match Fit::new(&tallies) {
            None => "even odds not bounded".to_owned(),
            Some(fit) => format!("even at {}", interval(&fit)),
        };
        let played = self.odds().zip(&tallies).filter(|(_, (_, tally))| tally.games() > 0);
        let share = |tally: &Tally| 100.0 * tally.points() / tally.games() as f64;
        let scores: Vec<String> =
            played.map(|(odds, (_, tally))| format!("{odds} {:.0} %", share(tally))).collect();
        format!("{even}  {}", scores.join("  "))
    }

    /// The table and the verdict, in lines.
    pub fn summary(&self) -> String {
        let [giver, receiver] = self.names();
        let code = self.rungs[0].matches[0].terms.code;
        let mut text = format!("{giver} gives odds to {receiver} under {code}:\n");
        let width = self.odds().map(|odds| odds.to_string().len()).max().unwrap_or(0).max(4);
        let _ = writeln!(
            text,
            "  {:width$}  worth  games   won drawn  lost  {:<18}Elo",
            "odds", "score"
        );
        for (odds, (worth, tally)) in self.odds().zip(self.tallies()) {
            let Tally { wins, draws, losses, .. } = tally;
            let odds = odds.to_string();
            let _ = write!(
                text,
                "  {odds:width$}  {worth:5.2}  {:5} {wins:5} {draws:5} {losses:5}",
                tally.games()
            );
            if let Some(found) = tally.estimate() {
                let score = found.score * 100.0;
                let (score, elo) = match found.doubt {
                    Some(_) => (without_error(score, 1), without_error(found.elo, 0)),
                    None => (
                        with_error(score, found.score_error * 100.0, 1),
                        with_error(found.elo, found.elo_error, 0),
                    ),
                };
                let _ = write!(text, "  {:<18}{elo}", score + " %");
            }
            text.push('\n');
        }
        text + &self.verdict()
    }

    fn verdict(&self) -> String {
        let [giver, receiver] = self.names();
        let odds: Vec<String> = self.odds().map(ToString::to_string).collect();
        let last = odds.len() - 1;
        let mut text = match self.place() {
            Place::Open => "It is not known yet where they are even".to_owned(),
            Place::At(rung) => format!("They are even at '{}'", odds[rung]),
            Place::After(rung) => {
                format!("They are even between '{}' and '{}'", odds[rung], odds[rung + 1])
            }
            Place::Below => {
                format!("At '{}' {receiver} is the stronger already", odds[0])
            }
            Place::Above => format!("At '{}' {giver} is the stronger still", odds[last]),
        };
        if let Some(fit) = Fit::new(&self.tallies()) {
            let _ = write!(
                text,
                ", by the curve at {} (a pawn is {:.0} Elo)",
                interval(&fit),
                fit.elo_of_pawn()
            );
        }
        text + ".\n"
    }

    /// The numbers of the ladder.
    pub fn numbers(&self) -> Summary {
        let [giver, receiver] = self.names().map(str::to_owned);
        let tallies = self.tallies();
        let fit = Fit::new(&tallies);
        let odds: Vec<String> = self.odds().map(ToString::to_string).collect();
        let rung = |(odds, (worth, tally)): (&String, &(f64, Tally))| RungSummary {
            odds: odds.clone(),
            worth: *worth,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.estimate().map(|estimate| estimate.score),
        };
        Summary {
            giver,
            receiver,
            played: self.played(),
            rungs: odds.iter().zip(&tallies).map(rung).collect(),
            even: fit.map(|fit| fit.even()),
            even_interval: fit.and_then(|fit| fit.interval()),
            elo_of_pawn: fit.map(|fit| fit.elo_of_pawn()),
            even_at: match self.place() {
                Place::At(rung) => vec![odds[rung].clone()],
                Place::After(rung) => odds[rung..rung + 2].to_vec(),
                Place::Open | Place::Below | Place::Above => Vec::new(),
            },
        }
    }
}

/// The even point with its bounds, as far as it has any.
fn interval(fit: &Fit) -> String {
    match fit.interval() {
        Some((low, high)) => format!("{:.2} pawns ({low:.2} to {high:.2})", fit.even()),
        None => format!("{:.2} pawns (no bounds yet)", fit.even()),
    }
}
