//! What a position is worth when nobody has proved it: the score type and the evaluators. No
//! search happens here, and nothing here says how a game ends: that is the rules' business.

mod classical;
mod score;
pub mod terms;
mod weights;

pub use classical::{Breakdown, Classical, SCALE_ONE, mop_up, scale};
pub use score::{MAX_PLY, Score};
pub use weights::WEIGHTS;

use crate::rules::{Move, Position};

/// Judges positions. The search calls `play` and `undo` around every move it makes, so that an
/// evaluator may keep sums up to date instead of making them anew.
pub trait Evaluator: Clone + Default + Send {
    /// The worth of the position for the player to move, in centipawns.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// `mv` has been made in `before` and led to `after`.
    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        let _ = (before, mv, after);
    }

    /// The last move played is taken back.
    fn undo(&mut self) {}
}
