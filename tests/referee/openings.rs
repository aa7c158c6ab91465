//! Openings made by random plies and judged by an engine.

use std::ops::ControlFlow;

use jadoube::referee::tournament::{Finished, Match, RandomOpenings, RandomPlies};
use jadoube::rules::laws::{Code, Terms, Variant};
use jadoube::rules::{Color, Game, Move, Position};
use libtest_mimic::Trial;

use super::mock::opinion;
use super::stage::{engine, games, left_running, mark, stage, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("random openings are balanced, and the seed's", random_openings_are_balanced),
        trial("random openings at odds are as even as the odds", odds_are_as_even_as_the_array),
        trial("an engine that always gives has its random openings mirrored", mirrored_openings),
        trial("random openings cannot be had from a silent judge", silent_judge),
        trial("no opening is no endless search", nothing_is_balanced),
    ]
}

fn matched(terms: &Terms, wanted: RandomPlies, judge: &str, mark: &str) -> Match {
    let engines = [engine("Judge", judge, mark), engine("Other", "seed=2", mark)];
    let mut the_match = stage(engines, 4, terms);
    the_match.random = Some(RandomOpenings::new(wanted));
    the_match.adjudication.length = Some(1);
    the_match
}

/// White's score by the scripted judge.
fn for_white(position: &Position) -> i32 {
    let score = opinion(position);
    if position.turn() == Color::White { score } else { -score }
}

/// The first plies of every game, and the key of the position after them.
fn openings(games: &[Finished], plies: usize) -> Vec<(Vec<Move>, u64)> {
    let cut = |game: &Game| (game.moves()[..plies].to_vec(), game.positions()[plies].key());
    games.iter().map(|game| cut(&game.played.game)).collect()
}

/// White's score after so many plies of each game.
fn scores(games: &[Finished], plies: usize) -> Vec<i32> {
    games.iter().map(|game| for_white(&game.played.game.positions()[plies])).collect()
}

fn random_openings_are_balanced() {
    let terms = Terms::from(Code::England1804);
    let play = |seed, concurrency| {
        let mark = mark();
        let wanted = RandomPlies { plies: 5, seed, balance: 60 };
        let mut the_match = matched(&terms, wanted, "knows=1 score=opinion", &mark);
        the_match.concurrency = concurrency;
        let games = games(&the_match);
        let scores = scores(&games, 5);
        assert!(scores.iter().all(|score| score.abs() <= 60), "{scores:?}");
        let found = openings(&games, 5);
        assert_eq!(left_running(&mark), Vec::<String>::new());
        found
    };
    let one = play(1, 1);
    assert_eq!(one, play(1, 2), "the boards do not matter");
    assert_ne!(one, play(2, 1));
    for pair in one.chunks(2) {
        assert_eq!(pair[0], pair[1], "both games of a pair have one opening");
    }
    assert!(one.windows(3).all(|three| three[0] != three[2]), "rounds differ");
}

fn odds_are_as_even_as_the_array() {
    let terms = Variant::KnightOdds.terms();
    let array = for_white(&terms.start().position(&terms).unwrap());
    let wanted = RandomPlies { plies: 4, seed: 3, balance: 30 };
    let played = games(&matched(&terms, wanted, "knows=1 score=opinion", &mark()));
    for score in scores(&played, 4) {
        assert!((score - array).abs() <= 30, "{score} {array}");
    }
}

fn mirrored_openings() {
    let mut terms = Terms::from(Code::British1897);
    terms.odds = "a1".parse().unwrap();
    terms.odds_giver = Some(Color::White);
    let wanted = RandomPlies { plies: 4, seed: 3, balance: 600 };
    let mut the_match = matched(&terms, wanted, "knows=1 score=opinion", &mark());
    the_match.engine_gives = Some(0);
    let played = openings(&games(&the_match), 4);
    for pair in played.chunks(2) {
        let mirrored = |mv: &Move| (mv.from().mirrored(), mv.to().mirrored());
        let one: Vec<_> = pair[0].0.iter().map(|mv| (mv.from(), mv.to())).collect();
        assert_eq!(one, pair[1].0.iter().map(mirrored).collect::<Vec<_>>());
    }
}

/// The reason for which a match ends before its first game.
fn refusal(wanted: RandomPlies, judge: &str) -> String {
    let mark = mark();
    let the_match = matched(&Terms::default(), wanted, judge, &mark);
    let error = the_match.run(&|_| false, |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(left_running(&mark), Vec::<String>::new());
    error.to_string()
}

fn silent_judge() {
    let wanted = RandomPlies { plies: 4, seed: 0, balance: 600 };
    let silent = refusal(wanted, "seed=1");
    assert!(silent.contains("'Judge'") && silent.contains("no score"), "{silent}");
    let failing = refusal(wanted, "fault=crash-at-go score=opinion");
    assert!(failing.contains("'Judge'") && failing.contains("has ended"), "{failing}");
}

fn nothing_is_balanced() {
    let wanted = RandomPlies { plies: 3, seed: 0, balance: 10 };
    let error = refusal(wanted, "score=cp_200");
    assert!(error.contains("of 3 plies for round 1") && error.contains("10 centipawns"), "{error}");
}
