//! Temporal differences: the score that a position is packed with.

use super::super::sample::Points;
use super::super::td::scores;
use super::games;
use crate::rules::Color;
use crate::train::TrainingGame;
use crate::train::games::HIGHEST_SCORE;

/// Centipawns of one logit.
const UNIT: f32 = 200.0;

/// A game of so many plies with these scores for White.
fn game(own: &[i16], winner: Option<Color>) -> TrainingGame {
    let long = games().iter().find(|game| game.plies.len() >= own.len()).unwrap();
    let mut game = TrainingGame { winner, ..long.clone() };
    game.plies.truncate(own.len());
    game.plies.iter_mut().zip(own).for_each(|(ply, &score)| ply.score = score);
    game
}

#[test]
fn with_a_lambda_of_0_each_score_is_its_own() {
    for game in games() {
        let own: Vec<i16> = game.plies.iter().map(|ply| ply.score).collect();
        assert_eq!(scores(game, 0.0, UNIT), own);
    }
}

/// 0 is an expected score of a half. Before a win at a lambda of a half it becomes 3/4, which is
/// 200 ln 3 centipawns, and a ply earlier 5/8, 200 ln (5/3).
#[test]
fn a_result_counts_less_the_farther_away_it_is() {
    assert_eq!(scores(&game(&[0, 0], Some(Color::White)), 0.5, UNIT), [102, 220]);
    assert_eq!(scores(&game(&[0, 0], Some(Color::Black)), 0.5, UNIT), [-102, -220]);
    assert_eq!(scores(&game(&[0, 0], None), 0.5, UNIT), [0, 0]);
}

/// The definition: the mean of the expected scores of all later plies, which count 1, λ, λ², ..., and
/// of the result, which counts what is left of the sum of these.
#[test]
fn a_score_is_the_weighted_mean_of_all_later_plies_and_the_result() {
    let expected = |score: i16| 1.0 / (1.0 + (-f64::from(score) / f64::from(UNIT)).exp());
    let mut compared = 0;
    for lambda in [0.3, 0.88] {
        for game in games() {
            let found = scores(game, lambda, UNIT);
            let own: Vec<f64> = game.plies.iter().map(|ply| expected(ply.score)).collect();
            let result = f64::from(Points::of(game.winner, Color::White).value());
            for (place, &score) in found.iter().enumerate() {
                let lambda = f64::from(lambda);
                let mut mean = 0.0;
                for (later, own) in own[place..].iter().enumerate() {
                    mean += (1.0 - lambda) * lambda.powi(later as i32) * own;
                }
                mean += lambda.powi((own.len() - place) as i32) * result;
                assert!((expected(score) - mean).abs() < 2e-3, "{score} {mean} at {place}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn a_mate_stays_within_the_highest_score() {
    let mates = [HIGHEST_SCORE, HIGHEST_SCORE];
    assert_eq!(scores(&game(&mates, Some(Color::White)), 0.5, UNIT), mates);
    let lost = mates.map(|score| -score);
    assert_eq!(scores(&game(&lost, Some(Color::Black)), 0.5, UNIT), lost);
}
