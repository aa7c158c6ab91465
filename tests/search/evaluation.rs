//! The hand-made evaluation: it is the sum of the terms it lists, it treats the colours alike, and
//! it knows the endings it says it knows. Nothing here holds a weight to a value.

use jadoube::eval::terms::{Look, Tally};
use jadoube::eval::{Classical, Evaluation, Evaluator, SCALE_ONE, Score, WEIGHTS, mop_up, scale};
use jadoube::notation::fen;
use jadoube::rules::laws::Terms;
use jadoube::rules::{Color, Piece, Position, Setup};

/// The positions of some games of moves chosen by their keys.
fn walks() -> Vec<Position> {
    let mut met = Vec::new();
    for walk in 1..=40u64 {
        let mut position = Position::initial();
        for _ in 0..150 {
            met.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            let choice = position.key().wrapping_mul(2 * walk + 1) >> 32;
            position = position.play(moves[choice as usize % moves.len()]);
        }
    }
    met
}

/// Lists each term with its count.
struct List(Vec<(usize, i32)>);

impl Tally for List {
    fn add(&mut self, term: usize, count: i32) {
        self.0.push((term, count));
    }
}

#[test]
fn the_score_is_the_weighted_sum_of_the_terms_listed() {
    let mut evaluator = Classical::default();
    let positions = walks();
    assert!(positions.len() > 3000);
    for position in positions {
        let board = position.board();
        let mut list = List(Vec::new());
        let phase = Look::tally(board, &mut list);
        let (mut middle, mut end) = (0, 0);
        for (term, count) in list.0 {
            middle += i32::from(WEIGHTS[term].0) * count;
            end += i32::from(WEIGHTS[term].1) * count;
        }
        end = end * scale(board, end) / SCALE_ONE;
        let white = (middle * phase + end * (24 - phase)) / 24 + mop_up(board);
        let expected = Score(if position.turn() == Color::White { white } else { -white });
        assert_eq!(evaluator.evaluate(&position), expected, "{position:?}");
        assert_eq!(evaluator.evaluate(&position), expected, "remembered: {position:?}");
    }
}

#[test]
fn the_colours_are_treated_alike() {
    let mut evaluator = Classical::default();
    for position in walks() {
        let mut mirror = Setup::empty();
        let setup = Setup::of(&position);
        for (index, man) in setup.pieces.iter().enumerate() {
            mirror.pieces[index ^ 56] = man.map(|man| Piece::new(man.color().other(), man.kind()));
        }
        mirror.turn = setup.turn.other();
        let mirror = mirror.position(&Terms::default()).unwrap();
        let (one, other) = (evaluator.evaluate(&position), evaluator.evaluate(&mirror));
        assert_eq!(one, other, "{position:?}");
    }
}

#[test]
fn a_bare_king_is_driven_to_the_edge_and_bare_material_is_scaled() {
    let read = |fen| fen::parse(fen).unwrap().position(&Terms::default());
    let evaluate = |fen| Classical::default().evaluate(&read(fen).unwrap()).0;
    let center = evaluate("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    let edge = evaluate("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(edge > center && center > 300, "{edge} {center}");
    let right = evaluate("k7/8/1K6/8/8/4N3/8/5B2 w - - 0 1");
    let wrong = evaluate("7k/8/6K1/8/8/3N4/8/5B2 w - - 0 1");
    assert!(right > wrong, "{right} {wrong}");
    assert!(evaluate("8/8/4k1b1/8/8/8/8/R3K3 w - - 0 1") < 90);
    assert!(evaluate("4k3/p7/8/8/8/8/8/4KB2 w - - 0 1") < 50);
}

#[test]
fn the_breakdown_shown_to_people_adds_up_to_the_evaluation() {
    use jadoube::engine::{Breakdown, evaluate_for_white};
    let by_hand = Evaluation::HandMade(Classical::default());
    let mut state = 7_u64;
    for _ in 0..200 {
        let mut position = Position::initial();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            position = position.play(moves[(state >> 33) as usize % moves.len()]);
            let (shown, played) =
                (Breakdown::of(&position).total(), evaluate_for_white(&by_hand, &position));
            assert_eq!(shown, played, "{position:?}");
        }
    }
}
