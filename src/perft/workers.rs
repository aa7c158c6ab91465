//! A count that can be divided among threads, helped by a table, watched and stopped. Each thread
//! takes the next piece of the tree as soon as it has finished one; no thread waits for another.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use super::table::{CountTable, TableError};
use super::{MAX_DEPTH, count, count_without_bulk};
use crate::rules::{Board, Move, Position};

/// How a count is made.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use jadoube::perft::{self, Perft};
/// use jadoube::rules::Position;
///
/// let start = Position::initial();
/// assert_eq!(perft::count(start.board(), 4), 197_281);
///
/// // The same on two threads with a table of one MiB. Another thread may set `stop`.
/// let stop = AtomicBool::new(false);
/// let perft = Perft { threads: 2, hash: 1, ..Perft::default() };
/// assert_eq!(perft.count(&start, 4, &stop)?, Some(197_281));
/// # Ok::<(), jadoube::perft::TableError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perft {
    /// Threads that count, at least 1.
    pub threads: usize,
    /// The size of the table of counts in MiB; 0 for none.
    pub hash: usize,
    /// Whether the moves of the last ply are counted without being made.
    pub bulk: bool,
}

impl Default for Perft {
    /// One thread, in bulk, without a table.
    fn default() -> Self {
        Self { threads: 1, hash: 0, bulk: true }
    }
}

/// A part of the tree, small enough that all threads end at about the same time.
struct Piece {
    /// Which of the root's moves leads to it.
    root: usize,
    position: Position,
    /// Plies still to be counted.
    depth: u32,
}

/// How many pieces each thread should find, and how many are enough for any number of threads.
const PIECES_PER_THREAD: usize = 64;
const PIECES: usize = 4096;

/// Below this depth, in plies, a tree is too small to be cut, and to ask whether to stop.
const WHOLE: u32 = 3;

impl Perft {
    /// Counts the legal lines of `depth` plies (at most [`MAX_DEPTH`]) and shows the count below
    /// each legal move as soon as it is known. `None` once `stop` is set. A count beyond
    /// `u64::MAX`, which only a table can reach, is given as `u64::MAX`.
    ///
    /// # Errors
    /// [`TableError`] when there is not the memory for the table.
    pub fn divide(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
        mut show: impl FnMut(Move, u64),
    ) -> Result<Option<u64>, TableError> {
        let table = if self.hash > 0 { Some(CountTable::new(self.hash)?) } else { None };
        let counter = Counter { bulk: self.bulk, table: table.as_ref(), stop };
        let Some(below) = depth.min(MAX_DEPTH).checked_sub(1) else { return Ok(Some(1)) };
        let moves = position.legal_moves();
        let roots = moves.iter().enumerate().map(|(root, &mv)| Piece {
            root,
            position: position.play(mv),
            depth: below,
        });
        let mut total = 0_u64;
        let mut show = |root: usize, nodes: u64| {
            total = total.saturating_add(nodes);
            show(moves[root], nodes);
        };
        let done = if self.threads <= 1 {
            counter.alone(roots, &mut show)
        } else {
            counter.together(self.threads, roots.collect(), &mut show)
        };
        Ok(done.map(|()| total))
    }

    /// The same without a look at the single moves.
    ///
    /// # Errors
    /// As [`Perft::divide`].
    pub fn count(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Option<u64>, TableError> {
        self.divide(position, depth, stop, |_, _| {})
    }
}

/// What all threads of one count share.
#[derive(Clone, Copy)]
struct Counter<'a> {
    bulk: bool,
    table: Option<&'a CountTable>,
    stop: &'a AtomicBool,
}

impl Counter<'_> {
    /// Counts on this thread, one move of the root after another.
    fn alone(
        &self,
        roots: impl Iterator<Item = Piece>,
        show: &mut impl FnMut(usize, u64),
    ) -> Option<()> {
        for piece in roots {
            show(piece.root, self.piece(&piece)?);
        }
        Some(())
    }

    /// Counts on several threads. This one only adds up what they find.
    fn together(
        &self,
        threads: usize,
        roots: Vec<Piece>,
        show: &mut impl FnMut(usize, u64),
    ) -> Option<()> {
        let mut nodes = vec![0_u64; roots.len()];
        let pieces = cut(roots, threads.saturating_mul(PIECES_PER_THREAD).min(PIECES));
        let mut left = vec![0_usize; nodes.len()];
        for piece in &pieces {
            left[piece.root] += 1;
        }
        for root in (0..left.len()).filter(|&root| left[root] == 0) {
            show(root, 0);
        }
        let next = AtomicUsize::new(0);
        let (sender, found) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads.min(pieces.len()) {
                let (sender, pieces, next) = (sender.clone(), &pieces, &next);
                scope.spawn(move || {
                    while let Some(piece) = pieces.get(next.fetch_add(1, Relaxed)) {
                        let Some(nodes) = self.piece(piece) else { return };
                        // The receiver lives as long as this scope.
                        let _ = sender.send((piece.root, nodes));
                    }
                });
            }
            drop(sender);
            for (root, more) in found {
                nodes[root] = nodes[root].saturating_add(more);
                left[root] -= 1;
                if left[root] == 0 {
                    show(root, nodes[root]);
                }
            }
        });
        left.iter().all(|&left| left == 0).then_some(())
    }

    fn piece(&self, piece: &Piece) -> Option<u64> {
        match self.table {
            Some(table) => self.with_table(table, &piece.position, piece.depth),
            None => self.without_table(piece.position.board(), piece.depth),
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn whole(&self, board: &Board, depth: u32) -> u64 {
        if self.bulk { count(board, depth) } else { count_without_bulk(board, depth) }
    }

    fn without_table(&self, board: &Board, depth: u32) -> Option<u64> {
        if self.stopped() {
            return None;
        }
        if depth <= WHOLE {
            return Some(self.whole(board, depth));
        }
        let mut nodes = Some(0);
        board.for_each_child(|child| {
            nodes = nodes.and_then(|nodes| Some(nodes + self.without_table(child, depth - 1)?));
        });
        nodes
    }

    fn with_table(&self, table: &CountTable, position: &Position, depth: u32) -> Option<u64> {
        // A single ply is counted sooner than it is looked up.
        if depth <= 1 {
            return Some(self.whole(position.board(), depth));
        }
        if let Some(nodes) = table.get(position.key(), depth) {
            return Some(nodes);
        }
        if self.stopped() {
            return None;
        }
        let nodes = if depth == 2 {
            self.whole(position.board(), depth)
        } else {
            let mut nodes = 0_u64;
            for &mv in &position.legal_moves() {
                let below = self.with_table(table, &position.play(mv), depth - 1)?;
                nodes = nodes.saturating_add(below);
            }
            nodes
        };
        table.set(position.key(), depth, nodes);
        Some(nodes)
    }
}

/// Cuts each piece into its children until there are `wanted` pieces or they are too small.
fn cut(mut pieces: Vec<Piece>, wanted: usize) -> Vec<Piece> {
    while pieces.len() < wanted && pieces.first().is_some_and(|piece| piece.depth > WHOLE) {
        pieces = pieces
            .iter()
            .flat_map(|piece| {
                let moves = piece.position.legal_moves();
                moves.into_iter().map(|mv| Piece {
                    root: piece.root,
                    position: piece.position.play(mv),
                    depth: piece.depth - 1,
                })
            })
            .collect();
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(perft: Perft, depth: u32) -> (Option<u64>, Vec<u64>) {
        let position = Position::initial();
        let moves = position.legal_moves();
        let mut below = vec![0; moves.len()];
        let total = perft.divide(&position, depth, &AtomicBool::new(false), |mv, nodes| {
            let root = moves.iter().position(|&legal| legal == mv).unwrap();
            assert_eq!(below[root], 0, "{mv:?} is shown once");
            below[root] = nodes;
        });
        (total.unwrap(), below)
    }

    #[test]
    fn every_way_of_counting_agrees() {
        let (total, below) = divided(Perft::default(), 4);
        assert_eq!(total, Some(197_281));
        assert_eq!(below.iter().sum::<u64>(), 197_281);
        for threads in [1, 2, 3] {
            for hash in [0, 1] {
                for bulk in [true, false] {
                    let perft = Perft { threads, hash, bulk };
                    assert_eq!(divided(perft, 4), (total, below.clone()), "{perft:?}");
                }
            }
        }
    }

    #[test]
    fn the_smallest_depths_are_counted() {
        for threads in [1, 2] {
            let perft = Perft { threads, ..Perft::default() };
            assert_eq!(divided(perft, 0).0, Some(1));
            assert_eq!(divided(perft, 1), (Some(20), vec![1; 20]));
            assert_eq!(divided(perft, 2), (Some(400), vec![20; 20]));
        }
    }

    #[test]
    fn a_count_stops_when_told_to() {
        for (threads, hash) in [(1, 0), (2, 0), (1, 1), (2, 1)] {
            let perft = Perft { threads, hash, bulk: true };
            let stop = AtomicBool::new(true);
            let stopped = perft.count(&Position::initial(), 5, &stop);
            assert_eq!(stopped, Ok(None), "{perft:?}");
        }
        let (stop, mut shown) = (AtomicBool::new(false), 0);
        let stopped = Perft::default().divide(&Position::initial(), 5, &stop, |_, _| {
            stop.store(true, Relaxed);
            shown += 1;
        });
        assert_eq!((stopped, shown), (Ok(None), 1));
    }
}
