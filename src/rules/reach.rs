//! What the pieces of a colour attack, by how much the attackers are worth.

use super::attacks;
use super::slides::slides_of_sets;
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
        Self::with_slides(color, kinds, colors, &slides(kinds, colors))
    }

    /// What White attacks and what Black does.
    #[inline]
    pub fn of_both(kinds: &[Bitboard; 6], colors: &[Bitboard; 2]) -> [Self; 2] {
        let slides = slides(kinds, colors);
        Color::ALL.map(|color| Self::with_slides(color, kinds, colors, &slides))
    }

    /// What `color` attacks, given what [`slides`] has found.
    #[inline(always)]
    fn with_slides(
        color: Color,
        kinds: &[Bitboard; 6],
        colors: &[Bitboard; 2],
        [straight, diagonal]: &[[Bitboard; 4]; 2],
    ) -> Self {
        let us = color.index();
        let own = |kind: PieceKind| kinds[kind.index()] & colors[us];
        let by = [
            attacks::pawns_attacks(color, own(PieceKind::Pawn)),
            attacks::knights_attacks(own(PieceKind::Knight)),
            diagonal[us],
            straight[us],
            diagonal[2 + us] | straight[2 + us],
            own(PieceKind::King).first().map_or(Bitboard::EMPTY, attacks::king_attacks),
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

/// What White's rooks, Black's, White's queens and Black's attack on ranks and files; and what the
/// bishops and the queens attack on diagonals.
#[inline(always)]
fn slides(kinds: &[Bitboard; 6], colors: &[Bitboard; 2]) -> [[Bitboard; 4]; 2] {
    let [_, _, bishops, rooks, queens, _] = *kinds;
    let [white, black] = *colors;
    let of_queens = [queens & white, queens & black];
    slides_of_sets(
        &[rooks & white, rooks & black, of_queens[0], of_queens[1]],
        &[bishops & white, bishops & black, of_queens[0], of_queens[1]],
        !(white | black),
    )
}
