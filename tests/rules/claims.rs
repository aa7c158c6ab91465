//! Draws that a player claims, and the count that begins with notice: amateur1804:XVII,
//! accomplished1837:19, british1897:I.16 and II.8, rogers1907:XXIX, federation1912:32.

use std::collections::HashMap;

use jadoube::rules::laws::{DrawnBy, Reason};
use jadoube::rules::{
    Color, ENDLESS_CHECKS_AT_SIGHT, ENDLESS_CHECKS_WORK, Game, PieceKind, Position, Square,
};

use crate::chance::Random;
use crate::table::{
    CODES, board_of, game, go_on, mirrored, mirrored_line, play_all, position, result, setup,
    start, terms,
};

/// The codes under which fifty moves and a third occurrence can be claimed.
const CLAIMING: [&str; 4] = ["chess", "british1897", "rogers1907", "federation1912"];
/// The codes under which fifty moves are counted from a notice, and nothing is claimed.
const NOTICE: [&str; 3] = ["england1804", "france1804", "accomplished1837"];

/// Whether a draw may be claimed on this ground.
fn may_claim(game: &Game, ground: DrawnBy) -> bool {
    game.claims().iter().any(|claim| claim.ground == ground)
}

/// Rooks that can wander for long without repeating: White's through five squares of the a-file,
/// Black's through six of the h-file, so that the pieces stand the same only after thirty moves.
const WANDERERS: &str = "4k3/5p1r/8/8/8/8/R1P5/4Kn2 w - - 0 20";

/// Moves the rooks of [`WANDERERS`] for so many plies.
fn wander(game: &mut Game, plies: usize) {
    for _ in 0..plies {
        let color = game.position().turn();
        let (file, squares) = match color {
            Color::White => ('a', [2, 3, 4, 5, 6, 2, 2]),
            Color::Black => ('h', [7, 6, 5, 4, 3, 2, 7]),
        };
        let rook = Square::all()
            .find(|&square| {
                let man = game.position().piece_at(square);
                man.is_some_and(|man| (man.color(), man.kind()) == (color, PieceKind::Rook))
            })
            .expect("the rook wanders and is never taken");
        let rank = rook.rank() + 1;
        let at = squares.iter().position(|&there| there == rank).expect("a square of the circle");
        go_on(game, &format!("{rook}{file}{}", squares[at + 1]));
    }
}

/// british1897:II.8, rogers1907:XXIX, federation1912:32: after fifty moves of each a draw can be
/// claimed. A capture begins the count anew everywhere, a pawn's move only in 1912 and today.
#[test]
fn fifty_moves_of_each() {
    // What is played first, and how many plies later the claim stands under each code.
    let beginnings = [
        ("", CLAIMING.map(|code| (code, 100))),
        ("e1f1", CLAIMING.map(|code| (code, 100))),
        (
            "c2c3",
            [("chess", 100), ("british1897", 49), ("rogers1907", 49), ("federation1912", 100)],
        ),
    ];
    for (first, codes) in beginnings {
        for (code, wanted) in codes {
            let mut game = game(&position(code, WANDERERS), "");
            if !first.is_empty() {
                wander(&mut game, 50);
                go_on(&mut game, first);
            }
            wander(&mut game, wanted - 1);
            assert!(!may_claim(&game, DrawnBy::FiftyMoves), "{code}: {first}: too early");
            wander(&mut game, 1);
            assert!(may_claim(&game, DrawnBy::FiftyMoves), "{code}: {first}");
            assert_eq!(result(game.outcome()), "-", "{code}: it must be claimed");
            for claim in game.claims() {
                // 1897 and 1912: by the player whose turn it is. 1907: by a player.
                assert_eq!(claim.side_to_move_only, code != "rogers1907", "{code}");
                assert_eq!(result(Some(game.outcome_of_claim(claim))), "drawn", "{code}");
            }
        }
    }
    for code in NOTICE {
        let mut game = game(&position(code, WANDERERS), "");
        wander(&mut game, 220);
        assert!(game.claims().is_empty(), "{code}");
        assert_eq!(result(game.outcome()), "-", "{code}");
    }
    // Only today's law ends the game without a claim, after seventy-five.
    for code in CODES {
        let mut game = game(&position(code, WANDERERS), "");
        wander(&mut game, 149);
        assert_eq!(result(game.outcome()), "-", "{code}");
        wander(&mut game, 1);
        let wanted = if code == "chess" { Some(Reason::SeventyFiveMoves) } else { None };
        assert_eq!(game.outcome().map(|outcome| outcome.reason), wanted, "{code}");
    }
}

/// british1897:II.8, rogers1907:XXIX, federation1912:32: a draw can be claimed when the position
/// has stood twice before at the claimant's turn. 1804 and 1837 have no such law.
#[test]
fn recurrence_of_position() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    for code in CODES {
        let mut game = game(&start(code), "");
        for (ply, mv) in shuffle.split(' ').enumerate() {
            assert!(!may_claim(&game, DrawnBy::ThirdOccurrence), "{code}: ply {ply}");
            go_on(&mut game, mv);
        }
        let claimed = may_claim(&game, DrawnBy::ThirdOccurrence);
        assert_eq!(claimed, CLAIMING.contains(&code), "{code}");
        go_on(&mut game, "e2e4");
        assert!(!may_claim(&game, DrawnBy::ThirdOccurrence), "{code}: it is no more");
        assert_eq!(result(game.outcome()), "-", "{code}");
    }
    // The same pieces with the other player to move are not the same. Each king loses a move in
    // turn, so that the pieces stand alike at plies 0, 5 and 10, but for White to move only at 0
    // and 10.
    let tempo = "e1d1 a8b8 d1d2 b8a8 d2e1 a8b8 e1d1 b8b7 d1e1 b7a8";
    let there_and_back = "e1d1 a8b8 d1e1 b8a8";
    for code in CLAIMING {
        let start = position(code, "k7/8/8/8/8/8/7R/4K3 w - - 0 20");
        let mut game = game(&start, tempo);
        assert_eq!(game.position().placement_key(), start.placement_key(), "{code}");
        assert!(!may_claim(&game, DrawnBy::ThirdOccurrence), "{code}");
        go_on(&mut game, there_and_back);
        assert!(may_claim(&game, DrawnBy::ThirdOccurrence), "{code}");
    }
    // Today's law alone ends the game at the fifth occurrence.
    for code in CODES {
        let game = game(&start(code), &[shuffle, shuffle].join(" "));
        let wanted = if code == "chess" { Some(Reason::FifthOccurrence) } else { None };
        assert_eq!(game.outcome().map(|outcome| outcome.reason), wanted, "{code}");
    }
}

/// british1897:I.16, federation1912:32: the pieces on their squares are the position, like pieces
/// being alike; rights to castle and to capture en passant are no part of it, as they are today.
#[test]
fn what_makes_positions_the_same() {
    // A position that stands with a right at first, and without it afterwards.
    let right_lost = [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 20", "a1b1 e8d8 b1a1 d8e8"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 20", "e8d8 e1d1 d8e8 d1e1"),
    ];
    for code in CLAIMING {
        for (fen, cycle) in right_lost {
            for (fen, cycle) in
                [(fen.to_owned(), cycle.to_owned()), (mirrored(fen), mirrored_line(cycle))]
            {
                let twice = format!("{cycle} {cycle}");
                let mut game = game(&position(code, &fen), &twice);
                let claimed = may_claim(&game, DrawnBy::ThirdOccurrence);
                assert_eq!(claimed, code != "chess", "{code}: {fen}");
                go_on(&mut game, &cycle);
                assert!(may_claim(&game, DrawnBy::ThirdOccurrence), "{code}: {fen}");
            }
        }
        // Two rooks that change places: the position is the same as before.
        let swap = "a1a2 e8d8 b1a1 d8e8 a2b2 e8d8 b2b1 d8e8";
        let start = position(code, "4k3/8/8/8/7K/8/8/RR6 w - - 0 20");
        assert!(!may_claim(&game(&start, swap), DrawnBy::ThirdOccurrence), "{code}");
        let twice = game(&start, &[swap, swap].join(" "));
        assert!(may_claim(&twice, DrawnBy::ThirdOccurrence), "{code}");
    }
}

/// rogers1907:XXIX: also when the same series of moves has been made three times running, though
/// the position may not have stood three times.
#[test]
fn repeated_series_of_moves() {
    // Queen and rook change places by the same moves each time, so that the pieces stand alike only
    // after every second series.
    let series = "a1a2 e8d8 b1a1 d8e8 a2b2 e8d8 b2b1 d8e8";
    for code in CODES {
        let mut game = game(&position(code, "4k3/8/8/8/7K/8/8/QR6 w - - 0 20"), series);
        go_on(&mut game, series);
        // White can check for ever as well, if he likes: that is another claim.
        assert!(game.claims_by_record().is_empty(), "{code}: twice only");
        go_on(&mut game, series);
        let claims = game.claims_by_record();
        let grounds: Vec<DrawnBy> = claims.iter().map(|claim| claim.ground).collect();
        if code == "rogers1907" {
            assert_eq!(grounds, [DrawnBy::SameSeries]);
            assert_eq!(result(Some(game.outcome_of_claim(game.claims()[0]))), "drawn");
        } else {
            assert!(grounds.is_empty(), "{code}");
        }
        // Three times, but not running.
        let parted = ["h4h3 e8d8 h3h4 d8e8", series].join(" ");
        go_on(&mut game, &parted);
        assert!(!may_claim(&game, DrawnBy::SameSeries), "{code}");
    }
}

/// british1897:II.8, federation1912:32: a draw can be claimed by the player to move who can always
/// check and, whatever the reply, check again; a line in which he mates instead does not refute it.
#[test]
fn endless_checks() {
    let cases = [
        // Queen's checks from e8 and h5, the king having g8 and h7 alone.
        ("6k1/6p1/8/7Q/8/8/nn6/7K w - - 0 1", true),
        // It is not his turn, and his opponent has no check.
        ("6k1/6p1/8/7Q/8/8/nn6/7K b - - 0 1", false),
        // Whatever square she checks from, the queen is taken.
        ("6k1/6p1/5n2/7Q/8/8/nn6/7K w - - 0 1", false),
        // No check at all.
        ("6k1/8/8/8/8/8/8/K5N1 w - - 0 1", false),
        // A mate; and two checks, no more.
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", true),
        ("6k1/5pp1/8/8/8/8/8/K2R4 w - - 0 1", false),
        ("k7/1p6/8/8/8/8/8/K6R w - - 0 1", false),
    ];
    for code in CODES {
        let known = ["british1897", "federation1912"].contains(&code);
        for (fen, proved) in cases {
            for fen in [fen.to_owned(), mirrored(fen)] {
                let position = position(code, &fen);
                let found = position.can_check_forever(ENDLESS_CHECKS_WORK);
                assert_eq!(found, Some(proved), "{code}: {fen}");
                let game = Game::new(position);
                assert_eq!(
                    may_claim(&game, DrawnBy::EndlessChecks),
                    known && proved,
                    "{code}: {fen}"
                );
                let claims = game.claims();
                let claim = claims.iter().find(|claim| claim.ground == DrawnBy::EndlessChecks);
                if let Some(claim) = claim {
                    assert!(claim.side_to_move_only);
                    assert_eq!(result(Some(game.outcome_of_claim(*claim))), "drawn");
                }
            }
        }
    }
}

/// Whether the player to move can check so many times running, whatever the replies, or wins.
fn can_check(position: &Position, times: u32, known: &mut HashMap<(u64, u32), bool>) -> bool {
    if times == 0 {
        return true;
    }
    let key = (position.key(), times);
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let us = position.turn();
    let goes_on = |after: &Position, known: &mut HashMap<(u64, u32), bool>| {
        after.legal_moves().iter().all(|reply| {
            let next = after.play(*reply);
            match next.outcome() {
                Some(outcome) => outcome.winner == Some(us),
                None => can_check(&next, times - 1, known),
            }
        })
    };
    let found = position.legal_moves().iter().any(|mv| {
        let after = position.play(*mv);
        after.in_check()
            && match after.outcome() {
                Some(outcome) => outcome.winner == Some(us),
                None => goes_on(&after, known),
            }
    });
    known.insert(key, found);
    found
}

/// british1897:II.8, federation1912:32: endless means without end. What is proved holds for any
/// number of checks one likes, and what is refuted for some number does not.
#[test]
fn endless_checks_are_checks_without_end() {
    let (mut proved, mut refuted) = (0, 0);
    let mut random = Random(7);
    for together in ["KkR", "KkQr", "KkQrp", "KkRnp", "KkBBp"].repeat(80) {
        let mut men: Vec<(char, Square)> = Vec::new();
        for man in together.chars() {
            men.push((man, Square::new(random.below(64) as u8)));
        }
        let text = format!("{} w - - 0 1", board_of(&men));
        let Ok(position) = setup(&text).position(&terms("british1897")) else { continue };
        if position.outcome().is_some() {
            continue;
        }
        let mut known = HashMap::new();
        match position.can_check_forever(ENDLESS_CHECKS_AT_SIGHT) {
            Some(true) => {
                assert!(can_check(&position, 12, &mut known), "{text}");
                proved += 1;
            }
            Some(false) => {
                let ends = (1..200).find(|times| !can_check(&position, *times, &mut known));
                assert!(ends.is_some(), "{text}");
                refuted += 1;
            }
            // Not decided by so little work: nothing is claimed.
            None => {}
        }
    }
    assert!(proved > 10 && refuted > 50, "{proved} proved, {refuted} refuted");
}

/// amateur1804:XVII, accomplished1837:19: in the listed endings fifty moves of each are counted
/// from the moment at which the ending stands, whatever is taken meanwhile; then the game is drawn.
/// The "difficult mates" of 1804 are those of 1837 without the queen's.
#[test]
fn fifty_moves_on_notice() {
    let king = "a1a2 h8g8 a2a1 g8h8";
    let queen = ("7k/8/8/8/8/8/8/KQ6 w - - 0 20", king);
    let listed = [
        ("6rk/8/8/8/8/8/8/KBR5 w - - 0 20", "a1a2 g8f8 a2a1 f8g8"),
        ("7k/8/8/8/8/8/8/KBB5 w - - 0 20", king),
        ("7k/8/8/8/8/8/8/KBN5 w - - 0 20", king),
    ];
    let not_listed = [
        ("7k/8/8/8/8/8/8/KR6 w - - 0 20", king),
        ("7k/8/8/8/8/8/P7/K7 w - - 0 20", "a1b1 h8g8 b1a1 g8h8"),
        ("7k/8/8/8/8/8/8/KNN5 w - - 0 20", king),
        ("6rk/8/8/8/8/8/8/KQ6 w - - 0 20", "a1a2 g8f8 a2a1 f8g8"),
        ("7k/8/8/8/8/8/p7/KBN5 w - - 0 20", "c1d3 h8g8 d3c1 g8h8"),
    ];
    for code in CODES {
        let counts = NOTICE.contains(&code);
        let cases =
            listed.iter().map(|case| (case, counts)).chain(not_listed.iter().map(|c| (c, false)));
        let queen_mates = [(&queen, code == "accomplished1837")];
        for (&(fen, cycle), drawn) in cases.chain(queen_mates) {
            for (fen, cycle) in
                [(fen.to_owned(), cycle.to_owned()), (mirrored(fen), mirrored_line(cycle))]
            {
                let (last, before) = cycle.rsplit_once(' ').map(|(b, l)| (l, b)).expect("moves");
                let nearly = [cycle.as_str()].repeat(24).join(" ") + " " + before;
                let at_99 = play_all(&position(code, &fen), &nearly);
                assert_eq!(result(at_99.outcome()), "-", "{code}: {fen}");
                let at_100 = play_all(&at_99, last);
                let reason = at_100.outcome().map(|outcome| outcome.reason);
                let wanted = drawn.then_some(Reason::FiftyOnNotice);
                assert_eq!(reason, wanted, "{code}: {fen}");
                assert_eq!(result(at_100.outcome()), if drawn { "drawn" } else { "-" }, "{code}");
            }
        }
    }
    for code in NOTICE {
        // The ending comes about by a capture: from there it is counted.
        let taken = play_all(&position(code, "7k/8/8/8/8/8/1p6/KBN5 w - - 0 20"), "a1b2");
        let cycle = "h8g8 b2a2 g8h8 a2b2";
        let nearly = [cycle].repeat(24).join(" ") + " h8g8 b2a2 g8h8";
        let at_99 = play_all(&taken, &nearly);
        assert_eq!(result(at_99.outcome()), "-", "{code}");
        assert_eq!(result(play_all(&at_99, "a2b2").outcome()), "drawn", "{code}");
        // Forty plies, then the defender loses his rook: the count goes on.
        let cycle = "a1a2 g8f8 a2a1 f8g8";
        let forty = [cycle].repeat(10).join(" ");
        let start = position(code, "6rk/8/8/8/8/8/8/KBR5 w - - 0 20");
        let taken = play_all(&start, &(forty + " c1f1 g8f8 f1f8 h8g7 f8f1"));
        let cycle = "g7h8 a1a2 h8g7 a2a1";
        let at_97 = play_all(&taken, &([cycle].repeat(13).join(" ")));
        let at_99 = play_all(&at_97, "g7h8 a1a2");
        assert_eq!(result(at_99.outcome()), "-", "{code}");
        assert_eq!(result(play_all(&at_99, "h8g7").outcome()), "drawn", "{code}");
        // A mate with the last of the fifty is a mate; any other move there draws.
        // A FEN that says that notice was given is believed in any ending.
        let start = position(code, "7k/8/5K2/8/8/8/8/6Q1 b - - 0 20 notice:0");
        let before = [["h8h7 f6f5 h7h8 f5f6"].repeat(24).join(" "), "h8h7 f6f7 h7h8".to_owned()];
        let at_99 = play_all(&start, &before.join(" "));
        let mate = play_all(&at_99, "g1g7");
        assert_eq!(mate.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate), "{code}");
        assert_eq!(result(play_all(&at_99, "g1g2").outcome()), "drawn", "{code}");
    }
}
