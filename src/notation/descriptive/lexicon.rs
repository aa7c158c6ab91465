//! The words and signs of moves in every style that is read, and where they stand in a text:
//! exactly, or with the confusions of scanners, or with any one character wrong.

use std::collections::HashSet;

use super::confusion;
use super::text::{Gap, Sign, is_hyphen};
use crate::rules::PieceKind;

use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};

/// A word or a sign, by its sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Atom {
    Kind(PieceKind),
    /// 0 to 7.
    Rank(u8),
    /// `first` to `fifth`: which of the pawns on a file, 0 to 4.
    Nth(u8),
    /// `sq`, `square`: a player's first rank, or a word after another rank.
    Square,
    /// `th`, `d`: the end of an ordinal number.
    Ordinal,
    To,
    Takes,
    On,
    Open,
    Close,
    /// `=`, `becomes`, `becoming`.
    Becomes,
    Article,
    Queens,
    Check,
    Mate,
    EnPassant,
    Castles,
    /// `with`, `side`: words of castling.
    Side,
    Short,
    Long,
    /// Words after a move that change nothing: `dis`, `double`, `and`, `giving`.
    Filler,
    /// A judgement: its numeric annotation glyph.
    Nag(u8),
}

/// How exactly a text must be written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Level {
    /// As printers write.
    Exact,
    /// With the confusions of the table.
    Confused,
    /// With any one character of a word besides.
    Damaged,
}

/// All spellings. Case makes no difference, full stops and apostrophes are not read, and a hyphen
/// is any stroke.
const SPELLINGS: &[(&str, Atom)] = &[
    ("K", Atom::Kind(King)),
    ("Ks", Atom::Kind(King)),
    ("King", Atom::Kind(King)),
    ("Kings", Atom::Kind(King)),
    ("♔", Atom::Kind(King)),
    ("♚", Atom::Kind(King)),
    ("Q", Atom::Kind(Queen)),
    ("Qs", Atom::Kind(Queen)),
    ("Queen", Atom::Kind(Queen)),
    ("Queens", Atom::Kind(Queen)),
    ("♕", Atom::Kind(Queen)),
    ("♛", Atom::Kind(Queen)),
    ("R", Atom::Kind(Rook)),
    ("Rs", Atom::Kind(Rook)),
    ("Rook", Atom::Kind(Rook)),
    ("Rooks", Atom::Kind(Rook)),
    ("♖", Atom::Kind(Rook)),
    ("♜", Atom::Kind(Rook)),
    ("B", Atom::Kind(Bishop)),
    ("Bs", Atom::Kind(Bishop)),
    ("Bishop", Atom::Kind(Bishop)),
    ("Bishops", Atom::Kind(Bishop)),
    ("♗", Atom::Kind(Bishop)),
    ("♝", Atom::Kind(Bishop)),
    ("N", Atom::Kind(Knight)),
    ("Kt", Atom::Kind(Knight)),
    ("Kts", Atom::Kind(Knight)),
    ("Knight", Atom::Kind(Knight)),
    ("Knights", Atom::Kind(Knight)),
    ("♘", Atom::Kind(Knight)),
    ("♞", Atom::Kind(Knight)),
    ("P", Atom::Kind(Pawn)),
    ("Pawn", Atom::Kind(Pawn)),
    ("Pawns", Atom::Kind(Pawn)),
    ("♙", Atom::Kind(Pawn)),
    ("♟", Atom::Kind(Pawn)),
    ("1", Atom::Rank(0)),
    ("2", Atom::Rank(1)),
    ("3", Atom::Rank(2)),
    ("4", Atom::Rank(3)),
    ("5", Atom::Rank(4)),
    ("6", Atom::Rank(5)),
    ("7", Atom::Rank(6)),
    ("8", Atom::Rank(7)),
    ("first", Atom::Rank(0)),
    ("second", Atom::Rank(1)),
    ("third", Atom::Rank(2)),
    ("fourth", Atom::Rank(3)),
    ("fifth", Atom::Rank(4)),
    ("sixth", Atom::Rank(5)),
    ("seventh", Atom::Rank(6)),
    ("eighth", Atom::Rank(7)),
    ("first", Atom::Nth(0)),
    ("second", Atom::Nth(1)),
    ("third", Atom::Nth(2)),
    ("fourth", Atom::Nth(3)),
    ("fifth", Atom::Nth(4)),
    ("sq", Atom::Square),
    ("square", Atom::Square),
    ("st", Atom::Ordinal),
    ("nd", Atom::Ordinal),
    ("rd", Atom::Ordinal),
    ("d", Atom::Ordinal),
    ("th", Atom::Ordinal),
    ("to", Atom::To),
    ("-", Atom::To),
    ("takes", Atom::Takes),
    ("captures", Atom::Takes),
    ("x", Atom::Takes),
    ("×", Atom::Takes),
    ("on", Atom::On),
    ("at", Atom::On),
    ("/", Atom::On),
    ("(", Atom::Open),
    (")", Atom::Close),
    ("=", Atom::Becomes),
    ("becomes", Atom::Becomes),
    ("becoming", Atom::Becomes),
    ("promotes", Atom::Becomes),
    ("for", Atom::Becomes),
    ("a", Atom::Article),
    ("queens", Atom::Queens),
    ("queening", Atom::Queens),
    ("ch", Atom::Check),
    ("check", Atom::Check),
    ("checks", Atom::Check),
    ("checking", Atom::Check),
    ("chk", Atom::Check),
    ("+", Atom::Check),
    ("mate", Atom::Mate),
    ("mates", Atom::Mate),
    ("mating", Atom::Mate),
    ("checkmate", Atom::Mate),
    ("#", Atom::Mate),
    ("ep", Atom::EnPassant),
    ("enpas", Atom::EnPassant),
    ("enpass", Atom::EnPassant),
    ("enpassant", Atom::EnPassant),
    ("inpassing", Atom::EnPassant),
    ("castles", Atom::Castles),
    ("castle", Atom::Castles),
    ("with", Atom::Side),
    ("on", Atom::Side),
    ("side", Atom::Side),
    ("0-0-0", Atom::Long),
    ("O-O-O", Atom::Long),
    ("0-0", Atom::Short),
    ("O-O", Atom::Short),
    ("dis", Atom::Filler),
    ("disc", Atom::Filler),
    ("discovering", Atom::Filler),
    ("discovered", Atom::Filler),
    ("double", Atom::Filler),
    ("dble", Atom::Filler),
    ("dbl", Atom::Filler),
    ("and", Atom::Filler),
    ("&", Atom::Filler),
    ("giving", Atom::Filler),
    ("!!", Atom::Nag(3)),
    ("??", Atom::Nag(4)),
    ("!?", Atom::Nag(5)),
    ("?!", Atom::Nag(6)),
    ("!", Atom::Nag(1)),
    ("?", Atom::Nag(2)),
];

/// What one confusion of the table costs.
pub(super) const CONFUSION: u32 = 2;
/// What any other wrong character costs.
const DAMAGE: u32 = 5;

/// A word found in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) atom: Atom,
    /// The sign after it.
    pub(super) end: usize,
    pub(super) cost: u32,
    /// How it is rightly spelt.
    pub(super) spelling: &'static str,
}

/// A spelling ready to be compared.
struct Spelling {
    text: &'static str,
    letters: Vec<char>,
    atom: Atom,
}

fn spellings() -> &'static [Spelling] {
    static ALL: std::sync::LazyLock<Vec<Spelling>> = std::sync::LazyLock::new(|| {
        let spelling = |(text, atom): &(&'static str, Atom)| Spelling {
            text,
            letters: text.chars().collect(),
            atom: *atom,
        };
        SPELLINGS.iter().map(spelling).collect()
    });
    &ALL
}

/// Whether a word in small letters is one of moves, letter for letter, its apostrophes left out.
/// Most words are, and are known so without being taken to pieces.
pub(super) fn is_spelling(word: &str) -> bool {
    static WORDS: std::sync::LazyLock<HashSet<String>> = std::sync::LazyLock::new(|| {
        let words = SPELLINGS.iter().map(|(text, _)| text.to_lowercase());
        words.filter(|word| word.chars().all(char::is_alphabetic)).collect()
    });
    WORDS.contains(word)
        || word.contains(['\'', '’']) && WORDS.contains(&word.replace(['\'', '’'], ""))
}

/// The spellings that begin with a character, by their places.
fn beginning_with(c: char) -> &'static [u8] {
    static BY_FIRST: std::sync::LazyLock<Vec<Vec<u8>>> = std::sync::LazyLock::new(|| {
        let mut lists = vec![Vec::new(); 129];
        for (index, spelling) in spellings().iter().enumerate() {
            let first = spelling.letters[0].to_ascii_lowercase();
            lists[(first as usize).min(128)].push(index as u8);
        }
        lists
    });
    let lower = c.to_ascii_lowercase();
    // Any stroke is a hyphen.
    let lower = if is_hyphen(lower) { '-' } else { lower };
    &BY_FIRST[(lower as usize).min(128)]
}

/// The words that can begin at a sign, the cheapest of each sense and end, shortest first. At
/// [`Level::Exact`] all cost nothing.
pub(super) fn words_at(signs: &[Sign], begin: usize, level: Level) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut add = |new: Found| match found
        .iter_mut()
        .find(|old| old.atom == new.atom && old.end == new.end)
    {
        Some(old) if old.cost <= new.cost => {}
        Some(old) => *old = new,
        None => found.push(new),
    };
    let Some(first) = signs.get(begin) else { return found };
    for index in beginning_with(first.c) {
        let spelling = &spellings()[usize::from(*index)];
        if let Some(end) = exact_end(signs, begin, &spelling.letters) {
            add(Found { atom: spelling.atom, end, cost: 0, spelling: spelling.text });
        }
    }
    if level > Level::Exact {
        for spelling in spellings() {
            let mut ends = Vec::new();
            let damages = u32::from(level == Level::Damaged);
            approximate_ends(signs, begin, &spelling.letters, 0, true, damages, &mut ends);
            for (end, cost) in ends {
                add(Found { atom: spelling.atom, end, cost, spelling: spelling.text });
            }
        }
    }
    found
}

/// Whether a sign belongs to the same word as the one before it.
const fn joins(gap: Gap) -> bool {
    matches!(gap, Gap::None | Gap::Dot | Gap::Hyphen)
}

/// The place of the next sign of a word: a hyphen at the end of a line is passed over.
fn next_in_word(signs: &[Sign], index: usize) -> Option<usize> {
    let sign = signs.get(index)?;
    match signs.get(index + 1) {
        Some(next) if is_hyphen(sign.c) && next.gap == Gap::Hyphen => {
            joins(sign.gap).then_some(index + 1)
        }
        _ => Some(index),
    }
}

fn is_same(sign: char, letter: char) -> bool {
    sign == letter
        || sign.eq_ignore_ascii_case(&letter)
        || (letter == '-' && is_hyphen(sign))
        || (letter == 'O' && sign == '0')
        || (letter == '0' && sign == 'O')
}

/// The spellings of several words are written as one: `en passant` has a blank.
fn parts_words(signs: &[Sign], index: usize, letters: &[char], done: usize) -> bool {
    let two = letters.starts_with(&['e', 'n', 'p']) || letters.starts_with(&['i', 'n', 'p']);
    let castling = matches!(letters[0], '0' | 'O');
    let short = letters == ['e', 'p'];
    let gap = signs[index].gap;
    // The words of `en passant` may stand on two lines.
    (two && done == 2 && gap != Gap::Wide) || ((short || castling) && gap <= Gap::Blank)
}

fn exact_end(signs: &[Sign], begin: usize, letters: &[char]) -> Option<usize> {
    let mut index = begin;
    for (done, letter) in letters.iter().enumerate() {
        if done > 0 && *letter != '-' {
            index = next_in_word(signs, index)?;
        }
        let sign = signs.get(index)?;
        let joined = done == 0 || joins(sign.gap) || parts_words(signs, index, letters, done);
        if !joined || !is_same(sign.c, *letter) {
            return None;
        }
        index += 1;
    }
    Some(index)
}

/// The ends of a spelling that stands at `index` with mistakes, and what they cost.
fn approximate_ends(
    signs: &[Sign],
    index: usize,
    letters: &[char],
    cost: u32,
    first: bool,
    damages: u32,
    ends: &mut Vec<(usize, u32)>,
) {
    let Some(letter) = letters.first() else {
        if cost > 0 {
            ends.push((index, cost));
        }
        return;
    };
    if cost > MOST_FOR_A_WORD {
        return;
    }
    let index = if first { index } else { next_in_word(signs, index).unwrap_or(index) };
    let Some(sign) = signs.get(index) else { return };
    // A blank within a word is a mistake too.
    let split = !first && !joins(sign.gap);
    if split && sign.gap > Gap::Blank {
        return;
    }
    let cost = cost + if split { CONFUSION } else { 0 };
    if is_same(sign.c, *letter) {
        approximate_ends(signs, index + 1, &letters[1..], cost, false, damages, ends);
    }
    for (printed, read) in confusion::of(*letter) {
        if letters.starts_with(printed) && stands(signs, index, read) {
            let (rest, after) = (&letters[printed.len()..], index + read.len());
            approximate_ends(signs, after, rest, cost + CONFUSION, false, damages, ends);
        }
    }
    if damages > 0 && sign.c.is_alphanumeric() && letter.is_alphanumeric() {
        let cost = cost + DAMAGE;
        approximate_ends(signs, index + 1, &letters[1..], cost, false, damages - 1, ends);
        if letters.len() > 1 {
            approximate_ends(signs, index, &letters[1..], cost, first, damages - 1, ends);
        }
    }
}

/// The most that the mistakes of one word may cost.
const MOST_FOR_A_WORD: u32 = 3 * CONFUSION;

/// Whether these characters stand at a place, glued together.
fn stands(signs: &[Sign], index: usize, read: &[char]) -> bool {
    read.iter().enumerate().all(|(offset, c)| {
        signs
            .get(index + offset)
            .is_some_and(|sign| sign.c == *c && (offset == 0 || joins(sign.gap)))
    })
}

/// Whether these characters can be a number, rightly or wrongly read.
pub(super) fn is_like_number(read: &[Sign], number: u16) -> bool {
    let digits = number.to_string();
    let like = |(sign, digit): (&Sign, char)| {
        sign.c == digit || confusion::of(digit).iter().any(|(_, read)| *read == [sign.c])
    };
    read.len() == digits.len() && read.iter().zip(digits.chars()).all(like)
}
