//! Pseudo-random numbers that are the same on every machine, for keys, openings and whatever else
//! must come out the same again. They keep no secret.

/// How far the state of the sequence goes with each number: 2^64 over the golden ratio.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number of the sequence splitmix64 after `state` (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014): small, and good in every bit.
pub const fn splitmix(state: u64) -> u64 {
    let z = state.wrapping_add(STEP);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The numbers of splitmix64, one after another.
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub const fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// The numbers of a seed and a stream within it.
    pub const fn new(seed: u64, stream: u64) -> Self {
        Self(splitmix(seed) ^ stream.wrapping_mul(STEP))
    }

    /// The next number, any of 64 bits.
    pub const fn next(&mut self) -> u64 {
        let number = splitmix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        number
    }

    /// A number from 0 to `below` - 1; `below` must not be 0.
    pub const fn below(&mut self, below: usize) -> usize {
        ((self.next() as u128 * below as u128) >> 64) as usize
    }

    /// A number from 0 to 1, 1 excluded.
    pub const fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
