//! Chess on large boards, described games and chess in one run: random playouts, perft, observations and
//! masks.
//!
//! `cargo bench -p plyground-benches --bench chesslike`. Throughput is in steps, leaves or positions.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground::game::roles::*;
use plyground::game::{Actor, Frame, Game, Rng, Seat, rng_for};
use plyground::games::chess::Chess;
use plyground::games::chesslike::{self, ChessLike, Description};
use std::hint::black_box;

/// The steps of one measurement: enough that games of all lengths occur in proportion.
const STEPS: u64 = 100_000;

/// Chess by description, which plays as chess does, and games of the library.
const DESCRIBED: [&str; 4] = [
    include_str!("../src/games/chesslike/description/chess.toml"),
    include_str!("../src/catalog/library/glinski-chess.toml"),
    include_str!("../src/catalog/library/shogi.toml"),
    include_str!("../src/catalog/library/xiangqi.toml"),
];

/// Returns the games with their ids.
fn games() -> impl Iterator<Item = (String, ChessLike)> {
    chesslike::ids().into_iter().map(|(id, options)| {
        let game = chesslike::game(&id, &options, Frame::Seat).expect("every id is a game");
        (id, game)
    })
}

/// Plays random games one after the other for a number of steps. Returns the number of games.
fn play<G: Game>(game: &G, rng: &mut Rng, steps: u64) -> u64 {
    let (mut left, mut games) = (steps, 0);
    while left > 0 {
        let mut state = game.start(rng);
        games += 1;
        while left > 0
            && let Some(step) = game.random_step(&state, rng)
        {
            game.apply(&mut state, step);
            left -= 1;
        }
    }
    games
}

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("chesslike playouts");
    group.throughput(Throughput::Elements(STEPS)).sample_size(20);
    let mut rng = rng_for(1, 0, 0);
    let game = Chess::chess(true, Frame::Seat);
    group.bench_function("chess", |b| b.iter(|| play(&game, &mut rng, STEPS)));
    for text in DESCRIBED {
        let description = Description::read(text).expect("a description");
        let game = description.game(Frame::Seat).expect("checked");
        group.bench_function(description.id, |b| b.iter(|| play(&game, &mut rng, STEPS)));
    }
    for (id, game) in games() {
        group.bench_function(id, |b| b.iter(|| play(&game, &mut rng, STEPS)));
    }
    group.finish();
}

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("chesslike perft 4");
    for (id, game) in games() {
        let state = game.start(&mut rng_for(1, 0, 0));
        group
            .throughput(Throughput::Elements(game.perft(&state, 4, &mut || true).unwrap_or_default()))
            .sample_size(10);
        group.bench_function(id, |b| b.iter(|| game.perft(black_box(&state), 4, &mut || true)));
    }
    group.finish();
}

/// Returns the positions of some random games, each with the seat to act.
fn positions<G: Game>(game: &G) -> Vec<(G::State, Seat)> {
    let mut states = Vec::new();
    let mut rng = rng_for(2, 0, 0);
    while states.len() < 1000 {
        let mut state = game.start(&mut rng);
        while let Some(step) = game.random_step(&state, &mut rng) {
            if let Actor::Seat(seat) = game.actor(&state) {
                states.push((state.clone(), seat));
            }
            game.apply(&mut state, step);
        }
    }
    states
}

fn arrays(c: &mut Criterion) {
    let mut group = c.benchmark_group("chesslike arrays");
    for (id, game) in games() {
        let states = positions(&game);
        group.throughput(Throughput::Elements(states.len() as u64));
        let mut mask = vec![false; game.spec().num_actions];
        let (rows, columns) = game.board().grid();
        let mut planes = vec![0f32; rows * columns * game.spec().planes.len()];
        group.bench_function(format!("{id} mask"), |b| {
            b.iter(|| {
                for (state, _) in &states {
                    game.write_mask(state, &mut mask);
                    black_box(&mut mask);
                }
            });
        });
        group.bench_function(format!("{id} observe"), |b| {
            b.iter(|| {
                for (state, seat) in &states {
                    game.write_observation(state, *seat, &mut planes);
                    black_box(&mut planes);
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, playouts, perft, arrays);
criterion_main!(benches);
