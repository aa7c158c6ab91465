//! English descriptive notation: `P-K4`, `Kt. takes P.`, `Castles K. R.` Squares are named after
//! the pieces of an ordinary game and counted from each player's own side (british1897:I.6-8), and
//! a move is written in the style of a code or a time.
//!
//! Printing gives the least form that no other legal move shares. Reading takes every style, mixed,
//! and gives every legal move that a text can mean: what several meanings are worth is for the law
//! to say (british1897:I.13C, II.7c, III.3; rogers1907:XLII, XLVIII, LII).
//!
//! ```
//! use jadoube::notation::descriptive::{self, Origins, Style};
//! use jadoube::notation::san;
//! use jadoube::rules::Position;
//!
//! let start = Position::initial();
//! let origins = Origins::of(&start);
//! let mv = san::parse(&start, "Nf3")?;
//! assert_eq!(descriptive::write(&start, &origins, mv, Style::Modern), "N-KB3");
//! assert_eq!(descriptive::write(&start, &origins, mv, Style::Early), "Kt. to K. B. 3d");
//! assert_eq!(descriptive::parse(&start, &origins, "Knight to King's Bishop's third square")?, mv);
//! assert_eq!(descriptive::meanings(&start, &origins, "Kt-B3").len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod confusion;
mod decode;
mod heading;
mod kinds;
mod lexicon;
mod meaning;
mod names;
mod phrase;
mod prose;
mod reader;
mod results;
mod sheet;
mod style;
mod text;
mod transcribe;
mod write;

use thiserror::Error;

pub use confusion::{Confusion, confusions};
pub use names::Origins;
pub use reader::SheetReader;
pub use sheet::{Layout, write_sheet};
pub use style::Style;
pub use transcribe::{Correction, Doubt, Reading, Sheet, SheetError, Transcription};

use super::san;
use crate::rules::laws::excerpt;
use crate::rules::{Move, Position};
use lexicon::Level;
use phrase::Lattice;
use text::{Line, Signs};

/// Why a text is not one move of a position. Each names the text at fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DescriptiveError {
    /// No legal move is meant; those whose text is nearest are named.
    #[error("'{text}' is no legal move here; the nearest: {nearest}", nearest = .nearest.join(", "))]
    NoMove {
        /// The text.
        text: String,
        /// At most three legal moves, the nearest first.
        nearest: Vec<String>,
    },
    /// Several legal moves can be meant.
    #[error("'{text}' is ambiguous: {meanings}", meanings = .meanings.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// What it can mean, in full.
        meanings: Vec<String>,
    },
}

/// Prints a legal move in the least form that is unambiguous in the position. The null move of the
/// odds, which books leave out, is `...`.
pub fn write(position: &Position, origins: &Origins, mv: Move, style: Style) -> String {
    write::write(position, origins, mv, style)
}

/// Every legal move that a text can mean, plain senses first. The whole text must be the move; it
/// must be spelt without mistakes.
pub fn meanings(position: &Position, origins: &Origins, text: &str) -> Vec<Move> {
    let found = readings(position, origins, text);
    found.into_iter().map(|(_, mv)| mv).collect()
}

/// Reads a move: the one legal move in the plain sense of the text.
///
/// # Errors
/// [`DescriptiveError`] when there is none, or more than one with as good a claim.
pub fn parse(position: &Position, origins: &Origins, text: &str) -> Result<Move, DescriptiveError> {
    let found = readings(position, origins, text);
    match found[..] {
        [] => Err(DescriptiveError::NoMove {
            text: excerpt(text),
            nearest: nearest(position, origins, text),
        }),
        [(_, mv)] => Ok(mv),
        [(cost, mv), (next, _), ..] if cost < next => Ok(mv),
        _ => {
            let full = |(_, mv): &(u32, Move)| write(position, origins, *mv, Style::Code1897);
            let meanings = found.iter().map(full).collect();
            Err(DescriptiveError::Ambiguous { text: excerpt(text), meanings })
        }
    }
}

/// The legal moves that a text can mean, with their distance from its plain sense, nearest first.
fn readings(position: &Position, origins: &Origins, text: &str) -> Vec<(u32, Move)> {
    let lines: Vec<Line<'_>> = text.lines().map(|text| Line { number: 1, text }).collect();
    let signs = Signs::read(&lines, |_| true, |_| false);
    let mut found: Vec<(u32, Move)> = Vec::new();
    if signs.signs.len() > LONGEST_MOVE {
        return found;
    }
    let moves = position.legal_moves();
    if signs.signs.is_empty() {
        // The null move of the odds is not written.
        return moves.into_iter().filter(|mv| mv.is_null()).map(|mv| (0, mv)).collect();
    }
    let mut lattice = Lattice::new(&signs.signs);
    for phrase in lattice.phrases(0, Level::Exact, position.turn()).iter() {
        if phrase.end != signs.signs.len() {
            continue;
        }
        for mv in &moves {
            let description = &phrase.value.description;
            let Some(cost) = description.cost(position, origins, *mv, false) else { continue };
            let cost = cost + phrase.cost;
            match found.iter_mut().find(|(_, known)| known == mv) {
                Some((known, _)) => *known = cost.min(*known),
                None => found.push((cost, *mv)),
            }
        }
    }
    found.sort_by_key(|(cost, _)| *cost);
    found
}

/// No move has more signs: the longest, a promotion in full words, has about 120.
const LONGEST_MOVE: usize = 200;

/// The legal moves whose text in any style is nearest to a text, at most three.
fn nearest(position: &Position, origins: &Origins, text: &str) -> Vec<String> {
    let bare = |text: &str| -> Vec<char> {
        let kept = |c: &char| !c.is_whitespace() && !matches!(c, '.' | '\'');
        text.chars().filter(kept).take(LONGEST_MOVE).map(|c| c.to_ascii_lowercase()).collect()
    };
    let wanted = bare(text);
    let styles = [Style::Modern, Style::Code1897, Style::Victorian, Style::Full];
    let mut moves: Vec<(usize, Move)> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| !mv.is_null())
        .map(|mv| {
            let texts = styles.iter().map(|style| bare(&write(position, origins, mv, *style)));
            (texts.map(|text| distance(&wanted, &text)).min().unwrap_or(usize::MAX), mv)
        })
        .collect();
    moves.sort_by_key(|(distance, _)| *distance);
    let named = |(_, mv): &(usize, Move)| {
        let text = write(position, origins, *mv, Style::Code1897);
        format!("{text} ({})", san::to_string(position, *mv))
    };
    moves.iter().take(3).map(named).collect()
}

/// How many characters must be changed, added or left out to make one text of another.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, against) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != against);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}
