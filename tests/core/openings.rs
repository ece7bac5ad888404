//! Tests of start positions, random openings and fingerprints.

use super::agents::{REQUEST, play, spec};
use super::{changed, open};
use plyground::agents::{
    MatchError, MatchRequest, NUM_OPENING_ACTIONS, Opening, Starts, fingerprint, matches, openings,
};
use plyground::game::{Actor, OptionValue, Seat};
use plyground::sim::DynGame;
use std::collections::BTreeSet;

const TURNS: Starts<'static> = Starts { turns: 4, ..Starts::START };

/// Returns the openings of all games.
fn made(game: &dyn DynGame, starts: Starts<'_>, games: u64, seed: u64, offset: u64) -> Vec<Opening> {
    openings(game, starts, games, seed, offset, &mut || true).expect("openings").expect("all of them")
}

#[test]
fn openings_depend_on_the_seed_only() {
    for id in ["chess", "english-draughts", "stax-numbers", "masquerade-chess", "double-stax-pairs"] {
        let game = open(id);
        let opened = made(&*game, TURNS, 6, REQUEST.seed, 0);
        let request = MatchRequest { starts: TURNS, games: 12, max_steps: Some(2), ..REQUEST };
        for agents in [["random", "greedy"], ["ab:1", "mcts:4"]] {
            let all = play(&*game, &agents, request);
            for (game, line) in all.opening_actions.chunks(NUM_OPENING_ACTIONS).enumerate() {
                let actions = &opened[game / 2].actions;
                let both = actions.len().min(NUM_OPENING_ACTIONS);
                assert!(both >= 4 && line[..both].iter().zip(actions).all(|(&a, &b)| a == b as i32), "{id}");
                assert_eq!(all.first_action[game], line[0]);
            }
            assert!(all.steps.iter().all(|&steps| steps <= 2), "steps are counted from the start position");
            assert_eq!(all, play(&*game, &agents, MatchRequest { threads: Some(1), ..request }));
            let part = play(&*game, &agents, MatchRequest { offset: 8, games: 4, ..request });
            assert_eq!(
                (part.opening_actions, part.steps),
                (all.opening_actions[8 * NUM_OPENING_ACTIONS..].to_vec(), all.steps[8..].to_vec())
            );
        }
        assert_ne!(opened, made(&*game, TURNS, 6, REQUEST.seed + 1, 0));
        assert_eq!(opened[4..], made(&*game, TURNS, 2, REQUEST.seed, 4));
        let one = play(&*game, &["random"], MatchRequest { rotate: false, ..request });
        let different: BTreeSet<&[i32]> =
            one.opening_actions.chunks(NUM_OPENING_ACTIONS).map(|line| &line[..4]).collect();
        assert!(different.len() > 6, "each game of one agent has an opening of its own");
    }
}

#[test]
fn start_positions_are_used_in_turn() {
    let chess = open("chess");
    let positions = ["6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "7k/8/6K1/8/8/8/8/RQ6 w - - 0 1"];
    let starts = Starts { positions: &positions, ..Starts::START };
    let all = play(&*chess, &["ab:1", "random"], MatchRequest { starts, games: 8, rotate: false, ..REQUEST });
    assert!(all.steps.iter().all(|&steps| steps == 1), "{:?}", all.steps);
    let state = |at: usize| chess.read_fen(positions[at], 0).expect("a position");
    for (game, &first) in all.first_action.iter().enumerate() {
        assert!(state(game % 2).text(first.into()).is_ok(), "game {game}");
    }
    // With rotation, both games of a pair start from the same position.
    let pairs = play(&*chess, &["ab:1", "ab:1"], MatchRequest { starts, games: 8, ..REQUEST });
    assert!((0..8).all(|game| state(game / 2 % 2).text(pairs.first_action[game].into()).is_ok()));
    let opened = made(&*chess, Starts { turns: 1, ..starts }, 4, 0, 0);
    assert!(opened.iter().enumerate().all(|(at, opening)| opening.start.starts_with(positions[at % 2])));
}

/// Returns the mean material difference after the openings.
fn uneven(game: &dyn DynGame, starts: Starts<'_>) -> f32 {
    let opened = made(game, starts, 40, 1, 0);
    let apart = |(start, actions): (&str, &[u32])| {
        let mut state = game.read_fen(start, 0).expect("a position");
        actions.iter().for_each(|&action| state.apply_action(action.into()).expect("legal"));
        assert!(state.outcome().is_none() && matches!(state.actor(), Actor::Seat(_)));
        (state.material(Seat::ZERO) - state.material(Seat::ONE)).abs()
    };
    opened.iter().map(|opening| apart((&opening.start, &opening.actions))).sum::<f32>() / 40.0
}

#[test]
fn balanced_openings_are_more_even() {
    let chess = open("chess");
    let long = Starts { turns: 16, ..Starts::START };
    let (drawn, balanced) = (uneven(&*chess, long), uneven(&*chess, Starts { balanced: true, ..long }));
    assert!(drawn > 1.0 && balanced < 0.6 * drawn, "{drawn} {balanced}");
}

#[test]
fn openings_do_not_end_the_game() {
    // The toy ends after six turns.
    let toy = open("toy");
    let opened = |turns| made(&*toy, Starts { turns, ..Starts::START }, 20, 0, 0);
    assert!(opened(5).iter().all(|opening| opening.actions.len() >= 7));
    assert!(opened(6).iter().all(|opening| opening.actions.is_empty()), "it starts without random turns");
    let refused = |id: &str, starts| {
        let game = open(id);
        let agents = [spec("random")];
        let request = MatchRequest { agents: &agents, starts, ..REQUEST };
        matches(&*game, &request, &|_| false, &mut || true).expect_err("a refusal")
    };
    let balanced = Starts { balanced: true, ..Starts::START };
    assert_eq!(refused("chess", balanced), MatchError::NothingToBalance);
    let alone = refused("toy-strokes", Starts { turns: 1, ..balanced }).to_string();
    assert!(alone.contains("openings of toy-strokes cannot be balanced"), "{alone}");
    let long = refused("chess", Starts { turns: 1001, ..Starts::START }).to_string();
    assert!(long.contains("the number of random turns must be from 0 to 1000, got 1001"), "{long}");
    let nowhere = refused("chess", Starts { positions: &["nowhere"], ..Starts::START }).to_string();
    assert!(nowhere.contains("the number of fields is 1"), "{nowhere}");
}

#[test]
fn fingerprints_tell_behavior_apart() {
    let chess = open("chess");
    assert_eq!(fingerprint(&*chess), fingerprint(&*open("chess")));
    let others = [
        fingerprint(&*open("english-draughts")),
        fingerprint(&*changed("english-draughts", &[("flying", OptionValue::Flag(true))])),
        fingerprint(&*changed("english-draughts", &[("quiet", OptionValue::Number(10))])),
        fingerprint(&*changed("chess", &[("castling", OptionValue::Flag(false))])),
        fingerprint(&*open("toy")),
        fingerprint(&*chess),
    ];
    assert_eq!(others.iter().collect::<BTreeSet<_>>().len(), others.len(), "{others:x?}");
    let agents = ["random", "greedy", "ab:1", "ab:2", "ab:2,margin=0.5", "mcts:20", "mcts:20,cut=0"];
    let prints: BTreeSet<_> = agents.map(|text| spec(text).fingerprint(&*chess)).into();
    assert_eq!(prints.len(), agents.len(), "{prints:x?}");
    assert_eq!(spec("ab:2").fingerprint(&*chess), spec("ab:32").fingerprint(&*chess), "the depth is limited");
}
