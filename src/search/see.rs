//! Static exchange evaluation: what a capture nets when both sides go on taking on one square with
//! their least piece first. It sees pins and checks only so far as the king may not take a guarded
//! piece.

use crate::rules::attacks::{bishop_attacks, rook_attacks};
use crate::rules::{Bitboard, Color, Move, MoveKind, PieceKind, Position};

/// What each kind is worth in an exchange, in centipawns.
pub const SEE_VALUE: [i32; 6] = [100, 325, 335, 520, 985, 0];

/// The pieces that take first, in order of worth.
const BY_WORTH: [PieceKind; 6] = PieceKind::ALL;

/// Whether the exchange that begins with this legal move nets the side to move at least `threshold`
/// centipawns.
pub fn see_ge(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.is_castling() || mv.is_null() {
        return threshold <= 0;
    }
    let board = position.board();
    let (from, to) = (mv.from(), mv.to());
    let mut balance =
        position.captured(mv).map_or(0, |man| SEE_VALUE[man.kind().index()]) - threshold;
    let mut standing = position.piece_at(from).map_or(0, |man| SEE_VALUE[man.kind().index()]);
    if let Some(kind) = mv.promotion() {
        let worth = SEE_VALUE[kind.index()];
        balance += worth - SEE_VALUE[0];
        standing = worth;
    }
    if balance < 0 {
        return false;
    }
    // The worst: the piece that went there is taken for nothing.
    balance -= standing;
    if balance >= 0 {
        return true;
    }

    let mut men = (board.occupied() & !from.bitboard()) | to.bitboard();
    if mv.kind() == MoveKind::EnPassant {
        let behind = crate::rules::Square::at(to.file(), from.rank());
        men &= !behind.bitboard();
    }
    let diagonal = board.of_kind(PieceKind::Bishop) | board.of_kind(PieceKind::Queen);
    let straight = board.of_kind(PieceKind::Rook) | board.of_kind(PieceKind::Queen);
    let mut attackers = board.attackers(to, men) & men;
    let mut side = position.turn().other();
    loop {
        let ours = attackers & board.of_color(side);
        let Some((kind, taker)) = least(position, ours) else { break };
        if kind == PieceKind::King && (attackers & board.of_color(side.other())).any() {
            break;
        }
        men &= !taker;
        if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
            attackers |= bishop_attacks(to, men) & diagonal;
        }
        if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
            attackers |= rook_attacks(to, men) & straight;
        }
        attackers &= men;
        side = side.other();
        balance = -balance - 1 - SEE_VALUE[kind.index()];
        if balance >= 0 {
            break;
        }
    }
    side != mover(position)
}

fn mover(position: &Position) -> Color {
    position.turn()
}

/// The least piece of a set, alone.
fn least(position: &Position, men: Bitboard) -> Option<(PieceKind, Bitboard)> {
    BY_WORTH.into_iter().find_map(|kind| {
        let square = (men & position.board().of_kind(kind)).first()?;
        Some((kind, square.bitboard()))
    })
}
