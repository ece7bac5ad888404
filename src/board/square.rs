//! Boards of squares: a plane, a cylinder or a torus, with cells that are off limits if need be.

use super::{Board, Cell, Colour, EdgeKind, Place, Shape, motion};

/// The edges of a board of squares that a piece may cross. Who crosses an edge comes in at the opposite one, so edges are
/// joined in pairs (Adams' Checkers 2.4, Adams' Chess 2.4).
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

    /// The edges that become these when the board is turned by 90 degrees.
    pub fn turned(self) -> Edges {
        Edges { left_right: self.near_far, near_far: self.left_right }
    }
}

/// The four directions through sides, clockwise from straight away from seat 0, as files and ranks.
const SIDES: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The four diagonal directions, clockwise from the one to the right and away from seat 0, as files and ranks.
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// A board of squares and its directions.
///
/// A cell is named by file letter and rank number; its grid is ranks by files. Cells that are off limits do not exist; the others keep
/// their names.
#[derive(Clone, Debug)]
pub struct Squares {
    size: u8,
    board: Board,
}

impl Squares {
    /// The four directions through sides, clockwise from straight away from seat 0, as files and ranks.
    pub const SIDES: [(i8, i8); 4] = SIDES;

    /// The four diagonal directions, clockwise from the one to the right and away from seat 0, as files and ranks.
    pub const DIAGONALS: [(i8, i8); 4] = DIAGONALS;

    /// A plane board of `size` files and ranks, from 4 to 15 (225 cells, the most that [`Cell`] can number with one to spare).
    pub fn new(size: u8) -> Squares {
        Squares::joined(size, Edges::NONE)
    }

    /// A board of `size` files and ranks with these edges joined: the pairs that some piece may cross, for [`Board::edges`] and [`Board::motions`].
    pub fn joined(size: u8, joined: Edges) -> Squares {
        Squares::with_cells(size, joined, |_, _| true)
    }

    /// The board of Adams' cut-throat Double Chess: 12x12 without the four cells of each corner, 128 cells (Adams' Chess 2.2).
    pub fn cut_corners(joined: Edges) -> Squares {
        let outer = |coordinate: u8| !(2..10).contains(&coordinate);
        Squares::with_cells(12, joined, |file, rank| !(outer(file) && outer(rank)))
    }

    /// A board of the cells (file, rank), both from 0, for which `exists` holds.
    pub fn with_cells(size: u8, joined: Edges, exists: impl Fn(u8, u8) -> bool) -> Squares {
        assert!((4..=15).contains(&size), "boards of squares have 4 to 15 files and ranks, not {size}");
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

    /// The number of files, and of ranks.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// What all boards share.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What all boards share, without the directions.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// The file and rank of a cell, both from 0.
    pub fn coordinates(&self, cell: Cell) -> (u8, u8) {
        let (rank, file) = self.board.place(cell);
        (file as u8, rank as u8)
    }

    /// The cell `dx` files to the right of a cell and `dy` ranks further away from seat 0, if no edge that may not be crossed is in
    /// between. A displacement over a corner crosses two edges and needs both. What lies between is no hindrance.
    ///
    /// ```
    /// use plyground::board::{Edges, Squares};
    /// let squares = Squares::new(8);
    /// let cell = |name| squares.board().cell(name).unwrap();
    /// assert_eq!(squares.neighbour(cell("h4"), 1, 1, Edges::NONE), None);
    /// assert_eq!(squares.neighbour(cell("h4"), 1, 1, Edges::LEFT_RIGHT), Some(cell("a5")));
    /// ```
    pub fn neighbour(&self, cell: Cell, dx: i8, dy: i8, crossing: Edges) -> Option<Cell> {
        displaced(&self.board, self.size, cell, dx, dy, crossing)
    }

    /// The line from a cell by steps of (`dx`, `dy`), nearest cell first. It ends at an edge that may not be crossed, before a cell that is off
    /// limits, and before it comes back to the cell itself (Adams' Chess 2.5, 2.6).
    pub fn ray(&self, cell: Cell, dx: i8, dy: i8, crossing: Edges) -> Vec<Cell> {
        let next = |&at: &Cell| self.neighbour(at, dx, dy, crossing).filter(|&next| next != cell);
        std::iter::successors(next(&cell), next).collect()
    }
}

/// The square of a file and rank, both from 0.
pub(super) fn place(name: String, file: u8, rank: u8, dark: bool) -> Place {
    let (x, y) = (f64::from(file), f64::from(rank));
    Place {
        name,
        row: rank,
        column: file,
        colour: if dark { Colour::Dark } else { Colour::Light },
        outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
    }
}

/// [`Squares::neighbour`] on any board of squares.
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

/// A coordinate moved by `by`: around the board if it is joined there.
fn shifted(coordinate: usize, by: i8, size: u8, joined: bool) -> Option<usize> {
    let (to, size) = (coordinate as i16 + i16::from(by), i16::from(size));
    ((0..size).contains(&to) || joined).then(|| to.rem_euclid(size) as usize)
}

/// Adds turns and reflections, each followed by every shift along the joined edges.
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
            // On a cylinder a quarter turn would carry joined edges to others.
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
