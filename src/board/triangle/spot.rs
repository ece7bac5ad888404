//! Triangles by their coordinates: orientation, steps, rotation, names and outlines.

use crate::board::{Color, Place, Point};

/// A triangle's row and half sides, possibly outside the board.
pub(super) type Spot = (i8, i8);

/// The steps to the nearest triangles that point the same way, clockwise from the one to the left and away
/// from seat 0, as rows and half sides.
pub(super) const SAME: [Spot; 6] = [(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)];

/// The straight steps of a triangle that points up, clockwise from straight away from seat 0, alternately
/// through an angle and a side.
const STRAIGHT_UP: [Spot; 6] = [(1, 0), (0, 1), (-1, 2), (-1, 0), (-1, -2), (0, -1)];

/// The straight steps of a triangle that points down, in the same order, alternately through a side and an
/// angle.
const STRAIGHT_DOWN: [Spot; 6] = [(1, 0), (1, 2), (0, 1), (-1, 0), (0, -1), (1, -2)];

/// The height of a triangle with side 1.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Whether a triangle points away from seat 0.
pub(super) fn points_up((r, x): Spot) -> bool {
    (r + x).rem_euclid(2) == 1
}

/// Returns the triangle that `turns` rotations by 60 degrees clockwise map (r, x) to. `edge` is the length of
/// the hexagon's edge (Tri-Checkers 3.2). It also rotates triangles outside the board.
///
/// ```
/// use plyground::board::turn_clockwise;
/// // The right end of the near edge moves to its left end, and now points up.
/// assert_eq!(turn_clockwise((0, 8), 4, 1), (0, 1));
/// assert_eq!(turn_clockwise((0, 8), 4, 6), (0, 8));
/// ```
pub fn turn_clockwise((r, x): (i8, i8), edge: u8, turns: usize) -> (i8, i8) {
    let edge = i32::from(edge);
    let (mut row, mut half) = (i32::from(r), i32::from(x));
    for _ in 0..turns % 6 {
        let third = if (row + half).rem_euclid(2) == 1 { 1 } else { 2 };
        // The center, relative to the middle of the board, in half sides and thirds of a row.
        let (across, away) = (half - edge, 3 * (row - edge) + third);
        half = (across + away).div_euclid(2) + edge;
        row = (away - 3 * across).div_euclid(2).div_euclid(3) + edge;
    }
    (row as i8, half as i8)
}

/// Whether (r, x) is on the hexagon.
pub(super) fn in_hexagon((r, x): Spot, edge: u8) -> bool {
    let n = edge as i8;
    let reach = if r < n { r } else { 2 * n - 1 - r };
    (0..2 * n).contains(&r) && (-reach..=2 * n + reach).contains(&x)
}

/// Whether a triangle is one of the two at the corner between `side` and the next (Tri-Chess 2.1).
pub(super) fn in_corner(at: Spot, edge: u8, side: usize) -> bool {
    let (r, x) = turn_clockwise(at, edge, 6 - side % 6);
    r == 0 && (0..2).contains(&x)
}

/// Returns the straight steps of a triangle.
pub(super) fn straight_steps(at: Spot) -> &'static [Spot; 6] {
    if points_up(at) { &STRAIGHT_UP } else { &STRAIGHT_DOWN }
}

/// Returns the data of the triangle (r, x).
pub(super) fn place((r, x): Spot, edge: u8, lowest: i8) -> Place {
    let n = edge as i8;
    let first = if r < n { -r } else { r + 1 - 2 * n };
    let corner = |half: i8, row: i8| -> Point { (f64::from(half) / 2.0, f64::from(row) * HEIGHT) };
    let up = points_up((r, x));
    Place {
        name: format!("{}{}", (b'a' + r as u8) as char, x - first + 1),
        row: r as u8,
        column: (x - lowest) as u8,
        color: if up { Color::Up } else { Color::Down },
        outline: if up {
            vec![corner(x - 1, r), corner(x + 1, r), corner(x, r + 1)]
        } else {
            vec![corner(x, r), corner(x + 1, r + 1), corner(x - 1, r + 1)]
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_six_times_is_the_identity() {
        for edge in [4, 5, 6] {
            for at in (-2..2 * edge as i8 + 2).flat_map(|r| (-9..20).map(move |x| (r, x))) {
                assert_eq!(turn_clockwise(turn_clockwise(at, edge, 1), edge, 5), at);
                assert_eq!(turn_clockwise(at, edge, 6), at);
                let n = edge as i8;
                assert_eq!(turn_clockwise(at, edge, 3), (2 * n - 1 - at.0, 2 * n - at.1), "a half turn");
                assert_ne!(points_up(turn_clockwise(at, edge, 1)), points_up(at), "a turn swaps U and D");
            }
        }
    }
}
