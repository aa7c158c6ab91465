//! The optimiser: Adam with weight decay kept apart from the gradient (Loshchilov and Hutter,
//! 2017), and weights clipped to what their quantised form can hold. What it remembers goes into
//! the checkpoint.

use super::model::{INPUT_LIMIT, OUTPUT_LIMIT, Shape};

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// What the optimiser remembers of the gradients so far.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Moments {
    /// The running mean of each parameter's gradient.
    pub(super) mean: Vec<f32>,
    /// The running mean of its square.
    pub(super) square: Vec<f32>,
}

impl Moments {
    pub(super) fn new(parameters: usize) -> Self {
        Self { mean: vec![0.0; parameters], square: vec![0.0; parameters] }
    }
}

/// One step for all parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The number of this step, from 1.
    pub(super) number: u64,
    /// The learning rate.
    pub(super) rate: f32,
    /// The decay of the weights, times the rate, at a step.
    pub(super) decay: f32,
    /// What the gradients, sums over the batch, are multiplied by.
    pub(super) scale: f32,
}

impl Step {
    /// Takes the step with the sum of the threads' gradients, which are set to nothing after it.
    /// The parameters are dealt to as many threads. The gradients are added in their order, so
    /// that the same threads give the same result.
    pub(super) fn take(
        self,
        shape: Shape,
        parameters: &mut [f32],
        moments: &mut Moments,
        gradients: Vec<&mut [f32]>,
    ) {
        let threads = gradients.len();
        // The biases of the outputs are few, free and last: they go with the last part.
        let part = parameters.len().div_ceil(threads).next_multiple_of(16);
        let mut parts: Vec<Part<'_>> = parameters
            .chunks_mut(part)
            .zip(moments.mean.chunks_mut(part))
            .zip(moments.square.chunks_mut(part))
            .enumerate()
            .map(|(place, ((parameters, mean), square))| Part {
                inputs: shape.output().saturating_sub(place * part).min(parameters.len()),
                held: shape.output_bias().saturating_sub(place * part).min(parameters.len()),
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
                scope.spawn(move || self.take_part(part));
            }
            if let Some(part) = own {
                self.take_part(part);
            }
        });
    }

    // Loops over places, which the compiler turns into vectors whatever it has inlined.
    #[allow(clippy::needless_range_loop)]
    fn take_part(self, part: Part<'_>) {
        let Part { inputs, held, parameters, mean, square, mut gradients } = part;
        let power = |beta: f32| 1.0 - f64::from(beta).powf(self.number as f64);
        // Both corrections for the zeros that the means began with, in two factors.
        let rate = self.rate / power(BETA_1) as f32;
        let root = (1.0 / power(BETA_2)).sqrt() as f32;
        let Some((gradient, others)) = gradients.split_first_mut() else { return };
        for other in others {
            for place in 0..gradient.len().min(other.len()) {
                gradient[place] += other[place];
                other[place] = 0.0;
            }
        }
        let count = parameters.len();
        let (mean, square) = (&mut mean[..count], &mut square[..count]);
        let gradient = &mut gradient[..count];
        for place in 0..count {
            let slope = gradient[place] * self.scale;
            gradient[place] = 0.0;
            mean[place] = BETA_1 * mean[place] + (1.0 - BETA_1) * slope;
            square[place] = BETA_2 * square[place] + (1.0 - BETA_2) * slope * slope;
            parameters[place] -= rate * mean[place] / (square[place].sqrt() * root + EPSILON);
        }
        let keep = 1.0 - self.rate * self.decay;
        let (inputs, outputs) = parameters[..held].split_at_mut(inputs);
        for (weights, limit) in [(inputs, INPUT_LIMIT), (outputs, OUTPUT_LIMIT)] {
            for weight in weights {
                *weight = (*weight * keep).clamp(-limit, limit);
            }
        }
    }
}

/// What one thread works on.
struct Part<'a> {
    /// How many of the parameters, the first ones, are of the hidden layer.
    inputs: usize,
    /// How many of the parameters, the first ones, decay and are clipped.
    held: usize,
    parameters: &'a mut [f32],
    mean: &'a mut [f32],
    square: &'a mut [f32],
    gradients: Vec<&'a mut [f32]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formula as the paper writes it, one parameter after another.
    #[test]
    fn a_step_on_any_number_of_threads_is_the_paper_s() {
        let shape = Shape::new(64).unwrap();
        let count = shape.parameters();
        let begin: Vec<f32> = (0..count).map(|i| ((i % 97) as f32 - 48.0) / 20.0).collect();
        for threads in 1..4 {
            let (mut parameters, mut moments) = (begin.clone(), Moments::new(count));
            let (mut expected, mut means, mut squares) =
                (begin.clone(), vec![0.0f64; count], vec![0.0f64; count]);
            for number in 1..=3 {
                let gradient = |thread: usize, i: usize| {
                    ((i * 31 + thread * 17 + number as usize * 7) % 23) as f32 - 11.0
                };
                let mut gradients: Vec<Vec<f32>> = (0..threads)
                    .map(|thread| (0..count).map(|i| gradient(thread, i)).collect())
                    .collect();
                let step = Step { number, rate: 0.01, decay: 0.1, scale: 0.5 };
                let each = gradients.iter_mut().map(Vec::as_mut_slice).collect();
                step.take(shape, &mut parameters, &mut moments, each);
                assert!(gradients.iter().flatten().all(|&gradient| gradient == 0.0));
                for i in 0..count {
                    let slope: f32 = (0..threads).map(|thread| gradient(thread, i)).sum();
                    let slope = f64::from(slope) * 0.5;
                    means[i] = 0.9 * means[i] + 0.1 * slope;
                    squares[i] = 0.999 * squares[i] + 0.001 * slope * slope;
                    let mean = means[i] / (1.0 - 0.9f64.powi(number as i32));
                    let square = squares[i] / (1.0 - 0.999f64.powi(number as i32));
                    let mut weight = f64::from(expected[i]) - 0.01 * mean / (square.sqrt() + 1e-8);
                    if i < shape.output_bias() {
                        let limit = if i < shape.output() { 0.88 } else { 1.98 };
                        weight = (weight * (1.0 - 0.001)).clamp(-limit, limit);
                    }
                    expected[i] = weight as f32;
                }
            }
            for (i, (found, expected)) in parameters.iter().zip(&expected).enumerate() {
                assert!(
                    (found - expected).abs() < 1e-4,
                    "{threads} threads, {i}: {found} {expected}"
                );
            }
        }
    }
}
