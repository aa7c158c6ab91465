//! The evaluation by a small network: `(FEATURES -> HIDDEN) x 2 -> HEADS` with squared clipped
//! ReLU. The first layer is kept for each colour as an accumulator, whose sums follow the moves.
//! Nothing here trains a network; the trainer asks `features` for its inputs and writes through
//! `file`. Nothing here reads the disk either.

pub mod features;
mod file;
mod output;

pub use features::{FEATURES, HEADS, RatingAdvantage};
pub use file::{MOST_INPUT_WEIGHT, MOST_OUTPUT_WEIGHT, Network, NetworkError, Weights};

use crate::eval::Score;
use crate::rules::{Color, Position};

/// The neurons of the hidden layer, for each of the two perspectives.
pub const HIDDEN: usize = 256;

/// 1.0 in the hidden layer: its weights, biases and sums are held as `i16` in units of 1/255.
pub const QA: i32 = 255;

/// 1.0 among the output weights, which are held as `i16` in units of 1/64. The output bias is an
/// `i32` in units of 1/([`QA`] * [`QB`]).
pub const QB: i32 = 64;

/// One number for each neuron of the hidden layer: the weights of an input, or an accumulator.
/// Aligned so that any vector instruction may load from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

impl Network {
    /// The score of a position for the side to move, computed from nothing. This is what every
    /// faster way must equal.
    pub fn evaluate(&self, position: &Position, advantage: RatingAdvantage) -> Score {
        let accumulator = |perspective| {
            let mut sums = *self.input_bias();
            for feature in features::active(position, perspective, advantage) {
                let weights = self.input_weights(feature.into());
                for (sum, weight) in sums.0.iter_mut().zip(&weights.0) {
                    // No network that can be read overflows here; see `file`.
                    *sum = sum.wrapping_add(*weight);
                }
            }
            sums
        };
        let us = position.turn();
        let head = features::head(position);
        let [ours, theirs] = [us, us.other()].map(|color: Color| accumulator(color));
        let sum = output::dot(&ours, &theirs, self.output_weights(head));
        self.score(head, sum)
    }

    /// The score that follows from the weighted sum of the hidden layer, which has the unit
    /// 1/([`QA`]² * [`QB`]).
    fn score(&self, head: usize, sum: i32) -> Score {
        let total = i64::from(sum) + i64::from(self.output_bias(head)) * i64::from(QA);
        Score((total as f64 * self.centipawns_per_output()) as i32).clipped()
    }
}
