//! All games of a match: who plays whom, from which positions, what counts, and how a match that
//! was broken off goes on.

mod openings;
mod random;
pub mod resume;
mod run;
mod schedule;
mod standings;
mod stats;
pub(super) mod tags;

pub use openings::{Openings, OpeningsError};
pub use random::{RandomOpenings, RandomPlies};
pub use run::{Finished, Match, MatchError};
pub use schedule::{Format, Schedule};
pub use standings::{Counted, Standings};
pub(super) use standings::{Failures, Trial};
pub use stats::Sprt;
pub(super) use stats::{ELO_PER_POINT, Estimate, GameScore, SprtState, Tally, quantile};
