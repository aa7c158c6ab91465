//! Engines that think in their opponent's time, and the ways in which they can fail at it.

use std::time::Duration;

use jadoube::referee::client::{Limits, WireLog};
use jadoube::referee::game::Cause;
use jadoube::referee::tournament::{Finished, Match};
use jadoube::rules::Color;
use jadoube::rules::laws::{Code, Terms, Variant};
use libtest_mimic::Trial;

use super::folder::File;
use super::stage::{engine, games, impatient, left_running, mark, stage, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("a ponderer that guesses right is told so", right_guesses),
        trial("a ponderer that guesses wrong is stopped, its move thrown away", wrong_guesses),
        trial("a ponderer's clock runs from the hit", the_clock_runs_from_the_hit),
        trial("a guess that is no legal move is not pondered about", nonsense_is_not_pondered),
        trial("pondering goes on under every law", every_law),
        trial("an engine that ends while pondering has lost", crash_while_pondering),
        trial("an engine that does not stop pondering has lost", never_stops),
        trial("a move sent while pondering is taken at the hit", early_answers),
    ]
}

/// Two engines, the first a ponderer of that manner; the second's seed is 2.
fn pondered(manner: &str, terms: &Terms, mark: &str) -> Match {
    let mut ponderer = engine("Ponders", &format!("seed=1 {manner}"), mark);
    ponderer.ponder = true;
    let mut the_match = stage([ponderer, engine("Waits", "seed=2", mark)], 1, terms);
    the_match.adjudication.length = Some(12);
    if manner.contains("keep-pondering") {
        impatient(&mut the_match);
    }
    the_match
}

/// Plays the match and returns, with the games, the lines of the wire of the ponderer.
fn played(mut the_match: Match, mark: &str) -> (Vec<Finished>, Vec<String>) {
    let file = File::missing(mark);
    the_match.log = WireLog::create(file.path()).unwrap();
    let games = games(&the_match);
    let log = std::fs::read_to_string(file.path()).unwrap();
    let line = |line: &str| line.split_once(" Ponders ").map(|(_, said)| said.to_owned());
    assert_eq!(left_running(mark), Vec::<String>::new());
    (games, log.lines().filter_map(line).collect())
}

fn count(wire: &[String], beginning: &str) -> usize {
    wire.iter().filter(|line| line.starts_with(beginning)).count()
}

fn moves(games: &[Finished]) -> Vec<Vec<jadoube::rules::Move>> {
    games.iter().map(|game| game.played.game.moves().to_vec()).collect()
}

/// The same match without pondering.
fn plain() -> Vec<Vec<jadoube::rules::Move>> {
    let mark = mark();
    moves(&played(pondered("", &Terms::default(), &mark), &mark).0)
}

fn right_guesses() {
    let mark = mark();
    let (games, wire) = played(pondered("guess=2", &Terms::default(), &mark), &mark);
    assert_eq!(moves(&games), plain());
    // Twelve moves of each. With White the ponderer is still at it when the game ends.
    assert_eq!(count(&wire, "< go ponder nodes 1"), 12 + 11, "{wire:#?}");
    assert_eq!(count(&wire, "< ponderhit"), 11 + 11, "{wire:#?}");
    assert_eq!(count(&wire, "< stop"), 1, "{wire:#?}");
}

fn wrong_guesses() {
    let mark = mark();
    let (games, wire) = played(pondered("guess=77", &Terms::default(), &mark), &mark);
    assert_eq!(moves(&games), plain());
    let stray: u32 = games.iter().flat_map(|game| game.stray_moves).sum();
    assert_eq!(stray, 0);
    let stops = count(&wire, "< stop");
    assert!(stops > 10, "{wire:#?}");
    assert_eq!(count(&wire, "< go ponder"), stops + count(&wire, "< ponderhit"), "{wire:#?}");
    assert_eq!(count(&wire, "< go"), count(&wire, "> bestmove"), "every go is answered once");
}

/// The opponent thinks for 200 ms a move: a ponderer whose clock ran in that time would be charged
/// with as much for each move, one whose clock runs from the hit only with what a busy machine adds.
fn the_clock_runs_from_the_hit() {
    const THOUGHT: Duration = Duration::from_millis(200);
    let mark = mark();
    let mut the_match = pondered("guess=2 delay=5", &Terms::default(), &mark);
    let slow = engine("Waits", "seed=2 delay=200", &mark);
    the_match.engines[1] = slow.into();
    the_match.limits = Limits { clock: Some("4".parse().unwrap()), ..Limits::default() };
    the_match.adjudication.length = Some(6);
    let (games, wire) = played(the_match, &mark);
    assert!(count(&wire, "< ponderhit") > 5 && count(&wire, "< stop") == 1, "{wire:#?}");
    // The clocks are said as they stand: as White the ponderer has ever less, and hardly less.
    let said = wire.iter().filter_map(|line| line.strip_prefix("< go ponder wtime "));
    let left = |words: &str| words.split(' ').next().unwrap().parse::<u64>().unwrap();
    let left: Vec<u64> = said.map(left).take(6).collect();
    assert!(left[5] < left[0] && left[5] > 4000 - 6 * 200 / 2, "{left:?}");
    for (game, ponderer) in games.iter().zip([0, 1]) {
        assert!(!game.played.ending.is_fault(), "{:?}", game.played.ending);
        let hits = game.played.notes.iter().skip(ponderer).step_by(2).skip(1);
        let mut times: Vec<Duration> = hits.map(|note| note.time).collect();
        times.sort();
        assert!(times[times.len() / 2] < THOUGHT / 2, "{times:?}");
    }
}

fn nonsense_is_not_pondered() {
    let mark = mark();
    let (games, wire) = played(pondered("expects=e1e8", &Terms::default(), &mark), &mark);
    assert_eq!(moves(&games), plain());
    assert!(
        count(&wire, "> bestmove") > 10 && wire.iter().any(|line| line.ends_with("ponder e1e8"))
    );
    assert_eq!(count(&wire, "< go ponder"), 0, "{wire:#?}");
}

fn every_law() {
    let pawn_and_two = Terms { code: Code::British1897, ..Variant::PawnAndTwo.terms() };
    let bound = Variant::CappedPawn.terms();
    let england = Terms::from(Code::England1804);
    for terms in [pawn_and_two, bound, england] {
        for knows in ["knows=1 guess=2", "guess=2"] {
            let mark = mark();
            let (games, wire) = played(pondered(knows, &terms, &mark), &mark);
            for game in &games {
                let ending = &game.played.ending;
                assert!(!ending.is_fault(), "{terms:?} {knows}: {ending:?}");
            }
            assert!(count(&wire, "< go ponder") > 0);
        }
    }
}

/// The ends of the games of a ponderer at fault, White in the first and Black in the second.
fn fates(manner: &str) -> Vec<(Color, Option<Color>, Cause)> {
    let mark = mark();
    let (games, _) = played(pondered(manner, &Terms::default(), &mark), &mark);
    let fate = |(game, ponderer): (Finished, Color)| {
        (ponderer, game.played.ending.winner, game.played.ending.cause)
    };
    games.into_iter().zip([Color::White, Color::Black]).map(fate).collect()
}

fn crash_while_pondering() {
    for (ponderer, winner, cause) in fates("guess=2 fault=crash-while-pondering at=99") {
        assert_eq!(winner, Some(ponderer.other()));
        assert!(
            matches!(cause, Cause::Broken(loser, ref why) if loser == ponderer && why.contains("ended"))
        );
    }
}

fn never_stops() {
    for (ponderer, winner, cause) in fates("guess=77 fault=keep-pondering at=99") {
        assert_eq!(winner, Some(ponderer.other()));
        assert!(
            matches!(cause, Cause::Broken(loser, ref why) if loser == ponderer && why.contains("'stop'"))
        );
    }
}

fn early_answers() {
    for guess in [2, 77] {
        let mark = mark();
        let manner = format!("guess={guess} fault=answer-while-pondering at=99");
        let (games, _) = played(pondered(&manner, &Terms::default(), &mark), &mark);
        assert_eq!(moves(&games), plain(), "guess {guess}");
    }
}
