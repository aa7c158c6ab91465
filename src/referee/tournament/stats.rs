//! What a match says about two engines: Elo with its error, likelihood of superiority, and the
//! sequential test that ends a match as soon as it is decided. Arithmetic on counts of results;
//! nothing here knows of games, engines or clocks.
//!
//! A match of pairs (one opening, both colours) is judged by its pairs: the two games of a pair
//! hang together, and the variance of single games would be too large. The model is the generalised
//! sequential probability ratio test as M. Van den Bergh's notes for fishtest have it: the
//! likelihood of each hypothesis is that of the likeliest distribution of pair results that has
//! its Elo.

use std::fmt;
use std::str::FromStr;

use statrs::function::erf::{erf, erf_inv};
use thiserror::Error;

/// How often something happened to the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Finished pairs by the points made in their two games: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
}

/// The result of one game for the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameScore {
    /// Nothing.
    Loss = 0,
    /// Half a point.
    Draw = 1,
    /// A point.
    Win = 2,
}

impl GameScore {
    /// The same game as the opponent sees it.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl Tally {
    /// Counts a game.
    pub fn add_game(&mut self, score: GameScore) {
        match score {
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Win => self.wins += 1,
        }
    }

    /// Counts a pair both of whose games are counted already.
    pub fn add_pair(&mut self, one: GameScore, other: GameScore) {
        self.pairs[one as usize + other as usize] += 1;
    }

    /// How many games are counted.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points made, half ones for draws.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of games drawn, 0 to 1.
    pub fn draw_ratio(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.draws as f64 / self.games() as f64 }
    }

    /// The samples to judge by: pairs if there are any, else games.
    fn samples(&self) -> Samples {
        let of_pairs = self.pairs.iter().any(|count| *count > 0);
        let counts: Vec<u64> =
            if of_pairs { self.pairs.to_vec() } else { vec![self.losses, self.draws, self.wins] };
        let last = counts.len() as f64 - 1.0;
        let total: u64 = counts.iter().sum();
        Samples {
            values: (0..counts.len()).map(|step| step as f64 / last).collect(),
            counts,
            total: total as f64,
            games_each: if of_pairs { 2.0 } else { 1.0 },
        }
    }

    /// What the counts say of the difference in strength; nothing before the first game.
    pub fn estimate(&self) -> Option<Estimate> {
        let samples = self.samples();
        if samples.total == 0.0 {
            return None;
        }
        let distribution = samples.observed();
        let (mean, variance) = distribution.moments();
        let deviation = (variance / samples.total).sqrt();
        let reach = quantile(0.975) * deviation;
        let per_game = (variance * samples.games_each).sqrt();
        let games = samples.total * samples.games_each;
        let of_pairs = samples.games_each > 1.0;
        let doubt = if samples.total < FEWEST_SAMPLES as f64 {
            Some(Doubt::TooFew { of_pairs })
        } else {
            (deviation == 0.0).then_some(Doubt::AllAlike { of_pairs })
        };
        Some(Estimate {
            doubt,
            score: mean,
            score_error: reach,
            elo: elo(mean),
            // Samples all alike say nothing of how far the next may lie from them.
            elo_error: if deviation > 0.0 {
                (elo(mean + reach) - elo(mean - reach)) / 2.0
            } else {
                f64::INFINITY
            },
            // An even score is no deviations from even, whatever a deviation is.
            normalized: if mean == 0.5 { 0.0 } else { (mean - 0.5) / per_game * ELO_PER_POINT },
            normalized_error: quantile(0.975) * ELO_PER_POINT / games.sqrt(),
            superiority: if deviation > 0.0 {
                normal((mean - 0.5) / deviation)
            } else {
                // Every sample alike: certain if it is a win or a loss, open if it is a draw.
                0.5 + 0.5 * (mean - 0.5).partial_cmp(&0.0).map_or(0.0, |sign| sign as i8 as f64)
            },
        })
    }
}

/// The difference in strength as a match shows it. Infinite, but never no number, where the counts
/// are too few or all of one kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The share of the points, 0 to 1.
    pub score: f64,
    /// Half the width of its 95 % confidence interval.
    pub score_error: f64,
    /// The logistic Elo difference.
    pub elo: f64,
    /// Half the width of its 95 % confidence interval.
    pub elo_error: f64,
    /// The Elo difference in units of a game's standard deviation: what decides how many games a
    /// test needs, and independent of the book's share of draws.
    pub normalized: f64,
    /// Half the width of its 95 % confidence interval.
    pub normalized_error: f64,
    /// The likelihood that the first engine is the stronger, 0 to 1.
    pub superiority: f64,
    /// Why the errors and the likelihood mean nothing, if they do.
    pub doubt: Option<Doubt>,
}

/// How many pairs, or games where there are no pairs, an error and a likelihood need to mean
/// anything: the normal distribution describes the mean of fewer badly.
pub const FEWEST_SAMPLES: u64 = 10;

/// Why an error and a likelihood mean nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// There are fewer than [`FEWEST_SAMPLES`].
    TooFew {
        /// Whether it is pairs that are counted, not games.
        of_pairs: bool,
    },
    /// However many there are, nothing is known of how far the next may lie from them.
    AllAlike {
        /// Whether it is pairs that are counted, not games.
        of_pairs: bool,
    },
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |of_pairs: bool| if of_pairs { "pairs" } else { "games" };
        match *self {
            Self::TooFew { of_pairs } => {
                write!(f, "too few {} for errors and LOS", word(of_pairs))
            }
            Self::AllAlike { of_pairs } => {
                write!(f, "all {} alike, so no errors and no LOS", word(of_pairs))
            }
        }
    }
}

/// The slope of the logistic curve at an even score: Elo for each point a game, a win counting 1 and
/// a loss -1. It is also the normalised Elo of one standard deviation per game.
pub(in crate::referee) const ELO_PER_POINT: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference at which the stronger side makes this share of the points.
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The share of the points that an Elo difference makes.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The cumulative normal distribution.
fn normal(x: f64) -> f64 {
    (1.0 + erf(x / std::f64::consts::SQRT_2)) / 2.0
}

/// Its inverse.
pub fn quantile(p: f64) -> f64 {
    std::f64::consts::SQRT_2 * erf_inv(2.0 * p - 1.0)
}

/// Counted results of one kind: of games or of pairs.
struct Samples {
    /// The share of the points that each result is, from 0 to 1.
    values: Vec<f64>,
    counts: Vec<u64>,
    total: f64,
    games_each: f64,
}

impl Samples {
    fn observed(&self) -> Distribution {
        let probability = |count: &u64| *count as f64 / self.total;
        self.distribution(self.counts.iter().map(probability).collect())
    }

    /// With every result possible, however unlikely: a thousandth of a game for one not yet seen
    /// (fishtest does the same), so that no hypothesis is ruled out by a result's absence.
    fn smoothed(&self) -> Distribution {
        let counts: Vec<f64> = self.counts.iter().map(|count| (*count as f64).max(1e-3)).collect();
        let total: f64 = counts.iter().sum();
        self.distribution(counts.into_iter().map(|count| count / total).collect())
    }

    fn distribution(&self, probabilities: Vec<f64>) -> Distribution {
        Distribution { values: self.values.clone(), probabilities }
    }
}

/// A distribution over finitely many values.
#[derive(Clone)]
struct Distribution {
    values: Vec<f64>,
    probabilities: Vec<f64>,
}

impl Distribution {
    fn mean_of(&self, function: impl Fn(f64) -> f64) -> f64 {
        let terms = self.values.iter().zip(&self.probabilities);
        terms.map(|(value, probability)| probability * function(*value)).sum()
    }

    /// Mean and variance.
    fn moments(&self) -> (f64, f64) {
        let mean = self.mean_of(|value| value);
        (mean, self.mean_of(|value| (value - mean).powi(2)))
    }

    /// The likeliest distribution, these being the observed frequencies, under which the numbers
    /// `constraints` (one for each value) have mean zero: each frequency divided by 1 + x·number,
    /// with the x that makes it so.
    fn likeliest(&self, constraints: &[f64]) -> Vec<f64> {
        let lowest = constraints.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = constraints.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if lowest >= 0.0 || highest <= 0.0 {
            return self.probabilities.clone();
        }
        let terms = || self.probabilities.iter().zip(constraints);
        // The sum falls from plus to minus infinity between these two.
        let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
        for _ in 0..BISECTIONS {
            let x = (low + high) / 2.0;
            let sum: f64 = terms().map(|(p, number)| p * number / (1.0 + x * number)).sum();
            if sum > 0.0 {
                low = x;
            } else {
                high = x;
            }
        }
        let x = (low + high) / 2.0;
        terms().map(|(p, number)| p / (1.0 + x * number)).collect()
    }

    /// The likeliest distribution with that mean.
    fn likeliest_with_mean(&self, mean: f64) -> Vec<f64> {
        let constraints: Vec<f64> = self.values.iter().map(|value| value - mean).collect();
        self.likeliest(&constraints)
    }

    /// The likeliest distribution whose mean lies that many of its own standard deviations above
    /// an even score. The constraint is not linear in the probabilities; Van den Bergh's iteration
    /// replaces it by its tangent at the last solution.
    fn likeliest_with_deviation(&self, deviations: f64) -> Vec<f64> {
        let even = vec![1.0 / self.values.len() as f64; self.values.len()];
        let mut solution = Self { values: self.values.clone(), probabilities: even };
        for _ in 0..TANGENTS {
            let (mean, variance) = solution.moments();
            let sigma = variance.sqrt();
            let tangent = |value: &f64| {
                let distance = (mean - value) / sigma;
                value - 0.5 - deviations * sigma * (1.0 + distance * distance) / 2.0
            };
            let constraints: Vec<f64> = self.values.iter().map(tangent).collect();
            solution.probabilities = self.likeliest(&constraints);
        }
        solution.probabilities
    }
}

/// Halvings of an interval: enough to exhaust a double's 53 bits.
const BISECTIONS: usize = 64;
/// Rounds of the iteration; it gains several digits in each.
const TANGENTS: usize = 10;

/// What Elo the bounds of a sequential test are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Logistic Elo: a share of the points.
    Logistic,
    /// Normalised Elo: standard deviations.
    Normalized,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        })
    }
}

/// A sequential test: is the first engine better by `elo1`, or by `elo0` only?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of the hypothesis H1, greater than `elo0`.
    pub elo1: f64,
    /// The likelihood of taking H1 where H0 holds, between 0 and 1.
    pub alpha: f64,
    /// The likelihood of taking H0 where H1 holds, between 0 and 1.
    pub beta: f64,
    /// What Elo is meant.
    pub model: Model,
}

/// How a sequential test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtState {
    /// Undecided: more games.
    Open,
    /// H0 is taken.
    H0,
    /// H1 is taken.
    H1,
}

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are taken (Wald 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0; zero before the first result.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let samples = tally.samples();
        if samples.total == 0.0 {
            return 0.0;
        }
        let seen = samples.smoothed();
        let under = |elo: f64| match self.model {
            Model::Logistic => seen.likeliest_with_mean(expected_score(elo)),
            Model::Normalized => {
                let per_sample = elo / ELO_PER_POINT * samples.games_each.sqrt();
                seen.likeliest_with_deviation(per_sample)
            }
        };
        let ratios = under(self.elo1).into_iter().zip(under(self.elo0));
        let mean: f64 =
            ratios.zip(&seen.probabilities).map(|((one, zero), p)| p * (one / zero).ln()).sum();
        samples.total * mean
    }

    /// How the test stands.
    pub fn verdict(&self, tally: &Tally) -> SprtState {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr >= upper => SprtState::H1,
            llr if llr <= lower => SprtState::H0,
            _ => SprtState::Open,
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

/// Why a text is no sequential test.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SprtError {
    /// A word that is none of the settings.
    #[error("sprt '{0}': not elo0=, elo1=, alpha=, beta= or model=")]
    Unknown(String),
    /// A value that cannot be read.
    #[error("sprt '{0}': '{1}' is not what it takes")]
    Value(String, String),
    /// A setting without which there is no test.
    #[error("sprt '{0}': elo0 and elo1 are needed, elo0 the smaller")]
    Bounds(String),
    /// An error that is no likelihood.
    #[error("sprt '{0}': alpha and beta must lie between 0 and 0.5")]
    Errors(String),
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`; the last three have these
    /// defaults. Blanks serve as commas.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let (mut elo0, mut elo1) = (f64::NAN, f64::NAN);
        let mut sprt =
            Self { elo0: 0.0, elo1: 0.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let bad_value = || SprtError::Value(word.to_owned(), value.to_owned());
            let number =
                || value.parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(bad_value);
            match name {
                "elo0" => elo0 = number()?,
                "elo1" => elo1 = number()?,
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" => {
                    sprt.model = match value {
                        "logistic" => Model::Logistic,
                        "normalized" => Model::Normalized,
                        _ => return Err(bad_value()),
                    };
                }
                _ => return Err(SprtError::Unknown(word.to_owned())),
            }
        }
        (sprt.elo0, sprt.elo1) = (elo0, elo1);
        let in_order = elo0 < elo1;
        let small = |error: f64| error > 0.0 && error < 0.5;
        if !in_order {
            return Err(SprtError::Bounds(text.to_owned()));
        }
        if !(small(sprt.alpha) && small(sprt.beta)) {
            return Err(SprtError::Errors(text.to_owned()));
        }
        Ok(sprt)
    }
}

#[cfg(test)]
mod tests;
