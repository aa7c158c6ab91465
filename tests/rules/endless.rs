//! Endless checks, proved by the engine and by a solver of its own: over every position that any
//! series of checks can lead to, those are struck out from which it comes to an end, until nothing
//! changes. It must not know how the engine looks for a proof.

use std::collections::HashMap;

use jadoube::rules::laws::DrawnBy;
use jadoube::rules::{ENDLESS_CHECKS_AT_SIGHT, ENDLESS_CHECKS_WORK, Game, Position, Square};

use crate::chance::Random;
use crate::table::{board_of, mirrored, position, setup, terms};

/// The most positions that the solver takes in.
const MOST: usize = 8_000;

/// Every position with the claimant to move that a series of checks leads to, the first one's
/// first, and the checks of each: for each check the places of the positions after its replies.
/// Checks that can end otherwise than by the claimant's win are none. `None` if there are too many.
fn all_series(start: &Position) -> Option<Vec<Vec<Vec<usize>>>> {
    let claimant = start.turn();
    let mut places = HashMap::from([(start.key(), 0)]);
    let mut positions = vec![*start];
    let mut all = Vec::new();
    while let Some(position) = positions.get(all.len()).copied() {
        let mut checks = Vec::new();
        for mv in &position.legal_moves() {
            let checked = position.play(*mv);
            if !checked.in_check() {
                continue;
            }
            let mut replies = Vec::new();
            let mut goes_on = checked.outcome().is_none_or(|end| end.winner == Some(claimant));
            for reply in &checked.legal_moves() {
                let next = checked.play(*reply);
                match next.outcome() {
                    Some(end) => goes_on &= end.winner == Some(claimant),
                    None => {
                        let place = *places.entry(next.key()).or_insert(positions.len());
                        if place == positions.len() {
                            positions.push(next);
                        }
                        replies.push(place);
                    }
                }
            }
            if goes_on {
                checks.push(replies);
            }
        }
        all.push(checks);
        if positions.len() > MOST {
            return None;
        }
    }
    Some(all)
}

/// Whether the claimant can check for ever, by striking out.
fn solved(start: &Position) -> Option<bool> {
    let all = all_series(start)?;
    let mut stands = vec![true; all.len()];
    let mut changed = true;
    while changed && stands[0] {
        changed = false;
        for place in (0..all.len()).rev() {
            let goes_on = |check: &Vec<usize>| check.iter().all(|&next| stands[next]);
            if stands[place] && !all[place].iter().any(goes_on) {
                stands[place] = false;
                changed = true;
            }
        }
    }
    Some(stands[0])
}

/// A random position with few pieces: the king to be checked on his first two ranks, with his pawns
/// before him, the others anywhere.
fn few_pieces(men: &str, random: &mut Random) -> String {
    let mut placed: Vec<(char, Square)> = Vec::new();
    let mut king = 0;
    for man in men.chars() {
        let number = random.next() / 64;
        let index = match man {
            'k' => {
                king = 48 + number % 16;
                king
            }
            'p' => 40 + (king % 8 + number % 3 + 7) % 8 + 8 * (number / 3 % 2),
            _ => number % 64,
        };
        let square = Square::new(index as u8);
        if placed.iter().all(|(_, other)| *other != square) {
            placed.push((man, square));
        }
    }
    format!("{} w - - 0 1", board_of(&placed))
}

/// That a line is one of checks, each with a reply, that comes back to a position or ends in the
/// claimant's win.
fn is_series_of_checks(start: &Position, line: &[jadoube::rules::Move]) {
    let (claimant, mut at) = (start.turn(), *start);
    let mut seen = vec![at.key()];
    for (ply, mv) in line.iter().enumerate() {
        assert!(at.is_legal(*mv), "{line:?}");
        at = at.play(*mv);
        assert!(at.in_check() || ply % 2 == 1, "{line:?}");
        seen.push(at.key());
    }
    let last = seen.pop().expect("it has a beginning");
    let won = at.outcome().is_some_and(|end| end.winner == Some(claimant))
        // After the last check every reply lets the claimant win.
        || (!line.len().is_multiple_of(2) && at.legal_moves().into_iter().all(|mv| {
            at.play(mv).outcome().is_some_and(|end| end.winner == Some(claimant))
        }));
    assert!(won || (line.len().is_multiple_of(2) && seen.contains(&last)), "{line:?}");
}

/// british1897:II.8, federation1912:32: what the engine claims can be done, and what it refutes
/// cannot; no proof is missed where the work allowed is that of a claim.
#[test]
fn proofs_of_endless_checks_agree_with_a_solver() {
    let sets = ["KkQpp", "KkRppp", "KkQppp", "KkRpp", "KkQnpp", "KkNNpp", "KkRNpp", "KkQp", "KkQn"];
    let (mut random, mut endless, mut refuted) = (Random(5), 0, 0);
    let (mut at_sight, mut with_work, mut undecided) = (0, 0, 0);
    for round in 0.. {
        if endless + refuted >= 1_000 {
            break;
        }
        let text = few_pieces(sets[round % sets.len()], &mut random);
        let Ok(at) = setup(&text).position(&terms("british1897")) else { continue };
        if at.outcome().is_some() {
            continue;
        }
        let Some(truth) = solved(&at) else { continue };
        for (work, found) in
            [(ENDLESS_CHECKS_AT_SIGHT, &mut at_sight), (ENDLESS_CHECKS_WORK, &mut with_work)]
        {
            match at.can_check_forever(work) {
                Some(claimed) => {
                    assert_eq!(claimed, truth, "{text}");
                    *found += i32::from(claimed);
                    if work == ENDLESS_CHECKS_AT_SIGHT {
                        let line = at.endless_checks(work);
                        assert_eq!(line.is_some(), claimed, "{text}");
                        line.into_iter().for_each(|line| is_series_of_checks(&at, &line));
                    }
                }
                None => undecided += i32::from(work == ENDLESS_CHECKS_WORK),
            }
        }
        endless += i32::from(truth);
        refuted += i32::from(!truth);
    }
    let figures = format!(
        "{endless} endless, {at_sight} found at sight and {with_work} with work; {refuted} refuted; {undecided} undecided"
    );
    assert!(endless >= 20 && refuted >= 100, "{figures}");
    assert!(3 * at_sight >= endless && with_work == endless && undecided == 0, "{figures}");
}

/// british1897:II.8, federation1912:32: short series with many other checks beside them.
#[test]
fn short_series_are_found_among_many_checks() {
    for code in ["british1897", "federation1912"] {
        for fen in [
            // Qe6+ Be7 Qc8+ Bd8.
            "3bk1K1/8/3p4/8/2Q1Pr2/8/7q/8 w - - 0 1",
            "4k3/q3p3/7K/8/2Q5/8/8/r7 w - - 0 1",
        ] {
            for fen in [fen.to_owned(), mirrored(fen)] {
                let at = position(code, &fen);
                assert_eq!(at.can_check_forever(ENDLESS_CHECKS_AT_SIGHT), Some(true), "{fen}");
                let claims = Game::new(at).claims();
                assert!(claims.iter().any(|claim| claim.ground == DrawnBy::EndlessChecks), "{fen}");
            }
        }
    }
}

/// british1897:II.8: a count that will be full some day, under a switch, does not end the series
/// that is endless without it.
#[test]
fn counts_do_not_end_a_series() {
    let at = |plies| {
        let mut terms = terms("british1897");
        terms.fifty_moves = jadoube::rules::laws::FiftyMoves::parse("notice");
        let text = format!("6k1/6p1/8/7Q/8/8/nn6/7K w - - 0 1 notice:{plies}");
        setup(&text).position(&terms).expect("a position")
    };
    for plies in [0, 90, 97] {
        assert_eq!(at(plies).can_check_forever(ENDLESS_CHECKS_AT_SIGHT), Some(true), "{plies}");
    }
}
