//! A network plays: a search by a network of random weights makes legal moves under every law, and
//! is the same with whatever instructions it is computed.

use std::sync::Arc;

use jadoube::eval::Evaluator;
use jadoube::eval::network::{InstructionSet, NetworkEvaluator};
use jadoube::rules::Game;
use jadoube::rules::laws::Variant;
use jadoube::search::{FixedNodes, NoProber, Request, SearchResult, Searcher, Silent};

use super::Numbers;

fn search<E: Evaluator>(searcher: &mut Searcher<E>, game: &Game, nodes: u64) -> SearchResult {
    let request = Request { game, search_moves: &[], multi_pv: 1, depth: 100, mate: None };
    searcher.search(&request, &FixedNodes(nodes), &mut Silent, &NoProber)
}

fn beginning(variant: Variant) -> Game {
    let terms = variant.terms();
    Game::new(terms.begin().unwrap().position(&terms).unwrap())
}

#[test]
fn it_plays_legal_moves_under_every_law() {
    let evaluation = NetworkEvaluator::new(Arc::new(Numbers::random(21).network()));
    let mut searcher = Searcher::with_evaluator(evaluation, 1, 1);
    for &variant in Variant::ALL {
        let mut game = beginning(variant);
        searcher.clear();
        for _ in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            let found = search(&mut searcher, &game, 300);
            assert!(found.nodes <= 300, "{variant}: {} nodes", found.nodes);
            assert!(game.play(found.best.unwrap()), "{variant}: {found:?}");
        }
        assert!(game.moves().len() > 10, "{variant}");
    }
}

#[test]
fn whatever_the_instructions_the_search_is_the_same() {
    let network = Arc::new(Numbers::random(22).network());
    for variant in [Variant::Chess, Variant::England1804, Variant::CappedPiece] {
        let game = beginning(variant);
        let mut results = InstructionSet::ALL.into_iter().filter_map(|set| {
            let evaluator = NetworkEvaluator::with_instructions(Arc::clone(&network), set)?;
            let found = search(&mut Searcher::with_evaluator(evaluator, 1, 1), &game, 5_000);
            Some((set, found.score, found.pv))
        });
        let (_, score, pv) = results.next().unwrap();
        for (set, other_score, other_pv) in results {
            assert_eq!((score, &pv), (other_score, &other_pv), "{set}");
        }
    }
}

#[test]
fn a_new_evaluator_knows_nothing_of_the_old_one() {
    let [one, other] =
        [23, 24].map(|seed| NetworkEvaluator::new(Arc::new(Numbers::random(seed).network())));
    let game = beginning(Variant::Chess);
    let fresh = search(&mut Searcher::with_evaluator(other.clone(), 1, 1), &game, 3_000);
    let mut searcher = Searcher::with_evaluator(one, 1, 1);
    let before = search(&mut searcher, &game, 3_000);
    searcher.set_evaluator(other);
    let after = search(&mut searcher, &game, 3_000);
    assert_eq!((after.score, after.pv), (fresh.score, fresh.pv));
    assert_ne!(before.score, after.score);
}
