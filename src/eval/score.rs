//! The score of a position: centipawns, and near both ends of the range the plies until the game is
//! decided. The transposition table stores scores in sixteen bits: all lie within ±32,001.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use crate::rules::Color;

/// The deepest line a search can follow, in plies from its root.
pub const MAX_PLY: usize = 240;

/// A score from the point of view of the player to move, in centipawns. From
/// [`Score::MATE`] less [`MAX_PLY`] upward (and the same below zero) it says in how many plies the
/// game ends by its position. A little lower are wins by the game's history, lower still tablebase
/// results; an evaluation never reaches these ranges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// A draw, or an even position.
    pub const ZERO: Self = Self(0);
    /// The winning end on the board itself: mate, or whatever the law makes of stalemate or of an
    /// undertaking.
    pub const MATE: Self = Self(32_000);
    /// Beyond every score.
    pub const INFINITE: Self = Self(32_001);
    /// From here upward a score is a proved end by position.
    pub const MATE_BOUND: Self = Self(Self::MATE.0 - MAX_PLY as i32);
    /// A win that depends on the game's history: under an undertaking, the repetition or the move
    /// count that costs the giver the game. Just below the mates, so that the table never takes it
    /// for one.
    pub const BY_HISTORY: Self = Self(31_500);
    /// A win by a tablebase.
    pub const TABLEBASE: Self = Self(31_000);
    /// From here upward a score is no evaluation.
    pub const DECIDED_BOUND: Self = Self(Self::TABLEBASE.0 - MAX_PLY as i32);
    /// The highest evaluation.
    pub const HIGHEST_EVALUATION: Self = Self(30_000);

    /// The player to move wins in that many plies from the root.
    #[inline]
    pub const fn mate_in(ply: usize) -> Self {
        Self(Self::MATE.0 - ply as i32)
    }

    /// The player to move has lost, or loses in that many plies from the root.
    #[inline]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE.0)
    }

    /// Whether it is a proved win or loss by position.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_BOUND.0
    }

    /// Whether it is more than an evaluation: a mate, an end by history, a tablebase result.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= Self::DECIDED_BOUND.0
    }

    /// As UCI counts it: the moves until mate, negative for the loser, if this is a mate. Half the
    /// plies, rounded up.
    pub const fn mate_moves(self) -> Option<i32> {
        if !self.is_mate() {
            return None;
        }
        let plies = Self::MATE.0 - self.0.abs();
        let moves = (plies + 1) / 2;
        Some(if self.0 > 0 { moves } else { -moves })
    }

    /// The score clipped to what an evaluation may be.
    #[inline]
    pub fn clipped(self) -> Self {
        Self(self.0.clamp(-Self::HIGHEST_EVALUATION.0, Self::HIGHEST_EVALUATION.0))
    }

    /// The score of the player to move as White's, or White's as that player's.
    pub fn for_white(self, turn: Color) -> Self {
        if turn == Color::White { self } else { -self }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline]
    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}
