//! A trained network in the form that the engine plays with.

use serde_json::Value;

use super::model::Model;
use crate::eval::network::{HIDDEN, Network, NetworkError, QA, QB, Weights};

impl Model {
    /// The network with rounded weights. `unit` is how many centipawns one logit is. `None` for a
    /// network of another width than the engine is built for.
    ///
    /// # Errors
    /// When weights are larger than their quantised form can hold, which clipping prevents.
    pub fn quantise(&self, unit: f32, pedigree: Value) -> Option<Result<Network, NetworkError>> {
        let shape = self.shape;
        if shape.hidden() != HIDDEN {
            return None;
        }
        let rounded = |weights: &[f32], one: i32| -> Vec<i16> {
            weights.iter().map(|weight| (weight * one as f32).round() as i16).collect()
        };
        let parameters = &self.parameters;
        let input_weights = rounded(&parameters[..shape.feature_bias()], QA);
        let input_bias = rounded(&parameters[shape.feature_bias()..shape.output()], QA);
        let output_weights = rounded(&parameters[shape.output()..shape.output_bias()], QB);
        let output_bias: Vec<i32> = parameters[shape.output_bias()..]
            .iter()
            .map(|bias| (bias * (QA * QB) as f32).round() as i32)
            .collect();
        let weights = Weights {
            input_weights: &input_weights,
            input_bias: &input_bias,
            output_weights: &output_weights,
            output_bias: &output_bias,
        };
        Some(Network::new(&weights, unit.into(), pedigree))
    }
}
