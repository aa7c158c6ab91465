//! The pages of the book against the program: their examples are run as they are printed.

mod commands;
mod descriptive;
mod diagrams;
#[path = "../common/folder.rs"]
mod folder;
mod links;
mod matches;
mod notation;
#[path = "../common/page.rs"]
mod page;
mod perft;
#[path = "../common/program.rs"]
mod program;
mod uci;
