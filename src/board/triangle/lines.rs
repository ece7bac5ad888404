//! Steps on boards of triangles, and their lines and rows.

use super::Triangles;
use super::spot::{SAME, Spot, straight_steps, turn_clockwise};
use crate::board::Cell;

impl Triangles {
    /// Returns the nearest cell that points the same way, in direction 0 to 5. Men at side k move in
    /// directions k and k + 1 (Tri-Checkers 6).
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

    /// Returns the next cell straight ahead in direction 0 to 5, through a side or through an angle.
    /// Direction 0 is away from seat 0 (Tri-Chess 4.1).
    pub fn straight(&self, cell: Cell, direction: usize) -> Option<Cell> {
        self.stepped(cell, straight_steps(self.coordinates(cell))[direction % 6])
    }

    /// Whether the straight step in a direction crosses a side of the cell. Otherwise it goes through an
    /// angle.
    pub fn through_side(&self, cell: Cell, direction: usize) -> bool {
        (direction % 2 == 1) == self.points_up(cell)
    }

    /// Returns the cells straight ahead in direction 0 to 5, nearest first (Tri-Chess 4.3).
    pub fn straight_ray(&self, cell: Cell, direction: usize) -> Vec<Cell> {
        let next = |&at: &Cell| self.straight(at, direction);
        std::iter::successors(next(&cell), next).collect()
    }

    /// Returns the cells of a strip in direction 0 to 5, through sides only, nearest first. Direction 0 is
    /// parallel to the near edge to seat 0's right, direction 3 to its left (Tri-Chess 4.2).
    pub fn strip_ray(&self, cell: Cell, direction: usize) -> Vec<Cell> {
        let next = |&at: &Cell| {
            let (r, x) = turn_clockwise(self.coordinates(at), self.edge, 6 - direction % 6);
            let (r, x) = turn_clockwise((r, x + 1), self.edge, direction);
            self.at(r, x)
        };
        std::iter::successors(next(&cell), next).collect()
    }

    /// Returns the outermost row of cells along a side of the board, from the left as the seat at that side
    /// sees it. It is the home row of that seat, and the king row of the opposite seat (Tri-Checkers 3.3).
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

    /// Returns the cell that is a step away, if it exists.
    fn stepped(&self, cell: Cell, step: Spot) -> Option<Cell> {
        let (r, x) = self.coordinates(cell);
        self.at(r + step.0, x + step.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::{cell, cells, sorted};

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

    /// Tri-Checkers 7.3: the jumps across the other color go two steps straight on.
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
