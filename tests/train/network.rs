//! `jadoube train pack` and `train network` as a user runs them: games become samples, samples a
//! network, and what is refused is named.

use super::path;
use crate::folder::Folder;
use crate::program::{jadoube, text};

/// Games and what was packed of them.
fn packed(folder: &Folder) -> String {
    let [games, pack] = ["a.games", "a.pack"].map(|name| path(folder, name));
    let played =
        jadoube(&["datagen", "--games", "12", "--nodes", "30", "--seed", "4", "--out", &games]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let settings = ["--validation", "4", "--unit", "175"];
    let done =
        jadoube(&[&["train", "pack", "--data", &games, "--out", &pack], &settings[..]].concat());
    assert!(done.status.success(), "{}", text(&done.stderr));
    let printed = text(&done.stdout);
    for part in ["12 games", "to learn from", "kept aside", "left out: in check", "a.pack"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    pack
}

#[test]
fn games_are_packed_and_a_network_is_trained_on_them() {
    let folder = Folder::new("network");
    let (pack, out) = (packed(&folder), path(&folder, "net.nnue"));
    let train = |more: &[&str]| {
        let arguments = [
            "train",
            "network",
            "--data",
            &pack,
            "--out",
            &out,
            "--superbatch",
            "1000",
            "--superbatches",
            "2",
            "--batch",
            "100",
            "--threads",
            "2",
        ];
        jadoube(&[&arguments[..], more].concat())
    };
    let done = train(&[]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let printed = text(&done.stdout);
    for part in
        ["Unit: 175.0 cent", "superbatch 2:", "Kept:", "Validation loss", "clipped", "net.nnue"]
    {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let bytes = std::fs::read(&out).unwrap();
    let network = jadoube::eval::network::Network::read(&bytes).unwrap();
    assert_eq!(network.pedigree()["samples"]["runs"][0]["seed"], 4);
    let table = std::fs::read_to_string(folder.file("net.csv")).unwrap();
    assert_eq!(table.lines().count(), 3, "{table}");
    assert!(std::fs::read_to_string(folder.file("net.svg")).unwrap().starts_with("<svg"));
    // The mean of a network with itself is the network.
    let mean = path(&folder, "mean.nnue");
    let made = jadoube(&["train", "mean", "--of", &out, &out, "--out", &mean, "--data", &pack]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let printed = text(&made.stdout);
    for part in ["the mean of 2", "mean.nnue", "Validation loss"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let mean = std::fs::read(&mean).unwrap();
    let mean = jadoube::eval::network::Network::read(&mean).unwrap();
    assert_eq!(mean.to_floats(), network.to_floats());
    // What the network expects can be learnt by another.
    let taught = path(&folder, "taught.pack");
    let distil = |data: &str, made: &str| {
        jadoube(&["train", "distil", "--data", data, "--of", &out, "--share", "0.5", "--out", made])
    };
    let made = distil(&pack, &taught);
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert!(text(&made.stdout).contains("positions mixed with 1: "), "{}", text(&made.stdout));
    let twice = distil(&taught, &path(&folder, "twice.pack"));
    assert!(!twice.status.success());
    let error = text(&twice.stderr);
    assert!(error.contains("taught.pack' are mixed with those of networks already"), "{error}");
    let learnt = path(&folder, "learnt.nnue");
    let size = ["--superbatch", "1000", "--superbatches", "1", "--batch", "100"];
    let start = ["train", "network", "--data", &taught, "--out", &learnt];
    let made = jadoube(&[&start[..], &size].concat());
    assert!(made.status.success(), "{}", text(&made.stderr));
    // A run that is over has nothing left to do.
    let again = train(&[]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert!(text(&again.stdout).contains("Going on after superbatch 2"));
    assert_eq!(std::fs::read(&out).unwrap(), bytes);
    let other = train(&["--lambda", "0.7"]);
    assert!(!other.status.success());
    assert!(text(&other.stderr).contains("lambda is 0.1, not 0.7"), "{}", text(&other.stderr));
}

#[test]
fn what_cannot_be_packed_or_learnt_from_is_named() {
    let folder = Folder::new("network-faults");
    let pack = packed(&folder);
    let [games, foreign, out, broken] =
        ["a.games", "foreign", "out.nnue", "broken.pack"].map(|name| path(&folder, name));
    std::fs::write(&foreign, "[Event \"?\"]\n").unwrap();
    let mut bytes = std::fs::read(&pack).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&broken, bytes).unwrap();
    let missing = path(&folder, "missing");
    let refused = |arguments: &[&str], named: &str| {
        let output = jadoube(&[&["train"], arguments].concat());
        assert!(!output.status.success(), "{arguments:?}");
        let error = text(&output.stderr);
        assert!(error.contains(named), "{error}");
        assert_eq!(error.trim().lines().count(), 1, "{error}");
        for file in ["out.nnue", "out.nnue.part", "out.checkpoint"] {
            assert!(!folder.file(file).exists(), "{file}: {error}");
        }
    };
    refused(&["pack", "--data", &foreign, "--out", &out], "no file of training games");
    refused(&["pack", "--data", &games, &games, "--out", &games], "read and written at once");
    refused(&["network", "--data", &pack, "--out", &pack], "read and written at once");
    refused(&["pack", "--data", &missing, "--out", &out], "missing");
    refused(&["network", "--data", &foreign, "--out", &out], "no file of packed samples");
    refused(&["network", "--data", &broken, "--out", &out], "checksum is wrong");
    refused(&["mean", "--of", &foreign, "--out", &out], "no network");
    refused(&["mean", "--of", &pack, "--out", &pack], "read and written at once");
    refused(&["mean", "--of", &foreign, "--out", &out, "--data", &broken], "checksum is wrong");
    let distil = |more: &[&str], named: &str| {
        refused(&[&["distil", "--out", &out], more].concat(), named);
    };
    distil(&["--data", &pack, "--of", &foreign], "no network");
    distil(&["--data", &broken, "--of", &foreign], "checksum is wrong");
    distil(&["--data", &pack, "--of", &foreign, "--weights", "1", "2"], "2 weights for 1 networks");
    distil(&["--data", &pack, "--of", &foreign, "--weights", "0"], "above 0");
    refused(&["distil", "--data", &pack, "--of", &foreign, "--out", &pack], "at once");
    let network = |more: &[&str], named: &str| {
        refused(&[&["network", "--data", &pack, "--out", &out], more].concat(), named);
    };
    network(&["--hidden", "100"], "100 hidden units");
    network(&["--from", &foreign], "no checkpoint");
    network(&["--power", "9"], "1.5 to 4");
    network(&["--lambda", "2"], "0 to 1");
    network(&["--minutes", "5", "--superbatches", "5"], "--superbatches");
}
