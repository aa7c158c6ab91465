//! Long algebraic notation: both squares of every move, `Ng1-f3`, `e5xd6`, `e7-e8=Q`, castling as
//! in SAN. It is only written here: [`super::san::parse`] reads it.

use super::san;
use crate::rules::{Move, PieceKind, Position};

/// Writes a legal move of the position.
pub fn to_string(position: &Position, mv: Move) -> String {
    let short = san::to_string(position, mv);
    if mv.is_null() || mv.is_castling() {
        return short;
    }
    let kind = position.piece_at(mv.from()).map_or(PieceKind::Pawn, |piece| piece.kind());
    let letter = match kind {
        PieceKind::Pawn => String::new(),
        kind => kind.letter().to_ascii_uppercase().to_string(),
    };
    let stroke = if position.captured(mv).is_some() { 'x' } else { '-' };
    // What follows the destination is the same: promotion, check, mate.
    let to = mv.to().to_string();
    let after = short.rsplit_once(&to).map_or("", |(_, after)| after);
    format!("{letter}{}{stroke}{to}{after}", mv.from())
}
