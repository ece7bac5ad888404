//! Three Kings Chess against reference games, worked examples and the perft table of its rule document.

use super::perft::perft_lines;
use super::reference::replay;
use super::{open, unturned, worked};

const ID: &str = "three-kings-chess";

#[test]
fn the_contract_holds() {
    open(ID).check(4, 1);
    unturned(ID).check(1, 2);
}

#[test]
fn reference_games_are_played_alike() {
    replay(&*open(ID), "three_kings");
}

/// Three Kings 10. Targets of single pieces are tested in `src/games/chesslike/three_kings/tests.rs`.
#[test]
fn the_worked_examples_hold() {
    assert_eq!(worked::listed(&*open(ID), "three_kings.md", "## 10. Worked examples"), 19);
}

/// Three Kings 11.
#[test]
fn the_perft_table_holds() {
    let lines = perft_lines("three_kings.txt");
    assert_eq!(lines.len(), 6);
    for line in &lines {
        line.check(&*open(&line.id), 5_000_000);
    }
}
