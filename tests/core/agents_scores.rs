//! Tests of agents in games without opponents: with a shared score, or with one seat.

use super::agents::{REQUEST, choice, constant_evaluator, play, play_evaluated, spec};
use super::open;
use plyground::agents::{AgentSpec, MatchRequest, Matches, Puct, SearchRequest, search_states};
use std::collections::BTreeSet;

const SETTINGS: Puct = Puct { simulations: 400, ..Puct::DEFAULT };

#[test]
fn partners_cooperate() {
    let shared = open("toy-shared");
    // Seat 0 stands on 1. If seat 1 stands elsewhere, they are hit twice as often.
    for agent in ["ab:1", "ab:2", "mcts:400", "mcts:400,cut=0"] {
        let mut player = spec(agent).player(&*shared);
        let chosen: BTreeSet<String> =
            (0..30).map(|seed| choice(&*shared, &mut *player, "1,0 b 1- 2", seed)).collect();
        assert_eq!(chosen.into_iter().collect::<Vec<_>>(), ["stone:2", "stone:3"], "{agent}");
    }
    let mut player = spec("ab:6").player(&*shared);
    for seed in 0..10 {
        assert_ne!(choice(&*shared, &mut *player, "0,0 b 2- 0", seed), "stone:2", "seed {seed}");
    }
}

#[test]
fn a_single_seat_minimizes_strokes() {
    let alone = open("toy-strokes");
    for (agent, fen) in
        [("ab:1", "5 a - 2"), ("ab:2", "4 a - 2"), ("mcts:600", "5 a - 2"), ("ab:6", "0 a - 0")]
    {
        let mut player = spec(agent).player(&*alone);
        for seed in 0..10 {
            assert_eq!(choice(&*alone, &mut *player, fen, seed), "stone:2", "{agent} at {fen}");
        }
    }
}

#[test]
fn greedy_is_random_without_opponents() {
    // Without an evaluation, all steps are ties.
    let alone = open("toy-strokes");
    let mut player = spec("greedy").player(&*alone);
    let chosen: BTreeSet<String> =
        (0..40).map(|seed| choice(&*alone, &mut *player, "0 a - 0", seed)).collect();
    assert_eq!(chosen.len(), 3);
}

/// Returns the mean return of each agent.
fn means(all: &Matches, agents: usize) -> Vec<f64> {
    let score_counts = all.score_counts(agents);
    (0..agents).map(|agent| score_counts.mean(agent)).collect()
}

#[test]
fn matches_for_a_shared_score() {
    let shared = open("toy-shared");
    let request = MatchRequest { games: 1500, ..REQUEST };
    // For an expected two thirds or five ninths per round: 2.0 - 1/27 or 5/3 - 64/729.
    for (agents, expected) in
        [(&["random"][..], 1.579), (&["ab:6", "ab:6"], 1.963), (&["mcts:100", "mcts:100"], 1.963)]
    {
        let all = play(&*shared, agents, request);
        assert!(all.returns.chunks(2).all(|got| got[0] == got[1]));
        assert!(all.drama.iter().all(|&drama| drama == 0.0) && all.lead_changes.iter().all(|&n| n == 0));
        let found = means(&all, agents.len());
        assert!(found.iter().all(|mean| (mean - expected).abs() < 0.1), "{agents:?}: {found:?}");
        assert_eq!(all, play(&*shared, agents, MatchRequest { threads: Some(1), ..request }));
        let times: u64 = all.score_counts(agents.len()).scores().iter().flat_map(|row| &row.1).sum();
        assert_eq!(times, 3000);
    }
    let mixed = means(&play(&*shared, &["ab:6", "random"], request), 2);
    assert_eq!(mixed[0], mixed[1], "partners get the same");
}

#[test]
fn matches_of_one_seat() {
    let alone = open("toy-strokes");
    let request = MatchRequest { games: 1500, ..REQUEST };
    for (agent, expected) in [("random", -17.0 / 3.0), ("ab:6", -5.0), ("mcts:600", -5.0)] {
        let all = play(&*alone, &[agent], request);
        let found = means(&all, 1)[0];
        assert!((found - expected).abs() < 0.15, "{agent}: {found}");
        assert!(all.steps.iter().all(|&steps| steps == 6));
    }
}

#[test]
fn an_evaluator_guides_to_the_best_score() {
    for (id, fen, least) in
        [("toy-shared", "1,0 b 1- 2", [0, 120, 120]), ("toy-strokes", "5 a - 2", [0, 200, 0])]
    {
        let toy = open(id);
        let state = toy.read_fen(fen, 0).unwrap_or_else(|error| panic!("{error}"));
        let (request, even) = (
            SearchRequest { settings: SETTINGS, ..SearchRequest::default() },
            constant_evaluator(1.0, 0.0, 1),
        );
        let found = search_states(&*toy, &[&state], request, &even, &mut || true)
            .expect("within limits")
            .expect("not stopped");
        let counts = found.visits;
        assert!(counts.iter().zip(least).all(|(&count, least)| count >= least), "{fen}: {counts:?}");
        let all = play_evaluated(
            &*toy,
            &[AgentSpec::Neural(SETTINGS)],
            MatchRequest { games: 20, ..REQUEST },
            &even,
        );
        assert!(all.steps.iter().all(|&steps| steps == toy.spec().max_steps));
    }
}

#[test]
fn games_that_were_cut_off_are_excluded_from_means() {
    let alone = open("toy-strokes");
    let cut = play(&*alone, &["random"], MatchRequest { max_steps: Some(5), ..REQUEST });
    let least = alone.spec().scores.min_return;
    assert!(least < 0.0 && cut.returns.iter().all(|&got| got == least) && means(&cut, 1)[0].is_nan());
}
