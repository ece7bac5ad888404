//! Benchmarks of search on one thread: simulations per second of MCTS, positions per second of alpha-beta,
//! and whole matches.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use plyground::agents::{AgentSpec, MatchRequest, PlayerView, Starts, matches};
use plyground::catalog;
use plyground::game::{Actor, Frame, rng_for};
use plyground::sim::DynGame;
use std::time::{Duration, Instant};

const GAMES: [&str; 4] = ["chess", "english-draughts", "checkers", "stax"];

fn agent(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Searches positions of random games until `wanted` positions or simulations are done. Returns the duration,
/// scaled to this number.
fn search(game: &dyn DynGame, text: &str, wanted: u64) -> Duration {
    let (mut player, mut pool, mut legal) = (agent(text).player(game), game.pool(), Vec::new());
    pool.reserve(1);
    let (mut elapsed, mut number) = (Duration::ZERO, 0);
    while player.effort() < wanted {
        let mut rng = rng_for(0, 0, number);
        pool[0].reset(&mut rng);
        pool[0].rollout(&mut rng, (number % 40) as u32);
        number += 1;
        let Actor::Seat(seat) = pool[0].actor() else { continue };
        pool[0].actions(&mut legal);
        player.reset();
        let started = Instant::now();
        player.choose(&PlayerView::new(&pool, 0, seat, &legal), &mut rng, &mut || true);
        elapsed += started.elapsed();
    }
    elapsed.mul_f64(wanted as f64 / player.effort() as f64)
}

fn searches(criterion: &mut Criterion) {
    for text in ["mcts:100", "ab:4"] {
        let mut group = criterion.benchmark_group(text);
        const NUM_SEARCHED: u64 = 1000;
        group.throughput(Throughput::Elements(NUM_SEARCHED));
        for id in GAMES {
            let game = catalog::open(id, &[], Frame::Seat).expect("a variant");
            group.bench_function(BenchmarkId::from_parameter(id), |bench| {
                bench.iter_custom(|rounds| search(&*game, text, rounds * NUM_SEARCHED));
            });
        }
        group.finish();
    }
}

fn whole_matches(criterion: &mut Criterion) {
    for id in GAMES {
        let game = catalog::open(id, &[], Frame::Seat).expect("a variant");
        let agents = [agent("random")];
        let request = MatchRequest {
            agents: &agents,
            games: 200,
            seed: 0,
            offset: 0,
            threads: Some(1),
            rotate: true,
            max_steps: None,
            starts: Starts::START,
            num_parallel_games: 1,
            max_concurrent_batches: 1,
            record: false,
        };
        let play =
            || matches(&*game, &request, &|_| false, &mut || true).expect("right").expect("not stopped");
        let mut group = criterion.benchmark_group("matches");
        group.throughput(Throughput::Elements(play().steps.iter().map(|&steps| u64::from(steps)).sum()));
        group.bench_function(BenchmarkId::from_parameter(id), |bench| bench.iter(play));
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    targets = searches, whole_matches
}
criterion_main!(benches);
