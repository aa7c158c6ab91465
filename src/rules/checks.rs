//! Which moves give check: what is asked about many moves of one position, gathered once. Nothing
//! here decides what is legal.

use super::attacks::{
    attacks, between, bishop_attacks, king_rays, knight_attacks, line, pawn_attacks, rook_attacks,
};
use super::bitboard::Bitboard;
use super::board::Board;
use super::moves::{Move, MoveKind};
use super::types::{Color, PieceKind, Square};

/// What tells whether a move of the player to move gives check.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// The king that may be checked.
    king: Square,
    /// For each kind, the squares from which it would check him.
    from: [Bitboard; 6],
    /// The side to move's pieces and pawns that stand alone between one of his sliders and that
    /// king.
    discoverers: Bitboard,
}

impl Checks {
    /// The checks that the player to move may give.
    pub(super) fn of(board: &Board) -> Self {
        let us = board.turn();
        let king = board.king(us.other());
        let occupied = board.occupied();
        let (diagonal, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let from = [
            pawn_attacks(us.other(), king),
            knight_attacks(king),
            diagonal,
            straight,
            diagonal | straight,
            Bitboard::EMPTY,
        ];
        Self { king, from, discoverers: discoverers(board, us, king) }
    }

    /// The squares that a pawn of the side to move's checks from.
    #[inline(always)]
    pub(super) fn pawn_checks(&self) -> Bitboard {
        self.from[PieceKind::Pawn.index()]
    }

    /// The side to move's pieces and pawns that may uncover a check.
    #[inline(always)]
    pub(super) fn discoverers(&self) -> Bitboard {
        self.discoverers
    }

    /// Whether a step uncovers a check.
    #[inline(always)]
    pub(super) fn uncovers(&self, from: Square, to: Square) -> bool {
        self.discoverers.contains(from) && !line(self.king, from).contains(to)
    }

    /// The squares to which a step from there of a piece of `kind` gives check.
    #[inline(always)]
    pub(super) fn reached(&self, kind: PieceKind, from: Square) -> Bitboard {
        let uncovering = match self.discoverers.contains(from) {
            true => !line(self.king, from),
            false => Bitboard::EMPTY,
        };
        self.from[kind.index()] | uncovering
    }

    /// Whether a legal move of a piece of `kind` on the board they were gathered for gives check.
    #[inline(always)]
    pub(super) fn given_by(&self, board: &Board, kind: PieceKind, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Normal {
            self.from[kind.index()].contains(to) || self.uncovers(from, to)
        } else {
            self.given_by_unusual(board, kind, mv)
        }
    }

    /// The same of a promotion, of castling, of a capture en passant and of a null move.
    #[cold]
    fn given_by_unusual(&self, board: &Board, kind: PieceKind, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if let Some(promoted) = mv.promotion() {
            let occupied = board.occupied() - from.bitboard();
            attacks(promoted, board.turn(), to, occupied).contains(self.king)
                || self.uncovers(from, to)
        } else {
            // Two pieces move or go at once, or none: rare enough to be played out.
            let after = board.play_kind(mv, kind);
            after.checkers(after.turn()).any()
        }
    }
}

/// The pieces and pawns of `us` that stand alone between a slider of theirs and the king.
fn discoverers(board: &Board, us: Color, king: Square) -> Bitboard {
    let rays = king_rays(king);
    let [diagonal, antidiagonal] = rays.diagonals;
    let sliders = (rays.cross & board.orthogonal_sliders(us))
        | ((diagonal | antidiagonal) & board.diagonal_sliders(us));
    let mut found = Bitboard::EMPTY;
    for slider in sliders {
        let screen = between(king, slider) & board.occupied();
        if !screen.many() {
            found |= screen;
        }
    }
    found & board.of_color(us)
}
