//! The board in the browser: a server on the loopback address, the games it keeps in a file, and
//! the page, which is part of the program. Everything that the page shows comes from the rules and
//! the engine by the messages of `message.rs` (`book/src/board.md` describes them); the page holds
//! no rule of chess, and the server never believes it. It must never serve another host unasked.

mod allowance;
mod assets;
mod book;
mod catalogue;
mod clock;
pub mod diagram;
mod door;
mod end;
mod engines;
mod guard;
mod hall;
mod kept;
mod message;
mod play;
mod ruled;
mod server;
mod store;
mod thinker;
mod touch;
mod variation;
mod view;

use std::net::IpAddr;
use std::path::PathBuf;

use crate::arbiter::{Choice, State};
use crate::rules::laws::Terms;

pub use server::serve;

/// The port that is taken unless another is named, if it is free: the book's diagrams lead there.
pub const USUAL_PORT: u16 = 18_970;

/// Tells what each code makes of a position, given as a FEN, under terms: lines of text, or what is
/// wrong with the position.
pub type OtherCodes = fn(&str, &Terms) -> Result<String, String>;

/// Tells what the player who has a choice under the arbiter should exact; `None` where nothing can
/// be. It may take a while.
pub type Penalty = fn(&State) -> Option<Choice>;

/// How the board is served.
pub struct Config {
    /// Where it listens: the loopback, unless a person wants others to come.
    pub listen: IpAddr,
    /// The port, 0 for any that is free; without one the usual, or any where that is taken.
    pub port: Option<u16>,
    /// The file in which the games are kept.
    pub games: PathBuf,
    /// Asked for "What would the other codes say?".
    pub other_codes: OtherCodes,
    /// Asked for what the engine exacts in a game under the arbiter.
    pub penalty: Penalty,
}
