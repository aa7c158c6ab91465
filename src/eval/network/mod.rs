//! The evaluation by a small network: `(FEATURES -> HIDDEN) x 2 -> HEADS` with squared clipped
//! ReLU. The first layer is kept for each colour as an accumulator, whose sums follow the moves.
//! Nothing here trains a network; the trainer asks `features` for its inputs and writes through
//! `file`. Nothing here reads the disk either.

mod evaluator;
pub mod features;
mod file;
mod relations;
mod simd;

pub use evaluator::NetworkEvaluator;
pub use features::{FEATURES, HEADS, RatingAdvantage};
pub use file::{
    MOST_INPUT_WEIGHT, MOST_OUTPUT_WEIGHT, MOST_RELATION_WEIGHT, Network, NetworkError, Weights,
};
pub use simd::InstructionSet;

use std::sync::{Arc, LazyLock};

use crate::eval::{Score, bare_king_score};
use crate::rules::{Color, PieceKind, Position, Square};
use features::Snapshot;

/// The neurons of the hidden layer, for each of the two perspectives.
pub const HIDDEN: usize = 512;

/// 1.0 in the hidden layer: its weights, biases and sums are held as `i16` in units of 1/255.
pub const QA: i32 = 255;

/// 1.0 among the output weights, which are held as `i16` in units of 1/64. The output bias is an
/// `i32` in units of 1/([`QA`] * [`QB`]).
pub const QB: i32 = 64;

/// The file of the network that the program carries.
const EMBEDDED: &[u8] = include_bytes!("jadoube.network");

/// The network that the program carries.
///
/// # Panics
/// It is damaged; a test sees to it that it is not.
pub fn embedded() -> Arc<Network> {
    static NETWORK: LazyLock<Arc<Network>> =
        LazyLock::new(|| Arc::new(Network::read(EMBEDDED).expect("a test has read it")));
    NETWORK.clone()
}

/// One number for each neuron of the hidden layer: the weights of an input, or an accumulator.
/// Aligned so that any vector instruction may load from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
struct Row([i16; HIDDEN]);

impl Row {
    const ZERO: Self = Self([0; HIDDEN]);
}

impl Network {
    /// The score of a position for the side to move, computed from nothing and in plain Rust. This
    /// is what every faster way must equal.
    pub fn evaluate(&self, position: &Position, advantage: RatingAdvantage) -> Score {
        if let Some(score) = bare_king_score(position) {
            return score;
        }
        self.evaluate_snapshot(&Snapshot::of(position, advantage), position)
    }

    /// What the piece on a square adds to the score for the side to move: the difference to the
    /// score without it, all else being equal, its castling rights too. `None` for a king and for
    /// an empty square.
    pub fn worth(&self, position: &Position, square: Square) -> Option<Score> {
        let piece = position.piece_at(square)?;
        let snapshot = Snapshot::of(position, RatingAdvantage::NONE);
        let without = (piece.kind() != PieceKind::King).then(|| snapshot.without(square))?;
        let [with, without] = [snapshot, without].map(|one| self.evaluate_snapshot(&one, position));
        Some(Score(with.0 - without.0))
    }

    /// The score of what there is to see of a position, by the output head of that position.
    fn evaluate_snapshot(&self, snapshot: &Snapshot, position: &Position) -> Score {
        let kernel = InstructionSet::portable();
        let accumulator = |perspective: Color| {
            let mut sums = Row::ZERO;
            let on = snapshot.active(perspective);
            kernel.update(self.input_weights(), self.input_bias(), &mut sums, &on, &[]);
            sums
        };
        let us = position.turn();
        let head = features::head(position);
        let [ours, theirs] = [us, us.other()].map(accumulator);
        self.score(head, kernel.dot(&ours, &theirs, self.output_weights(head)))
    }

    /// The score that follows from the weighted sum of the hidden layer, which has the unit
    /// 1/([`QA`]² * [`QB`]).
    fn score(&self, head: usize, sum: i32) -> Score {
        let total = i64::from(sum) + i64::from(self.output_bias(head)) * i64::from(QA);
        Score((total as f64 * self.centipawns_per_output()) as i32).clipped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use crate::rules::laws::Terms;

    #[test]
    fn the_network_carried_can_be_read() {
        let read = Network::read(EMBEDDED);
        assert!(read.is_ok(), "{read:?}");
    }

    /// Positions of some games of moves chosen by their keys.
    fn walks() -> Vec<Position> {
        let mut met = Vec::new();
        for walk in 1..=20u64 {
            let mut position = Position::initial();
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let choice = position.key().wrapping_mul(2 * walk + 1) >> 32;
                position = position.play(moves[choice as usize % moves.len()]);
                met.push(position);
            }
        }
        met
    }

    /// The position without the piece on a square, where that is a position whose other inputs and
    /// output head are the same.
    fn without(position: &Position, square: Square) -> Option<Position> {
        let mut setup = Setup::of(position);
        setup.pieces[square.index()] = None;
        let other = setup.position(&Terms::default()).ok()?;
        let same_rights = position.board().castling_rooks() == other.board().castling_rooks();
        let same_head = features::head(position) == features::head(&other);
        (same_rights && same_head && bare_king_score(&other).is_none()).then_some(other)
    }

    #[test]
    fn the_worth_of_a_piece_is_what_the_score_loses_without_it() {
        let network = embedded();
        let evaluate = |position: &Position| network.evaluate(position, RatingAdvantage::NONE).0;
        let mut compared = 0;
        for position in walks() {
            for square in position.board().occupied() {
                let Some(other) = without(&position, square) else { continue };
                let worth = network.worth(&position, square).unwrap();
                assert_eq!(
                    worth.0,
                    evaluate(&position) - evaluate(&other),
                    "{square}: {position:?}"
                );
                compared += 1;
            }
            let king = position.board().king(position.turn());
            assert_eq!(network.worth(&position, king), None);
        }
        assert!(compared > 5_000, "{compared}");
    }
}
