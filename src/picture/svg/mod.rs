//! SVG pictures.

mod cells;
mod figures;
mod frame;
mod ink;
mod lines;
mod marks;
mod names;
mod paint;
mod panel;
mod pieces;
mod rim;
mod sprites;
mod stacks;
#[cfg(test)]
mod tests;
mod wrapped_edges;

pub(super) use sprites::{covered_sprite, icon_sprite, piece_sprite};

use super::Scene;
use crate::board::{Board, Color, Shape};
use frame::{Frame, inner_radius};

/// The side of a cell in picture units.
const SIDE: f64 = 100.0;
/// The larger of width and height of the board in pixels: for boards of squares with at most `SMALL` rows,
/// and for others.
const PIXELS: (f64, f64) = (560.0, 720.0);
const SMALL: usize = 10;
/// The number of panel units in a pixel. It makes labels equally large on all boards.
const PANEL: f64 = 1.5;
/// The radius of the largest disc, in cell sides, and that of discs on hexagons.
const MAX_RADIUS: f64 = 0.37;
const HEXAGON_RADIUS: f64 = 0.64;

/// The background, which keeps labels readable on dark pages.
const PAGE: &str = "#fffdf8";

/// Draws the board, the pieces, and the groups off the board.
pub(super) fn render(scene: &Scene<'_>) -> String {
    let board = scene.board;
    let frame = Frame::around(board, scene.angle);
    let (wide, high) = frame.size();
    let small = board.shape() == Shape::Squares && board.grid().0 <= SMALL;
    let scale = if small { PIXELS.0 } else { PIXELS.1 } / wide.max(high);
    // Wraps a drawing in panel units, at a position in the picture.
    let unit = SIDE / (scale * PANEL);
    let panel = |left: f64, top: f64, drawn: &str| {
        format!("<g transform=\"translate({left:.1} {top:.1}) scale({unit:.4})\">\n{drawn}</g>\n")
    };
    let mut body = String::new();
    draw_board(&mut body, &frame, scene);
    body = wrapped_edges::with_copies(&frame, board, body);
    let (mut width, mut height) = (wide * SIDE, high * SIDE);
    if scene.stacked {
        let mut stacks = String::new();
        let taken = stacks::render(&mut stacks, scene, height / unit);
        body.push_str(&panel(width, 0.0, &stacks));
        width += taken * unit;
    }
    let mut below = String::new();
    let taken = panel::render(&mut below, scene, width / unit);
    if taken > 0.0 {
        body.push_str(&panel(0.0, height, &below));
        height += taken * unit;
    }
    // Video encoders need even numbers of pixels.
    let pixels = |length: f64| 2.0 * (length * scale / SIDE / 2.0).round();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{:.0}\" height=\"{:.0}\" \
         font-family=\"'DejaVu Sans','Segoe UI Symbol','Noto Sans Symbols 2','Apple Symbols',sans-serif\" \
         text-anchor=\"middle\">\n<rect width=\"{width:.0}\" height=\"{height:.0}\" rx=\"20\" fill=\"{PAGE}\"/>\n{body}</svg>\n",
        pixels(width),
        pixels(height)
    )
}

/// Draws the cells, their names, and everything on them.
fn draw_board(svg: &mut String, frame: &Frame, scene: &Scene<'_>) {
    let board = scene.board;
    if board.shape() == Shape::Squares && board.cells().all(|cell| board.color(cell) == Color::Dark) {
        // Only the dark squares are cells. The light squares are a background.
        let (columns, rows) = (board.grid().1 as f64, board.grid().0 as f64);
        let ground = [(0.0, 0.0), (columns, 0.0), (columns, rows), (0.0, rows)];
        cells::polygon(svg, frame, &ground, paint::LIGHT_CELL);
        svg.push_str("/>\n");
    }
    cells::shadow_patterns(svg, scene);
    for cell in board.cells() {
        cells::outline(svg, frame, scene, cell);
    }
    // Things on cells do not hide the tooltips of cells.
    svg.push_str("<g pointer-events=\"none\">\n");
    for cell in board.cells() {
        cells::marks(svg, frame, scene, cell);
        let (at, radius) = (frame.at(board.center(cell)), disc(board, cell));
        pieces::stack(svg, &scene.seats, at, radius, scene.stack(cell));
        // Above the pieces, which would hide parts of names on small cells.
        if board.shape() != Shape::Hexagons {
            names::name(svg, frame, board, cell, !scene.stack(cell).is_empty());
        }
        cells::legal(svg, scene, cell, at, radius);
    }
    rim::render(svg, frame, board);
    svg.push_str("</g>\n");
}

/// Returns the radius of a disc on a cell.
fn disc(board: &Board, cell: u8) -> f64 {
    let most = if board.shape() == Shape::Hexagons { HEXAGON_RADIUS } else { MAX_RADIUS };
    (0.8 * inner_radius(board, cell)).min(most) * SIDE
}
