//! Chess on larger boards against reference games, worked examples and perft tables.

use super::perft::perft_lines;
use super::reference::replay;
use super::{changed, contract, open, worked};

/// The ids of Double Chess, and the number of worked examples of each in the rule document.
const DOUBLE: [(&str, usize); 8] = [
    ("double-chess-pairs", 17),
    ("double-chess-cutthroat", 8),
    ("cylindrical-double-chess-pairs", 3),
    ("cylindrical-double-chess-cutthroat", 0),
    ("shadow-double-chess-pairs", 1),
    ("shadow-double-chess-cutthroat", 0),
    ("cylindrical-shadow-double-chess-pairs", 0),
    ("cylindrical-shadow-double-chess-cutthroat", 0),
];

/// The ids of Tri-Chess, and the numbers of worked examples: of one position, and of a sequence of play.
const TRI: [(&str, usize, usize); 22] = [
    ("tri-chess-2", 4, 1),
    ("tri-chess-2-cutedges", 1, 0),
    ("tri-chess-3", 6, 0),
    ("tri-chess-3-cutedges", 0, 0),
    ("tri-chess-4-cutthroat", 2, 1),
    ("tri-chess-4-cutthroat-cutedges", 0, 0),
    ("tri-chess-4-pairs", 5, 3),
    ("tri-chess-4-pairs-cutedges", 0, 0),
    ("tri-chess-5", 0, 0),
    ("tri-chess-6-cutthroat", 2, 0),
    ("tri-chess-6-pairs", 0, 0),
    ("tri-chess-6-trios", 0, 0),
    ("tri-chess-3-plainknight", 0, 0),
    ("tri-chess-3-cutedges-plainknight", 0, 0),
    ("tri-chess-4-cutthroat-plainknight", 0, 0),
    ("tri-chess-4-cutthroat-cutedges-plainknight", 0, 0),
    ("tri-chess-4-pairs-plainknight", 0, 0),
    ("tri-chess-4-pairs-cutedges-plainknight", 0, 0),
    ("tri-chess-5-plainknight", 0, 0),
    ("tri-chess-6-cutthroat-plainknight", 0, 0),
    ("tri-chess-6-pairs-plainknight", 0, 0),
    ("tri-chess-6-trios-plainknight", 0, 0),
];

#[test]
fn every_id_is_tested() {
    let ids: Vec<String> = plyground::games::chesslike::ids().into_iter().map(|(id, _)| id).collect();
    // Three Kings Chess has its own tests.
    let tested = DOUBLE.map(|(id, _)| id).into_iter().chain(TRI.map(|(id, ..)| id));
    assert_eq!(ids, tested.chain(["three-kings-chess"]).collect::<Vec<&str>>());
}

#[test]
fn the_contract_holds() {
    let ids = DOUBLE.map(|(id, _)| id.to_string());
    contract::check(ids.to_vec(), 2);
    for id in contract::selected(ids.to_vec()) {
        changed(&id, &[("castling", false.into())]).check(1, 3);
    }
}

#[test]
fn the_contract_holds_on_triangles() {
    contract::check(TRI.map(|(id, ..)| id.to_string()).to_vec(), 1);
    for id in ["tri-chess-2", "tri-chess-6-trios"] {
        changed(id, &[("extended_pawn", (id == "tri-chess-2").into())]).check(1, 3);
    }
}

#[test]
fn reference_games_are_played_alike() {
    for (id, _) in DOUBLE {
        replay(&*open(id), "adams_chess");
    }
    for (id, ..) in TRI {
        replay(&*open(id), "tri_chess");
    }
}

#[test]
fn the_worked_examples_hold() {
    for (id, examples) in DOUBLE {
        assert_eq!(
            worked::numbered(&*open(id), "adams_chess.md", "## 12. Worked examples"),
            examples,
            "{id}"
        );
    }
    for (id, examples, courses) in TRI {
        let game = open(id);
        let [document, heading] = ["tri_chess.md", "## 12. Worked examples"];
        assert_eq!(worked::numbered(&*game, document, heading), examples, "{id}");
        assert_eq!(worked::told(&*game, document, heading), courses, "{id}");
    }
}

#[test]
fn the_perft_table_holds() {
    for line in perft_lines("chesslike.txt") {
        line.check(&*open(&line.id), 5_000_000);
    }
}
