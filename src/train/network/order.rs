//! In which order batches are taken, and how far the learning rate has fallen. Both follow from
//! the settings and the number of the batch alone, so that a run can be taken up anywhere.

use std::ops::Range;

use super::super::Random;

/// The order of batches. Every pass over the samples takes the batches in another order and cuts
/// them at other places; what is left over at both ends is not seen in that pass.
pub(super) struct Order {
    seed: u64,
    samples: usize,
    batch: usize,
    /// The pass that `offset` and `places` are for.
    pass: u64,
    offset: usize,
    places: Vec<u32>,
}

impl Order {
    /// Batches of so many of so many samples: all of them when they are fewer. Neither may be 0.
    pub(super) fn new(seed: u64, samples: usize, batch: usize) -> Self {
        let batch = batch.min(samples);
        let mut order = Self { seed, samples, batch, pass: 0, offset: 0, places: Vec::new() };
        order.begin(0);
        order
    }

    fn begin(&mut self, pass: u64) {
        let mut random = Random::new(self.seed ^ 0x0BAD_C0DE, pass);
        let count = self.samples / self.batch;
        self.offset = random.below(self.samples % self.batch + 1);
        self.places = (0..count as u32).collect();
        for last in (1..count).rev() {
            self.places.swap(last, random.below(last + 1));
        }
        self.pass = pass;
    }

    /// Which samples the batch of that number has, counted from 0 over all passes.
    pub(super) fn batch(&mut self, number: u64) -> Range<usize> {
        let count = self.places.len() as u64;
        if number / count != self.pass {
            self.begin(number / count);
        }
        let place = self.places[(number % count) as usize] as usize;
        let begin = self.offset + place * self.batch;
        begin..begin + self.batch
    }
}

/// The learning rate, `done` (0 to 1) of the way: from `first` to `last` by half a cosine.
pub(super) fn rate(first: f32, last: f32, done: f64) -> f32 {
    let turn = (std::f64::consts::PI * done.clamp(0.0, 1.0)).cos() as f32;
    last + (first - last) * (1.0 + turn) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_takes_every_batch_once_and_another_pass_takes_others() {
        let mut order = Order::new(3, 1007, 10);
        let mut pass = |number: u64| -> Vec<usize> {
            let batches = (0..100).map(|batch| order.batch(100 * number + batch));
            batches.flatten().collect()
        };
        let [mut first, mut second] = [pass(0), pass(1)];
        assert_ne!(first, second);
        for seen in [&mut first, &mut second] {
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), 1000, "no sample twice");
            assert!(seen[999] < 1007);
        }
        assert_eq!(order.batch(7), Order::new(3, 1007, 10).batch(7), "any batch can be asked for");
        assert_eq!(Order::new(3, 5, 10).batch(9), 0..5, "few samples make one batch");
    }

    #[test]
    fn the_rate_falls_from_the_first_to_the_last() {
        assert_eq!(rate(1e-3, 1e-5, 0.0), 1e-3);
        assert!((rate(1e-3, 1e-5, 0.5) - 5.05e-4).abs() < 1e-8);
        assert!((rate(1e-3, 1e-5, 1.0) - 1e-5).abs() < 1e-9);
        assert!((rate(1e-3, 1e-5, 1.1) - 1e-5).abs() < 1e-9);
    }
}
