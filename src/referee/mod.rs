//! The referee: matches between engines under any law. It meets every engine, ours included,
//! through a pipe and nowhere else; the rules core alone judges moves and results.
//!
//! | folder | what it does | uses |
//! |---|---|---|
//! | `client/` | one engine: its process, the wire, the options and scores it sends | - |
//! | `game/` | one game between two engines, and its end | `client` |
//! | `tournament/` | all games of a match: schedule, openings, resume, statistics | `client`, `game` |
//! | `output/` | what is printed and written: PGN, the live line, the summary | all above |
//! | `ladder/` | the search for even odds between two engines | all above |
//! | `tuning/` | better values for an engine's options, found by games (SPSA) | `client`, `tournament` |
//! | `check/` | the compliance check of one engine | `client` |
//!
//! `files.rs` has the output files that all of them write to.

pub mod check;
pub mod client;
mod files;
pub mod game;
pub mod ladder;
pub mod output;
pub mod tournament;
pub mod tuning;

pub use files::{FileError, OutputFile, fingerprint};
