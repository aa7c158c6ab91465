//! Fits the weights of the evaluation to games: the logistic of the evaluation is brought close to
//! a mixture of the game's result and of what the search thought. The method is known as Texel's
//! tuning, here with gradients (Adam). Nothing is printed and no file is written here.

use super::Random;
use super::samples::{Sample, Samples};
use crate::eval::terms::{
    BISHOP_MOBILITY, GROUPS, KNIGHT_MOBILITY, MATERIAL, PLACE, QUEEN_MOBILITY, ROOK_MOBILITY, TERMS,
};

/// Weights while they are tuned: middle game and end game, in centipawns.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub Vec<[f32; 2]>);

/// How to tune.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// The share of the game's result in what is aimed at, 0 to 1; the rest is the search's score.
    pub lambda: f32,
    /// Passes over all positions.
    pub epochs: u32,
    /// Adam's step in centipawns, at first; it falls by a cosine.
    pub rate: f32,
    /// Positions a step.
    pub batch: usize,
    /// How firmly a weight is held where it was: as firmly as this many positions would.
    pub hold: f32,
    /// The seed of the order.
    pub seed: u64,
}

/// One game in so many is kept to see whether what was learnt holds for others.
const VALIDATION: u64 = 10;

/// What a pass has brought.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// Its number, from 1; 0 is before the first.
    pub number: u32,
    /// The mean squared error over the positions learnt from.
    pub training: f64,
    /// The same over those kept aside.
    pub validation: f64,
}

/// The chance of winning that a score means.
fn logistic(score: f32, unit: f32) -> f32 {
    1.0 / (1.0 + (-score / unit).exp())
}

impl Weights {
    /// The weights that the engine plays with.
    pub fn current() -> Self {
        let wide = |&(middle, end): &(i16, i16)| [f32::from(middle), f32::from(end)];
        Self(crate::eval::WEIGHTS.iter().map(wide).collect())
    }

    /// The sums of a sample's terms.
    fn sums(&self, sample: &Sample<'_>) -> [f32; 2] {
        let mut sums = [0.0; 2];
        for (&term, &count) in sample.terms.iter().zip(sample.counts) {
            let weight = self.0[usize::from(term)];
            sums[0] += weight[0] * f32::from(count);
            sums[1] += weight[1] * f32::from(count);
        }
        sums
    }

    fn score(&self, sample: &Sample<'_>) -> f32 {
        let [middle, end] = self.sums(sample);
        sample.blend.score(middle, end)
    }

    /// The same evaluation with every kind's mean place and mobility moved into its material, so
    /// that the tables can be read.
    fn centered(&self) -> Self {
        const MOBILITIES: [Option<(usize, usize)>; 6] = [
            None,
            Some((KNIGHT_MOBILITY, 9)),
            Some((BISHOP_MOBILITY, 14)),
            Some((ROOK_MOBILITY, 15)),
            Some((QUEEN_MOBILITY, 28)),
            None,
        ];
        let mut weights = self.0.clone();
        for phase in 0..2 {
            for kind in 0..6 {
                let table = PLACE + 64 * kind;
                // No pawn stands on a first or eighth rank.
                let places = if kind == 0 { table + 8..table + 56 } else { table..table + 64 };
                let mut moved = settle(&mut weights[places], phase);
                if let Some((first, size)) = MOBILITIES[kind] {
                    moved += settle(&mut weights[first..first + size], phase);
                }
                if kind < 5 {
                    weights[MATERIAL + kind][phase] += moved;
                }
            }
        }
        Self(weights)
    }

    /// The text of `src/eval/weights.rs` with these weights; `origin` says how they were made.
    pub fn source(&self, origin: &str) -> String {
        let mut text = format!(
            "//! The weights of the hand-made evaluation, in centipawns, group by group in the order of\n\
             //! [`super::terms`]: middle game and end game. Written by `jadoube train tune`, never by hand;\n\
             //! tuned on {origin}.\n\
             \n\
             use super::terms::TERMS;\n\
             \n\
             /// A weight: middle game, end game.\n\
             const fn w(middle: i16, end: i16) -> (i16, i16) {{\n    (middle, end)\n}}\n\
             \n\
             /// The weights.\n\
             #[rustfmt::skip]\n\
             pub static WEIGHTS: [(i16, i16); TERMS] = [\n"
        );
        let centered = self.centered().0;
        for &(name, first, size) in GROUPS {
            text += &format!("    // {name}\n");
            for row in centered[first..first + size].chunks(8) {
                let row = row.iter().map(|[middle, end]| {
                    format!("w({}, {})", middle.round() as i16, end.round() as i16)
                });
                text += &format!("    {},\n", row.collect::<Vec<_>>().join(", "));
            }
        }
        text + "];\n"
    }
}

/// Takes the mean off and returns it.
fn settle(weights: &mut [[f32; 2]], phase: usize) -> f32 {
    let mean = weights.iter().map(|weight| weight[phase]).sum::<f32>() / weights.len() as f32;
    weights.iter_mut().for_each(|weight| weight[phase] -= mean);
    mean
}

/// Adam (Kingma and Ba, 2014), for all weights.
struct Adam {
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    fn new() -> Self {
        Self { mean: vec![[0.0; 2]; TERMS], square: vec![[0.0; 2]; TERMS], steps: 0 }
    }

    fn step(&mut self, weights: &mut Weights, gradient: &[[f32; 2]], rate: f32) {
        const BETA_1: f32 = 0.9;
        const BETA_2: f32 = 0.999;
        const EPSILON: f32 = 1e-8;
        self.steps += 1;
        let correction_1 = 1.0 - BETA_1.powi(self.steps);
        let correction_2 = 1.0 - BETA_2.powi(self.steps);
        for (term, slopes) in gradient.iter().enumerate() {
            for (phase, &slope) in slopes.iter().enumerate() {
                let mean = &mut self.mean[term][phase];
                *mean = BETA_1 * *mean + (1.0 - BETA_1) * slope;
                let square = &mut self.square[term][phase];
                *square = BETA_2 * *square + (1.0 - BETA_2) * slope * slope;
                let size = (*square / correction_2).sqrt() + EPSILON;
                weights.0[term][phase] -= rate * (*mean / correction_1) / size;
            }
        }
    }
}

impl Tuning {
    /// The unit of the logistic, in centipawns, with which the weights predict results best.
    pub fn fit_unit(samples: &Samples, weights: &Weights) -> f32 {
        let pairs: Vec<(f32, f32)> = (0..samples.len())
            .map(|index| samples.get(index))
            .map(|sample| (weights.score(&sample), sample.result))
            .collect();
        let error = |unit: f32| -> f64 {
            pairs.iter().map(|&(score, result)| square(logistic(score, unit) - result)).sum()
        };
        // The error has one valley: thirty steps of thirds narrow 40..2000 to nothing.
        let (mut low, mut high) = (40.0f32, 2000.0f32);
        for _ in 0..30 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if error(left) < error(right) { high = right } else { low = left }
        }
        (low + high) / 2.0
    }

    fn target(&self, sample: &Sample<'_>, unit: f32) -> f32 {
        self.lambda * sample.result + (1.0 - self.lambda) * logistic(f32::from(sample.score), unit)
    }

    /// Tunes from `start`, with a logistic of that unit in centipawns, and returns the weights
    /// that did best on the positions kept aside. `on_epoch` receives every pass.
    pub fn run(
        &self,
        samples: &Samples,
        start: &Weights,
        unit: f32,
        on_epoch: &mut dyn FnMut(Epoch),
    ) -> Weights {
        let aside = |&index: &usize| {
            Random::new(self.seed, u64::from(samples.game(index))).next().is_multiple_of(VALIDATION)
        };
        let (kept, mut learnt): (Vec<usize>, Vec<usize>) = (0..samples.len()).partition(aside);
        let mut weights = start.clone();
        let mut best = (f64::INFINITY, start.clone());
        let mut adam = Adam::new();
        let mut random = Random::new(self.seed, u64::MAX);
        for number in 0..=self.epochs {
            let validation = self.error(samples, &kept, &weights, unit);
            if validation < best.0 || kept.is_empty() {
                best = (validation, weights.clone());
            }
            let training = self.error(samples, &learnt, &weights, unit);
            on_epoch(Epoch { number, training, validation });
            if number == self.epochs || learnt.is_empty() {
                break;
            }
            for left in (1..learnt.len()).rev() {
                learnt.swap(left, random.below(left + 1));
            }
            let turn = std::f32::consts::PI * number as f32 / self.epochs as f32;
            let rate = self.rate * (0.02 + 0.98 * (1.0 + turn.cos()) / 2.0);
            for batch in learnt.chunks(self.batch.max(1)) {
                let mut gradient = self.gradient(samples, batch, &weights, unit);
                // A position that one weight alone decides pulls at it with at most this.
                let pull = self.hold / (8.0 * unit * learnt.len() as f32);
                for (term, slopes) in gradient.iter_mut().enumerate() {
                    for (phase, slope) in slopes.iter_mut().enumerate() {
                        *slope += pull * (weights.0[term][phase] - start.0[term][phase]);
                    }
                }
                adam.step(&mut weights, &gradient, rate);
            }
        }
        best.1
    }

    /// The slope of the mean squared error, times the unit.
    fn gradient(
        &self,
        samples: &Samples,
        batch: &[usize],
        weights: &Weights,
        unit: f32,
    ) -> Vec<[f32; 2]> {
        let mut gradient = vec![[0.0; 2]; TERMS];
        for &index in batch {
            let sample = samples.get(index);
            let [middle, end] = weights.sums(&sample);
            let shares = sample.blend.shares(end);
            let chance = logistic(sample.blend.score(middle, end), unit);
            let slope = 2.0 * (chance - self.target(&sample, unit)) * chance * (1.0 - chance)
                / batch.len() as f32;
            for (&term, &count) in sample.terms.iter().zip(sample.counts) {
                let slopes = &mut gradient[usize::from(term)];
                slopes[0] += slope * shares.0 * f32::from(count);
                slopes[1] += slope * shares.1 * f32::from(count);
            }
        }
        gradient
    }

    fn error(&self, samples: &Samples, which: &[usize], weights: &Weights, unit: f32) -> f64 {
        let one = |&index: &usize| {
            let sample = samples.get(index);
            square(logistic(weights.score(&sample), unit) - self.target(&sample, unit))
        };
        which.iter().map(one).sum::<f64>() / which.len().max(1) as f64
    }
}

fn square(difference: f32) -> f64 {
    f64::from(difference) * f64::from(difference)
}

#[cfg(test)]
mod tests {
    use super::super::samples::List;
    use super::*;
    use crate::eval::{Classical, Evaluator, terms};
    use crate::rules::{Color, Position};

    /// Games of moves chosen at random, with the score that the weights given would have.
    fn samples(games: u32, truth: &Weights) -> (Samples, Vec<Position>) {
        let (mut samples, mut positions) = (Samples::default(), Vec::new());
        let mut list = List::new();
        for game in 0..games {
            let mut random = Random::new(9, u64::from(game));
            let mut position = Position::initial();
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.below(moves.len())]);
                let mut one = Samples::default();
                one.add(&position, 0, None, &mut list);
                let score = truth.score(&one.get(0)).clamp(-3000.0, 3000.0) as i16;
                samples.add(&position, score, None, &mut list);
                positions.push(position);
            }
            samples.games += 1;
        }
        (samples, positions)
    }

    #[test]
    fn what_is_tuned_is_what_is_played() {
        let (samples, positions) = samples(30, &Weights::current());
        let mut evaluator = Classical::default();
        for (index, position) in positions.iter().enumerate() {
            let played = evaluator.evaluate(position).0 as f32;
            let played = if position.turn() == Color::White { played } else { -played };
            let tuned = Weights::current().score(&samples.get(index));
            assert!((played - tuned).abs() < 2.5, "{played} {tuned} {position:?}");
        }
    }

    #[test]
    fn tuning_finds_the_weights_that_scored() {
        let mut truth = Weights::current();
        truth.0[terms::MATERIAL + 1] = [400.0, 250.0];
        truth.0[terms::TEMPO] = [60.0, -20.0];
        let (samples, _) = samples(60, &truth);
        let tuning = Tuning { lambda: 0.0, epochs: 60, rate: 4.0, batch: 256, hold: 0.01, seed: 1 };
        let mut errors = Vec::new();
        let tuned = tuning.run(&samples, &Weights::current(), 200.0, &mut |epoch| {
            errors.push((epoch.training, epoch.validation));
        });
        let (first, last) = (errors[0], errors[60]);
        assert!(last.0 < first.0 / 20.0 && last.1 < first.1 / 10.0, "{first:?} {last:?}");
        let [middle, end] = tuned.0[terms::TEMPO];
        assert!((middle - 60.0).abs() < 10.0 && (end + 20.0).abs() < 25.0, "{middle} {end}");
    }

    #[test]
    fn centering_changes_no_score_and_the_source_names_every_group() {
        let (samples, _) = samples(10, &Weights::current());
        let (plain, centered) = (Weights::current(), Weights::current().centered());
        for index in 0..samples.len() {
            let sample = samples.get(index);
            let difference = plain.score(&sample) - centered.score(&sample);
            assert!(difference.abs() < 0.5, "{difference}");
        }
        let source = plain.source("nothing");
        assert_eq!(source.matches("w(").count(), TERMS + 1);
        for (name, ..) in GROUPS {
            assert!(source.contains(&format!("    // {name}\n")), "{name}");
        }
        assert!(!source.contains("NaN"));
    }
}
