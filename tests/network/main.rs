//! The network: its inputs, its file, and that every way to evaluate gives the same score.

mod features;
mod file;
mod play;
mod walks;

use jadoube::eval::network::{FEATURES, HEADS, HIDDEN, Network, Weights};
use jadoube::notation::fen;
use jadoube::rules::laws::Terms;
use jadoube::rules::{Position, splitmix};

/// The position of a FEN.
fn position(text: &str, terms: &Terms) -> Position {
    fen::parse(text).unwrap().position(terms).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Chance that can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = splitmix(self.0);
        self.0
    }

    /// A number from `-most` to `most`.
    fn within(&mut self, most: i16) -> i16 {
        let most = i64::from(most);
        ((self.next() % (2 * most as u64 + 1)) as i64 - most) as i16
    }
}

/// The numbers of a network.
#[derive(Clone)]
struct Numbers {
    input_weights: Vec<i16>,
    input_bias: Vec<i16>,
    output_weights: Vec<i16>,
    output_bias: Vec<i32>,
}

impl Numbers {
    /// Random ones, of the sizes that a trained network has.
    fn random(seed: u64) -> Self {
        let mut random = Random(seed);
        let mut list = |length: usize, most: i16| -> Vec<i16> {
            (0..length).map(|_| random.within(most)).collect()
        };
        Self {
            input_weights: list(FEATURES * HIDDEN, 60),
            input_bias: list(HIDDEN, 120),
            output_weights: list(HEADS * 2 * HIDDEN, 30),
            output_bias: list(HEADS, 5_000).into_iter().map(i32::from).collect(),
        }
    }

    fn weights(&self) -> Weights<'_> {
        Weights {
            input_weights: &self.input_weights,
            input_bias: &self.input_bias,
            output_weights: &self.output_weights,
            output_bias: &self.output_bias,
        }
    }

    fn network(&self) -> Network {
        let pedigree = serde_json::json!({ "made": "by chance" });
        Network::new(&self.weights(), 300.0, pedigree).unwrap()
    }
}
