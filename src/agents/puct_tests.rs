//! Searches by judges that know nothing, or everything, in positions with right answers.

use super::explore::Explore;
use super::gumbel::{Gumbel, Interior};
use super::puct::{Puct, Root, Searcher};
use super::{Agent, Sight};
use crate::game::{Actor, Frame, MAX_SEATS, OptionValue, Returns, Rng, Seat, below, rng_for};
use crate::sim::{self, DynGame, Pool};
use std::sync::Arc;

const GUMBEL: Puct = Puct { root: Root::Gumbel(Gumbel::DEFAULT), ..Puct::DEFAULT };
const MIXED: Puct = Puct {
    root: Root::Gumbel(Gumbel { interior: Interior::Puct, ..Gumbel::DEFAULT }),
    fpu_reduction: Some(0.2),
    ..Puct::DEFAULT
};
const URGENT: Puct = Puct { fpu_reduction: Some(0.2), ..Puct::DEFAULT };
const ALL: [Puct; 4] = [Puct::DEFAULT, URGENT, GUMBEL, MIXED];

fn open(id: &str) -> Arc<dyn DynGame> {
    sim::open(id, &[], Frame::Seat).unwrap_or_else(|error| panic!("{error}"))
}

/// A judge to whom all is even: nobody has won, or scores are those in the middle.
fn even(pool: &Pool, _: usize) -> Returns {
    let (scores, seats) = (pool.spec().scores, pool.spec().seats.into());
    Returns::of(&[scores.unscaled(0.0); MAX_SEATS][..seats])
}

/// What a searcher chooses in the state of a table, by a judge that likes all steps alike.
fn choice(
    searcher: &mut Searcher,
    table: &Pool,
    rng: &mut Rng,
    judge: &dyn Fn(&Pool, usize) -> Returns,
) -> u32 {
    let Actor::Seat(seat) = table.actor(0) else { panic!("no seat is to act") };
    let mut legal = Vec::new();
    table.actions(0, &mut legal);
    legal.sort_unstable();
    let sight = Sight::new(table, 0, seat, &legal);
    loop {
        if let Some(action) = searcher.choose(&sight, rng, &mut || true) {
            assert!(legal.contains(&action));
            return action;
        }
        let question = searcher.asks().expect("it waits");
        let (returns, steps) = (judge(question.pool, question.slot), question.legal.len());
        searcher.hear(&vec![1.0; steps], &returns);
    }
}

/// A table with the state of a position string, or with a new game.
fn table(game: &dyn DynGame, fen: &str) -> Pool {
    let mut table = game.pool();
    table.reserve(2);
    if !fen.is_empty() {
        table.read_fen(0, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    }
    table
}

/// Plays a game of a searcher against itself, and looks at it after each choice.
fn play(
    game: &dyn DynGame,
    searcher: &mut Searcher,
    seed: u64,
    steps: u32,
    look: &mut dyn FnMut(&Searcher, &Pool, u32),
) -> Vec<u32> {
    let (mut table, mut rng, mut made) = (table(game, ""), rng_for(seed, 0, 0), Vec::new());
    table.start(0, &mut rng);
    searcher.begin();
    for _ in 0..steps {
        let action = match table.actor(0) {
            Actor::Over => break,
            Actor::Chance => table.draw(0, &mut rng).expect("an outcome"),
            Actor::Seat(_) => {
                let action = choice(searcher, &table, &mut rng, &even);
                look(searcher, &table, action);
                action
            }
        };
        table.apply(0, action);
        if !game.spec().has_hidden_information {
            searcher.follow(action);
        }
        made.push(action);
    }
    made
}

#[test]
fn policies_are_shares_of_the_legal_steps() {
    for id in ["stax", "chess", "tri-stax-3", "toy", "toy-shared", "toy-strokes", "masquerade-chess"] {
        let game = open(id);
        for settings in ALL {
            let settings = Puct { simulations: 24, ..settings };
            let mut searcher = Searcher::exploring(&*game, settings, Explore::DEFAULT);
            let (mut legal, scores, seats) = (Vec::new(), game.spec().scores, game.spec().seats);
            let mut look = |searcher: &Searcher, table: &Pool, made: u32| {
                table.actions(0, &mut legal);
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
                assert!(searcher.counts());
            };
            play(&*game, &mut searcher, 7, 24, &mut look);
        }
    }
}

#[test]
fn a_search_spends_what_it_has() {
    for (id, simulations) in [("stax", 32), ("tri-stax-3", 17), ("masquerade-chess", 20)] {
        let game = open(id);
        for settings in [GUMBEL, MIXED] {
            let settings = Puct { simulations, ..settings };
            let mut searcher = Searcher::exploring(&*game, settings, Explore::DEFAULT);
            let mut look = |searcher: &Searcher, table: &Pool, _| {
                let ways: u32 = searcher.visits().map(|of| of.1).sum();
                assert_eq!(ways, if table.count(0) == 1 { 0 } else { simulations }, "{id}");
            };
            play(&*game, &mut searcher, 3, 20, &mut look);
        }
    }
    // A tree that goes on from the last has more.
    let game = open("stax");
    let settings = Puct { simulations: 32, ..Puct::DEFAULT };
    let (mut searcher, mut most) = (Searcher::exploring(&*game, settings, Explore::DEFAULT), 0);
    play(&*game, &mut searcher, 3, 20, &mut |searcher, _, _| {
        most = most.max(searcher.visits().map(|of| of.1).sum());
    });
    assert!(most > 32, "{most}");
}

#[test]
fn fast_searches_are_told_and_are_fast() {
    let game = open("stax");
    let explore = Explore { full_search_prob: 0.25, fast_simulations: 5, ..Explore::DEFAULT };
    for settings in [GUMBEL, Puct::DEFAULT] {
        let settings = Puct { simulations: 24, ..settings };
        let mut searcher = Searcher::exploring(&*game, settings, explore);
        let (mut full, mut all, mut before) = (0, 0, 0);
        for seed in 0..8 {
            play(&*game, &mut searcher, seed, 40, &mut |searcher, table, _| {
                let judged = searcher.effort() - before;
                before = searcher.effort();
                if table.count(0) > 1 {
                    assert!(searcher.counts() || judged <= 6, "{judged}");
                    full += u32::from(searcher.counts());
                    all += 1;
                }
            });
        }
        let share = f64::from(full) / f64::from(all);
        assert!((share - 0.25).abs() < 0.1, "{share} of {all}");
    }
}

#[test]
fn games_are_the_same_under_a_seed_and_others_under_another() {
    for id in ["stax", "toy", "tri-stax-3", "masquerade-chess"] {
        let game = open(id);
        for settings in ALL {
            let settings = Puct { simulations: 12, temperature: 1.0, ..settings };
            let games = [1, 1, 2].map(|seed| {
                let mut searcher = Searcher::exploring(&*game, settings, Explore::DEFAULT);
                play(&*game, &mut searcher, seed, 12, &mut |_, _, _| {})
            });
            assert_eq!(games[0], games[1], "{id}");
            assert_ne!(games[0], games[2], "{id}");
        }
    }
}

#[test]
fn who_plays_to_win_draws_nothing_at_a_root_by_halving() {
    for id in ["stax", "chess"] {
        let game = open(id);
        let mut table = table(&*game, "");
        table.rollout(0, &mut rng_for(2, 0, 0), 8);
        for settings in [GUMBEL, MIXED] {
            let settings = Puct { simulations: 24, ..settings };
            let found = |mut searcher: Searcher, seed| {
                let mut rng = rng_for(seed, 0, 0);
                let action = choice(&mut searcher, &table, &mut rng, &even);
                (action, searcher.visits().collect::<Vec<_>>(), rng == rng_for(seed, 0, 0))
            };
            let players: Vec<_> = (0..8).map(|seed| found(Searcher::new(&*game, settings), seed)).collect();
            assert!(players.iter().all(|of| of.2 && *of == players[0]), "{id}: {players:?}");
            let learner = |seed| found(Searcher::exploring(&*game, settings, Explore::DEFAULT), seed);
            assert!((0..8).any(|seed| learner(seed).1 != players[0].1), "{id}: who learns does draw");
            // With a temperature, the action alone is drawn.
            let free = Puct { temperature: 1.0, ..settings };
            let drawn: Vec<_> = (0..8).map(|seed| found(Searcher::new(&*game, free), seed)).collect();
            assert!(drawn.iter().all(|of| of.1 == players[0].1), "{id}");
            assert!(drawn.iter().any(|of| of.0 != drawn[0].0), "{id}: {drawn:?}");
        }
    }
}

#[test]
fn players_with_a_root_by_halving_know_secrets_chance_and_many_seats() {
    for id in ["masquerade-chess", "toy", "toy-strokes", "toy-shared", "double-checkers-cutthroat"] {
        let game = open(id);
        for settings in [GUMBEL, MIXED] {
            let settings = Puct { simulations: 20, ..settings };
            let (mut searcher, mut chosen) = (Searcher::new(&*game, settings), 0);
            play(&*game, &mut searcher, 11, 40, &mut |searcher, table, made| {
                if table.count(0) == 1 {
                    return;
                }
                chosen += 1;
                let ways: u32 = searcher.visits().map(|of| of.1).sum();
                assert_eq!(ways, 20, "{id}");
                let mut legal = Vec::new();
                table.actions(0, &mut legal);
                let visits = |action: u32| searcher.visits().find(|of| of.0 == action).map_or(0, |of| of.1);
                let most = legal.iter().map(|&action| visits(action)).max();
                assert_eq!(Some(visits(made)), most, "{id}: one of those that lasted longest");
            });
            assert!(chosen > 2, "{id}: {chosen}");
        }
    }
}

#[test]
fn a_forced_step_is_judged_and_not_searched() {
    let game = open("english-draughts");
    let table = table(&*game, "B:W15:B10,1 - 0 0 -");
    assert_eq!(table.count(0), 1);
    for settings in ALL {
        let mut searcher = Searcher::exploring(&*game, settings, Explore::DEFAULT);
        let judge = |_: &Pool, _: usize| Returns::of(&[0.5, -0.5]);
        let action = choice(&mut searcher, &table, &mut rng_for(0, 0, 0), &judge);
        assert_eq!(searcher.policy(), [(action, 1.0)]);
        assert_eq!(searcher.values(), Returns::of(&[0.5, -0.5]));
        assert!(searcher.counts() && searcher.effort() == 1);
        let mut player = Searcher::new(&*game, settings);
        assert_eq!(choice(&mut player, &table, &mut rng_for(0, 0, 0), &judge), action);
        assert_eq!(player.effort(), 0, "who plays to win asks nothing");
    }
}

#[test]
fn what_is_forced_on_the_way_is_gone_through() {
    // Men that are given must be taken, most of them in one way.
    let game = open("english-draughts");
    let table = table(&*game, "B:W13,21,22,30:B5,6,14 - 0 0 -");
    for settings in ALL {
        let few = Puct { simulations: 24, ..settings };
        let mut searcher = Searcher::new(&*game, few);
        let judge = |pool: &Pool, slot: usize| {
            assert!(pool.count(slot) > 1, "{few:?}");
            even(pool, slot)
        };
        choice(&mut searcher, &table, &mut rng_for(0, 0, 0), &judge);
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
        let table = table(&*chess, fen);
        let state = chess.read_fen(fen, 0).expect("a position");
        // Who likes all steps alike must consider all.
        let all = Root::Gumbel(Gumbel { max_considered_actions: 64, ..Gumbel::DEFAULT });
        // By halving, little more is needed than to try each once.
        let few = Puct { simulations: 48, root: all, ..Puct::DEFAULT };
        let many = [Puct::DEFAULT, URGENT].map(|settings| Puct { simulations: 128, ..settings });
        for settings in many.into_iter().chain([few]) {
            let mut searcher = Searcher::new(&*chess, settings);
            let action = choice(&mut searcher, &table, &mut rng_for(0, 0, 0), &even);
            assert_eq!(state.text(action.into()).expect("legal"), mate, "{settings:?}");
            // Halving goes most ways through steps that do not mate, and counts them for what they are.
            let value = searcher.values().get(0);
            assert!(settings.root == Root::Puct || value > 0.95, "{settings:?}: {value}");
        }
    }
}

/// What the seat to act gets if all play as well as they can for so many steps, and then nobody wins; for a
/// game of two.
fn worth(table: &mut Pool, slot: usize, deep: usize) -> i32 {
    let Actor::Seat(seat) = table.actor(slot) else { panic!("no seat is to act") };
    let mut legal = Vec::new();
    table.actions(slot, &mut legal);
    legal.iter().map(|&action| after(table, slot, action, seat, deep)).max().expect("a step")
}

/// What a seat gets after a step.
fn after(table: &mut Pool, slot: usize, action: u32, seat: Seat, deep: usize) -> i32 {
    table.reserve(slot + 2);
    table.copy(slot, slot + 1);
    table.apply(slot + 1, action);
    match table.actor(slot + 1) {
        Actor::Over => table.outcome(slot + 1).map_or(0, |outcome| outcome.returns.get(seat).signum() as i32),
        Actor::Seat(_) if deep == 0 => 0,
        Actor::Seat(next) if next == seat => worth(table, slot + 1, deep - 1),
        _ => -worth(table, slot + 1, deep - 1),
    }
}

#[test]
fn the_best_steps_of_a_small_board_are_found() {
    const DEEP: usize = 7;
    let size = [("size".to_string(), OptionValue::Number(4))];
    let stax = sim::open("stax", &size, Frame::Seat).unwrap_or_else(|error| panic!("{error}"));
    let (mut found, mut right, mut known) = (0, [0; ALL.len()], [0; ALL.len()]);
    for number in 0..700 {
        let mut table = table(&*stax, "");
        let mut rng = rng_for(9, 0, number);
        table.rollout(0, &mut rng, number as u32 % 7);
        let Actor::Seat(seat) = table.actor(0) else { continue };
        let mut legal = Vec::new();
        table.actions(0, &mut legal);
        let worths: Vec<i32> = legal.iter().map(|&action| after(&mut table, 0, action, seat, DEEP)).collect();
        let best = worths.iter().copied().max().unwrap_or(0);
        // Where it matters which step is made, and the end is near.
        if worths.iter().all(|&worth| worth == best) || best == 0 {
            continue;
        }
        found += 1;
        for ((right, known), settings) in right.iter_mut().zip(&mut known).zip(ALL) {
            let settings = Puct { simulations: 400, ..settings };
            let mut searcher = Searcher::new(&*stax, settings);
            let action = choice(&mut searcher, &table, &mut rng, &even);
            let worth = legal.iter().zip(&worths).find(|of| *of.0 == action).map_or(0, |of| *of.1);
            *right += u32::from(worth == best);
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
fn each_of_three_seats_goes_for_its_own() {
    let game = open("tri-stax-3");
    // What a seat has on the board of all that there is.
    let judge = |pool: &Pool, slot: usize| {
        let all: f32 = (0..3).map(|seat| pool.material(slot, seat)).sum();
        let got = [0, 1, 2].map(|seat| f64::from(1.5 * pool.material(slot, seat) / all - 0.5));
        Returns::of(&got)
    };
    for settings in ALL {
        let settings = Puct { simulations: 48, ..settings };
        let (mut searcher, mut got) = (Searcher::new(&*game, settings), 0.0);
        for number in 0..12 {
            let (mut table, mut rng) = (table(&*game, ""), rng_for(6, 0, number));
            searcher.begin();
            while let Actor::Seat(seat) = table.actor(0) {
                let mut legal = Vec::new();
                table.actions(0, &mut legal);
                let action = if u64::from(seat) == number % 3 {
                    choice(&mut searcher, &table, &mut rng, &judge)
                } else {
                    legal[below(&mut rng, legal.len())]
                };
                table.apply(0, action);
                searcher.follow(action);
            }
            got += table.outcome(0).map_or(0.0, |outcome| outcome.returns.get((number % 3) as Seat));
        }
        assert!(got / 12.0 > 0.35, "{settings:?} gets {} against random play", got / 12.0);
    }
}

#[test]
fn the_best_stone_is_found_by_chance() {
    // With three faces, the middle stone takes the fewest strokes on average.
    let game = open("toy-strokes");
    let table = table(&*game, "");
    for settings in ALL {
        let settings = Puct { simulations: 600, ..settings };
        let mut searcher =
            Searcher::exploring(&*game, settings, Explore { temperature_steps: 0, ..Explore::DEFAULT });
        let judge = |_: &Pool, _: usize| Returns::of(&[-6.0]);
        assert_eq!(choice(&mut searcher, &table, &mut rng_for(4, 0, 0), &judge), 1, "{settings:?}");
        let best = searcher.policy().iter().max_by(|one, two| one.1.total_cmp(&two.1)).expect("a step");
        assert_eq!(best.0, 1);
        assert!((-6.5..-4.5).contains(&searcher.values().get(0)), "{:?}", searcher.values());
    }
}
