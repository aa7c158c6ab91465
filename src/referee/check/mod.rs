//! The compliance check: how an engine behaves on the wire, point by point. Each point starts the
//! engine anew, so that one that fails spoils no other. The points are data; nothing here prints.
//!
//! What is asked for is the UCI protocol as GUIs and match runners use it. What a point has seen
//! is reported whether it is met or not, so that two engines can be compared.

mod extensions;
mod handshake;
mod infos;
mod positions;
mod searches;
mod shutdown;
mod subject;

use std::sync::Arc;
use std::time::Duration;

use super::client::wire::Wire;
use super::client::{EngineSpec, Fault, InfoLines, Interrupt, Patience, WireLog};

/// What is examined, and how patiently.
pub struct Exam {
    /// The engine.
    pub spec: Arc<EngineSpec>,
    /// How long it may take for anything but a search.
    pub patience: Patience,
    /// How long it may think where a few plies or nodes, or a second, are the limit.
    pub short_search: Duration,
    /// How late a move may come, and how long an answer due at once may take.
    pub tolerance: Duration,
    /// The log of the wire.
    pub log: WireLog,
    /// Breaks the examination off.
    pub interrupt: Interrupt,
}

/// One thing that is asked of an engine.
pub struct Point {
    /// What, in a few words.
    pub name: &'static str,
    examine: fn(&Exam) -> Result<String, Unmet>,
}

/// Points that belong together.
pub struct Chapter {
    /// What they are about.
    pub title: &'static str,
    /// The points, in the order in which they are examined.
    pub points: &'static [Point],
}

/// All points.
pub const CHAPTERS: &[Chapter] = &[
    handshake::CHAPTER,
    searches::CHAPTER,
    infos::CHAPTER,
    positions::CHAPTER,
    extensions::CHAPTER,
    shutdown::CHAPTER,
];

/// Why a point is not met.
enum Unmet {
    /// The engine does otherwise.
    Fails(String),
    /// The engine does not offer it.
    NotOffered(String),
    /// The check was broken off.
    Interrupted,
}

fn fails(what: impl Into<String>) -> Unmet {
    Unmet::Fails(what.into())
}

fn not_offered(what: impl Into<String>) -> Unmet {
    Unmet::NotOffered(what.into())
}

/// How a point was met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// As asked.
    Pass,
    /// Otherwise.
    Fail,
    /// The engine does not offer it.
    NotOffered,
}

/// What came of a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How it was met.
    pub mark: Mark,
    /// What was seen.
    pub seen: String,
}

impl Exam {
    /// Whether the engine can be started at all.
    ///
    /// # Errors
    /// Those of the system.
    pub fn can_start(&self) -> Result<(), Fault> {
        Wire::open(&self.spec, InfoLines::Every, &WireLog::none(), &self.interrupt).map(drop)
    }
}

impl Point {
    /// Starts the engine, examines the point, and ends the engine. `None`: it was broken off.
    pub fn examine(&self, exam: &Exam) -> Option<Finding> {
        let (mark, seen) = match (self.examine)(exam) {
            Ok(seen) => (Mark::Pass, seen),
            Err(Unmet::Fails(seen)) => (Mark::Fail, seen),
            Err(Unmet::NotOffered(seen)) => (Mark::NotOffered, seen),
            Err(Unmet::Interrupted) => return None,
        };
        Some(Finding { mark, seen })
    }
}
