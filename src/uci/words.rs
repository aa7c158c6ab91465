//! The law in force, in words, with the clauses it follows.

use std::fmt::Write;

use crate::rules::laws::{
    Code, Conditions, FiftyMoves, GhostCastling, Laws, Mark, Odds, OddsReach, Repetition,
    Stalemate, Terms,
};
use crate::rules::{Color, Position, Setup};

/// What is played under these terms, in a line for each part of the law. `start` is where the game
/// began.
pub fn law_in_words(terms: &Terms, start: &Position) -> String {
    let laws = start.laws();
    let mut text = String::new();
    let _ = writeln!(text, "Law: {} ({})", title(laws.code), laws.code);
    let _ = writeln!(text, "Stalemate: {}", stalemate(laws, terms));
    let _ = writeln!(text, "Castling without the rook given: {}", castling(laws));
    let _ = writeln!(text, "Fifty moves: {}", fifty_moves(laws));
    let _ = writeln!(text, "Repetition: {}", repetition(laws));
    let giver = terms.giver(Some(&Setup::of(start)));
    if !terms.odds.is_none() {
        let _ = writeln!(text, "Odds: {}", odds(&terms.odds, giver, laws));
    }
    if let Some(bound) = start.undertaking() {
        let words = undertaking(&bound.conditions);
        let _ =
            writeln!(text, "Undertaking: {} must win{words}; otherwise he has lost", bound.giver);
    }
    text.truncate(text.trim_end().len());
    text
}

const fn title(code: Code) -> &'static str {
    match code {
        Code::Chess => "today's laws of FIDE",
        Code::England1804 => "the Amateur's laws of 1804, as read in England",
        Code::France1804 => "the Amateur's laws of 1804, as read in France",
        Code::Accomplished1837 => "The Accomplished Chess Player, 1837",
        Code::British1897 => "the British Chess Code, 1897",
        Code::Rogers1907 => "Rogers' laws, 1907",
        Code::Federation1912 => "the British Chess Federation's laws, 1912",
    }
}

/// The clause where a code has one for what it is asked, in brackets with a blank before.
fn cited(clause: Option<&str>) -> String {
    clause.map_or(String::new(), |clause| format!(" ({clause})"))
}

fn stalemate(laws: Laws, terms: &Terms) -> String {
    if terms.undertaking.is_some() {
        return "the giver of the undertaking has lost (british1897:IV.8, rogers1907:XXXIX)".into();
    }
    let clause = match (laws.code, laws.stalemate == Laws::of(laws.code).stalemate) {
        (Code::England1804 | Code::France1804, true) => Some("amateur1804:XVI"),
        (Code::Accomplished1837, true) => Some("accomplished1837:17"),
        (Code::British1897, true) => Some("british1897:II.8e"),
        (Code::Federation1912, true) => Some("federation1912:32a"),
        (Code::Chess, true) => Some("FIDE 5.2.1"),
        _ => None,
    };
    let words = match laws.stalemate {
        Stalemate::Draw => "the game is drawn",
        Stalemate::Win => "the player stalemated wins",
        Stalemate::Loss => "the player stalemated loses",
    };
    format!("{words}{}", cited(clause))
}

const fn castling(laws: Laws) -> &'static str {
    match (laws.castle_without_rook, laws.code) {
        (GhostCastling::No, Code::England1804 | Code::France1804) => "no (amateur1804:XI-XII)",
        (GhostCastling::No, Code::Rogers1907) => "no (rogers1907:XXXVI)",
        (GhostCastling::No, _) => "no",
        (GhostCastling::AsIfRookStood, _) => {
            "yes, as if the rook was at its square (accomplished1837:8, 16)"
        }
        (GhostCastling::CornerEmpty, Code::Federation1912) => {
            "yes, while the rook's square has always been empty (federation1912:39)"
        }
        (GhostCastling::CornerEmpty, _) => {
            "yes, while the rook's square has always been empty (british1897:IV.5)"
        }
    }
}

fn fifty_moves(laws: Laws) -> String {
    let (words, clause) = match laws.fifty_moves {
        FiftyMoves::CapturesAndPawns => (
            "a draw may be claimed after fifty moves of each without capture or pawn move",
            match laws.code {
                Code::Federation1912 => Some("federation1912:32d"),
                Code::Chess => Some("FIDE 9.3"),
                _ => None,
            },
        ),
        FiftyMoves::Captures => (
            "a draw may be claimed after fifty moves of each without capture",
            match laws.code {
                Code::British1897 => Some("british1897:II.8b"),
                Code::Rogers1907 => Some("rogers1907:XXIX c"),
                _ => None,
            },
        ),
        FiftyMoves::Notice => (
            "the game is drawn fifty moves of each after notice, in the endings listed",
            match laws.code {
                Code::England1804 | Code::France1804 => Some("amateur1804:XVII"),
                Code::Accomplished1837 => Some("accomplished1837:19"),
                _ => None,
            },
        ),
        FiftyMoves::Off => ("not counted", None),
    };
    format!("{words}{}", cited(clause))
}

fn repetition(laws: Laws) -> String {
    let (words, clause) = match laws.repetition {
        Repetition::Fide => (
            "a draw may be claimed when a position, its rights included, stands a third time",
            (laws.code == Code::Chess).then_some("FIDE 9.2"),
        ),
        Repetition::Men => (
            "a draw may be claimed when the same pieces stand a third time with the same player to move",
            match laws.code {
                Code::British1897 => Some("british1897:II.8c"),
                Code::Federation1912 => Some("federation1912:32c"),
                _ => None,
            },
        ),
        Repetition::MenOrSeries => (
            "a draw may be claimed when the same pieces stand a third time, or a series of moves is made three times running",
            (laws.code == Code::Rogers1907).then_some("rogers1907:XXIX a, b"),
        ),
        Repetition::Off => ("no law", None),
    };
    format!("{words}{}", cited(clause))
}

fn odds(odds: &Odds, giver: Color, laws: Laws) -> String {
    let squares: Vec<String> =
        odds.removed(giver).into_iter().map(|square| square.to_string()).collect();
    let receiver = giver.other();
    let mut words = format!("{giver} gives {odds}");
    if !squares.is_empty() {
        let _ = write!(words, ", so that {} stood empty", squares.join(", "));
    }
    match odds.moves {
        0 => {}
        1 => {
            let _ = write!(words, "; {receiver} has the first move");
        }
        moves => {
            let reach = match laws.odds_reach {
                OddsReach::OwnHalf => ", none beyond his fourth rank",
                OddsReach::Anywhere => "",
            };
            let _ = write!(words, "; {receiver} begins with {moves} moves{reach}");
        }
    }
    words
}

/// What the mate must be, to follow `must win`.
fn undertaking(conditions: &Conditions) -> String {
    let mut parts: Vec<String> =
        conditions.kinds().map(|kind| format!(" by mate with a {kind}")).collect();
    parts.extend(conditions.mark.map(|mark| match mark {
        Mark::Pawn(square) => format!(" by mate with the pawn of {square}"),
        Mark::Man(square) => format!(" by mate with the man of {square}"),
    }));
    parts.extend(conditions.square.map(|square| format!(" by mate of the king on {square}")));
    parts.extend(conditions.within.map(|limit| format!(" by mate within {limit} moves")));
    parts.join(" and")
}
