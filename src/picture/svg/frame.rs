//! The mapping from board coordinates to picture coordinates.

use super::{SIDE, rim};
use crate::board::{Board, Cell, Edges, Point};

/// The empty space around the board, in cell sides.
const MARGIN: f64 = 0.2;
/// The width of the copy of the board beyond a wrapped edge.
const COPY_WIDTH: f64 = 0.6;

/// The visible part of the plane, and the side from which it is seen.
pub struct Frame {
    /// The cosine and the sine of the angle by which the board is turned.
    turned: (f64, f64),
    /// The bounds of the turned board and its labels.
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
    /// Which edges of the turned board are wrapped.
    pub wrapped: Edges,
}

impl Frame {
    /// Returns a frame with the whole board, seen from the side at `angle` degrees clockwise from seat 0.
    pub fn around(board: &Board, angle: u16) -> Frame {
        // Exact values for right angles keep lines straight.
        let turned = match angle {
            0 => (1.0, 0.0),
            90 => (0.0, 1.0),
            180 => (-1.0, 0.0),
            270 => (0.0, -1.0),
            _ => (f64::from(angle).to_radians().cos(), f64::from(angle).to_radians().sin()),
        };
        let wrapped = if angle % 180 == 90 { board.joined().turned() } else { board.joined() };
        let (most, least) = (f64::MAX, f64::MIN);
        let mut frame = Frame { turned, left: most, right: least, bottom: most, top: least, wrapped };
        for &corner in board.cells().flat_map(|cell| board.outline(cell)) {
            frame.include(corner, 0.0);
        }
        for (label, _) in rim::labels(board) {
            frame.include(label, rim::SPACE);
        }
        frame
    }

    /// Extends the bounds to a point of the board and the space around it.
    fn include(&mut self, point: Point, space: f64) {
        let (x, y) = self.turn(point);
        (self.left, self.right) = (self.left.min(x - space), self.right.max(x + space));
        (self.bottom, self.top) = (self.bottom.min(y - space), self.top.max(y + space));
    }

    /// Turns a point of the board.
    fn turn(&self, (x, y): Point) -> Point {
        let (cos, sin) = self.turned;
        (x * cos - y * sin, x * sin + y * cos)
    }

    /// Returns the space at the left and right, and at the top and bottom, in cell sides.
    fn space(&self) -> Point {
        let space = |wrapped| MARGIN + if wrapped { COPY_WIDTH } else { 0.0 };
        (space(self.wrapped.left_right), space(self.wrapped.near_far))
    }

    /// Returns the width and height, in cell sides.
    pub fn size(&self) -> Point {
        let (x, y) = self.space();
        (self.right - self.left + 2.0 * x, self.top - self.bottom + 2.0 * y)
    }

    /// Returns the picture coordinates of a point of the board. In pictures, y grows downwards.
    pub fn at(&self, point: Point) -> Point {
        let ((x, y), space) = (self.turn(point), self.space());
        ((x - self.left + space.0) * SIDE, (self.top - y + space.1) * SIDE)
    }

    /// Returns the upper left corner and the size of the board in the picture.
    pub fn board(&self) -> (Point, Point) {
        let (x, y) = self.space();
        let size = ((self.right - self.left) * SIDE, (self.top - self.bottom) * SIDE);
        ((x * SIDE, y * SIDE), size)
    }

    /// Returns the upper left corner and the size of the board with its copies beyond wrapped edges.
    pub fn visible(&self) -> (Point, Point) {
        let (wide, high) = self.size();
        let space = |wrapped| if wrapped { MARGIN } else { 0.0 };
        let (x, y) = (space(self.wrapped.left_right), space(self.wrapped.near_far));
        ((x * SIDE, y * SIDE), ((wide - 2.0 * x) * SIDE, (high - 2.0 * y) * SIDE))
    }
}

/// Returns the radius of the largest circle around the center of a cell that is inside the cell.
pub fn inner_radius(board: &Board, cell: Cell) -> f64 {
    let (outline, center) = (board.outline(cell), board.center(cell));
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let distance = |(a, b): (&Point, &Point)| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        (dx * (center.1 - a.1) - dy * (center.0 - a.0)).abs() / dx.hypot(dy)
    };
    sides.map(distance).fold(f64::MAX, f64::min)
}
