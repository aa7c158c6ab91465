//! The pages of the book against the program: their examples are run as they are printed.

mod diagrams;
mod links;
mod matches;
mod notation;
#[path = "../common/page.rs"]
mod page;
mod perft;
mod uci;
