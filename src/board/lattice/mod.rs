//! Lattices: boards with directions, the lines of pieces along them, and the board as seats see it.
//!
//! A lattice is data, so that an engine asks it the same questions on any kind of cells:
//!
//! | question | answer |
//! |---|---|
//! | which cells follow in a direction? | [`Lattice::next`], [`Lattice::ray`] |
//! | along which lines do pieces slide? | [`Lattice::axes`]: through sides first, then through corners |
//! | which cells touch? | [`Lattice::neighbors`] |
//! | where does a knight hop? | [`Lattice::knight_hops`] |
//! | how does a seat at another side see the board? | [`Lattice::views`] |
//!
//! [`Squares::lattice`](super::Squares::lattice), [`Hexagons::lattice`](super::Hexagons::lattice),
//! [`Triangles::lattice`](super::Triangles::lattice) and
//! [`ThreeKings::lattice`](super::ThreeKings::lattice) make lattices. [`Lattice::new`] makes one of any
//! board.

mod line;
mod view;

pub use line::{Line, Ray};
pub use view::View;
pub(super) use view::{turned_paths, views};

use super::{Board, Cell, Edges, Squares, motion};

/// The number that means no cell.
pub const NO_CELL: Cell = Cell::MAX;

/// A board with directions.
///
/// Directions are numbered. On a line, a direction leads from each cell to the next one, and the opposite
/// direction leads back.
#[derive(Clone, Debug)]
pub struct Lattice {
    board: Board,
    directions: Vec<Direction>,
    hop_names: Vec<String>,
    plane: Plane,
    axes: Vec<Vec<Line>>,
    side_axes: usize,
    rays: Vec<Vec<Ray>>,
    neighbors: Vec<Vec<Cell>>,
    knight_hops: Vec<Vec<Cell>>,
    views: Vec<View>,
}

/// A direction of a lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Direction {
    /// The name, as the seat at the near edge sees it: `north-east`.
    pub name: String,
    /// The angle in degrees clockwise from straight away from seat 0.
    pub angle: u16,
    /// The distance to the next cell, in any unit.
    pub length: f64,
    /// The displacement on the grid as columns and rows, if it is the same for all cells.
    pub step: Option<(i8, i8)>,
}

/// What the directions of a [`Lattice`] mean beyond the board, for pieces that leap over missing cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// Every direction is a displacement on the grid. Pieces cross these edges.
    Grid(Edges),
    /// Directions are those of triangles.
    Triangles {
        /// The length of the hexagon's edge.
        edge: u8,
        /// The half side of column 0.
        lowest: i8,
    },
    /// Directions have no meaning beyond the board.
    None,
}

/// The parts of a [`Lattice`].
#[derive(Clone, Debug)]
pub struct LatticeParts {
    /// The directions, in order.
    pub directions: Vec<Direction>,
    /// The names of knight hops.
    pub hop_names: Vec<String>,
    /// What directions mean beyond the board.
    pub plane: Plane,
    /// The lines through sides, by axis. An axis is a set of lines of which at most one passes through each
    /// cell.
    pub side_axes: Vec<Vec<Line>>,
    /// The lines through corners, by axis.
    pub corner_axes: Vec<Vec<Line>>,
    /// By cell and direction, the ray through the cell that has this direction there. Axes are numbered
    /// through sides first.
    pub rays: Vec<Vec<Ray>>,
    /// By cell, the cells that touch it.
    pub neighbors: Vec<Vec<Cell>>,
    /// By hop and cell, the target of a knight, or [`NO_CELL`].
    pub knight_hops: Vec<Vec<Cell>>,
    /// The ways in which seats can see the board. The first is that of seat 0.
    pub views: Vec<View>,
}

impl Lattice {
    /// Returns the lattice of a board.
    ///
    /// # Panics
    ///
    /// Panics if the parts do not have an entry for each cell, or if there is no view.
    pub fn new(board: Board, parts: LatticeParts) -> Lattice {
        let LatticeParts { directions, hop_names, plane, .. } = parts;
        let LatticeParts { side_axes, corner_axes, rays, neighbors, knight_hops, views, .. } = parts;
        assert!(rays.len() == board.len() && neighbors.len() == board.len(), "each cell needs directions");
        assert!(knight_hops.iter().all(|hop| hop.len() == board.len()), "each hop needs all cells");
        assert!(!views.is_empty(), "a lattice needs a view");
        let (count, axes) = (side_axes.len(), side_axes.into_iter().chain(corner_axes).collect());
        Lattice {
            board,
            directions,
            hop_names,
            plane,
            axes,
            side_axes: count,
            rays,
            neighbors,
            knight_hops,
            views,
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the lines by axis: the axes through sides first, then those through corners.
    pub fn axes(&self) -> &[Vec<Line>] {
        &self.axes
    }

    /// Returns the number of axes through sides.
    pub fn side_axes(&self) -> usize {
        self.side_axes
    }

    /// Returns by cell and direction the ray through the cell that has this direction there.
    pub fn rays(&self) -> &[Vec<Ray>] {
        &self.rays
    }

    /// Returns the directions.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// Returns the names of knight hops.
    pub fn hop_names(&self) -> &[String] {
        &self.hop_names
    }

    /// Whether a direction leads through sides of cells only.
    pub fn is_through_sides(&self, direction: usize) -> bool {
        usize::from(self.rays[0][direction].axis) < self.side_axes
    }

    /// Returns the next cell in a direction.
    ///
    /// ```
    /// use plyground::board::{Edges, Squares};
    /// let lattice = Squares::new(8).lattice(Edges::NONE);
    /// let cell = |name| lattice.board().cell(name).unwrap();
    /// assert_eq!(lattice.next(cell("e4"), 1), Some(cell("f5")));
    /// assert_eq!(lattice.next(cell("h4"), 1), None);
    /// ```
    pub fn next(&self, cell: Cell, direction: usize) -> Option<Cell> {
        self.ray(cell, direction).first().copied()
    }

    /// Returns the cells in a direction, nearest first. A ring ends before it returns to the cell.
    pub fn ray(&self, cell: Cell, direction: usize) -> Vec<Cell> {
        let Ray { axis, backward } = self.rays[usize::from(cell)][direction];
        let lines =
            self.axes.iter().enumerate().flat_map(|(at, lines)| lines.iter().map(move |line| (at, line)));
        let at = lines.filter_map(|(first, line)| Some((line, line.position(cell, (first, axis.into()))?)));
        at.map(|(line, at)| line.cells_from(at, backward)).next().unwrap_or_default()
    }

    /// Returns the cell after a step in each of some directions. The cells between can be missing, unless
    /// directions have no meaning beyond the board.
    ///
    /// ```
    /// use plyground::board::{Edges, Squares};
    /// let lattice = Squares::new(8).lattice(Edges::NONE);
    /// let cell = |name| lattice.board().cell(name).unwrap();
    /// assert_eq!(lattice.leap(cell("b1"), &[0, 1]), Some(cell("c3")));
    /// ```
    pub fn leap(&self, cell: Cell, path: &[usize]) -> Option<Cell> {
        let crossing = match self.plane {
            Plane::Grid(crossing) => crossing,
            Plane::Triangles { edge, lowest } => {
                return super::triangle::leap(&self.board, (edge, lowest), cell, path);
            }
            Plane::None => return path.iter().try_fold(cell, |at, &direction| self.next(at, direction)),
        };
        let steps = path.iter().filter_map(|&direction| self.directions[direction].step);
        let (columns, rows) = steps.fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy));
        let ((row, column), (height, width)) = (self.board.place(cell), self.board.grid());
        let column = super::square::shifted(column, columns, width, crossing.left_right)?;
        self.board.at(super::square::shifted(row, rows, height, crossing.near_far)?, column)
    }

    /// Returns by cell the cells that touch it: a king's targets.
    pub fn neighbors(&self) -> &[Vec<Cell>] {
        &self.neighbors
    }

    /// Returns by hop and cell the target of a knight, or [`NO_CELL`].
    pub fn knight_hops(&self) -> &[Vec<Cell>] {
        &self.knight_hops
    }

    /// Returns the lattice with other hops than those of a knight: one for each path of directions. Turned
    /// paths must be among them.
    ///
    /// # Panics
    ///
    /// Panics if a turned path is missing.
    pub fn with_hops(mut self, paths: &[Vec<usize>]) -> Lattice {
        let targets = |path: &Vec<usize>| {
            self.board.cells().map(|cell| self.leap(cell, path).unwrap_or(NO_CELL)).collect()
        };
        self.knight_hops = paths.iter().map(targets).collect();
        let step = |&direction: &usize| self.directions[direction].name.clone();
        let name = |path: &Vec<usize>| path.iter().map(step).collect::<Vec<String>>().join(" and ");
        self.hop_names = paths.iter().map(name).collect();
        for view in &mut self.views {
            let turned = |path: &Vec<usize>| -> Vec<usize> {
                path.iter().map(|&direction| view.directions[direction].into()).collect()
            };
            let index = |path: &Vec<usize>| {
                let turned = turned(path);
                paths.iter().position(|other| *other == turned).expect("turned paths are given") as u8
            };
            view.knight_hops = paths.iter().map(index).collect();
        }
        self
    }

    /// Returns the lattice of pieces that cross other edges of the same board, with the hops of a knight.
    /// Returns `None` if the board does not consist of squares.
    ///
    /// ```
    /// use plyground::board::{Edges, Squares};
    /// let lattice = Squares::joined(8, Edges::ALL).lattice(Edges::NONE);
    /// let cell = |name| lattice.board().cell(name).unwrap();
    /// let crossing = lattice.crossing(Edges::LEFT_RIGHT).unwrap();
    /// assert_eq!((lattice.next(cell("h4"), 2), crossing.next(cell("h4"), 2)), (None, Some(cell("a4"))));
    /// ```
    pub fn crossing(&self, edges: Edges) -> Option<Lattice> {
        Some(Squares::of_board(&self.board)?.lattice(edges))
    }

    /// Returns the ways in which seats can see the board. The first is that of seat 0.
    pub fn views(&self) -> &[View] {
        &self.views
    }

    /// Returns the index of the view after a reflection, if `mirrored`, and a clockwise turn.
    pub fn view_index(&self, mirrored: bool, degrees: u16) -> Option<usize> {
        let name = motion::name(mirrored, degrees.into());
        self.views.iter().position(|view| view.name == name)
    }

    /// Returns the view with this name.
    pub fn view(&self, name: &str) -> Option<&View> {
        self.views.iter().find(|view| view.name == name)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::tests::{cell, cells};
    use crate::board::{Edges, Lattice, Squares, ThreeKings, Triangles};

    fn check_rays(lattice: &Lattice) {
        for from in lattice.board().cells() {
            for direction in 0..lattice.directions().len() {
                let ray = lattice.ray(from, direction);
                assert!(!ray.contains(&from));
                assert_eq!(lattice.next(from, direction), ray.first().copied());
                let touches = |to| lattice.neighbors()[usize::from(from)].contains(to);
                // On triangles a strip leads through sides only, and straight lines through corners, too.
                assert!(ray.first().is_none_or(touches));
            }
        }
    }

    #[test]
    fn rays_lead_to_cells_that_touch() {
        check_rays(&Squares::new(8).lattice(Edges::NONE));
        check_rays(&Squares::joined(6, Edges::ALL).lattice(Edges::LEFT_RIGHT));
        check_rays(&Triangles::hexagon(4).lattice());
        check_rays(&ThreeKings::new().lattice());
    }

    #[test]
    fn rings_return_to_their_cell() {
        let lattice = Squares::joined(6, Edges::ALL).lattice(Edges::LEFT_RIGHT);
        let from = cell(lattice.board(), "c2");
        assert_eq!(lattice.ray(from, 2), cells(lattice.board(), "d2 e2 f2 a2 b2"));
        assert_eq!(lattice.ray(from, 6), cells(lattice.board(), "b2 a2 f2 e2 d2"));
        assert_eq!(lattice.ray(from, 0), cells(lattice.board(), "c3 c4 c5 c6"));
    }
}
