//! Playing against a weaker opponent. Whoever plays for the objectively best result trades pieces
//! when he is behind and repeats moves when he can do no better; against an opponent who will err,
//! the stronger player does better to keep pieces on the board and to refuse draws. Both are
//! added to the scores of a search as sums that one player gains and the other loses, so that the
//! tree stays zero-sum. At odds this is what the giver lives on: the book's page on odds has what the
//! numbers below were measured to gain.

use crate::eval::Score;
use crate::rules::{Board, Color, PieceKind, Position};

/// The highest advantage that is counted, in Elo points.
pub const HIGHEST_ADVANTAGE: u16 = 1500;

/// Centipawns for all pieces still on the board, at an advantage of 1000 points.
const PIECES: i32 = 120;
/// Centipawns for all pawns still on the board, at an advantage of 1000 points.
const PAWNS: i32 = 32;
/// Centipawns by which a draw is worse than an even position, at an advantage of 1000 points.
const DRAW: i32 = 300;

/// How much stronger one of the players is than the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advantage {
    /// The stronger player.
    pub stronger: Color,
    /// Elo points, 1 to [`HIGHEST_ADVANTAGE`].
    pub points: u16,
}

impl Advantage {
    /// Centipawns for the player to move that the position is worth beside its evaluation.
    pub(super) fn bonus(self, position: &Position) -> i32 {
        let (pieces, pawns) = left_on(position.board());
        let gained = PIECES * (pieces - 24) / 24 + PAWNS * (pawns - 16) / 16;
        self.for_side(position.turn(), gained)
    }

    /// What a draw is worth to the player to move.
    pub(super) fn draw(self, turn: Color) -> Score {
        Score(self.for_side(turn, -DRAW))
    }

    /// Centipawns for the stronger player, at 1000 points, as centipawns for `turn`.
    fn for_side(self, turn: Color, centipawns: i32) -> i32 {
        let gained = centipawns * i32::from(self.points) / 1000;
        if turn == self.stronger { gained } else { -gained }
    }
}

/// What is left on the board: pieces weighed as the phase of a game counts them, 24 at the start,
/// and pawns, 16 at the start.
fn left_on(board: &Board) -> (i32, i32) {
    let count = |kind| board.of_kind(kind).count() as i32;
    let minor = count(PieceKind::Knight) + count(PieceKind::Bishop);
    let pieces = minor + 2 * count(PieceKind::Rook) + 4 * count(PieceKind::Queen);
    (pieces, count(PieceKind::Pawn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use crate::rules::laws::Terms;

    fn of(stronger: Color) -> Advantage {
        Advantage { stronger, points: 1000 }
    }

    /// The starting position without pieces of some kinds.
    fn without(kinds: &[PieceKind]) -> Position {
        let mut setup = Setup::initial();
        for piece in &mut setup.pieces {
            *piece = piece.filter(|piece| !kinds.contains(&piece.kind()));
        }
        setup.position(&Terms::default()).unwrap()
    }

    #[test]
    fn what_one_player_gains_the_other_loses() {
        for position in [without(&[]), without(&[PieceKind::Queen, PieceKind::Pawn])] {
            let bonus = of(Color::White).bonus(&position);
            assert_eq!(of(Color::Black).bonus(&position), -bonus);
            assert_eq!(of(Color::White).bonus(&position.pass()), -bonus);
            assert_eq!(of(Color::White).draw(Color::White), -of(Color::White).draw(Color::Black));
        }
    }

    #[test]
    fn every_trade_costs_the_stronger_player() {
        use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
        let traded = [Queen, Rook, Bishop, Knight, Pawn];
        let bonus = |count: usize| of(Color::White).bonus(&without(&traded[..count]));
        assert!((0..traded.len()).all(|count| bonus(count) > bonus(count + 1)));
    }
}
