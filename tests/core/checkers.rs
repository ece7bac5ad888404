//! Checkers, Stax and Queens on square boards against the reference games, the worked examples and the perft
//! table of their rule document.

use super::perft::perft_lines;
use super::reference::replay;
use super::{changed, contract, examples, open};
use plyground::game::OptionValue;
use plyground::games::checkers;

/// The ids of the family.
fn ids() -> Vec<String> {
    checkers::ids().into_iter().map(|(id, _)| id).collect()
}

#[test]
fn the_ids_are_the_90_of_the_rule_document() {
    let mut ids = ids();
    assert_eq!(ids.len(), 90);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 90);
    for id in ["checkers", "universal-double-queens-pairs-opposite-mixed-numbers", "double-stax-cutthroat"] {
        assert!(ids.iter().any(|known| known == id), "{id}");
    }
}

#[test]
fn reference_games_are_played_alike() {
    for id in ids() {
        replay(&*open(&id), "adams_checkers");
    }
}

/// Checkers 14.
#[test]
fn the_perft_table_holds() {
    let lines = perft_lines("adams_checkers.txt");
    assert!(lines.len() > 60);
    for line in &lines {
        line.check(&*open(&line.id), 500_000);
    }
}

#[test]
fn the_contract_holds() {
    contract::check(ids(), 1);
}

#[test]
fn the_contract_holds_on_small_boards_and_without_kings() {
    let small = |size| ("size", OptionValue::Number(size));
    let no_kings = ("crowning", OptionValue::Flag(false));
    for id in ["checkers", "checkers-numbers", "stax", "stax-numbers"] {
        for size in [4, 6] {
            changed(id, &[small(size)]).check(8, 1);
        }
        changed(id, std::slice::from_ref(&no_kings)).check(2, 1);
    }
    changed("checkers", &[small(4), no_kings.clone()]).check(8, 1);
    changed("universal-queens", &[no_kings]).check(2, 1);
}

/// Checkers 13.
#[test]
fn the_worked_examples_hold() {
    let count = examples::check("adams_checkers.txt");
    assert!(count >= 18, "{count} examples");
}
