//! The transposition table.

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this: every move failed low.
    Upper = 1,
    /// The true score is at least this: a move failed high.
    Lower = 2,
    /// This is the score.
    Exact = 3,
}
