//! Games that a judge plays against itself.

use super::agents::{alike, answer, counting};
use super::open;
use plyground::agents::{
    Answer, Batch, Explore, Form, Gumbel, Judge, Puct, Root, SelfPlay, SelfPlayed, Starts, self_play,
};
use plyground::sim::{CUT_OFF, DynGame};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const REQUEST: SelfPlay<'static> = SelfPlay {
    settings: Puct {
        simulations: 12,
        temperature: 1.0,
        root: Root::Gumbel(Gumbel::DEFAULT),
        ..Puct::DEFAULT
    },
    explore: Explore { full_search_prob: 0.5, ..Explore::DEFAULT },
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

fn play(game: &dyn DynGame, request: &SelfPlay<'_>, judge: &Judge<'_>) -> SelfPlayed {
    let played = self_play(game, request, judge, &mut || true);
    played.unwrap_or_else(|error| panic!("{error}")).expect("not stopped")
}

#[test]
fn games_do_not_depend_on_threads_and_are_asked_about_in_the_same_batches() {
    let draughts = open("english-draughts");
    // What each group asks, batch by batch.
    let asked = Mutex::new(BTreeMap::<usize, Vec<u64>>::new());
    let hasher = BuildHasherDefault::<DefaultHasher>::new();
    let judge = |batch: &mut Batch<'_>| {
        let seen: Vec<u32> = batch.observations().iter().map(|number| number.to_bits()).collect();
        let hash = hasher.hash_one((seen, batch.action_masks()));
        asked.lock().expect("nobody panics").entry(batch.group).or_default().push(hash);
        counting(batch)
    };
    let run = |threads, together| {
        let request = SelfPlay { threads: Some(threads), max_concurrent_batches: together, ..REQUEST };
        let played = play(&*draughts, &request, &judge);
        (played.games, played.counts, std::mem::take(&mut *asked.lock().expect("nobody panics")))
    };
    let (one, four) = (run(1, 1), run(1, 4));
    assert_eq!((one.2.len(), four.2.len()), (2, 4), "as many groups as are asked about at once");
    for threads in [2, 3] {
        assert_eq!(one, run(threads, 1));
        assert_eq!(four, run(threads, 4));
    }
    assert_eq!(one.0, four.0, "what is judged by itself does not depend on the batch");
    assert_eq!(one.0.envs, (0..40).collect::<Vec<_>>());
    let later = SelfPlay { offset: 30, games: 10, ..REQUEST };
    let later = play(&*draughts, &later, &counting).games;
    let first = one.0.offsets[30] as usize;
    assert_eq!((&later.starts[..], &later.actions[..]), (&one.0.starts[30..], &one.0.actions[first..]));
    let other = play(&*draughts, &SelfPlay { seed: 6, ..REQUEST }, &counting);
    assert_ne!(one.0.actions, other.games.actions);
}

#[test]
fn what_is_written_down_can_be_played_and_learned() {
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
            let request = SelfPlay { settings, games: 6, ..REQUEST };
            // What a judge says is to be a return of the game.
            let value = 0f64.clamp(spec.scores.min_return, spec.scores.max_return) as f32;
            let played = play(&*game, &request, &alike(1.0, value, 1)).games;
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
fn what_is_known_is_not_asked_again() {
    let stax = open("stax");
    let with = |cache, together| {
        let request = SelfPlay { cache_bytes: cache, max_concurrent_batches: together, ..REQUEST };
        let played = play(&*stax, &request, &alike(1.0, 0.25, 1));
        (played.games, played.counts.evaluations, played.counts.cache_hits)
    };
    let (games, judged, known) = with(0, 1);
    assert_eq!(known, 0);
    for (bytes, together) in [(1 << 22, 1), (1 << 22, 3), (4000, 1)] {
        let (same, fewer, more) = with(bytes, together);
        assert_eq!(games, same);
        assert_eq!(fewer + more, judged, "what is not asked is known");
        assert!(more > judged / 50, "{more} of {judged} with {bytes} bytes");
    }
}

#[test]
fn logits_and_weights_of_one_policy_play_the_same_games() {
    let stax = open("stax");
    // Powers of 2, which are exact either way.
    let judge = |logits: bool| {
        move |batch: &mut Batch<'_>| {
            let actions = batch.buffer().actions();
            let weight = |at: usize| if (at % actions).is_multiple_of(3) { 1.0f32 } else { 0.0 };
            let of = |at: usize| if logits && weight(at) == 0.0 { f32::NEG_INFINITY } else { weight(at) };
            let policies: Vec<f32> = (0..batch.action_masks().len()).map(of).collect();
            let values = vec![0.0; batch.size];
            let form = Form { logits, relative_values: false };
            batch.answer(&Answer { policies: &policies, values: &values, form }).is_ok()
        }
    };
    let request = SelfPlay { settings: Puct { root: Root::Puct, ..REQUEST.settings }, games: 8, ..REQUEST };
    let (one, other) = (play(&*stax, &request, &judge(false)), play(&*stax, &request, &judge(true)));
    assert_eq!(one.games, other.games);
}

#[test]
fn who_stops_it_gets_nothing_and_nobody_waits() {
    let stax = open("stax");
    for (together, threads) in [(1, 1), (1, 3), (3, 1), (3, 4)] {
        let request = SelfPlay {
            max_concurrent_batches: together,
            threads: Some(threads),
            games: 1000,
            max_steps: None,
            ..REQUEST
        };
        let asked = AtomicUsize::new(0);
        let tired =
            |batch: &mut Batch<'_>| asked.fetch_add(1, Ordering::Relaxed) < 20 && alike(1.0, 0.0, 1)(batch);
        assert!(self_play(&*stax, &request, &tired, &mut || true).expect("within limits").is_none());
        let mut left = 3;
        let mut go_on = || {
            left -= 1;
            left > 0
        };
        let stopped = self_play(&*stax, &request, &alike(1.0, 0.0, 1), &mut go_on);
        assert!(stopped.expect("within limits").is_none());
        let panics = |batch: &mut Batch<'_>| {
            assert!(asked.fetch_add(1, Ordering::Relaxed) < 40, "on purpose");
            answer(batch, &vec![1.0; batch.action_masks().len()], &vec![0.0; batch.size])
        };
        let run = || self_play(&*stax, &request, &panics, &mut || true);
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "a panic is passed on");
    }
}

#[test]
fn impossible_requests_are_refused() {
    let stax = open("stax");
    let refused = |request: SelfPlay<'_>| {
        let played = self_play(&*stax, &request, &|_| unreachable!("nothing is begun"), &mut || true);
        played.map(|_| ()).expect_err("a refusal").to_string()
    };
    for (request, hint) in [
        (SelfPlay { games: u64::MAX, ..REQUEST }, "games must be from 0 to 10000000"),
        (SelfPlay { num_parallel_games: 0, ..REQUEST }, "num_parallel_games must be from 1"),
        (SelfPlay { max_concurrent_batches: 0, ..REQUEST }, "max_concurrent_batches must be from 1 to 256"),
        (SelfPlay { threads: Some(0), ..REQUEST }, "threads must be from 1"),
        (SelfPlay { cache_bytes: 1 << 50, ..REQUEST }, "MiB"),
        (SelfPlay { games: 10_000_000, max_steps: None, ..REQUEST }, "MiB"),
        (
            SelfPlay { starts: Starts { positions: &["x"], ..Starts::START }, ..REQUEST },
            "expected: placement",
        ),
    ] {
        let message = refused(request);
        assert!(message.contains(hint), "{message}");
    }
    let none = play(&*stax, &SelfPlay { games: 0, ..REQUEST }, &|_| unreachable!("there are no games"));
    assert_eq!((none.games.starts.len(), none.counts.evaluations), (0, 0));
}
