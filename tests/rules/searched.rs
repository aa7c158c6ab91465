//! The search asked about the laws: what it takes for the end of a game is what the rules take for
//! it, and a draw that only the player to move may claim is his option. Nothing here may depend on
//! how well the search plays.

use jadoube::engine::Score;
use jadoube::eval::NetworkEvaluator;
use jadoube::rules::laws::{
    Breach, Conditions, DrawnBy, FiftyMoves, Outcome, Reason, Stalemate, Terms,
};
use jadoube::rules::{Color, Game, Move, Square};
use jadoube::search::{FixedNodes, NoProber, Request, Searcher, Silent};

use crate::chance::Random;
use crate::table::{CODES, board_of, find, game, play_all, position, setup, terms};

/// What a search of so many plies finds for the player to move, when he makes one of these moves;
/// any move if there are none.
fn searched(game: &Game, moves: &[Move], depth: usize) -> Score {
    let mut searcher = Searcher::<NetworkEvaluator>::new(1, 1);
    let request = Request { game, search_moves: moves, multi_pv: 1, depth, mate: None };
    searcher.search(&request, &FixedNodes(u64::MAX), &mut Silent, &NoProber).score
}

/// The score of a game that one move from here ends so.
fn score_of(outcome: Outcome, mover: Color) -> Score {
    // What the history of the game decides is no mate: the position may come again without it.
    let by_history = matches!(
        outcome.reason,
        Reason::Undertaking(Breach::NotMated(by)) if !matches!(by, DrawnBy::Dead | DrawnBy::Stalemate)
    );
    let win = if by_history { Score::BY_HISTORY } else { Score::MATE } - 1;
    match outcome.winner {
        None => Score::ZERO,
        Some(winner) if winner == mover => win,
        Some(_) => -win,
    }
}

/// Terms under which stalemate, the counts and the undertakings meet in every way.
fn all_terms() -> Vec<Terms> {
    let mut all = Vec::new();
    for code in CODES {
        for &stalemate in Stalemate::ALL {
            for &fifty_moves in FiftyMoves::ALL {
                for undertaking in ["", "draw", "square=e4", "within=90", "queen"] {
                    all.push(Terms {
                        stalemate: Some(stalemate),
                        fifty_moves: Some(fifty_moves),
                        undertaking: undertaking.parse::<Conditions>().ok(),
                        odds_giver: Some(Color::White),
                        ..terms(code)
                    });
                }
            }
        }
    }
    all
}

/// amateur1804:XVI, and whatever else ends a game, alone and together: one function of the rules
/// tells which end comes first, and the search asks it.
#[test]
fn a_move_that_ends_the_game_scores_what_the_rules_make_of_it() {
    let all = all_terms();
    let endings = ["KkQ", "KkR", "KkP", "KkQp", "KkBN", "KkBB", "KkQr", "KkN", "KkRBr", "KkNp"];
    let (mut random, mut ends, mut meetings) = (Random(3), 0, 0);
    for round in 0..4_000 {
        let mut men: Vec<(char, Square)> = Vec::new();
        for man in endings[round % endings.len()].chars() {
            // Kings at the edge, where there are mates and stalemates.
            let square = random.below(if man == 'k' { 8 } else { 64 });
            men.push((man, Square::new(square as u8)));
        }
        // The last ply of each count, of the limit of an undertaking, or none of them.
        let counts = ["99 90 notice:99", "99 80 notice:99", "149 80", "3 90", "3 80"][round % 5];
        let text = format!("{} {} - - {counts}", board_of(&men), ["w", "b"][round / 7 % 2]);
        let Ok(position) = setup(&text).position(random.pick(&all)) else {
            continue;
        };
        // What is claimed at the root is another matter.
        if position.outcome().is_some() || !Game::new(position).claims().is_empty() {
            continue;
        }
        for &mv in &position.legal_moves() {
            let after = position.play(mv);
            let Some(outcome) = after.outcome() else { continue };
            let wanted = score_of(outcome, position.turn());
            // At the last ply a stalemate is looked for only where it is more than a draw.
            let first = if wanted == Score::ZERO && after.legal_moves().is_empty() { 2 } else { 1 };
            for depth in first..=2 {
                let found = searched(&Game::new(position), &[mv], depth);
                assert_eq!(found, wanted, "{text} {:?} {mv:?} {depth}", position.laws());
            }
            ends += 1;
            meetings += usize::from(after.legal_moves().is_empty() && after.fifty_count() >= 100);
        }
    }
    assert!(ends > 500 && meetings > 20, "{ends} ends, {meetings} of them on the last ply");
}

/// amateur1804:XVI: stalemate on the last ply of a full count is a stalemate.
#[test]
fn stalemate_comes_before_a_full_count() {
    let cases = [
        ("england1804", "7k/8/6K1/8/8/8/8/1B3N2 w - - 0 100 notice:99", -Score::MATE.0 + 1),
        ("france1804", "7k/8/6K1/8/8/8/8/1B3N2 w - - 0 100 notice:99", 0),
        ("chess stalemate=win", "7k/8/6K1/8/8/8/8/1B3N2 w - - 99 100", -Score::MATE.0 + 1),
        ("chess stalemate=loss", "7k/8/6K1/8/8/8/8/1B3N2 w - - 99 100", Score::MATE.0 - 1),
        ("chess", "7k/8/6K1/8/8/8/8/1B3N2 w - - 99 100", 0),
        ("british1897 stalemate=loss", "7k/8/6K1/8/8/8/8/1B3N2 w - - 99 100", Score::MATE.0 - 1),
    ];
    for (agreed, fen, wanted) in cases {
        let at = position(agreed, fen);
        let mv = find(&at, "b1a2");
        for depth in [1, 2, 4] {
            let found = searched(&Game::new(at), &[mv], depth);
            assert_eq!(found, Score(wanted), "{agreed}: {fen}");
        }
        let outcome = play_all(&at, "b1a2").outcome();
        assert_eq!(outcome.map(|end| end.reason), Some(Reason::Stalemate), "{agreed}: {fen}");
    }
}

/// british1897:II.8, rogers1907:XXIX, federation1912:32: with fifty moves full a draw is an option
/// of the player to move; in 1907 either player has it, so that the game is as good as drawn.
#[test]
fn a_full_count_is_an_option_of_the_player_to_move() {
    let mates = |plies| Score::mate_in(plies);
    let (option, either) = (["british1897", "federation1912"], ["rogers1907", "chess"]);
    let cases = [
        // White mates with his first move, before he or Black could claim.
        ("6k1/8/6K1/8/8/8/8/R7 w - - 100 90", 3, mates(1), mates(1)),
        // With his second: Black, who has only one move, cannot claim before it, and White does
        // not.
        ("7k/8/5K2/8/8/8/8/R7 w - - 98 90", 4, mates(3), Score::ZERO),
        // The same, but Black may claim after the first move.
        ("7k/8/5K2/8/8/8/8/R7 w - - 99 90", 4, Score::ZERO, Score::ZERO),
        // White is lost and claims: before he makes a move, or when it is his turn again.
        ("8/8/8/8/8/5k2/1q6/7K w - - 100 90", 4, Score::ZERO, Score::ZERO),
        ("8/8/8/8/3k4/8/1q6/7K w - - 98 90", 4, Score::ZERO, Score::ZERO),
    ];
    for (fen, depth, as_option, as_end) in cases {
        let codes = option.map(|code| (code, as_option)).into_iter();
        for (code, wanted) in codes.chain(either.map(|code| (code, as_end))) {
            let found = searched(&Game::new(position(code, fen)), &[], depth);
            assert_eq!(found, wanted, "{code}: {fen}");
        }
    }
}

/// british1897:II.8 and IV.8, federation1912:32: a player bound to mate does not claim his own
/// loss.
#[test]
fn a_bound_giver_does_not_claim_his_own_loss() {
    let agreed = |code| format!("{code} undertaking=draw giver=white");
    // At the hundredth ply it is White's turn, and he mates; in 1907 Black claims his win.
    let fen = "7k/8/6K1/8/8/8/r7/1R6 b - - 99 80";
    for (code, wanted) in [
        ("british1897", Score::mated_in(2)),
        ("federation1912", Score::mated_in(2)),
        ("rogers1907", Score::BY_HISTORY - 1),
        ("chess", Score::BY_HISTORY - 1),
    ] {
        let at = position(&agreed(code), fen);
        for depth in [2, 4] {
            let found = searched(&Game::new(at), &[find(&at, "h8g8")], depth);
            assert_eq!(found, wanted, "{code}: depth {depth}");
        }
    }
    // It is Black's turn at the hundredth ply: he claims, and has won, whatever White does.
    for code in ["british1897", "federation1912", "rogers1907"] {
        let at = position(&agreed(code), "7k/8/5K2/8/8/8/8/R7 w - - 99 80");
        assert_eq!(searched(&Game::new(at), &[], 4), -(Score::BY_HISTORY - 1), "{code}");
        let at = position(&agreed(code), "7k/8/6K1/8/8/8/r7/1R6 b - - 100 80");
        assert!(searched(&Game::new(at), &[], 3) >= Score::BY_HISTORY - 1, "{code}: claimed");
    }
}

/// british1897:II.8, rogers1907:XXIX, federation1912:32: a third occurrence in the game itself is
/// an option of the player to move as well.
#[test]
fn a_recurrence_is_an_option_of_the_player_to_move() {
    // Black has one move, and White a mate after it; but there the pieces have stood twice before.
    let line = "a1a2 g8h8 a2a1 h8g8 a1a2 g8h8 a2a1";
    for (code, wanted) in [
        ("british1897", Score::mated_in(2)),
        ("federation1912", Score::mated_in(2)),
        ("rogers1907", Score::ZERO),
        ("chess", Score::ZERO),
    ] {
        let game = game(&position(code, "6k1/8/6K1/8/8/8/8/R7 w - - 0 60"), line);
        assert_eq!(searched(&game, &[], 3), wanted, "{code}");
    }
    // White, who is lost, may claim at once.
    let line = "h1g1 b3b2 g1h1 b2b3 h1g1 b3b2 g1h1 b2b3";
    for code in ["british1897", "federation1912"] {
        let game = game(&position(code, "8/8/8/8/8/1q4k1/8/7K w - - 0 60"), line);
        assert_eq!(searched(&game, &[], 4), Score::ZERO, "{code}");
    }
}

/// british1897:II.8, federation1912:32: endless checks that can be shown at sight are an option
/// too.
#[test]
fn endless_checks_at_the_root_are_an_option() {
    let fen = "6k1/6p1/8/7Q/8/8/qq6/7K w - - 0 60";
    for code in ["british1897", "federation1912"] {
        assert_eq!(searched(&Game::new(position(code, fen)), &[], 1), Score::ZERO, "{code}");
    }
}

/// british1897:IV.8: the moves left under `within` hide no recurrence, whatever identity of
/// positions is in force.
#[test]
fn moves_left_for_an_undertaking_hide_no_recurrence() {
    let shuffle = ["g1h1 g8h8 h1g1 h8g8"].repeat(2).join(" ");
    let (before, last) = shuffle.rsplit_once(' ').expect("moves");
    for code in ["chess", "british1897", "rogers1907", "federation1912"] {
        let agreed = format!("{code} undertaking=within=60 giver=white");
        let start = position(&agreed, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 20");
        let game = game(&start, before);
        let at = *game.position();
        let found = searched(&game, &[find(&at, last)], 1);
        // In 1897 and 1912 White, whose turn it is then, would claim his own loss.
        let ends = matches!(code, "chess" | "rogers1907");
        assert_eq!(found == Score::BY_HISTORY - 1, ends, "{code}: {found:?}");
    }
}
