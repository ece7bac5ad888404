//! Names of cells.

use super::frame::Frame;
use super::paint::NAME;
use super::{cells, disc, ink};
use crate::board::{Board, Cell, Point, Shape};

/// The distances from a corner at which names are tried, relative to the distance of corner and center.
const INWARD: [f64; 5] = [0.31, 0.26, 0.36, 0.21, 0.41];
/// The width of a letter, and half of its height, relative to the font size.
const LETTER: f64 = 0.62;
const HALF: f64 = 0.4;

/// Draws the name of a cell. It is legible on a board of 12x12 squares with a width of 700 pixels. On an
/// occupied cell it has a rim in the color of the cell, because a piece may be below.
pub fn name(svg: &mut String, frame: &Frame, board: &Board, cell: Cell, occupied: bool) {
    let (corner, inward) = place(frame, board, cell);
    let squares = board.shape() == Shape::Squares;
    let at = if squares {
        let (x, y) = frame.at(board.outline(cell)[corner]);
        (x + 4.0, y - 11.0)
    } else {
        frame.at(towards(board, cell, corner, inward))
    };
    let mut more = String::new();
    if squares {
        more.push_str(" text-anchor=\"start\"");
    }
    if occupied {
        let rim = cells::fill(board, cell);
        more.push_str(&format!(" stroke=\"{rim}\" stroke-width=\"4\" paint-order=\"stroke\""));
    }
    ink::text_with(svg, at, size(board, cell), NAME, board.name(cell), &more);
}

/// Returns the font size of a cell's name.
fn size(board: &Board, cell: Cell) -> f64 {
    match (board.shape(), board.name(cell).len()) {
        (Shape::Squares, _) if board.numbered() => 21.0,
        (Shape::Squares, _) => 18.0,
        (Shape::ThreeKings, _) => 22.0,
        (_, 0..=2) => 17.0,
        _ => 15.0,
    }
}

/// Returns the corner of a cell's name, and its relative distance from the corner.
///
/// - On hexagons, whose names are at the rim, it is the first corner.
/// - On triangles, it is the corner that points up or down.
/// - On squares, it is the near left corner.
/// - On other cells, it is the first place where the name touches neither the sides nor a disc. If there is
///   none, the place with the least overlap.
pub fn place(frame: &Frame, board: &Board, cell: Cell) -> (usize, f64) {
    let corners: Vec<Point> = board.outline(cell).iter().map(|&corner| frame.at(corner)).collect();
    let middle = frame.at(board.center(cell));
    let most = |far: &dyn Fn(Point) -> f64| {
        let order = |&one: &usize, &other: &usize| far(corners[one]).total_cmp(&far(corners[other]));
        (0..corners.len()).max_by(order).unwrap_or(0)
    };
    match board.shape() {
        // The corner at a different height than the other two.
        Shape::Triangles => (most(&|corner| (corner.1 - middle.1).abs()), 0.42),
        Shape::Squares => (most(&|corner| corner.1 - corner.0), 0.24),
        Shape::Hexagons => (0, 0.24),
        Shape::ThreeKings => {
            let tries = (0..corners.len()).flat_map(|corner| INWARD.map(|inward| (corner, inward)));
            let free = |&(corner, inward): &(usize, f64)| {
                let at = frame.at(towards(board, cell, corner, inward));
                let half = size(board, cell) * LETTER / 2.0 * board.name(cell).len() as f64;
                room(&corners, middle, disc(board, cell), at, (half, size(board, cell) * HALF))
            };
            tries.clone().find(|one| free(one) > 0.0).unwrap_or_else(|| {
                tries.max_by(|one, other| free(one).total_cmp(&free(other))).unwrap_or((0, INWARD[0]))
            })
        }
    }
}

/// Returns the distance of a box from the sides of a cell and from the disc in its center. `wide` and `high`
/// are half of its width and height. The distance is negative if they overlap.
fn room(corners: &[Point], middle: Point, disc: f64, (x, y): Point, (wide, high): Point) -> f64 {
    let inside = |(px, py): Point| {
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let far = |(a, b): (&Point, &Point)| {
            let from = |(x, y): Point| {
                ((b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0)) / (b.0 - a.0).hypot(b.1 - a.1)
            };
            from((px, py)) * from(middle).signum()
        };
        sides.map(far).fold(f64::MAX, f64::min)
    };
    let boxed = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)];
    let sides = boxed.map(|(dx, dy)| inside((x + dx, y + dy))).into_iter().fold(f64::MAX, f64::min);
    let nearest = (middle.0.clamp(x - wide, x + wide), middle.1.clamp(y - high, y + high));
    sides.min((nearest.0 - middle.0).hypot(nearest.1 - middle.1) - disc)
}

/// Returns the point at this relative distance from a corner towards the center.
pub fn towards(board: &Board, cell: Cell, corner: usize, inward: f64) -> Point {
    let (corner, center) = (board.outline(cell)[corner], board.center(cell));
    (corner.0 + (center.0 - corner.0) * inward, corner.1 + (center.1 - corner.1) * inward)
}
