//! Boards: cells, their names, their places and outlines, and which cells touch. Also bitboards.
//!
//! A [`Board`] has no pieces or seats. Cells are numbered from 0, row by row from seat 0's edge, and within a
//! row from seat 0's left. They have places on a grid of rows and columns, with row 0 nearest to seat 0 and
//! column 0 at its left. Observations and text boards use this grid.
//!
//! [`Board`] has what all boards share. Each kind of geometry has its own type, which has directions and
//! lines, and contains a [`Board`]:
//!
//! | type | boards |
//! |---|---|
//! | [`Squares`] | squares, as a plane, a cylinder or a torus, with or without cells that are off limits |
//! | [`Draughts`] | the playing squares of the national draughts games, in their numberings |
//! | [`Triangles`] | hexagons of triangles, with or without corners and edges |
//! | [`Hexagons`] | hexagons in files, on a regular board or in any outline |
//! | [`ThreeKings`] | the 96 cells of Three Kings Chess |
//!
//! A [`Lattice`] is a board with numbered directions, for engines that play on any kind of cells.
//!
//! Sets of cells are bitboards: types that implement [`Bitboard`], such as `u64`, `u128` and [`Bitboard256`].
//!
//! These types compute their answers. Engines copy what they need into tables.

mod bit_permutation;
mod bitboard;
mod bitboard256;
mod draughts;
mod hexagon;
mod lattice;
mod motion;
mod pext;
mod rotate180;
mod serialize;
mod split_bitboard;
mod square;
#[cfg(test)]
mod tests;
mod three_kings;
mod triangle;

pub(crate) use bit_permutation::BitPermutation;
pub use bitboard::{Bitboard, RotatableBitboard};
pub use bitboard256::Bitboard256;
pub use draughts::{Dark, Draughts, Names, Near};
pub use hexagon::{HexNames, Hexagons};
pub use lattice::{Direction, Lattice, LatticeParts, Line, NO_CELL, Plane, Ray, View};
pub use motion::Motion;
pub(crate) use pext::{pdep, pext};
pub(crate) use rotate180::{reverse_words, rotate180};
pub(crate) use split_bitboard::SplitBitboard;
pub use square::{Edges, Squares, compass};
pub use three_kings::{Branch, ThreeKings};
pub use triangle::{Triangles, turn_clockwise};

use crate::named::named;
use std::collections::BTreeSet;

/// The number of a cell on its board. No board has more than 225 cells, so 255 can mean "none".
pub type Cell = u8;

/// A point of the plane, in units of a cell's side. x grows to seat 0's right, y away from seat 0.
pub type Point = (f64, f64);

named! {
    /// The kind of cells.
    pub enum Shape, "the shape" {
        /// Squares in ranks and files.
        Squares = "squares",
        /// Triangles that point away from seat 0 and towards it, alternately.
        Triangles = "triangles",
        /// Hexagons in files, with a side towards seat 0.
        Hexagons = "hexagons",
        /// Quadrilaterals in three halves of eight files by four ranks.
        ThreeKings = "three-kings",
    }
}

named! {
    /// The color of a cell. Cells that share a side have different colors.
    pub enum Color, "the shade" {
        /// A dark cell, as `a1` is on boards of squares.
        Dark = "dark",
        /// A light cell.
        Light = "light",
        /// A cell between dark and light, on boards of hexagons.
        Medium = "medium",
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
        /// They share only a corner point and have the same color: a diagonal step, or a step to the nearest
        /// triangle that points the same way. Hexagons of this kind do not touch: a side between two other
        /// cells leads from a corner of one to a corner of the other.
        Corner = "corner",
        /// They are triangles of different colors that meet at an angle, each straight ahead of the other.
        Opposite = "opposite",
    }
}

/// The cells of a game: their names, places, colors and outlines, which of them touch, and the symmetries of
/// the board.
#[derive(Clone, Debug)]
pub struct Board {
    shape: Shape,
    rows: u8,
    columns: u8,
    places: Vec<Place>,
    /// The cell at each place of the grid, row by row.
    at: Vec<Option<Cell>>,
    on_grid: Vec<bool>,
    /// Packed names in order, for binary search.
    by_name: Vec<(u32, Cell)>,
    edges: Vec<(Cell, Cell, EdgeKind)>,
    motions: Vec<Motion>,
}

/// The data of one cell.
#[derive(Clone, Debug)]
struct Place {
    name: String,
    row: u8,
    column: u8,
    color: Color,
    /// The corners, counterclockwise.
    outline: Vec<Point>,
}

impl Board {
    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns all cells in order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        0..self.places.len() as Cell
    }

    /// Returns the kind of cells.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the name of a cell.
    pub fn name(&self, cell: Cell) -> &str {
        &self.places[cell as usize].name
    }

    /// Returns the cell with this name.
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

    /// Returns the numbers of rows and columns of the grid.
    pub fn grid(&self) -> (usize, usize) {
        (self.rows as usize, self.columns as usize)
    }

    /// Returns the row and column of a cell on the grid.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        let place = &self.places[cell as usize];
        (place.row as usize, place.column as usize)
    }

    /// Returns the index of a cell on the grid, counted row by row. It is also its index in a plane of an
    /// observation.
    pub fn plane_index(&self, cell: Cell) -> usize {
        let (row, column) = self.place(cell);
        row * self.columns as usize + column
    }

    /// Returns the cell at a place of the grid, if there is one.
    pub fn at(&self, row: usize, column: usize) -> Option<Cell> {
        if row >= self.rows as usize || column >= self.columns as usize {
            return None;
        }
        self.at[row * self.columns as usize + column]
    }

    /// Returns whether there is a cell at each place of the grid, row by row.
    pub fn on_grid(&self) -> &[bool] {
        &self.on_grid
    }

    /// Returns the color of a cell.
    pub fn color(&self, cell: Cell) -> Color {
        self.places[cell as usize].color
    }

    /// Returns the corners of a cell, counterclockwise. The origin is the left end of the board's near edge.
    /// On boards of hexagons, it is the near left corner of the rectangle around the board.
    pub fn outline(&self, cell: Cell) -> &[Point] {
        &self.places[cell as usize].outline
    }

    /// Returns the center of a cell.
    pub fn center(&self, cell: Cell) -> Point {
        let outline = self.outline(cell);
        let (x, y) = outline.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0, y + corner.1));
        (x / outline.len() as f64, y / outline.len() as f64)
    }

    /// Returns all pairs of cells that touch, the lower number first, in order. Cells also touch across
    /// joined edges of the board.
    pub fn edges(&self) -> &[(Cell, Cell, EdgeKind)] {
        &self.edges
    }

    /// Returns the edges of a square board that are joined, so that cells touch across them.
    pub fn joined(&self) -> Edges {
        let mut joined = Edges::NONE;
        for &(one, other, _) in self.edges.iter().filter(|_| self.shape == Shape::Squares) {
            let ((row, column), (to_row, to_column)) = (self.place(one), self.place(other));
            joined.left_right |= column.abs_diff(to_column) > 1;
            joined.near_far |= row.abs_diff(to_row) > 1;
        }
        joined
    }

    /// Whether the names of cells are numbers, as on draughts boards.
    pub fn numbered(&self) -> bool {
        self.name(0).starts_with(|first: char| first.is_ascii_digit())
    }

    /// Returns the cells that a step string names, in order: the source, the target, and further cells
    /// (Conventions, 'Step strings').
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
        // A prefix with a colon names the kind of step and has no cells.
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

    /// Returns the motions of the bare board, which map cells to cells. The identity comes first. Turns are
    /// clockwise: they map the near edge to the one at seat 0's left. A game has those motions that respect
    /// its seats and rules.
    pub fn motions(&self) -> &[Motion] {
        &self.motions
    }

    /// Returns the motion with this name.
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

    /// Returns a square board with file letters and rank numbers, `a1` first. `size` is from 2 to 15.
    pub fn square(size: u8) -> Board {
        Squares::new(size).into_board()
    }

    /// Returns a flat board with this number of files and ranks, each from 1 to 15, with the names of a
    /// square board.
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
        Squares::rectangle(files, ranks, Edges::NONE, |_, _| true).into_board()
    }

    /// Creates a board of `places`, which are in order. `neighbors` calls its argument with each cell that
    /// touches a cell.
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

    /// Adds the motion that maps each cell to its `image`, if all images are cells.
    fn add_motion(&mut self, name: String, image: impl Fn(&Board, Cell) -> Option<Cell>) {
        if let Some(cells) = self.cells().map(|cell| image(self, cell)).collect() {
            self.motions.push(Motion { name, cells });
        }
    }
}

/// Returns a name as a number: its bytes, the last one lowest. `None` for texts that cannot be names of
/// cells.
fn packed(name: &str) -> Option<u32> {
    match name.as_bytes() {
        [] | [0, ..] => None,
        bytes if bytes.len() > 4 => None,
        bytes => Some(bytes.iter().fold(0, |key, &byte| key << 8 | u32::from(byte))),
    }
}
