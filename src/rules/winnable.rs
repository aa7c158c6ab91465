//! Whether a series of legal moves can still win the game, found by looking for one: both players
//! are taken to help (british1897:I.15c, FIDE 5.2.2). A series found is shown; where every position
//! that can be reached has been looked at and none is won, the game is drawn. The work is bounded,
//! and beyond it nothing is decided. Counts of moves and repetitions are left out of it: they end a
//! game only on a claim or a notice, which is no move.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};

use super::attacks::{attacks, king_attacks};
use super::laws::Outcome;
use super::moves::Move;
use super::position::Position;
use super::types::{Color, PieceKind};

/// What a search for a series of moves that wins has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Winnable {
    /// These moves win, for one player or the other.
    By(Vec<Move>),
    /// None do.
    Never,
    /// None were found within the work allowed, and there may be some.
    Undecided,
}

/// How many positions are looked at where a claim is judged: about a second's work.
pub const WINNABLE_WORK: usize = 300_000;

/// A position that has been reached.
struct Node {
    position: Position,
    /// The place of the position before it, and the move made there.
    from: Option<(usize, Move)>,
    plies: u32,
    looked_at: bool,
}

impl Position {
    /// Looks for a series of legal moves that ends in a win, in at most so many positions: in turn
    /// those that look nearest to a mate, and those that are reached soonest.
    pub fn search_for_win(&self, most: usize) -> Winnable {
        match self.end_by_moves() {
            Some(Outcome { winner: Some(_), .. }) => return Winnable::By(Vec::new()),
            Some(_) => return Winnable::Never,
            None => {}
        }
        let mut reached = Reached::new(*self);
        while let Some(place) = reached.next() {
            let position = reached.nodes[place].position;
            for mv in &position.legal_moves() {
                let after = position.play(*mv);
                if !reached.is_new(&after) {
                    continue;
                }
                match after.end_by_moves() {
                    Some(Outcome { winner: Some(_), .. }) => {
                        let mut line = reached.line_to(place);
                        line.push(*mv);
                        return Winnable::By(line);
                    }
                    Some(_) => {}
                    None => reached.add(after, (place, *mv)),
                }
            }
            if reached.nodes.len() > most {
                return Winnable::Undecided;
            }
        }
        Winnable::Never
    }

    /// How the game has ended, no moves being counted.
    fn end_by_moves(&self) -> Option<Outcome> {
        if let Some(bound) = self.undertaking()
            && let Some(breach) = self.breach(bound)
        {
            return Some(bound.failed(breach));
        }
        if !self.has_legal_move() {
            return Some(self.outcome_without_moves());
        }
        self.is_dead().then(|| self.drawn(super::laws::DrawnBy::Dead))
    }
}

/// The positions that have been reached, and those that are still to be looked at.
struct Reached {
    nodes: Vec<Node>,
    known: HashSet<u64>,
    /// By their distance from a mate, and by that from the first position; each node is in both.
    nearest: BinaryHeap<Reverse<(u32, usize)>>,
    soonest: VecDeque<usize>,
    from_nearest: bool,
}

impl Reached {
    fn new(start: Position) -> Self {
        Self {
            nodes: vec![Node { position: start, from: None, plies: 0, looked_at: false }],
            known: HashSet::from([start.key()]),
            nearest: BinaryHeap::new(),
            soonest: VecDeque::from([0]),
            from_nearest: false,
        }
    }

    fn is_new(&mut self, position: &Position) -> bool {
        self.known.insert(position.key())
    }

    fn add(&mut self, position: Position, from: (usize, Move)) {
        let (place, plies) = (self.nodes.len(), self.nodes[from.0].plies + 1);
        self.nearest.push(Reverse((plies + 3 * distance_to_mate(&position), place)));
        self.soonest.push_back(place);
        self.nodes.push(Node { position, from: Some(from), plies, looked_at: false });
    }

    /// The next node to look at, of the one sort and the other in turn.
    fn next(&mut self) -> Option<usize> {
        loop {
            self.from_nearest = !self.from_nearest;
            let nearest = |reached: &mut Self| reached.nearest.pop().map(|Reverse((_, at))| at);
            let place = if self.from_nearest {
                nearest(self).or_else(|| self.soonest.pop_front())
            } else {
                self.soonest.pop_front().or_else(|| nearest(self))
            }?;
            if !std::mem::replace(&mut self.nodes[place].looked_at, true) {
                return Some(place);
            }
        }
    }

    /// The moves that led to a node.
    fn line_to(&self, mut place: usize) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some((before, mv)) = self.nodes[place].from {
            line.push(mv);
            place = before;
        }
        line.reverse();
        line
    }
}

/// How far a position looks from a mate of either player: the squares his king can flee to, his way
/// from a corner, the other king's way to him, and what the mating player lacks. A guess that only
/// decides what is looked at first.
fn distance_to_mate(position: &Position) -> u32 {
    let board = position.board();
    let of_loser = |loser: Color| {
        let (us, king) = (loser.other(), board.king(loser));
        let own = board.of_color(loser);
        let occupied = board.occupied() - king.bitboard();
        let mut flights = king_attacks(king) - own;
        for kind in PieceKind::ALL {
            for from in board.pieces(us, kind) {
                flights = flights - attacks(kind, us, from, occupied);
            }
        }
        let kind = |kind| board.pieces(us, kind).count();
        let heavy = kind(PieceKind::Queen) + kind(PieceKind::Rook);
        let minor = kind(PieceKind::Bishop) + kind(PieceKind::Knight);
        let to_queen =
            board.pieces(us, PieceKind::Pawn).into_iter().map(|pawn| 7 - pawn.rank_for(us)).min();
        let lacks = match (heavy, to_queen) {
            (1.., _) => 0,
            (0, Some(ranks)) => 2 * u32::from(ranks) + 4,
            (0, None) => 12_u32.saturating_sub(4 * minor),
        };
        let edge = |line: u8| u32::from(line.min(7 - line));
        let from_corner = edge(king.file()) + edge(king.rank());
        let other = board.king(us);
        let way = other.file().abs_diff(king.file()).max(other.rank().abs_diff(king.rank()));
        4 * flights.count() + 2 * from_corner + 2 * u32::from(way) + lacks
    };
    of_loser(Color::White).min(of_loser(Color::Black))
}
