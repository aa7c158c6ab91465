//! The transposition table: what earlier searches found out about a position, shared by all
//! threads without locks. An entry is two words, and the first is the key mixed with the second,
//! so that an entry made of the words of two others is detected and ignored (Hyatt and Mann, 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use thiserror::Error;

use crate::eval::{MAX_PLY, Score};
use crate::memory::{Memory, Zeroed, prefetch};
use crate::rules::Move;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this: every move failed low.
    Upper = 1,
    /// The true score is at least this: a move failed high.
    Lower = 2,
    /// This is the score.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found, if one stood out. It must be tested for legality: keys can collide.
    pub best: Option<Move>,
    /// The score, as seen from this position's ply.
    pub score: Score,
    /// The static evaluation, unless the side to move was in check.
    pub eval: Option<Score>,
    /// The depth searched, in plies; 0 for quiescence.
    pub depth: i32,
    /// What the score says; `None` when only the evaluation is stored.
    pub bound: Option<Bound>,
    /// Whether the node once stood on a principal variation.
    pub pv: bool,
}

impl Entry {
    /// That of a position of which only the evaluation is known, and whether it once stood on a principal
    /// variation.
    pub fn of_eval(eval: Option<Score>, pv: bool) -> Self {
        Self { best: None, score: Score::ZERO, eval, depth: 0, bound: None, pv }
    }
}

/// An evaluation that is not there.
const NO_EVAL: i16 = i16::MIN;

#[derive(Default)]
#[repr(align(16))]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Four slots share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

// SAFETY: a cluster is eight words, each of which may be zero, aligned to a cache line.
unsafe impl Zeroed for Cluster {}

/// Why there is no table of that many mebibytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a table of {0} MiB is more memory than there is")]
pub struct TableError(pub usize);

/// The table.
pub struct TranspositionTable {
    clusters: Memory<Cluster>,
    /// Counts searches, modulo 32.
    generation: AtomicU8,
}

fn clear(clusters: &mut [Cluster]) {
    for cluster in clusters {
        *cluster = Cluster::default();
    }
}

/// The fields of a data word: move 16, score 16, evaluation 16, depth 8, bound 2, pv 1, age 5.
fn pack(entry: &Entry, generation: u8) -> u64 {
    let best = entry.best.map_or(0, |mv| mv.bits().get());
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval.0 as i16);
    let flags = entry.bound.map_or(0, |bound| bound as u8)
        | u8::from(entry.pv) << 2
        | (generation & 31) << 3;
    u64::from(best)
        | u64::from(entry.score.0 as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | u64::from(flags) << 56
}

fn unpack(data: u64) -> Entry {
    let eval = (data >> 32) as u16 as i16;
    let flags = (data >> 56) as u8;
    Entry {
        best: Move::from_bits(data as u16),
        score: Score(i32::from((data >> 16) as u16 as i16)),
        eval: (eval != NO_EVAL).then_some(Score(i32::from(eval))),
        depth: (data >> 48 & 0xFF) as i32,
        bound: match flags & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        },
        pv: flags & 4 != 0,
    }
}

/// Scores of decided games count from the root in the search, and from the node in the table.
fn to_table(score: Score, ply: usize) -> Score {
    let shift = if score.is_decided() { score.0.signum() * ply as i32 } else { 0 };
    Score(score.0 + shift)
}

fn from_table(score: Score, ply: usize) -> Score {
    let shift = if score.is_decided() { score.0.signum() * ply as i32 } else { 0 };
    Score(score.0 - shift)
}

impl TranspositionTable {
    /// A table of that many mebibytes, at least one.
    ///
    /// # Errors
    /// [`TableError`] when the system does not give so much memory.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let count = mebibytes.max(1).saturating_mul((1 << 20) / size_of::<Cluster>());
        let clusters = Memory::new(count).ok_or(TableError(mebibytes))?;
        Ok(Self { clusters, generation: AtomicU8::new(0) })
    }

    /// Its size in mebibytes.
    pub fn mebibytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Empties the table, a share of it on each of so many threads.
    pub fn clear(&mut self, threads: usize) {
        let share = self.clusters.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            let mut shares = self.clusters.chunks_mut(share);
            let first = shares.next();
            for share in shares {
                scope.spawn(|| clear(share));
            }
            first.map(clear);
        });
        *self.generation.get_mut() = 0;
    }

    /// A new search begins: what is in the table now is older.
    pub fn age(&self) {
        self.generation.store(self.generation.load(Relaxed).wrapping_add(1) & 31, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Tells the processor to load the cache line of a position ahead of the probe.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// The entry of a position that the search has reached at `ply`, if there is one.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if data == 0 || slot.check.load(Relaxed) ^ data != key {
                return None;
            }
            let entry = unpack(data);
            Some(Entry { score: from_table(entry.score, ply), ..entry })
        })
    }

    /// Stores what was found out about a position at `ply`. An entry of the same position is
    /// replaced unless it is much deeper or an evaluation alone would replace a score; otherwise the
    /// shallowest and oldest of the cluster goes.
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut victim = &self.cluster(key).0[0];
        let mut lowest = i32::MAX;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            let old = unpack(data);
            if slot.check.load(Relaxed) ^ data == key && data != 0 {
                entry.best = entry.best.or(old.best);
                let fresh = (data >> 59) as u8 & 31 == generation;
                let is_much_deeper = entry.bound != Some(Bound::Exact)
                    && fresh
                    && entry.depth + 4 + 2 * i32::from(entry.pv) < old.depth;
                if old.bound.is_some() && (is_much_deeper || entry.bound.is_none()) {
                    return;
                }
                victim = slot;
                break;
            }
            let age = i32::from(generation.wrapping_sub((data >> 59) as u8) & 31);
            let value = if data == 0 { i32::MIN } else { old.depth - 6 * age };
            if value < lowest {
                lowest = value;
                victim = slot;
            }
        }
        entry.score = to_table(entry.score, ply);
        let data = pack(&entry, generation);
        victim.check.store(key ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.clusters.len().min(250);
        let used = self.clusters[..sample]
            .iter()
            .flat_map(|cluster| &cluster.0)
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| data != 0 && (data >> 59) as u8 & 31 == generation)
            .count();
        (used * 1000 / (4 * sample)) as u32
    }
}

const _: () = assert!(MAX_PLY < 256, "depths must fit a byte");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{MoveKind, Square};

    #[test]
    fn a_stored_entry_is_read_back_with_its_mate_distance() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = Entry {
            best: Some(Move::new(Square::E1, Square::G1, MoveKind::GhostCastle)),
            score: Score::mated_in(12),
            eval: Some(Score(-250)),
            depth: 17,
            bound: Some(Bound::Exact),
            pv: true,
        };
        table.store(0xDEAD_BEEF_0123_4567, 3, entry);
        assert_eq!(table.probe(0xDEAD_BEEF_0123_4567, 3), Some(entry));
        // Met two plies deeper, the same end is two plies further from the root.
        let deeper = table.probe(0xDEAD_BEEF_0123_4567, 5).unwrap();
        assert_eq!(deeper.score, Score::mated_in(14));
        assert_eq!(table.probe(0xDEAD_BEEF_0123_4568, 3), None);
    }

    #[test]
    fn an_evaluation_alone_is_kept_but_never_replaces_a_score() {
        let table = TranspositionTable::new(1).unwrap();
        let alone = Entry::of_eval(Some(Score(30)), false);
        table.store(42, 0, alone);
        assert_eq!(table.probe(42, 0), Some(alone));
        let scored = Entry { score: Score(50), bound: Some(Bound::Upper), ..alone };
        table.store(42, 0, scored);
        table.store(42, 0, alone);
        assert_eq!(table.probe(42, 0), Some(scored));
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let entry = |depth| Entry {
            best: None,
            score: Score(7),
            eval: Some(Score(7)),
            depth,
            bound: Some(Bound::Exact),
            pv: false,
        };
        for threads in [1, 3, 64] {
            let mut table = TranspositionTable::new(1).unwrap();
            let keys: Vec<u64> = (1..1000).map(crate::rules::splitmix).collect();
            for &key in &keys {
                table.store(key, 0, entry(5));
                assert!(table.probe(key, 0).is_some());
            }
            table.clear(threads);
            assert!(keys.iter().all(|&key| table.probe(key, 0).is_none()));
            let slots = table.clusters.iter().flat_map(|cluster| &cluster.0);
            assert!(slots.map(|slot| slot.data.load(Relaxed)).all(|data| data == 0));
        }
    }

    #[test]
    fn a_torn_entry_is_refused() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = Entry {
            best: None,
            score: Score(1),
            eval: None,
            depth: 1,
            bound: Some(Bound::Lower),
            pv: false,
        };
        table.store(42, 0, entry);
        for slot in &table.cluster(42).0 {
            slot.data.fetch_xor(1 << 20, Relaxed);
        }
        assert_eq!(table.probe(42, 0), None);
    }
}
