//! A game as somebody wrote it: tags and words with their lines. [`Transcript::replay`] believes
//! it or says why not.

use super::tags::{FEN, FEN_FIELDS};
use super::{GameResult, PgnError, PgnFault, Record, Tags};
use crate::notation::fen;
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
    /// Its moves, variations left out.
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
    /// the starting position of those terms. Where only the null move of the odds can be made and the text
    /// does not have it, as in old records, it is understood.
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
            let position = record.position();
            let read = san::parse(position, &word.text);
            let mv = read
                .or_else(|error| numeric::parse(position, &word.text).ok_or(error))
                .map_err(|error| PgnError {
                    line: word.line,
                    fault: PgnFault::Move { number: number(position), error },
                })?;
            record.play_legal(mv);
            record.remark(&word.nags, &word.comment);
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

/// Whether the null move of the odds is the only legal move.
fn must_pass(position: &Position) -> bool {
    position.board().odds_moves() > 0 && position.is_legal(Move::NULL)
}

fn number(position: &Position) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.fullmove())
}
