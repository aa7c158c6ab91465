//! Chance that is the same on every machine, and settings that let it run longer or otherwise.

use jadoube::rules::splitmix;

/// A source of random numbers.
pub struct Random(pub u64);

impl Random {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = splitmix(self.0);
        (self.0 % bound as u64) as usize
    }

    /// One of several things.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A number from an environment variable, or the default.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
