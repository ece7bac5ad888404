//! Tests of PUCT search with uninformative and exact evaluators, in positions with known solutions.

use super::exploration::Exploration;
use super::gumbel::{Gumbel, Interior};
use super::puct::{Puct, PuctSearch, Root};
use super::{Agent, PlayerView};
use crate::game::{Actor, Frame, MAX_SEATS, OptionValue, Returns, Rng, Seat, below, rng_for};
use crate::sim::{DynGame, Pool};
use std::sync::Arc;

const GUMBEL: Puct = Puct { root: Root::Gumbel(Gumbel::DEFAULT), ..Puct::DEFAULT };
const GUMBEL_PUCT: Puct = Puct {
    root: Root::Gumbel(Gumbel { interior: Interior::Puct, ..Gumbel::DEFAULT }),
    fpu_reduction: Some(0.2),
    ..Puct::DEFAULT
};
const FPU: Puct = Puct { fpu_reduction: Some(0.2), ..Puct::DEFAULT };
const ALL: [Puct; 4] = [Puct::DEFAULT, FPU, GUMBEL, GUMBEL_PUCT];

fn open(id: &str) -> Arc<dyn DynGame> {
    crate::catalog::open(id, &[], Frame::Seat).unwrap_or_else(|error| panic!("{error}"))
}

/// An evaluator that returns the middle of the score range for all seats.
fn neutral(pool: &Pool, _: usize) -> Returns {
    let (scores, seats) = (pool.spec().scores, pool.spec().seats.into());
    Returns::of(&[scores.unscaled(0.0); MAX_SEATS][..seats])
}

/// Returns the choice of a search in slot 0 of a pool. The evaluator gives the values, and priors are
/// uniform.
fn choice(
    searcher: &mut PuctSearch,
    pool: &Pool,
    rng: &mut Rng,
    evaluator: &dyn Fn(&Pool, usize) -> Returns,
) -> u32 {
    let Actor::Seat(seat) = pool[0].actor() else { panic!("no seat is to act") };
    let mut legal = Vec::new();
    pool[0].actions(&mut legal);
    legal.sort_unstable();
    let view = PlayerView::new(pool, 0, seat, &legal);
    loop {
        if let Some(action) = searcher.choose(&view, rng, &mut || true) {
            assert!(legal.contains(&action));
            return action;
        }
        let request = searcher.pending().expect("it waits");
        let (returns, steps) = (evaluator(request.pool, request.slot), request.legal.len());
        searcher.receive(&vec![1.0; steps], &returns);
    }
}

/// Returns a pool with the position of a FEN, or with a new game.
fn pool_with(game: &dyn DynGame, fen: &str) -> Pool {
    let mut pool = game.pool();
    pool.reserve(2);
    if !fen.is_empty() {
        pool[0].read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    }
    pool
}

/// Plays a game of a search against itself, and calls `look` after each choice.
fn play(
    game: &dyn DynGame,
    searcher: &mut PuctSearch,
    seed: u64,
    steps: u32,
    look: &mut dyn FnMut(&PuctSearch, &Pool, u32),
) -> Vec<u32> {
    let (mut pool, mut rng, mut made) = (pool_with(game, ""), rng_for(seed, 0, 0), Vec::new());
    pool[0].reset(&mut rng);
    searcher.reset();
    for _ in 0..steps {
        let action = match pool[0].actor() {
            Actor::Over => break,
            Actor::Chance => pool[0].draw(&mut rng).expect("an outcome"),
            Actor::Seat(_) => {
                let action = choice(searcher, &pool, &mut rng, &neutral);
                look(searcher, &pool, action);
                action
            }
        };
        pool[0].apply(action);
        if !game.spec().has_hidden_information {
            searcher.inform_action(action);
        }
        made.push(action);
    }
    made
}

#[test]
fn policies_are_distributions_over_the_legal_steps() {
    for id in ["stax", "chess", "tri-stax-3", "toy", "toy-shared", "toy-strokes", "masquerade-chess"] {
        let game = open(id);
        for settings in ALL {
            let settings = Puct { simulations: 24, ..settings };
            let mut searcher = PuctSearch::with_exploration(&*game, settings, Exploration::DEFAULT);
            let (mut legal, scores, seats) = (Vec::new(), game.spec().scores, game.spec().seats);
            let mut look = |searcher: &PuctSearch, pool: &Pool, made: u32| {
                pool[0].actions(&mut legal);
                legal.sort_unstable();
                let policy = searcher.policy();
                assert!(policy.iter().map(|of| of.0).eq(legal.iter().copied()), "{id}");
                let sum: f32 = policy.iter().map(|of| of.1).sum();
                assert!((sum - 1.0).abs() < 1e-4 && policy.iter().all(|of| of.1 >= 0.0), "{id}: {sum}");
                assert!(legal.contains(&made));
                let values = searcher.values();
                let within =
                    |value: &f64| (scores.min_return - 1e-6..=scores.max_return + 1e-6).contains(value);
                assert!(values.seats(seats).iter().all(within), "{id}: {values:?}");
                assert!(searcher.is_full_search());
            };
            play(&*game, &mut searcher, 7, 24, &mut look);
        }
    }
}

#[test]
fn a_search_uses_all_simulations() {
    for (id, simulations) in [("stax", 32), ("tri-stax-3", 17), ("masquerade-chess", 20)] {
        let game = open(id);
        for settings in [GUMBEL, GUMBEL_PUCT] {
            let settings = Puct { simulations, ..settings };
            let mut searcher = PuctSearch::with_exploration(&*game, settings, Exploration::DEFAULT);
            let mut look = |searcher: &PuctSearch, pool: &Pool, _| {
                let visits: u32 = searcher.visits().map(|of| of.1).sum();
                assert_eq!(visits, if pool[0].count() == 1 { 0 } else { simulations }, "{id}");
            };
            play(&*game, &mut searcher, 3, 20, &mut look);
        }
    }
    // A reused tree has more visits.
    let game = open("stax");
    let settings = Puct { simulations: 32, ..Puct::DEFAULT };
    let (mut searcher, mut most) = (PuctSearch::with_exploration(&*game, settings, Exploration::DEFAULT), 0);
    play(&*game, &mut searcher, 3, 20, &mut |searcher, _, _| {
        most = most.max(searcher.visits().map(|of| of.1).sum());
    });
    assert!(most > 32, "{most}");
}

#[test]
fn fast_searches_are_marked_and_use_few_simulations() {
    let game = open("stax");
    let exploration = Exploration { full_search_prob: 0.25, fast_simulations: 5, ..Exploration::DEFAULT };
    for settings in [GUMBEL, Puct::DEFAULT] {
        let settings = Puct { simulations: 24, ..settings };
        let mut searcher = PuctSearch::with_exploration(&*game, settings, exploration);
        let (mut full, mut all, mut before) = (0, 0, 0);
        for seed in 0..8 {
            play(&*game, &mut searcher, seed, 40, &mut |searcher, pool, _| {
                let evaluated = searcher.effort() - before;
                before = searcher.effort();
                if pool[0].count() > 1 {
                    assert!(searcher.is_full_search() || evaluated <= 6, "{evaluated}");
                    full += u32::from(searcher.is_full_search());
                    all += 1;
                }
            });
        }
        let share = f64::from(full) / f64::from(all);
        assert!((share - 0.25).abs() < 0.1, "{share} of {all}");
    }
}

#[test]
fn the_seed_determines_the_game() {
    for id in ["stax", "toy", "tri-stax-3", "masquerade-chess"] {
        let game = open(id);
        for settings in ALL {
            let settings = Puct { simulations: 12, temperature: 1.0, ..settings };
            let games = [1, 1, 2].map(|seed| {
                let mut searcher = PuctSearch::with_exploration(&*game, settings, Exploration::DEFAULT);
                play(&*game, &mut searcher, seed, 12, &mut |_, _, _| {})
            });
            assert_eq!(games[0], games[1], "{id}");
            assert_ne!(games[0], games[2], "{id}");
        }
    }
}

#[test]
fn a_gumbel_root_is_deterministic_without_exploration() {
    for id in ["stax", "chess"] {
        let game = open(id);
        let mut pool = pool_with(&*game, "");
        pool[0].rollout(&mut rng_for(2, 0, 0), 8);
        for settings in [GUMBEL, GUMBEL_PUCT] {
            let settings = Puct { simulations: 24, ..settings };
            let found = |mut searcher: PuctSearch, seed| {
                let mut rng = rng_for(seed, 0, 0);
                let action = choice(&mut searcher, &pool, &mut rng, &neutral);
                (action, searcher.visits().collect::<Vec<_>>(), rng == rng_for(seed, 0, 0))
            };
            let players: Vec<_> = (0..8).map(|seed| found(PuctSearch::new(&*game, settings), seed)).collect();
            assert!(players.iter().all(|of| of.2 && *of == players[0]), "{id}: {players:?}");
            let learner =
                |seed| found(PuctSearch::with_exploration(&*game, settings, Exploration::DEFAULT), seed);
            assert!((0..8).any(|seed| learner(seed).1 != players[0].1), "{id}: self-play draws");
            // With a temperature, only the action is random.
            let free = Puct { temperature: 1.0, ..settings };
            let drawn: Vec<_> = (0..8).map(|seed| found(PuctSearch::new(&*game, free), seed)).collect();
            assert!(drawn.iter().all(|of| of.1 == players[0].1), "{id}");
            assert!(drawn.iter().any(|of| of.0 != drawn[0].0), "{id}: {drawn:?}");
        }
    }
}

#[test]
fn a_gumbel_root_supports_hidden_information_chance_and_many_seats() {
    for id in ["masquerade-chess", "toy", "toy-strokes", "toy-shared", "double-checkers-cutthroat"] {
        let game = open(id);
        for settings in [GUMBEL, GUMBEL_PUCT] {
            let settings = Puct { simulations: 20, ..settings };
            let (mut searcher, mut chosen) = (PuctSearch::new(&*game, settings), 0);
            play(&*game, &mut searcher, 11, 40, &mut |searcher, pool, made| {
                if pool[0].count() == 1 {
                    return;
                }
                chosen += 1;
                let visits: u32 = searcher.visits().map(|of| of.1).sum();
                assert_eq!(visits, 20, "{id}");
                let mut legal = Vec::new();
                pool[0].actions(&mut legal);
                let visits = |action: u32| searcher.visits().find(|of| of.0 == action).map_or(0, |of| of.1);
                let most = legal.iter().map(|&action| visits(action)).max();
                assert_eq!(Some(visits(made)), most, "{id}: one of the actions with the most visits");
            });
            assert!(chosen > 2, "{id}: {chosen}");
        }
    }
}

#[test]
fn a_forced_step_is_evaluated_without_search_in_self_play() {
    let game = open("english-draughts");
    let pool = pool_with(&*game, "B:W15:B10,1 - 0 0 -");
    assert_eq!(pool[0].count(), 1);
    for settings in ALL {
        let mut searcher = PuctSearch::with_exploration(&*game, settings, Exploration::DEFAULT);
        let evaluator = |_: &Pool, _: usize| Returns::of(&[0.5, -0.5]);
        let action = choice(&mut searcher, &pool, &mut rng_for(0, 0, 0), &evaluator);
        assert_eq!(searcher.policy(), [(action, 1.0)]);
        assert_eq!(searcher.values(), Returns::of(&[0.5, -0.5]));
        assert!(searcher.is_full_search() && searcher.effort() == 1);
        let mut player = PuctSearch::new(&*game, settings);
        assert_eq!(choice(&mut player, &pool, &mut rng_for(0, 0, 0), &evaluator), action);
        assert_eq!(player.effort(), 0, "a match needs no evaluation");
    }
}

#[test]
fn states_with_one_legal_step_are_not_evaluated() {
    // The men that are offered must be captured, usually in one way.
    let game = open("english-draughts");
    let pool = pool_with(&*game, "B:W13,21,22,30:B5,6,14 - 0 0 -");
    for settings in ALL {
        let few = Puct { simulations: 24, ..settings };
        let mut searcher = PuctSearch::new(&*game, few);
        let evaluator = |pool: &Pool, slot: usize| {
            assert!(pool[slot].count() > 1, "{few:?}");
            neutral(pool, slot)
        };
        choice(&mut searcher, &pool, &mut rng_for(0, 0, 0), &evaluator);
        assert!(searcher.effort() > 0);
    }
}

#[test]
fn mates_are_found() {
    let chess = open("chess");
    for (fen, mate) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 -", "a1a8"),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4 -", "h5f7"),
    ] {
        let pool = pool_with(&*chess, fen);
        let state = chess.read_fen(fen, 0).expect("a position");
        // With uniform priors, all actions must be considered.
        let all = Root::Gumbel(Gumbel { max_considered_actions: 64, ..Gumbel::DEFAULT });
        // Sequential halving needs little more than one visit per action.
        let few = Puct { simulations: 48, root: all, ..Puct::DEFAULT };
        let many = [Puct::DEFAULT, FPU].map(|settings| Puct { simulations: 128, ..settings });
        for settings in many.into_iter().chain([few]) {
            let mut searcher = PuctSearch::new(&*chess, settings);
            let action = choice(&mut searcher, &pool, &mut rng_for(0, 0, 0), &neutral);
            assert_eq!(state.text(action.into()).expect("legal"), mate, "{settings:?}");
            // Sequential halving spends most simulations on actions that do not mate. Their weight in the
            // policy is small.
            let value = searcher.values().get(Seat::ZERO);
            assert!(settings.root == Root::Puct || value > 0.95, "{settings:?}: {value}");
        }
    }
}

/// Returns the minimax value of a two-player game for the seat to act. Games that last longer than `deep`
/// steps count as 0.
fn minimax(pool: &mut Pool, slot: usize, deep: usize) -> i32 {
    let Actor::Seat(seat) = pool[slot].actor() else { panic!("no seat is to act") };
    let mut legal = Vec::new();
    pool[slot].actions(&mut legal);
    legal.iter().map(|&action| step_value(pool, slot, action, seat, deep)).max().expect("a step")
}

/// Returns the minimax value of a step for `seat`.
fn step_value(pool: &mut Pool, slot: usize, action: u32, seat: Seat, deep: usize) -> i32 {
    pool.reserve(slot + 2);
    pool.copy(slot, slot + 1);
    pool[slot + 1].apply(action);
    match pool[slot + 1].actor() {
        Actor::Over => {
            pool[slot + 1].outcome().map_or(0, |outcome| outcome.returns.get(seat).signum() as i32)
        }
        Actor::Seat(_) if deep == 0 => 0,
        Actor::Seat(next) if next == seat => minimax(pool, slot + 1, deep - 1),
        _ => -minimax(pool, slot + 1, deep - 1),
    }
}

#[test]
fn the_best_steps_of_a_small_board_are_found() {
    const DEEP: usize = 7;
    let size = [("size".to_string(), OptionValue::Number(4))];
    let stax = crate::catalog::open("stax", &size, Frame::Seat).unwrap_or_else(|error| panic!("{error}"));
    let (mut found, mut right, mut known) = (0, [0; ALL.len()], [0; ALL.len()]);
    for number in 0..700 {
        let mut pool = pool_with(&*stax, "");
        let mut rng = rng_for(9, 0, number);
        pool[0].rollout(&mut rng, number as u32 % 7);
        let Actor::Seat(seat) = pool[0].actor() else { continue };
        let mut legal = Vec::new();
        pool[0].actions(&mut legal);
        let values: Vec<i32> =
            legal.iter().map(|&action| step_value(&mut pool, 0, action, seat, DEEP)).collect();
        let best = values.iter().copied().max().unwrap_or(0);
        // The choice must matter, and the end must be near.
        if values.iter().all(|&value| value == best) || best == 0 {
            continue;
        }
        found += 1;
        for ((right, known), settings) in right.iter_mut().zip(&mut known).zip(ALL) {
            let settings = Puct { simulations: 400, ..settings };
            let mut searcher = PuctSearch::new(&*stax, settings);
            let action = choice(&mut searcher, &pool, &mut rng, &neutral);
            let value = legal.iter().zip(&values).find(|of| *of.0 == action).map_or(0, |of| *of.1);
            *right += u32::from(value == best);
            *known += u32::from(searcher.values().get(seat).signum() as i32 == best);
        }
    }
    assert!(found > 20, "{found} positions");
    assert!(
        right.iter().chain(&known).all(|&good| 10 * good >= 9 * found),
        "{right:?}, {known:?} of {found}"
    );
}

#[test]
fn each_of_three_seats_maximizes_its_own_return() {
    let game = open("tri-stax-3");
    // The seat's share of the material on the board.
    let evaluator = |pool: &Pool, slot: usize| {
        let all: f32 = Seat::all(3).map(|seat| pool[slot].material(seat)).sum();
        let got = [0, 1, 2].map(Seat::new).map(|seat| f64::from(1.5 * pool[slot].material(seat) / all - 0.5));
        Returns::of(&got)
    };
    for settings in ALL {
        let settings = Puct { simulations: 48, ..settings };
        let (mut searcher, mut got) = (PuctSearch::new(&*game, settings), 0.0);
        for number in 0..12 {
            let (mut pool, mut rng) = (pool_with(&*game, ""), rng_for(6, 0, number));
            searcher.reset();
            while let Actor::Seat(seat) = pool[0].actor() {
                let mut legal = Vec::new();
                pool[0].actions(&mut legal);
                let action = if seat.index() as u64 == number % 3 {
                    choice(&mut searcher, &pool, &mut rng, &evaluator)
                } else {
                    legal[below(&mut rng, legal.len())]
                };
                pool[0].apply(action);
                searcher.inform_action(action);
            }
            got +=
                pool[0].outcome().map_or(0.0, |outcome| outcome.returns.get(Seat::new((number % 3) as u8)));
        }
        assert!(got / 12.0 > 0.35, "{settings:?} gets {} against random play", got / 12.0);
    }
}

#[test]
fn the_best_action_before_chance_is_found() {
    // With three faces, the middle stone takes the fewest strokes on average.
    let game = open("toy-strokes");
    let pool = pool_with(&*game, "");
    for settings in ALL {
        let settings = Puct { simulations: 600, ..settings };
        let mut searcher = PuctSearch::with_exploration(
            &*game,
            settings,
            Exploration { temperature_steps: 0, ..Exploration::DEFAULT },
        );
        let evaluator = |_: &Pool, _: usize| Returns::of(&[-6.0]);
        assert_eq!(choice(&mut searcher, &pool, &mut rng_for(4, 0, 0), &evaluator), 1, "{settings:?}");
        let best = searcher.policy().iter().max_by(|one, two| one.1.total_cmp(&two.1)).expect("a step");
        assert_eq!(best.0, 1);
        assert!((-6.5..-4.5).contains(&searcher.values().get(Seat::ZERO)), "{:?}", searcher.values());
    }
}
