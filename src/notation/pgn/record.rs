//! A game with its terms, that is legal move by move and prints itself as PGN. What it prints
//! reads back as the same game under the same law.

use std::fmt::{self, Write};

use super::GameResult;
use super::tags::{self, FEN, FEN_FIELDS, ROSTER, SET_UP, Tags};
use crate::notation::{fen, san};
use crate::rules::laws::Terms;
use crate::rules::{Color, Game, Move, Position, Setup};

/// No line of moves has more characters than this: the export format keeps below eighty.
const WIDTH: usize = 79;

/// What is said of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Remark {
    /// Numeric annotation glyphs, 0 to 255.
    pub nags: Vec<u8>,
    /// Free text.
    pub comment: String,
    /// Lines that could have been played instead.
    pub variations: Vec<Variation>,
}

/// A line beside a game, from the position before the move that it stands at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// What is said before its first move.
    pub introduction: String,
    /// Its moves, at least one, each legal after those before it, with what is said of each.
    pub moves: Vec<(Move, Remark)>,
}

/// A game and all that its text says.
#[derive(Clone, Debug)]
pub struct Record {
    /// Event, players and the like. The tags that follow from the game and its terms are written
    /// whatever stands here.
    pub tags: Tags,
    /// What is said before the first move.
    pub introduction: String,
    /// How it ended; it need not follow from the board.
    pub result: GameResult,
    terms: Terms,
    game: Game,
    /// One for each move.
    remarks: Vec<Remark>,
}

impl Record {
    /// A game about to begin. `start` must be a position under the law of `terms`.
    pub fn new(terms: &Terms, start: Position) -> Self {
        debug_assert_eq!(start.laws(), terms.laws());
        Self {
            tags: Tags::default(),
            introduction: String::new(),
            result: GameResult::Unknown,
            terms: terms.clone(),
            game: Game::new(start),
            remarks: Vec::new(),
        }
    }

    /// The terms it is played on.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game itself.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position now on the board.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// What is said of each move.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// What is said of each move, to be changed. The moves of a variation must be legal.
    pub fn remarks_mut(&mut self) -> &mut [Remark] {
        &mut self.remarks
    }

    /// Makes a move if it is legal, and says whether it was.
    #[must_use]
    pub fn play(&mut self, mv: Move) -> bool {
        let legal = self.game.play(mv);
        if legal {
            self.remarks.push(Remark::default());
        }
        legal
    }

    /// Makes a move that a reading by the legal moves has given.
    pub(in crate::notation) fn play_legal(&mut self, mv: Move) {
        let legal = self.play(mv);
        debug_assert!(legal);
    }

    /// Adds to what is said of the last move; before the first, to the introduction.
    pub fn comment(&mut self, text: &str) {
        self.remark(&[], text);
    }

    /// Adds glyphs, text and variations to what is said of the last move; before the first, the
    /// text to the introduction.
    pub fn annotate(&mut self, remark: &Remark) {
        self.remark(&remark.nags, &remark.comment);
        if let Some(last) = self.remarks.last_mut() {
            last.variations.extend_from_slice(&remark.variations);
        }
    }

    pub(in crate::notation) fn remark(&mut self, nags: &[u8], text: &str) {
        let comment = match self.remarks.last_mut() {
            Some(remark) => {
                remark.nags.extend(nags);
                &mut remark.comment
            }
            None => &mut self.introduction,
        };
        add_comment(comment, text);
    }

    /// The tags as they are written: the Seven Tag Roster, what stands in [`Record::tags`], the
    /// start and the terms.
    pub fn all_tags(&self) -> Tags {
        let mut all = Tags::default();
        for (name, unknown) in ROSTER {
            all.set(name, self.tags.get(name).unwrap_or(unknown));
        }
        all.set("Result", self.result.token());
        for (name, value) in self.tags.iter().filter(|(name, _)| !tags::DERIVED.contains(name)) {
            if all.get(name).is_none() {
                all.set(name, value);
            }
        }
        let start = self.game.start();
        let giver = self.terms.giver(Some(&Setup::of(start)));
        let six = fen::six_fields(&Setup::of(start));
        if six != fen::INITIAL || self.terms.chess960 {
            all.set(SET_UP, "1");
            all.set(FEN, &six);
        }
        // Where the starting position of the terms, or the six fields, leave something unsaid.
        let whole = fen::to_string(start);
        let unsaid = match all.get(FEN) {
            Some(six) => self.read_back(six).is_none_or(|read| read != whole),
            None => {
                self.terms.start().position(&self.terms).map(|start| fen::to_string(&start))
                    != Ok(whole.clone())
            }
        };
        if unsaid {
            all.set(SET_UP, "1");
            all.set(FEN, &six);
            let fields = whole.strip_prefix(&six).unwrap_or_default().trim();
            if !fields.is_empty() {
                all.set(FEN_FIELDS, fields);
            }
        }
        for (name, value) in tags::of_terms(&self.terms, giver) {
            all.set(name, &value);
        }
        all
    }

    /// The whole FEN of what a reader of these six fields would have on the board.
    fn read_back(&self, six: &str) -> Option<String> {
        let position = fen::parse(six).ok()?.position(&self.terms).ok()?;
        Some(fen::to_string(&position))
    }

    /// The game as PGN's export format has it, with its moves in another notation.
    pub fn in_notation(&self, notation: fn(&Position, Move) -> String) -> impl fmt::Display + '_ {
        InNotation { record: self, notation }
    }

    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        notation: fn(&Position, Move) -> String,
    ) -> fmt::Result {
        writeln!(f, "{}", self.all_tags())?;
        let mut lines = Lines { out: f, column: 0, word: String::new(), opened: false };
        lines.comment(&self.introduction)?;
        let mut moves = self.game.moves().iter().zip(&self.remarks);
        write_moves(&mut lines, self.game.start(), &mut moves, notation)?;
        lines.word(self.result.token())?;
        lines.end()?;
        f.write_str("\n\n")
    }
}

/// Writes the moves of a game or of a variation, with what is said of them.
fn write_moves<'a>(
    lines: &mut Lines<'_, '_>,
    start: &Position,
    moves: &mut dyn Iterator<Item = (&'a Move, &'a Remark)>,
    notation: fn(&Position, Move) -> String,
) -> fmt::Result {
    let mut position = *start;
    let mut number_due = true;
    for (mv, remark) in moves {
        let white = position.turn() == Color::White;
        let san = notation(&position, *mv);
        match (white, number_due) {
            (true, _) => lines.word(&format!("{}. {san}", position.fullmove()))?,
            (false, true) => lines.word(&format!("{}... {san}", position.fullmove()))?,
            (false, false) => lines.word(&san)?,
        }
        for nag in &remark.nags {
            lines.word(&format!("${nag}"))?;
        }
        lines.comment(&remark.comment)?;
        for variation in &remark.variations {
            lines.opened = true;
            lines.comment(&variation.introduction)?;
            let mut moves = variation.moves.iter().map(|(mv, remark)| (mv, remark));
            write_moves(lines, &position, &mut moves, notation)?;
            lines.word.push(')');
        }
        number_due = !remark.comment.trim().is_empty() || !remark.variations.is_empty();
        position = position.play(*mv);
    }
    Ok(())
}

/// Adds text to a comment.
pub(super) fn add_comment(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

impl fmt::Display for Record {
    /// The game as PGN's export format has it, with the empty line that parts it from the next.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, san::to_string)
    }
}

/// A game with its moves in some notation.
struct InNotation<'a> {
    record: &'a Record,
    notation: fn(&Position, Move) -> String,
}

impl fmt::Display for InNotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.write(f, self.notation)
    }
}

/// The words of a comment. A command such as `[%eval 0.34,18]` is one word: some readers do not
/// know it across a line's end.
fn comment_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let blank = |c: char| c.is_whitespace() || c.is_control();
    for word in text.split(blank).filter(|word| !word.is_empty()) {
        match words.last_mut() {
            Some(last) if last.starts_with("[%") && !last.contains(']') => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// Breaks words into lines.
struct Lines<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
    /// The last word: a bracket may still close after it.
    word: String,
    /// Whether a bracket opens before the next.
    opened: bool,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        self.end()?;
        if std::mem::take(&mut self.opened) {
            self.word.push('(');
        }
        self.word.push_str(word);
        Ok(())
    }

    /// Writes what is left.
    fn end(&mut self) -> fmt::Result {
        let word = std::mem::take(&mut self.word);
        if word.is_empty() {
            return Ok(());
        }
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.out.write_char(if fits { ' ' } else { '\n' })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        // In the first column these would begin an escaped line, or a tag.
        if self.column == 0 && word.starts_with(['%', '[']) {
            self.out.write_char(' ')?;
            self.column = 1;
        }
        self.column += length;
        self.out.write_str(&word)
    }

    /// Writes a comment. No sign can stand for its closing brace, so braces become brackets.
    fn comment(&mut self, text: &str) -> fmt::Result {
        let text = text.replace('{', "(").replace('}', ")");
        let words = comment_words(&text);
        let last = words.len().saturating_sub(1);
        for (index, word) in words.into_iter().enumerate() {
            let open = if index == 0 { "{" } else { "" };
            let close = if index == last { "}" } else { "" };
            self.word(&format!("{open}{word}{close}"))?;
        }
        Ok(())
    }
}
