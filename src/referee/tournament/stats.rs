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
            normalized: if mean == 0.5 { 0.0 } else { (mean - 0.5) / per_game * NORMALIZED_UNIT },
            normalized_error: quantile(0.975) * NORMALIZED_UNIT / games.sqrt(),
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

/// The normalised Elo of one standard deviation per game: the slope of the logistic curve at an
/// even score.
const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

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
                let per_sample = elo / NORMALIZED_UNIT * samples.games_each.sqrt();
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
mod tests {
    use std::cmp::Ordering;

    use super::*;

    /// Wins, draws and losses do not follow from the pairs; only tests of pairs may use this.
    fn of_pairs(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    fn close(found: f64, published: f64, what: &str) {
        assert!((found - published).abs() <= 0.0051, "{what}: {found}, published {published}");
    }

    /// Elo, its error, normalised Elo, its error, likelihood of superiority in per cent: as match
    /// runners printed them for real matches.
    #[test]
    fn estimates_agree_with_published_ones() {
        for (pairs, published) in [
            ([307, 619, 1202, 725, 353], [10.73, 6.70, 13.63, 8.50, 99.92]),
            ([84, 124, 343, 125, 164], [33.40, 14.24, 39.23, 16.61, 100.0]),
            ([5, 109, 748, 134, 4], [4.00, 5.68, 10.71, 15.23, 91.59]),
            ([11, 1, 32, 8, 48], [149.26, 55.24, 148.57, 48.15, 100.0]),
            ([12, 6, 25, 8, 9], [-11.59, 56.66, -12.83, 62.16, 34.29]),
            ([0, 1, 58, 3, 438], [474.93, 44.28, 659.06, 21.53, 100.0]),
        ] {
            let found = of_pairs(pairs).estimate().unwrap();
            let found = [
                found.elo,
                found.elo_error,
                found.normalized,
                found.normalized_error,
                found.superiority * 100.0,
            ];
            for (found, published) in found.into_iter().zip(published) {
                close(found, published, &format!("{pairs:?}"));
            }
        }
    }

    /// Published ends of real tests: Stockfish's of 2020, whose bounds were logistic Elo, and
    /// later ones in normalised Elo.
    #[test]
    fn ratios_of_pairs_agree_with_published_ones() {
        use Model::{Logistic, Normalized};
        for (model, elo0, elo1, pairs, published) in [
            (Logistic, -0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
            (Logistic, 0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97),
            (Logistic, -0.25, 1.25, [491, 7345, 29693, 7670, 465], 2.96),
            (Logistic, 0.25, 1.25, [53, 2220, 21459, 2445, 47], 2.97),
            (Logistic, -1.0, 3.0, [424, 2948, 5832, 3045, 460], 2.94),
            (Normalized, 0.0, 5.0, [307, 619, 1202, 725, 353], 2.95),
            (Normalized, 0.0, 1.0, [84, 124, 343, 125, 164], 0.54),
            (Normalized, 0.0, 2.5, [5, 109, 748, 134, 4], 0.39),
        ] {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
            close(sprt.llr(&of_pairs(pairs)), published, &format!("{pairs:?}"));
        }
    }

    #[test]
    fn ratios_of_games_agree_with_published_ones() {
        for (wins, losses, draws, elo0, elo1, published) in
            [(36433, 36027, 68692, 0.0, 2.0, 0.92), (10871, 10650, 20431, -1.75, 0.25, 2.30)]
        {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::Normalized };
            let tally = Tally { wins, draws, losses, pairs: [0; 5] };
            close(sprt.llr(&tally), published, &format!("{wins} {losses} {draws}"));
        }
    }

    #[test]
    fn a_test_ends_at_wald_s_bounds() {
        let sprt: Sprt = "elo0=0,elo1=5".parse().unwrap();
        let (lower, upper) = sprt.bounds();
        close(lower, -2.94, "lower");
        close(upper, 2.94, "upper");
        assert_eq!(sprt.verdict(&Tally::default()), SprtState::Open);
        assert_eq!(sprt.verdict(&of_pairs([307, 619, 1202, 725, 353])), SprtState::H1);
        assert_eq!(sprt.verdict(&of_pairs([353, 725, 1202, 619, 307])), SprtState::H0);
    }

    /// The hypotheses change places with the sides.
    #[test]
    fn a_test_is_the_mirror_of_its_mirror() {
        for model in [Model::Logistic, Model::Normalized] {
            let sprt = Sprt { elo0: -3.0, elo1: 7.0, alpha: 0.05, beta: 0.1, model };
            let mirror = Sprt { elo0: -7.0, elo1: 3.0, ..sprt };
            let pairs = [3, 40, 111, 52, 9];
            let mut reversed = pairs;
            reversed.reverse();
            let sum = sprt.llr(&of_pairs(pairs)) + mirror.llr(&of_pairs(reversed));
            assert!(sum.abs() < 1e-9, "{sum}");
        }
    }

    /// Counts too few or all alike give an answer all the same.
    #[test]
    fn extreme_counts_do_no_harm() {
        assert_eq!(Tally::default().estimate(), None);
        for pairs in [
            [0, 0, 0, 0, 1],
            [0, 0, 0, 0, 400],
            [0, 0, 9, 0, 0],
            [7, 0, 0, 0, 0],
            [0, 3, 0, 0, 0],
            [1, 0, 0, 0, 0],
        ] {
            let tally = of_pairs(pairs);
            let estimate = tally.estimate().unwrap();
            assert!((0.0..=1.0).contains(&estimate.superiority), "{pairs:?}");
            let Estimate { elo, elo_error, normalized, normalized_error, .. } = estimate;
            assert!(![elo, normalized, normalized_error].iter().any(|n| n.is_nan()), "{pairs:?}");
            assert_eq!(elo_error, f64::INFINITY, "{pairs:?}");
            let ahead = if pairs[4] > 0 { Ordering::Greater } else { Ordering::Less };
            let expected = if pairs[2] > 0 { Ordering::Equal } else { ahead };
            for difference in [elo, normalized] {
                assert_eq!(difference.partial_cmp(&0.0), Some(expected), "{pairs:?}");
            }
            for model in [Model::Logistic, Model::Normalized] {
                let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model };
                let llr = sprt.llr(&tally);
                assert!(llr.is_finite(), "{pairs:?}");
                assert_eq!(llr > 0.0, pairs[4] > 0, "{pairs:?} {llr}");
            }
        }
        // The bounds of the interval may lie beyond a certain score.
        for pairs in [[1, 0, 0, 0, 1], [0, 0, 1, 0, 40], [3, 1, 0, 0, 0]] {
            let Estimate { elo, elo_error, normalized, .. } = of_pairs(pairs).estimate().unwrap();
            assert!(!elo_error.is_nan() && elo.is_finite() && normalized.is_finite(), "{pairs:?}");
        }
        assert_eq!(of_pairs([0, 0, 0, 0, 4]).estimate().unwrap().superiority, 1.0);
        assert_eq!(of_pairs([0, 0, 4, 0, 0]).estimate().unwrap().superiority, 0.5);
        assert_eq!(of_pairs([4, 0, 0, 0, 0]).estimate().unwrap().superiority, 0.0);
    }

    #[test]
    fn counts_too_few_or_all_alike_are_doubtful() {
        let doubt = |tally: Tally| tally.estimate().unwrap().doubt;
        for (pairs, expected) in [
            ([0, 0, 0, 0, 1], Some(Doubt::TooFew { of_pairs: true })),
            ([0, 0, 2, 1, 6], Some(Doubt::TooFew { of_pairs: true })),
            ([0, 0, 2, 1, 7], None),
            ([0, 0, 500, 0, 0], Some(Doubt::AllAlike { of_pairs: true })),
            ([0, 0, 0, 0, 10], Some(Doubt::AllAlike { of_pairs: true })),
        ] {
            assert_eq!(doubt(of_pairs(pairs)), expected, "{pairs:?}");
        }
        let games = Tally { wins: 9, ..Tally::default() };
        assert_eq!(doubt(games), Some(Doubt::TooFew { of_pairs: false }));
        assert_eq!(doubt(Tally { losses: 1, ..games }), None);
    }

    #[test]
    fn games_and_pairs_are_counted() {
        let mut tally = Tally::default();
        for (one, other) in [
            (GameScore::Win, GameScore::Draw),
            (GameScore::Loss, GameScore::Loss),
            (GameScore::Draw, GameScore::Draw),
        ] {
            tally.add_game(one);
            tally.add_game(other);
            tally.add_pair(one, other);
        }
        assert_eq!(tally, Tally { wins: 1, draws: 3, losses: 2, pairs: [1, 0, 1, 1, 0] });
        assert_eq!((tally.games(), tally.points(), tally.draw_ratio()), (6, 2.5, 0.5));
        assert_eq!(GameScore::Win.reversed(), GameScore::Loss);
    }

    #[test]
    fn elo_and_score_are_each_other_s_inverse() {
        for difference in [-800.0, -3.0, 0.0, 0.5, 200.0] {
            assert!((elo(expected_score(difference)) - difference).abs() < 1e-9);
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn a_test_s_text_survives_the_round_trip() {
        let text = "elo0=-1.5,elo1=5,alpha=0.05,beta=0.1,model=logistic";
        assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
        for (text, at_fault) in [
            ("", "elo0 and elo1"),
            ("elo0=5,elo1=5", "elo0=5,elo1=5"),
            ("elo0=0,elo1=x", "'x'"),
            ("elo0=0,elo1=inf", "'inf'"),
            ("elo0=0,elo1=5,alpha=0", "alpha"),
            ("elo0=0,elo1=5,beta=0.5", "beta"),
            ("elo0=0,elo1=5,model=bayes", "'bayes'"),
            ("elo0=0,elo1=5,gamma=1", "gamma"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(at_fault), "{error}");
        }
    }
}
