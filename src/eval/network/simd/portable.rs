//! The loops of the hidden layer in plain Rust: what all others must equal.

use super::Kernel;
use crate::eval::network::{HIDDEN, QA, Row};

/// No instructions that need a test.
pub(super) struct Portable;

impl Kernel for Portable {
    fn update(&self, weights: &[Row], from: &Row, to: &mut Row, added: &[u16], removed: &[u16]) {
        *to = *from;
        for &feature in added {
            for (sum, weight) in to.0.iter_mut().zip(&weights[usize::from(feature)].0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &feature in removed {
            for (sum, weight) in to.0.iter_mut().zip(&weights[usize::from(feature)].0) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
    }

    fn dot(&self, ours: &Row, theirs: &Row, weights: &[Row; 2]) -> i32 {
        let half = |sums: &Row, weights: &Row| {
            let mut total = 0i32;
            for neuron in 0..HIDDEN {
                let clipped = i32::from(sums.0[neuron]).clamp(0, QA);
                total += clipped * clipped * i32::from(weights.0[neuron]);
            }
            total
        };
        half(ours, &weights[0]) + half(theirs, &weights[1])
    }
}
