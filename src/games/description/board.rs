//! The board of a description.

use super::document::{Entry, Holds, Key, Table};
use super::problem::Problem;
use crate::board::{Board, Cell, Edges, HexNames, Hexagons, Lattice, Squares, Triangles};
use std::ops::RangeInclusive;

/// The shapes of boards that can be described.
const SHAPES: [&str; 3] = ["squares", "hexagons", "triangles"];

/// The words for joined edges.
const JOINED: [&str; 4] = ["left-right", "near-far", "both", "sides"];

/// The longest edges of boards of hexagons and triangles.
const HEXAGONS: i64 = 8;
const TRIANGLES: i64 = 6;

/// The numbers of files that boards of hexagons can have.
const FILES: RangeInclusive<usize> = 1..=25;

/// The keys of a board.
pub const BOARD: &[Key] = &[
    Key::new("shape", Holds::Word(&SHAPES), "the kind of cells; without it squares"),
    Key::new("files", Holds::Integer(1, 15), "squares: the number of files"),
    Key::new("ranks", Holds::Integer(1, 15), "squares: the number of ranks"),
    Key::new(
        "joined",
        Holds::Word(&JOINED),
        "squares: the edges that pieces cross: left-right makes a cylinder, both makes a torus, and with sides a \
         seat crosses those at its left and right",
    ),
    Key::new(
        "edge",
        Holds::Integer(2, HEXAGONS),
        "hexagons and triangles: the length of each edge of a regular board, for triangles at most 6",
    ),
    Key::new(
        "lengths",
        Holds::Integers(1, 25),
        "hexagons, in place of edge: the numbers of cells of the files, which stand in the middle of the board",
    ),
    Key::new("missing", Holds::Text, "the names of cells that do not exist, separated by spaces"),
];

/// The board of a described game.
#[derive(Clone, Debug)]
pub struct DescribedBoard {
    /// The lattice of the first seat.
    pub lattice: Lattice,
    /// Whether the pieces of each seat cross the edges at its left and right only.
    joins_sides: bool,
}

impl DescribedBoard {
    /// Returns the edges that a seat at this angle crosses, if these are not those of the first seat's
    /// lattice.
    pub fn other_edges(&self, angle: u16) -> Option<Edges> {
        (self.joins_sides && !angle.is_multiple_of(180)).then_some(Edges::NEAR_FAR)
    }
}

/// Reads a board.
///
/// # Errors
///
/// Returns the first problem.
pub fn read_board(entry: &Entry) -> Result<DescribedBoard, Problem> {
    let table = entry.table_of(BOARD)?;
    let shape = table.get("shape").map_or(Ok(0), |shape| shape.word())?;
    let foreign =
        [&["edge", "lengths"][..], &["files", "ranks", "joined"], &["files", "ranks", "joined", "lengths"]];
    if let Some(entry) = foreign[shape].iter().find_map(|key| table.get(key)) {
        return Err(entry.problem(format!("does not belong to a board of {}", SHAPES[shape])));
    }
    let joins_sides =
        table.get("joined").map_or(Ok(false), |joined| Ok(JOINED[joined.word()?] == "sides"))?;
    let lattice = match shape {
        0 => squares(&table),
        1 => hexagons(&table),
        _ => triangles(&table),
    }?;
    Ok(DescribedBoard { lattice, joins_sides })
}

/// Returns the cells of a whole board that do not exist.
fn missing(table: &Table, whole: &Board) -> Result<Vec<Cell>, Problem> {
    let Some(entry) = table.get("missing") else { return Ok(Vec::new()) };
    let missing = entry.cells(whole)?;
    if whole.cells().all(|cell| missing.contains(&cell)) {
        return Err(entry.problem("must leave at least one cell"));
    }
    Ok(missing)
}

fn squares(table: &Table) -> Result<Lattice, Problem> {
    let size = |key: &str| -> Result<u8, Problem> { Ok(table.require(key)?.integer()? as u8) };
    let (files, ranks) = (size("files")?, size("ranks")?);
    let (joined, crossing) = match table.get("joined") {
        None => (Edges::NONE, Edges::NONE),
        Some(joined) => match JOINED[joined.word()?] {
            "left-right" => (Edges::LEFT_RIGHT, Edges::LEFT_RIGHT),
            "near-far" => (Edges::NEAR_FAR, Edges::NEAR_FAR),
            "both" => (Edges::ALL, Edges::ALL),
            _ => (Edges::ALL, Edges::LEFT_RIGHT),
        },
    };
    let whole = Squares::rectangle(files, ranks, joined, |_, _| true);
    let missing = missing(table, whole.board())?;
    let exists = |file: u8, rank: u8| {
        whole.board().at(rank.into(), file.into()).is_some_and(|cell| !missing.contains(&cell))
    };
    Ok(Squares::rectangle(files, ranks, joined, exists).lattice(crossing))
}

fn hexagons(table: &Table) -> Result<Lattice, Problem> {
    let whole = match table.get("lengths") {
        None => Hexagons::regular(table.require("edge")?.integer()? as u8),
        Some(lengths) if table.get("edge").is_some() => {
            return Err(lengths.problem("cannot be given together with edge"));
        }
        Some(lengths) => Hexagons::new(&cells_of_files(&lengths)?, HexNames::Glinski)
            .map_err(|message| lengths.problem(format!("are not possible: {message}")))?,
    };
    let missing = missing(table, whole.board())?;
    Ok(whole.without(&missing).lattice())
}

/// Returns the cells of files with these lengths, as files and rows.
fn cells_of_files(entry: &Entry) -> Result<Vec<(i8, i8)>, Problem> {
    let lengths = entry.integers()?;
    if !FILES.contains(&lengths.len()) {
        let (least, most) = (FILES.start(), FILES.end());
        return Err(entry.problem(format!("must have {least} to {most} files, got {}", lengths.len())));
    }
    if let Some(pair) = lengths.windows(2).find(|pair| (pair[0] - pair[1]) % 2 == 0) {
        return Err(entry.problem(format!(
            "must differ by an odd number between neighbors, because files are half a cell apart; got {} next to {}",
            pair[0], pair[1]
        )));
    }
    let mut cells = Vec::new();
    for (file, length) in (0..).zip(&lengths) {
        // In half heights a file rises by one for each file to the right.
        let first = (lengths[0] - length - file) / 2;
        cells.extend((first..first + length).map(|row| (file as i8, row as i8)));
    }
    Ok(cells)
}

fn triangles(table: &Table) -> Result<Lattice, Problem> {
    let entry = table.require("edge")?;
    let edge = entry.integer()?;
    if edge > TRIANGLES {
        return Err(entry.problem(format!("must be at most {TRIANGLES} for triangles, got {edge}")));
    }
    let whole = Triangles::hexagon(edge as u8);
    let missing = missing(table, whole.board())?;
    let is_missing = |r, x| whole.at(r, x).is_some_and(|cell| missing.contains(&cell));
    Ok(Triangles::without(edge as u8, is_missing).lattice())
}

#[cfg(test)]
mod tests {
    use super::super::document::Value;
    use super::*;

    fn board(text: &str) -> Board {
        const KEYS: &[Key] = &[Key::new("board", Holds::Table(BOARD), "the cells")];
        let document = Value::parse(&format!("board = {{ {text} }}")).expect("a document");
        let table = document.document(KEYS).expect("a table");
        let board = read_board(&table.require("board").expect("a board"));
        board.unwrap_or_else(|problem| panic!("{problem}")).lattice.board().clone()
    }

    fn names(board: &Board) -> Vec<&str> {
        board.cells().map(|cell| board.name(cell)).collect()
    }

    #[test]
    fn files_of_hexagons_stand_in_the_middle() {
        let regular = board("shape = 'hexagons', edge = 4");
        let listed = board("shape = 'hexagons', lengths = [4, 5, 6, 7, 6, 5, 4]");
        assert_eq!(names(&regular), names(&listed));
        assert!(regular.cells().all(|cell| regular.center(cell) == listed.center(cell)));
        let shafran = board("shape = 'hexagons', lengths = [6, 7, 8, 9, 10, 9, 8, 7, 6]");
        assert_eq!((shafran.len(), shafran.motions().len()), (70, 4));
        let waves = board("shape = 'hexagons', lengths = [3, 2, 3, 2]");
        assert_eq!(names(&waves).len(), 10);
    }

    #[test]
    fn cells_keep_their_names_when_others_are_missing() {
        for text in ["shape = 'hexagons', edge = 3", "shape = 'triangles', edge = 2", "files = 3, ranks = 4"]
        {
            let whole = board(text);
            let cut = board(&format!("{text}, missing = 'a1 b2'"));
            let mut left = names(&whole);
            left.retain(|name| !["a1", "b2"].contains(name));
            assert_eq!(names(&cut), left);
        }
    }
}
