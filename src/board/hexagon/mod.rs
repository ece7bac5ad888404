//! Boards of hexagons, regular or of any outline.
//!
//! Hexagons have a side towards seat 0 and stand in files. A cell is (f, a): f is its file, from seat 0's
//! left, and a its row. A row goes from cell to cell to the right and away from seat 0. The rows of the grid
//! are rows, and its columns are files, so the neighbors of a cell are next to it in the grid.

mod lattice;

use super::{Board, Cell, Color, EdgeKind, Place, Point, Shape, motion};
use crate::named::named;

named! {
    /// The names of hexagons: a file letter and a rank number.
    pub enum HexNames, "names" {
        /// As in Gliński's chess: there is no file j, and ranks count from the near end of each file.
        Glinski = "glinski",
        /// All file letters, and ranks that are the rows of the grid.
        FileRank = "file-rank",
    }
}

impl HexNames {
    /// Returns the file letters in order.
    fn letters(self) -> &'static [u8] {
        match self {
            HexNames::Glinski => b"abcdefghiklmnopqrstuvwxyz",
            HexNames::FileRank => b"abcdefghijklmnopqrstuvwxyz",
        }
    }
}

/// A file and a row, possibly outside the board.
type Spot = (i16, i16);

/// The directions through sides, clockwise from straight away from seat 0, as files and rows.
const SIDES: [(i8, i8); 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

/// The diagonal directions, clockwise from the one to the right and away from seat 0, as files and rows.
const DIAGONALS: [(i8, i8); 6] = [(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)];

/// The corners of a hexagon around its center, counterclockwise, in half sides and half heights.
const CORNERS: [Spot; 6] = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];

/// Half of the height of a hexagon with side 1.
const HALF_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// The maximum numbers of cells and rows.
const MAX_CELLS: usize = 225;
const MAX_ROWS: i16 = 26;

/// A board of hexagons and its directions.
#[derive(Clone, Debug)]
pub struct Hexagons {
    /// The file of column 0 and the row of row 0.
    lowest: Spot,
    board: Board,
}

impl Hexagons {
    /// The directions through sides, clockwise from straight away from seat 0, as files and rows.
    pub const SIDES: [(i8, i8); 6] = SIDES;

    /// The diagonal directions, clockwise from the one to the right and away from seat 0, as files and rows.
    pub const DIAGONALS: [(i8, i8); 6] = DIAGONALS;

    /// Returns the regular board with `edge` cells on each edge, from 2 to 9, and the names of Gliński's
    /// chess. Coordinates count from the center cell. The board of Gliński's chess has an edge of 6.
    ///
    /// # Panics
    ///
    /// Panics if `edge` is less than 2 or greater than 9.
    ///
    /// # Examples
    ///
    /// ```
    /// use plyground::board::Hexagons;
    /// let hexagons = Hexagons::regular(6);
    /// assert_eq!(hexagons.board().len(), 91);
    /// assert_eq!(hexagons.board().name(hexagons.at(0, 0).unwrap()), "f6");
    /// ```
    pub fn regular(edge: u8) -> Hexagons {
        assert!((2..=9).contains(&edge), "boards of hexagons must have edges of 2 to 9 cells, got {edge}");
        let reach = edge as i8 - 1;
        let spots = (-reach..=reach).flat_map(|f| (-reach..=reach).map(move |a| (f, a)));
        let cells: Vec<(i8, i8)> = spots.filter(|(f, a)| (f + a).abs() <= reach).collect();
        Hexagons::new(&cells, HexNames::Glinski).expect("a regular board is small enough")
    }

    /// Returns the board of these cells (file, row), in any order. The color of a cell depends on its file
    /// minus its row: it is medium if 3 divides the difference.
    ///
    /// # Errors
    ///
    /// Returns a message if there are no cells or more than 225, if a cell is listed twice, or if the cells
    /// span more files than there are letters or more than 26 rows.
    ///
    /// # Examples
    ///
    /// ```
    /// use plyground::board::{HexNames, Hexagons};
    /// let three = Hexagons::new(&[(0, 0), (0, 1), (1, 0)], HexNames::FileRank).unwrap();
    /// assert_eq!([0, 1, 2].map(|cell| three.board().name(cell)), ["a1", "b1", "a2"]);
    /// assert_eq!(three.board().motions().len(), 6);
    /// assert!(Hexagons::new(&[], HexNames::FileRank).is_err());
    /// ```
    pub fn new(cells: &[(i8, i8)], names: HexNames) -> Result<Hexagons, String> {
        if !(1..=MAX_CELLS).contains(&cells.len()) {
            return Err(format!("boards of hexagons must have 1 to {MAX_CELLS} cells, got {}", cells.len()));
        }
        let mut spots: Vec<Spot> = cells.iter().map(|&(f, a)| (f.into(), a.into())).collect();
        spots.sort_unstable_by_key(|&(f, a)| (a, f));
        if let Some(pair) = spots.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("cells must be distinct, got {:?} twice", pair[0]));
        }
        let lowest = least(spots.iter().copied());
        let (files, rows) = (span(&spots, |spot| spot.0), span(&spots, |spot| spot.1));
        let letters = names.letters();
        if files > letters.len() as i16 {
            return Err(format!("cells must span at most {} files, got {files}", letters.len()));
        }
        if rows > MAX_ROWS {
            return Err(format!("cells must span at most {MAX_ROWS} rows, got {rows}"));
        }
        let first_rank = |file: i16| match names {
            HexNames::Glinski => spots.iter().find(|spot| spot.0 == file).map_or(lowest.1, |spot| spot.1),
            HexNames::FileRank => lowest.1,
        };
        let name =
            |&(f, a): &Spot| format!("{}{}", letters[(f - lowest.0) as usize] as char, a - first_rank(f) + 1);
        let names: Vec<String> = spots.iter().map(name).collect();
        Ok(Hexagons::named(&spots, &names))
    }

    /// Returns the board without some cells. The others keep their names.
    ///
    /// # Panics
    ///
    /// Panics if no cell is left.
    ///
    /// # Examples
    ///
    /// ```
    /// use plyground::board::Hexagons;
    /// let regular = Hexagons::regular(3);
    /// let center = regular.board().cell("c3").unwrap();
    /// let ring = regular.without(&[center]);
    /// assert_eq!((ring.board().len(), ring.board().cell("c3")), (18, None));
    /// assert_eq!(ring.board().motions().len(), 12);
    /// ```
    pub fn without(&self, missing: &[Cell]) -> Hexagons {
        let left = self.board.cells().filter(|cell| !missing.contains(cell));
        let cells: Vec<(Spot, String)> = left
            .map(|cell| {
                let (f, a) = self.coordinates(cell);
                ((f.into(), a.into()), self.board.name(cell).to_owned())
            })
            .collect();
        assert!(!cells.is_empty(), "a board of hexagons must have a cell");
        let (spots, names): (Vec<Spot>, Vec<String>) = cells.into_iter().unzip();
        Hexagons::named(&spots, &names)
    }

    /// Returns the board of these cells, which are sorted by row and file, with their names.
    fn named(spots: &[Spot], names: &[String]) -> Hexagons {
        let lowest = least(spots.iter().copied());
        let (files, rows) = (span(spots, |spot| spot.0), span(spots, |spot| spot.1));
        // The lower left corner of the rectangle around the board, in half sides and half heights.
        let middles = || spots.iter().map(|&spot| middle(spot));
        let (left, bottom) = least(middles());
        let point = |(x, y): Spot| -> Point {
            (f64::from(x - left + 2) / 2.0, f64::from(y - bottom + 1) * HALF_HEIGHT)
        };
        let place = |((&(f, a), name), (x, y)): ((&Spot, &String), Spot)| Place {
            name: name.clone(),
            row: (a - lowest.1) as u8,
            column: (f - lowest.0) as u8,
            color: match (f - a).rem_euclid(3) {
                0 => Color::Medium,
                1 => Color::Dark,
                _ => Color::Light,
            },
            outline: CORNERS.iter().map(|&(dx, dy)| point((x + dx, y + dy))).collect(),
        };
        let places = spots.iter().zip(names).zip(middles()).map(place).collect();
        let mut board =
            Board::new(Shape::Hexagons, (rows as u8, files as u8), places, |board, cell, touch| {
                let at = spot(board, cell);
                for (kind, directions) in [(EdgeKind::Side, SIDES), (EdgeKind::Corner, DIAGONALS)] {
                    for (df, da) in directions {
                        if let Some(other) = at_spot(board, (at.0 + i16::from(df), at.1 + i16::from(da))) {
                            touch(other, kind);
                        }
                    }
                }
            });
        add_motions(&mut board);
        Hexagons { lowest, board }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board without the directions.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// Returns the file and row of a cell.
    pub fn coordinates(&self, cell: Cell) -> (i8, i8) {
        let (f, a) = spot(&self.board, cell);
        ((f + self.lowest.0) as i8, (a + self.lowest.1) as i8)
    }

    /// Returns the cell (f, a), if it exists.
    pub fn at(&self, f: i8, a: i8) -> Option<Cell> {
        at_spot(&self.board, (i16::from(f) - self.lowest.0, i16::from(a) - self.lowest.1))
    }
}

/// Returns the number of files or rows that cells span.
fn span(spots: &[Spot], coordinate: fn(&Spot) -> i16) -> i16 {
    let (least, most) = (spots.iter().map(coordinate).min(), spots.iter().map(coordinate).max());
    most.zip(least).map_or(0, |(most, least)| most - least + 1)
}

/// Returns the lowest first and the lowest second coordinate.
fn least(spots: impl Iterator<Item = Spot>) -> Spot {
    spots.fold((i16::MAX, i16::MAX), |least, spot| (least.0.min(spot.0), least.1.min(spot.1)))
}

/// Returns the center of a cell in half sides and half heights.
fn middle((f, a): Spot) -> Spot {
    (3 * f, 2 * a + f)
}

/// Returns the column and row of a cell.
fn spot(board: &Board, cell: Cell) -> Spot {
    let (row, column) = board.place(cell);
    (column as i16, row as i16)
}

/// Returns the cell at a column and row.
fn at_spot(board: &Board, (column, row): Spot) -> Option<Cell> {
    board.at(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
}

/// Adds rotations and reflections. A motion that maps the outline to itself also maps the lowest file and row
/// to themselves, which determines its fixed point.
fn add_motions(board: &mut Board) {
    for (mirrored, turns) in [false, true].into_iter().flat_map(|m| (0..6).map(move |t| (m, t))) {
        let image = |cell: Cell| {
            let (f, a) = spot(board, cell);
            let from = if mirrored { (-f, a + f) } else { (f, a) };
            (0..turns).fold(from, |(f, a), _| (f + a, -f))
        };
        let images: Vec<Spot> = board.cells().map(image).collect();
        let lowest = least(images.iter().copied());
        board.add_motion(motion::name(mirrored, 60 * turns), |board, cell| {
            let (f, a) = images[cell as usize];
            at_spot(board, (f - lowest.0, a - lowest.1))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, cells, distance, sorted};
    use super::*;

    /// Returns the cells of a triangle with `edge` cells on each edge.
    fn triangle(edge: i8) -> Vec<(i8, i8)> {
        (0..edge).flat_map(|f| (0..edge - f).map(move |a| (f, a))).collect()
    }

    #[test]
    fn regular_boards_have_the_cells_of_their_edge() {
        for edge in 2..=9 {
            let board = Hexagons::regular(edge).into_board();
            let n = usize::from(edge);
            assert_eq!(board.len(), 3 * n * (n - 1) + 1);
            assert_eq!(board.grid(), (2 * n - 1, 2 * n - 1));
            assert_eq!(board.motions().len(), 12);
        }
        assert_eq!([6, 9].map(|edge| Hexagons::regular(edge).board().len()), [91, 217]);
    }

    #[test]
    #[should_panic(expected = "got 10")]
    fn too_large_edges_are_refused() {
        Hexagons::regular(10);
    }

    #[test]
    fn glinski_names_count_from_the_near_end_of_each_file() {
        let hexagons = Hexagons::regular(6);
        let at = |name| hexagons.coordinates(cell(hexagons.board(), name));
        let names = ["f1", "f6", "f11", "a1", "a6", "l1", "l6", "g10", "k1", "i8", "b7"];
        let expected =
            [(0, -5), (0, 0), (0, 5), (-5, 0), (-5, 5), (5, -5), (5, 0), (1, 4), (4, -5), (3, 2), (-4, 5)];
        assert_eq!(names.map(at), expected);
        for name in ["j1", "a7", "f12", "l7", "g11", "m1"] {
            assert_eq!(hexagons.board().cell(name), None);
        }
        assert_eq!((hexagons.board().name(0), hexagons.board().name(90)), ("f1", "f11"));
    }

    #[test]
    fn coordinates_and_cells_are_each_others_inverse() {
        let far = Hexagons::new(&[(-128, 127), (-127, 120)], HexNames::FileRank).unwrap();
        for hexagons in [Hexagons::regular(4), far] {
            for cell in hexagons.board().cells() {
                let (f, a) = hexagons.coordinates(cell);
                assert_eq!(hexagons.at(f, a), Some(cell));
            }
            assert_eq!((hexagons.at(127, -128), hexagons.at(-128, -128)), (None, None));
        }
    }

    /// In Gliński's chess the cell nearest to White is light, the center medium, the farthest cell dark.
    #[test]
    fn glinski_board_has_thirty_light_and_dark_cells() {
        let board = Hexagons::regular(6).into_board();
        let count = |color| board.cells().filter(|&cell| board.color(cell) == color).count();
        assert_eq!([Color::Light, Color::Medium, Color::Dark].map(count), [30, 31, 30]);
        let color = |name| board.color(cell(&board, name));
        assert_eq!(["f1", "f6", "f11"].map(color), [Color::Light, Color::Medium, Color::Dark]);
    }

    #[test]
    fn center_has_six_neighbors_of_each_kind() {
        let hexagons = Hexagons::regular(6);
        let board = hexagons.board();
        let toward = |directions: [(i8, i8); 6]| directions.map(|(f, a)| hexagons.at(f, a).unwrap());
        assert_eq!(toward(Hexagons::SIDES)[..], cells(board, "f7 g6 g5 f5 e5 e6"));
        assert_eq!(toward(Hexagons::DIAGONALS)[..], cells(board, "g7 h5 g4 e4 d5 e7"));
        let center = cell(board, "f6");
        for (kind, directions) in [(EdgeKind::Side, Hexagons::SIDES), (EdgeKind::Corner, Hexagons::DIAGONALS)]
        {
            let edges = board.edges().iter().filter(|edge| edge.2 == kind);
            let touching = edges.filter_map(|&(a, b, _)| match center {
                _ if a == center => Some(b),
                _ if b == center => Some(a),
                _ => None,
            });
            assert_eq!(sorted(touching), sorted(toward(directions)));
        }
    }

    /// Directions are clockwise from straight away from seat 0, sides and diagonals alternately.
    #[test]
    fn directions_are_thirty_degrees_apart() {
        let hexagons = Hexagons::regular(3);
        let center = hexagons.board().center(hexagons.at(0, 0).unwrap());
        for (index, ((f, a), (df, da))) in Hexagons::SIDES.into_iter().zip(Hexagons::DIAGONALS).enumerate() {
            for (to, degrees, length) in [((f, a), 60 * index, 3f64.sqrt()), ((df, da), 60 * index + 30, 3.0)]
            {
                let (sin, cos) = (degrees as f64).to_radians().sin_cos();
                let expected = (center.0 + length * sin, center.1 + length * cos);
                let to = hexagons.board().center(hexagons.at(to.0, to.1).unwrap());
                assert!(distance(to, expected) < 1e-9, "{degrees} degrees");
            }
        }
    }

    #[test]
    fn outlines_begin_at_the_origin() {
        for hexagons in [Hexagons::regular(2), Hexagons::new(&[(7, -3), (9, 4)], HexNames::FileRank).unwrap()]
        {
            let board = hexagons.board();
            let points = || board.cells().flat_map(|cell| board.outline(cell));
            let least = |of: fn(&Point) -> f64| points().map(of).fold(f64::MAX, f64::min);
            assert_eq!((least(|point| point.0), least(|point| point.1)), (0.0, 0.0));
        }
    }

    #[test]
    fn boards_have_the_motions_of_their_outline() {
        let count =
            |cells: &[(i8, i8)]| Hexagons::new(cells, HexNames::FileRank).unwrap().board().motions().len();
        assert_eq!([3, 4, 5, 6].map(|edge| count(&triangle(edge))), [6, 6, 6, 6]);
        let rhombus: Vec<_> = (0..4).flat_map(|f| (0..4).map(move |a| (f, a))).collect();
        let parallelogram: Vec<_> = (0..5).flat_map(|f| (0..4).map(move |a| (f, a))).collect();
        assert_eq!((count(&rhombus), count(&parallelogram)), (4, 2));
        assert_eq!(count(&[(0, 0), (1, 0), (2, 0), (0, 1), (3, 3)]), 1);
    }

    #[test]
    fn rows_share_the_rank_of_file_rank_names() {
        let hexagons = Hexagons::new(&triangle(12), HexNames::FileRank).unwrap();
        let names = hexagons.board().cells().map(|cell| hexagons.board().name(cell));
        assert_eq!(names.take(13).collect::<Vec<_>>().join(" "), "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 a2");
        assert_eq!(hexagons.board().place(cell(hexagons.board(), "c4")), (3, 2));
    }

    #[test]
    fn impossible_boards_are_refused() {
        let error = |cells: &[(i8, i8)], names| Hexagons::new(cells, names).unwrap_err();
        let file = |cells: i16| (0..cells).map(|f| (f as i8, 0)).collect::<Vec<_>>();
        let many: Vec<_> = (0..16).flat_map(|f| (0..16).map(move |a| (f, a))).collect();
        assert_eq!(error(&[], HexNames::Glinski), "boards of hexagons must have 1 to 225 cells, got 0");
        assert!(error(&many, HexNames::Glinski).ends_with("got 256"));
        assert_eq!(
            error(&[(0, 1), (2, 0), (0, 1)], HexNames::Glinski),
            "cells must be distinct, got (0, 1) twice"
        );
        assert_eq!(error(&file(26), HexNames::Glinski), "cells must span at most 25 files, got 26");
        assert!(Hexagons::new(&file(26), HexNames::FileRank).is_ok());
        assert_eq!(error(&[(0, 0), (0, 26)], HexNames::FileRank), "cells must span at most 26 rows, got 27");
    }
}
