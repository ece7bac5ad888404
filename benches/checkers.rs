//! Random playouts and perft of Checkers, Stax and Queens, on squares and on triangles.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground::catalog::{Visitor, find};
use plyground::game::{Frame, Game, rng_for};
use plyground::games::{checkers, tri_checkers};
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
        group.throughput(Throughput::Elements(
            game.perft(&start, self.depth, &mut || true).unwrap_or_default(),
        ));
        group.sample_size(10);
        group.bench_function(self.id, |bencher| {
            bencher.iter(|| game.perft(black_box(&start), self.depth, &mut || true))
        });
        group.finish();
    }
}

/// Hands the game of an id to `visitor`. (The families' own functions: nothing is built for other families.)
fn open<V: Visitor>(id: &str, visitor: V) -> V::Output {
    let options = &find(id).expect("an id").options;
    let opened = if id.starts_with("tri-") {
        tri_checkers::open(id, options, Frame::Seat, visitor)
    } else {
        checkers::open(id, options, Frame::Seat, visitor)
    };
    opened.expect("an id of the family")
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
        open(id, Playouts { criterion, id });
    }
    open("checkers", Perft { criterion, id: "checkers", depth: 8 });
}

criterion_group!(all, benches);
criterion_main!(all);
