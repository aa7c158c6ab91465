//! What a position is worth when nobody has proved it: the score type and the evaluators. No
//! search happens here, and no law is read: what a law decides, the search asks of the rules.

mod score;

pub use score::{MAX_PLY, Score};

use crate::rules::{Move, Position};

/// Judges positions. The search calls `play` and `undo` around every move it makes, so that an
/// evaluator may keep sums up to date instead of making them anew.
pub trait Evaluator {
    /// The worth of the position for the player to move, in centipawns.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// `mv` has been made in `before` and led to `after`.
    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        let _ = (before, mv, after);
    }

    /// The last move played is taken back.
    fn undo(&mut self) {}
}
