//! The gradient of a batch, and the loss of many samples. Each thread takes a share of the samples
//! and has a gradient of its own. Within a share, samples are taken in groups: forward one after
//! another, each with its sums in registers; then, input by input, the slopes of all samples of the
//! group that have the input are added to its row at once, so that a row is fetched and stored once
//! a group. No parameter is changed here.

use serde::{Deserialize, Serialize};

use super::model::{Model, Shape, add_rows, backward, expected_of, sigmoid};
use super::sample::{SAMPLE_SIZE, Sample};
use crate::eval::network::FEATURES;
use crate::eval::network::features::{BUCKETS, FAMILIES, MOST_ACTIVE};

/// Samples whose slopes are gathered before they are added to the gradient.
const GROUP: usize = 64;

/// What the network is to learn from a sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// The share of the game's result, 0 to 1; the rest is the score that the sample was packed with.
    /// Between unequal players the result alone counts: the score is what the position is worth
    /// between equals.
    pub lambda: f32,
    /// Centipawns of one logit.
    pub unit: f32,
    /// The loss is the distance from the expected score aimed at, to this power.
    pub power: f32,
}

impl Goal {
    /// The expected score aimed at.
    fn target(&self, sample: &Sample) -> f32 {
        let lambda = if sample.has_unequal_players() { 1.0 } else { self.lambda };
        let of_score = expected_of(sample.score, self.unit);
        lambda * sample.points.value() + (1.0 - lambda) * of_score
    }

    /// The loss of an output in logits, and its slope.
    fn loss(&self, logits: f32, target: f32) -> (f32, f32) {
        let expected = sigmoid(logits);
        let difference = expected - target;
        let size = difference.abs();
        let inner = expected * (1.0 - expected);
        if self.power == 2.0 {
            (size * size, 2.0 * difference * inner)
        } else {
            let slope = self.power * size.powf(self.power - 1.0) * inner;
            (size.powf(self.power), slope.copysign(difference))
        }
    }
}

/// The sum of losses and the number of samples, by family of results.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Losses {
    sums: [f64; FAMILIES],
    counts: [u64; FAMILIES],
}

impl Losses {
    fn add(&mut self, sample: &Sample, loss: f32) {
        let family = usize::from(sample.head) / BUCKETS;
        self.sums[family] += f64::from(loss);
        self.counts[family] += 1;
    }

    /// Adds the losses of others.
    pub(super) fn merge(&mut self, other: &Self) {
        for family in 0..FAMILIES {
            self.sums[family] += other.sums[family];
            self.counts[family] += other.counts[family];
        }
    }

    /// The mean over all samples; 0 if there are none.
    pub fn mean(&self) -> f64 {
        self.sums.iter().sum::<f64>() / self.counts.iter().sum::<u64>().max(1) as f64
    }

    /// The mean of each family that has samples: a draw is half a point, stalemate decides, a
    /// player is bound.
    pub fn families(&self) -> [Option<f64>; FAMILIES] {
        std::array::from_fn(|family| {
            let count = self.counts[family];
            (count > 0).then(|| self.sums[family] / count as f64)
        })
    }
}

/// Samples as they lie in a file.
pub(super) type Packed<'a> = &'a [[u8; SAMPLE_SIZE]];

/// One thread's gradient and what it works with.
pub(super) struct Worker {
    /// The sum of the slopes of all parameters over the samples taken so far.
    pub(super) gradient: Vec<f32>,
    /// For each sample of the group two rows: the sums of the hidden units, then their slopes.
    slopes: Vec<f32>,
    /// 0, 1, 2, ...: a row for each side of each sample of the group.
    all_rows: Vec<u16>,
    groups: Groups,
}

impl Worker {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            gradient: vec![0.0; shape.parameters()],
            slopes: vec![0.0; 2 * GROUP * shape.hidden()],
            all_rows: (0..2 * GROUP as u16).collect(),
            groups: Groups::new(),
        }
    }

    /// Adds the gradient of some samples.
    pub(super) fn learn(&mut self, model: &Model, goal: &Goal, samples: Packed<'_>) -> Losses {
        let mut losses = Losses::default();
        for group in samples.chunks(GROUP) {
            self.groups.clear();
            for (place, bytes) in group.iter().enumerate() {
                let sample = Sample::from_checked(bytes);
                losses.add(&sample, self.learn_one(model, goal, &sample, place));
            }
            self.add_to_inputs(model.shape, group.len());
        }
        losses
    }

    /// The forward pass of a sample, the gradient of its head, and the slopes of its sums.
    fn learn_one(&mut self, model: &Model, goal: &Goal, sample: &Sample, place: usize) -> f32 {
        let shape = model.shape;
        let inputs = sample.inputs();
        for (side, list) in inputs.sides.iter().enumerate() {
            self.groups.note(2 * place + side, list);
        }
        let size = 2 * shape.hidden();
        let sums = &mut self.slopes[place * size..][..size];
        let logits = model.evaluate_into(&inputs, sums);
        let (loss, slope) = goal.loss(logits, goal.target(sample));
        let head = shape.head(inputs.head);
        backward(sums, &model.parameters[head.clone()], &mut self.gradient[head], slope);
        self.gradient[shape.output_bias() + inputs.head] += slope;
        loss
    }

    /// Adds the slopes of the group to the rows of its inputs and to the feature biases.
    fn add_to_inputs(&mut self, shape: Shape, samples: usize) {
        let hidden = shape.hidden();
        self.groups.sort();
        for (input, rows) in self.groups.iter() {
            let sums = &mut self.gradient[input * hidden..][..hidden];
            add_rows(&self.slopes, hidden, rows, sums);
        }
        let biases = &mut self.gradient[shape.feature_bias()..][..hidden];
        add_rows(&self.slopes, hidden, &self.all_rows[..2 * samples], biases);
    }
}

/// Which rows of a group have which input.
struct Groups {
    /// Pairs of input and row, as they come.
    pairs: Vec<(u16, u16)>,
    /// For each input, where its rows end once sorted.
    ends: Vec<u16>,
    /// The rows, input by input.
    rows: Vec<u16>,
}

impl Groups {
    fn new() -> Self {
        let most = 2 * GROUP * MOST_ACTIVE;
        Self { pairs: Vec::with_capacity(most), ends: vec![0; FEATURES + 1], rows: vec![0; most] }
    }

    fn clear(&mut self) {
        self.pairs.clear();
        self.ends.fill(0);
    }

    fn note(&mut self, row: usize, inputs: &[u16]) {
        for &input in inputs {
            self.pairs.push((input, row as u16)); // twice GROUP at most
            self.ends[usize::from(input) + 1] += 1;
        }
    }

    /// Sorts the rows by input, counting.
    fn sort(&mut self) {
        // First the count of each input becomes the place where its rows begin; putting the rows
        // in their places moves it to where they end, which is where the next input's begin.
        let mut begin = 0;
        for end in &mut self.ends[1..] {
            (*end, begin) = (begin, begin + *end);
        }
        for &(input, row) in &self.pairs {
            let place = &mut self.ends[usize::from(input) + 1];
            self.rows[usize::from(*place)] = row;
            *place += 1;
        }
    }

    /// The inputs that occur, and their rows.
    fn iter(&self) -> impl Iterator<Item = (usize, &[u16])> {
        self.ends
            .windows(2)
            .enumerate()
            .filter(|(_, ends)| ends[0] < ends[1])
            .map(|(input, ends)| (input, &self.rows[usize::from(ends[0])..usize::from(ends[1])]))
    }
}

/// A share of the samples for each thread, as equal as can be.
fn shares(samples: Packed<'_>, threads: usize) -> impl Iterator<Item = Packed<'_>> {
    let share = samples.len().div_ceil(threads.max(1)).max(1);
    samples.chunks(share)
}

/// Adds the gradient of a batch to the workers', each on a thread of its own, and returns the
/// losses before the step.
pub(super) fn learn(
    model: &Model,
    goal: &Goal,
    samples: Packed<'_>,
    workers: &mut [Worker],
) -> Losses {
    let shares = shares(samples, workers.len());
    on_threads(
        workers
            .iter_mut()
            .zip(shares)
            .map(|(worker, share)| move || worker.learn(model, goal, share)),
    )
}

/// The losses of samples.
pub(super) fn losses(model: &Model, goal: &Goal, samples: Packed<'_>, threads: usize) -> Losses {
    on_threads(shares(samples, threads).map(|share| {
        move || {
            let mut sums = vec![0.0; 2 * model.shape.hidden()];
            let mut losses = Losses::default();
            for bytes in share {
                let sample = Sample::from_checked(bytes);
                let logits = model.evaluate_into(&sample.inputs(), &mut sums);
                losses.add(&sample, goal.loss(logits, goal.target(&sample)).0);
            }
            losses
        }
    }))
}

/// Does pieces of work on a thread each, the first on this one, and adds up their losses in order.
fn on_threads<W: FnOnce() -> Losses + Send>(work: impl Iterator<Item = W>) -> Losses {
    std::thread::scope(|scope| {
        let mut work = work;
        let own = work.next();
        let others: Vec<_> = work.map(|work| scope.spawn(work)).collect();
        let mut losses = own.map(|work| work()).unwrap_or_default();
        for thread in others {
            losses.merge(&thread.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault)));
        }
        losses
    })
}
