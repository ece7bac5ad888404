//! Boards of triangles: hexagons with an edge of 4, 5 or 6 triangle sides, whole or with cells cut out or added (Conventions, 'Cell
//! names'; Tri-Checkers 2; Tri-Chess 2).
//!
//! A triangle is (r, x): its row r from seat 0's edge, and x in half sides, x = 0 at the left end of the near edge. It points
//! away from seat 0 (up, 'U') if r + x is odd, else towards seat 0 (down, 'D'). The grid has a row for each r and a column for each x, the lowest x
//! of the board in column 0, so that what is next in the grid is next on the board.
//!
//! Sides of the board are numbered clockwise: 0 near, 1 lower left, 2 upper left, 3 far, 4 upper right, 5 lower right. Directions
//! are numbered clockwise too: direction d of side 0 is direction d + k of side k.

use super::{Board, Cell, Colour, EdgeKind, Place, Point, Shape, motion};

/// A triangle's row and half sides, perhaps beyond the board.
type Spot = (i8, i8);

/// The steps to the nearest triangles that point the same way, clockwise from the one to the left and away from seat 0, as rows and half
/// sides.
const SAME: [Spot; 6] = [(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)];

/// The straight steps of a triangle that points up, clockwise from straight away from seat 0: by turns through an angle and a side.
const STRAIGHT_UP: [Spot; 6] = [(1, 0), (0, 1), (-1, 2), (-1, 0), (-1, -2), (0, -1)];

/// The straight steps of a triangle that points down, in the same order: by turns through a side and an angle.
const STRAIGHT_DOWN: [Spot; 6] = [(1, 0), (1, 2), (0, 1), (-1, 0), (0, -1), (1, -2)];

/// The height of a triangle with side 1.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// A board of triangles and its directions.
#[derive(Clone, Debug)]
pub struct Triangles {
    edge: u8,
    /// The x of column 0.
    lowest: i8,
    board: Board,
}

/// Whether a triangle points away from seat 0.
fn points_up((r, x): Spot) -> bool {
    (r + x).rem_euclid(2) == 1
}

/// Where `turns` turns by 60 degrees clockwise take the triangle (r, x), with `edge` the length of the hexagon's edge
/// (Tri-Checkers 3.2). Triangles beyond the board turn with it.
///
/// ```
/// use plyground::board::turn_clockwise;
/// // The right end of the near edge comes to its left end: what pointed down points up.
/// assert_eq!(turn_clockwise((0, 8), 4, 1), (0, 1));
/// assert_eq!(turn_clockwise((0, 8), 4, 6), (0, 8));
/// ```
pub fn turn_clockwise((r, x): (i8, i8), edge: u8, turns: usize) -> (i8, i8) {
    let edge = i32::from(edge);
    let (mut row, mut half) = (i32::from(r), i32::from(x));
    for _ in 0..turns % 6 {
        let third = if (row + half).rem_euclid(2) == 1 { 1 } else { 2 };
        // The centre, from the middle of the board, in half sides and thirds of a row.
        let (across, away) = (half - edge, 3 * (row - edge) + third);
        half = (across + away).div_euclid(2) + edge;
        row = (away - 3 * across).div_euclid(2).div_euclid(3) + edge;
    }
    (row as i8, half as i8)
}

impl Triangles {
    /// The whole hexagon with an edge of `edge` triangle sides, from 2 to 6: `2 * edge` rows and `6 * edge * edge` cells.
    pub fn hexagon(edge: u8) -> Triangles {
        Triangles::without(edge, |_, _| false)
    }

    /// The 12-row board without the two cells at each of the six corners: 204 cells.
    pub fn cut_corners() -> Triangles {
        Triangles::without(6, |r, x| (0..6).any(|side| in_corner((r, x), 6, side)))
    }

    /// The 8-row board with seven more cells along its lower right edge: 103 cells (Tri-Checkers 2.2). Its grid has one column more.
    pub fn offset() -> Triangles {
        Triangles::with_cells(4, |r, x| {
            in_hexagon((r, x), 4)
                || [(0, 9), (0, 10), (1, 10), (1, 11), (2, 11), (2, 12), (3, 12)].contains(&(r, x))
        })
    }

    /// The hexagon without the cells (r, x) for which `cut` holds. The others keep their names.
    pub fn without(edge: u8, cut: impl Fn(i8, i8) -> bool) -> Triangles {
        Triangles::with_cells(edge, |r, x| in_hexagon((r, x), edge) && !cut(r, x))
    }

    /// A board of those cells (r, x) with r from 0 up to `2 * edge` for which `exists` holds, named as on the hexagon.
    fn with_cells(edge: u8, exists: impl Fn(i8, i8) -> bool) -> Triangles {
        assert!((2..=6).contains(&edge), "boards of triangles have edges of 2 to 6 sides, not {edge}");
        let n = edge as i8;
        // The grid is that of the whole hexagon, and wider if cells were added at the right.
        let lowest = 1 - n;
        let spots = (0..2 * n).flat_map(|r| (lowest..=3 * n).map(move |x| (r, x)));
        let cells: Vec<Spot> = spots.filter(|&(r, x)| exists(r, x)).collect();
        let highest = cells.iter().fold(3 * n - 1, |highest, &(_, x)| highest.max(x));
        let places = cells.iter().map(|&at| place(at, edge, lowest)).collect();
        let grid = (2 * edge, (highest - lowest + 1) as u8);
        let mut board = Board::new(Shape::Triangles, grid, places, |board, cell, touch| {
            let at = coordinates(board, lowest, cell);
            for step in SAME {
                touch_at(board, lowest, at, step, EdgeKind::Corner, touch);
            }
            for (direction, &step) in straight_steps(at).iter().enumerate() {
                let through_side = (direction % 2 == 1) == points_up(at);
                let kind = if through_side { EdgeKind::Side } else { EdgeKind::Opposite };
                touch_at(board, lowest, at, step, kind, touch);
            }
        });
        for (mirrored, turns) in [false, true].into_iter().flat_map(|m| (0..6).map(move |t| (m, t))) {
            board.add_motion(motion::name(mirrored, 60 * turns), |board, cell| {
                let (r, x) = coordinates(board, lowest, cell);
                let at = if mirrored { (r, 2 * n - x) } else { (r, x) };
                at_place(board, lowest, turn_clockwise(at, edge, turns))
            });
        }
        Triangles { edge, lowest, board }
    }

    /// The length of an edge of the hexagon in triangle sides.
    pub fn edge(&self) -> u8 {
        self.edge
    }

    /// What all boards share.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What all boards share, without the directions.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// The row and half sides of a cell.
    pub fn coordinates(&self, cell: Cell) -> (i8, i8) {
        coordinates(&self.board, self.lowest, cell)
    }

    /// The cell (r, x), if it exists.
    pub fn at(&self, r: i8, x: i8) -> Option<Cell> {
        at_place(&self.board, self.lowest, (r, x))
    }

    /// Whether a cell points away from seat 0.
    pub fn points_up(&self, cell: Cell) -> bool {
        points_up(self.coordinates(cell))
    }

    /// Where `turns` turns by 60 degrees clockwise take a cell, if that is a cell.
    pub fn turned(&self, cell: Cell, turns: usize) -> Option<Cell> {
        let (r, x) = turn_clockwise(self.coordinates(cell), self.edge, turns);
        self.at(r, x)
    }

    /// The nearest cell that points the same way, in direction 0 to 5. Men at side k go in directions k and k + 1 (Tri-Checkers 6).
    ///
    /// ```
    /// use plyground::board::Triangles;
    /// let board = Triangles::hexagon(4);
    /// let a2 = board.board().cell("a2").unwrap();
    /// let ahead = [0, 1].map(|direction| board.board().name(board.same(a2, direction).unwrap()));
    /// assert_eq!(ahead, ["b2", "b4"]);
    /// ```
    pub fn same(&self, cell: Cell, direction: usize) -> Option<Cell> {
        self.stepped(cell, SAME[direction % 6])
    }

    /// The next cell straight on in direction 0 to 5, through a side or through an angle; direction 0 is away from seat 0 (Tri-Chess 4.1).
    pub fn straight(&self, cell: Cell, direction: usize) -> Option<Cell> {
        self.stepped(cell, straight_steps(self.coordinates(cell))[direction % 6])
    }

    /// Whether the straight step in a direction crosses a side of the cell; else it goes through an angle.
    pub fn through_side(&self, cell: Cell, direction: usize) -> bool {
        (direction % 2 == 1) == self.points_up(cell)
    }

    /// The cells straight on in direction 0 to 5, nearest first (Tri-Chess 4.3).
    pub fn straight_ray(&self, cell: Cell, direction: usize) -> Vec<Cell> {
        let next = |&at: &Cell| self.straight(at, direction);
        std::iter::successors(next(&cell), next).collect()
    }

    /// The cells of a strip in direction 0 to 5, through sides only, nearest first: direction 0 is parallel to the near edge to seat 0's
    /// right, direction 3 to its left (Tri-Chess 4.2).
    pub fn strip_ray(&self, cell: Cell, direction: usize) -> Vec<Cell> {
        let next = |&at: &Cell| {
            let (r, x) = turn_clockwise(self.coordinates(at), self.edge, 6 - direction % 6);
            let (r, x) = turn_clockwise((r, x + 1), self.edge, direction);
            self.at(r, x)
        };
        std::iter::successors(next(&cell), next).collect()
    }

    /// The outermost row of cells along a side of the board, from the left as one sees it who sits there. It is the home row of the seat at that
    /// side, and the king row of the seat opposite (Tri-Checkers 3.3).
    pub fn side_row(&self, side: usize) -> Vec<Cell> {
        let mut row: Vec<(i8, Cell)> = Vec::new();
        for cell in self.board.cells() {
            let (r, x) = turn_clockwise(self.coordinates(cell), self.edge, 6 - side % 6);
            if r == 0 {
                row.push((x, cell));
            }
        }
        row.sort_unstable();
        row.into_iter().map(|(_, cell)| cell).collect()
    }

    /// The cell that is a step away, if it exists.
    fn stepped(&self, cell: Cell, step: Spot) -> Option<Cell> {
        let (r, x) = self.coordinates(cell);
        self.at(r + step.0, x + step.1)
    }
}

/// Whether (r, x) lies on the hexagon.
fn in_hexagon((r, x): Spot, edge: u8) -> bool {
    let n = edge as i8;
    let reach = if r < n { r } else { 2 * n - 1 - r };
    (0..2 * n).contains(&r) && (-reach..=2 * n + reach).contains(&x)
}

/// Whether a triangle is one of the two at the corner between `side` and the next (Tri-Chess 2.1).
fn in_corner(at: Spot, edge: u8, side: usize) -> bool {
    let (r, x) = turn_clockwise(at, edge, 6 - side % 6);
    r == 0 && (0..2).contains(&x)
}

/// The straight steps of a triangle.
fn straight_steps(at: Spot) -> &'static [Spot; 6] {
    if points_up(at) { &STRAIGHT_UP } else { &STRAIGHT_DOWN }
}

/// The row and half sides of a cell.
fn coordinates(board: &Board, lowest: i8, cell: Cell) -> Spot {
    let (row, column) = board.place(cell);
    (row as i8, column as i8 + lowest)
}

/// The cell at a row and half sides.
fn at_place(board: &Board, lowest: i8, (r, x): Spot) -> Option<Cell> {
    board.at(usize::try_from(r).ok()?, usize::try_from(i16::from(x) - i16::from(lowest)).ok()?)
}

/// Shows the cell that is a step away from a place, if it exists.
fn touch_at(
    board: &Board,
    lowest: i8,
    (r, x): Spot,
    step: Spot,
    kind: EdgeKind,
    touch: &mut dyn FnMut(Cell, EdgeKind),
) {
    if let Some(other) = at_place(board, lowest, (r + step.0, x + step.1)) {
        touch(other, kind);
    }
}

/// What there is to know of the triangle (r, x).
fn place((r, x): Spot, edge: u8, lowest: i8) -> Place {
    let n = edge as i8;
    let first = if r < n { -r } else { r + 1 - 2 * n };
    let corner = |half: i8, row: i8| -> Point { (f64::from(half) / 2.0, f64::from(row) * HEIGHT) };
    let up = points_up((r, x));
    Place {
        name: format!("{}{}", (b'a' + r as u8) as char, x - first + 1),
        row: r as u8,
        column: (x - lowest) as u8,
        colour: if up { Colour::Up } else { Colour::Down },
        outline: if up {
            vec![corner(x - 1, r), corner(x + 1, r), corner(x, r + 1)]
        } else {
            vec![corner(x, r), corner(x + 1, r + 1), corner(x - 1, r + 1)]
        },
    }
}
