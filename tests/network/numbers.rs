//! Networks of random numbers: all that is asked of them is that they give the same scores by every
//! way.

use jadoube::eval::network::{FEATURES, HEADS, HIDDEN, Network, Weights};

use crate::chance::Random;

/// A number from `-most` to `most`.
fn within(random: &mut Random, most: i16) -> i16 {
    let most = i64::from(most);
    ((random.next() % (2 * most as u64 + 1)) as i64 - most) as i16
}

/// The numbers of a network.
#[derive(Clone)]
pub struct Numbers {
    pub input_weights: Vec<i16>,
    pub input_bias: Vec<i16>,
    pub output_weights: Vec<i16>,
    pub output_bias: Vec<i32>,
}

impl Numbers {
    /// Random ones, of the sizes that a trained network has.
    pub fn random(seed: u64) -> Self {
        let mut random = Random(seed);
        let mut list = |length: usize, most: i16| -> Vec<i16> {
            (0..length).map(|_| within(&mut random, most)).collect()
        };
        Self {
            input_weights: list(FEATURES * HIDDEN, 60),
            input_bias: list(HIDDEN, 120),
            output_weights: list(HEADS * 2 * HIDDEN, 30),
            output_bias: list(HEADS, 5_000).into_iter().map(i32::from).collect(),
        }
    }

    /// The numbers as a network takes them.
    pub fn weights(&self) -> Weights<'_> {
        Weights {
            input_weights: &self.input_weights,
            input_bias: &self.input_bias,
            output_weights: &self.output_weights,
            output_bias: &self.output_bias,
        }
    }

    /// The network of these numbers.
    pub fn network(&self) -> Network {
        let pedigree = serde_json::json!({ "made": "by chance" });
        Network::new(&self.weights(), 300.0, pedigree).unwrap()
    }
}
