//! The board of Three Kings Chess: 96 cells, in three halves of eight files by four ranks (Three Kings 2, 4).
//!
//! A cell is (h, x, y): half h belongs to seat h, x counts from that seat's left, y from its edge. The grid
//! has 12 rows and 8 columns, half after half: the cell is in row 4h + y, column x. So each half is oriented
//! as its own seat sees it, and a rotation of the board by 120 degrees is a shift of the grid by four rows.

mod lattice;

use super::{Board, Cell, Color, EdgeKind, Place, Point, Shape, motion};

/// The file letters of the halves, x = 0 first.
const FILES: [&[u8; 8]; 3] = [b"abcdefgh", b"lkjidcba", b"hgfeijkl"];

/// The rank numbers of the halves, y = 0 first.
const RANKS: [[u8; 4]; 3] = [[1, 2, 3, 4], [8, 7, 6, 5], [12, 11, 10, 9]];

/// Half, file and rank of a cell.
type Spot = (usize, usize, usize);

/// A branch of a diagonal line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The cells, nearest first.
    pub cells: Vec<Cell>,
    /// The number of cells, from the nearest, that this branch shares with the previous branch.
    pub shared: usize,
}

/// The board of Three Kings Chess and its lines.
#[derive(Clone, Debug)]
pub struct ThreeKings {
    board: Board,
}

impl Default for ThreeKings {
    fn default() -> ThreeKings {
        ThreeKings::new()
    }
}

impl ThreeKings {
    /// Returns the board.
    pub fn new() -> ThreeKings {
        let spots = (0..3).flat_map(|h| (0..4).flat_map(move |y| (0..8).map(move |x| (h, x, y))));
        let mut board =
            Board::new(Shape::ThreeKings, (12, 8), spots.map(place).collect(), |_, cell, touch| {
                let at = spot(cell);
                for other in sides(at).into_iter().flatten() {
                    touch(number(other), EdgeKind::Side);
                }
                for other in (0..4).flat_map(|corner| through_corner(at, corner)) {
                    touch(number(other), EdgeKind::Corner);
                }
            });
        for (mirrored, turns) in [false, true].into_iter().flat_map(|m| (0..6).map(move |t| (m, t))) {
            board.add_motion(motion::name(mirrored, 60 * turns), |_, cell| {
                let (kite, enter, leave) = in_kite(spot(cell));
                // Seat 0's right sixth is number 0 and its left one number 1; a reflection exchanges them.
                let mirror = if mirrored { ((7 - kite) % 6, leave, enter) } else { (kite, enter, leave) };
                Some(number(of_kite((mirror.0 + turns) % 6, mirror.1, mirror.2)))
            });
        }
        ThreeKings { board }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board without the lines.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// Returns the half, file and rank of a cell, as its half's seat counts them.
    pub fn coordinates(&self, cell: Cell) -> (usize, usize, usize) {
        spot(cell)
    }

    /// Returns the cell of a half, file and rank.
    pub fn at(&self, half: usize, x: usize, y: usize) -> Option<Cell> {
        (half < 3 && x < 8 && y < 4).then(|| number((half, x, y)))
    }

    /// Returns the cell through side 0 to 3: towards smaller x, greater x, smaller y, greater y. For the
    /// innermost rank, side 3 is the top side, through which a file continues in another half (Three Kings
    /// 2.3).
    pub fn through_side(&self, cell: Cell, side: usize) -> Option<Cell> {
        sides(spot(cell))[side % 4].map(number)
    }

    /// Returns the diagonal neighbors through corner 0 to 3 of a cell: towards smaller x and y, greater x and
    /// smaller y, smaller x and greater y, greater x and y. There are two if the corner is the center of the
    /// board (Three Kings 2.6).
    pub fn through_corner(&self, cell: Cell, corner: usize) -> Vec<Cell> {
        through_corner(spot(cell), corner % 4).into_iter().map(number).collect()
    }

    /// Whether two cells have a point in common.
    pub fn touch(&self, one: Cell, other: Cell) -> bool {
        let corners = |cell: Cell| [0, 1, 2, 3].map(|corner| corner_point(spot(cell), corner));
        corners(one).iter().any(|point| corners(other).contains(point))
    }

    /// Returns the orthogonal line through side 0 to 3, nearest cell first (Three Kings 4.1).
    pub fn orthogonal(&self, cell: Cell, side: usize) -> Vec<Cell> {
        let (mut line, mut at, mut leave) = (Vec::new(), spot(cell), side % 4);
        while let Some(next) = sides(at)[leave] {
            // Through the top side, a file continues towards the edge of another half.
            if next.0 != at.0 {
                leave = 2;
            }
            line.push(number(next));
            at = next;
        }
        line
    }

    /// Returns the branches of the diagonal line through corner 0 to 3: none, one, or two if the line forks
    /// at the center (Three Kings 4.2).
    pub fn diagonal(&self, cell: Cell, corner: usize) -> Vec<Branch> {
        let mut lines = Vec::new();
        extend(spot(cell), corner % 4, &mut Vec::new(), &mut lines);
        lines.retain(|line| !line.cells.is_empty());
        if let [first, second] = &mut lines[..] {
            second.shared = first.cells.iter().zip(&second.cells).take_while(|(a, b)| a == b).count();
        }
        lines
    }
}

/// Continues the line that leaves `at` through `corner`. `before` are its cells so far. Adds its branches to
/// `lines`.
fn extend(at: Spot, corner: usize, before: &mut Vec<Cell>, lines: &mut Vec<Branch>) {
    let onward = through_corner(at, corner);
    if onward.is_empty() {
        lines.push(Branch { cells: before.clone(), shared: 0 });
    }
    let through = corner_point(at, corner);
    for next in onward {
        let entered = (0..4).find(|&c| corner_point(next, c) == through).expect("neighbors share the corner");
        before.push(number(next));
        extend(next, 3 - entered, before, lines);
        before.pop();
    }
}

/// Returns the number of a cell.
fn number((h, x, y): Spot) -> Cell {
    (32 * h + 8 * y + x) as Cell
}

/// Returns the half, file and rank of a cell.
fn spot(cell: Cell) -> Spot {
    let cell = usize::from(cell);
    (cell / 32, cell % 8, cell / 8 % 4)
}

/// Returns the cells through the sides: smaller x, greater x, smaller y, greater y or top.
fn sides((h, x, y): Spot) -> [Option<Spot>; 4] {
    let top = if x <= 3 { (h + 1) % 3 } else { (h + 2) % 3 };
    [
        (x > 0).then(|| (h, x - 1, y)),
        (x < 7).then(|| (h, x + 1, y)),
        (y > 0).then(|| (h, x, y - 1)),
        Some(if y < 3 { (h, x, y + 1) } else { (top, 7 - x, 3) }),
    ]
}

/// Returns a corner of a cell as a point (h, i, j), the same for all cells that share it (Three Kings 2.4).
fn corner_point((h, x, y): Spot, corner: usize) -> Spot {
    match (h, x + corner % 2, y + corner / 2) {
        (_, 4, 4) => (0, 4, 4),
        // A point on the line between two halves belongs to the half that has it at its right.
        (h, i, 4) if i < 4 => ((h + 1) % 3, 8 - i, 4),
        point => point,
    }
}

/// Returns the diagonal neighbors of a cell through one of its corners: the cells of its color that share
/// this corner (Three Kings 2.6).
fn through_corner(at: Spot, corner: usize) -> Vec<Spot> {
    let point = corner_point(at, corner);
    let meets = |other: Spot| (0..4).any(|c| corner_point(other, c) == point);
    // Cells that share a side have different colors, so none of them is included.
    let same_color = |other: Spot| (other.1 + other.2) % 2 == (at.1 + at.2) % 2;
    (0..96).map(spot).filter(|&other| other != at && same_color(other) && meets(other)).collect()
}

/// Returns the sixth of the board that contains a cell, numbered clockwise from the one at seat 0's right,
/// and the cell's distances from the two lines from the center that bound this sixth: first the one at which
/// it begins clockwise, then the one at which it ends. In these coordinates a rotation by 60 degrees only
/// changes the sixth.
fn in_kite((h, x, y): Spot) -> Spot {
    if x >= 4 { (2 * h, 3 - y, x - 4) } else { (2 * h + 1, 3 - x, 3 - y) }
}

/// Returns the cell of a sixth of the board. Inverse of `in_kite`.
fn of_kite(kite: usize, enter: usize, leave: usize) -> Spot {
    if kite.is_multiple_of(2) { (kite / 2, leave + 4, 3 - enter) } else { (kite / 2, 3 - enter, 3 - leave) }
}

/// Returns the data of a cell.
fn place((h, x, y): Spot) -> Place {
    Place {
        name: format!("{}{}", FILES[h][x] as char, RANKS[h][y]),
        row: (4 * h + y) as u8,
        column: x as u8,
        color: if (x + y).is_multiple_of(2) { Color::Dark } else { Color::Light },
        outline: [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|(i, j)| drawn(h, i, j)).to_vec(),
    }
}

/// Returns the position of the point (i, j) of a half in drawings. The board is a regular hexagon with sides
/// of 8, the near one from (0, 0) to (8, 0). Each sixth, from a corner to the center, is divided evenly.
fn drawn(h: usize, i: usize, j: usize) -> Point {
    let root = 3f64.sqrt();
    let (center_x, center_y) = (4.0, 4.0 * root);
    // Seat 0's right sixth: middle of the edge, corner, middle of the next side, center. The left sixth is
    // its mirror image.
    let right = i.abs_diff(4);
    let (across, up) = (right as f64 / 4.0, j as f64 / 4.0);
    let corners = [
        (0.0, -center_y, (1.0 - across) * (1.0 - up)),
        (4.0, -center_y, across * (1.0 - up)),
        (6.0, -2.0 * root, across * up),
    ];
    let mut x: f64 = corners.iter().map(|(x, _, weight)| x * weight).sum();
    let y: f64 = corners.iter().map(|(_, y, weight)| y * weight).sum();
    if i < 4 {
        x = -x;
    }
    let turn = -(h as f64) * std::f64::consts::TAU / 3.0;
    let (sin, cos) = turn.sin_cos();
    (center_x + x * cos - y * sin, center_y + x * sin + y * cos)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, cells, sorted};
    use super::*;

    fn rook(board: &ThreeKings, name: &str) -> Vec<Cell> {
        let at = cell(board.board(), name);
        sorted((0..4).flat_map(|side| board.orthogonal(at, side)))
    }

    fn bishop(board: &ThreeKings, name: &str) -> Vec<Cell> {
        let at = cell(board.board(), name);
        sorted((0..4).flat_map(|corner| board.diagonal(at, corner)).flat_map(|line| line.cells))
    }

    fn king(board: &ThreeKings, name: &str) -> Vec<Cell> {
        let at = cell(board.board(), name);
        let across = (0..4).filter_map(|side| board.through_side(at, side));
        sorted(across.chain((0..4).flat_map(|corner| board.through_corner(at, corner))))
    }

    /// Three Kings 10: the targets of single pieces on an empty board.
    #[test]
    fn single_pieces_reach_what_the_rules_list() {
        let board = &ThreeKings::new();
        let listed = |text| sorted(cells(board.board(), text));
        assert_eq!(rook(board, "d4"), listed("a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"));
        assert_eq!(rook(board, "l5"), listed("a5 b5 c5 d5 i5 j5 k5 l10 l11 l12 l6 l7 l8 l9"));
        assert_eq!(bishop(board, "a1"), listed("b2 c3 d4 e9 f10 g11 h12 i5 j6 k7 l8"));
        assert_eq!(bishop(board, "d4"), listed("a1 a7 b2 b6 c3 c5 e3 e9 f10 f2 g1 g11 h12 i5 j6 k7 l8"));
        assert_eq!(bishop(board, "c4"), listed("a2 a6 b3 b5 d3 d5 e2 f1 i6 j7 k8"));
        assert_eq!(bishop(board, "d5"), listed("a2 a8 b3 b7 c4 c6 e4 f3 g2 h1 i6 i9 j10 j7 k11 k8 l12"));
        assert_eq!(king(board, "d4"), listed("c3 c4 c5 d3 d5 e3 e4 e9 i5"));
        assert_eq!(king(board, "i9"), listed("d5 e10 e4 e9 i10 i5 j10 j5 j9"));
        assert_eq!(king(board, "a4"), listed("a3 a5 b3 b4 b5"));
    }

    #[test]
    fn every_rook_has_fourteen_cells() {
        let board = &ThreeKings::new();
        for at in board.board().cells() {
            assert_eq!(
                rook(board, board.board().name(at)).len(),
                14,
                "a rank and a file of eight cells each"
            );
        }
    }

    #[test]
    fn the_long_diagonal_forks_at_the_center() {
        let board = ThreeKings::new();
        let lines = board.diagonal(cell(board.board(), "a1"), 3);
        let paths =
            ["b2 c3 d4 i5 j6 k7 l8", "b2 c3 d4 e9 f10 g11 h12"].map(|path| cells(board.board(), path));
        assert_eq!(lines.iter().map(|line| line.shared).collect::<Vec<_>>(), [0, 3]);
        assert!(paths.iter().all(|path| lines.iter().any(|line| line.cells == *path)));
        let bent = board.diagonal(cell(board.board(), "c4"), 3);
        assert_eq!(bent, [Branch { cells: cells(board.board(), "d5 i6 j7 k8"), shared: 0 }]);
        assert_eq!(board.diagonal(cell(board.board(), "a1"), 0), []);
    }

    #[test]
    fn no_line_comes_by_a_cell_twice() {
        let board = ThreeKings::new();
        for at in board.board().cells() {
            for direction in 0..4 {
                for line in board.diagonal(at, direction) {
                    let mut visited = sorted(line.cells.iter().copied().chain([at]));
                    visited.dedup();
                    assert_eq!(visited.len(), line.cells.len() + 1);
                    assert!(line.cells.iter().all(|&c| board.board().color(c) == board.board().color(at)));
                }
            }
        }
    }

    /// Three Kings 2.2, 2.5.
    #[test]
    fn corners_have_the_names_and_colors_of_the_rules() {
        let board = ThreeKings::new();
        for (name, half, x) in
            [("a1", 0, 0), ("h1", 0, 7), ("l8", 1, 0), ("a8", 1, 7), ("h12", 2, 0), ("l12", 2, 7)]
        {
            assert_eq!(board.at(half, x, 0), board.board().cell(name));
        }
        for name in ["e5", "i3", "a9", "d9", "i4", "h5"] {
            assert_eq!(board.board().cell(name), None);
        }
        for name in ["h1", "a8", "l12", "d5", "i9", "e4"] {
            assert_eq!(board.board().color(cell(board.board(), name)), Color::Light);
        }
        for name in ["d4", "i5", "e9"] {
            assert_eq!(board.board().color(cell(board.board(), name)), Color::Dark);
        }
    }

    #[test]
    fn a_third_of_a_turn_takes_each_half_to_the_next() {
        let board = ThreeKings::new();
        let turn = board.board().motion("turn-120").unwrap();
        for at in board.board().cells() {
            let (half, x, y) = board.coordinates(at);
            assert_eq!(Some(turn.cells[at as usize]), board.at((half + 1) % 3, x, y));
        }
    }

    #[test]
    fn the_near_edge_has_eight_sides_of_one() {
        let board = ThreeKings::new();
        for x in 0..8 {
            let outline = board.board().outline(board.at(0, x, 0).unwrap());
            assert!((outline[0].0 - x as f64).abs() < 1e-9 && (outline[1].0 - x as f64 - 1.0).abs() < 1e-9);
            assert!(outline[0].1.abs() < 1e-9 && outline[1].1.abs() < 1e-9);
        }
    }
}
