//! Bulk perft on one thread without a table, ours beside cozy-chess: the same positions, the same
//! depths, the same way of counting. Criterion's throughput is in leaves a second.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jadoube::notation::fen;
use jadoube::perft;

fn perft(criterion: &mut Criterion) {
    for (name, text, depth, nodes) in [
        ("starting position, depth 5", fen::INITIAL, 5, 4_865_609),
        ("Kiwipete, depth 4", common::KIWIPETE, 4, 4_085_603),
    ] {
        let (ours, theirs) = (*common::position(text).board(), common::cozy(text));
        assert_eq!(perft::count(&ours, depth), nodes, "{name}");
        assert_eq!(common::cozy_count(&theirs, depth), nodes, "{name}");
        let mut group = criterion.benchmark_group(format!("perft/{name}"));
        group.sample_size(20).throughput(Throughput::Elements(nodes));
        group.bench_function("jadoube", |bencher| {
            bencher.iter(|| perft::count(black_box(&ours), depth));
        });
        group.bench_function("cozy-chess", |bencher| {
            bencher.iter(|| common::cozy_count(black_box(&theirs), depth));
        });
        group.finish();
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
