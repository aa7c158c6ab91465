//! The mean of networks. Runs that begin from one network and learn in another order, or from other
//! games, go astray each in its own way; the mean of their weights is nearer to what they have in
//! common (Wortsman et al., "Model soups", 2022).

use std::path::{Path, PathBuf};

use serde_json::json;

use super::checkpoint::{TrainError, read_whole, write_whole};
use super::model::{Model, Shape};
use super::pack_file::PackFile;
use super::pass::{Goal, Losses, losses};
use crate::eval::network::{HIDDEN, Network};

/// Centipawns of one logit while weights are added up that share no unit; any number gives the same
/// network.
const UNIT: f32 = 166.0;

/// The network whose weights are the means of those of others, as the engine loads them. One that
/// is named twice counts twice. There must be one at least: the mean of none has zeros for weights.
///
/// # Errors
/// When a file cannot be read, or is no network.
pub fn mean(paths: &[PathBuf]) -> Result<Network, TrainError> {
    let networks = paths.iter().map(|path| read_network(path)).collect::<Result<Vec<_>, _>>()?;
    let checksums = networks.iter().map(|network| format!("{:08x}", network.checksum()));
    let pedigree = json!({ "mean_of": checksums.collect::<Vec<_>>() });
    // Networks that share a unit have a mean with no larger weights than theirs. It keeps the unit, so
    // that the mean of a network with itself is that network.
    let shared_unit = networks
        .first()
        .map(Network::unit)
        .filter(|unit| networks.iter().all(|network| network.unit() == *unit));
    let unit = shared_unit.map_or(UNIT, |unit| unit as f32);
    let shape = Shape::new(HIDDEN).expect("the engine is built for a width that is allowed");
    let mut sums = vec![0.0f64; shape.parameters()];
    for network in &networks {
        for (sum, parameter) in sums.iter_mut().zip(Model::of_network(network, unit).parameters) {
            *sum += f64::from(parameter);
        }
    }
    let parameters = sums.iter().map(|sum| (sum / networks.len().max(1) as f64) as f32).collect();
    let mean = Model { shape, parameters };
    let network = match shared_unit {
        Some(unit) => mean.quantise_at(1.0, unit, pedigree),
        None => mean.quantise(UNIT, pedigree),
    };
    Ok(network.expect("it is as wide as the engine wants it")?)
}

/// A network as the engine loads it.
pub(super) fn read_network(path: &Path) -> Result<Network, TrainError> {
    Network::read(&read_whole(path)?)
        .map_err(|error| TrainError::Network { path: path.to_owned(), error })
}

/// Writes a network, which has its name only when it is whole.
///
/// # Errors
/// When the file cannot be written.
pub fn write_network(path: &Path, network: &Network) -> Result<(), TrainError> {
    write_whole(path, &network.write())
}

/// The losses of a network, rounded as it is, over the samples kept aside. `lambda` and `power` are
/// those of [`TrainSettings`](super::TrainSettings); the unit is that of the samples, which must be
/// some.
pub fn losses_of(
    network: &Network,
    samples: &PackFile,
    lambda: f32,
    power: f32,
    threads: usize,
) -> Losses {
    let unit = samples.unit().unwrap_or(UNIT);
    let model = Model::of_network(network, unit);
    losses(&model, &Goal { lambda, unit, power }, samples.validation(), threads)
}
