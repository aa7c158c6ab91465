//! What goes into a search and what comes out of it.

use crate::eval::Score;
use crate::rules::{Game, Move, Position};

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The game so far; the position on its board is the root.
    pub game: &'a Game,
    /// Only these root moves, if any are named. All must be legal.
    pub search_moves: &'a [Move],
    /// How many best lines to find, at least 1.
    pub multi_pv: usize,
    /// The deepest iteration, in plies, at least 1.
    pub depth: usize,
    /// End as soon as a mate in this many moves is found for the player to move.
    pub mate: Option<u32>,
}

/// Decides when a search ends. Every thread of the search asks it.
pub trait Control: Sync {
    /// Asked by each thread every hundred nodes or so: must the search end now, whatever is
    /// unfinished? `nodes` counts all threads, each as of its last question.
    fn must_stop(&self, nodes: u64) -> bool;

    /// A number of nodes, all threads together, at which the search must end; exact on one
    /// thread, where it is kept without a question.
    fn node_limit(&self) -> Option<u64> {
        None
    }

    /// Asked by the first thread after each iteration that it has finished: may the next one begin?
    fn may_go_deeper(&self, iteration: &Iteration) -> bool;
}

/// How an iteration ended, for the management of time.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// The depth just finished, in plies.
    pub depth: usize,
    /// The best move.
    pub best: Move,
    /// For how many iterations in a row it has been the best.
    pub stability: u32,
    /// Its score.
    pub score: Score,
    /// The score of the iteration before.
    pub previous_score: Score,
    /// The share of this thread's root nodes that were spent on the best move, 0 to 1.
    pub node_share: f64,
    /// How many root moves there are.
    pub root_moves: usize,
    /// Nodes of all threads so far.
    pub nodes: u64,
}

/// One line of progress.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// Depth of the iteration in plies.
    pub depth: usize,
    /// The deepest ply reached in it.
    pub selective_depth: usize,
    /// Which of the best lines this is, from 1.
    pub multi_pv: usize,
    /// The score, for the player to move at the root.
    pub score: Score,
    /// Whether the score is only a lower or an upper bound.
    pub bound: Option<Bound>,
    /// Whether the law or a tablebase has decided the game: the score is no estimate.
    pub decided: bool,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Positions found in the tablebases.
    pub tablebase_hits: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The line, from the root on.
    pub pv: &'a [Move],
}

pub use super::table::Bound;

/// Receives reports of a search's progress.
pub trait Observer {
    /// A line is new: an iteration has ended, or its aspiration window has failed, or the search
    /// has ended with another line than was reported last. The last line reported with
    /// [`Report::multi_pv`] 1 begins with the best move of the result.
    fn line(&mut self, report: &Report<'_>);

    /// A root move is about to be searched. `number` counts from 1.
    fn root_move(&mut self, depth: usize, mv: Move, number: usize, nodes: u64) {
        let _ = (depth, mv, number, nodes);
    }
}

/// A tablebase result for the side to move, under the fifty-move rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Drawn, or won or lost only without the fifty-move rule.
    Draw,
    /// Won.
    Win,
}

impl Wdl {
    /// The score to show where this is known and the search has found `searched`: a mate of the
    /// same side is more than a table says.
    pub(super) fn score(self, searched: Score) -> Score {
        match self {
            Self::Draw => Score::ZERO,
            Self::Win if searched >= Score::MATE_BOUND => searched,
            Self::Win => Score::TABLEBASE,
            Self::Loss if searched <= -Score::MATE_BOUND => searched,
            Self::Loss => -Score::TABLEBASE,
        }
    }
}

/// Endgame tablebases. The search asks them only under the law that they were made for.
pub trait Prober: Sync {
    /// The most pieces a position may have to be known; 0 when there are no tables.
    fn max_pieces(&self) -> u32;

    /// The least depth, in plies, at which positions of that many pieces are probed.
    fn least_depth(&self) -> i32 {
        1
    }

    /// The result of a position just after a capture or pawn move, without castling rights.
    fn wdl(&self, position: &Position) -> Option<Wdl>;

    /// The root moves that keep the best result, with that result.
    fn root_moves(&self, position: &Position) -> Option<(Wdl, Vec<Move>)>;

    /// The root moves that win, with the plies in which each converts the win at the latest;
    /// `None` when none wins or the distances are not known.
    fn win_distances(&self, position: &Position) -> Option<Vec<(Move, i32)>> {
        let _ = position;
        None
    }
}

/// No tables.
pub struct NoProber;

impl Prober for NoProber {
    fn max_pieces(&self) -> u32 {
        0
    }

    fn wdl(&self, _: &Position) -> Option<Wdl> {
        None
    }

    fn root_moves(&self, _: &Position) -> Option<(Wdl, Vec<Move>)> {
        None
    }
}

/// Ends a search after so many nodes or plies and by nothing else: for tests and fixed-node play.
#[derive(Clone, Copy, Debug)]
pub struct FixedNodes(pub u64);

impl Control for FixedNodes {
    fn must_stop(&self, nodes: u64) -> bool {
        nodes >= self.0
    }

    fn node_limit(&self) -> Option<u64> {
        Some(self.0)
    }

    fn may_go_deeper(&self, iteration: &Iteration) -> bool {
        iteration.nodes < self.0
    }
}

/// Ignores all progress.
pub struct Silent;

impl Observer for Silent {
    fn line(&mut self, _: &Report<'_>) {}
}
