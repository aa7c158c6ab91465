//! Where the evaluation comes from: games that the engine plays with itself, under every law, and
//! the training of networks on them. No game, label or weight of another's is ever read here, and
//! nothing here is used in play.

mod adjudicate;
mod datagen;
mod games;
mod mix;
pub mod network;
mod openings;
mod tools;

pub use datagen::{Datagen, Progress};
pub use games::{
    EndedBy, FileError, GameError, GameFile, GameReader, RunHeader, ScoredMove, TrainingGame,
};
pub use mix::{Kind, Mix, MixError, USUAL_MIX};
pub use openings::generate;
pub use tools::{Inspection, SCORE_CLASSES, merge, shuffle};

pub(crate) use crate::rules::Random;
