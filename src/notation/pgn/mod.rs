//! Portable game notation. A [`Reader`] takes games from a stream one at a time, each as a
//! [`Transcript`]: tags and words, nothing believed. [`Transcript::replay`] plays it under the
//! terms its tags name, or under others, and gives a [`Record`]: a game with its terms, which
//! prints itself, variations included. An error names its line and its text, and costs no game but
//! its own.
//!
//! Four tags of ours say under what terms a game was played: `Laws` (the word of a code or of a
//! ready game), `Odds`, `OddsGiver` and `Undertaking`, all in the words of the options. A switch
//! set against the code has a tag as well (`Stalemate`, `CastleWithoutRook`, `FiftyMoves`,
//! `Repetition`). What does not apply has no tag. `FEN` has six fields, the letters of ghost
//! rights kept; where six do not say everything, `FENFields` has the rest.
//!
//! ```
//! use jadoube::notation::pgn::{GameResult, Reader, Record};
//! use jadoube::notation::san;
//! use jadoube::rules::laws::{Code, Terms};
//!
//! let terms = Terms::from(Code::France1804);
//! let mut record = Record::new(&terms, terms.start().position(&terms)?);
//! record.tags.set("White", "A");
//! for text in ["f3", "e5", "g4", "Qh4#"] {
//!     let mv = san::parse(record.position(), text)?;
//!     assert!(record.play(mv));
//! }
//! record.comment("mate");
//! record.result = GameResult::of(record.game().outcome());
//! let text = record.to_string();
//! assert!(text.contains("[Laws \"france1804\"]"));
//! assert!(text.ends_with("1. f3 e5 2. g4 Qh4# {mate} 0-1\n\n"));
//!
//! let read = Reader::new(text.as_bytes()).next().expect("one game")?.replay()?;
//! assert_eq!(read.game().moves(), record.game().moves());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod reader;
mod record;
mod tags;
mod transcript;

use std::fmt;

use thiserror::Error;

use super::fen::FenError;
use super::san::SanError;
use crate::rules::laws::{OddsError, Outcome, TermsError, UndertakingError};
use crate::rules::{Color, SetupError};

pub use reader::Reader;
pub use record::{Record, Remark, Variation};
pub use tags::Tags;
pub use transcript::{Sideline, Transcript, Word};

/// How a game ended, as the last word of its text has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Drawn,
    /// `*`: unfinished, abandoned, annulled or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Drawn, Self::Unknown];

    /// The result of a game that has ended so, or that has not.
    pub const fn of(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self::Unknown,
            Some(Outcome { winner: None, .. }) => Self::Drawn,
            Some(Outcome { winner: Some(Color::White), .. }) => Self::WhiteWins,
            Some(Outcome { winner: Some(Color::Black), .. }) => Self::BlackWins,
        }
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn token(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Reads a token, also with a long stroke or as `1/2` or `½-½`.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.replace(['–', '—'], "-");
        if matches!(plain.as_str(), "1/2" | "½-½" | "½") {
            return Some(Self::Drawn);
        }
        Self::ALL.into_iter().find(|result| result.token() == plain)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.token())
    }
}

/// Why a game could not be read: one line of text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct PgnError {
    /// The line of the text, from 1, in which the fault lies or begins.
    pub line: usize,
    /// What is wrong.
    pub fault: PgnFault,
}

/// What is wrong in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PgnFault {
    /// The stream itself failed. No game follows.
    #[error("cannot be read: {0}")]
    Stream(String),
    /// A line that begins as a tag and is none.
    #[error("tag '{0}': not [Name \"value\"]")]
    Tag(String),
    /// A comment without its end: the next game, or the end of the text, came first.
    #[error("comment '{0}': no }} closes it")]
    UnclosedComment(String),
    /// A variation without its end.
    #[error("variation '{0}': no ) closes it")]
    UnclosedVariation(String),
    /// A bracket or brace that closes nothing, or stands where none may.
    #[error("'{0}': the {1} has no meaning here")]
    Stray(String, char),
    /// No move of the game so far.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move and, for Black's, dots: `12.` or `12...`.
        number: String,
        /// Why it cannot be played.
        error: SanError,
    },
    /// No game begins on the terms of the tags.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The tag `FEN`, or the fields that follow it.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A `FEN` that is no position under the terms.
    #[error("FEN '{0}': {1}")]
    Setup(String, SetupError),
    /// A tag of the terms whose value is none of its words.
    #[error("tag {0} '{1}': not {2}")]
    Value(&'static str, String, String),
    /// The tag `Odds`.
    #[error("tag Odds: {0}")]
    Odds(#[from] OddsError),
    /// The tag `Undertaking`.
    #[error("tag Undertaking: {0}")]
    Undertaking(#[from] UndertakingError),
}
