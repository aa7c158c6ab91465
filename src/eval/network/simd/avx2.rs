//! Vectors of AVX2: sixteen neurons at once.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};

use super::Kernel;
use crate::eval::network::{HIDDEN, QA, Row};

type Vector = __m256i;

/// Neurons in a vector.
const LANES: usize = 16;
/// Vectors that are held in registers at once; there are sixteen registers, and no other is needed.
const TILE: usize = 16;

/// The processor has AVX2: only [`Avx2::detect`] makes one.
pub(super) struct Avx2(());

impl Avx2 {
    /// The loops, if the processor has AVX2.
    pub(super) fn detect() -> Option<&'static dyn Kernel> {
        is_x86_feature_detected!("avx2").then_some(&Self(()))
    }
}

loops!(Avx2, "avx2");

/// # Safety
/// [`LANES`] numbers can be read there, and the place is aligned to a vector.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn read(place: *const i16) -> Vector {
    // SAFETY: the caller's.
    unsafe { _mm256_load_si256(place.cast()) }
}

/// # Safety
/// [`LANES`] numbers can be written there, and the place is aligned to a vector.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn write(place: *mut i16, vector: Vector) {
    // SAFETY: the caller's.
    unsafe { _mm256_store_si256(place.cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn zero() -> Vector {
    _mm256_setzero_si256()
}

#[inline]
#[target_feature(enable = "avx2")]
fn add(one: Vector, other: Vector) -> Vector {
    _mm256_add_epi16(one, other)
}

#[inline]
#[target_feature(enable = "avx2")]
fn subtract(one: Vector, other: Vector) -> Vector {
    _mm256_sub_epi16(one, other)
}

/// Sums clipped to 0 to [`QA`].
#[inline]
#[target_feature(enable = "avx2")]
fn clip(sums: Vector) -> Vector {
    _mm256_min_epi16(_mm256_max_epi16(sums, zero()), _mm256_set1_epi16(QA as i16))
}

/// Adds the weighted squares of clipped sums to totals of 32 bits each.
#[inline]
#[target_feature(enable = "avx2")]
fn add_squares(totals: Vector, clipped: Vector, weights: Vector) -> Vector {
    // 255 times the largest output weight is an `i16`.
    let weighted = _mm256_mullo_epi16(clipped, weights);
    _mm256_add_epi32(totals, _mm256_madd_epi16(weighted, clipped))
}

/// The sum of all totals.
#[inline]
#[target_feature(enable = "avx2")]
fn total(totals: [Vector; 2]) -> i32 {
    let eight = _mm256_add_epi32(totals[0], totals[1]);
    let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}
