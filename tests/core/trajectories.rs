//! Training examples from recorded games.

use super::open;
use plyground::game::Actor;
use plyground::sim::{
    Augmentation, Autoreset, DynGame, Element, ExampleRequest, ExternalArrays, MaskFormat, Masks,
    Observations, SearchTargets, Trajectories, VectorSettings, examples,
};
use std::sync::Arc;

/// Returns recorded random games.
fn played(id: &str) -> (Arc<dyn DynGame>, Trajectories) {
    played_for(id, 90)
}

/// Returns recorded random games of at most `longest` steps each.
fn played_for(id: &str, longest: u32) -> (Arc<dyn DynGame>, Trajectories) {
    let game = open(id);
    let settings = VectorSettings {
        envs: 6,
        seed: 3,
        threads: Some(1),
        max_steps: Some(longest),
        start: None,
        observations: None,
        action_masks: None,
        recorded: true,
        autoreset: Autoreset::SameStep,
    };
    let mut vector = game.vector(&settings, ExternalArrays::default()).expect("within limits");
    for _ in 0..longest + 10 {
        vector.sample();
        let actions = vector.buffers().sampled.to_vec();
        vector.step(&actions).expect("legal");
    }
    let played = vector.pop_finished();
    assert!(played.starts.len() > 2);
    (game, played)
}

#[test]
fn examples_are_what_was_seen_and_done() {
    for id in ["masquerade-chess", "tri-stax-3", "checkers"] {
        let (game, played) = played(id);
        // Every third step, the last first.
        let steps: Vec<usize> = (0..played.actions.len()).rev().step_by(3).collect();
        let wanted = ExampleRequest {
            steps: &steps,
            observations: Some(Element::F32),
            action_masks: Some(MaskFormat::Bits),
            policies: false,
            augmentation: Augmentation::Off,
            seed: 0,
        };
        let made = examples(&*game, &played, &wanted, &mut || true).expect("within limits").expect("all");
        let Observations::F32(seen) = &made.observations else { panic!("no floats") };
        let Masks::Bits(bits) = &made.action_masks else { panic!("no bits") };
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
            assert_eq!((made.actions[row], made.current_players[row]), (played.actions[step], seat.code()));
            assert_eq!(made.values[row], played.returns[at * seats + seat.index()]);
        }
    }
}

#[test]
fn turned_examples_are_those_of_the_turned_state() {
    for id in ["chess", "universal-queens", "tri-stax-2", "turkish-draughts"] {
        let (game, played) = played(id);
        let steps: Vec<usize> = (0..played.actions.len()).step_by(2).collect();
        let wanted = ExampleRequest {
            steps: &steps,
            observations: Some(Element::U8),
            action_masks: Some(MaskFormat::Flags),
            policies: false,
            augmentation: Augmentation::Random,
            seed: 5,
        };
        let made = examples(&*game, &played, &wanted, &mut || true).expect("within limits").expect("all");
        let Masks::Flags(action_masks) = &made.action_masks else { panic!("no flags") };
        let actions = game.spec().num_actions;
        let unturned = ExampleRequest { augmentation: Augmentation::Off, ..wanted };
        let plain = examples(&*game, &played, &unturned, &mut || true).expect("within limits").expect("all");
        let Masks::Flags(straight) = &plain.action_masks else { panic!("no flags") };
        for row in 0..steps.len() {
            assert_eq!(
                action_masks[row * actions + made.actions[row] as usize],
                1,
                "{id}: the action made is legal"
            );
            let Ok(symmetry) = usize::try_from(made.symmetries[row]) else {
                assert_eq!(made.actions[row], plain.actions[row]);
                continue;
            };
            let map = &game.symmetries()[symmetry].actions;
            assert_eq!(made.actions[row], map[plain.actions[row] as usize] as i32);
            assert!((0..actions).all(|action| {
                straight[row * actions + action] == action_masks[row * actions + map[action] as usize]
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
            (refused(&|other| other.current_players[step] = 9), "got 9"),
            (refused(&|other| other.reasons[1] ^= 1), "game 1: the game ends with reason"),
            (refused(&|other| other.returns[0] += 1.0), "game 0: the game ends with reason"),
            (refused(&|other| other.starts[1].push('!')), "game 1: "),
            (refused(&|other| other.starts.truncate(1)), "1 starts need as many"),
            (refused(&|other| other.offsets[1] = i64::MAX), "offsets must ascend from 0"),
            (refused(&|other| other.offsets[1] = -1), "offsets must ascend from 0"),
        ] {
            assert!(error.contains(why), "{id}: {error}");
        }
    }
}

/// The games, with what searches might have found: the first legal action of each step is best, and what each
/// seat gets tells which seat and step it is.
fn as_searched(game: &dyn DynGame, played: Trajectories) -> Trajectories {
    let (mut search_targets, seats) = (SearchTargets::default(), game.spec().seats as usize);
    for at in 0..played.starts.len() {
        let mut state = game.read_fen(&played.starts[at], 0).expect("a position");
        for step in played.offsets[at] as usize..played.offsets[at + 1] as usize {
            let mut legal: Vec<u32> = state.legal_actions().iter().map(|&action| action as u32).collect();
            legal.sort_unstable();
            let rest = 0.5 / (legal.len() as f32 - 1.0).max(1.0);
            let share = |place: usize| {
                if legal.len() == 1 {
                    1.0
                } else if place == 0 {
                    0.5
                } else {
                    rest
                }
            };
            let policy: Vec<(u32, f32)> =
                legal.iter().enumerate().map(|(place, &action)| (action, share(place))).collect();
            let values: Vec<f64> = (0..seats).map(|seat| (step * seats + seat) as f64).collect();
            if state.actor().code() >= 0 {
                search_targets.push(&policy, &values, (step % 2) as f32);
            } else {
                search_targets.push(&[], &vec![0.0; seats], 0.0);
            }
            state.apply_action(played.actions[step].into()).expect("legal");
        }
    }
    Trajectories { search_targets: Some(search_targets), ..played }
}

#[test]
fn what_searches_found_is_read_as_it_is_written() {
    for id in ["tri-stax-3", "english-draughts-three-move"] {
        let (game, played) = played(id);
        let played = as_searched(&*game, played);
        assert_eq!(played.check(&*game), Ok(()), "{id}");
        let json = serde_json::to_string(&played).expect("plain data");
        assert_eq!(serde_json::from_str::<Trajectories>(&json).expect("trajectories"), played, "{id}");
        let error = serde_json::from_str::<Trajectories>(&json.replace("\"weights\"", "\"height\""))
            .expect_err("part");
        assert!(error.to_string().contains("must be given"), "{error}");
        let refused = |change: &dyn Fn(&mut SearchTargets)| {
            let mut other = played.clone();
            change(other.search_targets.as_mut().expect("search targets"));
            other.check(&*game).expect_err("not found").to_string()
        };
        // A step at which there is something to choose.
        let offsets = &played.search_targets.as_ref().expect("search targets").policy_offsets;
        let step = (0..).find(|&step| offsets[step + 1] > offsets[step] + 1).expect("a choice");
        let at = offsets[step] as usize;
        for (error, why) in [
            (refused(&|of| of.policy_actions[at] = -1), "the policy contains action -1, which is not legal"),
            (refused(&|of| of.policy_weights[at] += 0.5), "the weights of the policy must sum to 1, got 1.5"),
            (refused(&|of| of.policy_weights[at] = f32::NAN), "got NaN for action"),
            (refused(&|of| of.policy_actions[at + 1] = of.policy_actions[at]), "must be in ascending order"),
            (refused(&|of| of.policy_offsets[step + 1] = of.policy_offsets[step]), "must sum to 1, got 0"),
            (refused(&|of| of.policy_offsets[1] = i64::MAX), "policy_offsets must ascend from 0"),
            (refused(&|of| of.weights.truncate(1)), "one weight for each step; got"),
            (refused(&|of| of.weights[0] = -1.0), "weights non-negative"),
            (refused(&|of| of.root_values[0] = f32::INFINITY), "must be finite"),
        ] {
            assert!(error.contains(why), "{id}: {error}");
        }
    }
}

/// A game of which each step is turned, from the turned start on: how it ends.
fn turned_end(game: &dyn DynGame, played: &Trajectories, at: usize, symmetry: usize) -> Vec<f32> {
    let start = game.read_fen(&played.starts[at], 0).expect("a position");
    let symmetries = game.symmetries();
    let mut state = start.transform(symmetry).expect("can be turned");
    for &action in &played.actions[played.offsets[at] as usize..played.offsets[at + 1] as usize] {
        state.apply_action(symmetries[symmetry].actions[action as usize].into()).expect("legal");
    }
    let seats = game.spec().seats;
    state.outcome().map_or(vec![0.0; seats.into()], |outcome| {
        outcome.returns.seats(seats).iter().map(|&got| got as f32).collect()
    })
}

#[test]
fn what_seats_get_is_turned_with_them() {
    let mut uneven = 0;
    for id in ["tri-queens-6-cutthroat", "tri-chek-4-pairs-diagonal", "tri-chek-3", "stax"] {
        let (game, played) = played_for(id, 1200);
        let played = as_searched(&*game, played);
        let (seats, actions) = (game.spec().seats as usize, game.spec().num_actions);
        for symmetry in 0..game.symmetries().len() {
            let steps: Vec<usize> = (0..played.actions.len()).collect();
            let wanted = ExampleRequest {
                steps: &steps,
                observations: None,
                action_masks: Some(MaskFormat::Flags),
                policies: true,
                augmentation: Augmentation::By(symmetry),
                seed: 0,
            };
            let made = examples(&*game, &played, &wanted, &mut || true).expect("within limits").expect("all");
            let Masks::Flags(action_masks) = &made.action_masks else { panic!("no flags") };
            let (policies, values) = (made.policies.expect("policies"), made.root_values.expect("values"));
            let weights = made.weights.expect("weights");
            let map = &game.symmetries()[symmetry].actions;
            for at in 0..played.starts.len() {
                let end = turned_end(&*game, &played, at, symmetry);
                uneven += u32::from(end[1..].windows(2).any(|pair| pair[0] != pair[1]));
                for step in played.offsets[at] as usize..played.offsets[at + 1] as usize {
                    let mover = made.current_players[step] as usize;
                    let row = &made.returns[step * seats..][..seats];
                    assert!((0..seats).all(|k| row[k] == end[(mover + k) % seats]), "{id}: {row:?}, {end:?}");
                    assert_eq!(row[0], made.values[step]);
                    let own = (step * seats) as f32 + f32::from(played.current_players[step]);
                    assert_eq!(values[step * seats], own, "who acts comes first");
                    assert_eq!(weights[step], (step % 2) as f32);
                    let policy = &policies[step * actions..][..actions];
                    let mask = &action_masks[step * actions..][..actions];
                    assert!(
                        policy.iter().zip(mask).all(|(&share, &legal)| (share > 0.0) == (legal == 1)),
                        "{id}"
                    );
                    let found = played.search_targets.as_ref().expect("search targets").policy(step);
                    found
                        .for_each(|(action, share)| assert_eq!(policy[map[action as usize] as usize], share));
                }
            }
        }
    }
    assert!(uneven > 0, "no game tells the seats that follow apart");
}
