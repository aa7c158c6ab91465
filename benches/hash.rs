//! The hash tables: storing to and probing the search's table, one that lies in the processor's
//! cache and one that does not, and a perft with its table of counts beside the same without.

mod common;

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jadoube::eval::Score;
use jadoube::perft::Perft;
use jadoube::rules::splitmix;
use jadoube::search::{Bound, Entry, TranspositionTable};

/// Keys of one measurement.
const KEYS: u64 = 4096;

fn entry(number: u64) -> Entry {
    Entry {
        best: None,
        score: Score((number % 200) as i32 - 100),
        eval: Some(Score(7)),
        depth: (number % 20) as i32,
        bound: Some(Bound::Lower),
        pv: false,
    }
}

fn table(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("table");
    group.throughput(Throughput::Elements(KEYS));
    for mebibytes in [1, 256] {
        let table = TranspositionTable::new(mebibytes).expect("the memory of a bench");
        let keys: Vec<u64> = (0..KEYS).map(splitmix).collect();
        group.bench_function(format!("store, {mebibytes} MiB"), |bencher| {
            bencher.iter(|| {
                for (number, &key) in (0..).zip(&keys) {
                    table.store(black_box(key), 3, entry(number));
                }
            });
        });
        let found = keys.iter().filter(|&&key| table.probe(key, 3).is_some()).count();
        assert!(found as u64 > KEYS * 9 / 10, "{found} of {KEYS} are found");
        group.bench_function(format!("probe, {mebibytes} MiB"), |bencher| {
            bencher.iter(|| keys.iter().filter_map(|&key| table.probe(key, 3)).count());
        });
        let strange: Vec<u64> = (KEYS..2 * KEYS).map(splitmix).collect();
        group.bench_function(format!("probe in vain, {mebibytes} MiB"), |bencher| {
            bencher.iter(|| strange.iter().filter_map(|&key| table.probe(key, 3)).count());
        });
    }
    group.finish();
}

fn perft(criterion: &mut Criterion) {
    let position = common::position(common::KIWIPETE);
    let mut group = criterion.benchmark_group("perft table/Kiwipete, depth 4");
    group.sample_size(20).throughput(Throughput::Elements(4_085_603));
    for hash in [0, 16] {
        let perft = Perft { hash, ..Perft::default() };
        group.bench_function(format!("{hash} MiB"), |bencher| {
            bencher.iter(|| {
                let nodes = perft.count(black_box(&position), 4, &AtomicBool::new(false));
                assert_eq!(nodes, Ok(Some(4_085_603)));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, table, perft);
criterion_main!(benches);
