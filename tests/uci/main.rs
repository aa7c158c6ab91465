//! The engine as a user interface meets it: the wire, whole conversations, what it does with the
//! files that options name, and how soon it stops.

#[path = "../common/chance.rs"]
mod chance;
#[path = "../common/client.rs"]
mod client;
mod conversations;
mod files;
#[path = "../common/folder.rs"]
mod folder;
mod fuzz;
mod opening_book;
#[path = "../common/output.rs"]
mod output;
#[path = "../common/shared.rs"]
mod shared;
mod stopping;
mod transcripts;
mod wire;
