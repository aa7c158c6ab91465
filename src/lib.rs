//! Jadoube: the rules of chess, old and new, and an engine that plays by them.
//!
//! The modules, from the ground up: [`rules`] is the game itself, [`notation`] writes it down,
//! [`perft`] counts it, [`tablebases`] know its last endings, [`eval`] and [`search`] play it,
//! [`engine`] puts them to work with options, a clock and books, and [`uci`] speaks for it.
//! [`referee`] sets engines against each other, [`train`] makes the weights they play with, [`web`] is
//! the board in the browser, and [`cli`] is the command line. `memory` gives the large tables huge
//! pages.
//!
//! ```
//! use jadoube::notation::{fen, san};
//! use jadoube::rules::laws::{Code, Terms};
//!
//! // The rook of a1 was given. Under the law of 1837 the king may castle "as if the rook was at
//! // its square"; what stands there now is another rook, and stays.
//! let mut terms = Terms::from(Code::Accomplished1837);
//! terms.odds = "a1".parse()?;
//! let position = fen::parse("8/8/8/2B5/2p5/1kp5/8/R3K3 w Q - 0 1")?.position(&terms)?;
//! let castles = san::parse(&position, "O-O-O")?;
//! let after = position.play(castles);
//! assert_eq!(fen::to_string(&after), "8/8/8/2B5/2p5/1kp5/8/R1K5 b - - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arbiter;
pub mod cli;
pub mod engine;
pub mod eval;
mod memory;
pub mod notation;
pub mod perft;
pub mod referee;
pub mod rules;
pub mod search;
pub mod tablebases;
pub mod train;
pub mod uci;
pub mod web;
