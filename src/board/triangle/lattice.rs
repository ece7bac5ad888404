//! The lattice of a board of triangles.

use super::spot::{Spot, straight_steps};
use super::{Triangles, at_place, coordinates, turn_clockwise};
use crate::board::lattice::{LatticeParts, views};
use crate::board::{Board, Cell, Direction, Lattice, Line, NO_CELL, Plane, Ray, View, motion};

/// The numbers of straight directions and of directions along strips, and of the hands of a knight's hop.
const STRAIGHT: usize = 6;
const STRIPS: usize = 6;
const HANDS: usize = 2;

/// The straight directions, clockwise from straight ahead, and those along strips.
const AHEAD: [&str; STRAIGHT] = ["ahead", "right ahead", "right back", "back", "left back", "left ahead"];
const ALONG: [&str; STRIPS] = ["right", "right back", "left back", "left", "left ahead", "right ahead"];

/// Returns the cell after a step in each of some directions of the lattice. The cells between can be missing.
pub fn leap(board: &Board, (edge, lowest): (u8, i8), cell: Cell, path: &[usize]) -> Option<Cell> {
    let step = |at: Spot, &direction: &usize| -> Spot {
        let Some(strip) = direction.checked_sub(STRAIGHT) else {
            let (rows, halves) = straight_steps(at)[direction];
            return (at.0 + rows, at.1 + halves);
        };
        let (r, x) = turn_clockwise(at, edge, 6 - strip);
        turn_clockwise((r, x + 1), edge, strip)
    };
    at_place(board, lowest, path.iter().fold(coordinates(board, lowest, cell), step))
}

impl Triangles {
    /// Returns the lattice.
    ///
    /// Directions 0 to 5 lead straight on, through corners and sides in turn, clockwise from straight away
    /// from seat 0. Directions 6 to 11 lead along strips, through sides only, clockwise from seat 0's right.
    /// Knight hops are in the order of straight directions, to the left and to the right.
    pub fn lattice(&self) -> Lattice {
        let cells = || self.board.cells();
        let axis = |ray: &dyn Fn(Cell, usize) -> Option<Cell>, direction: usize| {
            Line::all(&self.board, |cell, backward| ray(cell, direction + if backward { 3 } else { 0 }))
        };
        let strip = |cell, direction| self.strip_ray(cell, direction).first().copied();
        let straight = |cell, direction| self.straight(cell, direction);
        // The first three axes are strips.
        let ray = |direction: usize| {
            let (first, direction) =
                if direction < STRAIGHT { (3, direction) } else { (0, direction - STRAIGHT) };
            Ray { axis: (first + direction % 3) as u8, backward: direction >= 3 }
        };
        let near = |cell| {
            let next = (0..6).flat_map(|at| [self.straight(cell, at), self.same(cell, at)]);
            next.flatten().collect()
        };
        let hop = |hop: usize| cells().map(|cell| self.knight_hop(cell, hop).unwrap_or(NO_CELL)).collect();
        let direction = |at: usize| match at.checked_sub(STRAIGHT) {
            None => Direction {
                name: format!("straight {}", AHEAD[at]),
                angle: 60 * at as u16,
                length: 1.5,
                step: None,
            },
            Some(strip) => Direction {
                name: format!("along the strip {}", ALONG[strip]),
                angle: (90 + 60 * strip as u16) % 360,
                length: 1.0,
                step: None,
            },
        };
        let hop_name = |hop: usize| {
            let hand = ["left", "right"][hop % HANDS];
            format!("straight {} and to its {hand}", AHEAD[hop / HANDS])
        };
        let parts = LatticeParts {
            directions: (0..STRAIGHT + STRIPS).map(direction).collect(),
            hop_names: (0..HANDS * STRAIGHT).map(hop_name).collect(),
            plane: Plane::Triangles { edge: self.edge, lowest: self.lowest },
            side_axes: (0..3).map(|direction| axis(&strip, direction)).collect(),
            corner_axes: (0..3).map(|direction| axis(&straight, direction)).collect(),
            rays: cells().map(|_| (0..STRAIGHT + STRIPS).map(ray).collect()).collect(),
            neighbors: cells().map(near).collect(),
            knight_hops: (0..HANDS * STRAIGHT).map(hop).collect(),
            views: views(6, true, |mirrored, turns| Some(self.view(mirrored, turns))),
        };
        Lattice::new(self.board.clone(), parts)
    }

    /// Returns the target of a knight's hop: two cells straight on, then one through a side to the left or
    /// right. The cells that it passes can be off the board (Tri-Chess 4.6).
    fn knight_hop(&self, cell: Cell, hop: usize) -> Option<Cell> {
        let (direction, hand) = (hop / HANDS, hop % HANDS);
        let (r, x) = turn_clockwise(self.coordinates(cell), self.edge, 6 - direction);
        let (r, x) = turn_clockwise((r + 2, if hand == 0 { x - 1 } else { x + 1 }), self.edge, direction);
        self.at(r, x)
    }

    fn view(&self, mirrored: bool, turns: usize) -> View {
        let columns = self.board.grid().1;
        let seen_at = |cell| {
            let (r, x) = self.coordinates(cell);
            let x = if mirrored { 2 * self.edge as i8 - x } else { x };
            let (r, x) = turn_clockwise((r, x), self.edge, turns);
            (r as usize * columns + (x - self.lowest) as usize) as u16
        };
        let straight = |at: usize| (if mirrored { STRAIGHT - at } else { at } + turns) % STRAIGHT;
        let strip = |at: usize| STRAIGHT + (if mirrored { STRIPS + 3 - at } else { at } + turns) % STRIPS;
        let hop = |hop: usize| {
            let hand = if mirrored { 1 - hop % HANDS } else { hop % HANDS };
            HANDS * straight(hop / HANDS) + hand
        };
        View {
            name: motion::name(mirrored, 60 * turns),
            places: self.board.cells().map(seen_at).collect(),
            directions: (0..STRAIGHT)
                .map(straight)
                .chain((0..STRIPS).map(strip))
                .map(|at| at as u8)
                .collect(),
            knight_hops: (0..HANDS * STRAIGHT).map(|at| hop(at) as u8).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A knight goes straight on twice and then to a side, over cells that can be missing.
    #[test]
    fn hops_of_knights_are_paths() {
        let holes = Triangles::without(4, |r, x| r == x);
        for triangles in [Triangles::hexagon(4), Triangles::cut_corners(), holes] {
            let lattice = triangles.lattice();
            for (hop, targets) in lattice.knight_hops().iter().enumerate() {
                let (straight, to_the_left) = (hop / HANDS, hop.is_multiple_of(HANDS));
                let strip = STRAIGHT + (straight + if to_the_left { STRIPS / 2 } else { 0 }) % STRIPS;
                for cell in lattice.board().cells() {
                    let to = lattice.leap(cell, &[straight, straight, strip]);
                    assert_eq!(to.unwrap_or(NO_CELL), targets[usize::from(cell)]);
                }
            }
        }
    }

    #[test]
    fn lines_have_at_least_two_cells() {
        let lattice = Triangles::hexagon(4).lattice();
        assert!(lattice.axes().iter().flatten().all(|line| line.cells.len() > 1));
    }
}
