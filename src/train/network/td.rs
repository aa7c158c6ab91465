//! Temporal differences: the score that a position is packed with. The search that scored it was a
//! small one; the searches of the plies after it have seen further. TD(λ) of Sutton (1988) takes the
//! mean of all of them, each counting λ of the one before, and of the game's result after the last.

use super::model::{expected_of, score_of};
use super::sample::Points;
use crate::rules::Color;
use crate::train::games::TrainingGame;

/// A game's scores by TD(λ), one for each ply that was thought about, in centipawns for White. What
/// is averaged is the expected score, of which `unit` centipawns are one logit. With a `lambda` of 0
/// the scores are the game's own.
pub(super) fn scores(game: &TrainingGame, lambda: f32, unit: f32) -> Vec<i16> {
    if lambda == 0.0 {
        return game.plies.iter().map(|ply| ply.score).collect();
    }
    let mut expected = Points::of(game.winner, Color::White).value();
    let mut scores: Vec<i16> = game
        .plies
        .iter()
        .rev()
        .map(|ply| {
            let own = expected_of(ply.score, unit);
            expected = (1.0 - lambda) * own + lambda * expected;
            score_of(expected, unit)
        })
        .collect();
    scores.reverse();
    scores
}
