//! A run of training with its files: the network, the checkpoint it is taken up from, and the
//! losses as a table and as a picture. Nothing is printed here.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};

use super::checkpoint::{Superbatch, TrainError, write_whole};
use super::curve;
use super::trainer::{TrainProgress, Trainer};

/// The files of a run. All lie beside the network and are named after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outputs {
    /// The network as the engine loads it, after the [best](Trainer::best) superbatch so far.
    pub network: PathBuf,
    /// What the run is taken up from.
    pub checkpoint: PathBuf,
    /// The losses as a table.
    pub table: PathBuf,
    /// The losses as a picture.
    pub picture: PathBuf,
}

impl Outputs {
    /// The files beside a network.
    pub fn beside(network: &Path) -> Self {
        Self {
            network: network.to_owned(),
            checkpoint: network.with_extension("checkpoint"),
            table: network.with_extension("csv"),
            picture: network.with_extension("svg"),
        }
    }
}

/// What is reported of a run.
pub enum TrainEvent<'a> {
    /// A batch has been learnt from.
    Batch(TrainProgress),
    /// A superbatch is over, and the files are written.
    Superbatch(&'a Superbatch),
}

impl Trainer<'_> {
    /// Trains until the end, or until `stop`: then false is returned, and the run can be taken up
    /// from the checkpoint. All files are written after each superbatch, and again when a run that
    /// was over is taken up; the network only when no superbatch before was better.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn run(
        &mut self,
        outputs: &Outputs,
        stop: &AtomicBool,
        report: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<bool, TrainError> {
        if self.done() >= 1.0 {
            self.write_results(outputs)?;
        }
        while self.done() < 1.0 {
            let superbatch = self.superbatch(stop, &mut |batch| report(TrainEvent::Batch(batch)));
            self.save(&outputs.checkpoint)?;
            let Some(superbatch) = superbatch else { return Ok(false) };
            self.write_results(outputs)?;
            report(TrainEvent::Superbatch(&superbatch));
        }
        Ok(true)
    }

    /// Writes the network and the losses.
    fn write_results(&self, outputs: &Outputs) -> Result<(), TrainError> {
        let best = self.best().map(|best| best.number);
        if best == self.history().last().map(|last| last.number)
            && let Some(network) = self.model().quantise(self.unit(), self.pedigree())
        {
            write_whole(&outputs.network, &network?.write())?;
        }
        write_whole(&outputs.table, curve::table(self.history()).as_bytes())?;
        write_whole(&outputs.picture, curve::picture(self.history()).as_bytes())
    }

    /// How the network was made, for its file.
    fn pedigree(&self) -> Value {
        let samples = self.samples().header();
        let runs: Vec<Value> = samples
            .runs
            .iter()
            .map(|run| {
                json!({
                    "program": run.program, "evaluation": run.evaluation,
                    "seed": run.seed, "nodes": run.nodes,
                })
            })
            .collect();
        let last = self.history().last();
        json!({
            "trained_by": concat!("Jadoube ", env!("CARGO_PKG_VERSION")),
            "settings": self.settings(),
            "centipawns_a_logit": self.unit(),
            "superbatches": self.history().len(),
            "samples_seen": last.map(|last| last.samples),
            "training_loss": last.map(|last| last.training),
            "validation_loss": last.and_then(|last| last.validation),
            "samples": {
                "games": samples.games, "training": samples.training,
                "validation": samples.validation, "families": samples.families,
                "settings": samples.settings, "runs": runs,
            },
        })
    }
}
