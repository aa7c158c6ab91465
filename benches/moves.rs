//! Listing the legal moves and making each of them, ours beside cozy-chess on the same positions.
//! Our `Board` is what perft walks, our `Position` what the search plays: it adds keys, a mailbox
//! and counters, as the board of cozy-chess has a key. Throughput is in moves a second.

mod common;

use std::hint::black_box;

use arrayvec::ArrayVec;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jadoube::rules::{Move, Position};

type CozyMoves = ArrayVec<cozy_chess::Move, 416>;

fn cozy_list(board: &cozy_chess::Board) -> CozyMoves {
    let mut list = CozyMoves::new();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

fn ours() -> Vec<Position> {
    common::MIXED.map(common::position).to_vec()
}

fn theirs() -> Vec<cozy_chess::Board> {
    common::MIXED.map(common::cozy).to_vec()
}

/// The legal moves of all positions, which must be as many for both libraries.
fn moves() -> u64 {
    let mut sum = 0;
    for (ours, theirs) in ours().iter().zip(&theirs()) {
        assert_eq!(ours.legal_moves().len(), cozy_list(theirs).len(), "{ours:?}");
        sum += ours.legal_moves().len() as u64;
    }
    sum
}

fn generation(criterion: &mut Criterion) {
    let (ours, theirs) = (ours(), theirs());
    let mut group = criterion.benchmark_group("generation");
    group.throughput(Throughput::Elements(moves()));
    group.bench_function("jadoube, listed", |bencher| {
        bencher.iter(|| ours.iter().map(|at| black_box(at).legal_moves().len()).sum::<usize>());
    });
    group.bench_function("cozy-chess, listed", |bencher| {
        bencher.iter(|| theirs.iter().map(|at| cozy_list(black_box(at)).len()).sum::<usize>());
    });
    group.bench_function("jadoube, counted", |bencher| {
        bencher.iter(|| ours.iter().map(|at| black_box(at).board().count_legal()).sum::<u64>());
    });
    group.bench_function("cozy-chess, counted", |bencher| {
        bencher.iter(|| theirs.iter().map(|at| common::cozy_count(black_box(at), 1)).sum::<u64>());
    });
    group.finish();
}

fn make(criterion: &mut Criterion) {
    let ours: Vec<(Position, Vec<Move>)> =
        ours().into_iter().map(|at| (at, at.legal_moves().to_vec())).collect();
    let theirs: Vec<_> = theirs().into_iter().map(|at| (cozy_list(&at), at)).collect();
    let mut group = criterion.benchmark_group("make");
    group.throughput(Throughput::Elements(moves()));
    group.bench_function("jadoube, Position", |bencher| {
        bencher.iter(|| {
            for (position, moves) in &ours {
                for &mv in moves {
                    let after = position.play(black_box(mv));
                    black_box(&after);
                }
            }
        });
    });
    group.bench_function("jadoube, Board", |bencher| {
        bencher.iter(|| {
            for (position, moves) in &ours {
                for &mv in moves {
                    let after = position.board().play(black_box(mv));
                    black_box(&after);
                }
            }
        });
    });
    group.bench_function("cozy-chess", |bencher| {
        bencher.iter(|| {
            for (moves, board) in &theirs {
                for &mv in moves {
                    let mut after = board.clone();
                    after.play_unchecked(black_box(mv));
                    black_box(&after);
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, generation, make);
criterion_main!(benches);
