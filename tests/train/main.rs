//! The making of training data and the training of a network, as a user runs them.

mod datagen;
mod network;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn jadoube(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jadoube")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("jadoube-train-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
