//! Chance that is the same on every machine, and settings that let it run longer or otherwise.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use jadoube::rules::splitmix;

/// A source of random numbers.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = splitmix(self.0);
        self.0
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// One of several things.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// A copy of one of several things.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        *self.pick(choices)
    }
}

/// A number from an environment variable, or the default.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
