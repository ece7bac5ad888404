//! Boards of triangles: hexagons with edges of 4, 5 or 6 triangle sides, complete or with cells cut out or
//! added (Conventions, 'Cell names'; Tri-Checkers 2; Tri-Chess 2).
//!
//! A triangle is (r, x): r is its row from seat 0's edge. x counts half sides; x = 0 is at the left end of
//! the near edge. It points away from seat 0 (up, 'U') if r + x is odd, else towards seat 0 (down, 'D'). The
//! grid has a row for each r and a column for each x, with the lowest x of the board in column 0, so
//! neighbors in the grid are neighbors on the board.
//!
//! Sides of the board are numbered clockwise: 0 near, 1 lower left, 2 upper left, 3 far, 4 upper right, 5
//! lower right. Directions are numbered clockwise too: direction d of side 0 is direction d + k of side k.

mod lattice;
mod lines;
mod spot;

pub(super) use lattice::leap;
pub use spot::turn_clockwise;

use super::{Board, Cell, EdgeKind, Shape, motion};
use spot::{SAME, Spot, in_corner, in_hexagon, place, points_up, straight_steps};

/// A board of triangles and its directions.
#[derive(Clone, Debug)]
pub struct Triangles {
    edge: u8,
    /// The x of column 0.
    lowest: i8,
    board: Board,
}

impl Triangles {
    /// Returns the complete hexagon with an edge of `edge` triangle sides, from 2 to 6. It has `2 * edge`
    /// rows and `6 * edge * edge` cells.
    pub fn hexagon(edge: u8) -> Triangles {
        Triangles::without(edge, |_, _| false)
    }

    /// Returns the 12-row board without the two cells at each of the six corners: 204 cells.
    pub fn cut_corners() -> Triangles {
        Triangles::without(6, |r, x| (0..6).any(|side| in_corner((r, x), 6, side)))
    }

    /// Returns the 8-row board with seven more cells along its lower right edge: 103 cells (Tri-Checkers
    /// 2.2). Its grid has one more column.
    pub fn offset() -> Triangles {
        Triangles::with_cells(4, |r, x| {
            in_hexagon((r, x), 4)
                || [(0, 9), (0, 10), (1, 10), (1, 11), (2, 11), (2, 12), (3, 12)].contains(&(r, x))
        })
    }

    /// Returns the hexagon without the cells (r, x) for which `cut` returns true. The others keep their
    /// names.
    pub fn without(edge: u8, cut: impl Fn(i8, i8) -> bool) -> Triangles {
        Triangles::with_cells(edge, |r, x| in_hexagon((r, x), edge) && !cut(r, x))
    }

    /// Returns a board of the cells (r, x), with r from 0 up to `2 * edge`, for which `exists` returns true.
    /// Names are those of the hexagon.
    fn with_cells(edge: u8, exists: impl Fn(i8, i8) -> bool) -> Triangles {
        assert!((2..=6).contains(&edge), "boards of triangles must have edges of 2 to 6 sides, got {edge}");
        let n = edge as i8;
        // The grid is that of the complete hexagon, and wider if cells were added at the right.
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

    /// Returns the length of an edge of the hexagon in triangle sides.
    pub fn edge(&self) -> u8 {
        self.edge
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board without the directions.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// Returns the row and half sides of a cell.
    pub fn coordinates(&self, cell: Cell) -> (i8, i8) {
        coordinates(&self.board, self.lowest, cell)
    }

    /// Returns the cell (r, x), if it exists.
    pub fn at(&self, r: i8, x: i8) -> Option<Cell> {
        at_place(&self.board, self.lowest, (r, x))
    }

    /// Whether a cell points away from seat 0.
    pub fn points_up(&self, cell: Cell) -> bool {
        points_up(self.coordinates(cell))
    }

    /// Returns the cell that `turns` rotations by 60 degrees clockwise map a cell to, if there is one.
    pub fn turned(&self, cell: Cell, turns: usize) -> Option<Cell> {
        let (r, x) = turn_clockwise(self.coordinates(cell), self.edge, turns);
        self.at(r, x)
    }
}

/// Returns the row and half sides of a cell.
fn coordinates(board: &Board, lowest: i8, cell: Cell) -> Spot {
    let (row, column) = board.place(cell);
    (row as i8, column as i8 + lowest)
}

/// Returns the cell at a row and half sides.
fn at_place(board: &Board, lowest: i8, (r, x): Spot) -> Option<Cell> {
    board.at(usize::try_from(r).ok()?, usize::try_from(i16::from(x) - i16::from(lowest)).ok()?)
}

/// Calls `touch` with the cell that is a step away from a place, if it exists.
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
    fn neighbors_of_a_kind_are_equally_far() {
        for board in [Triangles::hexagon(4), Triangles::cut_corners(), Triangles::offset()] {
            for &(a, b, kind) in board.board().edges() {
                let expected = match kind {
                    EdgeKind::Side => 1.0 / 3f64.sqrt(),
                    EdgeKind::Corner => 1.0,
                    EdgeKind::Opposite => 2.0 / 3f64.sqrt(),
                };
                assert!((distance(board.board().center(a), board.board().center(b)) - expected).abs() < 1e-9);
            }
        }
    }
}
