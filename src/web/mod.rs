//! The board in the browser: a server on the loopback address, the games it keeps in a file, and
//! the page, which is part of the program. Everything that the page shows comes from the rules and
//! the engine by the messages of `message.rs` (`book/src/board.md` describes them); the page holds
//! no rule of chess, and the server never believes it. It must never serve another host.

mod assets;
mod catalogue;
pub mod diagram;
mod end;
mod hall;
mod message;
mod play;
mod server;
mod store;
mod thinker;
mod view;

use std::path::PathBuf;

use crate::rules::laws::Terms;

pub use server::serve;

/// Tells what each code makes of a position, given as a FEN, under terms: lines of text, or what is
/// wrong with the position.
pub type OtherCodes = fn(&str, &Terms) -> Result<String, String>;

/// How the board is served.
pub struct Config {
    /// The port on 127.0.0.1; 0 for any that is free.
    pub port: u16,
    /// The file in which the games are kept.
    pub games: PathBuf,
    /// Asked for "What would the other codes say?".
    pub other_codes: OtherCodes,
}
