//! Boards as SVG.

mod cells;
mod ink;
mod marks;
mod paint;
mod panel;
mod pieces;
#[cfg(test)]
mod tests;

use super::Scene;
use crate::board::{Board, Cell, Colour, Point, Shape};
use std::fmt::Write;

/// Units of the picture to a cell's side.
const SIDE: f64 = 100.0;
/// Empty space around the board, in cell sides.
const MARGIN: f64 = 0.2;
/// A board's width or height in pixels, whichever is more: of boards of squares, and of others.
const PIXELS: (f64, f64) = (560.0, 720.0);
/// Units of a panel to a pixel: its labels are as large on all boards.
const PANEL: f64 = 1.5;
/// The radius of the largest disc, in cell sides.
const LARGEST: f64 = 0.4;

/// The board with all that stands on it and lies beside it.
pub(super) fn drawn(scene: &Scene<'_>) -> String {
    let board = scene.board;
    let frame = Frame::around(board);
    let (width, mut height) = (frame.right - frame.left, frame.top - frame.bottom);
    let pixels = if board.shape() == Shape::Squares { PIXELS.0 } else { PIXELS.1 };
    let scale = pixels / width.max(height);
    let mut body = String::new();
    draw_board(&mut body, &frame, scene);
    let mut panel = String::new();
    let panel_height = panel::drawn(&mut panel, &scene.seats, &scene.beside, width * scale * PANEL);
    if panel_height > 0.0 {
        let unit = SIDE / (scale * PANEL);
        let _ = writeln!(body, "<g transform=\"translate(0 {:.1}) scale({unit:.4})\">", height * SIDE);
        body.push_str(&panel);
        body.push_str("</g>\n");
        height += panel_height / (scale * PANEL);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" width=\"{:.0}\" height=\"{:.0}\" \
         font-family=\"'DejaVu Sans','Segoe UI Symbol','Noto Sans Symbols 2','Apple Symbols',sans-serif\" \
         text-anchor=\"middle\">\n{body}</svg>\n",
        width * SIDE,
        height * SIDE,
        width * scale,
        height * scale
    )
}

/// The cells, their names, and what is on them.
fn draw_board(svg: &mut String, frame: &Frame, scene: &Scene<'_>) {
    let board = scene.board;
    if board.shape() == Shape::Squares && board.cells().all(|cell| board.colour(cell) == Colour::Dark) {
        // Only the dark squares are cells: the light ones are the board beneath.
        let (columns, rows) = (board.grid().1 as f64, board.grid().0 as f64);
        let ground = [(0.0, 0.0), (columns, 0.0), (columns, rows), (0.0, rows)];
        cells::polygon(svg, frame, &ground, paint::LIGHT_CELL);
        svg.push_str("/>\n");
    }
    cells::hatchings(svg, scene);
    for cell in board.cells() {
        cells::outline(svg, frame, scene, cell);
    }
    // What lies on the cells leaves it to them to tell their names when pointed at.
    svg.push_str("<g pointer-events=\"none\">\n");
    for cell in board.cells() {
        cells::marks(svg, frame, scene, cell);
        cells::name(svg, frame, board, cell);
        let radius = (0.8 * inner_radius(board, cell)).min(LARGEST) * SIDE;
        pieces::stack(svg, &scene.seats, frame.at(board.centre(cell)), radius, scene.stack(cell));
    }
    svg.push_str("</g>\n");
}

/// What part of the plane is drawn.
struct Frame {
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
}

impl Frame {
    fn around(board: &Board) -> Frame {
        let mut frame = Frame { left: f64::MAX, right: f64::MIN, bottom: f64::MAX, top: f64::MIN };
        for &(x, y) in board.cells().flat_map(|cell| board.outline(cell)) {
            frame.left = frame.left.min(x - MARGIN);
            frame.right = frame.right.max(x + MARGIN);
            frame.bottom = frame.bottom.min(y - MARGIN);
            frame.top = frame.top.max(y + MARGIN);
        }
        frame
    }

    /// A point of the board in the picture, where y grows downwards.
    fn at(&self, (x, y): Point) -> Point {
        ((x - self.left) * SIDE, (self.top - y) * SIDE)
    }
}

/// The radius of the largest circle about a cell's middle that stays within the cell.
fn inner_radius(board: &Board, cell: Cell) -> f64 {
    let (outline, centre) = (board.outline(cell), board.centre(cell));
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let distance = |(a, b): (&Point, &Point)| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        (dx * (centre.1 - a.1) - dy * (centre.0 - a.0)).abs() / dx.hypot(dy)
    };
    sides.map(distance).fold(f64::MAX, f64::min)
}
