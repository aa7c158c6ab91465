//! The trainer as a whole, on games that the engine plays for the purpose under every law, odds
//! and undertaking of the usual mix. How games are packed is tested in `packing`,
//! what score a position is packed with in `td`.

mod distil;
mod mean;
mod packing;
mod td;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::super::games::{GameFile, GameReader, RunHeader};
use super::super::{Datagen, Mix, Random, TrainingGame, USUAL_MIX};
use super::checkpoint::State;
use super::pack_file::{PackFile, Settings};
use super::pass::{Goal, Worker};
use super::sample::{Points, SAMPLE_SIZE, Sample};
use super::sharing::Sharing;
use super::*;
use crate::eval::network::features::{self, BUCKETS, FLAGS, MARKED, NAMED};
use crate::eval::network::{FEATURES, HIDDEN, Network, RatingAdvantage, embedded};
use crate::eval::{NetworkEvaluator, bare_king_score};
use crate::rules::Color;

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("jadoube-net-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The usual kinds of game, each as often as any other, and one between unequal players.
fn mix() -> String {
    let even = |line: &str| if line.starts_with("weight") { "weight = 1" } else { line }.to_owned();
    let kinds: Vec<String> = USUAL_MIX.lines().map(even).collect();
    kinds.join("\n") + "\n[[game]]\nweight = 1\nstrength = [1.0, 0.2]\n"
}

fn games() -> &'static [TrainingGame] {
    static GAMES: OnceLock<Vec<TrainingGame>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let folder = Folder::new("games");
        let (mix_text, out) = (mix(), folder.path("games"));
        let mix = Mix::parse(&mix_text).unwrap();
        let datagen = Datagen {
            games: 150,
            nodes: 20,
            threads: 2,
            seed: 3,
            mix,
            mix_text,
            out: out.clone(),
            evaluation: NetworkEvaluator::default(),
        };
        datagen.run(&AtomicBool::new(false), &|_| {}).unwrap();
        let mut games: Vec<_> = GameReader::open(&out).unwrap().map(Result::unwrap).collect();
        games.sort_by_key(|game| game.number);
        games
    })
}

const SETTINGS: Settings = Settings {
    first_ply: 10,
    decided: 3000,
    validation: 5,
    td_lambda: 0.0,
    unit: 200.0,
    elo_per_doubling: 100.0,
    seed: 1,
};

/// Packs games into a file of that folder.
fn packing(folder: &Folder, games: &[TrainingGame]) -> Packing {
    let input = folder.path("games");
    let mut file = GameFile::create(&input).unwrap();
    let run = RunHeader {
        program: "test".to_owned(),
        evaluation: "hand-made".to_owned(),
        seed: 3,
        nodes: 20,
        mix: String::new(),
    };
    file.write_header(&run).unwrap();
    games.iter().for_each(|game| file.write(game).unwrap());
    file.flush().unwrap();
    let out = folder.path("pack");
    Packing { inputs: vec![input], out, settings: SETTINGS, threads: 1, memory: 1 << 30 }
}

fn packed(folder: &Folder, games: &[TrainingGame]) -> PackFile {
    let packing = packing(folder, games);
    packing.run(&|_| {}).unwrap();
    PackFile::open(&packing.out).unwrap()
}

fn settings() -> TrainSettings {
    TrainSettings {
        hidden: 64,
        lambda: 0.3,
        power: 2.0,
        unit: 250.0,
        batch: 100,
        superbatch: 1_000,
        length: Length::Superbatches(3),
        rate: 1e-3,
        last_rate: 1e-5,
        relation_speed: 1.0,
        sharing_speed: 1.0,
        decay: 0.01,
        seed: 1,
        from: None,
    }
}

#[test]
fn a_sample_has_the_inputs_of_its_position() {
    let (mut families, mut marked, mut named, mut rated) = ([0; 3], 0, 0, 0);
    for (number, game) in games().iter().enumerate() {
        let points = [0, 300, -1200][number % 3];
        let advantage = RatingAdvantage::of(Color::White, points);
        for (position, ply) in game.positions() {
            let sample = Sample::new(&position, advantage, ply.score, Points::Win);
            let read = Sample::from_bytes(&sample.to_bytes()).unwrap();
            assert_eq!(read, sample);
            let inputs = read.inputs();
            let us = position.turn();
            for (list, side) in inputs.sides.into_iter().zip([us, us.other()]) {
                let mut found = list.to_vec();
                let mut expected = features::active(&position, side, advantage).to_vec();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{position:?}");
                let holds = |range: std::ops::Range<usize>| {
                    usize::from(found.iter().any(|&input| range.contains(&usize::from(input))))
                };
                marked += holds(MARKED..NAMED);
                named += holds(NAMED..FLAGS);
                rated += holds(features::RATING..FEATURES);
            }
            assert_eq!(inputs.head, features::head(&position));
            families[inputs.head / BUCKETS] += 1;
        }
    }
    assert!(families.iter().all(|&count| count > 100), "{families:?}");
    assert!(marked > 100 && named > 100 && rated > 100, "{marked} {named} {rated}");
}

#[test]
fn bytes_that_are_no_sample_are_refused() {
    let position = *games()[0].positions().next().map(|(position, _)| position).as_ref().unwrap();
    let good = Sample::new(&position, RatingAdvantage::NONE, 17, Points::Draw).to_bytes();
    assert!(Sample::from_bytes(&good).is_some());
    // A piece that is none, a flag, a square, a result and a head beyond the last.
    for (byte, value) in [(8, 0xFF), (31, 0xFF), (40, 128), (42, 200), (46, 6), (47, 24)] {
        let mut bad: [u8; SAMPLE_SIZE] = good;
        bad[byte] = value;
        assert_eq!(Sample::from_bytes(&bad), None, "byte {byte}");
    }
}

/// The loss of some samples as the formulas say, in double precision.
fn reference_loss(parameters: &[f64], hidden: usize, goal: &Goal, samples: &[Sample]) -> f64 {
    let output = (FEATURES + 1) * hidden;
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    let mut total = 0.0;
    for sample in samples {
        let inputs = sample.inputs();
        let mut logits = parameters[output + 24 * 2 * hidden + inputs.head];
        for (side, list) in inputs.sides.iter().enumerate() {
            for unit in 0..hidden {
                let mut sum = parameters[FEATURES * hidden + unit];
                for &input in list {
                    sum += parameters[usize::from(input) * hidden + unit];
                }
                let weight = parameters[output + (2 * inputs.head + side) * hidden + unit];
                logits += sum.clamp(0.0, 1.0).powi(2) * weight;
            }
        }
        let of_search = sigmoid(f64::from(sample.score) / f64::from(goal.unit));
        let unequal = inputs.sides[0].iter().any(|&input| usize::from(input) >= features::RATING);
        let lambda = if unequal { 1.0 } else { f64::from(goal.lambda) };
        let target = lambda * f64::from(sample.points.value()) + (1.0 - lambda) * of_search;
        total += (sigmoid(logits) - target).abs().powf(goal.power.into());
    }
    total
}

#[test]
fn the_gradient_is_that_of_small_changes() {
    const HIDDEN: usize = 64;
    let folder = Folder::new("gradient");
    let packing = packing(&folder, games());
    packing.run(&|_| {}).unwrap();
    let file = PackFile::open(&packing.out).unwrap();
    let bytes = &file.training()[..80];
    let samples: Vec<Sample> = bytes.iter().map(Sample::from_checked).collect();
    let shape = Shape::new(HIDDEN).unwrap();
    let mut model = Model::new(shape, 5);
    let mut random = Random::new(5, 5);
    // Heads that differ, and biases.
    let output = shape.output();
    model.parameters[output..].iter_mut().for_each(|weight| *weight += random.share() as f32 - 0.5);
    let wide: Vec<f64> = model.parameters.iter().map(|&parameter| parameter.into()).collect();
    for power in [2.0, 2.5] {
        let goal = Goal { lambda: 0.4, unit: 200.0, power };
        let mut worker = Worker::new(shape);
        let losses = worker.learn(&model, &goal, bytes);
        let expected = reference_loss(&wide, HIDDEN, &goal, &samples) / samples.len() as f64;
        assert!((losses.mean() - expected).abs() < 1e-5, "{} {expected}", losses.mean());
        let (mut checked, mut nonzero) = (0, 0);
        while nonzero < 150 {
            // Every sort of parameter: inputs, their biases, output weights, their biases.
            let ranges = [0..shape.feature_bias(), shape.feature_bias()..output];
            let outputs = [output..shape.output_bias(), shape.output_bias()..shape.parameters()];
            let range = ranges.into_iter().chain(outputs).nth(checked % 4).unwrap();
            let place = range.start + random.below(range.len());
            checked += 1;
            assert!(checked < 10_000, "too few parameters matter");
            let gradient = f64::from(worker.gradient[place]);
            if gradient == 0.0 && checked % 16 != 0 {
                continue;
            }
            nonzero += usize::from(gradient != 0.0);
            let step = 1e-5;
            let moved = |step: f64| {
                let mut moved = wide.clone();
                moved[place] += step;
                reference_loss(&moved, HIDDEN, &goal, &samples)
            };
            let slope = (moved(step) - moved(-step)) / (2.0 * step);
            let bound = 1e-5 + 1e-3 * slope.abs();
            assert!((slope - gradient).abs() < bound, "parameter {place}: {gradient}, not {slope}");
        }
    }
}

#[test]
fn a_small_network_learns_a_few_games_by_heart() {
    let folder = Folder::new("learn");
    let file = packed(&folder, &games()[..12]);
    let settings = TrainSettings {
        lambda: 0.0,
        batch: 64,
        superbatch: 6_400,
        length: Length::Superbatches(8),
        rate: 4e-3,
        decay: 0.0,
        ..settings()
    };
    let mut trainer = Trainer::new(settings, &file, 2).unwrap();
    let stop = AtomicBool::new(false);
    let mut untrained = Worker::new(trainer.model().shape);
    let goal = Goal { lambda: 0.0, unit: 250.0, power: 2.0 };
    let first = untrained.learn(trainer.model(), &goal, file.training()).mean();
    while trainer.done() < 1.0 {
        trainer.superbatch(&stop, &mut |_| {}).unwrap();
    }
    let last = trainer.history().last().unwrap().training;
    assert!(last < first / 20.0, "{first} {last}");
}

#[test]
fn a_run_that_was_stopped_gives_the_network_of_one_that_was_not() {
    let folder = Folder::new("resume");
    let file = packed(&folder, games());
    let begin = || Trainer::new(settings(), &file, 2).unwrap();
    let outputs = |name: &str| Outputs::beside(&folder.path(name));
    let (go, whole_outputs) = (AtomicBool::new(false), outputs("whole.net"));
    let mut whole = begin();
    assert!(whole.run(&whole_outputs, &go, &mut |_| {}).unwrap());
    let outputs = outputs("stopped.net");
    let mut times = 0;
    loop {
        let (stop, mut batches) = (AtomicBool::new(false), 0);
        let mut trainer = begin();
        if times > 0 {
            trainer.resume(&outputs.checkpoint).unwrap();
        }
        let finished = trainer.run(&outputs, &stop, &mut |event| {
            if matches!(event, TrainEvent::Batch(_)) {
                batches += 1;
                stop.store(batches == 7, Relaxed);
            }
        });
        times += 1;
        if finished.unwrap() {
            assert_eq!(trainer.model(), whole.model());
            let losses = |trainer: &Trainer<'_>| -> Vec<(u64, String)> {
                let rows = trainer.history().iter();
                rows.map(|row| (row.samples, format!("{:.9}", row.training))).collect()
            };
            assert_eq!(losses(&trainer), losses(&whole));
            break;
        }
    }
    assert!(times > 3, "it was stopped often");
    let other = TrainSettings { lambda: 0.5, ..settings() };
    let error = Trainer::new(other, &file, 2).unwrap().resume(&outputs.checkpoint);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("lambda is 0.3") && error.contains("not 0.5"), "{error}");
    let alone = TrainSettings { sharing_speed: 0.0, ..settings() };
    let error = Trainer::new(alone, &file, 2).unwrap().resume(&outputs.checkpoint);
    assert!(error.unwrap_err().to_string().contains("sharing_speed is 1, not 0"));
}

#[test]
fn the_network_of_the_best_superbatch_is_kept() {
    let folder = Folder::new("best");
    let file = packed(&folder, &games()[..60]);
    // The steps grow until they destroy what was learnt.
    let settings = TrainSettings {
        hidden: HIDDEN,
        length: Length::Superbatches(5),
        superbatch: 2_000,
        rate: 1e-3,
        last_rate: 0.1,
        ..settings()
    };
    let begin = || Trainer::new(settings.clone(), &file, 1).unwrap();
    let (mut trainer, mut step_by_step) = (begin(), begin());
    let (outputs, go) = (Outputs::beside(&folder.path("net")), AtomicBool::new(false));
    trainer.run(&outputs, &go, &mut |_| {}).unwrap();
    let losses: Vec<f64> = trainer.history().iter().filter_map(|row| row.validation).collect();
    let best = trainer.best().unwrap().clone();
    let lowest = losses.iter().copied().fold(f64::MAX, f64::min);
    assert_eq!(best.validation, Some(lowest));
    assert!(best.number < 5, "it is not the last: {losses:?}");
    for _ in 0..best.number {
        step_by_step.superbatch(&go, &mut |_| {}).unwrap();
    }
    let written = Network::read(&std::fs::read(&outputs.network).unwrap()).unwrap();
    let pedigree = written.pedigree().clone();
    assert_eq!(pedigree["superbatches"], best.number);
    assert_eq!(written, step_by_step.model().quantise(250.0, pedigree).unwrap().unwrap());
    // Taken up again, a run that is over writes no other.
    let bytes = std::fs::read(&outputs.network).unwrap();
    trainer.run(&outputs, &go, &mut |_| {}).unwrap();
    assert!(std::fs::read(&outputs.network).unwrap() == bytes);
}

#[test]
fn a_run_of_some_minutes_ends_in_time_at_the_last_rate() {
    let folder = Folder::new("minutes");
    let file = packed(&folder, games());
    let settings = TrainSettings { length: Length::Minutes(0.01), ..settings() };
    let mut trainer = Trainer::new(settings, &file, 1).unwrap();
    let outputs = Outputs::beside(&folder.path("net.nnue"));
    let (mut done, mut rates) = (0.0, Vec::new());
    let finished = trainer.run(&outputs, &AtomicBool::new(false), &mut |event| match event {
        TrainEvent::Batch(progress) => {
            assert!(progress.done > done && progress.left <= 0.6 && progress.speed > 0.0);
            done = progress.done;
        }
        TrainEvent::Superbatch(superbatch) => rates.push(superbatch.rate),
    });
    assert!(finished.unwrap() && done == 1.0);
    assert!(rates.is_sorted_by(|before, after| before >= after), "{rates:?}");
    assert!(*rates.last().unwrap() < 1e-3);
}

#[test]
fn a_checkpoint_is_read_as_it_was_written_and_a_damaged_one_is_named() {
    let folder = Folder::new("checkpoint");
    let shape = Shape::new(64).unwrap();
    let path = folder.path("checkpoint");
    for sharing in [None, Some(Sharing::new())] {
        let mut state = State::new(Model::new(shape, 1), sharing.as_ref());
        state.moments.mean[7] = 0.5;
        *state.moments.square.last_mut().unwrap() = 0.25;
        (state.batches, state.seconds) = (12, 3.5);
        state.write(&serde_json::json!({ "seed": 1 }), &path).unwrap();
        let (read, settings) = State::read(&path).unwrap();
        assert_eq!(read.is_shared(), sharing.is_some());
        assert_eq!((read, settings), (state, serde_json::json!({ "seed": 1 })));
    }
    let bytes = std::fs::read(&path).unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    let mut short = bytes[..8].to_vec();
    short.extend(crc32fast::hash(&short).to_le_bytes());
    for (bad, named) in [
        (&b"JADNET1\n"[..], "does not begin"),
        (&bytes[..8], "checksum"),
        (&short, "ends too soon"),
        (&bytes[..bytes.len() - 1], "checksum"),
        (&flipped, "checksum"),
    ] {
        std::fs::write(&path, bad).unwrap();
        let error = State::read(&path).unwrap_err().to_string();
        assert!(error.contains(named) && error.contains("checkpoint"), "{error}");
    }
}

#[test]
fn another_run_can_begin_from_a_checkpoint() {
    let folder = Folder::new("from");
    let file = packed(&folder, games());
    let go = AtomicBool::new(false);
    let outputs = Outputs::beside(&folder.path("first.net"));
    let mut first = Trainer::new(settings(), &file, 1).unwrap();
    first.run(&outputs, &go, &mut |_| {}).unwrap();
    let from = TrainSettings { from: Some(outputs.checkpoint), seed: 2, ..settings() };
    let second = Trainer::new(from.clone(), &file, 1).unwrap();
    assert_eq!(second.model(), first.model());
    assert!(second.history().is_empty() && second.done() == 0.0);
    let wide = TrainSettings { hidden: 128, ..from };
    let error = Trainer::new(wide, &file, 1).err().unwrap().to_string();
    assert!(error.contains("64 wide, not 128"), "{error}");
}

#[test]
fn a_network_that_the_engine_plays_with_can_be_trained_on() {
    let folder = Folder::new("from-network");
    let file = packed(&folder, games());
    let path = folder.path("engine.network");
    let mut bytes = embedded().write();
    std::fs::write(&path, &bytes).unwrap();
    let from = Some(path.clone());
    let from = TrainSettings { hidden: HIDDEN, unit: 200.0, from, ..settings() };
    let trainer = Trainer::new(from.clone(), &file, 1).unwrap();
    let mut compared = 0;
    for (position, _) in games().iter().flat_map(TrainingGame::positions) {
        let engine = embedded().evaluate(&position, RatingAdvantage::NONE).0 as f32;
        let inputs = Inputs::of(&position, RatingAdvantage::NONE);
        let trained = 200.0 * trainer.model().evaluate(&inputs);
        // The engine rounds to centipawns, and keeps its scores below those of decided games.
        if bare_king_score(&position).is_none() && trained.abs() < 10_000.0 {
            assert!((engine - trained).abs() < 1.5, "{engine} {trained}: {position:?}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
    let narrow = TrainSettings { hidden: 64, ..from.clone() };
    let error = Trainer::new(narrow, &file, 1).err().unwrap().to_string();
    assert!(error.contains("512 wide, not 64"), "{error}");
    bytes[100_000] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let error = Trainer::new(from, &file, 1).err().unwrap().to_string();
    assert!(error.contains("engine.network") && error.contains("damaged"), "{error}");
}

#[test]
fn the_quantised_network_expects_within_a_hundredth_what_the_float_one_does() {
    let folder = Folder::new("quantised");
    let file = packed(&folder, games());
    let settings = TrainSettings {
        hidden: HIDDEN,
        superbatch: 30_000,
        length: Length::Superbatches(1),
        rate: 4e-3,
        ..settings()
    };
    let mut trainer = Trainer::new(settings, &file, 2).unwrap();
    trainer.superbatch(&AtomicBool::new(false), &mut |_| {}).unwrap();
    let network = trainer.model().quantise(250.0, serde_json::json!({ "test": 1 })).unwrap();
    let network = network.unwrap();
    assert_eq!(Network::read(&network.write()).unwrap(), network);
    assert_eq!(network.pedigree()["test"], 1);
    let (mut worst, mut spread) = (0.0f64, 0.0f64);
    for (position, _) in games().iter().flat_map(TrainingGame::positions) {
        if bare_king_score(&position).is_some() {
            continue; // the network is not asked
        }
        let chance = |logits: f64| 1.0 / (1.0 + (-logits).exp());
        let advantage = RatingAdvantage::of(Color::Black, 300);
        let float = chance(trainer.model().evaluate(&Inputs::of(&position, advantage)).into());
        let quantised = chance(f64::from(network.evaluate(&position, advantage).0) / 250.0);
        worst = worst.max((float - quantised).abs());
        spread = spread.max((float - 0.5).abs());
    }
    assert!(worst < 0.01, "{worst}");
    assert!(spread > 0.3, "the network has learnt to tell positions apart: {spread}");
}
