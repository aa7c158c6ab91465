//! Text as the decoder reads it: its signs one by one, each with the gap before it and the place
//! where it stands. Full stops and apostrophes carry no sense in this notation; they remain as gaps.
//! Comments in brackets and whole lines of prose are set aside. No chess is known here.

/// What stands between a sign and the one before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Gap {
    /// Nothing, or an apostrophe.
    None,
    /// A full stop.
    Dot,
    /// A blank.
    Blank,
    /// Two blanks or more, or a tab, as between columns.
    Wide,
    /// The end of a line after a hyphen, which may part a word.
    Hyphen,
    /// The end of a line.
    Line,
}

/// A character that carries sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sign {
    pub(super) c: char,
    pub(super) gap: Gap,
    /// The line it stands in, from 1.
    pub(super) line: u32,
    /// The character of the line it is, from 1.
    pub(super) column: u32,
}

/// Something that is no move: a comment or a line of prose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Aside {
    /// The sign before which it stands.
    pub(super) at: usize,
    pub(super) text: String,
}

/// A text of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Signs {
    pub(super) signs: Vec<Sign>,
    pub(super) asides: Vec<Aside>,
}

/// A longer comment in round brackets or square ones is taken for an unclosed bracket, characters.
const LONGEST_COMMENT: usize = 10_000;

/// Round brackets around more than this many characters hold a comment, not a square or piece.
/// `King's Knight's third square` has the longest name but one.
const LONGEST_IN_BRACKETS: usize = 34;

/// A line of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// From 1.
    pub(super) number: u32,
    pub(super) text: &'a str,
}

impl Signs {
    /// Reads lines. `is_square` tells whether what stands in round brackets is part of a move,
    /// `is_prose` whether a line holds no moves at all.
    pub(super) fn read(
        lines: &[Line<'_>],
        is_square: impl Fn(&str) -> bool,
        is_prose: impl Fn(&str) -> bool,
    ) -> Self {
        let mut all = Self::default();
        let (flat, mut comments) = without_comments(lines, is_square);
        let mut gap = Gap::Line;
        let mut index = 0;
        while let Some(&(c, line, column)) = flat.get(index) {
            if index == 0 || flat[index - 1].0 == '\n' {
                let rest = flat[index..].iter().map(|(c, ..)| *c);
                let text: String = rest.take_while(|c| *c != '\n').collect();
                let outside = text.replace(COMMENT, " ");
                if !outside.trim().is_empty() && is_prose(&outside) {
                    // Headings of pages and columns are in capitals: they say nothing of the game.
                    if outside.contains(char::is_lowercase) {
                        all.aside(&outside);
                    }
                    for _ in text.matches(COMMENT) {
                        all.aside(&comments.next().unwrap_or_default());
                    }
                    index += text.chars().count();
                    gap = Gap::Line;
                    continue;
                }
            }
            if c == COMMENT {
                all.aside(&comments.next().unwrap_or_default());
            }
            index += 1;
            match c {
                '\n' => {
                    let hyphen = all.signs.last().is_some_and(|sign| is_hyphen(sign.c));
                    gap = gap.max(if hyphen { Gap::Hyphen } else { Gap::Line });
                }
                '\t' => gap = gap.max(Gap::Wide),
                _ if c.is_whitespace() || c.is_control() => {
                    let wider = if gap == Gap::Blank { Gap::Wide } else { Gap::Blank };
                    gap = gap.max(wider);
                }
                '.' | '…' => gap = gap.max(Gap::Dot),
                '\'' | '’' | '‘' | '`' | '"' | '“' | '”' => {}
                _ => {
                    all.signs.push(Sign { c, gap, line, column });
                    gap = Gap::None;
                }
            }
        }
        all
    }

    fn aside(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.asides.push(Aside { at: self.signs.len(), text });
        }
    }

    /// The text of some signs, with single blanks for gaps.
    pub(super) fn shown(&self, range: std::ops::Range<usize>) -> String {
        let mut text = String::new();
        for sign in self.signs.get(range).unwrap_or_default() {
            if !text.is_empty() && sign.gap != Gap::None {
                text.push_str(if sign.gap == Gap::Dot { "." } else { " " });
            }
            text.push(sign.c);
        }
        text
    }
}

/// Stands for a comment that was set aside.
const COMMENT: char = '\u{0}';

/// The characters of a text, each with its line and column, and a sign for each comment.
type Flat = Vec<(char, u32, u32)>;

/// Takes the comments out of lines.
fn without_comments(
    lines: &[Line<'_>],
    is_square: impl Fn(&str) -> bool,
) -> (Flat, std::vec::IntoIter<String>) {
    let whole: Flat = lines.iter().flat_map(|line| flatten(*line)).collect();
    let (mut flat, mut comments) = (Flat::with_capacity(whole.len()), Vec::new());
    let mut index = 0;
    while let Some(&(c, line, column)) = whole.get(index) {
        match bracketed(&whole[index..], &is_square) {
            Some((length, comment)) => {
                flat.push((COMMENT, line, column));
                comments.push(comment);
                index += length;
            }
            None => {
                flat.push((if c == COMMENT { ' ' } else { c }, line, column));
                index += 1;
            }
        }
    }
    (flat, comments.into_iter())
}

fn flatten(line: Line<'_>) -> impl Iterator<Item = (char, u32, u32)> + '_ {
    let ended = line.text.chars().chain(std::iter::once('\n'));
    ended.zip(1u32..).map(move |(c, column)| (c, line.number, column))
}

/// A hyphen or a stroke that a printer or a scanner takes for one.
pub(super) const fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑' | '–' | '—' | '−' | '¬')
}

/// A comment in brackets at the beginning of a text: how many characters it takes and what it says.
fn bracketed(
    text: &[(char, u32, u32)],
    is_square: impl Fn(&str) -> bool,
) -> Option<(usize, String)> {
    let (open, close) = match text.first()?.0 {
        '(' => ('(', ')'),
        '[' => ('[', ']'),
        '{' => ('{', '}'),
        _ => return None,
    };
    let mut depth = 0usize;
    for (index, (c, ..)) in text.iter().take(LONGEST_COMMENT).enumerate() {
        if *c == open {
            depth += 1;
        } else if *c == close {
            depth -= 1;
            if depth == 0 {
                let inside: String = text[1..index].iter().map(|(c, ..)| *c).collect();
                let square = open == '(' && index <= LONGEST_IN_BRACKETS && is_square(&inside);
                return (!square).then_some((index + 1, inside));
            }
        }
    }
    None
}
