//! The trainer's own file: a network of floats with what the optimiser remembers and how far the
//! run has come, so that the run can be taken up, or another one begin from it. Eight bytes that
//! name the format, the length of a JSON header, the header, the parameters, the two means of
//! the gradients (see [`Moments`]), and a CRC-32 of all before; little endian.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::adamw::Moments;
use super::model::{Model, Shape};
use super::pass::Losses;
use super::sharing::Sharing;
use crate::eval::network::{FEATURES, HEADS, Network, NetworkError};

/// The first bytes of a file: a name and the version of the format.
const MAGIC: [u8; 8] = *b"JADTRAN2";

/// Why a run cannot begin, go on, or keep what it has learnt.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The system refused.
    #[error("'{}': {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A file that is no checkpoint, or a damaged one.
    #[error("'{}' is no checkpoint that can be used: {what}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A network to begin from that cannot be read.
    #[error("'{}' is no network that can be used: {error}", path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: NetworkError,
    },
    /// The checkpoint is that of a run with other settings.
    #[error("'{}' belongs to another run ({setting} is {theirs}, not {ours}); name another file", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// Which of the settings differs.
        setting: String,
        /// What the file says.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
    /// A width that no network has.
    #[error("{0} hidden units: the number must be a multiple of 64, at most 4096")]
    Hidden(usize),
    /// The network cannot be written in its quantised form.
    #[error("the network cannot be quantised: {0}")]
    Quantise(#[from] NetworkError),
}

/// What has come of a superbatch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Superbatch {
    /// Its number, from 1.
    pub number: u64,
    /// Samples learnt from so far.
    pub samples: u64,
    /// The learning rate at its end.
    pub rate: f32,
    /// The mean loss over its samples, each before the step that learnt from it.
    pub training: f64,
    /// The mean loss over the samples kept aside, after it; `None` if there are none.
    pub validation: Option<f64>,
    /// The same by family of results: a draw is half a point, stalemate decides, a player is
    /// bound.
    pub families: [Option<f64>; 3],
    /// Samples a second.
    pub speed: f64,
}

/// How far a run has come.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    pub(super) model: Model,
    pub(super) moments: Moments,
    /// Batches learnt from.
    pub(super) batches: u64,
    /// Seconds of training.
    pub(super) seconds: f64,
    /// Those of the present superbatch.
    pub(super) superbatch_seconds: f64,
    /// The losses of the present superbatch.
    pub(super) losses: Losses,
    /// The superbatches that are over.
    pub(super) history: Vec<Superbatch>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    hidden: usize,
    features: usize,
    heads: usize,
    /// Whether inputs move together, so that there are means for their sets too.
    shared: bool,
    /// What must be the same for the run to be taken up.
    settings: Value,
    batches: u64,
    seconds: f64,
    superbatch_seconds: f64,
    losses: Losses,
    history: Vec<Superbatch>,
}

impl State {
    /// A run that has not begun.
    pub(super) fn new(model: Model, sharing: Option<&Sharing>) -> Self {
        Self {
            moments: Moments::new(model.shape, sharing),
            model,
            batches: 0,
            seconds: 0.0,
            superbatch_seconds: 0.0,
            losses: Losses::default(),
            history: Vec::new(),
        }
    }

    /// Whether it remembers the gradients of [sets of inputs](Sharing).
    pub(super) fn is_shared(&self) -> bool {
        self.moments.mean.len() > self.model.shape.parameters()
    }

    /// Writes the file. It is never seen half written.
    pub(super) fn write(&self, settings: &Value, path: &Path) -> Result<(), TrainError> {
        let header = Header {
            hidden: self.model.shape.hidden(),
            features: FEATURES,
            heads: HEADS,
            shared: self.is_shared(),
            settings: settings.clone(),
            batches: self.batches,
            seconds: self.seconds,
            superbatch_seconds: self.superbatch_seconds,
            losses: self.losses,
            history: self.history.clone(),
        };
        let header = serde_json::to_vec(&header).expect("a header is plain data");
        let length = u32::try_from(header.len()).expect("a header is not as long as that");
        let mut bytes = MAGIC.to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(header);
        for row in [&self.model.parameters, &self.moments.mean, &self.moments.square] {
            bytes.extend(row.iter().flat_map(|number| number.to_le_bytes()));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        write_whole(path, &bytes)
    }

    /// Reads a file, and the settings of its run.
    pub(super) fn read(path: &Path) -> Result<(Self, Value), TrainError> {
        Self::parse(&read_whole(path)?, path)
    }

    /// Reads the bytes of a file.
    fn parse(bytes: &[u8], path: &Path) -> Result<(Self, Value), TrainError> {
        let fault =
            |what: &str| TrainError::Checkpoint { path: path.to_owned(), what: what.to_owned() };
        let cut = || fault("it ends too soon");
        if !bytes.starts_with(&MAGIC) {
            return Err(fault("it does not begin as such files do"));
        }
        let (summed, checksum) = bytes.split_last_chunk().ok_or_else(cut)?;
        if crc32fast::hash(summed).to_le_bytes() != *checksum {
            return Err(fault("its checksum is wrong"));
        }
        let rest = summed.get(MAGIC.len()..).ok_or_else(cut)?;
        let (length, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (header, rest) =
            rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut)?;
        let header: Header = serde_json::from_slice(header)
            .map_err(|error| fault(&format!("its header: {error}")))?;
        let shape = Shape::new(header.hidden)
            .filter(|_| (header.features, header.heads) == (FEATURES, HEADS))
            .ok_or_else(|| fault("it is for a network of another shape"))?;
        let count = shape.parameters();
        let numbers: Vec<f32> =
            rest.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let sharing = header.shared.then(Sharing::new);
        let remembered = Moments::count(shape, sharing.as_ref());
        if rest.len() != 4 * (count + 2 * remembered) {
            return Err(cut());
        }
        let (parameters, moments) = numbers.split_at(count);
        let (mean, square) = moments.split_at(remembered);
        let state = Self {
            model: Model { shape, parameters: parameters.to_vec() },
            moments: Moments { mean: mean.to_vec(), square: square.to_vec() },
            batches: header.batches,
            seconds: header.seconds,
            superbatch_seconds: header.superbatch_seconds,
            losses: header.losses,
            history: header.history,
        };
        Ok((state, header.settings))
    }
}

/// The network of a checkpoint, or of a file that the engine plays with. `unit` is how many centipawns
/// one logit is in the run that begins from it.
pub(super) fn read_model(path: &Path, unit: f32) -> Result<Model, TrainError> {
    let bytes = read_whole(path)?;
    if bytes.starts_with(&MAGIC) {
        return State::parse(&bytes, path).map(|(state, _)| state.model);
    }
    let path = path.to_owned();
    Network::read(&bytes).map(|network| Model::of_network(&network, unit)).map_err(|error| {
        match error {
            NetworkError::Foreign => {
                let what = "it begins neither as one nor as a network".to_owned();
                TrainError::Checkpoint { path, what }
            }
            error => TrainError::Network { path, error },
        }
    })
}

/// The bytes of a file.
pub(super) fn read_whole(path: &Path) -> Result<Vec<u8>, TrainError> {
    std::fs::read(path).map_err(|error| TrainError::Io { path: path.to_owned(), error })
}

/// Refuses the settings of another run, naming the first that differs.
pub(super) fn refuse_other(theirs: &Value, ours: &Value, path: &Path) -> Result<(), TrainError> {
    let keys = ours.as_object().into_iter().chain(theirs.as_object()).flat_map(|map| map.keys());
    match keys.into_iter().find(|key| theirs.get(key) != ours.get(key)) {
        None => Ok(()),
        Some(setting) => {
            // The settings are of single precision: as doubles they would have too many digits.
            let text = |value: Option<&Value>| match value.unwrap_or(&Value::Null) {
                value if value.is_f64() => (value.as_f64().unwrap_or_default() as f32).to_string(),
                value => value.to_string(),
            };
            Err(TrainError::OtherRun {
                path: path.to_owned(),
                setting: setting.clone(),
                theirs: text(theirs.get(setting)),
                ours: text(ours.get(setting)),
            })
        }
    }
}

/// Writes a file that has its name only when it is whole.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    std::fs::write(&part, bytes)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| TrainError::Io { path: part, error })
}
