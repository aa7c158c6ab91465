//! The table of counts already made, shared by all threads without a lock. It may forget; it never
//! gives a count that was not stored under the very key and depth asked for.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use thiserror::Error;

/// Why a table could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a perft table of {0} MiB is more memory than there is")]
pub struct TableError(pub usize);

/// Two words that are stored and read apart. The first is the key xored with the second (Hyatt and
/// Mann, "A lockless transposition-table implementation for parallel search", 2002), so that a
/// pair of words of two different entries answers to neither key.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    count: AtomicU64,
}

impl Slot {
    fn get(&self, key: u64) -> Option<u64> {
        let count = self.count.load(Relaxed);
        (self.check.load(Relaxed) ^ count == key).then_some(count)
    }

    fn set(&self, key: u64, count: u64) {
        self.count.store(count, Relaxed);
        self.check.store(key ^ count, Relaxed);
    }
}

/// Where a key may stand: in the first slot the largest count stays, which was the most work, the
/// second takes all others.
#[derive(Default)]
struct Bucket {
    large: Slot,
    recent: Slot,
}

/// Counts by key and depth.
pub(super) struct CountTable {
    buckets: Box<[Bucket]>,
}

impl CountTable {
    /// An empty table of that many MiB, at least one bucket.
    pub(super) fn new(megabytes: usize) -> Result<Self, TableError> {
        let size = megabytes.saturating_mul(1 << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(size.max(1)).map_err(|_| TableError(megabytes))?;
        buckets.resize_with(size.max(1), Bucket::default);
        Ok(Self { buckets: buckets.into_boxed_slice() })
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits of the key, scaled to the table: always below its length.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// The key of a position at a depth, never zero, to which an empty slot would answer.
    fn key(position: u64, depth: u32) -> u64 {
        // Knuth's multiplicative hashing, 64 bits over the golden ratio, keeps the depths apart.
        position.wrapping_add(u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)).max(1)
    }

    /// The count stored for that position and depth.
    pub(super) fn get(&self, position: u64, depth: u32) -> Option<u64> {
        let key = Self::key(position, depth);
        let bucket = self.bucket(key);
        bucket.large.get(key).or_else(|| bucket.recent.get(key))
    }

    /// Stores a count.
    pub(super) fn set(&self, position: u64, depth: u32, count: u64) {
        let key = Self::key(position, depth);
        let bucket = self.bucket(key);
        let larger = count >= bucket.large.count.load(Relaxed);
        let slot = if larger { &bucket.large } else { &bucket.recent };
        slot.set(key, count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stored_is_found_and_nothing_else() {
        let table = CountTable::new(0).unwrap();
        assert_eq!(table.get(7, 3), None);
        table.set(7, 3, 8902);
        assert_eq!(table.get(7, 3), Some(8902));
        assert_eq!(table.get(7, 4), None);
        assert_eq!(table.get(8, 3), None);
    }

    #[test]
    fn the_large_count_outlives_small_ones() {
        let table = CountTable::new(0).unwrap();
        table.set(1, 9, 100);
        for position in 2..50 {
            table.set(position, 2, position);
            assert_eq!(table.get(position, 2), Some(position));
        }
        assert_eq!(table.get(1, 9), Some(100));
    }

    #[test]
    fn the_least_and_the_largest_counts_are_remembered() {
        for count in [0, u64::MAX] {
            let table = CountTable::new(1).unwrap();
            table.set(5, 2, count);
            assert_eq!(table.get(5, 2), Some(count));
        }
    }

    #[test]
    fn words_of_two_entries_answer_to_neither_key() {
        let slot = Slot::default();
        slot.set(10, 111);
        slot.count.store(222, Relaxed);
        assert_eq!(slot.get(10), None);
    }

    #[test]
    fn more_memory_than_there_is_is_refused() {
        assert_eq!(CountTable::new(usize::MAX).err(), Some(TableError(usize::MAX)));
    }
}
