//! Geometry: cells, their names, where they lie, what touches what.
//!
//! A [`Board`] knows nothing of pieces or seats. Cells are numbered from 0 in the order row by row from seat
//! 0's edge, in a row from seat 0's left, and lie on a grid of rows and columns (row 0 nearest to seat 0,
//! column 0 at its left) on which observations are encoded and text boards drawn.
//!
//! What all boards share is in [`Board`]; each geometry has a type of its own that knows its directions and
//! lines, and holds the board that it describes:
//!
//! | type | boards |
//! |---|---|
//! | [`Squares`] | squares, as a plane, a cylinder or a torus, with or without cells that are off limits |
//! | [`Draughts`] | the playing squares of the national draughts games, in their numberings |
//! | [`Triangles`] | hexagons of triangles, with or without corners and edges |
//! | [`ThreeKings`] | the 96 cells of Three Kings Chess |
//!
//! These types answer from arithmetic; engines copy what they need into tables once.

mod data;
mod draughts;
mod motion;
mod pair;
mod quad;
mod relaid;
mod set;
mod spread;
mod square;
#[cfg(test)]
mod tests;
mod three_kings;
mod tri_chess;
mod triangle;
mod turned;

pub use draughts::{Dark, Draughts, Names, Near};
pub use motion::Motion;
pub use pair::Pair;
pub use quad::Quad;
pub use relaid::Relaid;
pub use set::{Circular, Set};
pub use spread::{gathered, scattered};
pub use square::{Edges, Squares};
pub use three_kings::{Line, ThreeKings};
pub use tri_chess::TriChess;
pub use triangle::{Triangles, turn_clockwise};
pub use turned::{reversed_all, turned_each};

use crate::named::named;
use std::collections::BTreeSet;

/// A cell's number on its board. No board has more than 225 cells, so that 255 is free to stand for 'none'.
pub type Cell = u8;

/// A point of the plane in cell sides: x grows to seat 0's right, y away from seat 0.
pub type Point = (f64, f64);

named! {
    /// What the cells are.
    pub enum Shape, "the shape" {
        /// Squares in ranks and files.
        Squares = "squares",
        /// Triangles that point away from seat 0 or towards it, by turns.
        Triangles = "triangles",
        /// Quadrilaterals in three halves of eight files by four ranks.
        ThreeKings = "three-kings",
    }
}

named! {
    /// The two colors of a board: cells that share a side have different ones.
    pub enum Color, "the shade" {
        /// A dark cell, as `a1` is on boards of squares.
        Dark = "dark",
        /// A light cell.
        Light = "light",
        /// A triangle that points away from seat 0 ('U').
        Up = "up",
        /// A triangle that points towards seat 0 ('D').
        Down = "down",
    }
}

named! {
    /// How two cells touch.
    #[derive(PartialOrd, Ord)]
    pub enum EdgeKind, "the kind of edge" {
        /// They share a side.
        Side = "side",
        /// They share a corner point only, and are of one color: a diagonal step, or a step to the nearest
        /// triangle that points the same way.
        Corner = "corner",
        /// They are triangles that meet angle to angle, each straight ahead of the other, and so of different
        /// colors.
        Opposite = "opposite",
    }
}

/// The cells of a game: their names, places, colors and outlines, which of them touch, and the motions that
/// turn the board into itself.
#[derive(Clone, Debug)]
pub struct Board {
    shape: Shape,
    rows: u8,
    columns: u8,
    places: Vec<Place>,
    /// The cell at each place of the grid, row by row.
    at: Vec<Option<Cell>>,
    on_grid: Vec<bool>,
    /// Packed names in order, for searching.
    by_name: Vec<(u32, Cell)>,
    edges: Vec<(Cell, Cell, EdgeKind)>,
    motions: Vec<Motion>,
}

/// What there is to know of one cell.
#[derive(Clone, Debug)]
struct Place {
    name: String,
    row: u8,
    column: u8,
    color: Color,
    /// Its corners, counterclockwise.
    outline: Vec<Point>,
}

impl Board {
    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All cells in order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        0..self.places.len() as Cell
    }

    /// What the cells are.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The name of a cell.
    pub fn name(&self, cell: Cell) -> &str {
        &self.places[cell as usize].name
    }

    /// The cell of that name.
    ///
    /// ```
    /// use plyground::board::Board;
    /// let board = Board::square(8);
    /// assert_eq!(board.cell("b1"), Some(1));
    /// assert_eq!(board.cell("i1"), None);
    /// ```
    pub fn cell(&self, name: &str) -> Option<Cell> {
        let key = packed(name)?;
        let found = self.by_name.binary_search_by_key(&key, |&(key, _)| key).ok()?;
        Some(self.by_name[found].1)
    }

    /// The number of rows and of columns of the grid.
    pub fn grid(&self) -> (usize, usize) {
        (self.rows as usize, self.columns as usize)
    }

    /// The row and column of a cell on the grid.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        let place = &self.places[cell as usize];
        (place.row as usize, place.column as usize)
    }

    /// The place of a cell on the grid, counted row by row: where it stands in a plane of an observation.
    pub fn index(&self, cell: Cell) -> usize {
        let (row, column) = self.place(cell);
        row * self.columns as usize + column
    }

    /// The cell at a place of the grid, if there is one.
    pub fn at(&self, row: usize, column: usize) -> Option<Cell> {
        if row >= self.rows as usize || column >= self.columns as usize {
            return None;
        }
        self.at[row * self.columns as usize + column]
    }

    /// For each place of the grid, row by row, whether there is a cell.
    pub fn on_grid(&self) -> &[bool] {
        &self.on_grid
    }

    /// The color of a cell.
    pub fn color(&self, cell: Cell) -> Color {
        self.places[cell as usize].color
    }

    /// The corners of a cell, counterclockwise. The near left corner of the board's near edge is the origin.
    pub fn outline(&self, cell: Cell) -> &[Point] {
        &self.places[cell as usize].outline
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> Point {
        let outline = self.outline(cell);
        let (x, y) = outline.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0, y + corner.1));
        (x / outline.len() as f64, y / outline.len() as f64)
    }

    /// Every two cells that touch, the lower number first, in order. Where edges of the board are joined,
    /// cells touch across them.
    pub fn edges(&self) -> &[(Cell, Cell, EdgeKind)] {
        &self.edges
    }

    /// The edges of a board of squares that are joined to the opposite ones: cells touch across them.
    pub fn joined(&self) -> Edges {
        let mut joined = Edges::NONE;
        for &(one, other, _) in self.edges.iter().filter(|_| self.shape == Shape::Squares) {
            let ((row, column), (to_row, to_column)) = (self.place(one), self.place(other));
            joined.left_right |= column.abs_diff(to_column) > 1;
            joined.near_far |= row.abs_diff(to_row) > 1;
        }
        joined
    }

    /// Whether cells have numbers for names, as on boards of draughts.
    pub fn numbered(&self) -> bool {
        self.name(0).starts_with(|first: char| first.is_ascii_digit())
    }

    /// The cells that the string of a step names, in their order: where it begins, where it leads, and what
    /// else it says (Conventions, 'Step strings').
    ///
    /// ```
    /// use plyground::board::Board;
    /// let board = Board::square(12);
    /// let named = |text| board.cells_in(text).map(|cell| board.name(cell)).collect::<Vec<_>>().join(" ");
    /// assert_eq!(["e2-e4", "a11xb10", "e7e8bxc5", "bury:d4", "bid:3", "pass"].map(named), [
    ///     "e2 e4", "a11 b10", "e7 e8 c5", "d4", "", ""
    /// ]);
    /// ```
    pub fn cells_in<'a>(&'a self, step: &'a str) -> impl Iterator<Item = Cell> + 'a {
        // What kind of step it is has no cells in it.
        let mut rest = step.rsplit(':').next().unwrap_or(step);
        let numbered = self.numbered();
        std::iter::from_fn(move || {
            loop {
                let begins = |letter: char| {
                    if numbered { letter.is_ascii_digit() } else { letter.is_ascii_lowercase() }
                };
                rest = &rest[rest.find(begins)?..];
                let end =
                    rest[1..].find(|letter: char| !letter.is_ascii_digit()).map_or(rest.len(), |at| at + 1);
                let (name, others) = rest.split_at(end);
                rest = others;
                if let Some(cell) = self.cell(name) {
                    return Some(cell);
                }
            }
        })
    }

    /// The motions of the bare board that carry cells to cells, the identity first. Turns are clockwise: they
    /// take the near edge to the one at seat 0's left. A game has those of them that respect its seats and
    /// rules.
    pub fn motions(&self) -> &[Motion] {
        &self.motions
    }

    /// The motion of that name.
    ///
    /// ```
    /// use plyground::board::Board;
    /// let board = Board::square(8);
    /// let turn = board.motion("turn-90").unwrap();
    /// assert_eq!(board.name(turn.cells[board.cell("a1").unwrap() as usize]), "a8");
    /// ```
    pub fn motion(&self, name: &str) -> Option<&Motion> {
        self.motions.iter().find(|motion| motion.name == name)
    }

    /// A square board: file letter and rank number, `a1` first. `size` is from 2 to 15.
    pub fn square(size: u8) -> Board {
        Squares::new(size).into_board()
    }

    /// A flat board with this number of files and ranks, each from 1 to 15, with the names of a square board.
    ///
    /// # Panics
    ///
    /// Panics if a number is out of range.
    ///
    /// # Examples
    ///
    /// ```
    /// use plyground::board::Board;
    /// assert_eq!(Board::rectangle(7, 6).len(), 42);
    /// ```
    pub fn rectangle(files: u8, ranks: u8) -> Board {
        square::rectangle(files, ranks)
    }

    /// A board of `places`, which are in order. `neighbors` shows the cells that a cell touches.
    fn new(
        shape: Shape,
        (rows, columns): (u8, u8),
        places: Vec<Place>,
        neighbors: impl Fn(&Board, Cell, &mut dyn FnMut(Cell, EdgeKind)),
    ) -> Board {
        let mut at = vec![None; rows as usize * columns as usize];
        let mut by_name = Vec::with_capacity(places.len());
        for (cell, place) in places.iter().enumerate() {
            at[place.row as usize * columns as usize + place.column as usize] = Some(cell as Cell);
            by_name.push((packed(&place.name).expect("names are short"), cell as Cell));
        }
        by_name.sort_unstable();
        let on_grid = at.iter().map(Option::is_some).collect();
        let mut board = Board {
            shape,
            rows,
            columns,
            places,
            at,
            on_grid,
            by_name,
            edges: Vec::new(),
            motions: Vec::new(),
        };
        let mut edges = BTreeSet::new();
        for cell in board.cells() {
            neighbors(&board, cell, &mut |other, kind| {
                edges.insert((cell.min(other), cell.max(other), kind));
            });
        }
        board.edges = edges.into_iter().collect();
        board
    }

    /// Adds the motion that takes each cell to `image` of it, if all these images are cells.
    fn add_motion(&mut self, name: String, image: impl Fn(&Board, Cell) -> Option<Cell>) {
        if let Some(cells) = self.cells().map(|cell| image(self, cell)).collect() {
            self.motions.push(Motion { name, cells });
        }
    }
}

/// A name as a number: its bytes, the last one lowest. None for texts that are no cell's name on any board.
fn packed(name: &str) -> Option<u32> {
    match name.as_bytes() {
        [] | [0, ..] => None,
        bytes if bytes.len() > 4 => None,
        bytes => Some(bytes.iter().fold(0, |key, &byte| key << 8 | u32::from(byte))),
    }
}
