//! A game as somebody wrote it: tags and words with their lines. [`Transcript::replay`] believes
//! it or says why not.

use super::record::add_comment;
use super::tags::{FEN, FEN_FIELDS};
use super::{GameResult, PgnError, PgnFault, Record, Remark, Tags, Variation};
use crate::notation::fen;
use crate::notation::san::SanError;
use crate::notation::{numeric, san};
use crate::rules::laws::{Terms, excerpt};
use crate::rules::{Color, Move, Position, Setup};

/// A game as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    /// The line of the stream in which it begins, from 1.
    pub line: usize,
    /// Its tags.
    pub tags: Tags,
    /// What is said before the first move.
    pub comment: String,
    /// Its moves.
    pub words: Vec<Word>,
    /// The result that ends it, if one does.
    pub result: Option<GameResult>,
}

/// A move as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Word {
    /// The text, without number and judgement.
    pub text: String,
    /// The line it stands in, from 1.
    pub line: usize,
    /// Numeric annotation glyphs, those written as `!?` included.
    pub nags: Vec<u8>,
    /// What is said of it.
    pub comment: String,
    /// Lines that could have been played instead.
    pub variations: Vec<Sideline>,
}

/// A variation as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sideline {
    /// What is said before its first move.
    pub comment: String,
    /// Its moves, at least one.
    pub words: Vec<Word>,
}

impl Transcript {
    /// The terms that its tags name.
    ///
    /// # Errors
    /// [`PgnError`] names the tag.
    pub fn terms(&self) -> Result<Terms, PgnError> {
        self.tags.terms().map_err(|fault| PgnError { line: self.line, fault })
    }

    /// Plays the game under the terms that its tags name.
    ///
    /// # Errors
    /// [`PgnError`] names the tag or the move that cannot be believed.
    pub fn replay(&self) -> Result<Record, PgnError> {
        self.replay_under(&self.terms()?)
    }

    /// Plays the game under other terms than its tags name. Without the tag `FEN` it begins from
    /// the starting position of those terms. Where only the null move of the odds can be made and the
    /// text does not have it, as in old records, it is understood. A variation goes as far as its
    /// moves are legal; what follows becomes a comment.
    ///
    /// # Errors
    /// [`PgnError`] names the position or the move that cannot be believed.
    pub fn replay_under(&self, terms: &Terms) -> Result<Record, PgnError> {
        let start = self.start(terms)?;
        let mut record = Record::new(terms, start);
        record.tags = self.tags.clone();
        record.introduction.clone_from(&self.comment);
        for word in &self.words {
            if must_pass(record.position()) && !san::is_null(&word.text) {
                record.play_legal(Move::NULL);
            }
            let position = *record.position();
            let mv = read(&position, word).map_err(|error| PgnError {
                line: word.line,
                fault: PgnFault::Move { number: number(&position), error },
            })?;
            record.play_legal(mv);
            record.annotate(&word.remark(&position));
        }
        let tagged = self.tags.get("Result").and_then(GameResult::parse);
        record.result = self.result.or(tagged).unwrap_or_default();
        Ok(record)
    }

    /// What it begins from by its tag `FEN`; without that, the starting position of the terms.
    ///
    /// # Errors
    /// [`PgnError`] names the text at fault.
    pub fn setup(&self, terms: &Terms) -> Result<Setup, PgnError> {
        let setup = match self.tags.get(FEN) {
            Some(fen) => {
                let fields = self.tags.get(FEN_FIELDS).unwrap_or_default();
                fen::parse(&format!("{fen} {fields}")).map_err(PgnFault::from)
            }
            None => terms.begin().map_err(PgnFault::from),
        };
        setup.map_err(|fault| PgnError { line: self.line, fault })
    }

    fn start(&self, terms: &Terms) -> Result<Position, PgnError> {
        let setup = self.setup(terms)?;
        let refused = |error| PgnFault::Setup(excerpt(&fen::write(&setup)), error);
        let at_fault = |error| PgnError { line: self.line, fault: refused(error) };
        setup.position(terms).map_err(at_fault)
    }
}

impl Word {
    /// What is said of it, the variations played from the position before it.
    fn remark(&self, before: &Position) -> Remark {
        let mut remark = Remark {
            nags: self.nags.clone(),
            comment: self.comment.clone(),
            variations: Vec::new(),
        };
        for line in &self.variations {
            match line.replay(before) {
                Ok(variation) => remark.variations.push(variation),
                Err(text) => add_comment(&mut remark.comment, &text),
            }
        }
        remark
    }
}

impl Sideline {
    /// Plays it from a position, as far as its moves are legal; the rest becomes a comment. Where
    /// none is, a comment is all there is.
    fn replay(&self, start: &Position) -> Result<Variation, String> {
        let mut position = *start;
        let mut variation =
            Variation { introduction: self.comment.clone(), ..Variation::default() };
        for (index, word) in self.words.iter().enumerate() {
            if must_pass(&position) && !san::is_null(&word.text) {
                variation.moves.push((Move::NULL, Remark::default()));
                position = position.play(Move::NULL);
            }
            let Ok(mv) = read(&position, word) else {
                let rest: Vec<&str> = self.words[index..].iter().map(|w| w.text.as_str()).collect();
                let rest = format!("not legal here: {} {}", number(&position), rest.join(" "));
                match variation.moves.last_mut() {
                    Some((_, remark)) => add_comment(&mut remark.comment, &rest),
                    None => {
                        add_comment(&mut variation.introduction, &rest);
                        return Err(variation.introduction);
                    }
                }
                break;
            };
            variation.moves.push((mv, word.remark(&position)));
            position = position.play(mv);
        }
        Ok(variation)
    }
}

/// The move that a word names.
fn read(position: &Position, word: &Word) -> Result<Move, SanError> {
    let read = san::parse(position, &word.text);
    read.or_else(|error| numeric::parse(position, &word.text).ok_or(error))
}

/// Whether the null move of the odds is the only legal move.
fn must_pass(position: &Position) -> bool {
    position.board().odds_moves() > 0 && position.is_legal(Move::NULL)
}

fn number(position: &Position) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.fullmove())
}
