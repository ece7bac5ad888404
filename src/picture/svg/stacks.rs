//! The column at the right of the board that lists the contents of tall stacks, from the top.

use super::super::Scene;
use super::{ink, pieces};

/// The width of the column, and the space around it.
const WIDTH: f64 = 290.0;
const PAD: f64 = 12.0;
/// The height of the heading, the maximum height of a row, and the maximum radius of a piece relative to the
/// row.
const HEADING: f64 = 44.0;
const ROW: f64 = 46.0;
const RADIUS: f64 = 0.42;
/// The font sizes of the heading and of names of cells, and the space for names.
const HEADING_SIZE: f64 = 19.0;
const NAME: f64 = 20.0;
const NAMES: f64 = 46.0;
const INK: &str = "#4a3a26";

/// Draws the tall stacks in a column of this height at the origin. Returns its width, which is constant.
pub fn render(svg: &mut String, scene: &Scene<'_>, height: f64) -> f64 {
    let tall: Vec<_> = scene.tall_stacks().collect();
    ink::text_from(svg, (PAD, HEADING * 0.6), HEADING_SIZE, INK, "stacks, from the top");
    if tall.is_empty() {
        ink::text_from(svg, (PAD, HEADING + ROW / 2.0), HEADING_SIZE, INK, "none of three or more");
    }
    // Many rows are lower.
    let row = ROW.min((height - HEADING - PAD) / tall.len() as f64);
    let radius = row * RADIUS;
    for (at, cell) in tall.into_iter().enumerate() {
        let (stack, middle) = (scene.stack(cell), HEADING + (at as f64 + 0.5) * row);
        ink::text_from(svg, (PAD, middle), NAME.min(row * 0.8), INK, scene.board.name(cell));
        let room = WIDTH - PAD - NAMES - PAD - 2.0 * radius;
        let apart = (2.2 * radius).min(room / (stack.len() - 1) as f64);
        // If pieces overlap, each covers those below it in the stack.
        for (place, piece) in stack.iter().enumerate().rev() {
            let x = PAD + NAMES + radius + place as f64 * apart;
            pieces::piece(svg, &scene.seats, (x, middle), radius, piece);
        }
    }
    WIDTH
}
