//! Square boards: a plane, a cylinder or a torus, optionally without some cells.

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

/// The four orthogonal directions, clockwise from straight away from seat 0, as files and ranks.
const SIDES: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The four diagonal directions, clockwise from the one to the right and away from seat 0, as files and
/// ranks.
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// A square board and its directions.
///
/// A cell is named by file letter and rank number. The rows of the grid are ranks, and its columns are files.
/// Missing cells do not change the names of the others.
#[derive(Clone, Debug)]
pub struct Squares {
    size: u8,
    board: Board,
}

impl Squares {
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
        let mut places = Vec::new();
        for rank in 0..size {
            for file in (0..size).filter(|&file| exists(file, rank)) {
                let name = format!("{}{}", (b'a' + file) as char, rank + 1);
                places.push(place(name, file, rank, (file + rank).is_multiple_of(2)));
            }
        }
        let mut board = Board::new(Shape::Squares, (size, size), places, |board, cell, touch| {
            for (kind, directions) in [(EdgeKind::Side, SIDES), (EdgeKind::Corner, DIAGONALS)] {
                for (dx, dy) in directions {
                    if let Some(other) = displaced(board, size, cell, dx, dy, joined) {
                        touch(other, kind);
                    }
                }
            }
        });
        add_motions(&mut board, size, joined);
        Squares { size, board }
    }

    /// Returns the number of files and of ranks.
    pub fn size(&self) -> u8 {
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
        displaced(&self.board, self.size, cell, dx, dy, crossing)
    }

    /// Returns the line from a cell by steps of (`dx`, `dy`), nearest cell first. It ends at an edge that is
    /// not in `crossing`, before a missing cell, and before it returns to the cell itself (Adams' Chess 2.5,
    /// 2.6).
    pub fn ray(&self, cell: Cell, dx: i8, dy: i8, crossing: Edges) -> Vec<Cell> {
        let next = |&at: &Cell| self.neighbor(at, dx, dy, crossing).filter(|&next| next != cell);
        std::iter::successors(next(&cell), next).collect()
    }
}

/// Returns a flat board with this number of files and ranks. Its only motions are those that keep its shape.
pub(super) fn rectangle(files: u8, ranks: u8) -> Board {
    let allowed = 1..=15;
    assert!(
        allowed.contains(&files) && allowed.contains(&ranks),
        "boards of squares must have 1 to 15 files and ranks, got {files} and {ranks}"
    );
    let mut places = Vec::new();
    for (rank, file) in (0..ranks).flat_map(|rank| (0..files).map(move |file| (rank, file))) {
        let name = format!("{}{}", (b'a' + file) as char, rank + 1);
        places.push(place(name, file, rank, (file + rank).is_multiple_of(2)));
    }
    let mut board = Board::new(Shape::Squares, (ranks, files), places, |board, cell, touch| {
        let (rank, file) = board.place(cell);
        for (kind, directions) in [(EdgeKind::Side, SIDES), (EdgeKind::Corner, DIAGONALS)] {
            for (dx, dy) in directions {
                let to = rank.checked_add_signed(dy.into()).zip(file.checked_add_signed(dx.into()));
                if let Some(other) = to.and_then(|(rank, file)| board.at(rank, file)) {
                    touch(other, kind);
                }
            }
        }
    });
    let (top, right) = (usize::from(ranks) - 1, usize::from(files) - 1);
    for (mirrored, turned) in [(false, false), (false, true), (true, false), (true, true)] {
        board.add_motion(motion::name(mirrored, if turned { 180 } else { 0 }), |board, cell| {
            let (rank, file) = board.place(cell);
            let file = if mirrored != turned { right - file } else { file };
            board.at(if turned { top - rank } else { rank }, file)
        });
    }
    board
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

/// Same as [`Squares::neighbor`], for any square board.
pub(super) fn displaced(
    board: &Board,
    size: u8,
    cell: Cell,
    dx: i8,
    dy: i8,
    crossing: Edges,
) -> Option<Cell> {
    let (rank, file) = board.place(cell);
    let file = shifted(file, dx, size, crossing.left_right)?;
    let rank = shifted(rank, dy, size, crossing.near_far)?;
    board.at(rank, file)
}

/// Returns a coordinate moved by `by`. It wraps around if the edges are joined.
fn shifted(coordinate: usize, by: i8, size: u8, joined: bool) -> Option<usize> {
    let (to, size) = (coordinate as i16 + i16::from(by), i16::from(size));
    ((0..size).contains(&to) || joined).then(|| to.rem_euclid(size) as usize)
}

/// Adds rotations and reflections, each followed by every shift along the joined edges.
pub(super) fn add_motions(board: &mut Board, size: u8, joined: Edges) {
    let shifts = |joined: bool| if joined { size as i8 } else { 1 };
    let last = size as usize - 1;
    for (mirrored, quarters) in [false, true].into_iter().flat_map(|m| (0..4).map(move |q| (m, q))) {
        for (dx, dy) in
            (0..shifts(joined.left_right)).flat_map(|x| (0..shifts(joined.near_far)).map(move |y| (x, y)))
        {
            let mut name = motion::name(mirrored, 90 * quarters);
            match (dx, dy) {
                (0, 0) => {}
                _ if mirrored || quarters > 0 => name += &format!("-shift-{dx}-{dy}"),
                _ => name = format!("shift-{dx}-{dy}"),
            }
            // On a cylinder a quarter turn would map joined edges to edges that are not joined.
            if quarters % 2 == 1 && joined != joined.turned() {
                continue;
            }
            board.add_motion(name, |board, cell| {
                let (mut rank, mut file) = board.place(cell);
                if mirrored {
                    file = last - file;
                }
                for _ in 0..quarters {
                    (file, rank) = (rank, last - file);
                }
                board.at(shifted(rank, dy, size, true)?, shifted(file, dx, size, true)?)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, cells, sorted};
    use super::*;

    /// Returns the cells on all lines in these directions, in one list.
    fn reached(squares: &Squares, name: &str, directions: &[(i8, i8)], crossing: Edges) -> Vec<Cell> {
        let at = cell(squares.board(), name);
        sorted(directions.iter().flat_map(|&(dx, dy)| squares.ray(at, dx, dy, crossing)))
    }

    #[test]
    fn rectangles_have_the_motions_that_keep_their_shape() {
        let board = rectangle(7, 6);
        assert_eq!((board.len(), board.grid(), board.name(41)), (42, (6, 7), "g6"));
        let images = board.motions().iter().map(|motion| board.name(motion.cells[0]));
        assert_eq!(images.collect::<Vec<_>>(), ["a1", "g6", "g1", "a6"]);
        let square = Board::square(5);
        let turns = rectangle(5, 5);
        assert!(turns.motions().iter().all(|motion| square.motions().contains(motion)));
        assert_eq!(square.edges(), turns.edges());
    }

    #[test]
    fn cells_are_numbered_rank_by_rank_from_a1() {
        for size in 2..=15 {
            let squares = Squares::new(size);
            assert_eq!(squares.board().len(), size as usize * size as usize);
            assert_eq!(squares.board().grid(), (size.into(), size.into()));
        }
        let board = Board::square(12);
        assert_eq!(cells(&board, "a1 l1 a2 l12"), [0, 11, 12, 143]);
        assert_eq!(Board::square(15).name(224), "o15");
        assert_eq!(board.place(board.cell("c5").unwrap()), (4, 2));
    }

    #[test]
    #[should_panic(expected = "2 to 15 files and ranks, got 16")]
    fn larger_boards_are_refused() {
        Squares::new(16);
    }

    /// Adams' Checkers 2.1.
    #[test]
    fn a1_is_dark() {
        let board = Board::square(8);
        let dark = cells(&board, "a1 c1 b2 h8");
        assert!(dark.iter().all(|&at| board.color(at) == Color::Dark));
        assert!(cells(&board, "a2 h1 a8").iter().all(|&at| board.color(at) == Color::Light));
        assert_eq!(board.cells().filter(|&at| board.color(at) == Color::Dark).count(), 32);
    }

    /// Adams' Checkers 2.4: crossing an edge leads to the opposite one; a corner is crossed by those who may
    /// cross both its edges.
    #[test]
    fn edges_are_crossed_by_those_who_may() {
        let squares = Squares::new(8);
        let to = |name, dx, dy, crossing| {
            let to = squares.neighbor(cell(squares.board(), name), dx, dy, crossing);
            to.map(|to| squares.board().name(to))
        };
        let every = [Edges::NONE, Edges::LEFT_RIGHT, Edges::NEAR_FAR, Edges::ALL];
        assert_eq!(every.map(|e| to("d4", 1, 1, e)), [Some("e5"); 4]);
        assert_eq!(every.map(|e| to("h4", 1, 1, e)), [None, Some("a5"), None, Some("a5")]);
        assert_eq!(every.map(|e| to("d8", 1, 1, e)), [None, None, Some("e1"), Some("e1")]);
        assert_eq!(every.map(|e| to("h8", 1, 1, e)), [None, None, None, Some("a1")]);
        assert_eq!(every.map(|e| to("a1", -1, 1, e)), [None, Some("h2"), None, Some("h2")]);
        assert_eq!(every.map(|e| to("g1", 2, -1, e)), [None, None, None, Some("a8")]);
        assert_eq!(Edges::LEFT_RIGHT.turned(), Edges::NEAR_FAR);
    }

    #[test]
    fn lines_on_the_plane_end_at_the_edge() {
        let squares = Squares::new(8);
        assert_eq!(
            squares.ray(cell(squares.board(), "c1"), 1, 1, Edges::NONE),
            cells(squares.board(), "d2 e3 f4 g5 h6")
        );
        for name in ["a1", "d4", "h5"] {
            assert_eq!(reached(&squares, name, &SIDES, Edges::NONE).len(), 14);
        }
        assert_eq!(reached(&squares, "a1", &DIAGONALS, Edges::NONE).len(), 7);
        assert_eq!(reached(&squares, "d4", &DIAGONALS, Edges::NONE).len(), 13);
    }

    /// Adams' Chess 2.4, 2.5.
    #[test]
    fn lines_go_round_and_end_before_their_own_cell() {
        let squares = Squares::new(8);
        let ray = |name, dx, dy, crossing| squares.ray(cell(squares.board(), name), dx, dy, crossing);
        let named = |text| cells(squares.board(), text);
        assert_eq!(ray("f4", 1, 0, Edges::LEFT_RIGHT), named("g4 h4 a4 b4 c4 d4 e4"));
        assert_eq!(ray("f4", 0, -1, Edges::LEFT_RIGHT), named("f3 f2 f1"));
        assert_eq!(ray("f4", 0, -1, Edges::NEAR_FAR), named("f3 f2 f1 f8 f7 f6 f5"));
        assert_eq!(ray("d1", 1, 1, Edges::LEFT_RIGHT), named("e2 f3 g4 h5 a6 b7 c8"));
        assert_eq!(ray("d1", 1, 1, Edges::ALL), named("e2 f3 g4 h5 a6 b7 c8"), "d1 itself comes next");
        assert_eq!(ray("d4", -1, 1, Edges::ALL), named("c5 b6 a7 h8 g1 f2 e3"));
    }

    /// Adams' Chess 2.2, 2.6.
    #[test]
    fn cut_corners_do_not_exist() {
        let squares = Squares::cut_corners(Edges::NONE);
        let board = squares.board();
        assert_eq!(board.len(), 128);
        assert_eq!(board.on_grid().iter().filter(|&&on| !on).count(), 16);
        for name in ["a1", "b2", "a12", "b11", "k1", "l2", "k12", "l11"] {
            assert_eq!(board.cell(name), None);
        }
        assert_eq!(cells(board, "c1 j1 c2 a3 l10 c12 j12"), [0, 7, 8, 16, 111, 120, 127]);
        let ray = |name, dx, dy, crossing| squares.ray(cell(board, name), dx, dy, crossing);
        assert_eq!(ray("e5", -1, -1, Edges::NONE), cells(board, "d4 c3"));
        assert_eq!(ray("d1", -1, 0, Edges::LEFT_RIGHT), cells(board, "c1"));
        assert_eq!(ray("b3", -1, 0, Edges::LEFT_RIGHT)[..3], cells(board, "a3 l3 k3"));
        assert!(ray("b3", 0, -1, Edges::NEAR_FAR).is_empty());
        assert_eq!(squares.neighbor(cell(board, "a10"), 2, 1, Edges::NONE), board.cell("c11"));
    }

    /// A board of n x n has 2n(n-1) sides between cells and 2(n-1)(n-1) inner corners with two diagonals
    /// each; joining two edges adds n sides and 2(n-1) diagonals, joining all makes it n sides and n corners
    /// a rank.
    #[test]
    fn the_graph_has_as_many_edges_as_the_board_has_sides_and_corners() {
        let count =
            |squares: &Squares, kind| squares.board().edges().iter().filter(|edge| edge.2 == kind).count();
        for (joined, sides, corners) in [
            (Edges::NONE, 112, 98),
            (Edges::LEFT_RIGHT, 120, 112),
            (Edges::NEAR_FAR, 120, 112),
            (Edges::ALL, 128, 128),
        ] {
            let squares = Squares::joined(8, joined);
            assert_eq!(count(&squares, EdgeKind::Side), sides);
            assert_eq!(count(&squares, EdgeKind::Corner), corners);
        }
        let squares = Squares::new(12);
        assert_eq!((count(&squares, EdgeKind::Side), count(&squares, EdgeKind::Corner)), (264, 242));
    }

    #[test]
    fn a_board_knows_which_edges_are_joined() {
        for joined in [Edges::NONE, Edges::LEFT_RIGHT, Edges::NEAR_FAR, Edges::ALL] {
            assert_eq!(Squares::joined(4, joined).board().joined(), joined);
            assert_eq!(Squares::cut_corners(joined).board().joined(), joined);
        }
    }

    #[test]
    fn joined_edges_let_the_board_be_shifted() {
        let motions = |joined| Squares::joined(8, joined).board().motions().len();
        assert_eq!(motions(Edges::NONE), 8);
        assert_eq!(motions(Edges::LEFT_RIGHT), 8 * 4);
        assert_eq!(motions(Edges::NEAR_FAR), 8 * 4);
        assert_eq!(motions(Edges::ALL), 64 * 8);
        let cylinder = Squares::joined(8, Edges::LEFT_RIGHT);
        let shift = &cylinder.board().motion("shift-3-0").unwrap().cells;
        assert_eq!(shift[cell(cylinder.board(), "g5") as usize], cell(cylinder.board(), "b5"));
    }

    /// Adams' Checkers 3.5, layout `opposite`: a quarter turn maps each seat to the next.
    #[test]
    fn a_quarter_turn_takes_each_seat_to_the_one_at_its_left() {
        let board = Board::square(12);
        let turn = board.motion("turn-90").unwrap();
        let seats = [
            "d1 f1 h1 j1 l1 c2 e2 g2 i2 d3 f3 h3",
            "a1 a3 a5 a7 a9 b4 b6 b8 b10 c5 c7 c9",
            "a12 c12 e12 g12 i12 d11 f11 h11 j11 e10 g10 i10",
            "l4 l6 l8 l10 l12 k3 k5 k7 k9 j4 j6 j8",
        ];
        for (from, to) in seats.iter().zip(seats.iter().cycle().skip(1)) {
            let turned = cells(&board, from).into_iter().map(|at| turn.cells[at as usize]);
            assert_eq!(sorted(turned), sorted(cells(&board, to)));
        }
    }
}
