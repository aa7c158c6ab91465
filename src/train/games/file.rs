//! Files of training games. A file is a row of chunks behind eight bytes that name the format;
//! each chunk has a kind, a length, its bytes and a checksum of them. A file whose writer was
//! killed, at whatever byte, holds whole chunks and perhaps a piece of one, which the next writer
//! cuts off. A header chunk tells of the run that the games after it come from.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{GameError, LARGEST_GAME, TrainingGame};

/// The first bytes of a file of games: a name and the version of the format.
const MAGIC: [u8; 8] = *b"JADGAME1";
/// Kind and length before a chunk's bytes, in bytes.
const HEAD: usize = 5;
/// The checksum behind them.
const TAIL: usize = 4;

const HEADER_KIND: u8 = b'H';
const GAME_KIND: u8 = b'G';

/// The run that games come from: what must be the same for a run to be taken up again, and what
/// the pedigree of a network tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunHeader {
    /// The program and its version.
    pub program: String,
    /// The evaluation that the engine played with.
    pub evaluation: String,
    /// The seed of the openings.
    pub seed: u64,
    /// Soft nodes a move.
    pub nodes: u32,
    /// The mix of games, as TOML.
    pub mix: String,
}

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system refused.
    #[error("'{}': {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// It does not begin as such files do.
    #[error("'{}' is no file of training games", .0.display())]
    Foreign(PathBuf),
    /// A chunk in the middle of it is damaged.
    #[error("'{}' is damaged at byte {at}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the chunk begins.
        at: u64,
        /// What is wrong with it.
        what: String,
    },
    /// It holds the games of another run.
    #[error("'{}' holds games of another run ({setting} is {theirs}, not {ours}); name another file", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// Which of the settings differs.
        setting: &'static str,
        /// What the file says.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
}

/// A game's bytes, whose checksum is right, not looked into yet: so that one thread can read a
/// file and others play its games.
pub(in crate::train) struct RawGame {
    path: PathBuf,
    /// Where its chunk begins.
    at: u64,
    bytes: Vec<u8>,
}

impl RawGame {
    /// The checksum of its bytes, which tells it from nearly every other game wherever it lies.
    pub(in crate::train) fn checksum(&self) -> u32 {
        crc32fast::hash(&self.bytes)
    }

    /// Reads the game, playing every move.
    ///
    /// # Errors
    /// When it is no game.
    pub(in crate::train) fn decode(&self) -> Result<TrainingGame, FileError> {
        TrainingGame::decode(&self.bytes).map_err(|error: GameError| FileError::Damaged {
            path: self.path.clone(),
            at: self.at,
            what: error.to_string(),
        })
    }
}

/// What comes next in a file; a chunk only when its checksum is right.
enum Next {
    Header(RunHeader),
    Game(RawGame),
    /// Nothing: the file ends after a whole chunk.
    End,
    /// A piece of a chunk, at the end of the file.
    Piece,
}

/// Reads the games of one file, one after another.
pub struct GameReader {
    path: PathBuf,
    stream: BufReader<File>,
    /// Where the next chunk begins.
    at: u64,
    headers: Vec<RunHeader>,
    /// Whether the file ended with a piece of a chunk.
    cut_short: bool,
}

impl GameReader {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be read or is no such file.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let io = |error| FileError::Io { path: path.to_owned(), error };
        let mut stream = BufReader::with_capacity(1 << 18, File::open(path).map_err(io)?);
        let mut magic = [0; MAGIC.len()];
        let read = read_up_to(&mut stream, &mut magic).map_err(io)?;
        if magic[..read] != MAGIC[..read] || (read > 0 && read < MAGIC.len()) {
            return Err(FileError::Foreign(path.to_owned()));
        }
        let at = read as u64;
        Ok(Self { path: path.to_owned(), stream, at, headers: Vec::new(), cut_short: false })
    }

    /// The runs that the games read so far come from.
    pub fn headers(&self) -> &[RunHeader] {
        &self.headers
    }

    /// Whether the file ended in the middle of a game, whose writer was killed.
    pub fn was_cut_short(&self) -> bool {
        self.cut_short
    }

    /// How many bytes of whole chunks have been read.
    pub fn bytes_read(&self) -> u64 {
        self.at
    }

    fn damaged(&self, what: impl Into<String>) -> FileError {
        FileError::Damaged { path: self.path.clone(), at: self.at, what: what.into() }
    }

    fn next_chunk(&mut self) -> Result<Next, FileError> {
        let io = |error| FileError::Io { path: self.path.clone(), error };
        let mut head = [0; HEAD];
        let read = read_up_to(&mut self.stream, &mut head).map_err(io)?;
        if read < HEAD {
            return Ok(if read == 0 { Next::End } else { Next::Piece });
        }
        let length = u32::from_le_bytes(head[1..].try_into().expect("four bytes")) as usize;
        if length > LARGEST_GAME {
            return Err(self.damaged(format!("a chunk of {length} bytes")));
        }
        let mut rest = vec![0; length + TAIL];
        if read_up_to(&mut self.stream, &mut rest).map_err(io)? < rest.len() {
            return Ok(Next::Piece);
        }
        let (at, size) = (self.at, HEAD + rest.len());
        let (bytes, sum) = rest.split_at(length);
        if checksum(&head, bytes).to_le_bytes() != sum {
            return Err(self.damaged("its checksum is wrong"));
        }
        let next = match head[0] {
            HEADER_KIND => Next::Header(
                serde_json::from_slice(bytes).map_err(|error| self.damaged(error.to_string()))?,
            ),
            GAME_KIND => {
                rest.truncate(length);
                Next::Game(RawGame { path: self.path.clone(), at, bytes: rest })
            }
            other => return Err(self.damaged(format!("a chunk of kind {other}"))),
        };
        self.at += size as u64;
        Ok(next)
    }

    /// The bytes of the next game, `None` at the end of the file.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub(in crate::train) fn next_raw(&mut self) -> Result<Option<RawGame>, FileError> {
        loop {
            match self.next_chunk()? {
                Next::Game(game) => return Ok(Some(game)),
                Next::Header(header) => self.headers.push(header),
                Next::End => return Ok(None),
                Next::Piece => {
                    self.cut_short = true;
                    return Ok(None);
                }
            }
        }
    }
}

impl Iterator for GameReader {
    type Item = Result<TrainingGame, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next_raw().transpose()?;
        Some(game.and_then(|raw| raw.decode()))
    }
}

/// Reads until the bytes are full or the stream ends, and says how many were read.
fn read_up_to(stream: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < bytes.len() {
        match stream.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

fn checksum(head: &[u8], bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(bytes);
    hasher.finalize()
}

/// A file that games are added to.
pub struct GameFile {
    path: PathBuf,
    stream: BufWriter<File>,
}

impl GameFile {
    /// Makes a file, in place of one of that name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let io = |error| FileError::Io { path: path.to_owned(), error };
        let mut stream = BufWriter::with_capacity(1 << 18, File::create(path).map_err(io)?);
        stream.write_all(&MAGIC).map_err(io)?;
        Ok(Self { path: path.to_owned(), stream })
    }

    /// Takes up the file of a run, or begins it. `seen` is called for each game it holds. A piece
    /// of a game at its end is cut off.
    ///
    /// # Errors
    /// When the file cannot be used, is damaged, or holds the games of another run.
    pub fn take_up(
        path: &Path,
        header: &RunHeader,
        mut seen: impl FnMut(&TrainingGame),
    ) -> Result<Self, FileError> {
        let io = |error| FileError::Io { path: path.to_owned(), error };
        let is_new = match std::fs::metadata(path) {
            Ok(found) => found.len() <= MAGIC.len() as u64 && starts_like_ours(path)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(io(error)),
        };
        if is_new {
            let mut file = Self::create(path)?;
            file.write_header(header)?;
            file.flush()?;
            return Ok(file);
        }
        let mut reader = GameReader::open(path)?;
        for game in &mut reader {
            seen(&game?);
        }
        for theirs in reader.headers() {
            theirs.refuse_other(header, path)?;
        }
        let kept = reader.bytes_read();
        let headed = !reader.headers().is_empty();
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
        file.set_len(kept).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        let stream = BufWriter::with_capacity(1 << 18, file);
        let mut file = Self { path: path.to_owned(), stream };
        if !headed {
            file.write_header(header)?;
        }
        Ok(file)
    }

    /// Adds a header: the games after it come from that run.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_header(&mut self, header: &RunHeader) -> Result<(), FileError> {
        let text = serde_json::to_vec(header).expect("a header is plain data");
        self.write_chunk(HEADER_KIND, &text)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&mut self, game: &TrainingGame) -> Result<(), FileError> {
        self.write_chunk(GAME_KIND, &game.encode())
    }

    fn write_chunk(&mut self, kind: u8, bytes: &[u8]) -> Result<(), FileError> {
        let mut head = [kind, 0, 0, 0, 0];
        let length = u32::try_from(bytes.len()).expect("chunks are small");
        head[1..].copy_from_slice(&length.to_le_bytes());
        let sum = checksum(&head, bytes).to_le_bytes();
        [&head[..], bytes, &sum]
            .into_iter()
            .try_for_each(|part| self.stream.write_all(part))
            .map_err(|error| FileError::Io { path: self.path.clone(), error })
    }

    /// Hands everything written so far to the system.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn flush(&mut self) -> Result<(), FileError> {
        self.stream.flush().map_err(|error| FileError::Io { path: self.path.clone(), error })
    }
}

/// Whether a file too short for a chunk may be one of ours whose writer was killed at once.
fn starts_like_ours(path: &Path) -> Result<bool, FileError> {
    let io = |error| FileError::Io { path: path.to_owned(), error };
    let bytes = std::fs::read(path).map_err(io)?;
    if MAGIC.starts_with(&bytes) { Ok(true) } else { Err(FileError::Foreign(path.to_owned())) }
}

impl RunHeader {
    /// Refuses to go on with a run whose settings differ, naming the first that does.
    fn refuse_other(&self, ours: &Self, path: &Path) -> Result<(), FileError> {
        let settings = [
            ("program", self.program.clone(), ours.program.clone()),
            ("evaluation", self.evaluation.clone(), ours.evaluation.clone()),
            ("seed", self.seed.to_string(), ours.seed.to_string()),
            ("nodes", self.nodes.to_string(), ours.nodes.to_string()),
            ("mix", self.mix.clone(), ours.mix.clone()),
        ];
        match settings.into_iter().find(|(_, theirs, ours)| theirs != ours) {
            None => Ok(()),
            Some((setting, theirs, ours)) => {
                Err(FileError::OtherRun { path: path.to_owned(), setting, theirs, ours })
            }
        }
    }
}
