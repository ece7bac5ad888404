//! Random playouts and perft of Checkers, Stax and Queens, on squares and on triangles.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground::catalog;
use plyground::game::Frame;
use plyground::sim::PlayoutRequest;
use std::hint::black_box;

/// Plays whole games on one thread. The throughput is in steps.
fn bench_playouts(criterion: &mut Criterion, id: &str) {
    let game = catalog::open(id, &[], Frame::Seat).expect("an id");
    let request = PlayoutRequest { games: 50, threads: Some(1), ..PlayoutRequest::default() };
    let play = || {
        let played = game.playouts(&request, &mut || true).expect("within limits").expect("not stopped");
        played.steps.iter().map(|&steps| u64::from(steps)).sum()
    };
    let mut group = criterion.benchmark_group("checkers playouts");
    group.throughput(Throughput::Elements(play()));
    group.bench_function(id, |bencher| bencher.iter(play));
    group.finish();
}

/// Counts sequences of steps. The throughput is in leaves.
fn bench_perft(criterion: &mut Criterion, id: &str, depth: u32) {
    let state = catalog::open(id, &[], Frame::Seat).expect("an id").start(0);
    let count = |depth| state.perft(depth, false, &mut || true).unwrap_or_default();
    let mut group = criterion.benchmark_group("checkers perft");
    group.throughput(Throughput::Elements(count(depth))).sample_size(10);
    group.bench_function(id, |bencher| bencher.iter(|| count(black_box(depth))));
    group.finish();
}

/// The variants that are measured: flat, joined and large boards, and triangles for two to six seats.
const IDS: [&str; 10] = [
    "checkers",
    "stax",
    "universal-queens-numbers",
    "double-stax-pairs",
    "tri-stax-2",
    "tri-queens-2",
    "tri-stax-3",
    "tri-chek-6-trios",
    "tri-stax-6-cutthroat",
    "tri-queens-6-cutthroat",
];

fn benches(criterion: &mut Criterion) {
    for id in IDS {
        bench_playouts(criterion, id);
    }
    bench_perft(criterion, "checkers", 8);
}

criterion_group!(all, benches);
criterion_main!(all);
