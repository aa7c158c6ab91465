//! The engine as the tests of solving use it: one thread, a small table, so many nodes, and
//! nothing left over from an earlier position. It must never help the engine to a result.

use jadoube::rules::{Game, Move, Position};
use jadoube::search::{FixedNodes, NoProber, Request, Searcher, Silent};

/// The table, in mebibytes: more than two million nodes can fill is not needed.
const TABLE: usize = 16;
/// Deep enough never to be reached before the nodes are spent.
const DEPTH: usize = 100;

/// What the engine answered.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Its move.
    pub best: Move,
    /// The moves until its win, when it says that it has found one.
    pub mate: Option<u32>,
    /// The nodes it used.
    pub nodes: u64,
}

/// An engine to be asked about one position after another.
pub struct Engine(Searcher);

impl Engine {
    /// An engine on one thread.
    pub fn new() -> Self {
        Self(Searcher::new(TABLE, 1))
    }

    /// Its answer within so many nodes. It may stop sooner once it has found a win in `moves`
    /// moves. The position must have a legal move.
    pub fn solve(&mut self, position: Position, moves: u32, nodes: u64) -> Answer {
        self.0.clear();
        let game = Game::new(position);
        let request = Request {
            game: &game,
            search_moves: &[],
            multi_pv: 1,
            depth: DEPTH,
            mate: Some(moves),
        };
        let found = self.0.search(&request, &FixedNodes(nodes), &mut Silent, &NoProber);
        Answer {
            best: found.best.expect("the position has a legal move"),
            mate: found.score.mate_moves().and_then(|moves| u32::try_from(moves).ok()),
            nodes: found.nodes,
        }
    }
}
