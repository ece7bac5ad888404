//! Draughts on one core: random games from start to end, perft with steps and with whole turns, games in PDN;
//! Turkish draughts beside kish in one run.
//!
//! `cargo bench -p plyground-benches --bench draughts`. Elements a second are steps (kish: turns), nodes, or
//! games. (`benches/peers.py` measures beside dame, which is to be had for Python only.)

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground::catalog::{Visitor, find};
use plyground::game::roles::*;
use plyground::game::{Frame, Game, Rng, below, rng_for};
use plyground::games::draughts::{self, Draughts, Turkish};
use plyground::pdn::{self, PdnMove, PlayedGame, Reader, RecordCodec};
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

/// Games that one measurement plays, reads or writes.
const GAMES: u64 = 200;

fn open<V: Visitor>(id: &str, visitor: V) -> V::Output {
    let options = &find(id).expect("an id").options;
    draughts::open(id, options, Frame::Seat, visitor).expect("an id")
}

/// Plays random games from start to end; the number of steps.
fn play<G: Game>(game: &G, rng: &mut Rng) -> u64 {
    let mut steps = 0;
    for _ in 0..GAMES {
        let mut state = game.start(rng);
        while let Some(step) = game.random_step(&state, rng) {
            game.apply(&mut state, step);
            steps += 1;
        }
        black_box(&state);
    }
    steps
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

struct Playouts<'a>(&'a mut Criterion);

impl Visitor for Playouts<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut group = self.0.benchmark_group("draughts/playouts");
        group.throughput(Throughput::Elements(play(&game, &mut rng_for(0, 0, 0))));
        group.bench_function(&game.spec().id, |bench| bench.iter(|| play(&game, &mut rng_for(0, 0, 0))));
    }
}

/// Perft to a depth, of whole turns or of steps.
struct Perft<'a>(&'a mut Criterion, u32, bool);

impl Visitor for Perft<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let Perft(criterion, depth, turns) = self;
        let state = game.start(&mut rng_for(0, 0, 0));
        let count = |depth| {
            let nodes = if turns {
                game.perft_turns(&state, depth, &mut || true)
            } else {
                game.perft(&state, depth, &mut || true)
            };
            nodes.unwrap_or_default()
        };
        let mut group =
            criterion.benchmark_group(if turns { "draughts/perft turns" } else { "draughts/perft" });
        group.throughput(Throughput::Elements(count(depth))).sample_size(10);
        group.bench_function(&game.spec().id, |bench| bench.iter(|| count(black_box(depth))));
    }
}

/// Random games in PDN, read, played and written.
struct Records<'a>(&'a mut Criterion);

impl Visitor for Records<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let id = &game.spec().id;
        let codec = pdn::codec(id, &game.spec().options).expect("an id");
        let mut rng = rng_for(0, 0, 0);
        let games: Vec<PlayedGame> = (0..GAMES).map(|_| played(&game, &mut rng)).collect();
        let text = write(&*codec, &games);
        let steps: usize = games.iter().map(|game| game.steps.len()).sum();
        assert_eq!(read(&*codec, &text), steps);
        let mut group = self.0.benchmark_group("draughts/pdn");
        group.throughput(Throughput::Elements(GAMES)).sample_size(20);
        group.bench_function(format!("{id}, read"), |bench| bench.iter(|| Reader::new(&text).count()));
        group.bench_function(format!("{id}, read and play"), |bench| bench.iter(|| read(&*codec, &text)));
        group.bench_function(format!("{id}, write"), |bench| bench.iter(|| write(&*codec, &games)));
    }
}

fn played<G: Game>(game: &G, rng: &mut Rng) -> PlayedGame {
    let mut state = game.start(rng);
    let mut played = PlayedGame { start: game.fen(&state), ..PlayedGame::default() };
    while let Some(step) = game.random_step(&state, rng) {
        played.steps.push(game.step_text(&state, step));
        game.apply(&mut state, step);
    }
    played
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
        open(id, Playouts(criterion));
    }
    let mut group = criterion.benchmark_group("draughts/playouts");
    group.throughput(Throughput::Elements(play_kish(&mut rng_for(0, 0, 0))));
    group.bench_function("kish", |bench| bench.iter(|| play_kish(&mut rng_for(0, 0, 0))));
}

fn perft(criterion: &mut Criterion) {
    for turns in [false, true] {
        open("english-draughts", Perft(criterion, 9, turns));
        open("international-draughts", Perft(criterion, 8, turns));
    }
    open("turkish-draughts", Perft(criterion, 6, false));
    open("turkish-draughts", Perft(criterion, 7, true));
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
        open(id, Records(criterion));
    }
}

criterion_group!(benches, playouts, perft, notation);
criterion_main!(benches);
