//! The reference's judge: the result that a position itself decides, under its law and the
//! giver's undertaking. It must not look at what depends on the game's history (repetition, the
//! counting of moves for a draw) nor at claims.

use super::rules::{Stalemate, Undertaking};
use super::{Color, Kind, Marked, Position, file_of, moves, rank_of};

/// See [`Position::outcome`].
pub(super) fn outcome(position: &Position) -> Option<String> {
    let loser = position.turn;
    if moves::legal(position).is_empty() {
        return Some(if position.in_check() {
            mate(position, loser.other())
        } else {
            stalemate(position)
        });
    }
    if let Some(undertaking) = &position.undertaking {
        let receiver = position.rules.receiver().name();
        let reason = impossible(position, undertaking)
            .or_else(|| is_dead(position).then_some("dead position"))?;
        return Some(format!("{receiver}: undertaking lost: {reason}"));
    }
    is_dead(position).then(|| "draw: dead position".to_string())
}

fn mate(position: &Position, winner: Color) -> String {
    match &position.undertaking {
        Some(undertaking) if winner == position.rules.giver => {
            if fulfilled(position, undertaking) {
                format!("{}: undertaking fulfilled", winner.name())
            } else {
                format!("{}: undertaking lost: mate otherwise", winner.other().name())
            }
        }
        _ => format!("{}: checkmate", winner.name()),
    }
}

fn stalemate(position: &Position) -> String {
    if position.undertaking.is_some() {
        // british1897:IV.8, rogers1907:XXXIX: whatever stalemate is otherwise.
        return format!("{}: undertaking lost: stalemate", position.rules.receiver().name());
    }
    match position.rules.stalemate {
        Stalemate::Draw => "draw: stalemate".to_string(),
        Stalemate::Win => format!("{}: stalemate", position.turn.name()),
        Stalemate::Loss => format!("{}: stalemate", position.turn.other().name()),
    }
}

/// Whether the mate on the board is the one that the giver undertook.
fn fulfilled(position: &Position, undertaking: &Undertaking) -> bool {
    let giver = position.rules.giver;
    let mated_king = position.king(giver.other());
    let checkers = moves::attackers(&position.board, mated_king, giver);
    let kind_checks =
        |kind| checkers.iter().any(|&square| position.board[square] == Some((giver, kind)));
    let marked_checks = match position.marked {
        Marked::Nobody => true,
        Marked::On(square) => checkers.contains(&square),
        Marked::Taken | Marked::Promoted => false,
    };
    // The mate was the giver's last move; after Black's the number has gone up.
    let mating_move = match giver {
        Color::White => position.fullmove,
        Color::Black => position.fullmove - 1,
    };
    marked_checks
        && (!undertaking.pawn || kind_checks(Kind::Pawn))
        && undertaking.kinds.iter().all(|&kind| kind_checks(kind))
        && undertaking.square.is_none_or(|square| square == mated_king)
        && undertaking.within.is_none_or(|limit| mating_move <= limit)
}

/// Why the undertaking can no longer be fulfilled, if it cannot.
fn impossible(position: &Position, undertaking: &Undertaking) -> Option<&'static str> {
    let giver = position.rules.giver;
    match position.marked {
        Marked::Taken => return Some("marked man taken"),
        Marked::Promoted => return Some("marked man promoted"),
        Marked::Nobody | Marked::On(_) => {}
    }
    let has = |kind| position.board.contains(&Some((giver, kind)));
    if undertaking.pawn && !has(Kind::Pawn) {
        return Some("no pawn left");
    }
    // A pawn can still become any piece, but for the marked pawn, who would be lost by it.
    let a_pawn_may_promote = (0..64).any(|square| {
        position.board[square] == Some((giver, Kind::Pawn)) && position.marked != Marked::On(square)
    });
    if undertaking.kinds.iter().any(|&kind| !has(kind) && !a_pawn_may_promote) {
        return Some("no man of the kind left");
    }
    // A king gives no mate.
    if (0..64).all(|square| !matches!(position.board[square], Some((color, kind)) if color == giver && kind != Kind::King)) {
        return Some("bare king");
    }
    // The number of the giver's next move: White moves first in each number.
    let next_move = if position.turn == Color::Black && giver == Color::White {
        position.fullmove + 1
    } else {
        position.fullmove
    };
    if undertaking.within.is_some_and(|limit| next_move > limit) {
        return Some("move limit passed");
    }
    None
}

/// Whether no series of legal moves can win: british1897:I.15c, as this project reads it. Under an
/// undertaking only a mate can win for the giver, so that a stalemate that would decide the game
/// keeps nothing alive. Pieces alone are judged here: walls of pawns have a search of their own in
/// `tests/rules/dead.rs`.
fn is_dead(position: &Position) -> bool {
    let others: Vec<(usize, Kind)> = (0..64)
        .filter_map(|square| position.board[square].map(|(_, kind)| (square, kind)))
        .filter(|&(_, kind)| kind != Kind::King)
        .collect();
    if position.rules.stalemate != Stalemate::Draw && position.undertaking.is_none() {
        // A lone king can be stalemated by a bishop or a knight, not by a king alone.
        return others.is_empty();
    }
    let one_minor = others.len() == 1 && matches!(others[0].1, Kind::Bishop | Kind::Knight);
    let colour = |square| (file_of(square) + rank_of(square)) % 2;
    let bishops_of_one_colour = others
        .iter()
        .all(|&(square, kind)| kind == Kind::Bishop && colour(square) == colour(others[0].0));
    others.is_empty() || one_minor || bishops_of_one_colour
}
