//! The lattice of a board of squares.

use super::{DIRECTIONS, KNIGHT_HOPS, Squares, compass, turned};
use crate::board::lattice::{LatticeParts, turned_paths, views};
use crate::board::{Cell, Direction, Edges, Lattice, Line, NO_CELL, Plane, Ray, View, motion};

/// The axes, each in one of its two directions: files, ranks, then the two kinds of diagonals.
const AXES: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Squares {
    /// Returns the lattice of pieces that cross some of the joined edges.
    ///
    /// Its directions are [`Squares::DIRECTIONS`], and its knight hops [`Squares::KNIGHT_HOPS`]. A view that
    /// turns a board with more files than ranks by 90 degrees does not exist.
    pub fn lattice(&self, crossing: Edges) -> Lattice {
        let by_cell = |of: &dyn Fn(Cell) -> Cell| self.board.cells().map(of).collect::<Vec<Cell>>();
        let to = |cell, (dx, dy): (i8, i8)| self.neighbor(cell, dx, dy, crossing);
        let lines = |&(dx, dy): &(i8, i8)| {
            Line::all(&self.board, |cell, backward| to(cell, if backward { (-dx, -dy) } else { (dx, dy) }))
        };
        let axis = |direction: (i8, i8)| AXES.iter().position(|&axis| axis == direction);
        let ray = |&(dx, dy): &(i8, i8)| match axis((dx, dy)) {
            Some(axis) => Ray { axis: axis as u8, backward: false },
            None => Ray { axis: axis((-dx, -dy)).unwrap_or(0) as u8, backward: true },
        };
        let named = |&(files, ranks): &(i8, i8)| compass(files, ranks);
        let direction = |(at, step): (usize, &(i8, i8))| Direction {
            name: named(step),
            angle: 45 * at as u16,
            length: f64::from(step.0 * step.0 + step.1 * step.1).sqrt(),
            step: Some(*step),
        };
        let parts = LatticeParts {
            directions: DIRECTIONS.iter().enumerate().map(direction).collect(),
            hop_names: KNIGHT_HOPS.iter().map(named).collect(),
            plane: Plane::Grid(crossing),
            side_axes: AXES[..2].iter().map(lines).collect(),
            corner_axes: AXES[2..].iter().map(lines).collect(),
            rays: self.board.cells().map(|_| DIRECTIONS.iter().map(ray).collect()).collect(),
            neighbors: self
                .board
                .cells()
                .map(|cell| DIRECTIONS.iter().filter_map(|&direction| to(cell, direction)).collect())
                .collect(),
            knight_hops: KNIGHT_HOPS
                .iter()
                .map(|&hop| by_cell(&|cell| to(cell, hop).unwrap_or(NO_CELL)))
                .collect(),
            views: self.views(),
        };
        Lattice::new(self.board.clone(), parts)
    }

    fn views(&self) -> Vec<View> {
        let ((files, ranks), columns) = (self.size, self.board.grid().1);
        // A knight's hop is a step through a side, and one through a corner next to it.
        let hop = |hop: usize| [2 * hop.div_ceil(2) % 8, 2 * (hop / 2) + 1];
        let paths: [[usize; 2]; 8] = std::array::from_fn(hop);
        let quarters = if files == ranks { 1 } else { 2 };
        views(4 / quarters, true, |mirrored, turns| {
            let turns = turns * quarters;
            let becomes = |at: usize| (if mirrored { 8 - at } else { at } + 2 * turns) % 8;
            let seen_at = |cell| {
                let (rank, file) = turned(&self.board, cell, mirrored, turns);
                (rank * columns + file) as u16
            };
            Some(View {
                name: motion::name(mirrored, 90 * turns),
                places: self.board.cells().map(seen_at).collect(),
                directions: (0..8).map(|at| becomes(at) as u8).collect(),
                knight_hops: turned_paths(&paths, becomes),
            })
        })
    }
}
