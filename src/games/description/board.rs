//! The board of a description.

use super::document::{Entry, Holds, Key, Table};
use super::problem::Problem;
use crate::board::{Edges, Hexagons, Lattice, Squares};

/// The shapes of boards that can be described.
const SHAPES: [&str; 2] = ["squares", "hexagons"];

/// The words for joined edges.
const JOINED: [&str; 3] = ["left-right", "near-far", "both"];

/// The keys of a board.
pub const BOARD: &[Key] = &[
    Key::new("shape", Holds::Word(&SHAPES), "the kind of cells; without it squares"),
    Key::new("files", Holds::Integer(1, 15), "squares: the number of files"),
    Key::new("ranks", Holds::Integer(1, 15), "squares: the number of ranks"),
    Key::new(
        "joined",
        Holds::Word(&JOINED),
        "squares: the edges that pieces cross: left-right makes a cylinder, both makes a torus",
    ),
    Key::new("missing", Holds::Text, "squares: the names of cells that do not exist, separated by spaces"),
    Key::new("edge", Holds::Integer(2, 7), "hexagons: the number of cells on each edge of the regular board"),
];

/// Reads a board.
///
/// # Errors
///
/// Returns the first problem.
pub fn read_board(entry: &Entry) -> Result<Lattice, Problem> {
    let table = entry.table_of(BOARD)?;
    let shape = table.get("shape").map_or(Ok(0), |shape| shape.word())?;
    let foreign = if shape == 0 { &["edge"][..] } else { &["files", "ranks", "joined", "missing"] };
    if let Some(entry) = foreign.iter().find_map(|key| table.get(key)) {
        return Err(entry.problem(format!("does not belong to a board of {}", SHAPES[shape])));
    }
    match shape {
        0 => squares(&table),
        _ => {
            let edge = table.require("edge")?.integer()?;
            Ok(Hexagons::regular(edge as u8).lattice())
        }
    }
}

fn squares(table: &Table) -> Result<Lattice, Problem> {
    let size = |key: &str| -> Result<u8, Problem> { Ok(table.require(key)?.integer()? as u8) };
    let (files, ranks) = (size("files")?, size("ranks")?);
    let joined = match table.get("joined") {
        None => Edges::NONE,
        Some(joined) => match joined.word()? {
            0 => Edges::LEFT_RIGHT,
            1 => Edges::NEAR_FAR,
            _ => Edges::ALL,
        },
    };
    let whole = Squares::rectangle(files, ranks, joined, |_, _| true);
    let mut missing = Vec::new();
    if let Some(entry) = table.get("missing") {
        missing = entry.cells(whole.board())?;
        if missing.len() >= whole.board().len() {
            return Err(entry.problem("must leave at least one cell"));
        }
    }
    let exists = |file: u8, rank: u8| {
        whole.board().at(rank.into(), file.into()).is_some_and(|cell| !missing.contains(&cell))
    };
    Ok(Squares::rectangle(files, ranks, joined, exists).lattice(joined))
}
