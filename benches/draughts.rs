//! Draughts on one core: random games from start to end, perft with steps and with whole turns, games in PDN;
//! Turkish draughts and kish in one run.
//!
//! `cargo bench -p plyground-benches --bench draughts`. Elements a second are steps (kish: turns), nodes, or
//! games. (`benches/peers.py` compares with dame, which exists for Python only.)

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground::catalog;
use plyground::game::roles::*;
use plyground::game::{Frame, Rng, below, rng_for};
use plyground::games::draughts::{Draughts, Turkish};
use plyground::pdn::{self, PdnMove, PlayedGame, Reader, RecordCodec};
use plyground::sim::{DynGame, PlayoutRequest};
use std::hint::black_box;
use std::sync::Arc;

const PLAYED: [&str; 7] = [
    "english-draughts",
    "english-draughts-flying",
    "international-draughts",
    "russian-draughts",
    "italian-draughts",
    "canadian-draughts",
    "turkish-draughts",
];

/// Games that one measurement plays, reads or writes.
const GAMES: u64 = 200;

fn open(id: &str) -> Arc<dyn DynGame> {
    catalog::open(id, &[], Frame::Seat).expect("an id")
}

/// The same with kish: its turns collected, one chosen; the number of turns.
fn play_kish(rng: &mut Rng) -> u64 {
    let (mut turns, mut actions) = (0, Vec::with_capacity(64));
    for _ in 0..GAMES {
        let mut game = kish::Game::new();
        while !game.status().is_over() {
            game.board().actions_into(&mut actions);
            game.make_move(&actions[below(rng, actions.len())]);
            turns += 1;
        }
        black_box(&game);
    }
    turns
}

/// Plays random games from start to end on one thread. The throughput is in steps.
fn bench_playouts(criterion: &mut Criterion, id: &str) {
    let game = open(id);
    let request = PlayoutRequest { games: GAMES, threads: Some(1), ..PlayoutRequest::default() };
    let play = || {
        let played = game.playouts(&request, &mut || true).expect("within limits").expect("not stopped");
        played.steps.iter().map(|&steps| u64::from(steps)).sum()
    };
    let mut group = criterion.benchmark_group("draughts/playouts");
    group.throughput(Throughput::Elements(play()));
    group.bench_function(id, |bench| bench.iter(play));
}

/// Perft to a depth, of whole turns or of steps.
fn bench_perft(criterion: &mut Criterion, id: &str, depth: u32, turns: bool) {
    let state = open(id).start(0);
    let count = |depth| state.perft(depth, turns, &mut || true).unwrap_or_default();
    let name = if turns { "draughts/perft turns" } else { "draughts/perft" };
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(count(depth))).sample_size(10);
    group.bench_function(id, |bench| bench.iter(|| count(black_box(depth))));
}

/// Random games in PDN, read, played and written.
fn bench_records(criterion: &mut Criterion, id: &str) {
    let game = open(id);
    let codec = pdn::codec(id, &game.spec().options).expect("an id");
    let games: Vec<PlayedGame> = (0..GAMES).map(|seed| played(&*game, seed)).collect();
    let text = write(&*codec, &games);
    let steps: usize = games.iter().map(|game| game.steps.len()).sum();
    assert_eq!(read(&*codec, &text), steps);
    let mut group = criterion.benchmark_group("draughts/pdn");
    group.throughput(Throughput::Elements(GAMES)).sample_size(20);
    group.bench_function(format!("{id}, read"), |bench| bench.iter(|| Reader::new(&text).count()));
    group.bench_function(format!("{id}, read and play"), |bench| bench.iter(|| read(&*codec, &text)));
    group.bench_function(format!("{id}, write"), |bench| bench.iter(|| write(&*codec, &games)));
}

fn played(game: &dyn DynGame, seed: u64) -> PlayedGame {
    let mut state = game.start(seed);
    state.play_random(seed, u32::MAX);
    PlayedGame { start: state.start_fen(), steps: state.steps(), ..PlayedGame::default() }
}

fn write(codec: &dyn RecordCodec<PdnMove>, games: &[PlayedGame]) -> String {
    games
        .iter()
        .map(|game| codec.write(game, &mut || true).expect("a legal game").to_string() + "\n")
        .collect()
}

/// Reads games and plays them; the number of steps.
fn read(codec: &dyn RecordCodec<PdnMove>, text: &str) -> usize {
    Reader::new(text)
        .map(|record| {
            codec.play(&record.expect("well formed"), &mut || true).expect("a legal game").steps.len()
        })
        .sum()
}

fn playouts(criterion: &mut Criterion) {
    for id in PLAYED {
        bench_playouts(criterion, id);
    }
    let mut group = criterion.benchmark_group("draughts/playouts");
    group.throughput(Throughput::Elements(play_kish(&mut rng_for(0, 0, 0))));
    group.bench_function("kish", |bench| bench.iter(|| play_kish(&mut rng_for(0, 0, 0))));
}

fn perft(criterion: &mut Criterion) {
    for turns in [false, true] {
        bench_perft(criterion, "english-draughts", 9, turns);
        bench_perft(criterion, "international-draughts", 8, turns);
    }
    bench_perft(criterion, "turkish-draughts", 6, false);
    bench_perft(criterion, "turkish-draughts", 7, true);
    // kish counts each way to make a capture.
    let game = Draughts::<Turkish>::named("turkish-draughts", Frame::Seat).expect("an id");
    let (start, board) = (game.start(&mut rng_for(0, 0, 0)), kish::Board::new_default());
    let nodes = game.perft_ways(&start, 7);
    assert_eq!(board.perft(7), nodes);
    let mut group = criterion.benchmark_group("draughts/perft ways");
    group.throughput(Throughput::Elements(nodes)).sample_size(10);
    group.bench_function("turkish-draughts", |bench| bench.iter(|| game.perft_ways(black_box(&start), 7)));
    group.bench_function("kish", |bench| bench.iter(|| black_box(&board).perft(7)));
}

fn notation(criterion: &mut Criterion) {
    for id in ["english-draughts", "international-draughts", "russian-draughts"] {
        bench_records(criterion, id);
    }
}

criterion_group!(benches, playouts, perft, notation);
criterion_main!(benches);
