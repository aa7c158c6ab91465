//! What a person at the keyboard sees of a position: `d` and `eval`.

use std::fmt::Write;

use crate::engine;
use crate::notation::fen;
use crate::rules::{Game, Piece, Position, Square};

/// The board with everything that belongs to the position, for `d`.
pub(super) fn position(game: &Game) -> String {
    let position = game.position();
    let mut text = String::from("\n");
    let rule = " +---+---+---+---+---+---+---+---+";
    let _ = writeln!(text, "{rule}");
    for rank in (0..8).rev() {
        for file in 0..8 {
            let man = position.piece_at(Square::at(file, rank)).map_or(' ', Piece::letter);
            let _ = write!(text, " | {man}");
        }
        let _ = writeln!(text, " | {}\n{rule}", rank + 1);
    }
    let _ = writeln!(text, "   a   b   c   d   e   f   g   h\n");
    let laws = position.laws();
    let checkers: Vec<String> =
        position.checkers().into_iter().map(|square| square.to_string()).collect();
    let _ = writeln!(text, "Fen: {}", fen::to_string(position));
    let _ = writeln!(text, "Key: {:016X}", position.key());
    let _ = writeln!(text, "Men key: {:016X}", position.placement_key());
    let _ = writeln!(text, "Checkers: {}", checkers.join(" "));
    let _ = writeln!(text, "Laws: {}", laws.code);
    if let Some(bound) = position.undertaking() {
        let _ = writeln!(text, "Undertaking: {} by {}", bound.conditions, bound.giver);
    }
    if let Some(outcome) = game.outcome() {
        let _ = writeln!(text, "Result: {} {}", outcome.token(), outcome.in_words(laws));
    }
    for claim in game.claims() {
        let outcome = game.outcome_of_claim(claim);
        let _ = writeln!(text, "Claim: {} {}", outcome.token(), outcome.in_words(laws));
    }
    text.truncate(text.trim_end().len());
    text
}

/// The static evaluation, for `eval`.
pub(super) fn evaluation(position: &Position) -> String {
    let white = engine::evaluate_for_white(position);
    format!("evaluation {:+.2} (in pawns, for White)", f64::from(white) / 100.0)
}
