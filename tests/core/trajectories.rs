//! What can be learned from games that were written down.

use super::open;
use plyground::game::Actor;
use plyground::sim::{
    AnyGame, Autoreset, Element, Given, Marks, Masks, Planes, Settings, Trajectories, Turned, Wanted,
    examples,
};
use std::sync::Arc;

/// Games played at random, written down.
fn played(id: &str) -> (Arc<dyn AnyGame>, Trajectories) {
    let game = open(id);
    let settings = Settings {
        envs: 6,
        seed: 3,
        threads: Some(1),
        max_steps: Some(90),
        start: None,
        observations: None,
        masks: None,
        recorded: true,
        autoreset: Autoreset::SameStep,
    };
    let mut vector = game.vector(&settings, Given::default()).expect("within limits");
    for _ in 0..100 {
        vector.sample();
        let actions = vector.buffers().sampled.to_vec();
        vector.step(&actions).expect("legal");
    }
    let played = vector.finished();
    assert!(played.starts.len() > 2);
    (game, played)
}

#[test]
fn examples_are_what_was_seen_and_done() {
    for id in ["masquerade-chess", "tri-stax-3", "checkers"] {
        let (game, played) = played(id);
        // Every third step, the last first.
        let steps: Vec<usize> = (0..played.actions.len()).rev().step_by(3).collect();
        let wanted = Wanted {
            steps: &steps,
            observations: Some(Element::F32),
            masks: Some(Marks::Bits),
            turned: Turned::No,
            seed: 0,
        };
        let made = examples(&*game, &played, &wanted, &mut || true).expect("within limits").expect("all");
        let Planes::F32(seen) = &made.observations else { panic!("no floats") };
        let Masks::Bits(bits) = &made.masks else { panic!("no bits") };
        let (numbers, seats) = (seen.len() / steps.len(), game.spec().seats as usize);
        let width = bits.len() / steps.len();
        for (row, &step) in steps.iter().enumerate() {
            let at = played.offsets.partition_point(|&offset| offset as usize <= step) - 1;
            let mut state = game.read_fen(&played.starts[at], 0).expect("a position");
            for &action in &played.actions[played.offsets[at] as usize..step] {
                state.apply_action(action.into()).expect("legal");
            }
            let Actor::Seat(seat) = state.actor() else { panic!("over") };
            let mut expected = vec![0.0; numbers];
            state.observe(seat, &mut expected);
            assert_eq!(&seen[row * numbers..][..numbers], expected, "{id}");
            let mut mask = vec![false; game.spec().num_actions];
            state.mask(&mut mask);
            let bit = |action: usize| bits[row * width + action / 8] >> (action % 8) & 1 == 1;
            assert!((0..mask.len()).all(|action| bit(action) == mask[action]));
            assert_eq!((made.actions[row], made.actors[row]), (played.actions[step], seat as i8));
            assert_eq!(made.values[row], played.returns[at * seats + seat as usize]);
        }
    }
}

#[test]
fn turned_examples_are_those_of_the_turned_state() {
    for id in ["chess", "universal-queens", "tri-stax-2", "turkish-draughts"] {
        let (game, played) = played(id);
        let steps: Vec<usize> = (0..played.actions.len()).step_by(2).collect();
        let wanted = Wanted {
            steps: &steps,
            observations: Some(Element::U8),
            masks: Some(Marks::Flags),
            turned: Turned::Random,
            seed: 5,
        };
        let made = examples(&*game, &played, &wanted, &mut || true).expect("within limits").expect("all");
        let Masks::Flags(masks) = &made.masks else { panic!("no flags") };
        let actions = game.spec().num_actions;
        let unturned = Wanted { turned: Turned::No, ..wanted };
        let plain = examples(&*game, &played, &unturned, &mut || true).expect("within limits").expect("all");
        let Masks::Flags(straight) = &plain.masks else { panic!("no flags") };
        for row in 0..steps.len() {
            assert!(masks[row * actions + made.actions[row] as usize], "{id}: what was done is legal");
            let Ok(symmetry) = usize::try_from(made.symmetries[row]) else {
                assert_eq!(made.actions[row], plain.actions[row]);
                continue;
            };
            let map = &game.symmetries()[symmetry].actions;
            assert_eq!(made.actions[row], map[plain.actions[row] as usize] as i32);
            assert!((0..actions).all(|action| {
                straight[row * actions + action] == masks[row * actions + map[action] as usize]
            }));
        }
        let turned = made.symmetries.iter().filter(|&&symmetry| symmetry >= 0).count();
        assert!(turned > steps.len() / 8 && turned < steps.len(), "{id}: {turned} of {}", steps.len());
        assert_eq!(made.values, plain.values);
    }
}

#[test]
fn games_are_read_as_they_are_written() {
    for id in ["masquerade-chess", "tri-stax-3", "checkers"] {
        let (game, played) = played(id);
        assert_eq!(played.check(&*game), Ok(()), "{id}");
        let json = serde_json::to_string(&played).expect("plain data");
        let read: Trajectories = serde_json::from_str(&json).expect("trajectories");
        assert_eq!(read, played, "{id}");
        let refused = |change: &dyn Fn(&mut Trajectories)| {
            let mut other = played.clone();
            change(&mut other);
            other.check(&*game).expect_err("not played").to_string()
        };
        let step = played.offsets[1] as usize;
        for (error, why) in [
            (
                refused(&|other| other.actions[step] = i32::MAX),
                "game 1, step 0: action 2147483647 is out of range",
            ),
            (refused(&|other| other.actors[step] = 9), "is to act, not 9"),
            (refused(&|other| other.reasons[1] ^= 1), "game 1: it ends with reason"),
            (refused(&|other| other.returns[0] += 1.0), "game 0: it ends with reason"),
            (refused(&|other| other.starts[1].push('!')), "game 1: "),
            (refused(&|other| other.starts.truncate(1)), "1 starts need as many"),
            (refused(&|other| other.offsets[1] = i64::MAX), "offsets must rise from 0"),
            (refused(&|other| other.offsets[1] = -1), "offsets must rise from 0"),
        ] {
            assert!(error.contains(why), "{id}: {error}");
        }
    }
}
