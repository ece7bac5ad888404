//! The lattice of a board of hexagons.

use super::{DIAGONALS, Hexagons, SIDES};
use crate::board::lattice::{LatticeParts, turned_paths, views};
use crate::board::{Cell, Direction, Edges, Lattice, Line, NO_CELL, Plane, Ray, View, motion};

/// The number of directions: through sides and through corners by turns.
const DIRECTIONS: usize = 12;

/// The names of directions: those through corners lie between two winds.
const NAMES: [&str; DIRECTIONS] = [
    "north",
    "north-north-east",
    "north-east",
    "east",
    "south-east",
    "south-south-east",
    "south",
    "south-south-west",
    "south-west",
    "west",
    "north-west",
    "north-north-west",
];

/// Returns a direction as files and rows.
fn step(direction: usize) -> (i8, i8) {
    if direction.is_multiple_of(2) { SIDES[direction / 2] } else { DIAGONALS[direction / 2] }
}

impl Hexagons {
    /// Returns the lattice.
    ///
    /// The twelve directions are clockwise from straight away from seat 0: even ones lead through sides, odd
    /// ones through corners. A knight goes one cell through a side, then one through a corner next to it. The
    /// views are those that keep the outline of the board.
    pub fn lattice(&self) -> Lattice {
        let cells = || self.board.cells();
        let next = |cell, direction: usize| self.moved(cell, &[direction % DIRECTIONS]);
        let axis = |direction: usize| {
            Line::all(&self.board, |cell, back| next(cell, direction + if back { DIRECTIONS / 2 } else { 0 }))
        };
        let ray = |direction: usize| {
            let half = direction % (DIRECTIONS / 2);
            Ray { axis: (half % 2 * 3 + half / 2) as u8, backward: direction != half }
        };
        let near = |cell| (0..DIRECTIONS).filter_map(|direction| next(cell, direction)).collect();
        // Clockwise: before and behind each corner.
        let hop = |hop: usize| [2 * hop.div_ceil(2) % DIRECTIONS, 2 * (hop / 2) + 1];
        let hops: Vec<[usize; 2]> = (0..DIRECTIONS).map(hop).collect();
        let targets = |hop| cells().map(|cell| self.moved(cell, hop).unwrap_or(NO_CELL)).collect();
        let direction = |at: usize| Direction {
            name: NAMES[at].into(),
            angle: 30 * at as u16,
            length: if at.is_multiple_of(2) { 1.0 } else { 3f64.sqrt() },
            step: Some(step(at)),
        };
        let parts = LatticeParts {
            directions: (0..DIRECTIONS).map(direction).collect(),
            hop_names: hops
                .iter()
                .map(|&[side, corner]| format!("{} and {}", NAMES[side], NAMES[corner]))
                .collect(),
            plane: Plane::Grid(Edges::NONE),
            side_axes: [0, 2, 4].map(axis).into(),
            corner_axes: [1, 3, 5].map(axis).into(),
            rays: cells().map(|_| (0..DIRECTIONS).map(ray).collect()).collect(),
            neighbors: cells().map(near).collect(),
            knight_hops: hops.iter().map(|hop| targets(hop)).collect(),
            views: views(6, true, |mirrored, turns| self.view(mirrored, turns, &hops)),
        };
        Lattice::new(self.board.clone(), parts)
    }

    /// Returns the cell after a step in each of some directions. The cells between can be off the board.
    fn moved(&self, cell: Cell, directions: &[usize]) -> Option<Cell> {
        let (f, a) = self.coordinates(cell);
        let (f, a) = directions.iter().fold((f, a), |(f, a), &at| (f + step(at).0, a + step(at).1));
        self.at(f, a)
    }

    fn view(&self, mirrored: bool, turns: usize, hops: &[[usize; 2]]) -> Option<View> {
        let name = motion::name(mirrored, 60 * turns);
        let cells = &self.board.motion(&name)?.cells;
        let becomes = |at: usize| (if mirrored { DIRECTIONS - at } else { at } + 2 * turns) % DIRECTIONS;
        Some(View {
            places: cells.iter().map(|&to| self.board.plane_index(to) as u16).collect(),
            directions: (0..DIRECTIONS).map(|at| becomes(at) as u8).collect(),
            knight_hops: turned_paths(hops, becomes),
            name,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::board::tests::{cell, cells, sorted};
    use crate::board::{Hexagons, NO_CELL};

    /// The moves from the center of Gliński's board.
    #[test]
    fn directions_and_hops_are_those_of_hexagonal_chess() {
        let lattice = Hexagons::regular(6).lattice();
        let board = lattice.board();
        let from = cell(board, "f6");
        assert_eq!(lattice.ray(from, 0), cells(board, "f7 f8 f9 f10 f11"));
        assert_eq!(lattice.ray(from, 1), cells(board, "g7 h8"));
        assert_eq!(lattice.ray(from, 8), cells(board, "e5 d4 c3 b2 a1"));
        let hops = lattice.knight_hops().iter().map(|hop| hop[usize::from(from)]);
        let expected = "g8 h7 i5 i4 h3 g3 e3 d3 c4 c5 d7 e8";
        assert_eq!(sorted(hops.filter(|&to| to != NO_CELL)), sorted(cells(board, expected)));
        assert_eq!(lattice.neighbors()[usize::from(from)].len(), 12);
        assert_eq!(lattice.views().len(), 12);
    }
}
