//! Prints whole games as score sheets: a heading of labelled lines, the moves in two columns as
//! books print them or in one running paragraph, comments in square brackets, and the result in
//! words. What it prints reads back as the same game.

use std::fmt::Write;

use super::names::Origins;
use super::style::Style;
use super::write;
use crate::notation::pgn::{GameResult, Record};
use crate::rules::laws::words;
use crate::rules::{Color, Square};

use super::names::{is_royal, piece_of_file, wing_of_file};

words! {
    /// How the moves of a game stand on the page.
    Layout {
        /// White's moves and Black's in two columns, one row a move.
        Columns = "columns",
        /// One running paragraph.
        Paragraph = "paragraph",
    }
}

/// No line of a paragraph has more characters.
const WIDTH: usize = 79;

/// Prints a game. `number` is its number in the file, from 1.
pub fn write_sheet(record: &Record, number: usize, style: Style, layout: Layout) -> String {
    let mut text = heading(record, number);
    match layout {
        Layout::Columns => columns(&mut text, record, style),
        Layout::Paragraph => paragraph(&mut text, record, style),
    }
    let _ = writeln!(text, "\n{}\n", in_words(record.result));
    text
}

/// The result as books have it.
const fn in_words(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "White wins.",
        GameResult::BlackWins => "Black wins.",
        GameResult::Drawn => "Drawn game.",
        GameResult::Unknown => "Unfinished game.",
    }
}

/// The number, every tag that says something as a line `Name: value`, and a remark on the odds.
fn heading(record: &Record, number: usize) -> String {
    let mut text = format!("GAME {number}.\n\n");
    for (name, value) in record.all_tags().iter() {
        let unknown = matches!(value, "?" | "????.??.??" | "") || name == "Result";
        if !unknown {
            let _ = writeln!(text, "{name}: {value}");
        }
    }
    if let Some(remark) = odds_remark(record) {
        let _ = writeln!(text, "({remark})");
    }
    text.push('\n');
    comment(&mut text, &record.introduction);
    text
}

/// `Remove White's Queen's Rook.`
fn odds_remark(record: &Record) -> Option<String> {
    let removed = record.terms().removed(None);
    let names: Vec<String> = removed.into_iter().map(name_of_square).collect();
    (!names.is_empty()).then(|| format!("Remove {}.", names.join(" and ")))
}

/// The piece that stands on a square of the initial position: `White's Queen's Rook`.
fn name_of_square(square: Square) -> String {
    let owner = if square.rank() < 4 { Color::White } else { Color::Black };
    let (file, pawn) = (piece_of_file(square.file()), matches!(square.rank(), 1 | 6));
    let mut words = Vec::new();
    if !is_royal(file) {
        let wing = wing_of_file(square.file()).to_string();
        words.push(if wing == "king" { "King" } else { "Queen" });
    }
    words.push(Style::Full.piece(file));
    let name = words.join("'s ");
    format!("{owner}'s {name}{}", if pawn { "'s Pawn" } else { "" })
}

/// A comment on lines of its own.
fn comment(text: &mut String, comment: &str) {
    if !comment.trim().is_empty() {
        let mut lines = Lines::new(text);
        lines.words(&bracketed(comment));
        lines.end();
    }
}

/// A comment in square brackets, which it may not hold itself.
fn bracketed(comment: &str) -> String {
    let inside = comment.replace(['[', '{'], "(").replace([']', '}'], ")");
    format!("[{}]", inside.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The texts of all moves with their judgements.
fn moves(record: &Record, style: Style) -> Vec<String> {
    let positions = record.game().positions();
    let mut origins = Origins::of(record.game().start());
    let mut texts = Vec::with_capacity(positions.len());
    let made = positions.iter().zip(record.game().moves()).zip(record.remarks());
    for ((position, mv), remark) in made {
        let mut text = write::write(position, &origins, *mv, style);
        let judgement = remark.nags.iter().find_map(|nag| JUDGEMENTS.get(usize::from(*nag)));
        text.push_str(judgement.copied().unwrap_or_default());
        texts.push(text);
        origins = origins.after(position, *mv);
    }
    texts
}

/// The signs of the numeric annotation glyphs 1 to 6.
const JUDGEMENTS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];

fn columns(text: &mut String, record: &Record, style: Style) {
    let texts = moves(record, style);
    let positions = record.game().positions();
    let is_white = |index: usize| positions[index].turn() == Color::White;
    let widths = texts.iter().enumerate().filter(|(index, _)| is_white(*index));
    let width = widths.map(|(_, text)| text.chars().count()).max().unwrap_or(0).max(12);
    let _ = writeln!(text, "{:6}{:width$}    BLACK.", "", "WHITE.");
    let mut index = 0;
    while index < texts.len() {
        let number = format!("{}.", positions[index].fullmove());
        let mut row = [String::from("..."), String::new()];
        let mut comments = Vec::new();
        for (column, cell) in row.iter_mut().enumerate() {
            if index < texts.len() && is_white(index) == (column == 0) {
                cell.clone_from(&texts[index]);
                comments.push(&record.remarks()[index].comment);
                index += 1;
                // A comment on White's move stands between it and Black's.
                if comments.last().is_some_and(|comment| !comment.trim().is_empty()) {
                    break;
                }
            }
        }
        let [white, black] = row;
        let line = format!("{number:>4}  {white:width$}    {black}");
        let _ = writeln!(text, "{}", line.trim_end());
        for note in comments {
            comment(text, note);
        }
    }
}

fn paragraph(text: &mut String, record: &Record, style: Style) {
    let texts = moves(record, style);
    let mut lines = Lines::new(text);
    let mut number_due = true;
    let last = texts.len().saturating_sub(1);
    let moves = record.game().positions().iter().zip(&texts).zip(record.remarks());
    for (index, ((position, text), remark)) in moves.enumerate() {
        let white = position.turn() == Color::White;
        if white || number_due {
            let dots = if white { "." } else { "..." };
            lines.word(&format!("{}{dots}", position.fullmove()));
        }
        let has_comment = !remark.comment.trim().is_empty();
        let end = match (white, has_comment) {
            (_, true) => "",
            _ if index == last => ".",
            (true, _) => ",",
            (false, _) => ";",
        };
        lines.words(&format!("{text}{end}"));
        if has_comment {
            lines.words(&bracketed(&remark.comment));
        }
        number_due = has_comment;
    }
    lines.end();
}

/// Breaks words into lines.
struct Lines<'a> {
    out: &'a mut String,
    column: usize,
}

impl<'a> Lines<'a> {
    fn new(out: &'a mut String) -> Self {
        Self { out, column: 0 }
    }

    fn words(&mut self, text: &str) {
        for word in text.split_whitespace() {
            self.word(word);
        }
    }

    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.out.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.push_str(word);
        self.column += length;
    }

    fn end(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }
}
