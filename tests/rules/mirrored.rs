//! The board seen from the other side: a position, or a game, with White and Black exchanged is the
//! same game under mirrored terms.

use jadoube::eval::{Evaluator, NetworkEvaluator};
use jadoube::notation::{coordinate, fen};
use jadoube::perft;
use jadoube::rules::laws::{Code, Terms, Variant};
use jadoube::rules::{Color, Game, Position, Setup};

/// The terms mirrored, with the giver named.
fn from_the_other_side(terms: &Terms, setup: &Setup) -> Terms {
    let odds_giver = Some(terms.giver(Some(setup)));
    Terms { odds_giver, ..terms.clone() }.mirrored()
}

#[test]
fn the_game_is_the_same_from_the_other_side() {
    for (variant, text) in [
        (Variant::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        (Variant::Chess, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"),
        (Variant::RookOdds, "r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/4KBNR w KQkq - 0 1"),
        (Variant::CappedPiece, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (Variant::SquareMate, "8/8/8/3k4/8/2Q5/3K4/4R3 w - - 0 60"),
        (Variant::PawnAndTwo, "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ] {
        let before = fen::parse(text).unwrap();
        let agreed = variant.terms();
        let there = before.position(&agreed).unwrap();
        let mirrored = from_the_other_side(&agreed, &before);
        let flipped = Setup::of(&there).mirrored();
        let here = flipped.position(&mirrored).unwrap();
        assert_eq!(here.turn(), there.turn().other());
        assert_eq!(perft::count(here.board(), 3), perft::count(there.board(), 3), "{text}");
        assert_eq!(
            NetworkEvaluator::default().evaluate(&here),
            NetworkEvaluator::default().evaluate(&there),
            "{text}"
        );
        let giver = |position: &Position| position.undertaking().map(|u| u.giver);
        assert_eq!(giver(&here), giver(&there).map(Color::other));
        let back = Setup::of(&here).mirrored().position(&from_the_other_side(&mirrored, &flipped));
        assert_eq!(fen::to_string(&back.unwrap()), fen::to_string(&there));
    }
}

#[test]
fn a_mirrored_game_is_the_same_game() {
    let mut terms = Terms::from(Code::British1897);
    terms.odds = "a1".parse().unwrap();
    terms.undertaking = Some("man@b1,square=e5".parse().unwrap());
    terms.odds_giver = Some(Color::White);
    let mut game = Game::new(terms.start().position(&terms).unwrap());
    for word in "b1c3 e7e5 d2d4 f7f6 c1f4 a7a6 d1d2 a6a5 e1c1".split(' ') {
        assert!(game.play(coordinate::parse(game.position(), word).unwrap()), "{word}");
    }
    let changed = terms.mirrored();
    assert_eq!(changed.odds.to_string(), "a8");
    assert_eq!(changed.undertaking.unwrap().to_string(), "man@b8,square=e4");
    let mirror = game.mirrored(&changed).unwrap();
    assert_eq!(mirror.moves().len(), 9);
    assert_eq!(mirror.position().turn(), Color::White);
    assert_eq!(mirror.position().legal_moves().len(), game.position().legal_moves().len());
    let back = mirror.mirrored(&changed.mirrored()).unwrap();
    assert_eq!(back.position().key(), game.position().key());
    assert_eq!(fen::to_string(back.position()), fen::to_string(game.position()));
}
