//! Distillation (Hinton, Vinyals and Dean, 2015): one network learns what several others expect. Each
//! network that began from nothing errs in its own way, so that what they expect in the mean is nearer
//! to the truth than what any one expects. But the search can ask one alone.

use std::path::{Path, PathBuf};

use super::checkpoint::TrainError;
use super::mean::read_network;
use super::model::{Model, expected_of, score_of, sigmoid};
use super::pack_file::{Distilled, PackError, PackFile, PackHeader, PackWriter};
use super::sample::{SAMPLE_SIZE, Sample};
use crate::eval::network::HIDDEN;

/// Samples between two reports of progress, and as many as are held beside those of the file.
const AT_ONCE: usize = 1 << 18;

/// Networks that others learn from.
pub struct Teachers {
    /// Each with how much its logits count; the sum is 1.
    models: Vec<(Model, f32)>,
    checksums: Vec<String>,
    /// Centipawns of one logit.
    unit: f32,
}

impl Teachers {
    /// Networks as the engine loads them, each with its weight in the mean, above 0. `unit` is that of
    /// the samples that they will be asked of, in centipawns a logit.
    ///
    /// # Errors
    /// When a file cannot be read, or is no network.
    pub fn read(networks: &[(PathBuf, f32)], unit: f32) -> Result<Self, TrainError> {
        let sum: f32 = networks.iter().map(|(_, weight)| weight).sum();
        let (mut models, mut checksums) = (Vec::new(), Vec::new());
        for (path, weight) in networks {
            let network = read_network(path)?;
            models.push((Model::of_network(&network, unit), weight / sum));
            checksums.push(format!("{:08x}", network.checksum()));
        }
        Ok(Self { models, checksums, unit })
    }

    /// Writes a file with the samples of another, the scores of those to learn from being mixed in
    /// expected points: `share` of what the teachers expect, the rest as it was. Those kept aside stay
    /// as they are. `progress` is told how many have been mixed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn distil(
        &self,
        samples: &PackFile,
        share: f32,
        out: &Path,
        threads: usize,
        mut progress: impl FnMut(u64),
    ) -> Result<PackHeader, PackError> {
        let mut writer = PackWriter::create(out)?;
        let mut done = 0;
        for samples in samples.training().chunks(AT_ONCE) {
            let mut mixed = samples.to_vec();
            let part = mixed.len().div_ceil(threads.max(1));
            std::thread::scope(|scope| {
                for part in mixed.chunks_mut(part) {
                    scope.spawn(|| self.mix(part, share));
                }
            });
            mixed.iter().try_for_each(|sample| writer.put(sample))?;
            done += mixed.len() as u64;
            progress(done);
        }
        samples.validation().iter().try_for_each(|sample| writer.put(sample))?;
        let weights = self.models.iter().map(|(_, weight)| *weight);
        let teachers = self.checksums.iter().cloned().zip(weights).collect();
        let distilled = Some(Distilled { share, unit: self.unit, teachers });
        let header = PackHeader { distilled, ..samples.header().clone() };
        writer.finish(&header)?;
        Ok(header)
    }

    /// Mixes the scores of some samples.
    fn mix(&self, samples: &mut [[u8; SAMPLE_SIZE]], share: f32) {
        let mut sums = vec![0.0; 2 * HIDDEN];
        for bytes in samples {
            let mut sample = Sample::from_checked(bytes);
            let inputs = sample.inputs();
            let logits: f32 = self
                .models
                .iter()
                .map(|(model, weight)| weight * model.evaluate_into(&inputs, &mut sums))
                .sum();
            let own = expected_of(sample.score, self.unit);
            let expected = share * sigmoid(logits) + (1.0 - share) * own;
            sample.score = score_of(expected, self.unit);
            *bytes = sample.to_bytes();
        }
    }
}
