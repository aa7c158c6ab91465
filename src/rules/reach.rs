//! What the pieces of a colour attack, by how much the attackers are worth.

use super::attacks;
use super::{Bitboard, Color, PieceKind};

/// The squares that a colour attacks, those of its own pieces among them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Reach {
    /// With its pieces of each kind, pawn to king.
    pub by: [Bitboard; 6],
    /// With its pawns, knights and bishops.
    pub minors: Bitboard,
    /// With these and its rooks.
    pub rooks: Bitboard,
    /// With any piece.
    pub all: Bitboard,
}

impl Reach {
    /// What `color` attacks on a board given by the squares of each kind, pawn to king, and of each
    /// colour.
    #[inline]
    pub fn of(color: Color, kinds: &[Bitboard; 6], colors: &[Bitboard; 2]) -> Self {
        let occupied = colors[0] | colors[1];
        let pieces = |kind: PieceKind| kinds[kind.index()] & colors[color.index()];
        let attacked_by = |kind: PieceKind| {
            let reach = |from| attacks::attacks(kind, color, from, occupied);
            pieces(kind).into_iter().fold(Bitboard::EMPTY, |all, from| all | reach(from))
        };
        let by = [
            attacks::pawns_attacks(color, pieces(PieceKind::Pawn)),
            attacked_by(PieceKind::Knight),
            attacked_by(PieceKind::Bishop),
            attacked_by(PieceKind::Rook),
            attacked_by(PieceKind::Queen),
            attacked_by(PieceKind::King),
        ];
        let minors = by[0] | by[1] | by[2];
        let rooks = minors | by[3];
        Self { by, minors, rooks, all: rooks | by[4] | by[5] }
    }

    /// With pieces of less value than one of this kind. A bishop is worth a knight; nothing is
    /// worth less than a pawn, and a king cannot move into an attack.
    #[inline]
    pub fn of_lesser(&self, kind: PieceKind) -> Bitboard {
        match kind {
            PieceKind::Pawn | PieceKind::King => Bitboard::EMPTY,
            PieceKind::Knight | PieceKind::Bishop => self.by[PieceKind::Pawn.index()],
            PieceKind::Rook => self.minors,
            PieceKind::Queen => self.rooks,
        }
    }
}
