//! Matches under the arbiter: a script makes players err, penalties are exacted and paid, and the
//! record tells the rulings.

use std::sync::Arc;

use jadoube::notation::coordinate;
use jadoube::referee::game::{Cause, Played};
use jadoube::referee::output::pgn::{Heading, record};
use jadoube::rules::Color;
use jadoube::rules::laws::{Code, Terms};
use libtest_mimic::Trial;

use crate::stage::{engine, games, mark, stage, trial};

/// The first of two games between honest engines under a code, with errors.
fn played(code: Code, script: &str, seed: u64) -> (Played, String) {
    let mark = mark();
    let manner = |seed: u64| format!("seed={seed} score=opinion");
    let engines =
        [engine("White", &manner(seed), &mark), engine("Black", &manner(seed + 100), &mark)];
    let mut the_match = stage(engines, 1, &Terms::from(code));
    the_match.adjudication.length = Some(10);
    the_match.errors = Some(Arc::new(script.parse().unwrap()));
    let finished = games(&the_match).swap_remove(0);
    let pgn = record(Heading::of(&finished, &the_match, "Test"), &finished.played).to_string();
    (finished.played, pgn)
}

/// What was ruled, a line each.
fn rulings(played: &Played) -> String {
    played.rulings.iter().map(|(_, text)| format!("{text}\n")).collect()
}

fn moves(played: &Played) -> Vec<String> {
    let pairs = played.game.positions().iter().zip(played.game.moves());
    pairs.map(|(position, mv)| coordinate::to_string(position, *mv)).collect()
}

/// amateur1804:V, federation1912:22: what is touched is moved.
fn a_touched_piece_is_moved() {
    for code in [Code::England1804, Code::Accomplished1837, Code::Rogers1907, Code::Chess] {
        for seed in 0..3 {
            let (played, pgn) = played(code, "game 1 ply 1 White touches g1", seed);
            assert!(moves(&played)[0].starts_with("g1"), "{code}: {pgn}");
            assert!(rulings(&played).contains("duty White move g1"), "{code}: {pgn}");
            assert!(pgn.contains("White touches g1"), "{pgn}");
        }
    }
}

/// british1897:II.5c: touching is no offence until another move is made; then it is taken back, and
/// the man touched is moved.
fn a_penalty_is_exacted_and_paid() {
    let mut exacted = 0;
    for seed in 0..6 {
        let (played, pgn) = played(Code::British1897, "game 1 ply 1 White touches g1", seed);
        let moves = moves(&played);
        assert!(moves.len() >= 20, "the game goes on: {pgn}");
        let told = rulings(&played);
        if told.contains("Black exacts") {
            exacted += 1;
            assert!(told.contains("restored"), "{told}");
            assert!(told.contains("[british1897:II.5c"), "{told}");
        } else {
            assert!(moves[0].starts_with("g1"), "{pgn}");
        }
    }
    assert!(exacted > 0);
}

/// A false move is taken back under every code, whatever is exacted for it, and the game goes on by
/// legal moves.
fn a_false_move_is_taken_back() {
    for code in Code::ALL {
        let (played, pgn) = played(*code, "game 1 ply 1 White plays d1d5", 3);
        let told = rulings(&played);
        assert!(told.contains("White plays d1d5: right Black "), "{code}: {told}");
        assert!(told.contains("restored") || told.contains("taken back"), "{code}: {told}");
        assert!(moves(&played).len() > 4 && !pgn.contains("rules infraction"), "{pgn}");
    }
}

/// federation1912:42a: who upsets the board has lost. In 1897 the opponent claims it (II.9a).
fn conduct_can_lose_a_game() {
    for code in [Code::Federation1912, Code::British1897] {
        let (played, pgn) = played(code, "game 1 ply 2 Black upsets the board", 1);
        assert_eq!(played.ending.cause, Cause::Ruling, "{code}");
        assert_eq!(played.ending.winner, Some(Color::White), "{code}");
        assert!(pgn.contains("[Termination \"rules infraction\"]"), "{pgn}");
        assert!(pgn.contains("ruling of the arbiter"), "{pgn}");
    }
}

/// rogers1907:XXI: a bystander's advice annuls the game, and it is begun again.
fn an_annulled_game_is_begun_again() {
    let (played, pgn) = played(Code::Rogers1907, "game 1 ply 4 Bystander advises White", 2);
    assert!(rulings(&played).contains("annulled and begun again"), "{pgn}");
    assert_ne!(played.ending.cause, Cause::Ruling, "{pgn}");
    assert!(played.game.moves().len() > 4, "{pgn}");
}

/// accomplished1837:3: the opponent may let a false move stand, but no engine can play on from that.
fn a_false_move_never_stands() {
    for seed in 0..3 {
        let (played, pgn) = played(Code::Accomplished1837, "game 1 ply 3 White plays a1a6", seed);
        assert!(!rulings(&played).contains("exacts stand"), "{pgn}");
        assert_eq!(played.game.moves().len(), 20, "{pgn}");
    }
}

/// What cannot happen is told and changes nothing; so does a turn that the script leaves half done.
fn what_cannot_happen_is_told() {
    let script = "game 1 ply 2 Black plays e2e4\ngame 1 ply 4 Black lifts g8";
    let (played, pgn) = played(Code::Chess, script, 4);
    assert!(rulings(&played).contains("Black plays e2e4: cannot happen"), "{pgn}");
    assert_eq!(played.game.moves().len(), 20, "{pgn}");
}

/// The second game of the match has no errors.
fn a_script_is_for_its_game() {
    let mark = mark();
    let engines = [engine("A", "seed=1", &mark), engine("B", "seed=2", &mark)];
    let mut the_match = stage(engines, 1, &Terms::default());
    the_match.errors = Some(Arc::new("game 2 ply 1 White touches b1".parse().unwrap()));
    let games = games(&the_match);
    assert!(games[0].played.rulings.is_empty());
    assert!(moves(&games[1].played)[0].starts_with("b1"));
}

/// The tests.
pub fn trials() -> Vec<Trial> {
    vec![
        trial("under the arbiter a touched piece is moved", a_touched_piece_is_moved),
        trial("a penalty is exacted and paid", a_penalty_is_exacted_and_paid),
        trial("a false move is taken back under every code", a_false_move_is_taken_back),
        trial("conduct can lose a game", conduct_can_lose_a_game),
        trial("an annulled game is begun again", an_annulled_game_is_begun_again),
        trial("in a match a false move never stands", a_false_move_never_stands),
        trial("what cannot happen is told", what_cannot_happen_is_told),
        trial("a script is for its game", a_script_is_for_its_game),
    ]
}
