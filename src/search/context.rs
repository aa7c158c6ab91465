//! What the steps of a node are given: the window that its score is wanted for, and the [`Node`]
//! itself, which holds everything a step may ask.

use std::cell::OnceCell;

use super::history::EarlierMoves;
use super::table::{Bound, Entry};
use super::threats::Threats;
use super::worker::Shared;
use crate::eval::Score;
use crate::rules::attacks::king_attacks;
use crate::rules::{Checks, Move, PieceKind, Position};

/// What a node is expected to be (Knuth and Moore, 1975). The parent decides it. The width of the
/// window does not: the moves of a principal variation can narrow its window to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeType {
    /// On the principal variation: its line is wanted.
    Pv,
    /// Expected to fail high.
    Cut,
    /// Expected to fail low.
    All,
}

impl NodeType {
    /// The type of a child that is searched with a null window, if this is its parent's type.
    pub(super) fn child(self) -> Self {
        if self == Self::Cut { Self::All } else { Self::Cut }
    }
}

/// The window and the type of a node. A score at or below `alpha` need only be an upper bound, one
/// at or above `beta` only a lower bound.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) node_type: NodeType,
}

/// Windows wider than this are all alike, in centipawns.
const WIDEST: i32 = 4000;

impl Window {
    pub(super) fn is_pv(self) -> bool {
        self.node_type == NodeType::Pv
    }

    /// The width in centipawns, 1 to [`WIDEST`].
    pub(super) fn width(self) -> i32 {
        (self.beta.0 - self.alpha.0).clamp(1, WIDEST)
    }

    /// The null window just above alpha, for a child: it asks only whether the child's move beats
    /// alpha.
    pub(super) fn null(alpha: Score, child: NodeType) -> Self {
        Self { alpha: -alpha - 1, beta: -alpha, node_type: child }
    }

    /// This window for a child: the signs change, and so do the two bounds.
    pub(super) fn for_child(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha, ..self }
    }
}

/// Whether a table entry alone answers a node with this window. The depth is not looked at.
pub(super) fn tt_cutoff(entry: Entry, window: Window) -> bool {
    match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.score >= window.beta,
        Some(Bound::Upper) => entry.score <= window.alpha,
        None => false,
    }
}

/// The better guess at a node's score: the static evaluation, or the table's score where its bound
/// says that the evaluation is off.
pub(super) fn better_guess(static_eval: Score, entry: Option<Entry>) -> Score {
    let narrow = Window { alpha: static_eval, beta: static_eval, node_type: NodeType::Cut };
    let known = entry.filter(|&entry| !entry.score.is_decided() && tt_cutoff(entry, narrow));
    known.map_or(static_eval, |entry| entry.score)
}

/// The score of a node that fails high: a lower bound, which is trusted less the less deep the search
/// behind it was. `weight` is that of `score`, 0 or more; the weight of `beta` is 1.
pub(super) fn blended(score: Score, beta: Score, weight: i32) -> Score {
    if score <= beta || score.is_decided() || beta.is_decided() {
        return score;
    }
    Score((score.0 * weight + beta.0) / (weight + 1))
}

/// A node whose moves may have to be searched: what its steps need to know.
pub(super) struct Node<'n> {
    pub(super) shared: &'n Shared<'n>,
    pub(super) position: &'n Position,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Plies left until the quiescence search.
    pub(super) depth: i32,
    /// The window. Its alpha rises as moves are searched.
    pub(super) window: Window,
    pub(super) in_check: bool,
    /// The entry of the transposition table, if there is one.
    pub(super) entry: Option<Entry>,
    /// The entry's move, if it is legal here.
    pub(super) table_move: Option<Move>,
    /// Whether this position is, or once was, on a principal variation.
    pub(super) table_pv: bool,
    /// The evaluator's score; `None` in check, and where a move is excluded.
    pub(super) raw_eval: Option<Score>,
    /// The same after the correction histories.
    pub(super) static_eval: Score,
    /// The [better guess](better_guess) at the score.
    pub(super) eval: Score,
    /// Whether the static evaluation has risen since our last move, or is at least beta.
    pub(super) improving: bool,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// The moves that led here.
    pub(super) earlier: EarlierMoves,
    /// Made when first asked for.
    pub(super) checks: OnceCell<Checks>,
    /// Made when first asked for.
    pub(super) threats: OnceCell<Threats>,
    /// Found when first asked for.
    pub(super) pieces_alone_move: OnceCell<bool>,
}

impl Node<'_> {
    pub(super) fn is_pv(&self) -> bool {
        self.window.is_pv()
    }

    pub(super) fn is_cut(&self) -> bool {
        self.window.node_type == NodeType::Cut
    }

    /// The score of which the table knows a bound, if it does.
    pub(super) fn known_score(&self) -> Option<Score> {
        self.entry.filter(|entry| entry.bound.is_some()).map(|entry| entry.score)
    }

    /// Keeps the evaluation of a node that is pruned as a whole, so that it is not made again when the
    /// search comes back. 1.03 times the nodes a second.
    pub(super) fn store_eval(&self) {
        if self.entry.is_none() {
            let eval = self.raw_eval;
            self.shared.store_tt(self.position, self.ply, Entry::of_eval(eval, self.table_pv));
        }
    }

    /// Whether a legal move gives check.
    pub(super) fn gives_check(&self, mv: Move) -> bool {
        let checks = self.checks.get_or_init(|| self.position.checks());
        self.position.gives_check_by(checks, mv)
    }

    /// Whether the king and the pawns of the side to move have no legal move, and it has one to three
    /// pieces: without these it would be stalemated, so that it may well offer them.
    pub(super) fn pieces_alone_move(&self) -> bool {
        *self.pieces_alone_move.get_or_init(|| {
            let (position, board) = (self.position, self.position.board());
            let ours = board.of_color(position.turn());
            let others = board.of_kind(PieceKind::King) | board.of_kind(PieceKind::Pawn);
            let pieces = ours & !others;
            let near_king = || king_attacks(board.king(position.turn()));
            (1..=3).contains(&pieces.count())
                && (near_king() & !ours & !self.threats().reach.all).is_empty()
                && position.legal_moves().iter().all(|mv| pieces.contains(mv.from()))
        })
    }

    /// What the opponent attacks.
    pub(super) fn threats(&self) -> &Threats {
        self.threats.get_or_init(|| Threats::of(self.position))
    }
}
