//! Tells lines of moves from everything else that stands in a book: headings, page headers, notes.
//! It looks at one line alone and knows no position.

use super::decode::skip_signs;
use super::heading;
use super::lexicon::{Atom, CONFUSION, Level, is_like_number, is_spelling, words_at};
use super::phrase::Lattice;
use super::results;
use super::text::{Gap, Line, Sign, Signs, is_hyphen};
use crate::rules::Color;

/// Words that stand in lines of moves and are none.
const OF_RESULTS: [&str; 12] = [
    "white",
    "black",
    "resigns",
    "resigned",
    "wins",
    "won",
    "drawn",
    "game",
    "draws",
    "the",
    "was",
    "unfinished",
];

/// The signs of a line.
fn signs(text: &str) -> Vec<Sign> {
    Signs::read(&[Line { number: 1, text }], |_| true, |_| false).signs
}

/// Whether a line has no moves: more than a third of its longer words belong to no move.
pub(super) fn is_prose(line: &str) -> bool {
    if heading::is_heading_of_columns(line) {
        return true;
    }
    // What scanners read wrongly is looked at only where it could save a line.
    let mostly_others = |(of_moves, others): (usize, usize)| {
        (others > 0 && of_moves == 0) || (others > 1 && others * 2 > of_moves)
    };
    if !mostly_others(words_of_moves(line, Level::Exact)) {
        return false;
    }
    let counts = words_of_moves(line, Level::Confused);
    let is_result = || results::at(&signs(line), 0, Color::White, Level::Confused).is_some();
    mostly_others(counts) && !(counts.0 == 0 && is_result())
}

/// How many words of a line belong to moves, and how many longer ones do not.
fn words_of_moves(line: &str, level: Level) -> (usize, usize) {
    let (mut of_moves, mut others) = (0, 0);
    let line = line.trim();
    let is_part = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':');
    for (index, word) in line.split(is_part).enumerate() {
        // A word parted at the end of a line says nothing, and its end may begin the next.
        let parted = word.ends_with(is_hyphen) && line.ends_with(word);
        let rest_of_one = index == 0 && word.starts_with(|c: char| c.is_ascii_lowercase());
        if parted || rest_of_one {
            continue;
        }
        let lower = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if is_spelling(&lower) {
            of_moves += 1;
            continue;
        }
        let signs = signs(word);
        let is_number = signs.iter().all(|sign| sign.c.is_ascii_digit());
        if is_number || OF_RESULTS.contains(&lower.as_str()) {
            continue;
        }
        if is_of_words(&signs, Level::Exact) || is_of_words(&signs, level) {
            of_moves += 1;
        } else if word.chars().filter(|c| c.is_alphabetic()).count() >= 3 {
            others += 1;
        }
    }
    (of_moves, others)
}

/// Whether signs are nothing but words of moves, with few mistakes.
fn is_of_words(signs: &[Sign], level: Level) -> bool {
    let mut cheapest = vec![u32::MAX; signs.len() + 1];
    cheapest[0] = 0;
    for begin in 0..signs.len() {
        let so_far = cheapest[begin];
        if so_far == u32::MAX {
            continue;
        }
        for found in words_at(signs, begin, level) {
            cheapest[found.end] = cheapest[found.end].min(so_far + found.cost);
        }
        if matches!(signs[begin].c, '0' | '9' | '½' | '*' | '\\') {
            cheapest[begin + 1] = cheapest[begin + 1].min(so_far);
        }
    }
    cheapest[signs.len()] <= CONFUSION * (signs.len() as u32 / 4).max(1)
}

/// Whether what stands in brackets belongs to a move: a square, a piece, a check.
pub(super) fn is_square(inside: &str) -> bool {
    let signs = signs(inside);
    let sense = |begin, level| {
        words_at(&signs, begin, level)
            .iter()
            .any(|found| matches!(found.atom, Atom::Kind(_) | Atom::Check | Atom::EnPassant))
    };
    // A single small letter refers to a note.
    let is_note = signs.len() == 1 && !signs[0].c.is_uppercase() && !is_figurine(signs[0].c);
    !signs.is_empty()
        && !is_note
        && (0..signs.len()).any(|begin| sense(begin, Level::Confused))
        && is_of_words(&signs, Level::Confused)
}

const fn is_figurine(c: char) -> bool {
    matches!(c, '♔'..='♟')
}

/// Whether a line begins with a move, its number before it or not.
pub(super) fn begins_with_move(line: &str) -> bool {
    let is_comment = line.trim().starts_with('[') && line.trim().ends_with(']');
    if is_comment || is_prose(line) || heading::begins_game(line) || heading::label(line).is_some()
    {
        return false;
    }
    begins_so(line)
}

/// Whether the first of some lines begins with a move, which may end in the next two.
pub(super) fn begin_with_move(lines: &[String]) -> bool {
    let Some(first) = lines.first() else { return false };
    let text = lines.iter().take(3).map(String::as_str).collect::<Vec<_>>().join("\n");
    begins_with_move(first)
        || (first.trim_end().ends_with(is_hyphen)
            && !is_prose(first)
            && heading::label(first).is_none()
            && begins_so(&text))
}

fn begins_so(text: &str) -> bool {
    let signs = signs(text);
    let digits = signs.iter().take_while(|sign| sign.c.is_ascii_digit()).count();
    let glued = |sign: &&Sign| sign.gap == Gap::None && sign.c.is_alphanumeric();
    let first_chunk = signs.iter().skip(1).take_while(glued).count() + 1;
    let mut begins = vec![0, digits];
    // A number may be wrongly read too.
    if digits == 0
        && (1..=MOST_MOVES)
            .any(|number| is_like_number(&signs[..first_chunk.min(signs.len())], number))
    {
        begins.push(first_chunk);
    }
    let mut lattice = Lattice::new(&signs);
    begins.into_iter().any(|at| {
        let at = skip_signs(&signs, at);
        // Letters that only begin like a misread move belong to a word of prose.
        let ends_well = |end: usize| {
            let joined = |sign: &Sign| sign.gap == Gap::None && sign.c.is_alphanumeric();
            !signs.get(end).is_some_and(joined)
        };
        !lattice.phrases(at, Level::Exact, Color::White).is_empty()
            || lattice.phrases(at, Level::Confused, Color::White).iter().any(|p| ends_well(p.end))
    })
}

/// A number of more moves is not looked for where it is wrongly read.
const MOST_MOVES: u16 = 300;

/// Whether a line begins with the number 1 and a move.
pub(super) fn begins_first_move(line: &str) -> bool {
    let signs = signs(line);
    let is_one = |sign: &Sign| matches!(sign.c, '1' | 'l' | 'I');
    let alone = signs.get(1).is_none_or(|next| !next.c.is_ascii_digit());
    signs.first().is_some_and(is_one) && alone && begins_with_move(line)
}
