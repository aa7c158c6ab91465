//! A network and its file: an eight-byte name, the length of a JSON header as a `u32`, the header,
//! the weights, and a CRC-32 of all before. All numbers are little endian. The order of the weights
//! is input weights by input, input biases, output weights by head (side to move first), output
//! biases.
//!
//! What is read is checked once, so that no sum of a network can overflow: see
//! [`MOST_INPUT_WEIGHT`], [`MOST_RELATION_WEIGHT`] and [`NetworkError::Head`].

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::features::{FEATURES, FLAGS, HEADS, MOST_ACTIVE, RELATED};
use super::relations::MOST_RELATIONS;
use super::{HIDDEN, QA, QB, Row};
use crate::memory::Memory;

/// The first bytes of a file: a name and the version of the format.
const MAGIC: [u8; 8] = *b"JADNET1\n";
/// The bytes of the header's length.
const LENGTH: usize = 4;
/// The bytes of the checksum.
const TAIL: usize = 4;

/// The largest weight of a relation between pieces, of either sign. The trainer clips them at 0.272,
/// which is 69.
pub const MOST_RELATION_WEIGHT: i16 = 70;

/// The largest other weight or bias of the hidden layer, of either sign. So many active inputs and
/// the bias sum to less than an `i16` holds. The trainer clips them at 0.88, which is 224.
pub const MOST_INPUT_WEIGHT: i16 = (i16::MAX - MOST_RELATIONS as i16 * MOST_RELATION_WEIGHT)
    / ((MOST_ACTIVE - MOST_RELATIONS) as i16 + 1);

/// The largest output weight of either sign: its product with a clipped sum is an `i16`.
pub const MOST_OUTPUT_WEIGHT: i16 = i16::MAX / QA as i16 - 1;

/// The sizes that `unit` may have: centipawns.
const UNITS: std::ops::RangeInclusive<f64> = 1.0..=10_000.0;

/// A network, ready to evaluate.
#[derive(PartialEq)]
pub struct Network {
    input_weights: Memory<Row>,
    input_bias: Row,
    output_weights: Box<[[Row; 2]]>,
    output_bias: [i32; HEADS],
    unit: f64,
    /// What the output sum's unit, 1/(QA² * QB), is in centipawns.
    centipawns_per_output: f64,
    pedigree: serde_json::Value,
}

/// The numbers of a network, for [`Network::new`].
#[derive(Clone, Copy, Debug)]
pub struct Weights<'a> {
    /// `FEATURES * HIDDEN`, by input; units of 1/QA.
    pub input_weights: &'a [i16],
    /// `HIDDEN`; units of 1/QA.
    pub input_bias: &'a [i16],
    /// `HEADS * 2 * HIDDEN`, by head, the side to move's half first; units of 1/QB.
    pub output_weights: &'a [i16],
    /// `HEADS`; units of 1/(QA * QB).
    pub output_bias: &'a [i32],
}

/// Why bytes or numbers are no network.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum NetworkError {
    /// It does not begin as such files do.
    #[error("no network of this program: it does not begin with 'JADNET1'")]
    Foreign,
    /// It ends before its header does.
    #[error("it ends within its header")]
    Cut,
    /// The header is not what it should be.
    #[error("its header cannot be read: {0}")]
    Header(String),
    /// It is of another shape than this program is built for.
    #[error("its number of {what} is {found}, but this program takes {expected}")]
    Shape {
        /// What there is another number of.
        what: &'static str,
        /// That number.
        found: usize,
        /// What it should be.
        expected: usize,
    },
    /// The unit of its output is no number of centipawns.
    #[error("its unit {0} is not within 1 to 10000 centipawns")]
    Unit(f64),
    /// It is too short or too long.
    #[error("it has {found} bytes, but its header calls for {expected}")]
    Length {
        /// The bytes of the file.
        found: usize,
        /// What they should be.
        expected: usize,
    },
    /// The checksum does not fit.
    #[error("it is damaged: its checksum is wrong")]
    Checksum,
    /// A weight or bias of the hidden layer is too large.
    #[error("a weight of the hidden layer is {0}, beyond {max} of either sign", max = MOST_INPUT_WEIGHT)]
    InputWeight(i16),
    /// A weight of a relation between pieces is too large.
    #[error("the weight of a relation is {0}, beyond {max} of either sign", max = MOST_RELATION_WEIGHT)]
    RelationWeight(i16),
    /// A weight of the output layer is too large.
    #[error("an output weight is {0}, beyond {max} of either sign", max = MOST_OUTPUT_WEIGHT)]
    OutputWeight(i16),
    /// The weights of a head could sum to more than an `i32` holds.
    #[error("the weights of output head {0} are too large in sum")]
    Head(usize),
}

/// The header of a file.
#[derive(Serialize, Deserialize)]
struct Header {
    hidden: usize,
    features: usize,
    heads: usize,
    /// Centipawns of an output of 1.0.
    unit: f64,
    /// How the network was made; nothing here reads it.
    #[serde(default)]
    pedigree: serde_json::Value,
}

impl Network {
    /// A network of these numbers. `unit` is what an output of 1.0 is in centipawns; `pedigree`
    /// tells how it was made.
    ///
    /// # Errors
    /// [`NetworkError`] when a list has not the right length or a number is too large.
    pub fn new(
        weights: &Weights<'_>,
        unit: f64,
        pedigree: serde_json::Value,
    ) -> Result<Self, NetworkError> {
        let Weights { input_weights, input_bias, output_weights, output_bias } = *weights;
        let shape = |what, found: usize, expected: usize| {
            let right = found == expected;
            if right { Ok(()) } else { Err(NetworkError::Shape { what, found, expected }) }
        };
        shape("input weights", input_weights.len(), FEATURES * HIDDEN)?;
        shape("input biases", input_bias.len(), HIDDEN)?;
        shape("output weights", output_weights.len(), HEADS * 2 * HIDDEN)?;
        shape("output biases", output_bias.len(), HEADS)?;
        if !UNITS.contains(&unit) {
            return Err(NetworkError::Unit(unit));
        }
        let beyond = |list: &[i16], most: i16| {
            list.iter().copied().find(|weight| weight.unsigned_abs() > most.unsigned_abs())
        };
        let (others, flags) = input_weights.split_at(FLAGS * HIDDEN);
        let (others, relations) = others.split_at(RELATED * HIDDEN);
        for weights in [others, flags, input_bias] {
            if let Some(weight) = beyond(weights, MOST_INPUT_WEIGHT) {
                return Err(NetworkError::InputWeight(weight));
            }
        }
        if let Some(weight) = beyond(relations, MOST_RELATION_WEIGHT) {
            return Err(NetworkError::RelationWeight(weight));
        }
        if let Some(weight) = beyond(output_weights, MOST_OUTPUT_WEIGHT) {
            return Err(NetworkError::OutputWeight(weight));
        }
        for (head, weights) in output_weights.chunks(2 * HIDDEN).enumerate() {
            let sum: i64 = weights.iter().map(|&weight| i64::from(weight).abs()).sum();
            if sum * i64::from(QA * QA) > i64::from(i32::MAX) {
                return Err(NetworkError::Head(head));
            }
        }
        let row = |numbers: &[i16]| {
            let mut row = Row([0; HIDDEN]);
            row.0.copy_from_slice(numbers);
            row
        };
        let mut rows = Memory::needed(FEATURES);
        for (place, numbers) in rows.iter_mut().zip(input_weights.chunks(HIDDEN)) {
            *place = row(numbers);
        }
        Ok(Self {
            input_weights: rows,
            input_bias: row(input_bias),
            output_weights: output_weights
                .chunks(2 * HIDDEN)
                .map(|head| [row(&head[..HIDDEN]), row(&head[HIDDEN..])])
                .collect(),
            output_bias: output_bias.try_into().expect("the length was checked"),
            unit,
            centipawns_per_output: unit / f64::from(QA * QA * QB),
            pedigree,
        })
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// [`NetworkError`] says what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::Foreign)?;
        let (length, rest) = rest.split_first_chunk::<LENGTH>().ok_or(NetworkError::Cut)?;
        let length = u32::from_le_bytes(*length) as usize;
        let header = rest.get(..length).ok_or(NetworkError::Cut)?;
        let header: Header = serde_json::from_slice(header)
            .map_err(|error| NetworkError::Header(error.to_string()))?;
        for (what, found, expected) in [
            ("inputs", header.features, FEATURES),
            ("hidden neurons", header.hidden, HIDDEN),
            ("output heads", header.heads, HEADS),
        ] {
            if found != expected {
                return Err(NetworkError::Shape { what, found, expected });
            }
        }
        let input = 2 * (FEATURES + 1) * HIDDEN;
        let output = (2 * 2 * HIDDEN + 4) * HEADS;
        let expected = MAGIC.len() + LENGTH + length + input + output + TAIL;
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let (summed, checksum) = bytes.split_at(expected - TAIL);
        if crc32fast::hash(summed).to_le_bytes() != checksum {
            return Err(NetworkError::Checksum);
        }
        let numbers = &summed[MAGIC.len() + LENGTH + length..];
        let (biases, words) = {
            let (words, biases) = numbers.split_at(numbers.len() - 4 * HEADS);
            let biases: Vec<i32> =
                biases.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
            let words: Vec<i16> =
                words.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect();
            (biases, words)
        };
        let (input_weights, words) = words.split_at(FEATURES * HIDDEN);
        let (input_bias, output_weights) = words.split_at(HIDDEN);
        let weights = Weights { input_weights, input_bias, output_weights, output_bias: &biases };
        Self::new(&weights, header.unit, header.pedigree)
    }

    /// The bytes of its file.
    pub fn write(&self) -> Vec<u8> {
        let header = Header {
            hidden: HIDDEN,
            features: FEATURES,
            heads: HEADS,
            unit: self.unit,
            pedigree: self.pedigree.clone(),
        };
        let header = serde_json::to_vec(&header).expect("a header of numbers and JSON is JSON");
        let length = u32::try_from(header.len()).expect("a header is not as long as that");
        let mut bytes = MAGIC.to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(header);
        let rows = self.input_weights.iter().chain([&self.input_bias]);
        for row in rows.chain(self.output_weights.as_flattened()) {
            bytes.extend(row.0.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The checksum of its file, which tells it from every other.
    pub fn checksum(&self) -> u32 {
        let bytes = self.write();
        let tail = bytes.last_chunk::<TAIL>().expect("a file has a checksum");
        u32::from_le_bytes(*tail)
    }

    /// How it was made.
    pub fn pedigree(&self) -> &serde_json::Value {
        &self.pedigree
    }

    /// What an output of 1.0 is in centipawns.
    pub fn unit(&self) -> f64 {
        self.unit
    }

    /// All its numbers in the order of the file, 1.0 being 1.0. An output of 1.0 is [`Self::unit`]
    /// centipawns.
    pub fn to_floats(&self) -> Vec<f32> {
        let rows = self.input_weights.iter().chain([&self.input_bias]);
        let inputs = rows.flat_map(|row| row.0).map(|weight| f32::from(weight) / QA as f32);
        let rows = self.output_weights.iter().flatten();
        let outputs = rows.flat_map(|row| row.0).map(|weight| f32::from(weight) / QB as f32);
        let biases = self.output_bias.iter().map(|&bias| bias as f32 / (QA * QB) as f32);
        inputs.chain(outputs).chain(biases).collect()
    }

    /// What the output sum's unit, 1/(QA² * QB), is in centipawns.
    pub(super) fn centipawns_per_output(&self) -> f64 {
        self.centipawns_per_output
    }

    /// The weights of each input.
    pub(super) fn input_weights(&self) -> &[Row] {
        &self.input_weights
    }

    /// The biases of the hidden layer.
    pub(super) fn input_bias(&self) -> &Row {
        &self.input_bias
    }

    /// The weights of a head: those of the side to move, then those of the other.
    pub(super) fn output_weights(&self, head: usize) -> &[Row; 2] {
        &self.output_weights[head]
    }

    /// The bias of a head.
    pub(super) fn output_bias(&self, head: usize) -> i32 {
        self.output_bias[head]
    }
}

impl fmt::Display for Network {
    /// `network` and its checksum.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "network {:08x}", self.checksum())
    }
}

impl fmt::Debug for Network {
    /// All but its many numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Network");
        text.field("checksum", &format_args!("{:08x}", self.checksum()));
        text.field("unit", &self.unit).field("pedigree", &self.pedigree).finish_non_exhaustive()
    }
}
