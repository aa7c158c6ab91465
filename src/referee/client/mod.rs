//! One engine, as the referee meets it: its process and the wire to it, what it sends, and
//! the user's settings for it. Nothing here knows of games.

mod engine;
mod info;
mod limits;
mod log;
mod option;
mod process;
pub mod roster;
mod spec;
pub(super) mod wire;

pub use engine::Patience;
pub(super) use engine::{Answer, Client, SearchEnd};
pub(super) use info::{BestMove, Evaluation, InfoLine, SearchInfo};
pub use limits::Limits;
pub(super) use limits::{Clock, go_command};
pub use log::WireLog;
pub(super) use option::{DeclaredKind, DeclaredOption};
pub(super) use process::{Exit, InfoLines, Line, Shutdown};
pub use spec::{EngineSpec, distinguish};
pub use wire::{Fault, Interrupt};
