//! The unit of the search's scores: how many centipawns are one logit. It is the one with which
//! scores predict results best. Nothing is learnt here but this one number.

use super::pass::Packed;
use super::sample::Sample;
use crate::eval::network::features::BUCKETS;

/// The unit that fits games between equals in which a draw is half a point, or all games when there
/// are none of these, in centipawns a logit. `None` without samples.
pub(super) fn fit(samples: Packed<'_>) -> Option<f32> {
    let is_ordinary =
        |sample: &Sample| usize::from(sample.head) < BUCKETS && !sample.has_unequal_players();
    let ordinary = Histogram::of(samples, is_ordinary);
    let histogram = if ordinary.samples > 0 { ordinary } else { Histogram::of(samples, |_| true) };
    if histogram.samples == 0 {
        return None;
    }
    // The error has one valley: forty steps of thirds narrow 20..3000 to nothing.
    let (mut low, mut high) = (20.0f64, 3000.0f64);
    for _ in 0..40 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if histogram.error(left) < histogram.error(right) { high = right } else { low = left }
    }
    Some(((low + high) / 2.0) as f32)
}

/// How often each score came to each result, for the side to move.
struct Histogram {
    /// By score, from the lowest an `i16` holds: lost, drawn, won.
    counts: Vec<[u64; 3]>,
    samples: u64,
}

impl Histogram {
    fn of(samples: Packed<'_>, wanted: impl Fn(&Sample) -> bool) -> Self {
        let mut histogram = Self { counts: vec![[0; 3]; 1 << 16], samples: 0 };
        for sample in samples.iter().map(Sample::from_checked).filter(wanted) {
            let place = (i32::from(sample.score) - i32::from(i16::MIN)) as usize;
            histogram.counts[place][sample.points as usize] += 1;
            histogram.samples += 1;
        }
        histogram
    }

    /// The mean squared error of the results.
    fn error(&self, unit: f64) -> f64 {
        let mut sum = 0.0;
        for (place, counts) in self.counts.iter().enumerate() {
            if *counts == [0; 3] {
                continue;
            }
            let score = place as f64 + f64::from(i16::MIN);
            let expected = 1.0 / (1.0 + (-score / unit).exp());
            for (points, &count) in [0.0, 0.5, 1.0].into_iter().zip(counts) {
                sum += count as f64 * (expected - points) * (expected - points);
            }
        }
        sum / self.samples as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::Points;
    use super::*;
    use crate::eval::network::RatingAdvantage;
    use crate::rules::Position;
    use crate::train::Random;

    #[test]
    fn the_unit_is_found_by_which_results_were_drawn() {
        let mut random = Random::new(1, 1);
        let position = Position::initial();
        for truth in [120.0, 250.0, 600.0] {
            let mut sample = || {
                let score = random.below(2000) as i16 - 1000;
                let expected = 1.0 / (1.0 + (-f64::from(score) / truth).exp());
                let won = random.share() < expected;
                let points = if won { Points::Win } else { Points::Loss };
                Sample::new(&position, RatingAdvantage::NONE, score, points).to_bytes()
            };
            let samples: Vec<_> = (0..40_000).map(|_| sample()).collect();
            let unit = fit(&samples).unwrap();
            let share = f64::from(unit) / truth;
            assert!((0.95..1.05).contains(&share), "{unit} for {truth}");
        }
        assert_eq!(fit(&[]), None);
    }

    #[test]
    fn games_between_unequal_players_have_no_say() {
        let position = Position::initial();
        let sample = |advantage, points| Sample::new(&position, advantage, 200, points).to_bytes();
        // Two wins to one loss at 200 centipawns: the unit is 200 divided by ln 2.
        let equal = [Points::Win, Points::Win, Points::Loss];
        let mut samples: Vec<_> =
            equal.into_iter().map(|points| sample(RatingAdvantage::NONE, points)).collect();
        let alone = fit(&samples);
        let stronger = RatingAdvantage::of(position.turn(), 700);
        samples.extend([sample(stronger, Points::Win); 20]);
        assert_eq!(fit(&samples), alone);
        assert!(alone.is_some_and(|unit| (unit - 200.0 / 2.0f32.ln()).abs() < 1.0), "{alone:?}");
    }
}
