//! Zeroed memory for the tables of the search. That of the transposition table is mapped straight
//! from the system, on huge pages where it has them: probes fall on any page, and the processor
//! keeps the addresses of few. Nothing here knows what the memory holds.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::ptr::NonNull;

use memmap2::MmapMut;

/// What may lie in such memory.
///
/// # Safety
/// A value whose bytes are all zero must be valid, need no drop, and be aligned to at most a page.
pub(super) unsafe trait Zeroed: Sync {}

// SAFETY: an array is its elements, one after another.
unsafe impl<T: Zeroed, const N: usize> Zeroed for [T; N] {}

/// A value of zero bytes on the heap, made there: it may be far too large for the stack. The
/// system gives its pages only when they are first written.
pub(super) fn zeroed_box<T: Zeroed>() -> Box<T> {
    const { assert!(size_of::<T>() > 0) };
    let layout = Layout::new::<T>();
    // SAFETY: the layout is not empty.
    let value = unsafe { alloc_zeroed(layout) };
    if value.is_null() {
        handle_alloc_error(layout);
    }
    // SAFETY: the memory was allocated with the layout of a `T`, and `Zeroed` says that zero bytes
    // are a valid one.
    unsafe { Box::from_raw(value.cast()) }
}

/// Makes all bytes of a value zero.
pub(super) fn set_to_zero<T: Zeroed>(value: &mut T) {
    // SAFETY: the value is borrowed alone, `Zeroed` says that zero bytes are a valid one and that
    // it needs no drop.
    unsafe { std::ptr::from_mut(value).write_bytes(0, 1) };
}

/// So many values, all of them zero at first.
pub(super) struct Memory<T> {
    start: NonNull<T>,
    count: usize,
    _owner: Owner<T>,
}

/// Who gives the memory back.
enum Owner<T> {
    /// Never read: the memory is reached by its address.
    Mapping { _map: MmapMut },
    /// Where a system maps no memory.
    Heap { _values: Vec<T> },
}

// SAFETY: the memory is owned like a `Vec<T>` and never given away; `Zeroed` asks for `Sync`.
unsafe impl<T: Zeroed + Send> Send for Memory<T> {}
// SAFETY: as above; a shared `Memory` gives shared references alone.
unsafe impl<T: Zeroed> Sync for Memory<T> {}

impl<T: Zeroed + Default> Memory<T> {
    /// Memory for `count` values, or nothing if there is not so much.
    pub(super) fn new(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<T>())?;
        match MmapMut::map_anon(bytes) {
            Ok(mut map) if map.as_ptr().cast::<T>().is_aligned() => {
                // Huge pages are a gift: without them all works, only slower.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                let start = NonNull::new(map.as_mut_ptr().cast())?;
                Some(Self { start, count, _owner: Owner::Mapping { _map: map } })
            }
            _ => {
                let mut values = Vec::new();
                values.try_reserve_exact(count).ok()?;
                values.resize_with(count, T::default);
                let start = NonNull::new(values.as_mut_ptr())?;
                Some(Self { start, count, _owner: Owner::Heap { _values: values } })
            }
        }
    }
}

impl<T> std::ops::Deref for Memory<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `new` made room for `count` values from `start` on, aligned and zeroed or
        // default, which `Zeroed` says is valid; they live as long as their owner.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

impl<T> std::ops::DerefMut for Memory<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and `self` is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // SAFETY: a word of zero bits is zero.
    unsafe impl Zeroed for u64 {}

    #[test]
    fn memory_is_zeroed_and_keeps_what_is_written() {
        let mut memory = Memory::<u64>::new(1 << 19).unwrap();
        assert_eq!(memory.len(), 1 << 19);
        assert!(memory.iter().all(|word| *word == 0));
        for (index, word) in memory.iter_mut().enumerate() {
            *word = index as u64;
        }
        assert!(memory.iter().enumerate().all(|(index, word)| *word == index as u64));
    }

    #[test]
    fn more_memory_than_there_is_is_refused() {
        assert!(Memory::<u64>::new(usize::MAX).is_none());
        assert!(Memory::<u64>::new(usize::MAX / 16).is_none());
    }
}
