//! Tests of self-play.

use super::agents::{constant_evaluator, material_evaluator, set_output};
use super::open;
use plyground::agents::{
    Batch, EvalOutput, Evaluator, Exploration, Gumbel, OutputFormat, Puct, Root, SelfPlayRequest,
    SelfPlayResult, Starts, self_play,
};
use plyground::sim::{CUT_OFF, DynGame};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const REQUEST: SelfPlayRequest<'static> = SelfPlayRequest {
    settings: Puct {
        simulations: 12,
        temperature: 1.0,
        root: Root::Gumbel(Gumbel::DEFAULT),
        ..Puct::DEFAULT
    },
    exploration: Exploration { full_search_prob: 0.5, ..Exploration::DEFAULT },
    games: 40,
    seed: 5,
    offset: 0,
    threads: Some(2),
    max_steps: Some(24),
    starts: Starts::START,
    num_parallel_games: 32,
    max_concurrent_batches: 1,
    cache_bytes: 1 << 20,
};

fn play(game: &dyn DynGame, request: &SelfPlayRequest<'_>, evaluator: &Evaluator<'_>) -> SelfPlayResult {
    let played = self_play(game, request, evaluator, &mut || true);
    played.unwrap_or_else(|error| panic!("{error}")).expect("not stopped")
}

#[test]
fn games_and_batches_do_not_depend_on_threads() {
    let draughts = open("english-draughts");
    // The hashes of the batches of each group.
    let asked = Mutex::new(BTreeMap::<usize, Vec<u64>>::new());
    let hasher = BuildHasherDefault::<DefaultHasher>::new();
    let evaluator = |batch: &mut Batch<'_>| {
        let seen: Vec<u32> = batch.observations().iter().map(|number| number.to_bits()).collect();
        let hash = hasher.hash_one((seen, batch.action_masks()));
        asked.lock().expect("no thread panics").entry(batch.group).or_default().push(hash);
        material_evaluator(batch)
    };
    let run = |threads, concurrent| {
        let request =
            SelfPlayRequest { threads: Some(threads), max_concurrent_batches: concurrent, ..REQUEST };
        let played = play(&*draughts, &request, &evaluator);
        (played.games, played.counts, std::mem::take(&mut *asked.lock().expect("no thread panics")))
    };
    let (one, four) = (run(1, 1), run(1, 4));
    assert_eq!((one.2.len(), four.2.len()), (2, 4), "one group per concurrent batch, at least two");
    for threads in [2, 3] {
        assert_eq!(one, run(threads, 1));
        assert_eq!(four, run(threads, 4));
    }
    assert_eq!(one.0, four.0, "evaluations of single positions do not depend on the batch");
    assert_eq!(one.0.envs, (0..40).collect::<Vec<_>>());
    let later = SelfPlayRequest { offset: 30, games: 10, ..REQUEST };
    let later = play(&*draughts, &later, &material_evaluator).games;
    let first = one.0.offsets[30] as usize;
    assert_eq!((&later.starts[..], &later.actions[..]), (&one.0.starts[30..], &one.0.actions[first..]));
    let other = play(&*draughts, &SelfPlayRequest { seed: 6, ..REQUEST }, &material_evaluator);
    assert_ne!(one.0.actions, other.games.actions);
}

#[test]
fn records_can_be_replayed_and_have_targets() {
    for (id, most) in [
        ("english-draughts", 1.0),
        ("toy", 1.0),
        ("toy-shared", 3.0),
        ("toy-strokes", -1.0),
        ("masquerade-chess", 1.0),
        ("double-checkers-cutthroat", 1.0),
        ("stax", 1.0),
    ] {
        let game = open(id);
        let spec = game.spec();
        let seats = spec.seats as usize;
        for root in [REQUEST.settings.root, Root::Puct] {
            let settings = Puct { root, ..REQUEST.settings };
            let request = SelfPlayRequest { settings, games: 6, ..REQUEST };
            // The value must be a possible return of the game.
            let value = 0f64.clamp(spec.scores.min_return, spec.scores.max_return) as f32;
            let played = play(&*game, &request, &constant_evaluator(1.0, value, 1)).games;
            played.check(&*game).unwrap_or_else(|error| panic!("{id}: {error}"));
            let search_targets = played.search_targets.as_ref().expect("it is played by searches");
            assert_eq!(search_targets.root_values.len(), played.actions.len() * seats);
            let (mut counted, mut all) = (0, 0);
            for step in 0..played.actions.len() {
                let policy: Vec<(i32, f32)> = search_targets.policy(step).collect();
                if played.current_players[step] < 0 {
                    assert!(policy.is_empty() && search_targets.weights[step] == 0.0, "{id}: chance");
                    continue;
                }
                let sum: f32 = policy.iter().map(|of| of.1).sum();
                assert!((sum - 1.0).abs() < 1e-4, "{id}: {policy:?}");
                assert!(policy.iter().any(|of| of.0 == played.actions[step]), "{id}: {policy:?}");
                let values = &search_targets.root_values[step * seats..][..seats];
                assert!(values.iter().all(|&value| value <= most + 1e-5), "{id}: {values:?}");
                all += 1;
                counted += usize::from(search_targets.weights[step] == 1.0);
            }
            assert!((all / 4..all * 3 / 4).contains(&counted), "{id}: {counted} of {all} count");
            let cut = played.reasons.iter().filter(|&&reason| reason == CUT_OFF).count();
            assert!(cut == 0 || spec.max_steps > 24, "{id}: {cut} are cut off");
        }
    }
}

#[test]
fn cached_positions_are_not_evaluated_again() {
    let stax = open("stax");
    let with = |cache, concurrent| {
        let request = SelfPlayRequest { cache_bytes: cache, max_concurrent_batches: concurrent, ..REQUEST };
        let played = play(&*stax, &request, &constant_evaluator(1.0, 0.25, 1));
        (played.games, played.counts.evaluations, played.counts.cache_hits)
    };
    let (games, evaluated, known) = with(0, 1);
    assert_eq!(known, 0);
    for (bytes, concurrent) in [(1 << 22, 1), (1 << 22, 3), (4000, 1)] {
        let (same, fewer, more) = with(bytes, concurrent);
        assert_eq!(games, same);
        assert_eq!(fewer + more, evaluated, "each request is evaluated or answered from the cache");
        assert!(more > evaluated / 50, "{more} of {evaluated} with {bytes} bytes");
    }
}

#[test]
fn logits_and_weights_of_one_policy_play_the_same_games() {
    let stax = open("stax");
    // Powers of 2, which are exact in both formats.
    let evaluator = |logits: bool| {
        move |batch: &mut Batch<'_>| {
            let actions = batch.buffer().actions();
            let weight = |at: usize| if (at % actions).is_multiple_of(3) { 1.0f32 } else { 0.0 };
            let of = |at: usize| if logits && weight(at) == 0.0 { f32::NEG_INFINITY } else { weight(at) };
            let policies: Vec<f32> = (0..batch.action_masks().len()).map(of).collect();
            let values = vec![0.0; batch.size];
            let format = OutputFormat { logits, relative_values: false };
            batch.set_output(&EvalOutput { policies: &policies, values: &values, format }).is_ok()
        }
    };
    let request =
        SelfPlayRequest { settings: Puct { root: Root::Puct, ..REQUEST.settings }, games: 8, ..REQUEST };
    let (one, other) = (play(&*stax, &request, &evaluator(false)), play(&*stax, &request, &evaluator(true)));
    assert_eq!(one.games, other.games);
}

#[test]
fn a_stopped_run_returns_nothing_without_deadlock() {
    let stax = open("stax");
    for (concurrent, threads) in [(1, 1), (1, 3), (3, 1), (3, 4)] {
        let request = SelfPlayRequest {
            max_concurrent_batches: concurrent,
            threads: Some(threads),
            games: 1000,
            max_steps: None,
            ..REQUEST
        };
        let asked = AtomicUsize::new(0);
        let tired = |batch: &mut Batch<'_>| {
            asked.fetch_add(1, Ordering::Relaxed) < 20 && constant_evaluator(1.0, 0.0, 1)(batch)
        };
        assert!(self_play(&*stax, &request, &tired, &mut || true).expect("within limits").is_none());
        let mut left = 3;
        let mut go_on = || {
            left -= 1;
            left > 0
        };
        let stopped = self_play(&*stax, &request, &constant_evaluator(1.0, 0.0, 1), &mut go_on);
        assert!(stopped.expect("within limits").is_none());
        let panics = |batch: &mut Batch<'_>| {
            assert!(asked.fetch_add(1, Ordering::Relaxed) < 40, "on purpose");
            set_output(batch, &vec![1.0; batch.action_masks().len()], &vec![0.0; batch.size])
        };
        let run = || self_play(&*stax, &request, &panics, &mut || true);
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "a panic is passed on");
    }
}

#[test]
fn invalid_requests_are_rejected() {
    let stax = open("stax");
    let refused = |request: SelfPlayRequest<'_>| {
        let played = self_play(&*stax, &request, &|_| unreachable!("nothing is begun"), &mut || true);
        played.map(|_| ()).expect_err("a refusal").to_string()
    };
    for (request, hint) in [
        (SelfPlayRequest { games: u64::MAX, ..REQUEST }, "games must be from 0 to 10000000"),
        (SelfPlayRequest { num_parallel_games: 0, ..REQUEST }, "num_parallel_games must be from 1"),
        (
            SelfPlayRequest { max_concurrent_batches: 0, ..REQUEST },
            "max_concurrent_batches must be from 1 to 256",
        ),
        (SelfPlayRequest { threads: Some(0), ..REQUEST }, "threads must be from 1"),
        (SelfPlayRequest { cache_bytes: 1 << 50, ..REQUEST }, "MiB"),
        (SelfPlayRequest { games: 10_000_000, max_steps: None, ..REQUEST }, "MiB"),
        (
            SelfPlayRequest { starts: Starts { positions: &["x"], ..Starts::START }, ..REQUEST },
            "expected: placement",
        ),
    ] {
        let message = refused(request);
        assert!(message.contains(hint), "{message}");
    }
    let none =
        play(&*stax, &SelfPlayRequest { games: 0, ..REQUEST }, &|_| unreachable!("there are no games"));
    assert_eq!((none.games.starts.len(), none.counts.evaluations), (0, 0));
}
