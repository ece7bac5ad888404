//! What the contract costs: batches of environments against random games of the same game, on one thread.
//!
//! The rates are steps a second; a batch of 1024 samples and steps, with what its name says.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use plyground::catalog;
use plyground::game::Frame;
use plyground::sim::{
    Autoreset, DynGame, Element, ExternalArrays, MaskFormat, PlayoutRequest, Vector, VectorSettings,
};
use std::time::{Duration, Instant};

const ENVS: usize = 1024;

/// Plays `steps` random steps and returns the time that they took.
fn play(game: &dyn DynGame, steps: u64) -> Duration {
    let (mut made, mut took, mut offset) = (0, Duration::ZERO, 0);
    while made < steps {
        let request = PlayoutRequest { games: 500, offset, threads: Some(1), ..PlayoutRequest::default() };
        let started = Instant::now();
        let played = game.playouts(&request, &mut || true).expect("within limits").expect("not stopped");
        took += started.elapsed();
        made += played.steps.iter().map(|&steps| u64::from(steps)).sum::<u64>();
        offset += request.games;
    }
    took.mul_f64(steps as f64 / made as f64)
}

fn step(vector: &mut Vector, actions: &mut Vec<i32>) {
    vector.sample();
    actions.clear();
    actions.extend_from_slice(&vector.buffers().sampled);
    vector.step(actions).expect("legal");
}

fn rates(criterion: &mut Criterion) {
    for id in ["chess", "english-draughts", "checkers", "stax", "masquerade-chess"] {
        let game = catalog::open(id, &[], Frame::Seat).expect("a variant");
        let mut group = criterion.benchmark_group(id);
        group.throughput(Throughput::Elements(ENVS as u64));
        group.bench_function("playouts", |bench| {
            bench.iter_custom(|rounds| play(&*game, rounds * ENVS as u64));
        });
        for (name, observations, action_masks) in [
            ("bare", None, false),
            ("action_masks", None, true),
            ("f32", Some(Element::F32), false),
            ("f32 and action_masks", Some(Element::F32), true),
            ("bytes and action_masks", Some(Element::U8), true),
        ] {
            let settings = VectorSettings {
                envs: ENVS,
                seed: 0,
                threads: Some(1),
                max_steps: None,
                start: None,
                observations,
                action_masks: action_masks.then_some(MaskFormat::Flags),
                recorded: false,
                autoreset: Autoreset::SameStep,
            };
            let mut vector = game.vector(&settings, ExternalArrays::default()).expect("within limits");
            let mut actions = Vec::new();
            // Until the games are at different points of their courses.
            (0..400).for_each(|_| step(&mut vector, &mut actions));
            group.bench_function(BenchmarkId::new("vector", name), |bench| {
                bench.iter(|| step(&mut vector, &mut actions));
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    targets = rates
}
criterion_main!(benches);
