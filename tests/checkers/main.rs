//! Checkers, Stax and Queens on square boards against the reference games, the worked examples and the perft table of their rule document.

#[path = "../common/mod.rs"]
mod common;
mod solved;

use common::perft_lines;
use common::visitors::{Contract, Perft, Replay, examples};
use plyground::catalog::{self, Visitor, find};
use plyground::game::{Frame, OptionValue};
use plyground::games::checkers;

/// Hands the game of an id to `visitor`. (The family's own function: nothing is built for other families.)
fn open<V: Visitor>(id: &str, frame: Frame, visitor: V) -> V::Output {
    let variant = find(id).unwrap_or_else(|error| panic!("{id}: {error}"));
    checkers::open(id, &variant.options, frame, visitor).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// Hands the game of an id with some options changed to `visitor`.
fn changed<V: Visitor>(id: &str, changes: &[(&'static str, OptionValue)], visitor: V) -> V::Output {
    let options = catalog::options(id, changes).unwrap_or_else(|error| panic!("{error}"));
    checkers::open(id, &options, Frame::Seat, visitor).unwrap_or_else(|error| panic!("{id}: {error}"))
}

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
        open(&id, Frame::Seat, Replay("adams_checkers"));
    }
}

/// Checkers 14.
#[test]
fn the_perft_table_holds() {
    let lines = perft_lines("adams_checkers.txt");
    assert!(lines.len() > 60);
    for line in &lines {
        open(&line.id, Frame::Seat, Perft(line, 500_000));
    }
}

#[test]
fn the_contract_holds() {
    for id in ids() {
        let games = if id.contains("double") { 1 } else { 4 };
        open(&id, Frame::Seat, Contract(games));
    }
}

#[test]
fn the_contract_holds_when_the_board_is_not_turned() {
    for id in ["checkers", "stax", "cylindrical-queens", "universal-stax-numbers", "double-stax-cutthroat"] {
        open(id, Frame::Board, Contract(1));
    }
}

#[test]
fn the_contract_holds_on_small_boards_and_without_kings() {
    let (small, no_kings) =
        (|size| vec![("size", OptionValue::Number(size))], ("crowning", OptionValue::Flag(false)));
    for id in ["checkers", "checkers-numbers", "stax", "stax-numbers"] {
        for size in [4, 6] {
            changed(id, &small(size), Contract(8));
        }
        changed(id, std::slice::from_ref(&no_kings), Contract(2));
    }
    changed("checkers", &[small(4), vec![no_kings.clone()]].concat(), Contract(8));
    changed("universal-queens", &[no_kings], Contract(2));
}

/// Checkers 13.
#[test]
fn the_worked_examples_hold() {
    let examples = examples("adams_checkers.txt", |id, example| open(id, Frame::Seat, example));
    assert!(examples >= 18, "{examples} examples");
}
