//! Jadoube: the rules of chess, old and new, and an engine that plays by them.
//!
//! The modules, from the ground up: [`rules`] is the game itself, [`notation`] writes it down,
//! [`perft`] counts it, [`eval`] and [`search`] play it, and
//! [`train`] makes the weights they play with.

pub mod cli;
pub mod engine;
pub mod eval;
pub mod notation;
pub mod perft;
pub mod referee;
pub mod rules;
pub mod search;
pub mod train;
pub mod uci;
