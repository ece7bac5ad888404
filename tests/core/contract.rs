//! The test harness on the variants of a family: on a set that covers what they differ in, or on all of them
//! with `make test-all`.

use super::{open, unturned};
use plyground::catalog;
use std::collections::HashSet;
use std::env;

/// Whether this run of the tests includes what is long and repeats (`make test-all`).
pub(super) fn runs_all() -> bool {
    env::var_os("PLYGROUND_TEST_ALL").is_some()
}

/// Returns all that tells the code of a variant apart: its board, seats, mechanisms and options.
fn features(id: &str) -> HashSet<String> {
    let game = open(id);
    let (spec, cells) = (game.spec(), game.board().cells().count());
    let mut features = HashSet::from([
        format!("{} {:?} {cells} {}", spec.family, game.board().shape(), spec.seats),
        format!("teams {:?} {:?}", spec.teams, spec.turn_order),
        format!("{:?} {}", spec.scores.kind, spec.rules),
        format!("{} {} {}", spec.has_hidden_information, spec.has_chance, spec.is_simultaneous),
    ]);
    features.extend(spec.options.iter().map(|(name, value)| format!("{name}={value}")));
    features
}

/// Returns ids of a family that have all features of its ids together: always the first that adds the most.
/// Returns all ids if the run includes what is long.
pub(super) fn selected(ids: Vec<String>) -> Vec<String> {
    if runs_all() {
        return ids;
    }
    let features: Vec<HashSet<String>> = ids.iter().map(|id| features(id)).collect();
    let mut missing: HashSet<&String> = features.iter().flatten().collect();
    let mut chosen = Vec::new();
    while !missing.is_empty() {
        let added = |&at: &usize| features[at].iter().filter(|feature| missing.contains(feature)).count();
        let best = (0..ids.len()).rev().max_by_key(added).expect("ids");
        missing.retain(|feature| !features[best].contains(*feature));
        chosen.push(ids[best].clone());
    }
    chosen
}

/// Runs the harness on variants of a family, with `games` random games of each.
pub(super) fn check(ids: Vec<String>, games: u64) {
    for id in selected(ids) {
        check_one(&id, games);
    }
}

/// Runs the harness on a game, with `games` random games.
pub(super) fn check_one(id: &str, games: u64) {
    open(id).check(if runs_all() { 3 * games } else { games }, 1);
    unturned(id).check(1, 2);
}

#[test]
fn selected_variants_have_all_features() {
    let all: Vec<String> = catalog::ids().map(String::from).collect();
    let chosen = selected(all.clone());
    assert!(runs_all() || 3 * chosen.len() < all.len());
    let features_of =
        |ids: &[String]| -> HashSet<String> { ids.iter().flat_map(|id| features(id)).collect() };
    assert_eq!(features_of(&chosen), features_of(&all));
}
