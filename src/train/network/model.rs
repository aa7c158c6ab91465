//! The network while it is trained: all parameters as floats in one row, and what they make of the
//! inputs of a position. The gradient is the business of `pass`; nothing is changed here.

use std::ops::Range;

use super::super::Random;
use super::super::games::HIGHEST_SCORE;
use super::sample::Inputs;
use crate::eval::network::features::{FLAGS, RELATED};
use crate::eval::network::{FEATURES, HEADS};

/// Columns that are added at a time: so many sums stay in registers.
pub(super) const BLOCK: usize = 64;

/// Floats that are worked on at once where there is one row only.
const LANES: usize = 32;

/// The weights and biases of the hidden layer are kept within this either way, so that no sum of
/// them overflows: see [`MOST_INPUT_WEIGHT`](crate::eval::network::MOST_INPUT_WEIGHT).
pub(super) const INPUT_LIMIT: f32 = 0.88;
/// The same for the weights of relations, of which there may be many: see
/// [`MOST_RELATION_WEIGHT`](crate::eval::network::MOST_RELATION_WEIGHT).
pub(super) const RELATION_LIMIT: f32 = 0.272;
/// The output weights are kept within this either way, so that times 64 they fit a byte.
pub(super) const OUTPUT_LIMIT: f32 = 1.98;

/// The sizes of a network, and where its parts lie in the row of parameters: feature weights (one
/// row of `hidden` for each input), feature biases, output weights (for each head a row for the
/// side to move and one for the other), output biases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    hidden: usize,
}

impl Shape {
    /// A network with so many hidden units for each side. `None` unless it is a multiple of 64 up
    /// to 4,096.
    pub fn new(hidden: usize) -> Option<Self> {
        (hidden > 0 && hidden <= 4096 && hidden.is_multiple_of(BLOCK)).then_some(Self { hidden })
    }

    /// Hidden units for each side.
    pub const fn hidden(self) -> usize {
        self.hidden
    }

    /// Where the feature biases begin; the feature weights begin at 0.
    pub(super) const fn feature_bias(self) -> usize {
        FEATURES * self.hidden
    }

    /// Where the output weights begin.
    pub(super) const fn output(self) -> usize {
        self.feature_bias() + self.hidden
    }

    /// Where the output biases begin.
    pub(super) const fn output_bias(self) -> usize {
        self.output() + HEADS * 2 * self.hidden
    }

    /// How many parameters there are.
    pub const fn parameters(self) -> usize {
        self.output_bias() + HEADS
    }

    /// All parameters by groups, in their order.
    pub(super) fn groups(self) -> [Group; 5] {
        let [relations, flags] = [RELATED, FLAGS].map(|input| input * self.hidden);
        let (output, output_bias) = (self.output(), self.output_bias());
        let group = |places, limit| Group { places, limit, related: false };
        [
            group(0..relations, Some(INPUT_LIMIT)),
            Group { places: relations..flags, limit: Some(RELATION_LIMIT), related: true },
            group(flags..output, Some(INPUT_LIMIT)),
            group(output..output_bias, Some(OUTPUT_LIMIT)),
            group(output_bias..self.parameters(), None),
        ]
    }

    /// The output weights of a head.
    pub(super) fn head(self, head: usize) -> Range<usize> {
        let begin = self.output() + head * 2 * self.hidden;
        begin..begin + 2 * self.hidden
    }
}

/// Parameters next to each other that are alike.
pub(super) struct Group {
    /// Their places in the row.
    pub(super) places: Range<usize>,
    /// They decay, and are kept within this either way; the biases of the outputs are free.
    pub(super) limit: Option<f32>,
    /// Whether they are the weights of relations between pieces.
    pub(super) related: bool,
}

/// A network of floats.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The sizes.
    pub shape: Shape,
    /// All parameters in one row: see [`Shape`].
    pub parameters: Vec<f32>,
}

impl Model {
    /// Parameters to begin with. All heads are alike, so that what is learnt in the games that are
    /// frequent also serves those that are rare.
    pub fn new(shape: Shape, seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let mut parameters = vec![0.0; shape.parameters()];
        let mut fill = |row: &mut [f32], bound: f64| {
            row.iter_mut()
                .for_each(|weight| *weight = ((2.0 * random.share() - 1.0) * bound) as f32);
        };
        // About 32 inputs are on at a time: their sums spread by a quarter or so.
        fill(&mut parameters[..shape.feature_bias()], 0.08);
        parameters[shape.feature_bias()..shape.output()].fill(0.1);
        let first = shape.head(0);
        fill(&mut parameters[first.clone()], 1.0 / (2.0 * shape.hidden as f64).sqrt());
        for head in 1..HEADS {
            parameters.copy_within(first.clone(), shape.head(head).start);
        }
        Self { shape, parameters }
    }

    /// The sums of one side's hidden units, before they are clamped.
    fn accumulate(&self, inputs: &[u16], sums: &mut [f32]) {
        let Shape { hidden } = self.shape;
        let (table, rest) = self.parameters.split_at(self.shape.feature_bias());
        sums.copy_from_slice(&rest[..hidden]);
        add_rows(table, hidden, inputs, sums);
    }

    /// The score of the side to move in logits: the sigmoid of it is the expected score.
    pub fn evaluate(&self, inputs: &Inputs) -> f32 {
        let hidden = self.shape.hidden;
        let mut sums = vec![0.0; 2 * hidden];
        self.evaluate_into(inputs, &mut sums)
    }

    /// The same; `sums`, twice as long as the hidden layer, is left with the sums of both sides,
    /// the side to move first.
    pub(super) fn evaluate_into(&self, inputs: &Inputs, sums: &mut [f32]) -> f32 {
        let (us, them) = sums.split_at_mut(self.shape.hidden);
        self.accumulate(&inputs.sides[0], us);
        self.accumulate(&inputs.sides[1], them);
        let weights = &self.parameters[self.shape.head(inputs.head)];
        output(sums, weights) + self.parameters[self.shape.output_bias() + inputs.head]
    }

    /// The share of the weights (biases of the outputs left aside) that stand at their limit.
    pub fn clipped(&self) -> f64 {
        let clipped = self.shape.groups().into_iter().filter_map(|group| {
            let (weights, limit) = (&self.parameters[group.places], group.limit?);
            Some(weights.iter().filter(|weight| weight.abs() >= limit).count())
        });
        clipped.sum::<usize>() as f64 / self.shape.output_bias() as f64
    }
}

/// The expected score that logits stand for.
pub(super) fn sigmoid(logits: f32) -> f32 {
    1.0 / (1.0 + (-logits).exp())
}

/// The expected score that a score in centipawns stands for, of which `unit` are one logit.
pub(super) fn expected_of(score: i16, unit: f32) -> f32 {
    sigmoid(f32::from(score) / unit)
}

/// The score in centipawns that stands for an expected score, or the highest of a training game.
pub(super) fn score_of(expected: f32, unit: f32) -> i16 {
    let highest = f32::from(HIGHEST_SCORE);
    (unit * (expected / (1.0 - expected)).ln()).clamp(-highest, highest).round() as i16
}

/// Adds the rows of a table that are named to `sums`, which is one row wide.
// A loop over places becomes eight vector additions whose sums stay in registers; with iterators
// zipped together that depended on what the compiler had inlined, and took half as long again.
#[allow(clippy::needless_range_loop)]
#[inline]
pub(super) fn add_rows(table: &[f32], width: usize, rows: &[u16], sums: &mut [f32]) {
    let (blocks, _) = sums.as_chunks_mut::<BLOCK>();
    for (number, block) in blocks.iter_mut().enumerate() {
        let mut sum = *block;
        for &row in rows {
            let begin = usize::from(row) * width + number * BLOCK;
            let part: &[f32; BLOCK] =
                table[begin..].first_chunk().expect("rows are as wide as the sums");
            for place in 0..BLOCK {
                sum[place] += part[place];
            }
        }
        *block = sum;
    }
}

/// The sum of the activations (clamped to 0..1 and squared) times the weights.
fn output(sums: &[f32], weights: &[f32]) -> f32 {
    let mut total = [0.0; LANES];
    let (sums, weights) = (sums.as_chunks::<LANES>().0, weights.as_chunks::<LANES>().0);
    for (sums, weights) in sums.iter().zip(weights) {
        for lane in 0..LANES {
            let clamped = sums[lane].clamp(0.0, 1.0);
            total[lane] += clamped * clamped * weights[lane];
        }
    }
    total.iter().sum()
}

/// Adds the gradient of a head's weights, and puts the slopes of the sums in the place of the
/// sums. `slope` is that of the output.
pub(super) fn backward(sums: &mut [f32], weights: &[f32], gradient: &mut [f32], slope: f32) {
    let sums = sums.as_chunks_mut::<LANES>().0;
    let gradient = gradient.as_chunks_mut::<LANES>().0;
    let weights = weights.as_chunks::<LANES>().0;
    for ((sums, weights), gradient) in sums.iter_mut().zip(weights).zip(gradient) {
        for lane in 0..LANES {
            let sum = sums[lane];
            let clamped = sum.clamp(0.0, 1.0);
            gradient[lane] += slope * clamped * clamped;
            // The activation is flat where the sum was clamped.
            let inside = if sum == clamped { 2.0 * clamped } else { 0.0 };
            sums[lane] = slope * weights[lane] * inside;
        }
    }
}
