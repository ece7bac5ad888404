//! Chess and cozy-chess in one run: random playouts and perft; playouts of Chess960 and of the other twists;
//! observations and masks.
//!
//! `cargo bench -p plyground-benches --bench chess`. Elements a second are plies, nodes, or positions. A
//! build for a processor that has BMI2 needs `--features pext`, as `make bench` says: with it both engines
//! use PEXT.

use arrayvec::ArrayVec;
use cozy_chess as cozy;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground::game::roles::*;
use plyground::game::{Actor, Frame, Game, Rng, Seat, below, rng_for};
use plyground::games::chess::{
    self, Adrenaline, Chess, ChessGame, Cooperative, CrowdedHouse, Cylinder, DiceCheckers, Golf, HalfAlice,
    Masquerade, Orthodox, Shadowed, Synchronous, TarPit, TwoMove, Zombie,
};
use std::hint::black_box;

/// Plies that one measurement plays: enough for games of every length to come in their proportions.
const PLIES: u64 = 200_000;

/// Plays random games one after the other for that many plies.
fn play<G: Game>(game: &G, rng: &mut Rng, plies: u64) -> u64 {
    let (mut left, mut games) = (plies, 0);
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

/// The name of the peer, with the tables that it looks sliding moves up in.
const COZY: &str = if cfg!(feature = "pext") { "cozy-chess with pext" } else { "cozy-chess" };

/// The most sets of moves that a position has: one for each piece, and one for each pawn that may capture en
/// passant.
const MOST_SETS: usize = 20;

/// The same with cozy-chess: its sets of moves counted, one move chosen; threefold repetition, dead material,
/// fifty moves.
fn play_cozy(rng: &mut Rng, plies: u64) -> u64 {
    let (mut left, mut games) = (plies, 0);
    let mut sets: ArrayVec<cozy::PieceMoves, MOST_SETS> = ArrayVec::new();
    let mut keys: Vec<u64> = Vec::with_capacity(128);
    while left > 0 {
        let mut board = cozy::Board::default();
        keys.clear();
        games += 1;
        while left > 0 {
            sets.clear();
            let mut count = 0;
            board.generate_moves(|set| {
                count += set.len();
                sets.push(set);
                false
            });
            if count == 0 {
                break;
            }
            let chosen = nth_move(&sets, below(rng, count));
            let key = board.hash();
            board.play_unchecked(chosen);
            left -= 1;
            let clock = board.halfmove_clock();
            if clock == 0 {
                keys.clear();
            } else {
                keys.push(key);
            }
            if clock >= 100 || is_dead(&board) || is_third(&board, &keys) {
                break;
            }
        }
    }
    games
}

/// The move at a place among those of all sets.
fn nth_move(sets: &[cozy::PieceMoves], mut place: usize) -> cozy::Move {
    for set in sets {
        if place < set.len() {
            return set.into_iter().nth(place).expect("a set has as many moves as it says");
        }
        place -= set.len();
    }
    unreachable!("the place is below the number of moves")
}

fn is_dead(board: &cozy::Board) -> bool {
    use cozy::Piece::{Bishop, Knight, Pawn, Queen, Rook};
    let heavy = board.pieces(Pawn) | board.pieces(Rook) | board.pieces(Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Knight), board.pieces(Bishop));
    if !knights.is_empty() {
        return (knights | bishops).len() == 1;
    }
    (bishops & cozy::BitBoard::DARK_SQUARES).is_empty()
        || (bishops & cozy::BitBoard::LIGHT_SQUARES).is_empty()
}

fn is_third(board: &cozy::Board, keys: &[u64]) -> bool {
    let key = board.hash();
    keys.len() >= 8 && keys.iter().rev().skip(1).step_by(2).filter(|&&earlier| earlier == key).count() >= 2
}

fn cozy_perft(board: &cozy::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|set| {
        if depth == 1 {
            nodes += set.len() as u64;
        } else {
            for step in set {
                let mut next = board.clone();
                next.play_unchecked(step);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(PLIES)).sample_size(20);
    let mut rng = rng_for(1, 0, 0);
    group.bench_function(COZY, |b| b.iter(|| play_cozy(&mut rng, PLIES)));
    let game = Chess::chess(true, Frame::Seat);
    group.bench_function("chess", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    let game = ChessGame::<Orthodox<Cylinder>>::cylindrical(true, Frame::Seat);
    group.bench_function("cylindrical-chess", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    for (id, joined) in [("shadow-chess", false), ("cylindrical-shadow-chess", true)] {
        let game = ChessGame::<Orthodox<Shadowed>>::shadow(joined, true, Frame::Seat);
        group.bench_function(id, |b| b.iter(|| play(&game, &mut rng, PLIES)));
    }
    let game = Chess::chess960(None, true, Frame::Seat);
    group.bench_function("chess960", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    let game = ChessGame::new(Masquerade, Frame::Seat);
    group.bench_function("masquerade-chess", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    let game = ChessGame::new(Zombie, Frame::Seat);
    group.bench_function("zombie-chess", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    let game = ChessGame::new(TwoMove, Frame::Seat);
    group.bench_function("two-move-chess", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    let game = ChessGame::new(Synchronous, Frame::Seat);
    group.bench_function("synchronous-chess", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    for (id, options) in chess::ids() {
        let Some(tar_pit) = TarPit::named(&id, &options) else { continue };
        let game = ChessGame::new(tar_pit, Frame::Seat);
        group.bench_function(id, |b| b.iter(|| play(&game, &mut rng, PLIES)));
    }
    for (id, options) in chess::ids() {
        let Some(game) = Golf::named(&id, &options, Frame::Seat) else { continue };
        group.bench_function(id, |b| b.iter(|| play(&game, &mut rng, PLIES)));
    }
    let game = ChessGame::new(Adrenaline, Frame::Seat);
    group.bench_function("adrenaline-chess", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    let game = ChessGame::new(DiceCheckers, Frame::Seat);
    group.bench_function("dice-checkers-chess", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    let game = ChessGame::new(Cooperative, Frame::Seat);
    group.bench_function("cooperative-chess", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    let game = ChessGame::new(CrowdedHouse, Frame::Seat);
    group.bench_function("crowded-house", |b| b.iter(|| play(&game, &mut rng, PLIES)));
    for (id, options) in chess::ids() {
        let Some(half_alice) = HalfAlice::named(&id, &options) else { continue };
        let game = ChessGame::new(half_alice, Frame::Seat);
        group.bench_function(id, |b| b.iter(|| play(&game, &mut rng, PLIES)));
    }
    group.finish();
}

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft 5");
    group.throughput(Throughput::Elements(4_865_609)).sample_size(20);
    let board = cozy::Board::default();
    group.bench_function(COZY, |b| b.iter(|| cozy_perft(black_box(&board), 5)));
    let game = Chess::chess(true, Frame::Seat);
    let state = game.start(&mut rng_for(1, 0, 0));
    group.bench_function("chess", |b| b.iter(|| game.perft(black_box(&state), 5, &mut || true)));
    group.finish();
}

/// The positions of some random games, each with the seat to act.
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
    let mut group = c.benchmark_group("arrays");
    let game = Chess::chess(true, Frame::Seat);
    let states = positions(&game);
    group.throughput(Throughput::Elements(states.len() as u64));
    let mut mask = vec![false; game.spec().num_actions];
    let mut planes = vec![0f32; 64 * game.spec().planes.len()];
    group.bench_function("mask", |b| {
        b.iter(|| {
            for (state, _) in &states {
                game.write_mask(state, &mut mask);
                black_box(&mut mask);
            }
        });
    });
    group.bench_function("observe", |b| {
        b.iter(|| {
            for (state, seat) in &states {
                game.write_observation(state, *seat, &mut planes);
                black_box(&mut planes);
            }
        });
    });
    let mut keys = Vec::new();
    group.bench_function("sorted steps", |b| {
        b.iter(|| {
            for (state, _) in &states {
                keys.clear();
                game.each_step(state, |step| {
                    keys.push((game.sort_key(state, step), game.action(state, step)))
                });
                keys.sort_unstable();
                black_box(&mut keys);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, playouts, perft, arrays);
criterion_main!(benches);
