//! One game between two engines: its moves, and how it ends.

mod adjudication;
mod ending;
mod errors;
mod play;
mod present;

pub use adjudication::{Adjudicated, Adjudication, Draw, Resign, by_tablebases};
pub(super) use ending::is_fault;
pub use ending::{Cause, Ending};
pub use errors::{ErrorScript, ScriptError};
pub(super) use play::{Conditions, failed_to_start, play};
pub use play::{MoveNote, Played};
pub(super) use present::{Choice, Presentation, restrict, tell_terms};
