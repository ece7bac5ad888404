//! Tests of agents in positions with a known best step, and of matches between agents.

use super::open;
use plyground::agents::{
    Agent, AgentSpec, Batch, EvalOutput, Evaluator, Gumbel, MatchRequest, Matches, OutputFormat, PlayerView,
    Puct, Root, SearchRequest, Starts, matches, search_states,
};
use plyground::game::{Actor, Reason, rng_for};
use plyground::sim::{CUT_OFF, DynGame};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) fn spec(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the step string that an agent chooses in a position.
pub(super) fn choice(game: &dyn DynGame, agent: &mut dyn Agent, fen: &str, seed: u64) -> String {
    let mut table = game.pool();
    table.reserve(1);
    table[0].read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let Actor::Seat(seat) = table[0].actor() else { panic!("{fen}: no seat is to act") };
    let mut legal = Vec::new();
    table[0].actions(&mut legal);
    legal.sort_unstable();
    agent.reset();
    let view = PlayerView::new(&table, 0, seat, &legal);
    let action = agent.choose(&view, &mut rng_for(seed, 0, 0), &mut || true).expect("it needs no evaluation");
    assert!(legal.contains(&action), "{fen}: action {action}");
    let state = game.read_fen(fen, 0).expect("read before");
    state.text(action.into()).expect("legal")
}

pub(super) const REQUEST: MatchRequest<'static> = MatchRequest {
    agents: &[],
    games: 60,
    seed: 3,
    offset: 0,
    threads: Some(2),
    rotate: true,
    max_steps: None,
    starts: Starts::START,
    num_parallel_games: 16,
    max_concurrent_batches: 1,
    record: false,
};

/// Returns the settings for games that start from these positions.
fn from<'a>(positions: &'a [&'a str]) -> Starts<'a> {
    Starts { positions, ..Starts::START }
}

pub(super) fn play(game: &dyn DynGame, agents: &[&str], request: MatchRequest<'_>) -> Matches {
    let agents: Vec<AgentSpec> = agents.iter().map(|text| spec(text)).collect();
    play_evaluated(game, &agents, request, &|_| unreachable!("no agent has an evaluator"))
}

pub(super) fn play_evaluated(
    game: &dyn DynGame,
    agents: &[AgentSpec],
    request: MatchRequest<'_>,
    evaluator: &Evaluator<'_>,
) -> Matches {
    let played = matches(game, &MatchRequest { agents, ..request }, evaluator, &mut || true);
    played.unwrap_or_else(|error| panic!("{error}")).expect("not stopped")
}

/// Returns the mean return of the first agent.
fn score(all: &Matches) -> f64 {
    let own: Vec<f64> =
        all.returns.iter().zip(&all.agents).filter(|got| *got.1 == 0).map(|got| *got.0).collect();
    own.iter().sum::<f64>() / own.len() as f64
}

#[test]
fn mates_and_captures_are_found() {
    let chess = open("chess");
    for (agent, fen, best) in [
        ("greedy", "k7/8/8/3q4/8/4N3/8/K7 w - - 0 1", Some("e3d5")),
        ("greedy", "6k1/5ppp/8/8/8/8/q7/R3K3 w - - 0 1", Some("a1a2")),
        ("ab:1", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Some("a1a8")),
        // With a depth of one turn, the defended pawn would be captured.
        ("ab:2", "6k1/2p5/3p4/8/8/8/8/3R2K1 w - - 0 1", None),
        // Paul Morphy's problem: mate in two, with this step only.
        ("ab:3", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Some("a1a6")),
        ("mcts:2000", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Some("a1a8")),
        ("mcts:100,cut=0", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Some("a1a8")),
        ("mcts:100,cut=0", "6k1/2p5/3p4/8/8/8/8/3R2K1 w - - 0 1", None),
    ] {
        let mut player = spec(agent).player(&*chess);
        for seed in 0..8 {
            let chosen = choice(&*chess, &mut *player, fen, seed);
            match best {
                Some(best) => assert_eq!(chosen, best, "{agent} in {fen}"),
                None => assert_ne!(chosen, "d1d6", "{agent} in {fen}"),
            }
        }
    }
}

#[test]
fn margins_do_not_delay_wins() {
    let chess = open("chess");
    // The queen and the rook can each mate on the last rank. Waiting wins too, two turns later.
    let mate = "7k/8/6K1/8/8/8/8/RQ6 w - - 0 1";
    for agent in ["ab:1", "ab:3", "ab:3,margin=0.1", "ab:2,margin=100"] {
        let positions = [mate];
        let request = MatchRequest { starts: from(&positions), games: 40, rotate: false, ..REQUEST };
        let all = play(&*chess, &[agent, "random"], request);
        assert!(all.steps.iter().all(|&steps| steps == 1), "{agent}: {:?}", all.steps);
    }
    // White is mated immediately after c1, and two turns later after a1.
    for agent in ["ab:4", "ab:4,margin=1"] {
        let mut player = spec(agent).player(&*chess);
        for seed in 0..8 {
            let chosen = choice(&*chess, &mut *player, "8/8/8/8/8/2k5/7r/1K6 w - - 0 1", seed);
            assert_eq!(chosen, "b1a1", "{agent}");
        }
    }
    // Ties are drawn at random. Other steps are only drawn with a margin.
    let drawn = |agent: &str| -> BTreeSet<String> {
        let mut player = spec(agent).player(&*chess);
        (0..200)
            .map(|seed| choice(&*chess, &mut *player, "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", seed))
            .collect()
    };
    let (best, more) = (drawn("ab:2"), drawn("ab:2,margin=0.1"));
    assert!(best.is_subset(&more) && best.len() < more.len(), "{best:?} {more:?}");
}

#[test]
fn a_turn_of_many_steps_is_one_turn() {
    // 10x19 captures one man, 11x18 continues and captures two.
    let draughts = open("english-draughts");
    for agent in ["greedy", "ab:1", "mcts:500", "mcts:100,cut=0"] {
        let mut player = spec(agent).player(&*draughts);
        for seed in 0..8 {
            let chosen = choice(&*draughts, &mut *player, "B:W15,17,20,22:B10,11 - 0 0 -", seed);
            assert_eq!(chosen, "11x18", "{agent}");
        }
    }
}

#[test]
fn stronger_search_wins() {
    for (id, agents, games, least) in [
        ("chess", ["greedy", "random"], 40, 0.2),
        ("english-draughts", ["ab:3", "greedy"], 40, 0.3),
        ("stax", ["ab:2", "random"], 40, 0.6),
        ("english-draughts", ["mcts:50", "random"], 40, 0.6),
        ("stax", ["mcts:50", "random"], 20, 0.6),
        ("masquerade-chess", ["mcts:30", "random"], 20, 0.2),
        // Rollouts carry little information in chess. Evaluations of cut rollouts show hanging pieces.
        ("chess", ["greedy", "mcts:100"], 20, 0.2),
        ("chess", ["mcts:100,cut=0", "greedy"], 40, 0.6),
        ("chess", ["mcts:100,cut=4", "greedy"], 40, 0.6),
        ("english-draughts", ["mcts:50,cut=2", "mcts:50"], 40, 0.1),
    ] {
        let all = play(&*open(id), &agents, MatchRequest { games, ..REQUEST });
        let score = score(&all);
        assert!(score > least, "{id}: {agents:?} scores {score}");
    }
}

#[test]
fn a_match_does_not_depend_on_threads_or_parts() {
    for (game, agents) in [
        (open("chess"), ["mcts:8", "ab:1"]),
        (open("masquerade-chess"), ["mcts:8", "ab:1"]),
        (open("stax"), ["greedy", "mcts:8,cut=3"]),
        (open("toy"), ["mcts:20", "ab:2"]),
    ] {
        let request = MatchRequest { games: 11, max_steps: Some(60), ..REQUEST };
        let all = play(&*game, &agents, request);
        assert_eq!(all, play(&*game, &agents, MatchRequest { threads: Some(1), ..request }));
        assert_eq!(all, play(&*game, &agents, MatchRequest { threads: Some(5), ..request }));
        let part = play(&*game, &agents, MatchRequest { games: 4, offset: 7, ..request });
        assert_eq!(part.steps, all.steps[7..]);
        assert_eq!(part.returns, all.returns[14..]);
        assert_eq!(
            (part.first_action, part.drama),
            (all.first_action[7..].to_vec(), all.drama[7..].to_vec())
        );
        let other = play(&*game, &agents, MatchRequest { seed: 4, ..request });
        assert_ne!(all, other);
    }
}

#[test]
fn agents_change_seats_and_share_chance_draws() {
    let numbers = open("stax-numbers");
    let request = MatchRequest { games: 6, max_steps: Some(1), ..REQUEST };
    let all = play(&*numbers, &["random", "greedy"], request);
    assert_eq!(all.agents, [0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0]);
    let still = play(&*numbers, &["random", "greedy"], MatchRequest { rotate: false, ..request });
    assert_eq!(still.agents, [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
    let alone = play(&*numbers, &["random"], request);
    assert!(alone.agents.iter().all(|&agent| agent == 0));

    // In the toy only the rolls are random. The two games of a pair have the same rolls, so constant play
    // would give the same points.
    let toy = open("toy");
    let all = play(&*toy, &["random", "random"], MatchRequest { games: 400, ..REQUEST });
    let alike = all.returns.chunks(4).filter(|pair| pair[..2] == pair[2..]).count();
    assert!((20..70).contains(&alike), "players draw for themselves: {alike} pairs alike");
}

#[test]
fn games_for_teams_and_many_seats() {
    let four = open("double-stax-pairs");
    let seats = four.spec().seats as usize;
    let request = MatchRequest { games: 8, max_steps: Some(40), ..REQUEST };
    let teams: BTreeSet<u8> = four.spec().teams.iter().copied().collect();
    let all = play(&*four, &["ab:1", "mcts:4"], request);
    assert_eq!((seats, teams.len()), (4, 2));
    for (at, game) in all.agents.chunks(seats).enumerate() {
        let expected: Vec<u8> = four.spec().teams.iter().map(|&team| (team + (at % 2) as u8) % 2).collect();
        assert_eq!(game, expected);
    }
    let each = play(&*four, &["random", "greedy", "ab:1", "mcts:4,cut=1"], request);
    assert_eq!(each.agents[..8], [0, 1, 2, 3, 1, 2, 3, 0]);
    let agents = [spec("random"), spec("random"), spec("random")];
    let refused = matches(&*four, &MatchRequest { agents: &agents, ..request }, &|_| false, &mut || true);
    let message = refused.expect_err("three agents").to_string();
    assert!(message.contains("2 agents, one for each team; got 3"), "{message}");
}

#[test]
fn rows_describe_the_games() {
    let all = play(&*open("toy"), &["random"], MatchRequest { games: 500, ..REQUEST });
    assert!(all.steps.iter().all(|&steps| steps == 9));
    assert!(all.reasons.iter().all(|&reason| reason == Reason::Course as u8));
    assert!(all.branching.iter().all(|&mean| mean == 3.0));
    assert!(all.first_action.iter().all(|first| (0..3).contains(first)));
    // Each game has six choices, at steps 0 1 3 4 6 7. All are sampled equally often.
    for step in 0..9 {
        let times = all.piece_step.iter().filter(|&&at| at == step).count();
        let expected = if step % 3 == 2 { 0..1 } else { 55..115 };
        assert!(expected.contains(&times), "step {step} sampled {times} times");
    }
    assert_eq!(all.piece_kinds, ["stone"]);
    assert_eq!(all.pieces.len(), 500 * 2);
    let behind = all.drama.iter().filter(|&&drama| drama > 0.0).count();
    assert!(behind > 0 && behind < 250 && all.lead_changes.iter().any(|&changes| changes > 0));

    let stax = play(&*open("stax"), &["random"], MatchRequest { games: 30, ..REQUEST });
    assert!(stax.piece_kinds.contains(&"captive man".to_string()), "{:?}", stax.piece_kinds);
    let kinds = stax.piece_kinds.len();
    assert!(stax.pieces.chunks(2 * kinds).all(|game| game.iter().map(|&n| u32::from(n)).sum::<u32>() <= 24));
    assert!(stax.branching.iter().all(|&mean| mean > 1.0 && mean < 20.0));

    let cut = play(&*open("chess"), &["random"], MatchRequest { games: 5, max_steps: Some(0), ..REQUEST });
    assert_eq!((cut.reasons, cut.first_action, cut.piece_step), (vec![CUT_OFF; 5], vec![-1; 5], vec![-1; 5]));
}

#[test]
fn a_match_can_start_at_a_position_and_be_stopped() {
    let chess = open("chess");
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let all = play(&*chess, &["ab:1"], MatchRequest { starts: from(&[mate]), games: 5, ..REQUEST });
    assert!(all.steps.iter().all(|&steps| steps == 1) && all.returns.chunks(2).all(|got| got == [1.0, -1.0]));
    let agents = [spec("random")];
    let positions = [mate, "nowhere"];
    let bad = MatchRequest { agents: &agents, starts: from(&positions), ..REQUEST };
    assert!(matches(&*chess, &bad, &|_| false, &mut || true).is_err());

    // A single choice that would take hours.
    let agents = [spec("ab:32")];
    let mut asked = 0;
    let mut go_on = || {
        asked += 1;
        asked < 3
    };
    let stopped =
        matches(&*chess, &MatchRequest { agents: &agents, games: 1, ..REQUEST }, &|_| false, &mut go_on);
    assert_eq!(stopped, Ok(None));
    let agents = [spec("mcts:1000000")];
    let stopped = matches(&*chess, &MatchRequest { agents: &agents, ..REQUEST }, &|_| false, &mut || false);
    assert_eq!(stopped, Ok(None));
}

#[test]
fn hidden_information_does_not_change_choices() {
    let toy = open("toy");
    for agent in ["random", "greedy", "ab:4", "mcts:60", "mcts:60,cut=1"] {
        let mut player = spec(agent).player(&*toy);
        for seed in 0..20 {
            let chosen =
                ["1,0 b 1- 2", "1,0 b 2- 2", "1,0 b 3- 2"].map(|fen| choice(&*toy, &mut *player, fen, seed));
            assert!(chosen.iter().all(|text| *text == chosen[0]), "{agent}: {chosen:?}");
        }
    }
    let masquerade = open("masquerade-chess");
    for (agent, seed) in [("ab:1", 0), ("ab:2", 1), ("mcts:40", 2), ("greedy", 3), ("mcts:40,cut=2", 2)] {
        let mut player = spec(agent).player(&*masquerade);
        let mut state = masquerade.start(seed);
        state.play_random(seed, 20);
        let Actor::Seat(seat) = state.actor() else { continue };
        let others: Vec<String> = (0..6).map(|seed| state.resample(seat, seed).fen()).collect();
        assert!(others.iter().any(|fen| *fen != others[0]), "nothing is hidden in {}", others[0]);
        let chosen = others.iter().map(|fen| choice(&*masquerade, &mut *player, fen, 5)).collect::<Vec<_>>();
        assert!(chosen.iter().all(|text| *text == chosen[0]), "{agent}: {chosen:?}");
    }
}

#[test]
fn chance_outcomes_are_weighted_by_probability() {
    // Seat 1 is a point behind before the last roll. To have a chance of a draw, it must choose another place
    // than seat
    // 0. With no information on the stone of seat 0, all places are equal; with a point more it wins one roll
    //    in three.
    let toy = open("toy");
    let mut player = spec("ab:2").player(&*toy);
    let chosen: BTreeSet<String> =
        (0..60).map(|seed| choice(&*toy, &mut *player, "1,1 a -- 2", seed)).collect();
    assert_eq!(chosen.len(), 3, "equal steps are chosen at random: {chosen:?}");
}

/// An evaluator that counts material, with a uniform policy. It requires the planes of draughts.
pub(super) fn material_evaluator(batch: &mut Batch<'_>) -> bool {
    let (planes, actions) = (batch.buffer().planes(), batch.buffer().actions());
    assert_eq!(
        (batch.observations().len(), batch.action_masks().len()),
        (batch.size * planes, batch.size * actions)
    );
    let mut policies = Vec::new();
    for mask in batch.action_masks().chunks(actions) {
        let legal = mask.iter().filter(|&&legal| legal).count() as f32;
        assert!(legal > 0.0, "a position to evaluate has no legal step");
        policies.extend(mask.iter().map(|&legal_here| if legal_here { 1.0 / legal } else { 9.0 }));
    }
    // The first two planes of draughts are the own men and kings, the next two those of the opponent.
    let cells = 64;
    let worth = |numbers: &[f32]| {
        let sum = |plane: usize| numbers[plane * cells..][..cells].iter().sum::<f32>();
        (sum(0) + 1.5 * sum(1) - sum(2) - 1.5 * sum(3)) / 20.0
    };
    let values: Vec<f32> = batch.observations().chunks(planes).map(worth).collect();
    set_output(batch, &policies, &values)
}

pub(super) fn set_output(batch: &mut Batch<'_>, policies: &[f32], values: &[f32]) -> bool {
    batch.set_output(&EvalOutput { policies, values, format: OutputFormat::default() }).expect("an answer");
    true
}

/// Returns an evaluator with a constant weight and a constant value, for this number of values per position.
pub(super) fn constant_evaluator(
    weight: f32,
    value: f32,
    seats: usize,
) -> impl Fn(&mut Batch<'_>) -> bool + Sync {
    move |batch| {
        let (policies, values) = (vec![weight; batch.action_masks().len()], vec![value; batch.size * seats]);
        set_output(batch, &policies, &values)
    }
}

const NEURAL: AgentSpec = AgentSpec::Neural(Puct { simulations: 24, ..Puct::DEFAULT });

#[test]
fn branches_within_a_turn_are_limited() {
    // Two queens and a bishop move in any order, and the opponent replies to each variation.
    let zombies = open("zombie-chess");
    let mut player = spec("ab:2").player(&*zombies);
    choice(&*zombies, &mut *player, "4k3/pppp4/8/8/8/8/8/1Q~B~1K2Q~ w - - - - - - move - - - 0", 1);
    assert!(player.effort() < 100_000, "{} positions", player.effort());
}

#[test]
fn an_evaluator_guides_the_search_of_many_games() {
    let draughts = open("english-draughts");
    assert_eq!(draughts.spec().planes[..4], ["own men", "own kings", "enemy men", "enemy kings"]);
    let (asked, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let evaluator = |batch: &mut Batch<'_>| {
        asked.fetch_add(1, Ordering::Relaxed);
        most.fetch_max(batch.size, Ordering::Relaxed);
        material_evaluator(batch)
    };
    let agents = [NEURAL, spec("random")];
    let all = play_evaluated(&*draughts, &agents, MatchRequest { games: 40, ..REQUEST }, &evaluator);
    assert!(score(&all) > 0.7, "scores {}", score(&all));
    assert_eq!(most.into_inner(), 8, "a batch has one position of half of the games");
    assert!(asked.into_inner() > 100);
    for (threads, parallel, concurrent) in [(1, 16, 1), (3, 5, 1), (2, 1, 1), (2, 40, 3), (1, 17, 2)] {
        let request = MatchRequest {
            games: 40,
            threads: Some(threads),
            num_parallel_games: parallel,
            max_concurrent_batches: concurrent,
            ..REQUEST
        };
        assert_eq!(
            all,
            play_evaluated(&*draughts, &agents, request, &material_evaluator),
            "{threads} {parallel} {concurrent}"
        );
    }
    let stopped = MatchRequest { agents: &agents, ..REQUEST };
    assert_eq!(matches(&*draughts, &stopped, &|_| false, &mut || true), Ok(None));
    assert_eq!(matches(&*draughts, &stopped, &material_evaluator, &mut || false), Ok(None));
}

#[test]
fn visits_show_the_preferred_action() {
    let draughts = open("english-draughts");
    // 10x19 captures one man, 11x18 continues and captures two.
    let take = draughts.read_fen("B:W15,17,20,22:B10,11 - 0 0 -", 0).expect("a position");
    let (first, mut over) = (draughts.start(0), draughts.start(0));
    over.play_random(1, 10_000);
    let settings = Puct { simulations: 100, temperature: 1.0, ..Puct::DEFAULT };
    let states = [&take, &first, &over];
    let request = SearchRequest { settings, ..SearchRequest::default() };
    let found = search_states(&*draughts, &states, request, &material_evaluator, &mut || true)
        .expect("within limits")
        .expect("not stopped");
    let rows: Vec<&[u32]> = found.visits.chunks(draughts.spec().num_actions).collect();
    let sums = rows.iter().map(|row| row.iter().sum::<u32>()).collect::<Vec<_>>();
    assert_eq!(sums, [100, 100, 0], "the evaluation of the root is no visit");
    let best = take.action("11x18").expect("legal") as usize;
    assert!(rows[0][best] > 55 && rows[0].iter().filter(|&&count| count > 0).count() <= 2, "{:?}", rows[0]);
    // Sequential halving visits both of two actions equally often, so the choice uses more than visits.
    let settings = Puct { root: Root::Gumbel(Gumbel::DEFAULT), temperature: 0.0, ..settings };
    for seed in 0..4 {
        let request = SearchRequest { settings, seed, ..SearchRequest::default() };
        let found = search_states(&*draughts, &states, request, &material_evaluator, &mut || true)
            .expect("within limits")
            .expect("not stopped");
        let mut row = found.visits[..draughts.spec().num_actions].to_vec();
        row.retain(|&count| count > 0);
        assert_eq!(row, [50, 50]);
        assert_eq!(found.chosen[0], Some(best as u32));
        assert!(found.chosen[1].is_some() && found.chosen[2].is_none());
    }
}

#[test]
fn evaluators_support_chance_hidden_information_and_many_seats() {
    let even = constant_evaluator(1.0, 0.0, 1);
    let toy = open("toy");
    let agents = [NEURAL, AgentSpec::Neural(Puct { simulations: 1, temperature: 1.0, ..Puct::DEFAULT })];
    let all = play_evaluated(&*toy, &agents, REQUEST, &even);
    assert!(all.steps.iter().all(|&steps| steps == 9));
    let four = open("double-checkers-cutthroat");
    let each = constant_evaluator(0.0, 0.25, 4);
    let request = MatchRequest { games: 4, max_steps: Some(30), ..REQUEST };
    let all = play_evaluated(&*four, &[NEURAL], request, &each);
    assert_eq!(
        all,
        play_evaluated(&*four, &[NEURAL], MatchRequest { num_parallel_games: 2, ..request }, &each)
    );
    let masquerade = open("masquerade-chess");
    let all = play_evaluated(&*masquerade, &[NEURAL], MatchRequest { games: 3, ..request }, &even);
    assert!(all.steps.iter().all(|&steps| steps > 10));
}
