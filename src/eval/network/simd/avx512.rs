//! Vectors of AVX-512 with its byte and word instructions: thirty-two neurons at once.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_load_si512, _mm512_madd_epi16,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32,
    _mm512_set1_epi16, _mm512_setzero_si512, _mm512_store_si512, _mm512_sub_epi16,
};

use super::Kernel;
use crate::eval::network::{HIDDEN, QA, Row};

type Vector = __m512i;

/// Neurons in a vector.
const LANES: usize = 32;
/// Vectors that are held in registers at once; there are thirty-two registers.
const TILE: usize = 16;

/// The processor has these instructions: only [`Avx512::detect`] makes one.
pub(super) struct Avx512(());

impl Avx512 {
    /// The loops, if the processor has them.
    pub(super) fn detect() -> Option<&'static dyn Kernel> {
        let found = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
        found.then_some(&Self(()))
    }
}

loops!(Avx512, "avx512f,avx512bw");

/// # Safety
/// [`LANES`] numbers can be read there, and the place is aligned to a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn read(place: *const i16) -> Vector {
    // SAFETY: the caller's.
    unsafe { _mm512_load_si512(place.cast()) }
}

/// # Safety
/// [`LANES`] numbers can be written there, and the place is aligned to a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn write(place: *mut i16, vector: Vector) {
    // SAFETY: the caller's.
    unsafe { _mm512_store_si512(place.cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn zero() -> Vector {
    _mm512_setzero_si512()
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add(one: Vector, other: Vector) -> Vector {
    _mm512_add_epi16(one, other)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn subtract(one: Vector, other: Vector) -> Vector {
    _mm512_sub_epi16(one, other)
}

/// Sums clipped to 0 to [`QA`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn clip(sums: Vector) -> Vector {
    _mm512_min_epi16(_mm512_max_epi16(sums, zero()), _mm512_set1_epi16(QA as i16))
}

/// Adds the weighted squares of clipped sums to totals of 32 bits each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add_squares(totals: Vector, clipped: Vector, weights: Vector) -> Vector {
    // 255 times the largest output weight is an `i16`.
    let weighted = _mm512_mullo_epi16(clipped, weights);
    _mm512_add_epi32(totals, _mm512_madd_epi16(weighted, clipped))
}

/// The sum of all totals.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn total(totals: [Vector; 2]) -> i32 {
    _mm512_reduce_add_epi32(_mm512_add_epi32(totals[0], totals[1]))
}
