//! Playing weaker than one can. A level is a number of nodes and a noise on the scores of the best
//! root moves: the engine overlooks what lies deep, and among moves of nearly the same worth it
//! cannot tell which is best. The time control still holds.
//!
//! The levels were measured by matches against each other and against Stockfish's; how, and what came
//! of it, stands in the book's chapter on strength.

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
pub const CANDIDATES: usize = 6;

/// The lowest value of `UCI_Elo`.
pub const WEAKEST: usize = 800;
/// The highest value of `UCI_Elo`.
pub const STRONGEST: usize = 2800;
/// The Elo points from one level of [`MEASURED`] to the next.
const STEP: usize = 200;

/// The levels that were measured, from [`WEAKEST`] to [`STRONGEST`]: nodes a move, and the noise in
/// centipawns.
const MEASURED: [(f64, f64); (STRONGEST - WEAKEST) / STEP + 1] = [
    (190.0, 210.0),
    (380.0, 154.0),
    (630.0, 115.0),
    (930.0, 92.0),
    (1_630.0, 66.7),
    (2_460.0, 49.6),
    (3_610.0, 37.7),
    (5_180.0, 26.6),
    (7_010.0, 15.0),
    (9_410.0, 6.0),
    (14_550.0, 2.7),
];

impl Handicap {
    /// The level of a value of `UCI_Elo`. Between two levels that were measured the noise changes
    /// evenly, and the nodes by the same factor at each point.
    pub fn of_elo(elo: usize) -> Self {
        let above = elo.clamp(WEAKEST, STRONGEST) - WEAKEST;
        let place = (above / STEP).min(MEASURED.len() - 2);
        let share = (above - place * STEP) as f64 / STEP as f64;
        let (low, high) = (MEASURED[place], MEASURED[place + 1]);
        Self {
            nodes: (low.0 * (high.0 / low.0).powf(share)) as u64,
            noise: low.1 + (high.1 - low.1) * share,
        }
    }

    /// The level of a value of `Skill Level`; none at 20, which is full strength.
    pub fn of_skill(level: usize) -> Option<Self> {
        (level < 20).then(|| Self::of_elo(WEAKEST + (STRONGEST - WEAKEST) / 20 * level))
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
        let levels: Vec<Handicap> =
            (WEAKEST..=STRONGEST).step_by(50).map(Handicap::of_elo).collect();
        for pair in levels.windows(2) {
            assert!(pair[1].nodes > pair[0].nodes && pair[1].noise < pair[0].noise);
        }
        assert_eq!(Handicap::of_elo(0), Handicap::of_elo(WEAKEST));
        assert_eq!(Handicap::of_elo(9_000), Handicap::of_elo(STRONGEST));
    }

    #[test]
    fn a_measured_level_is_itself_and_skill_ends_in_full_strength() {
        for (place, &(nodes, noise)) in MEASURED.iter().enumerate() {
            let level = Handicap::of_elo(WEAKEST + place * STEP);
            assert!((level.nodes as f64 - nodes).abs() <= 1.0 && level.noise == noise, "{place}");
        }
        assert_eq!(Handicap::of_skill(0), Some(Handicap::of_elo(WEAKEST)));
        assert_eq!(Handicap::of_skill(20), None);
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
