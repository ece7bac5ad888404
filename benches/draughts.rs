//! How fast the draughts games are played: random games from start to end on one core, and perft with whole turns.
//!
//! `cargo bench --bench draughts`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground::catalog::Visitor;
use plyground::game::{Frame, Game, Rng, rng_for};
use plyground::games::draughts;
use std::hint::black_box;

const PLAYED: [&str; 7] = [
    "english-draughts",
    "english-draughts-flying",
    "international-draughts",
    "russian-draughts",
    "italian-draughts",
    "canadian-draughts",
    "turkish-draughts",
];

/// Plays `games` random games from start to end; the number of steps.
fn playouts<G: Game>(game: &G, games: u64, rng: &mut Rng) -> u64 {
    let mut steps = 0;
    for _ in 0..games {
        let mut state = game.start(rng);
        while let Some(step) = game.random_step(&state, rng) {
            game.apply(&mut state, step);
            steps += 1;
        }
        black_box(&state);
    }
    steps
}

struct Playouts<'a>(&'a mut Criterion);

impl Visitor for Playouts<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        const GAMES: u64 = 200;
        let mut group = self.0.benchmark_group("draughts/playouts");
        group.throughput(Throughput::Elements(playouts(&game, GAMES, &mut rng_for(0, 0, 0))));
        group.bench_function(&game.spec().id, |bench| {
            bench.iter(|| playouts(&game, GAMES, &mut rng_for(0, 0, 0)));
        });
    }
}

/// Perft to a depth, of whole turns or of steps.
struct Perft<'a>(&'a mut Criterion, u32, bool);

impl Visitor for Perft<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let Perft(criterion, depth, turns) = self;
        let state = game.start(&mut rng_for(0, 0, 0));
        let count = |depth| if turns { game.perft_turns(&state, depth) } else { game.perft(&state, depth) };
        let mut group =
            criterion.benchmark_group(if turns { "draughts/perft turns" } else { "draughts/perft" });
        group.throughput(Throughput::Elements(count(depth))).sample_size(10);
        group.bench_function(&game.spec().id, |bench| bench.iter(|| count(black_box(depth))));
    }
}

fn benches(criterion: &mut Criterion) {
    let open = |id: &str, visitor: Playouts| draughts::open(id, &Default::default(), Frame::Seat, visitor);
    for id in PLAYED {
        open(id, Playouts(criterion)).expect("an id");
    }
    for (id, depth) in [("english-draughts", 9), ("international-draughts", 8), ("turkish-draughts", 6)] {
        for turns in [false, true] {
            draughts::open(id, &Default::default(), Frame::Seat, Perft(criterion, depth, turns))
                .expect("an id");
        }
    }
}

criterion_group!(draughts_benches, benches);
criterion_main!(draughts_benches);
