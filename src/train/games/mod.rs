//! Training games: one game as the trainer needs it, and its bytes. A ply takes four bytes (move
//! and score); a game adds its terms, its opening and its result. Reading checks every move.
//! Files of such games are the business of [`file`](self::file).

mod file;

pub(super) use file::RawGame;
pub use file::{FileError, GameFile, GameReader, RunHeader};

use thiserror::Error;

use crate::notation::fen;
use crate::notation::pgn::{PgnFault, Tags};
use crate::rules::laws::Terms;
use crate::rules::{Color, Move, Position};

/// The highest score that a ply can carry, in centipawns either way. Anything decided is clipped
/// to it.
pub const HIGHEST_SCORE: i16 = 32_000;

/// Most bytes of a game: far more than the longest legal one that is ever written.
pub(super) const LARGEST_GAME: usize = 1 << 20;

/// How a training game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum EndedBy {
    /// By the law: mate, stalemate, a dead position, a broken undertaking.
    Law = 0,
    /// By a draw claimed or agreed.
    Claim = 1,
    /// By adjudication, where the law allows one.
    Adjudication = 2,
    /// By its length.
    Length = 3,
}

impl EndedBy {
    /// Every way, in the order of their bytes.
    pub const ALL: [Self; 4] = [Self::Law, Self::Claim, Self::Adjudication, Self::Length];

    /// A word for tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Law => "law",
            Self::Claim => "claim",
            Self::Adjudication => "adjudication",
            Self::Length => "length",
        }
    }
}

/// A move and the score of the search that chose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move that was played.
    pub mv: Move,
    /// The score in centipawns for White, at most 32,000 either way.
    pub score: i16,
}

/// A game of the engine with itself.
#[derive(Clone, Debug)]
pub struct TrainingGame {
    /// Which game of its run it is, from 0. Together with the run's seed it decides the game.
    pub number: u64,
    /// The terms it was played on.
    pub terms: Terms,
    /// The position it began from.
    pub start: Position,
    /// Moves made at random before the players thought for themselves.
    pub opening: Vec<Move>,
    /// The moves that were thought about.
    pub plies: Vec<ScoredMove>,
    /// Who won, if anybody did.
    pub winner: Option<Color>,
    /// How it ended.
    pub ended_by: EndedBy,
    /// Soft nodes a move of White and of Black. They differ in games between unequal players.
    pub nodes: [u32; 2],
}

/// Why bytes are no training game.
#[derive(Clone, Debug, Error)]
pub enum GameError {
    /// The bytes end too soon or too late.
    #[error("a game of {0} bytes whose parts do not add up")]
    Length(usize),
    /// A byte that stands for nothing.
    #[error("{0}: {1} stands for nothing")]
    Value(&'static str, u32),
    /// Text that is no UTF-8.
    #[error("its terms are no text")]
    Text,
    /// Terms that cannot be read.
    #[error("its terms: {0}")]
    Terms(#[from] PgnFault),
    /// A start position that cannot be read.
    #[error("its start: {0}")]
    Fen(#[from] fen::FenError),
    /// A start position that is none under the terms.
    #[error("its start '{0}': {1}")]
    Start(String, String),
    /// A move that is not legal where it was made.
    #[error("move {0:#06x} at ply {1} is not legal")]
    Move(u16, usize),
}

/// Takes a game's bytes one part after another.
struct Cursor<'a> {
    bytes: &'a [u8],
    whole: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], GameError> {
        let (taken, rest) =
            self.bytes.split_at_checked(count).ok_or(GameError::Length(self.whole))?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], GameError> {
        Ok(self.take(N)?.try_into().expect("that many bytes were taken"))
    }

    fn byte(&mut self) -> Result<u8, GameError> {
        Ok(self.array::<1>()?[0])
    }

    fn short(&mut self) -> Result<u16, GameError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    fn text(&mut self) -> Result<&'a str, GameError> {
        let length = usize::from(self.short()?);
        std::str::from_utf8(self.take(length)?).map_err(|_| GameError::Text)
    }
}

/// Text behind its length.
fn put_text(bytes: &mut Vec<u8>, text: &str) {
    let length = u16::try_from(text.len()).expect("terms and FENs are short");
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.as_bytes());
}

/// Terms as the lines `Name=value` of the PGN tags that name them.
pub(super) fn terms_text(terms: &Terms, giver: Color) -> String {
    let tags = Tags::of_terms(terms, giver);
    tags.iter().map(|(name, value)| format!("{name}={value}\n")).collect()
}

fn read_terms(text: &str) -> Result<Terms, PgnFault> {
    let mut tags = Tags::default();
    for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
        tags.set(name, value);
    }
    tags.terms()
}

impl TrainingGame {
    /// The plies of the whole game, the opening included.
    pub fn len(&self) -> usize {
        self.opening.len() + self.plies.len()
    }

    /// Whether no move was made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions that were thought about, each with the move chosen there and its score.
    pub fn positions(&self) -> impl Iterator<Item = (Position, ScoredMove)> + '_ {
        let first = self.opening.iter().fold(self.start, |position, &mv| position.play(mv));
        self.plies.iter().scan(first, |position, &ply| {
            let before = *position;
            *position = before.play(ply.mv);
            Some((before, ply))
        })
    }

    /// The bytes of the game: number (8), result (1), way it ended (1), nodes (8), plies of the
    /// opening (2) and of the rest (2), terms as PGN tags and FEN (each behind two bytes of
    /// length; the FEN is empty when the game begins as its terms say), two bytes a move of the
    /// opening, four a ply of the rest. All numbers have their lowest byte first.
    ///
    /// # Panics
    /// When the game has more than 65,535 plies.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(64 + 4 * self.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.push(match self.winner {
            None => 0,
            Some(Color::White) => 1,
            Some(Color::Black) => 2,
        });
        bytes.push(self.ended_by as u8);
        for nodes in self.nodes {
            bytes.extend(nodes.to_le_bytes());
        }
        for plies in [self.opening.len(), self.plies.len()] {
            let plies = u16::try_from(plies).expect("games are much shorter");
            bytes.extend(plies.to_le_bytes());
        }
        let giver = self.start.undertaking().map_or_else(|| self.terms.giver(None), |u| u.giver);
        put_text(&mut bytes, &terms_text(&self.terms, giver));
        let usual = self.terms.start().position(&self.terms);
        let text = fen::to_string(&self.start);
        let is_usual = usual.is_ok_and(|usual| fen::to_string(&usual) == text);
        put_text(&mut bytes, if is_usual { "" } else { &text });
        for mv in &self.opening {
            bytes.extend(mv.bits().get().to_le_bytes());
        }
        for ply in &self.plies {
            bytes.extend(ply.mv.bits().get().to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes
    }

    /// Reads the bytes of a game, playing every move.
    ///
    /// # Errors
    /// [`GameError`] says what is wrong; nothing is believed that was not checked.
    pub fn decode(bytes: &[u8]) -> Result<Self, GameError> {
        let mut cursor = Cursor { bytes, whole: bytes.len() };
        let number = u64::from_le_bytes(cursor.array()?);
        let winner = match cursor.byte()? {
            0 => None,
            1 => Some(Color::White),
            2 => Some(Color::Black),
            other => return Err(GameError::Value("its result", other.into())),
        };
        let way = cursor.byte()?;
        let ended_by = *EndedBy::ALL
            .get(usize::from(way))
            .ok_or(GameError::Value("the way it ended", way.into()))?;
        let nodes = [u32::from_le_bytes(cursor.array()?), u32::from_le_bytes(cursor.array()?)];
        let (opening_plies, plies) = (cursor.short()?, cursor.short()?);
        let terms = read_terms(cursor.text()?)?;
        let text = cursor.text()?;
        let setup = if text.is_empty() { terms.start() } else { fen::parse(text)? };
        let start = setup
            .position(&terms)
            .map_err(|error| GameError::Start(fen::write(&setup), error.to_string()))?;
        let mut position = start;
        let mut legal = |bits: u16, ply: usize| {
            let mv = Move::from_bits(bits).filter(|&mv| position.is_legal(mv));
            let mv = mv.ok_or(GameError::Move(bits, ply))?;
            position = position.play(mv);
            Ok::<_, GameError>(mv)
        };
        let opening = (0..usize::from(opening_plies))
            .map(|ply| legal(cursor.short()?, ply))
            .collect::<Result<Vec<_>, _>>()?;
        let plies = (0..usize::from(plies))
            .map(|ply| {
                let mv = legal(cursor.short()?, opening.len() + ply)?;
                Ok(ScoredMove { mv, score: i16::from_le_bytes(cursor.array()?) })
            })
            .collect::<Result<Vec<_>, GameError>>()?;
        if !cursor.bytes.is_empty() {
            return Err(GameError::Length(bytes.len()));
        }
        Ok(Self { number, terms, start, opening, plies, winner, ended_by, nodes })
    }
}
