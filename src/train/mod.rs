//! Where the evaluation comes from: games that the engine plays with itself, under today's law,
//! and the fitting of the weights to them. No game, label or weight of another's is ever read
//! here, and nothing here is used in play.

mod adjudicate;
mod datagen;
mod games;
mod mix;
pub mod network;
mod openings;
mod samples;
mod tools;
mod tune;

pub use datagen::{Datagen, Progress};
pub use games::{
    EndedBy, FileError, GameError, GameFile, GameReader, RunHeader, ScoredMove, TrainingGame,
};
pub use mix::{Kind, Mix, MixError, USUAL_MIX};
pub use openings::generate;
pub use samples::Samples;
pub use tools::{Inspection, SCORE_CLASSES, merge, shuffle};
pub use tune::{Epoch, Tuning, Weights};

/// A small generator of pseudo-random numbers (splitmix64): good enough to choose openings and to
/// shuffle, and the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of a seed and a stream within it.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut mixer = Self(seed);
        let mixed = mixer.next();
        Self(mixed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number from 0 to `below` - 1; `below` must not be 0.
    pub(crate) fn below(&mut self, below: usize) -> usize {
        ((u128::from(self.next()) * below as u128) >> 64) as usize
    }

    /// A number from 0 to 1, 1 excluded.
    pub(crate) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
