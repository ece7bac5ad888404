use super::*;
use crate::game::roles::*;
use crate::game::toy::Toy;
use crate::game::{Actor, Reason, Seat, rng_for};
use crate::sim::{CUT_OFF, StepError, erase};

fn settings(envs: usize) -> VectorSettings<'static> {
    VectorSettings {
        envs,
        seed: 11,
        threads: Some(1),
        max_steps: None,
        start: None,
        observations: Some(Element::F32),
        action_masks: Some(MaskFormat::Flags),
        recorded: false,
        autoreset: Autoreset::SameStep,
    }
}

fn vector(settings: &VectorSettings<'_>) -> Vector {
    Vector::new(&*erase(Toy::new()), settings, ExternalArrays::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

fn flags(action_masks: &Masks) -> &[u8] {
    if let Masks::Flags(all) = action_masks { all } else { panic!("no flags") }
}

fn floats(planes: &Observations) -> &[f32] {
    if let Observations::F32(all) = planes { all } else { panic!("no floats") }
}

/// Returns everything that is visible of an environment.
fn snapshot(vector: &Vector, env: usize) -> String {
    let b = vector.buffers();
    let state = vector.state(env).fen();
    let observed = &floats(&b.observations)[env * 64..][..64];
    let mask = &flags(&b.action_masks)[env * 3..][..3];
    let flags = (b.current_players[env], &b.rewards[env * 2..][..2], b.terminated[env], b.truncated[env]);
    let rest = (b.reasons[env], b.steps[env], b.final_players[env], b.sampled[env]);
    format!("{state} {observed:?} {mask:?} {flags:?} {rest:?}")
}

fn step_at_random(vector: &mut Vector) {
    vector.sample();
    let actions = vector.buffers().sampled.to_vec();
    vector.step(&actions).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn an_environment_plays_the_same_in_any_batch_and_on_any_threads() {
    let mut small = vector(&settings(3));
    let mut wide = vector(&VectorSettings { threads: Some(3), ..settings(300) });
    for _ in 0..40 {
        for env in 0..3 {
            assert_eq!(snapshot(&small, env), snapshot(&wide, env));
        }
        step_at_random(&mut small);
        step_at_random(&mut wide);
    }
    let games: Vec<u64> = (0..3).map(|env| small.shares[0].envs.episode(env).number).collect();
    assert_eq!(games, [6, 6, 6], "each game has six choices");
}

#[test]
fn environments_play_different_games() {
    let mut batch = vector(&settings(50));
    (0..3).for_each(|_| step_at_random(&mut batch));
    let different: std::collections::HashSet<_> = (0..50).map(|env| batch.state(env).fen()).collect();
    assert!(different.len() > 5);
}

#[test]
fn each_game_of_an_environment_has_its_own_generator() {
    let mut batch = vector(&settings(4));
    for _ in 0..2 {
        batch.step(&[0; 4]).expect("legal");
    }
    // The roll of the first round is the first draw in game 0 of environment 2.
    let toy = Toy::new();
    let mut state = toy.read_fen("0,0 * 11 0").expect("a roll");
    let roll = toy.draw(&state, &mut rng_for(11, 3, 0)).expect("an outcome");
    toy.apply(&mut state, roll);
    assert_eq!(batch.state(2).fen(), toy.fen(&state));
}

#[test]
fn same_step_autoreset_reports_the_end_and_starts_the_next_game() {
    let mut batch = vector(&VectorSettings { start: Some("1,0 b 1- 2"), ..settings(40) });
    batch.step(&[1; 40]).expect("legal");
    let toy = Toy::new();
    let b = batch.buffers();
    for env in 0..40 {
        // Seat 0 is on 1 and seat 1 on 2, so only a roll of 2 leads to a draw.
        let roll = toy.read_fen("1,0 * 12 2").expect("a roll");
        let mut end = roll.clone();
        let outcome = toy.draw(&roll, &mut rng_for(11, env as u64 + 1, 0)).expect("an outcome");
        toy.apply(&mut end, outcome);
        let returns = toy.outcome(&end).expect("over").returns;
        let expected: Vec<f32> = returns.seats(2).iter().map(|&got| got as f32).collect();
        assert_eq!(&b.rewards[env * 2..][..2], expected);
        assert_eq!(b.mover_rewards[env], expected[1]);
        let mut last = [0.0; 64];
        toy.write_observation(&end, Seat::ONE, &mut last);
        assert_eq!(floats(&b.final_observations)[env * 64..][..64], last);
        assert_eq!(
            (b.terminated[env], b.truncated[env], b.reasons[env]),
            (true, false, Reason::Course as u8)
        );
        assert_eq!((b.final_players[env], b.steps[env], b.current_players[env]), (1, 2, 1));
        assert_eq!(batch.state(env).fen(), "1,0 b 1- 2", "the next game waits");
    }
    assert!(b.rewards.contains(&0.0) && b.rewards.contains(&1.0));
    step_at_random(&mut batch);
    assert!(batch.buffers().terminated.iter().all(|&ended| ended), "and ends in its turn");
}

#[test]
fn next_step_autoreset_starts_the_next_game_in_the_next_step() {
    let mut batch =
        vector(&VectorSettings { autoreset: Autoreset::NextStep, start: Some("1,0 b 1- 2"), ..settings(2) });
    batch.step(&[1, 1]).expect("legal");
    let b = batch.buffers();
    assert_eq!((b.current_players[0], b.sampled[0], b.terminated[0]), (-1, -1, true));
    assert!(!flags(&b.action_masks).contains(&1));
    let mut last = [0.0; 64];
    batch.state(0).observe(Seat::ONE, &mut last);
    assert_eq!(floats(&b.observations)[..64], last);
    batch.step(&[77, -5]).expect("the actions are ignored");
    let b = batch.buffers();
    assert_eq!((b.current_players[0], b.rewards[0], b.terminated[0], b.steps[0]), (1, 0.0, false, 0));
    assert_eq!(b.final_players[0], -1);
}

#[test]
fn disabled_autoreset_waits_for_a_reset() {
    let mut batch =
        vector(&VectorSettings { autoreset: Autoreset::Disabled, start: Some("1,0 b 1- 2"), ..settings(3) });
    batch.step(&[0, 1, 2]).expect("legal");
    let error = batch.step(&[-1, 0, -1]).expect_err("over");
    let expected = VectorError::Step { env: 1, action: 0, error: StepError::Over { reason: "course" } };
    assert_eq!(error, expected);
    assert_eq!(batch.buffers().terminated[..], [true; 3], "nothing has changed");
    batch.step(&[-1; 3]).expect("they wait");
    assert_eq!(batch.buffers().terminated[..], [false; 3]);
    batch.reset_some(&[false, true, false]).expect("three environments");
    assert_eq!(batch.buffers().current_players[..], [-1, 1, -1]);
    assert_eq!(batch.reset_some(&[true]), Err(VectorError::Length { found: 1, expected: 3 }));
}

#[test]
fn a_long_game_is_cut_off() {
    let mut batch = vector(&VectorSettings { max_steps: Some(4), ..settings(1) });
    for at in 1..=3 {
        step_at_random(&mut batch);
        // The second choice is followed by a roll.
        assert_eq!(batch.buffers().steps[0], [1, 3, 4][at - 1]);
    }
    let b = batch.buffers();
    assert_eq!((b.terminated[0], b.truncated[0], b.reasons[0]), (false, true, CUT_OFF));
    assert_eq!((b.final_players[0], b.rewards[0], b.current_players[0]), (1, 0.0, 0));
}

#[test]
fn a_rejected_step_changes_nothing() {
    let mut batch = vector(&settings(200));
    let mut untouched = vector(&settings(200));
    [&mut batch, &mut untouched].into_iter().for_each(step_at_random);
    let before: Vec<String> = (0..200).map(|env| snapshot(&batch, env)).collect();
    let mut actions = vec![0; 200];
    (actions[150], actions[170]) = (3, -1);
    let range = StepError::OutOfRange { action: 3, actions: 3 };
    let expected = VectorError::Step { env: 150, action: 3, error: range };
    assert_eq!(batch.step(&actions), Err(expected));
    assert_eq!(batch.step(&[0; 199]), Err(VectorError::Length { found: 199, expected: 200 }));
    assert_eq!(before, (0..200).map(|env| snapshot(&batch, env)).collect::<Vec<_>>());
    [&mut batch, &mut untouched].into_iter().for_each(step_at_random);
    assert!(
        (0..200).all(|env| snapshot(&batch, env) == snapshot(&untouched, env)),
        "sampled actions stand for their steps"
    );
}

#[test]
fn observations_and_masks_are_optional_and_can_be_small() {
    let mut full = vector(&settings(5));
    let mut bare = vector(&VectorSettings { observations: None, action_masks: None, ..settings(5) });
    let mut small = vector(&VectorSettings { observations: Some(Element::U8), ..settings(5) });
    for _ in 0..20 {
        [&mut full, &mut bare, &mut small].into_iter().for_each(step_at_random);
        assert_eq!(full.buffers().sampled, bare.buffers().sampled);
        let Observations::U8(bytes) = &small.buffers().observations else { panic!("no bytes") };
        let same = floats(&full.buffers().observations).iter().zip(bytes.iter());
        assert!(same.into_iter().all(|(&float, &byte)| (float * 255.0).round() as u8 == byte));
    }
    assert!(
        matches!(bare.buffers().observations, Observations::Off)
            && matches!(bare.buffers().action_masks, Masks::Off)
    );
}

#[test]
fn samples_are_legal_uniform_and_redrawn() {
    let mut batch = vector(&settings(1));
    let mut counts = [0; 3];
    for _ in 0..3000 {
        batch.sample();
        counts[batch.buffers().sampled[0] as usize] += 1;
    }
    assert!(counts.iter().all(|n| (900..1100).contains(n)), "{counts:?}");
    assert_eq!(batch.legal_actions(), (vec![0, 1, 2], vec![0, 3]));
}

#[test]
fn a_reset_clears_everything() {
    let mut batch = vector(&settings(3));
    let fresh: Vec<String> = (0..3).map(|env| snapshot(&batch, env)).collect();
    (0..17).for_each(|_| step_at_random(&mut batch));
    batch.reset(11);
    assert_eq!(fresh, (0..3).map(|env| snapshot(&batch, env)).collect::<Vec<_>>());
    batch.reset(12);
    step_at_random(&mut batch);
    let other = (0..3).map(|env| batch.state(env).actor());
    assert!(other.into_iter().all(|actor| actor == Actor::Seat(Seat::ONE)));
}

#[test]
fn invalid_settings_are_rejected() {
    let refused = |settings: VectorSettings<'_>| {
        Vector::new(&*erase(Toy::new()), &settings, ExternalArrays::default()).err().expect("a refusal")
    };
    let range = refused(settings(0)).to_string();
    assert_eq!(range, "the number of environments must be from 1 to 1048576, got 0");
    assert!(matches!(refused(settings(usize::MAX)), RequestError::Range { .. }));
    assert!(matches!(
        refused(VectorSettings { max_steps: Some(0), ..settings(1) }),
        RequestError::Range { .. }
    ));
    assert!(matches!(
        refused(VectorSettings { threads: Some(0), ..settings(1) }),
        RequestError::Range { .. }
    ));
    assert!(matches!(
        refused(VectorSettings { start: Some("x"), ..settings(1) }),
        RequestError::Start { .. }
    ));
    assert!(matches!(
        refused(VectorSettings { start: Some("0,0 a -- 3"), ..settings(1) }),
        RequestError::Start { .. }
    ));
}

#[test]
fn masks_can_be_bits() {
    let mut flagged = vector(&settings(70));
    let mut bits = vector(&VectorSettings { action_masks: Some(MaskFormat::Bits), ..settings(70) });
    for _ in 0..20 {
        [&mut flagged, &mut bits].into_iter().for_each(step_at_random);
        let Masks::Bits(bytes) = &bits.buffers().action_masks else { panic!("no bits") };
        for (env, &byte) in bytes.iter().enumerate() {
            let expected = &flags(&flagged.buffers().action_masks)[env * 3..][..3];
            assert!((0..8).all(|at| byte >> at & 1 == expected.get(at).copied().unwrap_or(0)));
        }
    }
    let error = bits.step(&[3; 70]).expect_err("out of range");
    assert!(matches!(error, VectorError::Step { env: 0, action: 3, .. }));
}

#[test]
fn external_arrays_are_written_like_internal_ones() {
    /// Returns memory that the test and the batch share, like NumPy arrays. The batch owns it.
    fn given<T: Clone + Send + Sync + 'static>(
        filled: T,
        length: usize,
    ) -> (Memory<T>, std::ptr::NonNull<T>) {
        let mut elements = vec![filled; length];
        let first = std::ptr::NonNull::from(&mut elements[..]).cast();
        // SAFETY: the elements are in the box, and the test accesses them only between calls of the batch.
        (unsafe { Memory::given(first, length, Box::new(elements)) }, first)
    }
    let (observations, first) = given(0.0f32, 5 * 64);
    // A value that no mask holds, but that users of NumPy can write.
    let (action_masks, flag) = given(7u8, 5 * 3);
    let arrays = ExternalArrays {
        observations: Some(Observations::F32(observations)),
        action_masks: Some(Masks::Flags(action_masks)),
        ..ExternalArrays::default()
    };
    let mut theirs = Vector::new(&*erase(Toy::new()), &settings(5), arrays).expect("of the right sizes");
    let mut ours = vector(&settings(5));
    for _ in 0..20 {
        [&mut ours, &mut theirs].into_iter().for_each(step_at_random);
        assert!((0..5).all(|env| snapshot(&ours, env) == snapshot(&theirs, env)));
        // SAFETY: the batch is not running.
        unsafe { flag.write(7) };
        let known = ours.buffers().sampled[0];
        let actions: Vec<i32> = (0..5).map(|env| if env == 0 { known } else { 3 }).collect();
        assert!(theirs.step(&actions).is_err(), "action_masks that others can write are not believed");
        assert_eq!(flags(&theirs.buffers().action_masks)[0], 7);
        // SAFETY: as above.
        unsafe { flag.write(flags(&ours.buffers().action_masks)[0]) };
    }
    assert_eq!(floats(&theirs.buffers().observations).as_ptr(), first.as_ptr());
    let refused = |given| Vector::new(&*erase(Toy::new()), &settings(5), given).err().expect("a refusal");
    let short =
        ExternalArrays { action_masks: Some(Masks::Flags(given(0, 14).0)), ..ExternalArrays::default() };
    assert_eq!(refused(short), RequestError::Length { name: "action_masks", found: 14, expected: 15 });
    let bytes = ExternalArrays {
        observations: Some(Observations::U8(given(0, 5 * 64).0)),
        ..ExternalArrays::default()
    };
    assert_eq!(refused(bytes), RequestError::Element { name: "observations" });
}

#[test]
fn games_are_recorded_identically_on_any_threads() {
    let toy = Toy::new();
    // A game has six choices and three rolls.
    for (max_steps, reason) in [(None, Reason::Course as u8), (Some(5), CUT_OFF)] {
        let play = |threads: usize| {
            let settings =
                VectorSettings { recorded: true, threads: Some(threads), max_steps, ..settings(200) };
            let mut batch = vector(&settings);
            (0..30).for_each(|_| step_at_random(&mut batch));
            batch.pop_finished()
        };
        let games = play(1);
        assert_eq!(games, play(3));
        assert!(games.starts.len() > 400 && games.offsets.len() == games.starts.len() + 1);
        for game in 0..games.starts.len() {
            let mut state = toy.read_fen(&games.starts[game]).expect("a position");
            for at in games.offsets[game] as usize..games.offsets[game + 1] as usize {
                assert_eq!(toy.actor(&state).code(), games.current_players[at]);
                let step = toy.step(&state, games.actions[at] as usize).expect("an action");
                assert!(toy.is_legal(&state, step));
                toy.apply(&mut state, step);
            }
            let got = toy
                .outcome(&state)
                .map_or([0.0; 2], |outcome| Seat::BOTH.map(|seat| outcome.returns.get(seat) as f32));
            assert_eq!((games.reasons[game], &games.returns[2 * game..][..2]), (reason, &got[..]));
        }
    }
    let mut batch = vector(&VectorSettings { recorded: true, ..settings(4) });
    (0..12).for_each(|_| step_at_random(&mut batch));
    assert!(
        !batch.pop_finished().starts.is_empty() && batch.pop_finished().starts.is_empty(),
        "each game is returned once"
    );
}

#[test]
fn a_restored_batch_continues_identically() {
    for autoreset in Autoreset::ALL {
        let shape = VectorSettings { autoreset, recorded: true, max_steps: Some(7), ..settings(5) };
        let mut one = vector(&shape);
        for _ in 0..9 {
            step_at_random(&mut one);
        }
        let (saved, rows) = one.saved();
        let text = serde_json::to_string(&saved).expect("a saved batch can be serialized");
        let read: SavedVector = serde_json::from_str(&text).expect("and read");
        let mut other = Vector::restored(&*erase(Toy::new()), &read, &rows).expect("nothing is damaged");
        for _ in 0..20 {
            for env in 0..5 {
                assert_eq!(snapshot(&one, env), snapshot(&other, env));
            }
            step_at_random(&mut one);
            step_at_random(&mut other);
        }
        assert_eq!(one.pop_finished(), other.pop_finished());
        let mut odd: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        odd["envs"][0]["sampled"] = 1_000.into();
        let read: SavedVector = serde_json::from_value(odd).expect("numbers are numbers");
        assert!(Vector::restored(&*erase(Toy::new()), &read, &rows).is_err(), "no such actions");
    }
}
