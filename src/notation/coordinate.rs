//! Coordinate moves as UCI writes them: `e2e4`, `e7e8q`, `0000`; castling as the king's two
//! squares, and in Chess960 as king takes rook. Reading is by the legal moves of a position, so
//! that what is read is always legal.

use crate::rules::{Move, MoveKind, Position};

/// Writes a legal move of the position.
pub fn to_string(position: &Position, mv: Move) -> String {
    if mv.is_null() {
        return "0000".to_owned();
    }
    let to = match mv.kind() {
        MoveKind::Castle if position.chess960() => mv.to(),
        MoveKind::Castle => mv.castled_king(),
        _ => mv.to(),
    };
    let promotion = mv.promotion().map_or(String::new(), |kind| kind.letter().to_string());
    format!("{}{to}{promotion}", mv.from())
}

/// Reads a legal move of the position, or nothing. Castling is understood in both forms.
pub fn parse(position: &Position, text: &str) -> Option<Move> {
    let lower = text.to_ascii_lowercase();
    let moves = position.legal_moves();
    let written = |mv: &&Move| to_string(position, **mv) == lower;
    let castling_otherwise = |mv: &&Move| {
        mv.kind() == MoveKind::Castle
            && [mv.to(), mv.castled_king()].iter().any(|to| lower == format!("{}{to}", mv.from()))
    };
    moves.iter().find(written).or_else(|| moves.iter().find(castling_otherwise)).copied()
}
