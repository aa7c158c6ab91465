//! Which pieces a table is about. Names and counts; no squares.

use crate::rules::{Color, PieceKind, Position};

use super::index::MAX_PIECES;

/// The kinds in the order of a table's name, the king first.
const KINDS: [PieceKind; 6] = [
    PieceKind::King,
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Pawn,
];

/// The pieces of both sides, the first being the one that a table's name has first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Material {
    /// How many pieces of each kind, by [`PieceKind::index`].
    sides: [[u8; 6]; 2],
}

impl Material {
    /// Reads `KQPvKR`.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let side = |text: &str| {
            let mut counts = [0; 6];
            let mut last = 0;
            for letter in text.chars() {
                let place = KINDS
                    .iter()
                    .position(|kind| kind.letter().to_ascii_uppercase() == letter)
                    .filter(|place| *place >= last)?;
                last = place;
                counts[KINDS[place].index()] += 1;
            }
            (counts[PieceKind::King.index()] == 1).then_some(counts)
        };
        let material = Self { sides: [side(first)?, side(second)?] };
        (3..=MAX_PIECES).contains(&material.pieces()).then_some(material)
    }

    /// The pieces on a board, White first.
    pub(super) fn of(position: &Position) -> Self {
        let count =
            |color| PieceKind::ALL.map(|kind| position.board().pieces(color, kind).count() as u8);
        Self { sides: Color::ALL.map(count) }
    }

    /// The same with the sides changed.
    pub(super) const fn flipped(self) -> Self {
        Self { sides: [self.sides[1], self.sides[0]] }
    }

    pub(super) fn pieces(&self) -> usize {
        self.sides.iter().flatten().map(|count| usize::from(*count)).sum()
    }

    pub(super) fn has_pawns(&self) -> bool {
        self.sides.iter().any(|side| side[0] > 0)
    }

    pub(super) fn both_have_pawns(&self) -> bool {
        self.sides.iter().all(|side| side[0] > 0)
    }

    pub(super) fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// Whether no kind of either side but the kings occurs just once.
    pub(super) fn only_kings_are_single(&self) -> bool {
        self.sides.iter().flatten().filter(|count| **count == 1).count() == 2
    }

    /// Whether a table's list of pieces has these.
    pub(super) fn agrees_with(&self, pieces: &[u8]) -> bool {
        let mut sides = [[0; 6]; 2];
        for piece in pieces {
            let Some(kind) = usize::from(piece & 7).checked_sub(1).filter(|kind| *kind < 6) else {
                return false;
            };
            sides[usize::from(piece >> 3 & 1)][kind] += 1;
        }
        sides == self.sides
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        let material = Material::parse("KQPvKR").unwrap();
        assert_eq!(material.pieces(), 5);
        assert!(material.has_pawns() && !material.both_have_pawns() && !material.is_symmetric());
        assert_eq!(Material::parse("KRvKQP"), Some(material.flipped()));
        assert!(Material::parse("KRRvK").unwrap().only_kings_are_single());
        assert!(!Material::parse("KRvK").unwrap().only_kings_are_single());
        assert!(Material::parse("KRvKR").unwrap().is_symmetric());
        for name in ["", "K", "KvK", "QvK", "KQK", "KKvK", "KPQvK", "KXvK", "KQvKv", "KQQQQQQvK"] {
            assert_eq!(Material::parse(name), None, "{name}");
        }
        // White king, queen and pawn; Black king and rook.
        assert!(material.agrees_with(&[1, 14, 6, 12, 5]));
        assert!(!material.agrees_with(&[1, 14, 6, 12, 4]));
        assert!(!material.agrees_with(&[1, 14, 6, 12, 7]));
    }
}
