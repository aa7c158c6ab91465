//! The referee: matches between engines under any law. It meets every engine, ours included,
//! through a pipe and nowhere else; the rules core alone judges moves and results.

pub mod adjudication;
pub mod check;
pub mod client;
pub mod declared;
pub mod files;
pub mod game;
pub mod ladder;
pub mod limits;
pub mod log;
pub mod openings;
pub mod pgn;
pub mod present;
pub mod process;
pub mod random;
pub mod report;
pub mod resume;
pub mod roster;
pub mod schedule;
pub mod spec;
pub mod standings;
pub mod stats;
pub mod tournament;
