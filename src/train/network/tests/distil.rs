//! What networks expect, mixed into the scores of samples.

use super::super::pack_file::PackFile;
use super::super::sample::{SAMPLE_SIZE, Sample};
use super::super::{Distilled, Model, Teachers};
use super::mean::reversed;
use super::{Folder, games, packing};
use crate::eval::network::embedded;

/// The expected points that logits stand for.
fn points(logits: f32) -> f32 {
    1.0 / (1.0 + (-logits).exp())
}

fn score(sample: &[u8; SAMPLE_SIZE]) -> f32 {
    f32::from(Sample::from_checked(sample).score)
}

/// The samples of some games, and the same mixed with the program's network, which counts three parts
/// in four, and with one that contradicts it.
fn mixed(name: &str, share: f32, threads: usize) -> (PackFile, PackFile) {
    let folder = Folder::new(name);
    let mut packing = packing(&folder, &games()[..20]);
    packing.settings.td_lambda = 0.5;
    packing.run(&|_| {}).unwrap();
    let samples = PackFile::open(&packing.out).unwrap();
    let [path, other] = ["a.nnue", "b.nnue"].map(|name| folder.path(name));
    std::fs::write(&path, embedded().write()).unwrap();
    std::fs::write(&other, reversed(&embedded()).write()).unwrap();
    let teachers = Teachers::read(&[(path, 3.0), (other, 1.0)], samples.unit().unwrap()).unwrap();
    let out = folder.path("mixed");
    let mut done = 0;
    teachers.distil(&samples, share, &out, threads, |now| done = now).unwrap();
    assert_eq!(done, samples.header().training);
    let mixed = PackFile::open(&out).unwrap();
    (samples, mixed)
}

#[test]
fn scores_to_learn_from_are_mixed_in_expected_points() {
    let (samples, mixed) = mixed("distil", 0.6, 2);
    let unit = samples.unit().unwrap();
    let networks = [&embedded(), &reversed(&embedded())];
    let models = networks.map(|network| Model::of_network(network, unit));
    for (before, after) in samples.training().iter().zip(mixed.training()).step_by(17) {
        let inputs = Sample::from_checked(before).inputs();
        let [one, other] = [0, 1].map(|place: usize| models[place].evaluate(&inputs));
        let taught = points(0.75 * one + 0.25 * other);
        let wanted = 0.6 * taught + 0.4 * points(score(before) / unit);
        let found = points(score(after) / unit);
        assert!((found - wanted).abs() < 0.002, "{found} {wanted}");
        let rest = |sample: &[u8; SAMPLE_SIZE]| [&sample[..44], &sample[46..]].concat();
        assert_eq!(rest(before), rest(after), "all but the score");
    }
    assert_eq!(mixed.unit(), Some(unit));
    let Distilled { share, teachers, .. } = mixed.header().distilled.clone().unwrap();
    let checksums = networks.map(|network| format!("{:08x}", network.checksum()));
    assert_eq!(teachers, [(checksums[0].clone(), 0.75), (checksums[1].clone(), 0.25)]);
    assert_eq!(share, 0.6);
}

#[test]
fn samples_kept_aside_stay_as_they_are() {
    let (samples, mixed) = mixed("distil-aside", 1.0, 1);
    assert!(!samples.validation().is_empty());
    assert_eq!(samples.validation(), mixed.validation());
    assert_ne!(samples.training(), mixed.training());
}

#[test]
fn a_share_of_0_leaves_the_scores_as_they_were() {
    let (samples, mixed) = mixed("distil-nothing", 0.0, 3);
    for (before, after) in samples.training().iter().zip(mixed.training()) {
        let (before, after) = (score(before), score(after));
        // Far from equality a centipawn is less than a float tells of the expectation.
        assert!((before - after).abs() <= 1.0 || before.abs() > 1_500.0, "{before} {after}");
    }
}
