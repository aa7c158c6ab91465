//! The network: an evaluation from nothing, and one after each legal move as the search asks for it,
//! by each set of instructions.

#[path = "../tests/common/chance.rs"]
mod chance;
mod common;
#[path = "../tests/network/numbers.rs"]
#[allow(dead_code)] // the tests use more of it
mod numbers;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jadoube::eval::Evaluator;
use jadoube::eval::network::{InstructionSet, NetworkEvaluator, RatingAdvantage};
use jadoube::rules::{Move, Position};

/// Positions, with what each legal move leads to.
fn moves() -> Vec<(Position, Vec<(Move, Position)>)> {
    let positions = common::MIXED.map(common::position);
    let list = |position: &Position| {
        position.legal_moves().into_iter().map(|mv| (mv, position.play(mv))).collect()
    };
    positions.into_iter().map(|position| (position, list(&position))).collect()
}

fn evaluate(criterion: &mut Criterion) {
    let moves = moves();
    let network = Arc::new(numbers::Numbers::random(1).network());
    let mut group = criterion.benchmark_group("network");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("from nothing, portable", |bencher| {
        let score = |position| network.evaluate(black_box(position), RatingAdvantage::NONE).0;
        bencher.iter(|| moves.iter().map(|(position, _)| score(position)).sum::<i32>());
    });
    let made: usize = moves.iter().map(|(_, after)| after.len()).sum();
    group.throughput(Throughput::Elements(made as u64));
    for set in InstructionSet::ALL {
        if let Some(evaluator) = NetworkEvaluator::with_instructions(Arc::clone(&network), set) {
            let name = format!("after a move, {set}");
            group.bench_function(name, |bencher| after_moves(bencher, &moves, evaluator.clone()));
        }
    }
    group.finish();
}

fn after_moves<E: Evaluator>(
    bencher: &mut criterion::Bencher<'_>,
    moves: &[(Position, Vec<(Move, Position)>)],
    mut evaluator: E,
) {
    bencher.iter(|| {
        let mut sum = 0;
        for (position, after) in moves {
            evaluator.evaluate(position);
            for (mv, after) in after {
                evaluator.play(position, *mv, after);
                sum += evaluator.evaluate(black_box(after)).0;
                evaluator.undo();
            }
        }
        sum
    });
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
