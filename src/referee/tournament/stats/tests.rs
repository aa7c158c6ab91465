//! Tests of the statistics of matches, most of them against published figures.

use std::cmp::Ordering;

use super::*;

/// Wins, draws and losses do not follow from the pairs; only tests of pairs may use this.
fn of_pairs(pairs: [u64; 5]) -> Tally {
    Tally { pairs, ..Tally::default() }
}

fn close(found: f64, published: f64, what: &str) {
    assert!((found - published).abs() <= 0.0051, "{what}: {found}, published {published}");
}

/// Elo, its error, normalised Elo, its error, likelihood of superiority in per cent: as match
/// runners printed them for real matches.
#[test]
fn estimates_agree_with_published_ones() {
    for (pairs, published) in [
        ([307, 619, 1202, 725, 353], [10.73, 6.70, 13.63, 8.50, 99.92]),
        ([84, 124, 343, 125, 164], [33.40, 14.24, 39.23, 16.61, 100.0]),
        ([5, 109, 748, 134, 4], [4.00, 5.68, 10.71, 15.23, 91.59]),
        ([11, 1, 32, 8, 48], [149.26, 55.24, 148.57, 48.15, 100.0]),
        ([12, 6, 25, 8, 9], [-11.59, 56.66, -12.83, 62.16, 34.29]),
        ([0, 1, 58, 3, 438], [474.93, 44.28, 659.06, 21.53, 100.0]),
    ] {
        let found = of_pairs(pairs).estimate().unwrap();
        let found = [
            found.elo,
            found.elo_error,
            found.normalized,
            found.normalized_error,
            found.superiority * 100.0,
        ];
        for (found, published) in found.into_iter().zip(published) {
            close(found, published, &format!("{pairs:?}"));
        }
    }
}

/// Published ends of real tests: Stockfish's of 2020, whose bounds were logistic Elo, and
/// later ones in normalised Elo.
#[test]
fn ratios_of_pairs_agree_with_published_ones() {
    use Model::{Logistic, Normalized};
    for (model, elo0, elo1, pairs, published) in [
        (Logistic, -0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
        (Logistic, 0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97),
        (Logistic, -0.25, 1.25, [491, 7345, 29693, 7670, 465], 2.96),
        (Logistic, 0.25, 1.25, [53, 2220, 21459, 2445, 47], 2.97),
        (Logistic, -1.0, 3.0, [424, 2948, 5832, 3045, 460], 2.94),
        (Normalized, 0.0, 5.0, [307, 619, 1202, 725, 353], 2.95),
        (Normalized, 0.0, 1.0, [84, 124, 343, 125, 164], 0.54),
        (Normalized, 0.0, 2.5, [5, 109, 748, 134, 4], 0.39),
    ] {
        let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
        close(sprt.llr(&of_pairs(pairs)), published, &format!("{pairs:?}"));
    }
}

#[test]
fn ratios_of_games_agree_with_published_ones() {
    for (wins, losses, draws, elo0, elo1, published) in
        [(36433, 36027, 68692, 0.0, 2.0, 0.92), (10871, 10650, 20431, -1.75, 0.25, 2.30)]
    {
        let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        let tally = Tally { wins, draws, losses, pairs: [0; 5] };
        close(sprt.llr(&tally), published, &format!("{wins} {losses} {draws}"));
    }
}

#[test]
fn a_test_ends_at_wald_s_bounds() {
    let sprt: Sprt = "elo0=0,elo1=5".parse().unwrap();
    let (lower, upper) = sprt.bounds();
    close(lower, -2.94, "lower");
    close(upper, 2.94, "upper");
    assert_eq!(sprt.verdict(&Tally::default()), SprtState::Open);
    assert_eq!(sprt.verdict(&of_pairs([307, 619, 1202, 725, 353])), SprtState::H1);
    assert_eq!(sprt.verdict(&of_pairs([353, 725, 1202, 619, 307])), SprtState::H0);
}

/// The hypotheses change places with the sides.
#[test]
fn a_test_is_the_mirror_of_its_mirror() {
    for model in [Model::Logistic, Model::Normalized] {
        let sprt = Sprt { elo0: -3.0, elo1: 7.0, alpha: 0.05, beta: 0.1, model };
        let mirror = Sprt { elo0: -7.0, elo1: 3.0, ..sprt };
        let pairs = [3, 40, 111, 52, 9];
        let mut reversed = pairs;
        reversed.reverse();
        let sum = sprt.llr(&of_pairs(pairs)) + mirror.llr(&of_pairs(reversed));
        assert!(sum.abs() < 1e-9, "{sum}");
    }
}

/// Counts too few or all alike give an answer all the same.
#[test]
fn extreme_counts_do_no_harm() {
    assert_eq!(Tally::default().estimate(), None);
    for pairs in [
        [0, 0, 0, 0, 1],
        [0, 0, 0, 0, 400],
        [0, 0, 9, 0, 0],
        [7, 0, 0, 0, 0],
        [0, 3, 0, 0, 0],
        [1, 0, 0, 0, 0],
    ] {
        let tally = of_pairs(pairs);
        let estimate = tally.estimate().unwrap();
        assert!((0.0..=1.0).contains(&estimate.superiority), "{pairs:?}");
        let Estimate { elo, elo_error, normalized, normalized_error, .. } = estimate;
        assert!(![elo, normalized, normalized_error].iter().any(|n| n.is_nan()), "{pairs:?}");
        assert_eq!(elo_error, f64::INFINITY, "{pairs:?}");
        let ahead = if pairs[4] > 0 { Ordering::Greater } else { Ordering::Less };
        let expected = if pairs[2] > 0 { Ordering::Equal } else { ahead };
        for difference in [elo, normalized] {
            assert_eq!(difference.partial_cmp(&0.0), Some(expected), "{pairs:?}");
        }
        for model in [Model::Logistic, Model::Normalized] {
            let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model };
            let llr = sprt.llr(&tally);
            assert!(llr.is_finite(), "{pairs:?}");
            assert_eq!(llr > 0.0, pairs[4] > 0, "{pairs:?} {llr}");
        }
    }
    // The bounds of the interval may lie beyond a certain score.
    for pairs in [[1, 0, 0, 0, 1], [0, 0, 1, 0, 40], [3, 1, 0, 0, 0]] {
        let Estimate { elo, elo_error, normalized, .. } = of_pairs(pairs).estimate().unwrap();
        assert!(!elo_error.is_nan() && elo.is_finite() && normalized.is_finite(), "{pairs:?}");
    }
    assert_eq!(of_pairs([0, 0, 0, 0, 4]).estimate().unwrap().superiority, 1.0);
    assert_eq!(of_pairs([0, 0, 4, 0, 0]).estimate().unwrap().superiority, 0.5);
    assert_eq!(of_pairs([4, 0, 0, 0, 0]).estimate().unwrap().superiority, 0.0);
}

#[test]
fn counts_too_few_or_all_alike_are_doubtful() {
    let doubt = |tally: Tally| tally.estimate().unwrap().doubt;
    for (pairs, expected) in [
        ([0, 0, 0, 0, 1], Some(Doubt::TooFew { of_pairs: true })),
        ([0, 0, 2, 1, 6], Some(Doubt::TooFew { of_pairs: true })),
        ([0, 0, 2, 1, 7], None),
        ([0, 0, 500, 0, 0], Some(Doubt::AllAlike { of_pairs: true })),
        ([0, 0, 0, 0, 10], Some(Doubt::AllAlike { of_pairs: true })),
    ] {
        assert_eq!(doubt(of_pairs(pairs)), expected, "{pairs:?}");
    }
    let games = Tally { wins: 9, ..Tally::default() };
    assert_eq!(doubt(games), Some(Doubt::TooFew { of_pairs: false }));
    assert_eq!(doubt(Tally { losses: 1, ..games }), None);
}

#[test]
fn games_and_pairs_are_counted() {
    let mut tally = Tally::default();
    for (one, other) in [
        (GameScore::Win, GameScore::Draw),
        (GameScore::Loss, GameScore::Loss),
        (GameScore::Draw, GameScore::Draw),
    ] {
        tally.add_game(one);
        tally.add_game(other);
        tally.add_pair(one, other);
    }
    assert_eq!(tally, Tally { wins: 1, draws: 3, losses: 2, pairs: [1, 0, 1, 1, 0] });
    assert_eq!((tally.games(), tally.points(), tally.draw_ratio()), (6, 2.5, 0.5));
    assert_eq!(GameScore::Win.reversed(), GameScore::Loss);
}

#[test]
fn elo_and_score_are_each_other_s_inverse() {
    for difference in [-800.0, -3.0, 0.0, 0.5, 200.0] {
        assert!((elo(expected_score(difference)) - difference).abs() < 1e-9);
    }
    assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn a_test_s_text_survives_the_round_trip() {
    let text = "elo0=-1.5,elo1=5,alpha=0.05,beta=0.1,model=logistic";
    assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
    for (text, at_fault) in [
        ("", "elo0 and elo1"),
        ("elo0=5,elo1=5", "elo0=5,elo1=5"),
        ("elo0=0,elo1=x", "'x'"),
        ("elo0=0,elo1=inf", "'inf'"),
        ("elo0=0,elo1=5,alpha=0", "alpha"),
        ("elo0=0,elo1=5,beta=0.5", "beta"),
        ("elo0=0,elo1=5,model=bayes", "'bayes'"),
        ("elo0=0,elo1=5,gamma=1", "gamma"),
    ] {
        let error = text.parse::<Sprt>().unwrap_err().to_string();
        assert!(error.contains(at_fault), "{error}");
    }
}
