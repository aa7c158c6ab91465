//! Neighbours of the positions of a game: a few random legal moves away from them, scored by the
//! hand-made evaluation. A search evaluates many positions that no game comes to, with pieces left
//! hanging and material out of balance; from these a network learns what the hand-made evaluation
//! knows of them, before games teach it more. They are scored without a search: the score is then a
//! function of the inputs alone, which can be learnt, and means what an evaluation is asked for.

use super::super::Random;
use super::sample::{Points, Sample};
use crate::eval::network::RatingAdvantage;
use crate::eval::{Classical, Evaluator};
use crate::rules::Position;

/// A neighbour is at most so many plies away.
const FARTHEST: usize = 3;

/// Finds neighbours and scores them.
#[derive(Default)]
pub(super) struct Neighbours {
    evaluator: Classical,
}

impl Neighbours {
    /// A neighbour of a position, one to three plies away, each move being as likely as any other.
    /// `None` where the game ends on the way, where it is in check (no search evaluates such a
    /// position), and where its score is beyond `decided` centipawns.
    pub(super) fn find(
        &mut self,
        position: &Position,
        random: &mut Random,
        decided: i16,
    ) -> Option<Sample> {
        let mut neighbour = *position;
        for _ in 0..1 + random.below(FARTHEST) {
            let moves = neighbour.legal_moves();
            if moves.is_empty() {
                return None;
            }
            neighbour = neighbour.play(moves[random.below(moves.len())]);
        }
        if neighbour.in_check() || neighbour.outcome().is_some() {
            return None;
        }
        let score = i16::try_from(self.evaluator.evaluate(&neighbour).0).ok()?;
        let open = score.unsigned_abs() <= decided.unsigned_abs();
        open.then(|| Sample::new(&neighbour, RatingAdvantage::NONE, score, Points::Unknown))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::notation::fen;
    use crate::rules::laws::Terms;

    fn position(text: &str) -> Position {
        fen::parse(text).unwrap().position(&Terms::default()).unwrap()
    }

    /// The samples of all positions a number of plies from each of these that may be neighbours.
    fn samples(positions: &[Position]) -> HashSet<[u8; 48]> {
        let quiet = |position: &&Position| !position.in_check() && position.outcome().is_none();
        let sample = |position: &Position| {
            let score = Classical::default().evaluate(position).0 as i16;
            Sample::new(position, RatingAdvantage::NONE, score, Points::Unknown).to_bytes()
        };
        positions.iter().filter(quiet).map(sample).collect()
    }

    fn after_a_move(positions: &[Position]) -> Vec<Position> {
        let replies = |position: &Position| {
            let moves = position.legal_moves();
            let after: Vec<_> = moves.iter().map(|&mv| position.play(mv)).collect();
            after
        };
        positions.iter().flat_map(replies).collect()
    }

    #[test]
    fn a_neighbour_is_one_to_three_plies_away_and_has_the_hand_made_score() {
        let position = position("8/8/8/3k4/8/3P4/3K2R1/8 w - - 0 1");
        let one = after_a_move(&[position]);
        let two = after_a_move(&one);
        let three = after_a_move(&two);
        let mut left = [samples(&one), samples(&two), samples(&three)];
        let all: HashSet<_> = left.iter().flatten().copied().collect();
        let (mut neighbours, mut random) = (Neighbours::default(), Random::new(1, 1));
        for _ in 0..50_000 {
            if let Some(sample) = neighbours.find(&position, &mut random, i16::MAX) {
                let bytes = sample.to_bytes();
                assert!(all.contains(&bytes), "{sample:?}");
                left.iter_mut().for_each(|set| _ = set.remove(&bytes));
            }
        }
        let missed: Vec<usize> = left.iter().map(HashSet::len).collect();
        assert_eq!(missed, [0, 0, 0], "every one is found some time");
    }

    #[test]
    fn a_decided_position_and_one_with_no_moves_have_no_neighbour() {
        let find = |text: &str, decided: i16| {
            let position = position(text);
            let (mut neighbours, mut random) = (Neighbours::default(), Random::new(1, 1));
            let found: Vec<Sample> = (0..1000)
                .filter_map(|_| neighbours.find(&position, &mut random, decided))
                .collect();
            assert!(found.iter().all(|sample| sample.score.unsigned_abs() <= decided as u16));
            found.len()
        };
        let ahead = "6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 1";
        assert!(find(ahead, 3000) > 500);
        assert!(find(ahead, 300) < 100, "but for the queen's being lost");
        assert_eq!(find("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", 3000), 0, "mate");
    }
}
