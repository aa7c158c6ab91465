//! What the opponent attacks: which squares at all, and which of them with a man of less value than
//! a piece of ours that would stand there.

use super::margins::{order_check, order_escape, order_exposure};
use super::see::SEE_VALUE;
use crate::rules::{Bitboard, Checks, Color, Move, Piece, PieceKind, Position, Reach};

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
}

/// Which quiet moves of a position come early: those that give check, and those that bring a piece
/// out of the reach of pieces of less value; and which late: those that bring one into it.
pub struct Urgency {
    checks: Checks,
    /// For each kind, what the opponent attacks with pieces of less value.
    lesser: [Bitboard; 6],
    /// For each kind, the bonus for its escape.
    escapes: [i32; 6],
    /// For each kind, the malus for going where a lesser piece attacks it.
    exposures: [i32; 6],
}

impl Urgency {
    /// What decides it, gathered for all moves of a position.
    #[inline]
    pub fn of(position: &Position, threats: &Threats) -> Self {
        let lesser = PieceKind::ALL.map(|kind| threats.reach.of_lesser(kind));
        let escapes = SEE_VALUE.map(|value| order_escape() * value);
        let exposures = SEE_VALUE.map(|value| order_exposure() * value);
        Self { checks: position.checks(), lesser, escapes, exposures }
    }

    /// Whether a move gives check.
    #[inline(always)]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        position.gives_check_by(&self.checks, mv)
    }

    /// What is added to the score of a quiet move. Without a branch on what attacks it, which cannot
    /// be foretold.
    #[inline(always)]
    pub fn bonus(&self, position: &Position, mv: Move) -> i32 {
        let check = i32::from(self.gives_check(position, mv));
        // A null move of the odds may move no piece, and a king escapes nothing.
        let kind = position.piece_at(mv.from()).map_or(PieceKind::King, Piece::kind).index();
        let lesser = self.lesser[kind];
        let [before, after] = [mv.from(), mv.to()].map(|square| lesser.contains(square));
        order_check() * check + self.escapes[kind] * i32::from(before & !after)
            - self.exposures[kind] * i32::from(after & !before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Square, attacks};
    use crate::search::picker::tests::positions;

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
