//! Chances of winning, drawing and losing, from a score. Nothing plays by them: they are shown.

use crate::eval::Score;
use crate::rules::Position;

/// The advantage, in centipawns, at which the chances of winning and of not winning are even.
/// Set by hand, as is [`SPREAD`], for the scale of the evaluation, in which 100 is about a pawn.
const EVEN: f64 = 130.0;
/// How many centipawns of advantage multiply the odds of winning by e.
const SPREAD: f64 = 75.0;

/// The chances, in thousandths that add up to 1000, of the player to move in `position`. `decided`
/// says that the score is no estimate, so that an even one is a draw.
pub fn chances(position: &Position, score: Score, decided: bool) -> [u32; 3] {
    if decided && score == Score::ZERO {
        return [0, 1000, 0];
    }
    if score.is_decided() {
        return if score > Score::ZERO { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let advantage = f64::from(score.0);
    let to_win = |advantage: f64| (1000.0 / (1.0 + ((EVEN - advantage) / SPREAD).exp())) as u32;
    let (win, loss) = (to_win(advantage), to_win(-advantage));
    let draw = 1000 - win - loss;
    // Under an undertaking there are no draws: whatever is not the giver's win is his loss
    // (british1897:IV.8, rogers1907:XXXIX).
    match position.undertaking() {
        None => [win, draw, loss],
        Some(bound) if bound.giver == position.turn() => [win, 0, 1000 - win],
        Some(_) => [1000 - loss, 0, loss],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::laws::Variant;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let position = Position::initial();
        let mut last = 0;
        for centipawns in -3000..=3000 {
            let [win, draw, loss] = chances(&position, Score(centipawns), false);
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            last = win;
        }
        let [win, draw, loss] = chances(&position, Score::ZERO, false);
        assert!(win == loss && draw < 1000);
        assert_eq!(chances(&position, Score::ZERO, true), [0, 1000, 0]);
        assert_eq!(chances(&position, Score::mate_in(3), true), [1000, 0, 0]);
        assert_eq!(chances(&position, -Score::TABLEBASE, true), [0, 0, 1000]);
    }

    #[test]
    fn nobody_draws_under_an_undertaking() {
        let terms = Variant::DrawOdds.terms();
        let position = terms.start().position(&terms).unwrap();
        let [win, draw, loss] = chances(&position, Score::ZERO, false);
        assert_eq!(draw, 0);
        assert!(win < loss, "White is bound to win");
    }
}
