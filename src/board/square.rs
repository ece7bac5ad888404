//! Square boards: a plane, a cylinder or a torus, optionally without some cells.

mod lattice;
#[cfg(test)]
mod tests;

use super::{Board, Cell, Color, EdgeKind, Place, Shape, motion};

/// The edges of a square board that a piece may cross. A piece that crosses an edge enters at the opposite
/// edge, so edges are joined in pairs (Adams' Checkers 2.4, Adams' Chess 2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Edges {
    /// The left and right edges, as seat 0 sees them: file a is next to the last file.
    pub left_right: bool,
    /// The near and far edges: rank 1 is next to the last rank.
    pub near_far: bool,
}

impl Edges {
    /// No edge: a plane.
    pub const NONE: Edges = Edges { left_right: false, near_far: false };
    /// The left and right edges: a cylinder for seats at the near and far edge.
    pub const LEFT_RIGHT: Edges = Edges { left_right: true, near_far: false };
    /// The near and far edges: a cylinder for seats at the left and right edge.
    pub const NEAR_FAR: Edges = Edges { left_right: false, near_far: true };
    /// All four: a torus.
    pub const ALL: Edges = Edges { left_right: true, near_far: true };

    /// Returns the edges after a rotation of the board by 90 degrees.
    pub fn turned(self) -> Edges {
        Edges { left_right: self.near_far, near_far: self.left_right }
    }
}

/// The eight directions as files and ranks, clockwise from straight away from seat 0.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The hops of knights as files and ranks, clockwise.
const KNIGHT_HOPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The four orthogonal directions, clockwise from straight away from seat 0, as files and ranks.
const SIDES: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The four diagonal directions, clockwise from the one to the right and away from seat 0, as files and
/// ranks.
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// A board of squares in files and ranks.
///
/// A cell is named by file letter and rank number. The rows of the grid are ranks, and its columns are files.
/// Missing cells do not change the names of the others.
#[derive(Clone, Debug)]
pub struct Squares {
    size: Size,
    board: Board,
}

/// The numbers of files and ranks.
type Size = (u8, u8);

impl Squares {
    /// The eight directions as files and ranks, clockwise from straight away from seat 0.
    pub const DIRECTIONS: [(i8, i8); 8] = DIRECTIONS;

    /// The hops of knights as files and ranks, clockwise.
    pub const KNIGHT_HOPS: [(i8, i8); 8] = KNIGHT_HOPS;

    /// The four orthogonal directions, clockwise from straight away from seat 0, as files and ranks.
    pub const SIDES: [(i8, i8); 4] = SIDES;

    /// The four diagonal directions, clockwise from the one to the right and away from seat 0, as files and
    /// ranks.
    pub const DIAGONALS: [(i8, i8); 4] = DIAGONALS;

    /// Returns a plane board of `size` files and ranks, from 2 to 15. (15 x 15 is the largest board whose
    /// cells [`Cell`] can number.)
    ///
    /// # Panics
    ///
    /// Panics if `size` is less than 2 or greater than 15.
    pub fn new(size: u8) -> Squares {
        Squares::joined(size, Edges::NONE)
    }

    /// Returns a board of `size` files and ranks with these edges joined. [`Board::edges`] and
    /// [`Board::motions`] include all edges that some piece may cross.
    ///
    /// # Panics
    ///
    /// Panics if `size` is less than 2 or greater than 15.
    pub fn joined(size: u8, joined: Edges) -> Squares {
        Squares::with_cells(size, joined, |_, _| true)
    }

    /// Returns the board of Adams' cut-throat Double Chess: 12x12 without the four cells of each corner, 128
    /// cells (Adams' Chess 2.2).
    #[cfg(test)]
    pub fn cut_corners(joined: Edges) -> Squares {
        let outer = |coordinate: u8| !(2..10).contains(&coordinate);
        Squares::with_cells(12, joined, |file, rank| !(outer(file) && outer(rank)))
    }

    /// Returns a board of the cells (file, rank), both from 0, for which `exists` returns true.
    ///
    /// # Panics
    ///
    /// Panics if `size` is less than 2 or greater than 15.
    pub fn with_cells(size: u8, joined: Edges, exists: impl Fn(u8, u8) -> bool) -> Squares {
        assert!((2..=15).contains(&size), "boards of squares must have 2 to 15 files and ranks, got {size}");
        Squares::rectangle(size, size, joined, exists)
    }

    /// Returns a board of this number of files and ranks, with the cells (file, rank), both from 0, for which
    /// `exists` returns true.
    ///
    /// # Panics
    ///
    /// Panics if a number is not from 1 to 15.
    pub fn rectangle(files: u8, ranks: u8, joined: Edges, exists: impl Fn(u8, u8) -> bool) -> Squares {
        let allowed = 1..=15;
        assert!(
            allowed.contains(&files) && allowed.contains(&ranks),
            "boards of squares must have 1 to 15 files and ranks, got {files} and {ranks}"
        );
        let mut places = Vec::new();
        for rank in 0..ranks {
            for file in (0..files).filter(|&file| exists(file, rank)) {
                let name = format!("{}{}", (b'a' + file) as char, rank + 1);
                places.push(place(name, file, rank, (file + rank).is_multiple_of(2)));
            }
        }
        let mut board = Board::new(Shape::Squares, (ranks, files), places, |board, cell, touch| {
            for (kind, directions) in [(EdgeKind::Side, SIDES), (EdgeKind::Corner, DIAGONALS)] {
                for (dx, dy) in directions {
                    if let Some(other) = displaced(board, cell, dx, dy, joined) {
                        touch(other, kind);
                    }
                }
            }
        });
        add_motions(&mut board, joined);
        Squares { size: (files, ranks), board }
    }

    /// Returns a board of squares with its coordinates, or `None` for a board of other cells.
    pub(super) fn of_board(board: &Board) -> Option<Squares> {
        let (ranks, files) = board.grid();
        let size = (files as u8, ranks as u8);
        (board.shape() == Shape::Squares).then(|| Squares { size, board: board.clone() })
    }

    /// Returns the numbers of files and ranks.
    pub fn size(&self) -> (u8, u8) {
        self.size
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board without the directions.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// Returns the file and rank of a cell, both from 0.
    pub fn coordinates(&self, cell: Cell) -> (u8, u8) {
        let (rank, file) = self.board.place(cell);
        (file as u8, rank as u8)
    }

    /// Returns the cell `dx` files to the right and `dy` ranks further away from seat 0. `None` if an edge
    /// that is not in `crossing` lies between. A displacement over a corner crosses two edges and needs both.
    /// Cells in between are ignored.
    ///
    /// ```
    /// use plyground::board::{Edges, Squares};
    /// let squares = Squares::new(8);
    /// let cell = |name| squares.board().cell(name).unwrap();
    /// assert_eq!(squares.neighbor(cell("h4"), 1, 1, Edges::NONE), None);
    /// assert_eq!(squares.neighbor(cell("h4"), 1, 1, Edges::LEFT_RIGHT), Some(cell("a5")));
    /// ```
    pub fn neighbor(&self, cell: Cell, dx: i8, dy: i8, crossing: Edges) -> Option<Cell> {
        displaced(&self.board, cell, dx, dy, crossing)
    }

    /// Returns the line from a cell by steps of (`dx`, `dy`), nearest cell first. It ends at an edge that is
    /// not in `crossing`, before a missing cell, and before it returns to the cell itself (Adams' Chess 2.5,
    /// 2.6).
    pub fn ray(&self, cell: Cell, dx: i8, dy: i8, crossing: Edges) -> Vec<Cell> {
        let next = |&at: &Cell| self.neighbor(at, dx, dy, crossing).filter(|&next| next != cell);
        std::iter::successors(next(&cell), next).collect()
    }
}

/// Describes a step of this number of columns to the right and rows forward: `north-east`, or for longer
/// steps `two north and one east`. Row numbers increase to the north.
///
/// ```
/// use plyground::board::compass;
/// assert_eq!([compass(0, 1), compass(-1, -1)], ["north", "south-west"]);
/// assert_eq!(compass(-2, 1), "one north and two west");
/// ```
pub fn compass(columns: i8, rows: i8) -> String {
    let along = ["south", "", "north"][(1 + rows.signum()) as usize];
    let aside = ["west", "", "east"][(1 + columns.signum()) as usize];
    let number = |by: i8| ["no", "one", "two", "three", "four"][usize::from(by.unsigned_abs()) % 5];
    match (rows.unsigned_abs(), columns.unsigned_abs()) {
        (0, _) => aside.into(),
        (_, 0) => along.into(),
        (1, 1) => format!("{along}-{aside}"),
        _ => format!("{} {along} and {} {aside}", number(rows), number(columns)),
    }
}

/// Returns the square of a file and rank, both from 0.
pub(super) fn place(name: String, file: u8, rank: u8, dark: bool) -> Place {
    let (x, y) = (f64::from(file), f64::from(rank));
    Place {
        name,
        row: rank,
        column: file,
        color: if dark { Color::Dark } else { Color::Light },
        outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
    }
}

/// Same as [`Squares::neighbor`], for any board of squares.
pub(super) fn displaced(board: &Board, cell: Cell, dx: i8, dy: i8, crossing: Edges) -> Option<Cell> {
    let ((rank, file), (ranks, files)) = (board.place(cell), board.grid());
    let file = shifted(file, dx, files, crossing.left_right)?;
    let rank = shifted(rank, dy, ranks, crossing.near_far)?;
    board.at(rank, file)
}

/// Returns a coordinate moved by `by`. It wraps around if the edges are joined.
pub(super) fn shifted(coordinate: usize, by: i8, size: usize, joined: bool) -> Option<usize> {
    let (to, size) = (coordinate as i16 + i16::from(by), size as i16);
    ((0..size).contains(&to) || joined).then(|| to.rem_euclid(size) as usize)
}

/// Returns the rank and file of a cell after a reflection and clockwise rotations by 90 degrees. An odd
/// number of rotations exchanges the numbers of files and ranks.
fn turned(board: &Board, cell: Cell, mirrored: bool, quarters: usize) -> (usize, usize) {
    let ((mut rank, mut file), (mut ranks, mut files)) = (board.place(cell), board.grid());
    if mirrored {
        file = files - 1 - file;
    }
    for _ in 0..quarters {
        (file, rank, files, ranks) = (rank, files - 1 - file, ranks, files);
    }
    (rank, file)
}

/// Adds rotations and reflections, each followed by every shift along the joined edges.
pub(super) fn add_motions(board: &mut Board, joined: Edges) {
    let (ranks, files) = board.grid();
    let shifts = |size: usize, joined: bool| if joined { size as i8 } else { 1 };
    for (mirrored, quarters) in [false, true].into_iter().flat_map(|m| (0..4).map(move |q| (m, q))) {
        let all_shifts = (0..shifts(files, joined.left_right))
            .flat_map(|x| (0..shifts(ranks, joined.near_far)).map(move |y| (x, y)));
        for (dx, dy) in all_shifts {
            let mut name = motion::name(mirrored, 90 * quarters);
            match (dx, dy) {
                (0, 0) => {}
                _ if mirrored || quarters > 0 => name += &format!("-shift-{dx}-{dy}"),
                _ => name = format!("shift-{dx}-{dy}"),
            }
            // On a cylinder a quarter turn would map joined edges to edges that are not joined.
            if quarters % 2 == 1 && (joined != joined.turned() || ranks != files) {
                continue;
            }
            board.add_motion(name, |board, cell| {
                let (rank, file) = turned(board, cell, mirrored, quarters);
                board.at(shifted(rank, dy, ranks, true)?, shifted(file, dx, files, true)?)
            });
        }
    }
}
