//! Against a weaker opponent: the stronger player keeps pieces on the board and is loath to draw.

use jadoube::eval::Score;
use jadoube::notation::fen;
use jadoube::rules::laws::Terms;
use jadoube::rules::{Color, Game, Move, Square};
use jadoube::search::{Advantage, FixedNodes, NoProber, Request, Searcher, Silent};

/// What White, to move, plays and how he scores it when he is stronger by so many points.
fn best(text: &str, points: u16) -> (Move, Score) {
    let mut searcher: Searcher = Searcher::new(1, 1);
    let stronger = Color::White;
    searcher.set_advantage((points > 0).then_some(Advantage { stronger, points }));
    let position = fen::parse(text).unwrap().position(&Terms::default()).unwrap();
    let game = Game::new(position);
    let request = Request { game: &game, search_moves: &[], multi_pv: 1, depth: 8, mate: None };
    let found = searcher.search(&request, &FixedNodes(50_000), &mut Silent, &NoProber);
    (found.best.unwrap(), found.score)
}

/// Both sides have the same pieces on mirrored squares, and White can exchange queens on d8, which by
/// itself gains nothing: with that move and without, Stockfish 15.1 says 0.06 and 0.00, then twice
/// 0.00 and 0.00 (depth 18).
#[test]
fn the_stronger_player_keeps_the_queens_on() {
    for text in [
        "2kq4/ppp5/8/8/8/8/PPP5/2KQ4 w - - 0 1",
        "3q1rk1/5ppp/8/8/8/8/5PPP/3Q1RK1 w - - 0 1",
        "3q2k1/pp2bppp/8/8/8/8/PP2BPPP/3Q2K1 w - - 0 1",
    ] {
        let (mv, score) = best(text, 1500);
        assert_ne!(mv.to(), Square::parse("d8").unwrap(), "{text}");
        assert!(!score.is_decided() && !best(text, 0).1.is_decided(), "neither player just wins");
    }
}

/// White takes the last pawn.
#[test]
fn a_draw_is_worth_less_to_the_stronger_player() {
    let text = "7k/8/8/8/8/4p3/4K3/8 w - - 0 1";
    assert_eq!(best(text, 0).1, Score::ZERO);
    assert!(best(text, 500).1 < Score::ZERO);
    assert!(best(text, 1000).1 < best(text, 500).1);
}
