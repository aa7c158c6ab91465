//! What the opponent attacks: which squares at all, and which of them with a man of less value than
//! a piece of ours that would stand there.

use crate::rules::{Color, Move, PieceKind, Position, Reach};

/// What the opponent of the side to move threatens.
#[derive(Clone, Copy, Default)]
pub struct Threats {
    /// What the opponent attacks.
    pub reach: Reach,
}

impl Threats {
    /// The threats against the side to move.
    pub fn of(position: &Position) -> Self {
        let board = position.board();
        let kinds = PieceKind::ALL.map(|kind| board.of_kind(kind));
        let colors = Color::ALL.map(|color| board.of_color(color));
        Self { reach: Reach::of(position.turn().other(), &kinds, &colors) }
    }

    /// Whether a move brings a piece of this kind out of the reach of lesser men.
    #[inline]
    pub fn escapes(&self, kind: PieceKind, mv: Move) -> bool {
        let lesser = self.reach.of_lesser(kind);
        lesser.contains(mv.from()) && !lesser.contains(mv.to())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, Piece, Square, attacks};
    use crate::search::picker::tests::positions;
    use crate::search::see::SEE_VALUE;

    /// Looks from each square for the men that attack it, not from the men.
    #[test]
    fn a_square_is_threatened_by_the_men_that_are_seen_from_it() {
        let mut seen = 0;
        for position in positions() {
            let threats = Threats::of(&position);
            for square in (0..64).map(|index| Square::at(index % 8, index / 8)) {
                let attackers = attackers(&position, square);
                assert_eq!(threats.reach.all.contains(square), !attackers.is_empty(), "{square:?}");
                for kind in
                    [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
                {
                    // A bishop counts as much as a knight.
                    let worth = |kind: PieceKind| SEE_VALUE[kind.index()] / 50;
                    let lesser = attackers
                        .iter()
                        .any(|by| *by != PieceKind::King && worth(*by) < worth(kind));
                    let found = threats.reach.of_lesser(kind).contains(square);
                    assert_eq!(found, lesser, "{kind:?} on {square:?}: {position:?}");
                    seen += usize::from(found);
                }
            }
        }
        assert!(seen > 1000, "{seen}");
    }

    /// The kinds of the opponent's men that attack a square.
    fn attackers(position: &Position, square: Square) -> Vec<PieceKind> {
        let (us, them) = (position.turn(), position.turn().other());
        let occupied = position.board().occupied();
        let mut kinds = Vec::new();
        for kind in PieceKind::ALL {
            let from = match kind {
                PieceKind::Pawn => attacks::attacks(kind, us, square, occupied),
                _ => attacks::attacks(kind, Color::White, square, occupied),
            };
            let men = from.into_iter().filter_map(|from| position.piece_at(from));
            kinds.extend(men.filter(|man| *man == Piece::new(them, kind)).map(Piece::kind));
        }
        kinds
    }
}
