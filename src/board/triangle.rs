//! Boards of triangles: hexagons with an edge of 4, 5 or 6 triangle sides, whole or with cells cut out or
//! added (Conventions, 'Cell names'; Tri-Checkers 2; Tri-Chess 2).
//!
//! A triangle is (r, x): its row r from seat 0's edge, and x in half sides, x = 0 at the left end of the near
//! edge. It points away from seat 0 (up, 'U') if r + x is odd, else towards seat 0 (down, 'D'). The grid has
//! a row for each r and a column for each x, the lowest x of the board in column 0, so that what is next in
//! the grid is next on the board.
//!
//! Sides of the board are numbered clockwise: 0 near, 1 lower left, 2 upper left, 3 far, 4 upper right, 5
//! lower right. Directions are numbered clockwise too: direction d of side 0 is direction d + k of side k.

use super::{Board, Cell, Colour, EdgeKind, Place, Point, Shape, motion};

/// A triangle's row and half sides, perhaps beyond the board.
type Spot = (i8, i8);

/// The steps to the nearest triangles that point the same way, clockwise from the one to the left and away
/// from seat 0, as rows and half sides.
const SAME: [Spot; 6] = [(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)];

/// The straight steps of a triangle that points up, clockwise from straight away from seat 0: by turns
/// through an angle and a side.
const STRAIGHT_UP: [Spot; 6] = [(1, 0), (0, 1), (-1, 2), (-1, 0), (-1, -2), (0, -1)];

/// The straight steps of a triangle that points down, in the same order: by turns through a side and an
/// angle.
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

/// Where `turns` turns by 60 degrees clockwise take the triangle (r, x), with `edge` the length of the
/// hexagon's edge (Tri-Checkers 3.2). Triangles beyond the board turn with it.
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
    /// The whole hexagon with an edge of `edge` triangle sides, from 2 to 6: `2 * edge` rows and
    /// `6 * edge * edge` cells.
    pub fn hexagon(edge: u8) -> Triangles {
        Triangles::without(edge, |_, _| false)
    }

    /// The 12-row board without the two cells at each of the six corners: 204 cells.
    pub fn cut_corners() -> Triangles {
        Triangles::without(6, |r, x| (0..6).any(|side| in_corner((r, x), 6, side)))
    }

    /// The 8-row board with seven more cells along its lower right edge: 103 cells (Tri-Checkers 2.2). Its
    /// grid has one column more.
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

    /// A board of those cells (r, x) with r from 0 up to `2 * edge` for which `exists` holds, named as on the
    /// hexagon.
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

    /// The nearest cell that points the same way, in direction 0 to 5. Men at side k go in directions k and k
    /// + 1 (Tri-Checkers 6).
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

    /// The next cell straight on in direction 0 to 5, through a side or through an angle; direction 0 is away
    /// from seat 0 (Tri-Chess 4.1).
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

    /// The cells of a strip in direction 0 to 5, through sides only, nearest first: direction 0 is parallel
    /// to the near edge to seat 0's right, direction 3 to its left (Tri-Chess 4.2).
    pub fn strip_ray(&self, cell: Cell, direction: usize) -> Vec<Cell> {
        let next = |&at: &Cell| {
            let (r, x) = turn_clockwise(self.coordinates(at), self.edge, 6 - direction % 6);
            let (r, x) = turn_clockwise((r, x + 1), self.edge, direction);
            self.at(r, x)
        };
        std::iter::successors(next(&cell), next).collect()
    }

    /// The outermost row of cells along a side of the board, from the left as one sees it who sits there. It
    /// is the home row of the seat at that side, and the king row of the seat opposite (Tri-Checkers 3.3).
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

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, cells, distance, sorted};
    use super::*;

    #[test]
    fn hexagons_have_the_cells_of_the_rules() {
        for (edge, count) in [(2, 24), (3, 54), (4, 96), (5, 150), (6, 216)] {
            let board = Triangles::hexagon(edge);
            assert_eq!(board.board().len(), count);
            assert_eq!(board.board().grid(), (2 * edge as usize, 4 * edge as usize - 1));
        }
        let board = Triangles::hexagon(4);
        let row = |r| board.board().cells().filter(|&at| board.coordinates(at).0 == r).count();
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(row), [9, 11, 13, 15, 15, 13, 11, 9]);
    }

    /// Conventions: near row, n = 4: `a1`..`a9`, D U D U D U D U D.
    #[test]
    fn names_count_from_the_left_of_each_row() {
        let board = Triangles::hexagon(4);
        let near = cells(board.board(), "a1 a2 a3 a4 a5 a6 a7 a8 a9");
        assert_eq!(near, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let ups: Vec<_> = near.iter().map(|&at| board.points_up(at)).collect();
        assert_eq!(ups, [false, true, false, true, false, true, false, true, false]);
        let at = |name| board.coordinates(cell(board.board(), name));
        assert_eq!(
            [at("a1"), at("b1"), at("d1"), at("e1"), at("h1")],
            [(0, 0), (1, -1), (3, -3), (4, -3), (7, 0)]
        );
        assert_eq!([at("a9"), at("d15"), at("e15"), at("h9")], [(0, 8), (3, 11), (4, 11), (7, 8)]);
        assert_eq!(board.board().cell("a10"), None);
        // The widest rows fill the grid.
        assert_eq!(board.board().place(cell(board.board(), "d1")), (3, 0));
        assert_eq!(board.board().place(cell(board.board(), "a1")), (0, 3));
    }

    /// Tri-Checkers 2.1.
    #[test]
    fn cut_corners_leave_204_cells() {
        let (full, cut) = (Triangles::hexagon(6), Triangles::cut_corners());
        assert_eq!(cut.board().len(), 204);
        let gone = "a1 a2 a12 a13 f1 g1 f23 g23 l1 l2 l12 l13";
        for at in full.board().cells() {
            let name = full.board().name(at);
            assert_eq!(
                cut.board().cell(name).is_none(),
                gone.split(' ').any(|corner| corner == name),
                "{name}"
            );
        }
    }

    /// Tri-Checkers 2.2: with the strip the half turn (r, x) -> (7-r, 9-x) leaves the U cells unchanged, and
    /// carries one set-up to the other.
    #[test]
    fn the_offset_strip_is_where_the_rules_put_it() {
        let board = Triangles::offset();
        assert_eq!(board.board().len(), 103);
        assert_eq!(board.board().grid(), (8, 16));
        let strip = cells(board.board(), "a10 a11 b12 b13 c14 c15 d16");
        let at: Vec<_> = strip.iter().map(|&at| board.coordinates(at)).collect();
        assert_eq!(at, [(0, 9), (0, 10), (1, 10), (1, 11), (2, 11), (2, 12), (3, 12)]);
        let half_turn = |at: Cell| {
            let (r, x) = board.coordinates(at);
            board.at(7 - r, 9 - x)
        };
        for at in board.board().cells().filter(|&at| board.points_up(at)) {
            assert!(half_turn(at).is_some_and(|to| board.points_up(to)));
        }
        let men = ["a2 a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10", "f5 f7 f9 g3 g5 g7 g9 h1 h3 h5 h7 h9"];
        let [a, b] = men.map(|men| cells(board.board(), men));
        assert_eq!(sorted(a.into_iter().map(|at| half_turn(at).unwrap())), sorted(b));
        // Tri-Checkers 3.3: `a10` belongs to the king row of the seat opposite.
        assert!(board.side_row(0).contains(&strip[0]));
    }

    #[test]
    fn turning_six_times_is_the_identity() {
        for edge in [4, 5, 6] {
            for at in (-2..2 * edge as i8 + 2).flat_map(|r| (-9..20).map(move |x| (r, x))) {
                assert_eq!(turn_clockwise(turn_clockwise(at, edge, 1), edge, 5), at);
                assert_eq!(turn_clockwise(at, edge, 6), at);
                let n = edge as i8;
                assert_eq!(turn_clockwise(at, edge, 3), (2 * n - 1 - at.0, 2 * n - at.1), "a half turn");
                assert_ne!(points_up(turn_clockwise(at, edge, 1)), points_up(at), "a turn swaps U and D");
            }
        }
    }

    /// Tri-Checkers 4.10: the set-ups in which all seats stand alike.
    #[test]
    fn seats_at_other_sides_stand_as_seat_a_turned() {
        let check = |board: &Triangles, seats: &[(usize, &str)]| {
            let first = cells(board.board(), seats[0].1);
            for &(side, men) in seats {
                let turned = first.iter().map(|&at| board.turned(at, side).unwrap());
                assert_eq!(sorted(turned), sorted(cells(board.board(), men)), "side {side}");
            }
        };
        let three = [
            (0, "a2 a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10"),
            (2, "f1 f3 f5 g1 g3 g5 h1 h3 h5 i1 i3 j1"),
            (4, "f15 f17 f19 g13 g15 g17 h11 h13 h15 i11 i13 j11"),
        ];
        check(&Triangles::hexagon(5), &three);
        let closed = [
            (0, "a2 a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10"),
            (3, "h6 h8 h10 i4 i6 i8 i10 j2 j4 j6 j8 j10"),
            (1, "a1 b1 b3 c1 c3 c5 d1 d3 d5 e1 e3 e5"),
            (4, "f15 f17 f19 g13 g15 g17 h11 h13 h15 i11 i13 j11"),
        ];
        check(&Triangles::hexagon(5), &closed);
    }

    /// Tri-Checkers 4.7, 4.10, set-up Q6d: each seat stands as the one across turned by half, and A and E
    /// lean to C from either side.
    #[test]
    fn mirrored_sets_lean_to_each_other() {
        let board = Triangles::hexagon(6);
        let [a, b, c, d, e, f] = [
            "a2 a4 a6 a8 a10 b4 b6 b8 b10 c6 c8 c10",
            "j8 j10 j12 k6 k8 k10 k12 l4 l6 l8 l10 l12",
            "b2 c2 c4 d2 d4 d6 e2 e4 e6 f2 f4 f6",
            "g18 g20 g22 h16 h18 h20 i14 i16 i18 j14 j16 k14",
            "g1 g3 g5 h1 h3 h5 i1 i3 i5 j1 j3 k1",
            "b15 c15 c17 d15 d17 d19 e17 e19 e21 f19 f21 f23",
        ]
        .map(|men| sorted(cells(board.board(), men)));
        let moved = |men: &[Cell], name: &str| {
            let motion = board.board().motion(name).unwrap();
            sorted(men.iter().map(|&at| motion.cells[at as usize]))
        };
        for (seat, across) in [(&a, &b), (&c, &d), (&e, &f)] {
            assert_eq!(&moved(seat, "turn-180"), across);
        }
        assert_eq!(moved(&a, "mirror-turn-120"), e);
        assert_eq!(moved(&c, "mirror-turn-120"), c);
    }

    /// Tri-Checkers 6.3.
    #[test]
    fn men_of_each_side_step_as_the_rules_say() {
        let board = Triangles::hexagon(4);
        let middle = cell(board.board(), "d8");
        let (r, x) = board.coordinates(middle);
        let steps: [[(i8, i8); 2]; 6] = [
            [(1, -1), (1, 1)],
            [(0, 2), (1, 1)],
            [(-1, 1), (0, 2)],
            [(-1, -1), (-1, 1)],
            [(0, -2), (-1, -1)],
            [(1, -1), (0, -2)],
        ];
        for (side, steps) in steps.into_iter().enumerate() {
            let by_rule = steps.map(|(rows, halves)| board.at(r + rows, x + halves).unwrap());
            let ahead = [side, side + 1].map(|direction| board.same(middle, direction).unwrap());
            assert_eq!(sorted(ahead), sorted(by_rule));
        }
    }

    #[test]
    fn directions_turn_with_the_board() {
        let board = Triangles::hexagon(5);
        let turned = |line: Vec<Cell>, turns| {
            line.into_iter().map(|at| board.turned(at, turns).unwrap()).collect::<Vec<_>>()
        };
        for at in board.board().cells() {
            for (direction, turns) in (0..6).flat_map(|d| (0..6).map(move |t| (d, t))) {
                let (to, other) = (board.turned(at, turns).unwrap(), direction + turns);
                assert_eq!(
                    board.same(at, direction).map(|c| board.turned(c, turns).unwrap()),
                    board.same(to, other)
                );
                assert_eq!(turned(board.straight_ray(at, direction), turns), board.straight_ray(to, other));
                assert_eq!(turned(board.strip_ray(at, direction), turns), board.strip_ray(to, other));
                assert_eq!(board.through_side(at, direction), board.through_side(to, other));
            }
        }
    }

    /// Tri-Chess 12.1 to 12.3: what a rook, a bishop and a king on e10 reach.
    #[test]
    fn lines_are_those_of_the_rules() {
        let board = Triangles::hexagon(5);
        let e10 = cell(board.board(), "e10");
        let straight = |direction| board.straight_ray(e10, direction);
        assert_eq!(straight(0), cells(board.board(), "f10 g9 h8 i7 j6"));
        assert_eq!(straight(1), cells(board.board(), "e11 f13 f14 g15 g16"));
        let bishop =
            "a6 b7 c13 c14 c2 c3 c8 d11 d12 d6 d7 d9 e11 e9 f10 f13 f14 f6 f7 g15 g16 g2 g3 g9 h8 i7 j6";
        assert_eq!(sorted((0..6).flat_map(straight)), sorted(cells(board.board(), bishop)));
        let rook = "a10 a2 a3 a9 b10 b4 b5 b9 c10 c6 c7 c9 d10 d8 d9 e1 e11 e12 e13 e14 e15 e16 e17 e18 e19 e2 e3 e4 e5 e6 e7 e8 e9 \
            f11 f12 f8 f9 g11 g12 g6 g7 h11 h12 h4 h5 i11 i12 i2 i3 j1 j11";
        let rays = (0..6).flat_map(|direction| board.strip_ray(e10, direction));
        assert_eq!(sorted(rays), sorted(cells(board.board(), rook)));
        assert_eq!(board.strip_ray(e10, 0)[..3], cells(board.board(), "e11 e12 e13"));
        let king = "d10 d11 d7 d8 d9 e11 e12 e8 e9 f10 f11 f9";
        let touching = (0..6).flat_map(|d| [board.same(e10, d).unwrap(), board.straight(e10, d).unwrap()]);
        assert_eq!(sorted(touching), sorted(cells(board.board(), king)));
    }

    /// Tri-Checkers 7.3: the jumps across the other colour go two steps straight on.
    #[test]
    fn straight_jumps_are_those_of_queens() {
        let board = Triangles::hexagon(4);
        let [up, down] = ["d8", "d7"].map(|name| cell(board.board(), name));
        assert!(board.points_up(up) && !board.points_up(down));
        let jumps = |from: Cell| {
            let (r, x) = board.coordinates(from);
            let from_here = |at: Cell| (board.coordinates(at).0 - r, board.coordinates(at).1 - x);
            let mut jumps: Vec<_> = (0..6)
                .map(|direction| {
                    let over = board.straight(from, direction).unwrap();
                    (from_here(over), from_here(board.straight(over, direction).unwrap()))
                })
                .collect();
            jumps.sort_unstable();
            jumps
        };
        let expected = |mut listed: [((i8, i8), (i8, i8)); 6]| {
            listed.sort_unstable();
            listed
        };
        let table = [
            ((1, 0), (2, 0)),
            ((0, -1), (1, -3)),
            ((0, 1), (1, 3)),
            ((-1, 0), (-2, 0)),
            ((-1, -2), (-1, -3)),
            ((-1, 2), (-1, 3)),
        ];
        assert_eq!(jumps(up), expected(table));
        let table = [
            ((1, 0), (2, 0)),
            ((1, -2), (1, -3)),
            ((1, 2), (1, 3)),
            ((-1, 0), (-2, 0)),
            ((0, -1), (-1, -3)),
            ((0, 1), (-1, 3)),
        ];
        assert_eq!(jumps(down), expected(table));
    }

    /// A hexagon has 9nn - 3n sides between triangles. Six triangles meet at each of the 3nn - 3n + 1 inner
    /// points, three at each of the 6n - 6 edge points that are no corners, two at a corner.
    #[test]
    fn the_graph_has_as_many_edges_as_the_board_has_sides_and_points() {
        for edge in [4, 5, 6] {
            let n = edge as usize;
            let board = Triangles::hexagon(edge);
            let count = |kind| board.board().edges().iter().filter(|edge| edge.2 == kind).count();
            let inner = 3 * n * n - 3 * n + 1;
            assert_eq!(count(EdgeKind::Side), 9 * n * n - 3 * n);
            assert_eq!(count(EdgeKind::Corner), 6 * inner + 6 * n - 6);
            assert_eq!(count(EdgeKind::Opposite), 3 * inner);
        }
    }

    #[test]
    fn neighbours_of_a_kind_are_equally_far() {
        for board in [Triangles::hexagon(4), Triangles::cut_corners(), Triangles::offset()] {
            for &(a, b, kind) in board.board().edges() {
                let expected = match kind {
                    EdgeKind::Side => 1.0 / 3f64.sqrt(),
                    EdgeKind::Corner => 1.0,
                    EdgeKind::Opposite => 2.0 / 3f64.sqrt(),
                };
                assert!((distance(board.board().centre(a), board.board().centre(b)) - expected).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn side_rows_are_seen_from_their_own_seats() {
        let board = Triangles::hexagon(4);
        let row = |side| board.side_row(side);
        assert_eq!(row(0), cells(board.board(), "a1 a2 a3 a4 a5 a6 a7 a8 a9"));
        assert_eq!(row(1), cells(board.board(), "e1 d1 d2 c1 c2 b1 b2 a1 a2"));
        assert_eq!(row(3), cells(board.board(), "h9 h8 h7 h6 h5 h4 h3 h2 h1"));
        let cut = Triangles::cut_corners();
        assert_eq!(cut.side_row(3).len(), 9);
        assert_eq!(cut.side_row(3)[0], cell(cut.board(), "l11"));
    }

    /// Tri-Checkers 2.4: on the cut board a man of side 0 has four dead ends.
    #[test]
    fn dead_ends_are_where_the_rules_say() {
        let board = Triangles::cut_corners();
        let king_row = board.side_row(3);
        let dead = board.board().cells().filter(|&at| {
            !king_row.contains(&at) && board.same(at, 0).is_none() && board.same(at, 1).is_none()
        });
        assert_eq!(dead.collect::<Vec<_>>(), cells(board.board(), "k1 k2 k14 k15"));
        let full = Triangles::hexagon(6);
        let king_row = full.side_row(3);
        let stuck = |at: &Cell| full.same(*at, 0).is_none() && full.same(*at, 1).is_none();
        assert!(full.board().cells().filter(stuck).all(|at| king_row.contains(&at)));
    }
}
