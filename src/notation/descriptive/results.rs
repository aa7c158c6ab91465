//! The words with which a game ends: `White resigns`, `Drawn game`, `and wins`. It looks at one
//! place of a text and knows no moves.

use super::lexicon::{CONFUSION, Level};
use super::text::Sign;
use crate::notation::pgn::GameResult;
use crate::rules::Color;

/// Who wins.
#[derive(Clone, Copy)]
enum Winner {
    Side(Color),
    /// The player whose turn it is does not: he resigns, or the other wins.
    NotToMove,
    Nobody,
    Unknown,
}

use Winner::{Nobody, NotToMove, Side};

/// Phrases without blanks, stops and apostrophes, in lower case; the longer of two that begin alike
/// first.
const PHRASES: [(&str, Winner); 33] = [
    ("whiteresigns", Side(Color::Black)),
    ("whiteresigned", Side(Color::Black)),
    ("andwhiteresigns", Side(Color::Black)),
    ("blackresigns", Side(Color::White)),
    ("blackresigned", Side(Color::White)),
    ("andblackresigns", Side(Color::White)),
    ("whitewins", Side(Color::White)),
    ("andwhitewins", Side(Color::White)),
    ("whitewon", Side(Color::White)),
    ("whitemates", Side(Color::White)),
    ("blackwins", Side(Color::Black)),
    ("andblackwins", Side(Color::Black)),
    ("blackwon", Side(Color::Black)),
    ("blackmates", Side(Color::Black)),
    ("resigns", NotToMove),
    ("resigned", NotToMove),
    ("andwins", NotToMove),
    ("wins", NotToMove),
    ("andthegamewasdrawn", Nobody),
    ("thegamewasdrawn", Nobody),
    ("gamedrawn", Nobody),
    ("drawngame", Nobody),
    ("anddraws", Nobody),
    ("drawn", Nobody),
    ("draw", Nobody),
    ("unfinishedgame", Winner::Unknown),
    ("unfinished", Winner::Unknown),
    ("1-0", Side(Color::White)),
    ("0-1", Side(Color::Black)),
    ("½-½", Nobody),
    ("1/2-1/2", Nobody),
    ("stalemate", Nobody),
    ("adjourned", Winner::Unknown),
];

/// The result that stands at a place, the sign after it, and what its mistakes cost.
pub(super) fn at(
    signs: &[Sign],
    begin: usize,
    turn: Color,
    level: Level,
) -> Option<(GameResult, usize, u32)> {
    let first = signs.get(begin)?.c.to_ascii_lowercase();
    let exact_first = |text: &str| text.starts_with(first);
    let found = PHRASES
        .iter()
        .filter(|(text, _)| level > Level::Exact || exact_first(text))
        .filter_map(|(text, winner)| {
            let wrong = mistakes(signs, begin, text)?;
            let bearable = match level {
                Level::Exact => 0,
                _ => text.len() / 5,
            };
            (wrong <= bearable).then_some((winner, text, wrong))
        })
        .min_by_key(|(_, text, wrong)| (*wrong, usize::MAX - text.len()))?;
    let (winner, text, wrong) = found;
    let result = match winner {
        Side(Color::White) => GameResult::WhiteWins,
        Side(Color::Black) => GameResult::BlackWins,
        NotToMove if turn == Color::White => GameResult::BlackWins,
        NotToMove => GameResult::WhiteWins,
        Nobody => GameResult::Drawn,
        Winner::Unknown => GameResult::Unknown,
    };
    Some((result, begin + text.chars().count(), wrong as u32 * CONFUSION))
}

/// How many characters of a phrase stand otherwise in the text; `None` where it ends too early.
fn mistakes(signs: &[Sign], begin: usize, text: &str) -> Option<usize> {
    let mut wrong = 0;
    for (index, letter) in text.chars().enumerate() {
        let sign = signs.get(begin + index)?;
        wrong += usize::from(!sign.c.eq_ignore_ascii_case(&letter) && sign.c != letter);
    }
    Some(wrong)
}
