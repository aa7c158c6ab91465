//! Files of packed samples: eight bytes that name the format, the samples to learn from, those
//! kept aside for validation, a header as JSON, its length, and a CRC-32 of all before. The header
//! comes last because it holds the counts. A file is held in memory as a whole while it is used.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::super::games::RunHeader;
use super::sample::{SAMPLE_SIZE, Sample};
use crate::eval::network::{FEATURES, HEADS};

/// The first bytes of a file: a name and the version of the format.
const MAGIC: [u8; 8] = *b"JADPACK1";
/// The bytes of the header's length, and of the checksum.
const WORD: usize = 4;

/// What a file holds, and how it was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PackHeader {
    /// Inputs of the networks that it was made for.
    pub features: usize,
    /// Output heads of these.
    pub heads: usize,
    /// Samples to learn from.
    pub training: u64,
    /// Samples kept aside.
    pub validation: u64,
    /// Games read.
    pub games: u64,
    /// Their positions that were thought about.
    pub positions: u64,
    /// How many of these were left out, by reason.
    pub left_out: BTreeMap<String, u64>,
    /// Samples by family of results: a draw is half a point; stalemate decides; a player
    /// is bound.
    pub families: [u64; 3],
    /// The settings it was made with.
    pub settings: Settings,
    /// The runs that the games come from.
    pub runs: Vec<RunHeader>,
    /// What networks the scores have been mixed with, if they have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distilled: Option<Distilled>,
}

/// What decides which positions a file holds, and in which order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Positions before this ply of the game, random plies included, are left out.
    pub first_ply: u32,
    /// Positions with a score beyond this, in centipawns either way, are left out.
    pub decided: i16,
    /// One game in so many is kept aside for validation.
    pub validation: u32,
    /// How much each later ply's score counts of the one before, 0 to 1; at 0 a position has its own score
    /// alone. This is not the share of the result in what a network learns.
    pub td_lambda: f32,
    /// Centipawns of one logit, in which scores are averaged.
    pub unit: f32,
    /// Elo points that a player of twice the nodes is taken to be stronger.
    pub elo_per_doubling: f32,
    /// The seed of the order and of the choice of games kept aside.
    pub seed: u64,
}

/// What the scores of a file of samples have been mixed with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Distilled {
    /// How much of a score is what the networks expect, 0 to 1.
    pub share: f32,
    /// The unit of the mixed scores, in centipawns a logit.
    pub unit: f32,
    /// The checksum of each network, and how much its logits count; the sum is 1.
    pub teachers: Vec<(String, f32)>,
}

/// Why a file of samples cannot be used or made.
#[derive(Debug, Error)]
pub enum PackError {
    /// The system refused.
    #[error("'{}': {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// It does not begin as such files do.
    #[error("'{}' is no file of packed samples", .0.display())]
    Foreign(PathBuf),
    /// Its parts do not fit together, or its checksum is wrong.
    #[error("'{}' is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// It was made for networks with other inputs or heads.
    #[error("'{}' was packed for {found} {what}, but the network has {expected}: pack it anew", path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// What there is another number of.
        what: &'static str,
        /// That number.
        found: usize,
        /// What it should be.
        expected: usize,
    },
    /// A file of games cannot be used.
    #[error(transparent)]
    Games(#[from] super::super::games::FileError),
    /// There is nothing to learn from.
    #[error("'{}' would hold no sample", .0.display())]
    Empty(PathBuf),
}

/// Writes a file. It has its name only when it is whole; what was begun in vain is removed.
pub(super) struct PackWriter {
    path: PathBuf,
    part: PathBuf,
    stream: BufWriter<File>,
    checksum: crc32fast::Hasher,
}

impl Drop for PackWriter {
    fn drop(&mut self) {
        // It is gone already if it was finished.
        let _ = std::fs::remove_file(&self.part);
    }
}

impl PackWriter {
    /// Begins a file.
    pub(super) fn create(path: &Path) -> Result<Self, PackError> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file =
            File::create(&part).map_err(|error| PackError::Io { path: part.clone(), error })?;
        let stream = BufWriter::with_capacity(1 << 20, file);
        let checksum = crc32fast::Hasher::new();
        let mut writer = Self { path: path.to_owned(), part, stream, checksum };
        writer.put(&MAGIC)?;
        Ok(writer)
    }

    /// Adds bytes.
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), PackError> {
        self.checksum.update(bytes);
        self.stream
            .write_all(bytes)
            .map_err(|error| PackError::Io { path: self.part.clone(), error })
    }

    /// Ends the file.
    pub(super) fn finish(mut self, header: &PackHeader) -> Result<(), PackError> {
        let text = serde_json::to_vec(header).expect("a header is plain data");
        let length = u32::try_from(text.len()).expect("a header is not as long as that");
        self.put(&text)?;
        self.put(&length.to_le_bytes())?;
        let checksum = self.checksum.clone().finalize().to_le_bytes();
        self.stream
            .write_all(&checksum)
            .and_then(|()| self.stream.flush())
            .and_then(|()| std::fs::rename(&self.part, &self.path))
            .map_err(|error| PackError::Io { path: self.part.clone(), error })
    }
}

/// A file of samples in memory.
pub struct PackFile {
    header: PackHeader,
    bytes: Vec<u8>,
    checksum: u32,
}

impl PackFile {
    /// Reads a file and checks it, every sample included.
    ///
    /// # Errors
    /// [`PackError`] says what is wrong with it.
    pub fn open(path: &Path) -> Result<Self, PackError> {
        let bytes =
            std::fs::read(path).map_err(|error| PackError::Io { path: path.to_owned(), error })?;
        if !bytes.starts_with(&MAGIC) {
            return Err(PackError::Foreign(path.to_owned()));
        }
        let damaged = |what: &str| PackError::Damaged { path: path.to_owned(), what: what.into() };
        let cut = || damaged("it ends too soon");
        let (summed, tail) = bytes.split_last_chunk::<WORD>().ok_or_else(cut)?;
        let checksum = u32::from_le_bytes(*tail);
        if crc32fast::hash(summed) != checksum {
            return Err(damaged("its checksum is wrong"));
        }
        let (rest, length) = summed.split_last_chunk::<WORD>().ok_or_else(cut)?;
        let length = u32::from_le_bytes(*length) as usize;
        let begin = rest.len().checked_sub(length).filter(|&begin| begin >= MAGIC.len());
        let begin = begin.ok_or_else(cut)?;
        let header: PackHeader = serde_json::from_slice(&rest[begin..])
            .map_err(|error| damaged(&format!("its header: {error}")))?;
        for (what, found, expected) in
            [("inputs", header.features, FEATURES), ("output heads", header.heads, HEADS)]
        {
            if found != expected {
                let path = path.to_owned();
                return Err(PackError::Shape { path, what, found, expected });
            }
        }
        let samples = header.training.checked_add(header.validation);
        let fits = samples.and_then(|count| count.checked_mul(SAMPLE_SIZE as u64))
            == Some((begin - MAGIC.len()) as u64);
        if !fits {
            return Err(damaged("its header counts other samples than it holds"));
        }
        let file = Self { header, bytes, checksum };
        let faulty = file.all().iter().position(|bytes| Sample::from_bytes(bytes).is_none());
        match faulty {
            Some(place) => Err(damaged(&format!("sample {place} is none"))),
            None => Ok(file),
        }
    }

    /// What the file holds.
    pub fn header(&self) -> &PackHeader {
        &self.header
    }

    /// The checksum, which tells files apart.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    fn all(&self) -> &[[u8; SAMPLE_SIZE]] {
        let count = (self.header.training + self.header.validation) as usize;
        &self.bytes[MAGIC.len()..].as_chunks().0[..count]
    }

    /// The samples to learn from.
    pub(super) fn training(&self) -> &[[u8; SAMPLE_SIZE]] {
        &self.all()[..self.header.training as usize]
    }

    /// Those kept aside.
    pub(super) fn validation(&self) -> &[[u8; SAMPLE_SIZE]] {
        &self.all()[self.header.training as usize..]
    }
}
