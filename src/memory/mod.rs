//! Zeroed memory for what is large and read at random: the tables of the search and the weights of a
//! network. It is mapped straight from the system, on huge pages where it has them, since the
//! processor keeps the addresses of few pages. Nothing here knows what the memory holds.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use memmap2::MmapMut;

/// What may lie in such memory.
///
/// # Safety
/// A value whose bytes are all zero must be valid, need no drop, and be aligned to at most a page.
pub(crate) unsafe trait Zeroed: Sync {}

// SAFETY: an integer may be zero.
unsafe impl Zeroed for i16 {}

// SAFETY: an array is its elements, one after another.
unsafe impl<T: Zeroed, const N: usize> Zeroed for [T; N] {}

/// So many bytes are a huge page of most systems. What has as many is given whole ones.
const HUGE_PAGE: usize = 2 << 20;

/// So many values, all of them zero at first.
pub(crate) struct Memory<T> {
    start: NonNull<T>,
    count: usize,
    _owner: Owner,
}

/// Who gives the memory back.
enum Owner {
    /// Never read: the memory is reached by its address.
    Mapping { _map: MmapMut },
    /// Where a system maps no memory.
    Heap { start: NonNull<u8>, layout: Layout },
}

impl Drop for Owner {
    fn drop(&mut self) {
        if let Self::Heap { start, layout } = *self {
            // SAFETY: it was allocated there with this layout, and whoever reached it is gone.
            unsafe { dealloc(start.as_ptr(), layout) };
        }
    }
}

// SAFETY: the memory is owned like a `Vec<T>` and never given away; `Zeroed` asks for `Sync`.
unsafe impl<T: Zeroed + Send> Send for Memory<T> {}
// SAFETY: as above; a shared `Memory` gives shared references alone.
unsafe impl<T: Zeroed> Sync for Memory<T> {}

impl<T: Zeroed> Memory<T> {
    /// Memory for `count` values, at least one, or nothing if there is not so much.
    pub(crate) fn new(count: usize) -> Option<Self> {
        let layout = Layout::array::<T>(count).ok().filter(|layout| layout.size() > 0)?;
        let bytes = match layout.size() {
            small if small < HUGE_PAGE => small,
            large => large.checked_next_multiple_of(HUGE_PAGE)?,
        };
        match MmapMut::map_anon(bytes) {
            Ok(mut map) if map.as_ptr().cast::<T>().is_aligned() => {
                // Huge pages are a gift: without them all works, only slower.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                let start = NonNull::new(map.as_mut_ptr().cast())?;
                Some(Self { start, count, _owner: Owner::Mapping { _map: map } })
            }
            _ => {
                // SAFETY: the layout is not empty.
                let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
                Some(Self { start: start.cast(), count, _owner: Owner::Heap { start, layout } })
            }
        }
    }

    /// The same where the program cannot go on without.
    pub(crate) fn needed(count: usize) -> Self {
        let layout = || Layout::array::<T>(count).unwrap_or(Layout::new::<T>());
        Self::new(count).unwrap_or_else(|| handle_alloc_error(layout()))
    }
}

impl<T> Deref for Memory<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `new` made room for `count` values from `start` on, aligned and zeroed, which
        // `Zeroed` says is valid; they live as long as their owner.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

impl<T> DerefMut for Memory<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and `self` is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.count) }
    }
}

impl<T: PartialEq> PartialEq for Memory<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

/// One value in such memory: it may be far too large for the stack. The system gives its pages only
/// when they are first written.
pub(crate) struct Large<T>(Memory<T>);

impl<T: Zeroed> Large<T> {
    /// A value of zero bytes.
    pub(crate) fn zeroed() -> Self {
        Self(Memory::needed(1))
    }
}

impl<T> Deref for Large<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the memory holds one value, as in its own `deref`.
        unsafe { self.0.start.as_ref() }
    }
}

impl<T> DerefMut for Large<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`, and `self` is borrowed alone.
        unsafe { self.0.start.as_mut() }
    }
}

/// Tells the processor to fetch a value that will soon be read.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching reads nothing; the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Makes all bytes of a value zero.
pub(crate) fn set_to_zero<T: Zeroed>(value: &mut T) {
    // SAFETY: the value is borrowed alone, `Zeroed` says that zero bytes are a valid one and that
    // it needs no drop.
    unsafe { std::ptr::from_mut(value).write_bytes(0, 1) };
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
