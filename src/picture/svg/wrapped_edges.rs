//! Faded copies of the board beyond wrapped edges.

use super::frame::Frame;
use crate::board::{Board, Edges, Point};
use std::collections::hash_map::DefaultHasher;
use std::fmt::Write;
use std::hash::{Hash, Hasher};

/// Returns the drawing of the board, surrounded by parts of its copies beyond wrapped edges.
pub fn with_copies(frame: &Frame, board: &Board, drawn: String) -> String {
    let Edges { left_right, near_far } = frame.wrapped;
    if !left_right && !near_far {
        return drawn;
    }
    let mut hasher = DefaultHasher::new();
    drawn.hash(&mut hasher);
    // A page may contain several pictures. Equal ids must belong to equal drawings.
    let id = format!("board-{:016x}", hasher.finish());
    let ((left, top), (width, height)) = frame.board();
    let ((x, y), (wide, high)) = frame.visible();
    let view = format!("{x:.1} {y:.1} {wide:.1} {high:.1}");
    let mut svg = format!(
        "<svg x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" viewBox=\"{view}\">\n"
    );
    let shifts = |joined| if joined { -1..=1 } else { 0..=0 };
    for (over, up) in shifts(left_right).flat_map(|over| shifts(near_far).map(move |up| (over, up))) {
        if (over, up) != (0, 0) {
            let (dx, dy) = (f64::from(over) * width, f64::from(up) * height);
            let _ = writeln!(
                svg,
                "<use href=\"#{id}\" x=\"{dx:.1}\" y=\"{dy:.1}\" opacity=\"0.4\" pointer-events=\"none\"/>"
            );
        }
    }
    let _ = write!(svg, "<g id=\"{id}\">\n{drawn}</g>\n");
    // A dashed line along the wrapped sides of cells. It begins with half a dash, so that dashes of neighbors
    // join.
    for cell in board.cells() {
        let corners: Vec<Point> = board.outline(cell).iter().map(|&corner| frame.at(corner)).collect();
        for (&(x, y), &(to_x, to_y)) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let along = |one: f64, other: f64, edge: f64| (one - edge).abs() + (other - edge).abs() < 0.1;
            let at_side = along(x, to_x, left) || along(x, to_x, left + width);
            let at_end = along(y, to_y, top) || along(y, to_y, top + height);
            if left_right && at_side || near_far && at_end {
                let _ = writeln!(
                    svg,
                    "<path d=\"M {x:.1} {y:.1} L {to_x:.1} {to_y:.1}\" stroke=\"#8c2f1b\" stroke-width=\"5\" \
                     stroke-dasharray=\"25\" stroke-dashoffset=\"12.5\"/>"
                );
            }
        }
    }
    svg + "</svg>\n"
}
