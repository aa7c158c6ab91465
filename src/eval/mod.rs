//! The static evaluation: the score type, the network that evaluates, and what it is not asked. No
//! search happens here, and nothing here decides how a game ends: the rules do that.

mod bare_king;
pub mod network;
mod score;

pub use bare_king::bare_king_score;
pub use network::NetworkEvaluator;
pub use score::{MAX_PLY, Score};

use crate::rules::{Move, Position};

/// Evaluates positions. The search calls `play` and `undo` around every move it makes, so that an
/// evaluator may update its sums instead of computing them again.
pub trait Evaluator: Clone + Send {
    /// The score of the position for the side to move, in centipawns.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// `mv` has been made in `before` and led to `after`.
    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        let _ = (before, mv, after);
    }

    /// The last move played is taken back.
    fn undo(&mut self) {}
}
