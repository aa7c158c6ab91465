//! Playing weaker than one can. A level is a number of nodes and a noise on the scores of the best
//! root moves: the engine overlooks what lies deep, and among moves of nearly the same worth it
//! cannot tell which is best. The time control still holds.
//!
//! The numbers of `UCI_Elo` put the levels in order. They were not measured against people or
//! against other programs' levels.

use crate::eval::Score;
use crate::rules::{Move, Position, Random};

/// A level of play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handicap {
    /// Nodes a move.
    pub nodes: u64,
    /// The standard deviation of the noise, in centipawns.
    pub noise: f64,
}

/// Among how many of the best root moves a weakened engine chooses.
pub const CANDIDATES: usize = 4;

/// Nodes at the weakest level.
const FEWEST_NODES: f64 = 60.0;
/// The step of `UCI_Elo` that doubles the nodes.
const STEP_FOR_TWICE_THE_NODES: f64 = 130.0;
/// The level from which on there is no noise.
const NOISELESS: f64 = 2400.0;
/// Centipawns of noise at the weakest level.
const MOST_NOISE: f64 = 160.0;
/// The weakest level.
const WEAKEST: f64 = 800.0;

impl Handicap {
    /// The level of a value of `UCI_Elo`.
    pub fn of_elo(elo: usize) -> Self {
        let elo = elo as f64;
        let doublings = (elo - WEAKEST).max(0.0) / STEP_FOR_TWICE_THE_NODES;
        let weakness = ((NOISELESS - elo) / (NOISELESS - WEAKEST)).clamp(0.0, 1.0);
        Self { nodes: (FEWEST_NODES * doublings.exp2()) as u64, noise: MOST_NOISE * weakness }
    }

    /// The level of a value of `Skill Level`; none at 20, which is full strength.
    pub fn of_skill(level: usize) -> Option<Self> {
        (level < 20).then(|| Self::of_elo(800 + 80 * level))
    }

    /// Chooses among the best root moves, best first. The same seed chooses the same move in the
    /// same position. A proved end is neither missed nor walked into: such moves are told apart
    /// without noise.
    pub fn choose(&self, root: &Position, candidates: &[(Move, Score)], seed: u64) -> Option<Move> {
        let (best, best_score) = *candidates.first()?;
        if best_score.is_decided() {
            return Some(best);
        }
        let mut random = Random::from_seed(seed ^ root.key());
        let mut chosen = (best, f64::NEG_INFINITY);
        for &(mv, score) in candidates.iter().filter(|(_, score)| !score.is_decided()) {
            let worth = f64::from(score.0) + self.noise * bell(&mut random);
            if worth > chosen.1 {
                chosen = (mv, worth);
            }
        }
        Some(chosen.0)
    }
}

/// A number about 0 with a standard deviation of 1: the sum of twelve even ones, less six.
fn bell(random: &mut Random) -> f64 {
    (0..12).map(|_| random.share()).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_see_more_and_waver_less() {
        let levels: Vec<Handicap> = (800..=2400).step_by(100).map(Handicap::of_elo).collect();
        for pair in levels.windows(2) {
            assert!(pair[1].nodes > pair[0].nodes && pair[1].noise < pair[0].noise);
        }
        assert!(levels[0].nodes >= 50);
        assert_eq!(levels[16].noise, 0.0);
        assert!(levels[16].nodes > 200_000);
    }

    #[test]
    fn noise_chooses_among_equals_and_spares_the_decided() {
        let root = Position::initial();
        let moves = root.legal_moves();
        let weak = Handicap::of_elo(800);
        let even: Vec<(Move, Score)> = moves[..4].iter().map(|&mv| (mv, Score(10))).collect();
        let chosen: std::collections::HashSet<_> =
            (0..100).filter_map(|seed| weak.choose(&root, &even, seed)).collect();
        assert_eq!(chosen.len(), 4);
        assert_eq!(weak.choose(&root, &even, 5), weak.choose(&root, &even, 5));
        let mate = [(moves[3], Score::mate_in(1)), (moves[0], Score(900))];
        let blunder = [(moves[3], Score(-20)), (moves[0], Score::mated_in(2))];
        let far = [(moves[3], Score(0)), (moves[0], Score(-5000))];
        for seed in 0..100 {
            for candidates in [mate, blunder, far] {
                assert_eq!(weak.choose(&root, &candidates, seed), Some(moves[3]));
            }
        }
        assert_eq!(weak.choose(&root, &[], 0), None);
    }
}
