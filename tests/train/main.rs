//! The making of training data and the training of a network, as a user runs them.

mod datagen;
#[path = "../common/folder.rs"]
mod folder;
mod network;
#[path = "../common/program.rs"]
mod program;

use folder::Folder;

fn path(folder: &Folder, name: &str) -> String {
    folder.file(name).to_str().unwrap().to_owned()
}
