//! Cells: outlines and marks.

use super::super::{Scene, Seats, words};
use super::figures::figure;
use super::frame::{Frame, inner_radius};
use super::paint::{CELL_LINE, DARK_CELL, Disc, LAST, LEADS, LIGHT_CELL, MEDIUM_CELL, TAKEN};
use super::{SIDE, ink, names};
use crate::board::{Board, Cell, Color, Point, Shape};
use crate::game::{CellMark, Seat, SeatColor};
use std::fmt::Write;

/// A tombstone, and the cross on tombstones whose content is unknown.
const STONE: &str = "M -0.75 1 V -0.2 A 0.75 0.75 0 0 1 0.75 -0.2 V 1 Z";
const CROSS: &str = "M 0 -0.55 V 0.6 M -0.35 -0.2 H 0.35";
const CROWN: &str = "M -0.85 0.7 L -1 -0.55 L -0.45 0 L 0 -0.75 L 0.45 0 L 1 -0.55 L 0.85 0.7 Z";
/// Two arrowheads.
const PASSED: &str = "M -0.7 -0.6 L 0 0 L -0.7 0.6 M 0 -0.6 L 0.7 0 L 0 0.6";
/// The size of a mark in a corner of a cell, relative to the radius of the largest circle in the cell.
const MARK: f64 = 0.26;

/// Draws a cell, with its tooltip.
pub fn outline(svg: &mut String, frame: &Frame, scene: &Scene<'_>, cell: Cell) {
    polygon(svg, frame, scene.board.outline(cell), fill(scene.board, cell));
    svg.push_str("><title>");
    ink::escape(svg, &words::cell_title(scene, cell));
    svg.push_str("</title></polygon>\n");
}

/// Returns the color of a cell.
pub fn fill(board: &Board, cell: Cell) -> &'static str {
    match board.color(cell) {
        Color::Dark | Color::Up => DARK_CELL,
        Color::Medium => MEDIUM_CELL,
        Color::Light | Color::Down => LIGHT_CELL,
    }
}

/// Begins a polygon.
pub fn polygon(svg: &mut String, frame: &Frame, outline: &[Point], fill: &str) {
    svg.push_str("<polygon points=\"");
    for (index, &corner) in outline.iter().enumerate() {
        let (x, y) = frame.at(corner);
        let _ = write!(svg, "{}{x:.1},{y:.1}", if index > 0 { " " } else { "" });
    }
    let _ = write!(svg, "\" fill=\"{fill}\" stroke=\"{CELL_LINE}\" stroke-width=\"1.5\"");
}

/// Marks the target of a legal step: with a dot on an empty cell, or with a ring around a piece.
pub fn legal(svg: &mut String, scene: &Scene<'_>, cell: Cell, at: Point, radius: f64) {
    if !scene.marks_on(cell).any(|mark| mark == CellMark::Legal) {
        return;
    }
    if scene.stack(cell).is_empty() {
        ink::circle(svg, at, radius * 0.34, LEADS, "#ffffff", 1.5);
    } else {
        ink::ring(svg, at, radius * 1.16, LEADS, radius * 0.14, "");
    }
}

/// Defines the hatching patterns for the shadows in a scene, which are referenced by name.
pub fn shadow_patterns(svg: &mut String, scene: &Scene<'_>) {
    let shadow = |&(_, mark): &(Cell, CellMark)| match mark {
        CellMark::Shadow(seat) => Some(scene.seats.color(seat)),
        _ => None,
    };
    // The patterns of opponents cross each other.
    for (color, angle) in SeatColor::ALL.into_iter().zip([45, 135].into_iter().cycle()) {
        if scene.marks.iter().filter_map(shadow).any(|found| found == color) {
            let disc = Disc::in_color(color);
            let _ = writeln!(
                svg,
                "<pattern id=\"{color}-shadow\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\" \
                 patternTransform=\"rotate({angle})\"><rect x=\"2\" y=\"-2\" width=\"6\" height=\"18\" fill=\"{}\" \
                 stroke=\"{}\"/></pattern>",
                disc.fill, disc.edge
            );
        }
    }
}

/// Draws the marks on a cell: shadows and the last turn fill the cell, others are in the corners without the
/// name.
pub fn marks(svg: &mut String, frame: &Frame, scene: &Scene<'_>, cell: Cell) {
    let board = scene.board;
    for mark in scene.marks_on(cell) {
        let (fill, opacity) = match mark {
            CellMark::Shadow(seat) => (format!("url(#{}-shadow)", scene.seats.color(seat)), 0.5),
            // If the capturing piece stays on the cell, the capture is more important.
            CellMark::Last if scene.marks_on(cell).any(|mark| mark == CellMark::Taken) => continue,
            CellMark::Last => (LAST.into(), 0.55),
            CellMark::Taken => (TAKEN.into(), 0.55),
            _ => continue,
        };
        polygon(svg, frame, board.outline(cell), &fill);
        let _ = writeln!(svg, " opacity=\"{opacity}\"/>");
    }
    let (taken, inward) = names::place(frame, board, cell);
    let inward = inward.max(if board.shape() == Shape::Hexagons { 0.24 } else { 0.34 });
    let corners = board.outline(cell).len();
    let size = MARK * inner_radius(board, cell) * SIDE;
    let places = (1..corners).map(|on| frame.at(names::towards(board, cell, (taken + on) % corners, inward)));
    for (mark, at) in scene.marks_on(cell).filter(|&mark| is_icon(mark)).zip(places) {
        icon(svg, &scene.seats, at, size, mark);
    }
}

/// Whether a mark is drawn as a small icon, and not as a fill of the cell.
pub fn is_icon(mark: CellMark) -> bool {
    !matches!(mark, CellMark::Shadow(_) | CellMark::Last | CellMark::Taken | CellMark::Legal)
}

/// Draws the icon of a mark around a point.
pub fn icon(svg: &mut String, seats: &Seats, at: Point, size: f64, mark: CellMark) {
    match mark {
        CellMark::Passed => {
            let arrow = "fill=\"none\" stroke=\"#8c2f1b\" stroke-width=\"0.35\" stroke-linejoin=\"round\"";
            ink::path(svg, at, size, PASSED, arrow);
        }
        CellMark::Grave(seat) => {
            let ink = tombstone(svg, seats, at, size, seat).ink;
            let cross = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"0.22\" opacity=\"0.7\"");
            ink::path(svg, at, size, CROSS, &cross);
        }
        CellMark::Buried { seat, owner, kind } => {
            tombstone(svg, seats, at, 1.25 * size, seat);
            let inside = Disc::of(Some(owner), seats).fill;
            match figure(kind) {
                Some(figure) => ink::figure(svg, at, 1.3 * size, inside, figure),
                None => ink::text(svg, at, 1.9 * size, inside, "?"),
            }
        }
        CellMark::Crowning(seat) => {
            let disc = Disc::of(Some(seat), seats);
            let paint = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"0.2\"", disc.fill, disc.edge);
            ink::path(svg, at, size, CROWN, &paint);
        }
        CellMark::Shadow(_) | CellMark::Last | CellMark::Taken | CellMark::Legal => {}
    }
}

/// Draws a tombstone of a seat and returns its colors.
fn tombstone(svg: &mut String, seats: &Seats, at: Point, size: f64, seat: Seat) -> Disc {
    let disc = Disc::of(Some(seat), seats);
    let paint = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"0.15\"", disc.fill, disc.edge);
    ink::path(svg, at, size, STONE, &paint);
    disc
}
