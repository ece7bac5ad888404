//! A game outside of plyground is checked, played, batched, searched and drawn like every other game.

use hexapawn::Hexapawn;
use plyground::agents::{self, AgentSpec, MatchRequest};
use plyground::game::harness;
use plyground::sim::{self, ExternalArrays, PlayoutRequest, VectorSettings};

#[test]
fn the_game_keeps_the_promises_of_all_roles() {
    harness::check(&Hexapawn::default(), 200, 0);
}

/// White has three first moves. After a2 or c2 Black has four replies, after b2 five, of which two mirror
/// two.
#[test]
fn the_first_moves_are_counted() {
    let state = sim::erase(Hexapawn::default()).start(0);
    let counts = [1, 2].map(|depth| state.perft(depth, false, &mut || true));
    assert_eq!(counts, [Some(3), Some(10)]);
}

/// Gardner: with perfect play the second player wins. The depth exceeds the length of every game.
#[test]
fn black_wins_with_perfect_play() {
    let game = sim::erase(Hexapawn::default());
    let agents = ["ab:8".parse::<AgentSpec>().expect("an agent")];
    let request = MatchRequest { agents: &agents, games: 4, ..MatchRequest::default() };
    let no_network = |_: &mut agents::Batch<'_>| false;
    let played = agents::matches(&*game, &request, &no_network, &mut || true);
    let played = played.expect("within limits").expect("not stopped");
    assert_eq!(played.returns, [-1.0, 1.0].repeat(4));
}

#[test]
fn random_games_are_played_and_batched() {
    let game = sim::erase(Hexapawn::default());
    let request = PlayoutRequest { games: 100, ..PlayoutRequest::default() };
    let played = game.playouts(&request, &mut || true).expect("within limits").expect("not stopped");
    assert!(played.steps.iter().all(|&steps| (3..=12).contains(&steps)));
    let settings = VectorSettings { envs: 8, ..VectorSettings::default() };
    let mut vector = game.vector(&settings, ExternalArrays::default()).expect("valid settings");
    vector.sample();
    assert_eq!(vector.views().sampled.len(), 8);
}

#[test]
fn pieces_are_drawn_from_the_position_string() {
    let picture = sim::erase(Hexapawn::default()).start(0).scene(None).text();
    assert!(picture.contains("p p p") && picture.contains("P P P"), "{picture}");
}
