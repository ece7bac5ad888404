//! Chess on larger boards against reference games, worked examples and perft tables.

use super::perft::perft_lines;
use super::reference::replay;
use super::{changed, open, unturned, worked};

/// The ids and how many worked examples the rule document has of each.
const IDS: [(&str, usize); 8] = [
    ("double-chess-pairs", 17),
    ("double-chess-cutthroat", 8),
    ("cylindrical-double-chess-pairs", 3),
    ("cylindrical-double-chess-cutthroat", 0),
    ("shadow-double-chess-pairs", 1),
    ("shadow-double-chess-cutthroat", 0),
    ("cylindrical-shadow-double-chess-pairs", 0),
    ("cylindrical-shadow-double-chess-cutthroat", 0),
];

#[test]
fn every_id_is_tested() {
    let ids: Vec<String> = plyground::games::realm::ids().into_iter().map(|(id, _)| id).collect();
    // (Three Kings Chess has tests of its own.)
    assert_eq!(ids, IDS.map(|(id, _)| id).into_iter().chain(["three-kings-chess"]).collect::<Vec<&str>>());
}

#[test]
fn the_contract_holds() {
    for (id, _) in IDS {
        open(id).check(12, 1);
        unturned(id).check(2, 2);
        changed(id, &[("castling", false.into())]).check(2, 3);
    }
}

#[test]
fn reference_games_are_played_alike() {
    for (id, _) in IDS {
        replay(&*open(id), "adams_chess");
    }
}

#[test]
fn the_worked_examples_hold() {
    for (id, examples) in IDS {
        assert_eq!(
            worked::numbered(&*open(id), "adams_chess.md", "## 12. Worked examples"),
            examples,
            "{id}"
        );
    }
}

#[test]
fn the_perft_table_holds() {
    for line in perft_lines("realm.txt") {
        line.check(&*open(&line.id), 5_000_000);
    }
}
