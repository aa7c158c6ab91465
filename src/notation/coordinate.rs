//! Coordinate moves as UCI writes them: `e2e4`, `e7e8q`, `0000`; castling as the king's two
//! squares, and in Chess960 as king takes rook. Reading is by the legal moves of a position, so
//! that what is read is always legal.

use crate::rules::{Move, MoveKind, PieceKind, Position, Square};

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

/// Reads a legal move of the position, or nothing. Castling is understood in both forms, a
/// promotion with `=` too, letters in either case.
pub fn parse(position: &Position, text: &str) -> Option<Move> {
    let moves = position.legal_moves();
    if text == "0000" {
        return moves.into_iter().find(|mv| mv.is_null());
    }
    let (from, to, promotion) = squares(text)?;
    let candidates = || moves.iter().filter(|mv| mv.from() == from && !mv.is_null());
    let written = |mv: &&Move| match mv.kind() {
        MoveKind::Castle => (if position.chess960() { mv.to() } else { mv.castled_king() }) == to,
        _ => mv.to() == to,
    };
    let castling_otherwise =
        |mv: &&Move| mv.kind() == MoveKind::Castle && (mv.to() == to || mv.castled_king() == to);
    let found = candidates().filter(|mv| mv.promotion() == promotion).find(written);
    found.or_else(|| candidates().find(castling_otherwise).filter(|_| promotion.is_none())).copied()
}

/// The two squares and what a pawn becomes.
fn squares(text: &str) -> Option<(Square, Square, Option<PieceKind>)> {
    let lower = text.to_ascii_lowercase();
    let (from, to) = (lower.get(..2)?, lower.get(2..4)?);
    let rest = lower[4..].strip_prefix('=').unwrap_or(&lower[4..]);
    let promotion = match rest.as_bytes() {
        [] if lower.len() == 4 => None,
        [letter] => Some(PieceKind::from_letter(char::from(*letter))?),
        _ => return None,
    };
    Some((Square::parse(from)?, Square::parse(to)?, promotion))
}
