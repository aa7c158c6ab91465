//! No line that is reported holds a move that cannot be played, wherever the search is broken off.

use jadoube::notation::{coordinate, fen};
use jadoube::rules::laws::{Terms, Variant};
use jadoube::rules::{Game, Move, Position};
use jadoube::search::{FixedNodes, NoProber, Request, Searcher};

use super::{EventListener, game, play_at_random};
use crate::chance::Random;

/// Every move of a line is legal where it is to be made.
pub fn assert_playable(root: &Position, line: &[Move]) {
    let mut position = *root;
    for &mv in line {
        assert!(
            position.is_legal(mv),
            "{}: {} of {:?}",
            fen::to_string(root),
            coordinate::to_string(&position, mv),
            line
        );
        position = position.play(mv);
    }
}

/// Searches so many nodes, and holds all that is said to the rules.
fn search<'a>(searcher: &mut Searcher, game: &'a Game, nodes: u64) -> EventListener<'a> {
    let root = game.position();
    let mut listener = EventListener::new(root);
    let request = Request { game, search_moves: &[], multi_pv: 1, depth: 60, mate: None };
    let found = searcher.search(&request, &FixedNodes(nodes), &mut listener, &NoProber);
    assert_playable(root, &found.pv);
    assert_eq!(found.best, found.pv.first().copied());
    assert_eq!(found.ponder, found.pv.get(1).copied());
    assert!(root.legal_moves().is_empty() || found.best.is_some());
    listener
}

/// A line of the seventh iteration ended with moves of another line: `d5d4 c3b5 d4c3`.
#[test]
fn a_line_of_an_iteration_broken_off_can_be_played() {
    let game = game(
        "rnbqkb1r/ppp1pp1p/5n2/3p2p1/2P2P1P/8/PP1PP1P1/RNBQKBNR w KQkq - 1 4",
        "c4c5 f6d7 b2b3 b8c6 g2g4 d7e5 h4g5 e5d3 e2d3 f7f6 g1f3 h7h5 e1f2 a7a5 b1c3 c6b8 d1e2",
        &Terms::default(),
    );
    for nodes in 2000..4000 {
        let listener = search(&mut Searcher::new(1, 1), &game, nodes);
        assert!(listener.lines > 0);
    }
}

/// Ten thousand searches under every law, broken off after one node, two nodes and so on, by one
/// thread and by two. The table is kept within a game, as in play.
#[test]
fn every_line_can_be_played_under_every_law() {
    let mut random = Random(7);
    let mut searches = 0;
    while searches < 10_000 {
        for &variant in Variant::ALL {
            let terms = variant.terms();
            let mut game = Game::new(terms.start().position(&terms).unwrap());
            let plies = random.below(60);
            play_at_random(&mut random, &mut game, plies);
            let mut searcher = Searcher::new(1, 1 + searches % 2);
            for _ in 0..40 {
                let nodes = 1 + random.below(1500);
                search(&mut searcher, &game, nodes as u64);
                searches += 1;
                if random.below(4) == 0 {
                    play_at_random(&mut random, &mut game, 1);
                }
            }
        }
    }
}
