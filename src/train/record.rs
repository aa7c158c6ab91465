//! The text that self-play writes and the tuner reads: a line for a position, and after each game
//! a line that closes it. Nothing here opens a file.
//!
//! A position: `FEN;score;result;ply`, the score in centipawns and the result (`1-0`, `1/2-1/2`,
//! `0-1`) both from White's side, the ply counted from the game's start. The line that closes game
//! 17: `# game 17 seed 1 nodes 5000`. Whatever follows the last such line belongs to a game that
//! was never finished.

use thiserror::Error;

use crate::notation::fen;
use crate::rules::laws::Terms;
use crate::rules::{Color, Position};

/// A position of a game, with what the search thought of it and how the game ended.
#[derive(Clone, Debug)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// The search's score in centipawns, for White.
    pub score: i16,
    /// Who won the game, if anybody did.
    pub winner: Option<Color>,
    /// Plies from the start of the game.
    pub ply: u16,
}

/// Why a line is no record. Each names the text at fault.
#[derive(Clone, Debug, Error)]
pub enum RecordError {
    /// Not four fields.
    #[error("'{0}': a record is FEN;score;result;ply")]
    Fields(String),
    /// The FEN cannot be read.
    #[error(transparent)]
    Fen(#[from] fen::FenError),
    /// The FEN describes no position.
    #[error("FEN '{0}': {1}")]
    Position(String, String),
    /// A score or ply that is no number.
    #[error("{0} '{1}': not a number in its range")]
    Number(&'static str, String),
    /// A result that is none.
    #[error("result '{0}': not 1-0, 0-1 or 1/2-1/2")]
    Result(String),
}

/// The result as a PGN writes it.
pub(super) const fn result_token(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

impl Record {
    /// Writes the line, without its end.
    pub fn write(&self) -> String {
        let fen = fen::to_string(&self.position);
        format!("{fen};{};{};{}", self.score, result_token(self.winner), self.ply)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// [`RecordError`] names the text at fault.
    pub fn read(line: &str) -> Result<Self, RecordError> {
        let fields: Vec<&str> = line.trim().split(';').collect();
        let [fen, score, result, ply] = fields[..] else {
            return Err(RecordError::Fields(line.to_owned()));
        };
        let position = fen::parse(fen)?
            .position(&Terms::default())
            .map_err(|error| RecordError::Position(fen.to_owned(), error.to_string()))?;
        let winner = match result {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            other => return Err(RecordError::Result(other.to_owned())),
        };
        let score = score.parse().map_err(|_| RecordError::Number("score", score.to_owned()))?;
        let ply = ply.parse().map_err(|_| RecordError::Number("ply", ply.to_owned()))?;
        Ok(Self { position, score, winner, ply })
    }
}

/// The line that closes a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Close {
    /// Which game of its seed it was, from 0.
    pub(super) game: u32,
    pub(super) seed: u64,
    /// Soft nodes a move.
    pub(super) nodes: u64,
}

impl Close {
    pub(super) fn write(self) -> String {
        format!("# game {} seed {} nodes {}", self.game, self.seed, self.nodes)
    }

    /// Reads a closing line; `None` for any other.
    pub(super) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let ["#", "game", game, "seed", seed, "nodes", nodes] = words[..] else {
            return None;
        };
        Some(Self {
            game: game.parse().ok()?,
            seed: seed.parse().ok()?,
            nodes: nodes.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 3 20;-57;1/2-1/2;38";
        let record = Record::read(line).unwrap();
        assert_eq!((record.score, record.winner, record.ply), (-57, None, 38));
        assert_eq!(record.write(), line);
        let close = Close { game: 17, seed: 3, nodes: 5000 };
        assert_eq!(Close::read(&close.write()), Some(close));
        assert_eq!(Close::read(line), None);
    }

    #[test]
    fn what_is_no_record_is_named() {
        let cases = [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 3 20;1", "FEN;score;result;ply"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 3 20;x;1-0;1", "score 'x'"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 3 20;40000;1-0;1", "score '40000'"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 3 20;4;2-0;1", "result '2-0'"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 3 20;4;1-0;-1", "ply '-1'"),
            ("4k3/8/8/8/8/8/4P3/8 w - - 3 20;4;1-0;1", "FEN '4k3"),
            ("4k3/8/8/8 w - - 3 20;4;1-0;1", "4 ranks"),
        ];
        for (line, named) in cases {
            let error = Record::read(line).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
