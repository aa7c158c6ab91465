//! Training of the network: games are packed into samples ([`Packing`]), and a [`Trainer`] learns
//! from them and writes what the engine plays with. The inputs and the file of a network are those
//! of `eval::network`. Nothing is printed here, and nothing here is used in play.

mod adamw;
mod checkpoint;
mod curve;
mod distil;
mod mean;
mod model;
mod order;
mod pack;
mod pack_file;
mod pass;
mod quantise;
mod sample;
mod session;
mod sharing;
mod td;
#[cfg(test)]
mod tests;
mod trainer;
mod unit;

pub use checkpoint::{Superbatch, TrainError};
pub use distil::Teachers;
pub use mean::{losses_of, mean, write_network};
pub use model::{Model, Shape};
pub use pack::{PackProgress, Packing};
pub use pack_file::{Distilled, PackError, PackFile, PackHeader, Settings};
pub use pass::Losses;
pub use sample::Inputs;
pub use session::{Outputs, TrainEvent};
pub use trainer::{Length, TrainProgress, TrainSettings, Trainer};

impl PackFile {
    /// The unit of the scores, in centipawns a logit: that in which they were mixed with what networks
    /// expect, or their means were taken, or, when each is the score of one search, that with which they
    /// predict the results best. `None` when there is nothing to learn from.
    pub fn unit(&self) -> Option<f32> {
        let PackHeader { settings: Settings { td_lambda, unit, .. }, distilled, .. } =
            self.header();
        let mixed = distilled.as_ref().map(|distilled| distilled.unit);
        let known = mixed.or((*td_lambda > 0.0).then_some(*unit));
        if self.training().is_empty() {
            return None;
        }
        known.or_else(|| unit::fit(self.training()))
    }
}
