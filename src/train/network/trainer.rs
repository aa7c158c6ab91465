//! Training: batch after batch, until the superbatches or the minutes are over. Files are the
//! business of [`session`](super::session); nothing is printed.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::adamw::Step;
use super::checkpoint::{State, Superbatch, TrainError, read_model, refuse_other};
use super::model::{Model, Shape};
use super::order::{Order, rate};
use super::pack_file::PackFile;
use super::pass::{Goal, Losses, Worker, learn, losses};
use super::sharing::Sharing;

/// Samples kept aside that are looked at after a superbatch, at most.
const VALIDATED: usize = 1_000_000;

/// When training is over.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Length {
    /// After so many superbatches.
    Superbatches(u64),
    /// After so many minutes of training. The result then depends on the speed of the machine.
    Minutes(f64),
}

/// How to train: what must be the same for a run to be taken up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainSettings {
    /// Hidden units for each side, a multiple of 64.
    pub hidden: usize,
    /// The share of the game's result in what is aimed at, 0 to 1; the rest is the search's score.
    pub lambda: f32,
    /// The loss is the distance from what is aimed at, to this power.
    pub power: f32,
    /// Centipawns of one logit.
    pub unit: f32,
    /// Samples a step.
    pub batch: usize,
    /// Samples of a superbatch, about.
    pub superbatch: u64,
    /// When training is over.
    pub length: Length,
    /// The learning rate at first.
    pub rate: f32,
    /// The learning rate in the end, to which it falls by a cosine.
    pub last_rate: f32,
    /// The weights of relations between pieces learn so many times as fast.
    pub relation_speed: f32,
    /// Inputs that are alike also take a common step, so many times as long as that of one weight;
    /// 0: none.
    pub sharing_speed: f32,
    /// The decay of weights, times the rate, at a step.
    pub decay: f32,
    /// The seed of the first weights and of the order.
    pub seed: u64,
    /// A checkpoint, or a network as the engine loads it, which is trained on.
    pub from: Option<PathBuf>,
}

/// What is reported while a superbatch is learnt from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainProgress {
    /// The superbatch, from 1.
    pub superbatch: u64,
    /// How much of the run is done, 0 to 1.
    pub done: f64,
    /// The mean loss of this superbatch so far.
    pub training: f64,
    /// Samples a second in this superbatch.
    pub speed: f64,
    /// Seconds left.
    pub left: f64,
}

/// A run.
pub struct Trainer<'a> {
    settings: TrainSettings,
    samples: &'a PackFile,
    goal: Goal,
    state: State,
    workers: Vec<Worker>,
    order: Order,
    sharing: Option<Sharing>,
    /// What a checkpoint is known by.
    identity: Value,
}

impl<'a> Trainer<'a> {
    /// A run that has not begun.
    ///
    /// # Errors
    /// When the width is none, or the file to begin from cannot be read or is of another width.
    pub fn new(
        settings: TrainSettings,
        samples: &'a PackFile,
        threads: usize,
    ) -> Result<Self, TrainError> {
        let shape = Shape::new(settings.hidden).ok_or(TrainError::Hidden(settings.hidden))?;
        let model = match &settings.from {
            None => Model::new(shape, settings.seed),
            Some(path) => of_width(read_model(path, settings.unit)?, shape, path)?,
        };
        let sharing = (settings.sharing_speed > 0.0).then(Sharing::new);
        let goal = Goal { lambda: settings.lambda, unit: settings.unit, power: settings.power };
        let mut identity = serde_json::to_value(&settings).expect("settings are plain data");
        identity["samples"] = format!("{:08x}", samples.checksum()).into();
        // As it is read back from a file, so that the two can be compared.
        let identity = identity.to_string().parse().expect("it was just written");
        Ok(Self {
            order: Order::new(settings.seed, samples.training().len(), settings.batch),
            settings,
            samples,
            goal,
            state: State::new(model, sharing.as_ref()),
            sharing,
            workers: (0..threads.max(1)).map(|_| Worker::new(shape)).collect(),
            identity,
        })
    }

    /// Takes up the run of a checkpoint.
    ///
    /// # Errors
    /// When it cannot be read or is that of another run.
    pub fn resume(&mut self, path: &Path) -> Result<(), TrainError> {
        let (state, theirs) = State::read(path)?;
        refuse_other(&theirs, &self.identity, path)?;
        let kind = |state: &State| (state.model.shape, state.is_shared());
        if kind(&state) != kind(&self.state) {
            let what = "its settings are not those of its network".to_owned();
            return Err(TrainError::Checkpoint { path: path.to_owned(), what });
        }
        self.state = state;
        Ok(())
    }

    /// Writes a checkpoint.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TrainError> {
        self.state.write(&self.identity, path)
    }

    /// The network as it is now.
    pub fn model(&self) -> &Model {
        &self.state.model
    }

    /// Centipawns of one logit.
    pub fn unit(&self) -> f32 {
        self.goal.unit
    }

    /// How it is trained.
    pub fn settings(&self) -> &TrainSettings {
        &self.settings
    }

    /// The samples it learns from.
    pub fn samples(&self) -> &PackFile {
        self.samples
    }

    /// What the superbatches have brought so far.
    pub fn history(&self) -> &[Superbatch] {
        &self.state.history
    }

    /// The superbatch with the lowest loss over the samples kept aside, or the last one when there
    /// are none.
    pub fn best(&self) -> Option<&Superbatch> {
        let loss = |superbatch: &&Superbatch| superbatch.validation.unwrap_or(0.0);
        self.history().iter().rev().min_by(|a, b| loss(a).total_cmp(&loss(b)))
    }

    /// How much of the run is done, 0 to 1.
    pub fn done(&self) -> f64 {
        let done = match self.settings.length {
            Length::Superbatches(count) => {
                self.state.batches as f64 / (count * self.batches_a_superbatch()) as f64
            }
            Length::Minutes(minutes) => self.state.seconds / (60.0 * minutes),
        };
        done.min(1.0)
    }

    fn batch_size(&self) -> usize {
        self.settings.batch.min(self.samples.training().len())
    }

    fn batches_a_superbatch(&self) -> u64 {
        (self.settings.superbatch / self.batch_size() as u64).max(1)
    }

    /// Learns to the end of a superbatch, which is returned, or until `stop`: then `None`, and
    /// the run can go on from there. `progress` is called after each batch.
    pub fn superbatch(
        &mut self,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(TrainProgress),
    ) -> Option<Superbatch> {
        let number = self.state.history.len() as u64 + 1;
        let last_batch = number * self.batches_a_superbatch();
        let mut rate = 0.0;
        while self.state.batches < last_batch && self.done() < 1.0 {
            if stop.load(Relaxed) {
                return None;
            }
            let begun = Instant::now();
            rate = self.step();
            let seconds = begun.elapsed().as_secs_f64();
            self.state.seconds += seconds;
            self.state.superbatch_seconds += seconds;
            progress(self.progress(number));
        }
        let validation = self.validation();
        let kept_aside = !self.samples.validation().is_empty();
        let superbatch = Superbatch {
            number,
            samples: self.state.batches * self.batch_size() as u64,
            rate,
            training: self.state.losses.mean(),
            validation: kept_aside.then(|| validation.mean()),
            families: validation.families(),
            speed: self.speed(),
        };
        self.state.losses = Losses::default();
        self.state.superbatch_seconds = 0.0;
        self.state.history.push(superbatch.clone());
        Some(superbatch)
    }

    /// Learns from one batch and returns the rate it was learnt at.
    fn step(&mut self) -> f32 {
        let batch = &self.samples.training()[self.order.batch(self.state.batches)];
        let rate = rate(self.settings.rate, self.settings.last_rate, self.done());
        let losses = learn(&self.state.model, &self.goal, batch, &mut self.workers);
        self.state.losses.merge(&losses);
        self.state.batches += 1;
        let step = Step {
            number: self.state.batches,
            rate,
            relation_speed: self.settings.relation_speed,
            sharing_speed: self.settings.sharing_speed,
            decay: self.settings.decay,
            scale: 1.0 / batch.len() as f32,
        };
        let gradients = self.workers.iter_mut().map(|one| one.gradient.as_mut_slice()).collect();
        let Model { shape, parameters } = &mut self.state.model;
        step.take(*shape, self.sharing.as_ref(), parameters, &mut self.state.moments, gradients);
        rate
    }

    fn speed(&self) -> f64 {
        let before = self.state.history.len() as u64 * self.batches_a_superbatch();
        let samples = (self.state.batches - before) * self.batch_size() as u64;
        samples as f64 / self.state.superbatch_seconds.max(1e-3)
    }

    fn progress(&self, superbatch: u64) -> TrainProgress {
        let (done, speed) = (self.done(), self.speed());
        let left = match self.settings.length {
            Length::Minutes(minutes) => (60.0 * minutes - self.state.seconds).max(0.0),
            Length::Superbatches(count) => {
                let batches = count * self.batches_a_superbatch() - self.state.batches;
                batches as f64 * self.batch_size() as f64 / speed.max(1.0)
            }
        };
        TrainProgress { superbatch, done, training: self.state.losses.mean(), speed, left }
    }

    /// The losses over the samples kept aside, or the first of them when they are many.
    pub fn validation(&self) -> Losses {
        let kept_aside = self.samples.validation();
        let looked_at = &kept_aside[..kept_aside.len().min(VALIDATED)];
        losses(&self.state.model, &self.goal, looked_at, self.workers.len())
    }
}

/// The network of a file, which must have that width.
fn of_width(model: Model, shape: Shape, path: &Path) -> Result<Model, TrainError> {
    if model.shape == shape {
        return Ok(model);
    }
    let (theirs, ours) = (model.shape.hidden(), shape.hidden());
    let what = format!("its network is {theirs} wide, not {ours}");
    Err(TrainError::Checkpoint { path: path.to_owned(), what })
}
