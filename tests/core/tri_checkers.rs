//! Tri-Chek, Tri-Stax and Tri-Queens against the reference games, the worked examples and the perft table of
//! their rule document.

use super::perft::perft_lines;
use super::reference::replay;
use super::{contract, examples, open};
use plyground::games::tri_checkers;

/// The ids of the family.
fn ids() -> Vec<String> {
    tri_checkers::ids().into_iter().map(|(id, _)| id).collect()
}

#[test]
fn the_ids_are_the_94_of_the_rule_document() {
    let mut ids = ids();
    assert_eq!(ids.len(), 94);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 94);
    for id in ["tri-chek-2-offset", "tri-queens-6-trios-same-corners-numbers", "tri-stax-4-pairs-diagonal"] {
        assert!(ids.iter().any(|known| known == id), "{id}");
    }
}

#[test]
fn reference_games_are_played_alike() {
    for id in ids() {
        replay(&*open(&id), "tri_checkers");
    }
}

/// Tri-Checkers 16.
#[test]
fn the_perft_table_holds() {
    let lines = perft_lines("tri_checkers.txt");
    assert!(lines.len() > 50);
    for line in &lines {
        line.check(&*open(&line.id), 500_000);
    }
}

#[test]
fn the_contract_holds() {
    contract::check(ids(), 1);
}

/// Tri-Checkers 15.
#[test]
fn the_worked_examples_hold() {
    assert_eq!(examples::check("tri_checkers.txt"), 30);
}
