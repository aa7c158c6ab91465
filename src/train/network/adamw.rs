//! The optimiser: Adam with weight decay kept apart from the gradient (Loshchilov and Hutter,
//! 2017), and weights clipped to what their quantised form can hold. What it remembers goes into
//! the checkpoint.

use super::model::{Group, Shape};
use super::sharing::Sharing;

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// What the optimiser remembers of the gradients so far: those of all parameters, and behind them,
/// where inputs move together, the sums of each [set](Sharing), a row of hidden units.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Moments {
    /// The running mean of each gradient.
    pub(super) mean: Vec<f32>,
    /// The running mean of its square.
    pub(super) square: Vec<f32>,
}

impl Moments {
    /// How many numbers each of the two holds.
    pub(super) fn count(shape: Shape, sharing: Option<&Sharing>) -> usize {
        shape.parameters() + sharing.map_or(0, Sharing::len) * shape.hidden()
    }

    /// Before the first step.
    pub(super) fn new(shape: Shape, sharing: Option<&Sharing>) -> Self {
        let count = Self::count(shape, sharing);
        Self { mean: vec![0.0; count], square: vec![0.0; count] }
    }
}

/// One step for all parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The number of this step, from 1.
    pub(super) number: u64,
    /// The learning rate.
    pub(super) rate: f32,
    /// The weights of relations between pieces learn so many times as fast.
    pub(super) relation_speed: f32,
    /// The common step of a set of inputs is so many times as long as that of one weight.
    pub(super) sharing_speed: f32,
    /// The decay of the weights, times the rate, at a step.
    pub(super) decay: f32,
    /// What the gradients, sums over the batch, are multiplied by.
    pub(super) scale: f32,
}

impl Step {
    /// Takes the step with the sum of the threads' gradients, which are set to nothing after it. With
    /// `sharing` inputs also move with their sets. The parameters are dealt to as many threads. The
    /// gradients are added in their order, so that the same threads give the same result.
    pub(super) fn take(
        self,
        shape: Shape,
        sharing: Option<&Sharing>,
        parameters: &mut [f32],
        moments: &mut Moments,
        gradients: Vec<&mut [f32]>,
    ) {
        let threads = gradients.len();
        // Whole rows, each of which moves with its sets.
        let part = parameters.len().div_ceil(threads).next_multiple_of(shape.hidden());
        let (mean, means_of_sets) = moments.mean.split_at_mut(parameters.len());
        let (square, squares_of_sets) = moments.square.split_at_mut(parameters.len());
        let shared = sharing.map(|sharing| {
            let moments = (means_of_sets, squares_of_sets);
            (sharing, self.steps_of_sets(shape, sharing, moments, &gradients))
        });
        let shared = shared.as_ref().map(|(sharing, steps)| (*sharing, steps.as_slice()));
        let mut parts: Vec<Part<'_>> = parameters
            .chunks_mut(part)
            .zip(mean.chunks_mut(part))
            .zip(square.chunks_mut(part))
            .enumerate()
            .map(|(place, ((parameters, mean), square))| Part {
                first: place * part,
                parameters,
                mean,
                square,
                gradients: Vec::with_capacity(threads),
            })
            .collect();
        for gradient in gradients {
            for (part, gradient) in parts.iter_mut().zip(gradient.chunks_mut(part)) {
                part.gradients.push(gradient);
            }
        }
        std::thread::scope(|scope| {
            let mut parts = parts.into_iter();
            let own = parts.next();
            for part in parts {
                scope.spawn(move || self.take_part(shape, shared, part));
            }
            if let Some(part) = own {
                self.take_part(shape, shared, part);
            }
        });
    }

    /// The steps of all sets of inputs, a row of hidden units each.
    fn steps_of_sets(
        self,
        shape: Shape,
        sharing: &Sharing,
        (mean, square): (&mut [f32], &mut [f32]),
        gradients: &[&mut [f32]],
    ) -> Vec<f32> {
        let hidden = shape.hidden();
        let mut steps = vec![0.0; mean.len()];
        let sets = sharing.len().div_ceil(gradients.len());
        let part = sets * hidden;
        let step = Self { rate: self.rate * self.sharing_speed, ..self };
        std::thread::scope(|scope| {
            let rows =
                steps.chunks_mut(part).zip(mean.chunks_mut(part)).zip(square.chunks_mut(part));
            for (number, ((steps, mean), square)) in rows.enumerate() {
                scope.spawn(move || {
                    let mut sums = vec![0.0; steps.len()];
                    for (set, sum) in (number * sets..).zip(sums.chunks_mut(hidden)) {
                        sharing.sum(set, gradients, sum);
                    }
                    step.descend(steps, (mean, square), &mut sums);
                });
            }
        });
        steps
    }

    fn take_part(self, shape: Shape, shared: Option<(&Sharing, &[f32])>, part: Part<'_>) {
        let Part { first, parameters, mean, square, mut gradients } = part;
        let Some((gradient, others)) = gradients.split_first_mut() else { return };
        for other in others {
            for (sum, one) in gradient.iter_mut().zip(other.iter_mut()) {
                *sum += *one;
                *one = 0.0;
            }
        }
        if let Some((sharing, steps)) = shared {
            move_with_sets(shape, sharing, steps, first, parameters);
        }
        for Group { places, limit, related } in shape.groups() {
            let here = |place: usize| place.clamp(first, first + parameters.len()) - first;
            let places = here(places.start)..here(places.end);
            let speed = if related { self.relation_speed } else { 1.0 };
            let step = Self { rate: self.rate * speed, ..self };
            let parameters = &mut parameters[places.clone()];
            let moments = (&mut mean[places.clone()], &mut square[places.clone()]);
            step.descend(parameters, moments, &mut gradient[places]);
            if let Some(limit) = limit {
                let keep = 1.0 - step.rate * self.decay;
                for weight in parameters {
                    *weight = (*weight * keep).clamp(-limit, limit);
                }
            }
        }
    }

    /// Moves parameters against their gradient, which is set to nothing.
    // A loop over places, which the compiler turns into vectors whatever it has inlined.
    #[allow(clippy::needless_range_loop)]
    fn descend(
        self,
        parameters: &mut [f32],
        (mean, square): (&mut [f32], &mut [f32]),
        gradient: &mut [f32],
    ) {
        let power = |beta: f32| 1.0 - f64::from(beta).powf(self.number as f64);
        // Both corrections for the zeros that the means began with, in two factors.
        let rate = self.rate / power(BETA_1) as f32;
        let root = (1.0 / power(BETA_2)).sqrt() as f32;
        let count = parameters.len();
        let (mean, square, gradient) =
            (&mut mean[..count], &mut square[..count], &mut gradient[..count]);
        for place in 0..count {
            let slope = gradient[place] * self.scale;
            gradient[place] = 0.0;
            mean[place] = BETA_1 * mean[place] + (1.0 - BETA_1) * slope;
            square[place] = BETA_2 * square[place] + (1.0 - BETA_2) * slope * slope;
            parameters[place] -= rate * mean[place] / (square[place].sqrt() * root + EPSILON);
        }
    }
}

/// Moves rows of inputs, the first weight of which is `first` among the parameters, by the steps of
/// their sets.
fn move_with_sets(
    shape: Shape,
    sharing: &Sharing,
    steps: &[f32],
    first: usize,
    parameters: &mut [f32],
) {
    let hidden = shape.hidden();
    for (input, row) in (first / hidden..).zip(parameters.chunks_mut(hidden)) {
        for &set in sharing.sets_of(input) {
            for (weight, step) in row.iter_mut().zip(&steps[set * hidden..][..hidden]) {
                *weight += step;
            }
        }
    }
}

/// What one thread works on.
struct Part<'a> {
    /// The place of the first of its parameters in the row of all.
    first: usize,
    parameters: &'a mut [f32],
    mean: &'a mut [f32],
    square: &'a mut [f32],
    gradients: Vec<&'a mut [f32]>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::features::{FLAGS, RELATED};

    /// The formula as the paper writes it, for one gradient after another.
    #[derive(Clone, Copy, Default)]
    struct Paper {
        mean: f64,
        square: f64,
    }

    impl Paper {
        /// The step against a gradient, for a rate of 1.
        fn step(&mut self, slope: f64, number: u64) -> f64 {
            self.mean = 0.9 * self.mean + 0.1 * slope;
            self.square = 0.999 * self.square + 0.001 * slope * slope;
            let mean = self.mean / (1.0 - 0.9f64.powi(number as i32));
            let square = self.square / (1.0 - 0.999f64.powi(number as i32));
            mean / (square.sqrt() + 1e-8)
        }
    }

    #[test]
    fn a_step_on_any_number_of_threads_is_the_paper_s() {
        for threads in 1..4 {
            compare_with_the_paper(threads, None);
        }
    }

    #[test]
    fn a_set_takes_the_paper_s_step_against_the_sum_of_its_gradients() {
        for threads in 1..4 {
            compare_with_the_paper(threads, Some(&Sharing::new()));
        }
    }

    /// Takes three steps and compares the weights with those of the formula.
    fn compare_with_the_paper(threads: usize, sharing: Option<&Sharing>) {
        let shape = Shape::new(64).unwrap();
        let count = shape.parameters();
        let mut parameters: Vec<f32> =
            (0..count).map(|i| ((i % 97) as f32 - 48.0) / 20.0).collect();
        let mut expected = parameters.clone();
        let mut moments = Moments::new(shape, sharing);
        let mut papers = vec![Paper::default(); moments.mean.len()];
        let mut members = vec![Vec::new(); sharing.map_or(0, Sharing::len)];
        for input in 0..FLAGS {
            let sets = sharing.map_or(&[][..], |sharing| sharing.sets_of(input));
            sets.iter().for_each(|&set| members[set].push(input));
        }
        for number in 1..=3 {
            let gradient = |thread: usize, i: usize| {
                ((i * 31 + thread * 17 + number as usize * 7) % 23) as f32 - 11.0
            };
            let mut gradients: Vec<Vec<f32>> = (0..threads)
                .map(|thread| (0..count).map(|i| gradient(thread, i)).collect())
                .collect();
            let step = Step {
                number,
                rate: 0.01,
                relation_speed: 3.0,
                sharing_speed: 2.0,
                decay: 0.1,
                scale: 0.5,
            };
            let each = gradients.iter_mut().map(Vec::as_mut_slice).collect();
            step.take(shape, sharing, &mut parameters, &mut moments, each);
            assert!(gradients.iter().flatten().all(|&gradient| gradient == 0.0));
            let slope = |i: usize| {
                0.5 * (0..threads).map(|thread| f64::from(gradient(thread, i))).sum::<f64>()
            };
            let (papers, papers_of_sets) = papers.split_at_mut(count);
            let mut shared = vec![0.0; count];
            for (place, paper) in papers_of_sets.iter_mut().enumerate() {
                let weights = members[place / 64].iter().map(|input| 64 * input + place % 64);
                let step = 0.02 * paper.step(weights.clone().map(slope).sum(), number);
                weights.for_each(|i| shared[i] += step);
            }
            for i in 0..count {
                let related = (RELATED * 64..FLAGS * 64).contains(&i);
                let rate = if related { 0.03 } else { 0.01 };
                let step = rate * papers[i].step(slope(i), number);
                let mut weight = f64::from(expected[i]) - shared[i] - step;
                if i < shape.output_bias() {
                    let limit = match i {
                        _ if related => 0.272,
                        i if i < shape.output() => 0.88,
                        _ => 1.98,
                    };
                    weight = (weight * (1.0 - 0.1 * rate)).clamp(-limit, limit);
                }
                expected[i] = weight as f32;
            }
        }
        for (i, (found, expected)) in parameters.iter().zip(&expected).enumerate() {
            assert!((found - expected).abs() < 1e-4, "{threads} threads, {i}: {found} {expected}");
        }
    }
}
