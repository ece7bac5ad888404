//! The lattice of Three Kings Chess: lines that bend and fork at the center (Three Kings 4), and knights.

use super::ThreeKings;
use crate::board::lattice::{LatticeParts, views};
use crate::board::{Cell, Direction, Lattice, Line, NO_CELL, Plane, Ray, Squares, View, motion};
use std::collections::BTreeSet;

/// The number of the axis of forks. Each cell of an arm is on two lines that fork at the center; the second
/// is on this axis.
const FORKS: u8 = 4;

/// The number of ranks of a half.
const RANKS: usize = 4;

/// The hops that arrive from another half, in coordinates of the half of arrival.
const HOPS_IN: [(i8, i8); 4] = [(2, -1), (1, -2), (-1, -2), (-2, -1)];

impl ThreeKings {
    /// The hops of knights that arrive from another half: the files to the right and ranks towards the center
    /// in the half of arrival.
    pub const KNIGHT_HOPS_IN: [(i8, i8); 4] = HOPS_IN;

    /// Returns the lattice.
    ///
    /// The eight directions of a cell are those of its half, clockwise from straight to the center. Direction
    /// 8 leads away from the center on the second line of a fork. The first eight knight hops stay in a half
    /// ([`Squares::KNIGHT_HOPS`]). Then come [`ThreeKings::KNIGHT_HOPS_IN`] from the half to the left, and
    /// from the half to the right. The views are rotations by 120 degrees.
    pub fn lattice(&self) -> Lattice {
        let first = |of: &dyn Fn(usize, usize) -> Option<Cell>| -> Vec<Cell> {
            (0..3).flat_map(|half| (0..RANKS).filter_map(move |at| of(half, at))).collect()
        };
        let orthogonals = |firsts: Vec<Cell>, side: usize| {
            let line = |first| Line::open([first].into_iter().chain(self.orthogonal(first, side)).collect());
            firsts.into_iter().map(line).collect::<Vec<Line>>()
        };
        let side_axes = vec![
            orthogonals(first(&|half, at| self.at(half, at, 0)), 3),
            orthogonals(first(&|half, at| self.at(half, 0, at)), 1),
        ];
        let corner_axes = vec![self.diagonals(3), self.diagonals(2), Vec::new()];
        let axes: Vec<&Vec<Line>> = side_axes.iter().chain(&corner_axes).collect();
        let near =
            |cell| Squares::DIRECTIONS.iter().flat_map(|&direction| self.near(cell, direction)).collect();
        let hops = self.knight_hops();
        let (rays, neighbors) = (
            self.board.cells().map(|cell| self.rays(cell, &axes)).collect(),
            self.board.cells().map(near).collect(),
        );
        let view = |_, turns| Some(self.view(turns, hops.len()));
        let views = views(3, false, view);
        let parts = LatticeParts {
            directions: directions(),
            hop_names: hop_names(),
            plane: Plane::None,
            rays,
            neighbors,
            views,
            knight_hops: hops,
            side_axes,
            corner_axes,
        };
        Lattice::new(self.board.clone(), parts)
    }

    /// Returns the neighbors in a direction of a cell's half: two on a diagonal through the center, otherwise
    /// at most one.
    pub fn near(&self, cell: Cell, (dx, dy): (i8, i8)) -> Vec<Cell> {
        match (dx, dy) {
            (0, _) => self.through_side(cell, if dy < 0 { 2 } else { 3 }).into_iter().collect(),
            (_, 0) => self.through_side(cell, usize::from(dx > 0)).into_iter().collect(),
            _ => self.through_corner(cell, usize::from(dx > 0) + 2 * usize::from(dy > 0)),
        }
    }

    /// Returns the diagonals through a corner and the opposite one (Three Kings 4.2).
    ///
    /// A fork consists of three lines, each from an arm to the arm of the next half. A line is on this axis
    /// along its first arm, and on the axis of forks along its second.
    fn diagonals(&self, corner: usize) -> Vec<Line> {
        let (mut lines, mut seen) = (Vec::new(), BTreeSet::<Cell>::new());
        for cell in self.board.cells() {
            if seen.contains(&cell) {
                continue;
            }
            let branches = self.diagonal(cell, corner);
            if let [_, _] = branches[..] {
                // Outer ends of arms are visited first.
                let half = |cell| self.coordinates(cell).0;
                let next =
                    |cells: &[Cell]| cells.last().is_some_and(|&last| half(last) == (half(cell) + 1) % 3);
                let branch =
                    branches.iter().find(|line| next(&line.cells)).expect("a fork leads to both halves");
                let cells: Vec<Cell> = [cell].into_iter().chain(branch.cells.iter().copied()).collect();
                seen.extend(&cells[..RANKS]);
                lines.push(Line { fork: Some((RANKS, FORKS)), ..Line::open(cells) });
                continue;
            }
            let backward = self.diagonal(cell, 3 - corner);
            let mut cells: Vec<Cell> = backward.into_iter().flat_map(|line| line.cells).collect();
            cells.reverse();
            cells.push(cell);
            cells.extend(branches.into_iter().flat_map(|line| line.cells));
            seen.extend(&cells);
            lines.push(Line::open(cells));
        }
        lines
    }

    /// Returns the rays through a cell, by direction.
    fn rays(&self, cell: Cell, axes: &[&Vec<Line>]) -> Vec<Ray> {
        let rays = Squares::DIRECTIONS.iter().map(|&(dx, dy)| {
            let axis = match (dx, dy) {
                (0, _) => 0,
                (_, 0) => 1,
                _ if dx == dy => 2,
                _ => 3,
            };
            let on = |line: &&Line| {
                let own = line.fork.map_or(line.cells.len(), |(from, _)| from);
                line.cells[..own].contains(&cell)
            };
            let line = &axes[axis].iter().find(on).expect("a line of each axis").cells;
            let at = line.iter().position(|&other| other == cell).unwrap_or(0);
            let leads =
                |to: Option<&Cell>, direction| to.is_some_and(|to| self.near(cell, direction).contains(to));
            let (next, before) = (line.get(at + 1), at.checked_sub(1).map(|at| &line[at]));
            let backward = leads(before, (dx, dy)) || leads(next, (-dx, -dy));
            Ray { axis: axis as u8, backward }
        });
        rays.chain([Ray { axis: FORKS, backward: false }]).collect()
    }

    /// Returns the targets of a knight (Three Kings 5.3).
    fn knight_targets(&self, cell: Cell) -> BTreeSet<Cell> {
        let (straight, diagonal): (Vec<_>, Vec<_>) =
            Squares::DIRECTIONS.iter().partition(|(dx, dy)| dx * dy == 0);
        let all = |cells: &[Cell], directions: &[(i8, i8)]| -> Vec<Cell> {
            let each =
                |&cell: &Cell| directions.iter().flat_map(move |&direction| self.near(cell, direction));
            cells.iter().flat_map(each).collect()
        };
        let orthogonally = all(&all(&[cell], &straight), &diagonal);
        let diagonally = all(&all(&[cell], &diagonal), &straight);
        let not_touching = |&other: &Cell| !self.touch(cell, other);
        orthogonally.into_iter().chain(diagonally).filter(not_touching).collect()
    }

    /// Returns the targets of each knight hop.
    fn knight_hops(&self) -> Vec<Vec<Cell>> {
        let by_cell = |of: &dyn Fn(Cell) -> Option<Cell>| -> Vec<Cell> {
            self.board.cells().map(|cell| of(cell).unwrap_or(NO_CELL)).collect()
        };
        let inside = Squares::KNIGHT_HOPS.iter().map(|&(dx, dy)| {
            by_cell(&|cell| {
                let (half, x, y) = self.coordinates(cell);
                self.at(half, x.checked_add_signed(dx.into())?, y.checked_add_signed(dy.into())?)
            })
        });
        // Two halves, joined along their top sides, form an 8x8 board. Knights cross only where these sides
        // meet.
        let across =
            [1, 2].into_iter().flat_map(|from| HOPS_IN.map(|hop| (from, hop))).map(|(from, (dx, dy))| {
                by_cell(&|cell| {
                    let (half, x, y) = self.coordinates(cell);
                    let (x, y) =
                        ((7 - x).checked_add_signed(dx.into())?, (7 - y).checked_add_signed(dy.into())?);
                    let to = self.at((half + 3 - from) % 3, x, y)?;
                    self.knight_targets(cell).contains(&to).then_some(to)
                })
            });
        inside.chain(across).collect()
    }

    fn view(&self, turns: usize, hops: usize) -> View {
        let seen_at = |cell| {
            let (half, x, y) = self.coordinates(cell);
            (((half + turns) % 3 * RANKS + y) * 8 + x) as u16
        };
        View {
            name: motion::name(false, 120 * turns),
            places: self.board.cells().map(seen_at).collect(),
            directions: (0..9).collect(),
            knight_hops: (0..hops as u8).collect(),
        }
    }
}

/// Returns the directions, in terms of the half of arrival.
fn directions() -> Vec<Direction> {
    let directions = Squares::DIRECTIONS.iter().zip(0..).map(|(&(dx, dy), at)| Direction {
        name: match (dx, dy) {
            (0, _) => inward(dy).to_owned(),
            (_, 0) => sideways(dx).to_owned(),
            _ => format!("{} to the {}", inward(dy), sideways(dx)),
        },
        angle: 45 * at,
        length: f64::from(dx * dx + dy * dy).sqrt(),
        step: None,
    });
    let name = "outward through the center, on the second line".to_owned();
    directions.chain([Direction { name, angle: 180, length: 2f64.sqrt(), step: None }]).collect()
}

/// Returns the names of the knight hops, in terms of the half of arrival.
fn hop_names() -> Vec<String> {
    let number = |by: i8| if by.abs() == 1 { "one" } else { "two" };
    let hop =
        |&(dx, dy): &(i8, i8)| format!("{} {} and {} {}", number(dy), inward(dy), number(dx), sideways(dx));
    let across = ["half to its left", "half to its right"].into_iter();
    let across =
        across.flat_map(|half| HOPS_IN.iter().map(move |at| format!("from the {half}, {}", hop(at))));
    Squares::KNIGHT_HOPS.iter().map(hop).chain(across).collect()
}

fn inward(dy: i8) -> &'static str {
    if dy > 0 { "inward" } else { "outward" }
}

fn sideways(dx: i8) -> &'static str {
    if dx > 0 { "right" } else { "left" }
}
