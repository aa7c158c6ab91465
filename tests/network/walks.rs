//! What the search does to an evaluator, at random, under every law: moves made and taken back,
//! turns passed, positions evaluated or left out. Whatever was remembered, and whatever
//! instructions compute it, the score is that which is computed from nothing.

use std::sync::Arc;

use jadoube::eval::Evaluator;
use jadoube::eval::network::{InstructionSet, NetworkEvaluator, RatingAdvantage};
use jadoube::notation::fen;
use jadoube::rules::laws::{Code, Terms, Variant};
use jadoube::rules::{Color, Position};

use super::{Numbers, position};
use crate::chance::Random;

/// What the evaluators of each instruction set go through.
struct Walk<'a> {
    evaluators: &'a mut [NetworkEvaluator],
    advantage: RatingAdvantage,
    /// The line, and whether each position came by a move; the others by a turn passed.
    line: Vec<(Position, bool)>,
    evaluated: usize,
}

impl Walk<'_> {
    fn now(&self) -> &Position {
        &self.line.last().unwrap().0
    }

    /// Makes a random move, if the game is not over.
    fn play(&mut self, random: &mut Random) {
        let before = *self.now();
        let moves = before.legal_moves();
        if before.outcome().is_none() && self.line.len() < 200 {
            let mv = moves[random.next() as usize % moves.len()];
            let after = before.play(mv);
            self.evaluators.iter_mut().for_each(|evaluator| evaluator.play(&before, mv, &after));
            self.line.push((after, true));
        }
    }

    fn pass(&mut self) {
        if !self.now().in_check() && self.now().null_move_allowed() {
            let after = self.now().pass();
            self.line.push((after, false));
        }
    }

    fn take_back(&mut self) {
        if self.line.len() > 1 && self.line.pop().unwrap().1 {
            self.evaluators.iter_mut().for_each(Evaluator::undo);
        }
    }

    fn evaluate(&mut self) {
        let now = *self.now();
        let expected = self.evaluators[0].network().evaluate(&now, self.advantage);
        for (evaluator, set) in self.evaluators.iter_mut().zip(available()) {
            assert_eq!(evaluator.evaluate(&now), expected, "{set}: {}", fen::to_string(&now));
        }
        self.evaluated += 1;
    }
}

fn available() -> Vec<InstructionSet> {
    InstructionSet::ALL.into_iter().filter(|set| set.is_available()).collect()
}

/// Walks from a position, some steps forth and back, and returns to it. How many positions were
/// evaluated.
fn walk(
    evaluators: &mut [NetworkEvaluator],
    start: Position,
    advantage: RatingAdvantage,
    random: &mut Random,
) -> usize {
    evaluators.iter_mut().for_each(|evaluator| evaluator.set_advantage(advantage));
    let mut walk = Walk { evaluators, advantage, line: vec![(start, false)], evaluated: 0 };
    for _ in 0..1500 {
        match random.next() % 16 {
            0..9 => walk.play(random),
            9 => walk.pass(),
            10 => (0..random.next() % 40).for_each(|_| walk.take_back()),
            _ => walk.take_back(),
        }
        if !random.next().is_multiple_of(4) {
            walk.evaluate();
        }
    }
    while walk.line.len() > 1 {
        walk.take_back();
    }
    walk.evaluated
}

/// Positions to begin from: the starting position of every ready game and code, every sort of odds
/// and undertaking, castling of every sort, and pieces that promote.
fn starts() -> Vec<Position> {
    let mut starts = Vec::new();
    for &variant in Variant::ALL {
        let terms = variant.terms();
        starts.push(terms.begin().unwrap().position(&terms).unwrap());
    }
    for &code in Code::ALL {
        for (odds, undertaking) in [
            ("moves=3", ""),
            ("a1,moves=2", ""),
            ("queen", ""),
            ("none", "pawn@f2,within=30"),
            ("none", "man@b1,square=d5"),
            ("none", "knight,within=12"),
            ("rook", "queen,rook,square=e8,within=200"),
        ] {
            let mut terms = Terms::from(code);
            terms.odds = odds.parse().unwrap();
            let bound = (!undertaking.is_empty()).then(|| undertaking.parse().unwrap());
            terms.undertaking = bound;
            if let Ok(setup) = terms.begin() {
                starts.push(setup.position(&terms).unwrap());
            }
        }
    }
    let chess960 = Terms { chess960: true, ..Terms::default() };
    for (terms, text) in [
        (&chess960, "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w FBfb - 0 1"),
        (&chess960, "r1k3r1/8/8/8/8/8/8/1R3RK1 w FBga - 0 1"),
        (&Terms::default(), "4k3/PPP5/8/8/8/8/5ppp/3K4 w - - 0 1"),
        (&Terms::from(Code::England1804), "8/P1k5/8/8/3pP3/8/5K1p/8 b - e3 0 1"),
        (&Terms::from(Code::Accomplished1837), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"),
    ] {
        starts.push(position(text, terms));
    }
    starts
}

#[test]
fn whatever_is_played_and_taken_back_the_score_is_that_computed_from_nothing() {
    let network = Arc::new(Numbers::random(11).network());
    let mut evaluators: Vec<NetworkEvaluator> = available()
        .into_iter()
        .map(|set| NetworkEvaluator::with_instructions(Arc::clone(&network), set).unwrap())
        .collect();
    assert!(cfg!(not(target_feature = "avx2")) || evaluators.len() > 1);
    let mut random = Random(5);
    let mut evaluated = 0;
    let starts = starts();
    assert!(starts.len() > 60);
    for (place, start) in starts.into_iter().enumerate() {
        let advantage = match place % 3 {
            0 => RatingAdvantage::of(Color::Black, 300 * (place % 5) as i16),
            _ => RatingAdvantage::NONE,
        };
        evaluated += walk(&mut evaluators, start, advantage, &mut random);
    }
    assert!(evaluated > 50_000, "{evaluated}");
}

#[test]
fn an_evaluator_that_was_told_of_no_move_is_right_too() {
    let network = Arc::new(Numbers::random(12).network());
    let mut evaluator = NetworkEvaluator::new(Arc::clone(&network));
    for start in starts() {
        let mut now = start;
        for step in 0..20usize {
            let score = network.evaluate(&now, RatingAdvantage::NONE);
            assert_eq!(evaluator.evaluate(&now), score, "{now:?}");
            let moves = now.legal_moves();
            if moves.is_empty() {
                break;
            }
            now = now.play(moves[(7 * step + 3) % moves.len()]);
        }
        // More taken back than played.
        evaluator.undo();
    }
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    use jadoube::eval::network::features::{FLAGS, RELATED};
    use jadoube::eval::network::{
        HIDDEN, MOST_INPUT_WEIGHT, MOST_OUTPUT_WEIGHT, MOST_RELATION_WEIGHT,
    };
    let mut numbers = Numbers::random(13);
    for sign in [-1, 1] {
        numbers.input_weights.fill(sign * MOST_INPUT_WEIGHT);
        numbers.input_weights[RELATED * HIDDEN..FLAGS * HIDDEN].fill(sign * MOST_RELATION_WEIGHT);
        numbers.input_bias.fill(sign * MOST_INPUT_WEIGHT);
        // As large a sum as a head may have.
        let mut most = 33_025 / i32::from(MOST_OUTPUT_WEIGHT);
        numbers.output_weights.fill_with(|| {
            most -= 1;
            if most >= 0 { MOST_OUTPUT_WEIGHT } else { 0 }
        });
        numbers.output_bias.fill(i32::MAX);
        let network = Arc::new(numbers.network());
        for set in available() {
            let mut evaluator =
                NetworkEvaluator::with_instructions(Arc::clone(&network), set).unwrap();
            for start in starts() {
                let expected = network.evaluate(&start, RatingAdvantage::NONE);
                assert_eq!(evaluator.evaluate(&start), expected, "{set}");
                assert!(expected.0 == 30_000, "clipped: {expected:?}");
            }
        }
    }
}
