//! The mean of networks.

use super::super::mean;
use super::Folder;
use crate::eval::network::{FEATURES, HEADS, HIDDEN, Network, QA, QB, Weights, embedded};

/// The weights and biases of the first layer, and those of the outputs in centipawns.
fn numbers(network: &Network) -> (Vec<f32>, Vec<f32>) {
    let mut inputs = network.to_floats();
    let outputs = inputs.split_off((FEATURES + 1) * HIDDEN);
    (inputs, outputs.iter().map(|number| number * network.unit() as f32).collect())
}

/// A network with all signs reversed and outputs worth twice as much.
pub(super) fn reversed(network: &Network) -> Network {
    let numbers = network.to_floats();
    let integers = |numbers: &[f32], one: i32| -> Vec<i16> {
        numbers.iter().map(|number| -(number * one as f32).round() as i16).collect()
    };
    let (inputs, outputs) = numbers.split_at((FEATURES + 1) * HIDDEN);
    let inputs = integers(inputs, QA);
    let (outputs, biases) = outputs.split_at(HEADS * 2 * HIDDEN);
    let biases: Vec<i32> =
        biases.iter().map(|bias| -(bias * (QA * QB) as f32).round() as i32).collect();
    let (input_weights, input_bias) = inputs.split_at(FEATURES * HIDDEN);
    let output_weights = &integers(outputs, QB);
    let weights = Weights { input_weights, input_bias, output_weights, output_bias: &biases };
    Network::new(&weights, 2.0 * network.unit(), serde_json::Value::Null).unwrap()
}

#[test]
fn the_mean_has_the_mean_of_all_weights() {
    let folder = Folder::new("mean");
    let [path, other_path] = ["a.nnue", "b.nnue"].map(|name| folder.path(name));
    let network = embedded();
    let other = reversed(&network);
    std::fs::write(&path, network.write()).unwrap();
    std::fs::write(&other_path, other.write()).unwrap();

    let mean = mean(&[path.clone(), path, other_path]).unwrap();
    assert_eq!(mean.pedigree()["mean_of"].as_array().unwrap().len(), 3);
    let [ours, theirs, means] = [&network, &other, &mean].map(numbers);
    for ((a, b), mean) in ours.0.iter().zip(&theirs.0).zip(&means.0) {
        assert!((mean - (2.0 * a + b) / 3.0).abs() < 0.501 / QA as f32, "{a} {b} {mean}");
    }
    // An output weight is rounded to a 64th of the unit.
    let step = mean.unit() as f32 / QB as f32;
    for ((a, b), mean) in ours.1.iter().zip(&theirs.1).zip(&means.1) {
        assert!((mean - (2.0 * a + b) / 3.0).abs() < 0.501 * step, "{a} {b} {mean}");
    }
}

/// The weights of this network leave room for larger ones, to which it could be scaled.
#[test]
fn the_mean_of_a_network_with_itself_is_that_network() {
    let weights = Weights {
        input_weights: &vec![1; FEATURES * HIDDEN],
        input_bias: &[2; HIDDEN],
        output_weights: &vec![31; HEADS * 2 * HIDDEN],
        output_bias: &[5000; HEADS],
    };
    let network = Network::new(&weights, 166.0, serde_json::Value::Null).unwrap();
    let folder = Folder::new("mean-itself");
    let path = folder.path("a.nnue");
    std::fs::write(&path, network.write()).unwrap();
    let mean = mean(&[path.clone(), path]).unwrap();
    assert_eq!(mean.to_floats(), network.to_floats());
    assert_eq!(mean.unit(), network.unit());
}

#[test]
fn a_file_that_is_no_network_is_named() {
    let folder = Folder::new("mean-faults");
    let path = folder.path("foreign.nnue");
    std::fs::write(&path, "[Event \"?\"]\n").unwrap();
    let error = mean(std::slice::from_ref(&path)).unwrap_err().to_string();
    assert!(error.contains("foreign.nnue"), "{error}");
}
