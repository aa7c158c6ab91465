//! What the engine has to say while it works. It says it in moves and scores; how that is written
//! is the listener's business.

use std::time::Duration;

use crate::rules::laws::Outcome;
use crate::rules::{Game, Move, Position};
use crate::search::Report;

/// Hears the engine. Called from the thread that works, and from the caller's own.
pub trait EventListener: Send + Sync {
    /// Something is new.
    fn on_event(&self, event: &Event<'_>);
}

/// Something new.
#[derive(Debug)]
pub enum Event<'a> {
    /// A line of the search.
    Line {
        /// The game up to the root.
        game: &'a Game,
        /// What the search says.
        report: &'a Report<'a>,
        /// Since the search began.
        time: Duration,
        /// Chances of winning, drawing and losing in thousandths, if they are wanted.
        wdl: Option<[u32; 3]>,
    },
    /// A root move of a long search is being looked at.
    RootMove {
        /// The root.
        root: &'a Position,
        /// The iteration, in plies.
        depth: usize,
        /// The move.
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// The root has no legal move: the game is over.
    Over {
        /// The root.
        root: &'a Position,
        /// How it has ended.
        outcome: Outcome,
    },
    /// The side to move claims a draw, or what under an undertaking is a win by it: the law allows
    /// it, and no move promises more. It comes right before the answer to a search.
    Claim,
    /// The answer to a search, exactly once.
    Best {
        /// The game up to the root.
        game: &'a Game,
        /// The move; none when there is no legal one.
        best: Option<Move>,
        /// The opponent's answer that is expected.
        ponder: Option<Move>,
    },
    /// The count below a root move.
    Counted {
        /// The root.
        root: &'a Position,
        /// The move.
        mv: Move,
        /// The lines below it.
        nodes: u64,
    },
    /// The end of a count; no total when it was stopped.
    CountEnd {
        /// All lines.
        nodes: Option<u64>,
    },
    /// A position of the bench is done.
    BenchPosition {
        /// Its number, from 1.
        number: usize,
        /// How many there are.
        of: usize,
        /// Under which law or ready game.
        law: &'a str,
        /// Nodes searched.
        nodes: u64,
    },
    /// The end of the bench; no total when it was stopped.
    BenchEnd {
        /// Nodes of all positions.
        nodes: Option<u64>,
        /// The time they took.
        time: Duration,
    },
    /// Something the user should know.
    Remark(&'a str),
    /// Something that was asked for cannot be.
    Error(&'a str),
}
