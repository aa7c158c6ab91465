//! The referee: matches between engines under any law. It meets every engine, ours included,
//! through a pipe and nowhere else; the rules core alone judges moves and results.

pub mod stats;
