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
eval                        the evaluation, term by term
laws                        the law in force, in words
flip                        change sides
bench [DEPTH]               search fixed positions; the last line is `N nodes M nps`
quit                        end; `jadoube help` on the command line tells of matches, perft and more";

/// The static evaluation, for `eval`: that made by hand, term by term, and then the one that is
/// used if it is another.
pub(super) fn evaluation(used: &engine::Evaluation, position: &Position) -> String {
    let pawns = |centipawns: i32| f64::from(centipawns) / 100.0;
    let breakdown = engine::Breakdown::of(position);
    let mut text = format!("{:<18} {:>8} {:>8}\n", "in pawns for White", "middle", "end");
    for (name, middle, end) in &breakdown.groups {
        let name = name.to_lowercase().replace('_', " ");
        let _ = writeln!(text, "{name:<18} {:>+8.2} {:>+8.2}", pawns(*middle), pawns(*end));
    }
    let mop_up = pawns(breakdown.mop_up);
    if breakdown.mop_up != 0 {
        let _ = writeln!(text, "{:<18} {mop_up:>+8.2} {mop_up:>+8.2}", "mop up");
    }
    let middle = 100.0 * f64::from(breakdown.phase) / 24.0;
    let _ = writeln!(
        text,
        "the middle game counts {middle:.0} %, the end game {:.0} %",
        100.0 - middle
    );
    if breakdown.scale != engine::SCALE_ONE {
        let left = 100.0 * f64::from(breakdown.scale) / f64::from(engine::SCALE_ONE);
        let _ = writeln!(text, "of the end game {left:.0} % are left: there is little to win with");
    }
    let white = pawns(engine::evaluate_for_white(used, position));
    if !matches!(used, engine::Evaluation::HandMade(_)) {
        let by_hand = pawns(breakdown.total());
        let _ = writeln!(text, "by hand {by_hand:+.2}; what is used is the {used}");
    }
    let _ = write!(text, "evaluation {white:+.2} (in pawns, for White)");
    text
}
