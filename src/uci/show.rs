//! What a person at the keyboard sees of a position: `d` and `eval`.

use std::fmt::Write;

use crate::engine;
use crate::notation::descriptive::Origins;
use crate::notation::{Notation, fen};
use crate::rules::{Game, Piece, Position, Square};

/// The board with everything that belongs to the position, for `d`. In a notation for people it
/// tells the game so far and the legal moves besides.
pub(super) fn position(game: &Game, notation: Notation) -> String {
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
    if notation != Notation::Coordinate {
        let (start, origins) = (game.start(), Origins::in_game(game));
        let line = notation.line(start, &Origins::of(start), game.moves());
        let moves = position.legal_moves().into_iter();
        let moves: Vec<String> = moves.map(|mv| notation.write(position, &origins, mv)).collect();
        let _ = writeln!(text, "Game: {line}");
        let _ = writeln!(text, "Moves: {}", moves.join(", "));
    }
    text.truncate(text.trim_end().len());
    text
}

/// What can be asked for, for `help`.
pub(super) const HELP: &str = "\
uci                         who I am, and the options
setoption name N value V    set an option; `Laws`, `Odds` and `Undertaking` choose the game
ucinewgame                  what follows belongs to another game
isready                     answered at once, also while searching
position startpos|fen FEN [moves M ...]
go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]
   [movestogo N] [mate N] [searchmoves M ...] [infinite] [ponder]
go perft N                  count the legal lines of N plies
stop, ponderhit             end a search; the move pondered on was made
d                           the board, its FEN, the result, what may be claimed
eval                        the evaluation, and what each piece adds to it
laws                        the law in force, in words
flip                        change sides
bench [DEPTH]               search fixed positions; the last line is `N nodes M nps`
quit                        end; `jadoube help` on the command line tells of matches, perft and more";

/// The static evaluation, for `eval`: what each piece adds to it, and what it comes to.
pub(super) fn evaluation(used: &engine::NetworkEvaluator, position: &Position) -> String {
    let mut text = String::from("what the score would lose without each piece, in pawns:\n");
    for rank in (0..8).rev() {
        let cell = |file| {
            let square = Square::at(file, rank);
            match (position.piece_at(square), engine::worth_for_white(used, position, square)) {
                (None, _) => "·".to_owned(),
                (Some(piece), None) => piece.letter().to_string(),
                (Some(piece), Some(worth)) => {
                    format!("{} {:+.2}", piece.letter(), f64::from(worth) / 100.0)
                }
            }
        };
        let _ = write!(text, "{}", rank + 1);
        (0..8).for_each(|file| _ = write!(text, " {:>8}", cell(file)));
        text.push('\n');
    }
    text.push(' ');
    ('a'..='h').for_each(|file| _ = write!(text, " {file:>8}"));
    let white = f64::from(engine::evaluate_for_white(used, position)) / 100.0;
    let _ = write!(text, "\n{used}\nevaluation {white:+.2} (in pawns, for White)");
    text
}
