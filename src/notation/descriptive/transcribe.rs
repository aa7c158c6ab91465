//! From a score sheet, printed or scanned, to a game: its heading becomes tags, its moves are
//! found by the search over their readings, and every correction is listed with its place.

use std::fmt;

use thiserror::Error;

use super::decode::{self, Decoded, Stuck};
use super::heading;
use super::names::Origins;
use super::nearest;
use super::phrase::Fix;
use super::prose::{begin_with_move, is_prose, is_square};
use super::text::{Line, Signs};
use crate::notation::fen;
use crate::notation::pgn::{GameResult, PgnFault, Record, Tags};
use crate::notation::san;
use crate::rules::laws::{Terms, excerpt};
use crate::rules::{Move, Position};

/// The text of one game with the lines it stands in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// The number of its first line, from 1.
    pub line: usize,
    /// Its lines.
    pub lines: Vec<String>,
}

/// A mistake of the text that was corrected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correction {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What stands there.
    pub read: String,
    /// What it was taken for; empty where it was passed over.
    pub taken_for: String,
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, read, taken_for } = self;
        let read = excerpt(read);
        match taken_for.as_str() {
            "" => write!(f, "line {line}, column {column}: '{read}' passed over"),
            _ => write!(f, "line {line}, column {column}: '{read}' read as '{taken_for}'"),
        }
    }
}

/// A move whose text has several meanings under each of which the whole game can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// The text of the move.
    pub text: String,
    /// What it can mean, in SAN, the meaning that was played first.
    pub meanings: Vec<String>,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, text, meanings } = self;
        let text = excerpt(text);
        write!(f, "line {line}, column {column}: '{text}' can be {}", meanings.join(" or "))
    }
}

/// A game as it was read.
#[derive(Clone, Debug)]
pub struct Transcription {
    /// The game.
    pub record: Record,
    /// The mistakes of its text, in their order.
    pub corrections: Vec<Correction>,
    /// The moves that remain ambiguous.
    pub doubts: Vec<Doubt>,
    /// Whether there were more readings than the search follows, so that `doubts` may lack some.
    pub bounded: bool,
}

/// Why a sheet could not be read: one line of text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SheetError {
    /// The tags or the start.
    #[error("line {line}: {fault}")]
    Terms {
        /// The line where the game begins, from 1.
        line: usize,
        /// What is wrong.
        fault: PgnFault,
    },
    /// A text with no moves.
    #[error("line {line}: '{text}' holds no moves")]
    NoMoves {
        /// The line where the text begins, from 1.
        line: usize,
        /// Its beginning.
        text: String,
    },
    /// A place where no legal move is meant.
    #[error(
        "line {line}, column {column}: move {number} '{text}' is no legal move; the nearest: {nearest}"
    )]
    NoMove {
        /// The line, from 1.
        line: usize,
        /// The character of the line, from 1.
        column: usize,
        /// The number of the move, with dots for Black.
        number: String,
        /// The text.
        text: String,
        /// The legal moves nearest to it.
        nearest: String,
    },
    /// The search over the readings was given up.
    #[error(
        "line {line}, column {column}: given up after {positions} positions: too many readings of '{text}'"
    )]
    Bound {
        /// The line, from 1.
        line: usize,
        /// The character of the line, from 1.
        column: usize,
        /// The text there.
        text: String,
        /// How many positions were looked at.
        positions: usize,
    },
    /// A strict reading found moves with several meanings.
    #[error("{0}")]
    Doubtful(Doubt),
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// What [`Sheet::transcribe`] may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The terms of games whose heading does not tell theirs.
    pub terms: Terms,
    /// Correct nothing and leave nothing ambiguous.
    pub strict: bool,
}

impl Sheet {
    /// Reads the game.
    ///
    /// # Errors
    /// [`SheetError`] says where the text cannot be read, and why.
    pub fn transcribe(&self, reading: &Reading) -> Result<Transcription, SheetError> {
        let begin = (0..self.lines.len()).find(|index| begin_with_move(&self.lines[*index..]));
        let Some(begin) = begin.or_else(|| self.end_without_moves()) else {
            let text = self.lines.iter().find(|line| !line.trim().is_empty());
            let text = excerpt(text.map_or("", String::as_str));
            return Err(SheetError::NoMoves { line: self.line, text });
        };
        let above: Vec<&str> = self.lines[..begin].iter().map(String::as_str).collect();
        let heading = heading::read(&above);
        let (terms, start) = self.start(&heading.tags, &reading.terms)?;
        let numbered = self.lines.iter().enumerate().skip(begin);
        let lines: Vec<Line<'_>> = numbered
            .map(|(index, text)| Line { number: (self.line + index) as u32, text })
            .collect();
        let signs = Signs::read(&lines, is_square, is_prose);
        let decoded = decode::decode(&signs.signs, &start, reading.strict)
            .map_err(|stuck| stuck_at(&signs, &start, stuck))?;
        let mut found = transcription(&signs, &decoded, Record::new(&terms, start));
        let introduction = heading.rest.join(" ");
        let own = std::mem::take(&mut found.record.introduction);
        found.record.introduction = [bare(&introduction), own.as_str()].join(" ").trim().to_owned();
        for (name, value) in heading.tags.iter() {
            found.record.tags.set(name, value);
        }
        match found.doubts.first().filter(|_| reading.strict) {
            Some(doubt) => Err(SheetError::Doubtful(doubt.clone())),
            None => Ok(found),
        }
    }

    /// Where the moves would stand in a game that has none but a result.
    fn end_without_moves(&self) -> Option<usize> {
        let result = |line: &String| {
            let signs = Signs::read(&[Line { number: 1, text: line }], |_| true, |_| false).signs;
            let end = super::results::at(
                &signs,
                0,
                crate::rules::Color::White,
                super::lexicon::Level::Exact,
            );
            end.is_some_and(|(_, end, _)| end == signs.len())
        };
        self.lines.iter().rposition(result)
    }

    /// The terms that the heading names, or else those given, and the position of the first move.
    fn start(&self, tags: &Tags, otherwise: &Terms) -> Result<(Terms, Position), SheetError> {
        let fail = |fault| SheetError::Terms { line: self.line, fault };
        let mut terms = tags.terms().map_err(fail)?;
        // A heading that names nothing but odds leaves the law to the reader.
        let (odds, giver) = (std::mem::take(&mut terms.odds), terms.odds_giver.take());
        if tags.get("Laws").is_none() && terms == Terms::default() {
            terms = otherwise.clone();
        }
        if !odds.is_none() {
            terms.odds = odds;
        }
        terms.odds_giver = giver.or(terms.odds_giver);
        let setup = match tags.get("FEN") {
            Some(six) => {
                let fields = tags.get("FENFields").unwrap_or_default();
                fen::parse(&format!("{six} {fields}")).map_err(|error| fail(error.into()))?
            }
            None => terms.start(),
        };
        let start = setup.position(&terms);
        let start = start.map_err(|e| fail(PgnFault::Setup(excerpt(&fen::write(&setup)), e)))?;
        Ok((terms, start))
    }
}

/// A comment without the brackets around it.
fn bare(text: &str) -> &str {
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    inside.unwrap_or(text)
}

/// Where and why the search went no further.
fn stuck_at(signs: &Signs, start: &Position, stuck: Stuck) -> SheetError {
    let at = match stuck {
        Stuck::NoMove { at, .. } | Stuck::Bound { at, .. } => at,
    };
    let last = signs.signs.len().saturating_sub(1);
    let (line, column) =
        signs.signs.get(at.min(last)).map_or((1, 1), |s| (s.line as usize, s.column as usize));
    let text = excerpt(&signs.shown(at..(at + 16).min(signs.signs.len())));
    match stuck {
        Stuck::Bound { positions, .. } => SheetError::Bound { line, column, text, positions },
        Stuck::NoMove { moves, .. } => {
            let (mut position, mut origins) = (*start, Origins::of(start));
            for mv in moves {
                origins = origins.after(&position, mv);
                position = position.play(mv);
            }
            let dots = if position.turn() == crate::rules::Color::White { "." } else { "..." };
            let number = format!("{}{dots}", position.fullmove());
            let bare = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            let nearest = nearest(&position, &origins, bare).join(", ");
            let nearest = if nearest.is_empty() { "none".to_owned() } else { nearest };
            SheetError::NoMove { line, column, number, text, nearest }
        }
    }
}

/// Plays the moves that were found, with their comments.
fn transcription(signs: &Signs, decoded: &Decoded, record: Record) -> Transcription {
    let mut record = record;
    let mut asides = signs.asides.iter().peekable();
    let mut corrections = Vec::new();
    for step in &decoded.steps {
        while let Some(aside) = asides.next_if(|aside| aside.at <= step.begin) {
            record.comment(&aside.text);
        }
        record.play_legal(step.mv);
        record.remark(step.nag.as_slice(), "");
        corrections.extend(step.fixes.iter().map(|fix| correction(signs, fix)));
    }
    for aside in asides {
        record.comment(&aside.text);
    }
    corrections.extend(decoded.fixes.iter().map(|fix| correction(signs, fix)));
    let outcome = GameResult::of(record.game().outcome());
    record.result = decoded.result.unwrap_or(outcome);
    let doubts = doubts(signs, decoded, &record);
    Transcription { record, corrections, doubts, bounded: decoded.bounded }
}

fn correction(signs: &Signs, fix: &Fix) -> Correction {
    let (line, column) = place(signs, fix.begin);
    Correction {
        line,
        column,
        read: signs.shown(fix.begin..fix.end),
        taken_for: fix.spelling.clone().into_owned(),
    }
}

/// The line and the column of a sign, both from 1.
fn place(signs: &Signs, at: usize) -> (usize, usize) {
    signs.signs.get(at).map_or((1, 1), |sign| (sign.line as usize, sign.column as usize))
}

/// The moves in which another reading first parts from the one that was played.
fn doubts(signs: &Signs, decoded: &Decoded, record: &Record) -> Vec<Doubt> {
    let mut doubts: Vec<(usize, Vec<Move>)> = Vec::new();
    let played = record.game().moves();
    for other in &decoded.others {
        let parts = played.iter().zip(other).position(|(one, another)| one != another);
        let Some(ply) = parts else { continue };
        match doubts.iter_mut().find(|(known, _)| *known == ply) {
            Some((_, moves)) if moves.contains(&other[ply]) => {}
            Some((_, moves)) => moves.push(other[ply]),
            None => doubts.push((ply, vec![played[ply], other[ply]])),
        }
    }
    doubts.sort_by_key(|(ply, _)| *ply);
    let named = |(ply, moves): (usize, Vec<Move>)| {
        let step = &decoded.steps[ply];
        let (line, column) = place(signs, step.begin);
        let position = &record.game().positions()[ply];
        let meanings = moves.iter().map(|mv| san::to_string(position, *mv)).collect();
        Doubt { line, column, text: signs.shown(step.begin..step.end), meanings }
    };
    doubts.into_iter().map(named).collect()
}
