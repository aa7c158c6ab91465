//! Static exchange evaluation: what a capture wins when both sides go on capturing on its square,
//! each with its least valuable piece first. Pins and checks are ignored, but a king does not
//! capture a guarded piece.

use crate::rules::attacks::{bishop_attacks, rook_attacks};
use crate::rules::{Bitboard, Move, MoveKind, PieceKind, Position};

/// The value of each kind in an exchange, in centipawns, pawn to king. The king has none: it is
/// never captured.
pub const SEE_VALUE: [i32; 6] = [107, 350, 360, 558, 1085, 0];

/// Whether the exchange that begins with this legal move wins the side to move at least `threshold`
/// centipawns; a negative threshold is a loss that is accepted. Castling and null moves win 0.
pub fn see_ge(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.is_castling() || mv.is_null() {
        return threshold <= 0;
    }
    let board = position.board();
    let (from, to) = (mv.from(), mv.to());
    let mut balance =
        position.captured(mv).map_or(0, |piece| SEE_VALUE[piece.kind().index()]) - threshold;
    let mut standing = position.piece_at(from).map_or(0, |piece| SEE_VALUE[piece.kind().index()]);
    if let Some(kind) = mv.promotion() {
        let value = SEE_VALUE[kind.index()];
        balance += value - SEE_VALUE[0];
        standing = value;
    }
    if balance < 0 {
        return false;
    }
    // The worst case: the piece that moved is captured, and nothing is captured in return.
    balance -= standing;
    if balance >= 0 {
        return true;
    }

    let mut occupied = (board.occupied() & !from.bitboard()) | to.bitboard();
    if mv.kind() == MoveKind::EnPassant {
        let behind = crate::rules::Square::at(to.file(), from.rank());
        occupied &= !behind.bitboard();
    }
    let diagonal = board.of_kind(PieceKind::Bishop) | board.of_kind(PieceKind::Queen);
    let straight = board.of_kind(PieceKind::Rook) | board.of_kind(PieceKind::Queen);
    let mut attackers = board.attackers(to, occupied) & occupied;
    let mut side = position.turn().other();
    loop {
        let ours = attackers & board.of_color(side);
        let Some((kind, taker)) = least(position, ours) else { break };
        if kind == PieceKind::King && (attackers & board.of_color(side.other())).any() {
            break;
        }
        occupied &= !taker;
        if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
            attackers |= rook_attacks(to, occupied) & straight;
        }
        attackers &= occupied;
        side = side.other();
        balance = -balance - 1 - SEE_VALUE[kind.index()];
        if balance >= 0 {
            break;
        }
    }
    // The side that is to capture and does not has lost the exchange.
    side != position.turn()
}

/// The kind and the square of the least valuable piece of a set.
fn least(position: &Position, pieces: Bitboard) -> Option<(PieceKind, Bitboard)> {
    PieceKind::ALL.into_iter().find_map(|kind| {
        let square = (pieces & position.board().of_kind(kind)).first()?;
        Some((kind, square.bitboard()))
    })
}
