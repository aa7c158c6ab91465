//! The evaluation by a small network: `(FEATURES -> HIDDEN) x 2 -> HEADS` with squared clipped
//! ReLU. The first layer is kept for each colour as an accumulator, whose sums follow the moves.
//! Nothing here trains a network; the trainer asks `features` for its inputs and writes through
//! `file`. Nothing here reads the disk either.

mod evaluator;
pub mod features;
mod file;
mod simd;

pub use evaluator::NetworkEvaluator;
pub use features::{FEATURES, HEADS, RatingAdvantage};
pub use file::{MOST_INPUT_WEIGHT, MOST_OUTPUT_WEIGHT, Network, NetworkError, Weights};
pub use simd::InstructionSet;

use std::sync::{Arc, LazyLock};

use crate::eval::{Score, driven_king};
use crate::rules::{Color, Position};

/// The neurons of the hidden layer, for each of the two perspectives.
pub const HIDDEN: usize = 256;

/// 1.0 in the hidden layer: its weights, biases and sums are held as `i16` in units of 1/255.
pub const QA: i32 = 255;

/// 1.0 among the output weights, which are held as `i16` in units of 1/64. The output bias is an
/// `i32` in units of 1/([`QA`] * [`QB`]).
pub const QB: i32 = 64;

/// The file of the network that the program carries. This is the one place that says so: with `None`
/// the usual evaluation would be the hand-made one.
const EMBEDDED: Option<&[u8]> = Some(include_bytes!("jadoube.network"));

/// The network that the program carries, if it carries one.
///
/// # Panics
/// It is damaged; a test sees to it that it is not.
pub fn embedded() -> Option<Arc<Network>> {
    static NETWORK: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
        EMBEDDED.map(|bytes| Arc::new(Network::read(bytes).expect("a test has read it")))
    });
    NETWORK.clone()
}

/// One number for each neuron of the hidden layer: the weights of an input, or an accumulator.
/// Aligned so that any vector instruction may load from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
struct Row([i16; HIDDEN]);

impl Row {
    const ZERO: Self = Self([0; HIDDEN]);
}

impl Network {
    /// The score of a position for the side to move, computed from nothing and in plain Rust. This
    /// is what every faster way must equal.
    pub fn evaluate(&self, position: &Position, advantage: RatingAdvantage) -> Score {
        if let Some(score) = driven_king(position) {
            return score;
        }
        let kernel = InstructionSet::portable();
        let accumulator = |perspective: Color| {
            let mut sums = Row::ZERO;
            let on = features::active(position, perspective, advantage);
            kernel.update(self.input_weights(), self.input_bias(), &mut sums, &on, &[]);
            sums
        };
        let us = position.turn();
        let head = features::head(position);
        let [ours, theirs] = [us, us.other()].map(accumulator);
        self.score(head, kernel.dot(&ours, &theirs, self.output_weights(head)))
    }

    /// The score that follows from the weighted sum of the hidden layer, which has the unit
    /// 1/([`QA`]² * [`QB`]).
    fn score(&self, head: usize, sum: i32) -> Score {
        let total = i64::from(sum) + i64::from(self.output_bias(head)) * i64::from(QA);
        Score((total as f64 * self.centipawns_per_output()) as i32).clipped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_carried_can_be_read() {
        let read = EMBEDDED.map(Network::read).transpose();
        assert!(read.is_ok(), "{read:?}");
        assert_eq!(embedded().is_some(), EMBEDDED.is_some());
    }
}
