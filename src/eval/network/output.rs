//! The output layer in plain Rust.

use super::{HIDDEN, QA, Row};

/// The weighted sum of the squared, clipped hidden layer, in units of 1/(QA² * QB).
pub(super) fn dot(ours: &Row, theirs: &Row, weights: &[Row; 2]) -> i32 {
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
