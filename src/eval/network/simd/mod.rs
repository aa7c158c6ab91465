//! The two loops over the hidden layer, once for each instruction set, behind one trait. All give
//! the same numbers to the bit: every sum is one of integers that cannot overflow (see the file
//! of the network). The files of this folder are the only ones of the evaluation that may hold
//! `unsafe` code.

/// The loops of an instruction set, written once: the file that calls this defines, under these
/// names, the vectors that they go by. `$proof` is the type that implements [`Kernel`], a value of
/// which proves that the processor has `$features`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! loops {
    ($proof:ty, $features:literal) => {
        const _: () = assert!(HIDDEN.is_multiple_of(LANES * TILE));

        impl Kernel for $proof {
            fn update(
                &self,
                weights: &[Row],
                from: &Row,
                to: &mut Row,
                added: &[u16],
                removed: &[u16],
            ) {
                // SAFETY: `self` proves that the processor has the instructions.
                unsafe { update(weights, from, to, added, removed) }
            }

            fn dot(&self, ours: &Row, theirs: &Row, weights: &[Row; 2]) -> i32 {
                // SAFETY: `self` proves that the processor has the instructions.
                unsafe { dot(ours, theirs, weights) }
            }
        }

        /// The vectors of a row.
        #[inline(always)]
        fn vectors(row: &Row) -> &[[i16; LANES]; HIDDEN / LANES] {
            row.0.as_chunks().0.try_into().expect("a row is a whole number of vectors")
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn load(lanes: &[i16; LANES]) -> Vector {
            // SAFETY: as many numbers are read as the reference is to. They are a vector of a row,
            // which is aligned to the largest vectors, so that each of its vectors is aligned.
            unsafe { read(lanes.as_ptr()) }
        }

        #[target_feature(enable = $features)]
        fn update(weights: &[Row], from: &Row, to: &mut Row, added: &[u16], removed: &[u16]) {
            for first in (0..HIDDEN / LANES).step_by(TILE) {
                let tile = |row| vectors(row)[first..].first_chunk::<TILE>().expect("it fits");
                let row = tile(from);
                let mut sums = [load(&row[0]); TILE];
                for index in 1..TILE {
                    sums[index] = load(&row[index]);
                }
                for &feature in added {
                    let row = tile(&weights[usize::from(feature)]);
                    for index in 0..TILE {
                        sums[index] = add(sums[index], load(&row[index]));
                    }
                }
                for &feature in removed {
                    let row = tile(&weights[usize::from(feature)]);
                    for index in 0..TILE {
                        sums[index] = subtract(sums[index], load(&row[index]));
                    }
                }
                let places = &mut to.0.as_chunks_mut::<LANES>().0[first..first + TILE];
                for index in 0..TILE {
                    // SAFETY: as many numbers are written as the reference is to; they are aligned
                    // as those that are read.
                    unsafe { write(places[index].as_mut_ptr(), sums[index]) };
                }
            }
        }

        #[target_feature(enable = $features)]
        fn dot(ours: &Row, theirs: &Row, weights: &[Row; 2]) -> i32 {
            let [mut us, mut them] = [zero(); 2];
            for index in 0..HIDDEN / LANES {
                let [ours, theirs] = [&vectors(ours)[index], &vectors(theirs)[index]];
                let [for_us, for_them] =
                    [&vectors(&weights[0])[index], &vectors(&weights[1])[index]];
                us = add_squares(us, clip(load(ours)), load(for_us));
                them = add_squares(them, clip(load(theirs)), load(for_them));
            }
            total([us, them])
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;

use std::sync::LazyLock;

use super::Row;
use crate::memory::Zeroed;

// SAFETY: a row is an array of integers, aligned to far less than a page.
unsafe impl Zeroed for Row {}

/// The arithmetic of the hidden layer. A value of an implementing type proves that the processor
/// has the instructions.
pub(super) trait Kernel: Send + Sync {
    /// Sets `to` to `from` plus the rows of `weights` that are `added`, less those `removed`.
    fn update(&self, weights: &[Row], from: &Row, to: &mut Row, added: &[u16], removed: &[u16]);

    /// The weighted sum of the squared, clipped hidden layer, in units of 1/(QA² * QB).
    fn dot(&self, ours: &Row, theirs: &Row, weights: &[Row; 2]) -> i32;
}

/// An instruction set that the network can be computed with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum InstructionSet {
    /// Plain Rust, as the compiler makes of it.
    Portable,
    /// 128 bits at once, on every 64-bit ARM processor.
    Neon,
    /// 256 bits at once.
    Avx2,
    /// 512 bits at once.
    Avx512,
}

impl InstructionSet {
    /// All of them, the fastest last.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Neon, Self::Avx2, Self::Avx512];

    /// The fastest one that this processor has.
    pub fn best() -> Self {
        static BEST: LazyLock<InstructionSet> = LazyLock::new(|| {
            let mut available = InstructionSet::ALL.into_iter().filter(|set| set.is_available());
            available.next_back().unwrap_or(InstructionSet::Portable)
        });
        *BEST
    }

    /// Whether this processor has it.
    pub fn is_available(self) -> bool {
        self.kernel().is_some()
    }

    /// The loops that every processor has.
    pub(super) fn portable() -> &'static dyn Kernel {
        &portable::Portable
    }

    /// Its loops, if this processor has it.
    pub(super) fn kernel(self) -> Option<&'static dyn Kernel> {
        match self {
            Self::Portable => Some(Self::portable()),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => Some(&neon::Neon),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::Avx2::detect(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::Avx512::detect(),
            #[allow(unreachable_patterns)] // what remains depends on the target
            _ => None,
        }
    }
}

impl std::fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Neon => "NEON",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
        })
    }
}
