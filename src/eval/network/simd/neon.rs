//! Vectors of NEON: eight neurons at once. Every 64-bit ARM processor that Rust builds for has it.

use std::arch::aarch64::{
    int16x8_t, int32x4_t, vaddq_s16, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16,
    vld1q_s16, vmaxq_s16, vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16, vst1q_s16, vsubq_s16,
};

use super::Kernel;
use crate::eval::network::{HIDDEN, QA, Row};

type Vector = int16x8_t;

/// Neurons in a vector.
const LANES: usize = 8;
/// Vectors that are held in registers at once; there are thirty-two registers.
const TILE: usize = 16;

/// NEON is part of the architecture.
pub(super) struct Neon;

loops!(Neon, "neon");

/// # Safety
/// [`LANES`] numbers can be read there.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn read(place: *const i16) -> Vector {
    // SAFETY: the caller's.
    unsafe { vld1q_s16(place) }
}

/// # Safety
/// [`LANES`] numbers can be written there.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn write(place: *mut i16, vector: Vector) {
    // SAFETY: the caller's.
    unsafe { vst1q_s16(place, vector) }
}

#[inline]
#[target_feature(enable = "neon")]
fn zero() -> int32x4_t {
    vdupq_n_s32(0)
}

#[inline]
#[target_feature(enable = "neon")]
fn add(one: Vector, other: Vector) -> Vector {
    vaddq_s16(one, other)
}

#[inline]
#[target_feature(enable = "neon")]
fn subtract(one: Vector, other: Vector) -> Vector {
    vsubq_s16(one, other)
}

/// Sums clipped to 0 to [`QA`].
#[inline]
#[target_feature(enable = "neon")]
fn clip(sums: Vector) -> Vector {
    vminq_s16(vmaxq_s16(sums, vdupq_n_s16(0)), vdupq_n_s16(QA as i16))
}

/// Adds the weighted squares of clipped sums to totals of 32 bits each.
#[inline]
#[target_feature(enable = "neon")]
fn add_squares(totals: int32x4_t, clipped: Vector, weights: Vector) -> int32x4_t {
    // 255 times the largest output weight is an `i16`.
    let weighted = vmulq_s16(clipped, weights);
    let low = vmlal_s16(totals, vget_low_s16(weighted), vget_low_s16(clipped));
    vmlal_high_s16(low, weighted, clipped)
}

/// The sum of all totals.
#[inline]
#[target_feature(enable = "neon")]
fn total(totals: [int32x4_t; 2]) -> i32 {
    vaddvq_s32(vaddq_s32(totals[0], totals[1]))
}
