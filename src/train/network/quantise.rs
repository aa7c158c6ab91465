//! A trained network in the form that the engine plays with, and back.

use serde_json::Value;

use super::model::{Model, OUTPUT_LIMIT, Shape};
use crate::eval::network::{HEADS, HIDDEN, Network, NetworkError, QA, QB, Weights};

/// Output weights are multiplied by this at most.
const MOST_SCALE: f32 = 32.0;
/// What the rounded output weights of a head may sum to, signs left aside: a little less than what
/// [`Network::new`] admits.
const MOST_SUM: f32 = (i32::MAX / (QA * QA)) as f32 - HIDDEN as f32 * 2.0;

impl Model {
    /// The network with rounded weights. `unit` is how many centipawns one logit is. `None` for a
    /// network of another width than the engine is built for.
    ///
    /// Output weights are small beside the step they are rounded to. So they are multiplied until
    /// the largest fills its byte, and the unit of the network is divided by as much.
    ///
    /// # Errors
    /// When weights are larger than their quantised form can hold, which clipping prevents.
    pub fn quantise(&self, unit: f32, pedigree: Value) -> Option<Result<Network, NetworkError>> {
        let outputs = &self.parameters[self.shape.output()..self.shape.output_bias()];
        let scale = scale(outputs);
        self.quantise_at(scale, (unit / scale).into(), pedigree)
    }

    /// The same with the output weights multiplied by `scale`. `unit` is how many centipawns an output
    /// of 1.0 then is.
    ///
    /// # Errors
    /// When weights are larger than their quantised form can hold.
    pub(super) fn quantise_at(
        &self,
        scale: f32,
        unit: f64,
        pedigree: Value,
    ) -> Option<Result<Network, NetworkError>> {
        let shape = self.shape;
        if shape.hidden() != HIDDEN {
            return None;
        }
        let rounded = |weights: &[f32], one: f32| -> Vec<i16> {
            weights.iter().map(|weight| (weight * one).round() as i16).collect()
        };
        let (inputs, outputs) = self.parameters.split_at(shape.output());
        let (outputs, output_bias) = outputs.split_at(HEADS * 2 * HIDDEN);
        let input_weights = rounded(&inputs[..shape.feature_bias()], QA as f32);
        let input_bias = rounded(&inputs[shape.feature_bias()..], QA as f32);
        let output_weights = rounded(outputs, scale * QB as f32);
        let one = scale * (QA * QB) as f32;
        let output_bias: Vec<i32> =
            output_bias.iter().map(|bias| (bias * one).round() as i32).collect();
        let weights = Weights {
            input_weights: &input_weights,
            input_bias: &input_bias,
            output_weights: &output_weights,
            output_bias: &output_bias,
        };
        Some(Network::new(&weights, unit, pedigree))
    }

    /// The network that the engine plays with, to be trained further. `unit` is how many centipawns
    /// one logit shall be: scores in centipawns stay what they are.
    pub fn of_network(network: &Network, unit: f32) -> Self {
        let shape = Shape::new(HIDDEN).expect("the engine is built for a width that is allowed");
        let mut parameters = network.to_floats();
        let logits = network.unit() as f32 / unit;
        parameters[shape.output()..].iter_mut().for_each(|number| *number *= logits);
        Self { shape, parameters }
    }
}

/// What the output weights are multiplied by before they are rounded.
fn scale(outputs: &[f32]) -> f32 {
    let largest = outputs.iter().fold(0.0f32, |largest, weight| largest.max(weight.abs()));
    let sums = outputs.chunks(2 * HIDDEN).map(|head| head.iter().map(|weight| weight.abs()).sum());
    let largest_sum: f32 = sums.fold(0.0, f32::max);
    let by_sum = MOST_SUM / (largest_sum * QB as f32);
    (OUTPUT_LIMIT / largest).min(by_sum).min(MOST_SCALE)
}
