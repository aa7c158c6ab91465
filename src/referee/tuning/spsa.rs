//! Simultaneous perturbation stochastic approximation: all numbers are moved at once, each up or
//! down by chance; two games of an engine so changed against one changed the other way say in which
//! direction to go. (J. C. Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation", 1992; the gains as in Spall 1998.) It plays no games: a
//! [`Spsa`] proposes and is told the points, and the same points lead to the same values.

use serde::{Deserialize, Serialize};

use crate::referee::tournament::ELO_PER_POINT;
use crate::rules::{Random, splitmix};

/// How fast the steps toward better values become shorter.
const ALPHA: f64 = 0.602;
/// How fast the changes that are tried become smaller.
const GAMMA: f64 = 0.101;
/// The share of the iterations by which the first steps are kept from being too long.
const STABILITY: f64 = 0.1;

/// A number to be tuned, such as a UCI option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tunable {
    /// Its name.
    pub name: String,
    /// Whether only whole numbers make sense.
    pub whole: bool,
    /// The value to begin from.
    pub start: f64,
    /// The lowest value.
    pub min: f64,
    /// The highest value.
    pub max: f64,
    /// By how much the value is changed either way in the last iteration, above 0.
    pub step: f64,
    /// The share of a step by which a point more moves the value in the last iteration. With 0 the
    /// value stays, and is changed by one step either way in every iteration.
    pub rate: f64,
}

/// What the games say a number is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// Elo of the higher value of the number against the lower one.
    pub elo: f64,
    /// Its error at 95 %, in Elo.
    pub error: f64,
}

/// What two engines try against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// 1 or -1 for each number: which way the first engine has it changed.
    signs: Vec<f64>,
    /// The values of the first engine.
    pub plus: Vec<f64>,
    /// The values of the second, changed the other way.
    pub minus: Vec<f64>,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Spsa {
    tunables: Vec<Tunable>,
    iterations: u64,
    seed: u64,
    /// Iterations done.
    done: u64,
    values: Vec<f64>,
    /// For each number the points a game of the engine that has it higher, summed over iterations.
    points: Vec<f64>,
    /// The squares of the points a game, summed over iterations.
    squares: f64,
}

impl Spsa {
    /// A run of so many iterations, at least 1, that has not begun.
    pub fn new(tunables: Vec<Tunable>, iterations: u64, seed: u64) -> Self {
        let values = tunables.iter().map(|tunable| tunable.start).collect();
        let points = vec![0.0; tunables.len()];
        Self { tunables, iterations, seed, done: 0, values, points, squares: 0.0 }
    }

    /// The numbers that are tuned.
    pub fn tunables(&self) -> &[Tunable] {
        &self.tunables
    }

    /// Iterations done.
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// Iterations in all.
    pub const fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The values as they stand, in the order of the tunables; not rounded.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// What the games so far say each number is worth, in the order of the tunables: all of them
    /// count for every number, since each game has every number higher on one side (a random balance
    /// design: F. E. Satterthwaite, "Random balance experimentation", 1959). `None` before the second
    /// iteration.
    pub fn worth(&self) -> Option<Vec<Worth>> {
        let count = self.done as f64;
        let of = |sum: &f64| {
            let mean = sum / count;
            let variance = (self.squares / count - mean * mean) / (count - 1.0);
            let error = 1.96 * variance.max(0.0).sqrt();
            Worth { elo: ELO_PER_POINT * mean, error: ELO_PER_POINT * error }
        };
        (self.done > 1).then(|| self.points.iter().map(of).collect())
    }

    /// How often the last width of a change goes into that of this iteration.
    fn widening(&self, tunable: &Tunable) -> f64 {
        if tunable.rate == 0.0 {
            return 1.0;
        }
        (self.iterations as f64 / (self.done + 1) as f64).powf(GAMMA)
    }

    /// How often the last gain goes into that of this iteration.
    fn gain(&self) -> f64 {
        let stability = STABILITY * self.iterations as f64;
        let all = stability + self.iterations as f64;
        (all / (stability + (self.done + 1) as f64)).powf(ALPHA)
    }

    /// What to try in this iteration.
    pub fn propose(&self) -> Proposal {
        let base = splitmix(splitmix(self.seed) ^ self.done);
        let random = |place: usize, salt: u64| {
            Random::from_seed(base ^ splitmix((place as u64) << 2 | salt))
        };
        let sign = |place| if random(place, 0).next() >> 63 == 0 { 1.0 } else { -1.0 };
        let signs: Vec<f64> = (0..self.values.len()).map(sign).collect();
        let changed = |side: f64, salt: u64| {
            let one = |(place, tunable): (usize, &Tunable)| {
                let value = self.values[place]
                    + side * signs[place] * tunable.step * self.widening(tunable);
                // By chance up or down, so that on average nothing is lost by rounding.
                let fit = (value + random(place, salt).share()).floor();
                (if tunable.whole { fit } else { value }).clamp(tunable.min, tunable.max)
            };
            self.tunables.iter().enumerate().map(one).collect()
        };
        Proposal { plus: changed(1.0, 1), minus: changed(-1.0, 2), signs }
    }

    /// Takes what came of a proposal: games won by the first engine less games lost, of so many
    /// games, at least 1.
    pub fn take(&mut self, proposal: &Proposal, points: f64, games: u32) {
        let of_a_game = points / f64::from(games);
        self.squares += of_a_game * of_a_game;
        for (place, tunable) in self.tunables.iter().enumerate() {
            self.points[place] += proposal.signs[place] * of_a_game;
            let share = self.gain() / self.widening(tunable);
            let moved = proposal.signs[place] * points * tunable.rate * tunable.step * share;
            self.values[place] = (self.values[place] + moved).clamp(tunable.min, tunable.max);
        }
        self.done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tunable(name: &str, start: f64, step: f64) -> Tunable {
        let (min, max) = (-100.0, 100.0);
        Tunable { name: name.to_owned(), whole: false, start, min, max, step, rate: 0.02 }
    }

    /// Plays a game by chance: the engine nearer to the best values wins more often.
    fn points(proposal: &Proposal, best: &[f64], chance: u64) -> f64 {
        let far = |values: &[f64]| -> f64 {
            values.iter().zip(best).map(|(value, best)| (value - best).powi(2)).sum()
        };
        let better = (far(&proposal.minus) - far(&proposal.plus)) / 400.0;
        let expected = 1.0 / (1.0 + (-better).exp());
        if Random::from_seed(chance).share() < expected { 1.0 } else { -1.0 }
    }

    #[test]
    fn values_go_to_where_games_are_won() {
        let best = [30.0, -20.0, 0.0];
        let starts = [0.0, 10.0, -5.0];
        let tunables = starts.map(|start| tunable("x", start, 6.0)).to_vec();
        let mut run = Spsa::new(tunables, 4000, 7);
        for iteration in 0..run.iterations() {
            let proposal = run.propose();
            run.take(&proposal, points(&proposal, &best, iteration), 1);
        }
        assert_eq!(run.done(), 4000);
        for ((value, best), start) in run.values().iter().zip(best).zip(starts) {
            let (now, then) = ((value - best).abs(), (start - best).abs());
            assert!(now < 4.0 && now < then, "{value} for {best}, from {start}");
        }
    }

    #[test]
    fn what_is_tried_is_changed_both_ways_and_stays_in_range() {
        let mut tunables = vec![tunable("half", 0.5, 4.0), tunable("edge", 99.5, 4.0)];
        tunables[0].whole = true;
        let mut run = Spsa::new(tunables, 400, 3);
        let (mut ups, mut sum) = (0, 0.0);
        for _ in 0..400 {
            let proposal = run.propose();
            let [half, edge] = proposal.plus[..] else { panic!("two values") };
            assert_eq!(half.fract(), 0.0);
            let width = 4.0 * run.widening(&run.tunables[0]);
            assert!((half - 0.5).abs() >= 3.5 && (half - 0.5).abs() <= width + 1.0);
            assert!(edge <= 100.0 && proposal.minus.iter().all(|value| value.abs() <= 100.0));
            ups += i32::from(half > 0.5);
            sum += proposal.plus[0] + proposal.minus[0];
            assert_eq!(run.propose(), proposal, "the same until a result is known");
            run.take(&proposal, 0.0, 2);
        }
        assert!((150..250).contains(&ups), "{ups} of 400 upward");
        assert!((sum / 800.0 - 0.5).abs() < 0.1, "rounding moves nothing: {}", sum / 800.0);
        assert_eq!(run.values(), [0.5, 99.5], "no points, no movement");
    }

    #[test]
    fn in_the_last_iteration_a_point_moves_by_the_rate_and_the_width_is_a_step() {
        let mut run = Spsa::new(vec![tunable("x", 0.0, 5.0)], 50, 1);
        for _ in 0..49 {
            let proposal = run.propose();
            run.take(&proposal, 0.0, 2);
        }
        let proposal = run.propose();
        assert!((proposal.plus[0].abs() - 5.0).abs() < 1e-9);
        run.take(&proposal, 1.0, 2);
        assert!((run.values()[0] - proposal.plus[0].signum() * 0.02 * 5.0).abs() < 1e-9);
    }

    #[test]
    fn without_a_rate_values_stay_and_the_games_tell_what_each_is_worth() {
        let tunables =
            ["good", "bad", "idle"].map(|name| Tunable { rate: 0.0, ..tunable(name, 0.0, 5.0) });
        let mut run = Spsa::new(tunables.to_vec(), 10_000, 11);
        assert_eq!(run.worth(), None);
        // A tenth of a point a game for the good number, less for the bad one, and chance.
        for game in 0..10_000 {
            let proposal = run.propose();
            assert!(proposal.plus.iter().all(|value| value.abs() == 5.0), "{proposal:?}");
            let [good, bad, _] = proposal.signs[..] else { panic!("three numbers") };
            let expected = 0.1 * good - 0.05 * bad;
            let won = Random::from_seed(game).share() < (1.0 + expected) / 2.0;
            run.take(&proposal, if won { 1.0 } else { -1.0 }, 1);
        }
        assert_eq!(run.values(), [0.0; 3]);
        // A point a game that is won or lost varies by one, so that the mean of n varies by 1/√n.
        for (worth, elo) in run.worth().unwrap().into_iter().zip([34.74, -17.37, 0.0]) {
            assert!((worth.error - 6.81).abs() < 0.1, "{worth:?}");
            assert!((worth.elo - elo).abs() < 1.5 * worth.error, "{worth:?}, not {elo}");
        }
    }
}
