//! The numeric notation of the International Correspondence Chess Federation: file and rank of both
//! squares as figures, `5254` for e2-e4, with a fifth for what a pawn becomes (1 queen, 2 rook,
//! 3 bishop, 4 knight); castling as the king's two squares. The null move of the odds is `0000`.

use super::coordinate;
use crate::rules::{Move, Position};

/// Writes a legal move of the position.
pub fn to_string(position: &Position, mv: Move) -> String {
    coordinate::to_string(position, mv).chars().enumerate().map(figure).collect()
}

/// The figure for a character of a coordinate move.
fn figure((index, c): (usize, char)) -> char {
    match c {
        'q' if index == 4 => '1',
        'r' if index == 4 => '2',
        'b' if index == 4 => '3',
        'n' if index == 4 => '4',
        'a'..='h' => char::from(b'1' + (c as u8 - b'a')),
        other => other,
    }
}

/// Reads a legal move of the position, or nothing. A promotion without its figure is to a queen.
pub fn parse(position: &Position, text: &str) -> Option<Move> {
    let figures: Vec<u8> = text.trim().bytes().collect();
    if !matches!(figures.len(), 4 | 5) || !figures.iter().all(u8::is_ascii_digit) {
        return None;
    }
    if figures[..] == *b"0000" {
        return coordinate::parse(position, "0000");
    }
    let mut coordinates = String::with_capacity(5);
    for (index, figure) in figures.iter().enumerate() {
        coordinates.push(match (index, figure) {
            (0 | 2, b'1'..=b'8') => char::from(figure - b'1' + b'a'),
            (1 | 3, b'1'..=b'8') => char::from(*figure),
            (4, b'1'..=b'4') => char::from(b"qrbn"[usize::from(figure - b'1')]),
            _ => return None,
        });
    }
    let queen = || coordinate::parse(position, &format!("{coordinates}q"));
    coordinate::parse(position, &coordinates).or_else(|| (figures.len() == 4).then(queen).flatten())
}
