//! Random playouts and perft of Checkers, Stax and Queens.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground::catalog::{self, Visitor};
use plyground::game::{Frame, Game, rng_for};
use std::hint::black_box;

/// Plays whole games; the throughput is in steps.
struct Playouts<'a> {
    criterion: &'a mut Criterion,
    id: &'static str,
}

impl Visitor for Playouts<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        const GAMES: u64 = 50;
        let play = || {
            let mut steps = 0;
            for index in 0..GAMES {
                let mut rng = rng_for(0, 0, index);
                let mut state = game.start(&mut rng);
                while let Some(step) = game.random_step(&state, &mut rng) {
                    game.apply(&mut state, step);
                    steps += 1;
                }
                black_box(&state);
            }
            steps
        };
        let mut group = self.criterion.benchmark_group("checkers playouts");
        group.throughput(Throughput::Elements(play()));
        group.bench_function(self.id, |bencher| bencher.iter(play));
        group.finish();
    }
}

/// Counts step sequences; the throughput is in leaves.
struct Perft<'a> {
    criterion: &'a mut Criterion,
    id: &'static str,
    depth: u32,
}

impl Visitor for Perft<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let start = game.start(&mut rng_for(0, 0, 0));
        let mut group = self.criterion.benchmark_group("checkers perft");
        group.throughput(Throughput::Elements(game.perft(&start, self.depth)));
        group.sample_size(10);
        group.bench_function(self.id, |bencher| bencher.iter(|| game.perft(black_box(&start), self.depth)));
        group.finish();
    }
}

fn benches(criterion: &mut Criterion) {
    for id in ["checkers", "stax", "universal-queens-numbers", "double-stax-pairs"] {
        let playouts = Playouts { criterion, id };
        catalog::open(id, &[], Frame::Seat, playouts).expect("an id of the family");
    }
    let perft = Perft { criterion, id: "checkers", depth: 8 };
    catalog::open("checkers", &[], Frame::Seat, perft).expect("an id of the family");
}

criterion_group!(checkers, benches);
criterion_main!(checkers);
