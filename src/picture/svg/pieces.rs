//! Pieces and stacks.

use super::super::Seats;
use super::figures::figure;
use super::paint::{Disc, GOLD, GOLD_EDGE, GOLD_INK};
use super::{ink, marks};
use crate::board::Point;
use crate::game::{Mark, Piece};

/// The positions of pips on a die, relative to its radius: the center, the corners in pairs, and the centers
/// of two sides.
const PIPS: [Point; 7] =
    [(0.0, 0.0), (-0.4, -0.4), (0.4, 0.4), (0.4, -0.4), (-0.4, 0.4), (-0.4, 0.0), (0.4, 0.0)];

/// Draws the pieces on a cell: the edges of the lower discs, the top piece, and the height of the stack.
pub fn stack(svg: &mut String, seats: &Seats, (x, mut y): Point, radius: f64, stack: &[Piece]) {
    let Some(top) = stack.first() else { return };
    // Stacks grow upwards. The higher they are, the thinner the pieces.
    let below = stack.len() - 1;
    let thickness = (radius * 0.2).min(radius * 0.7 / below.max(1) as f64);
    y += thickness * below as f64 / 2.0;
    for piece in stack[1..].iter().rev() {
        let disc = Disc::of_piece(piece, seats);
        let (edge, line) = if piece.kind == "king" { (GOLD, 3.0) } else { (disc.edge, 1.5) };
        ink::circle(svg, (x, y), radius, disc.fill, edge, line);
        y -= thickness;
    }
    piece(svg, seats, (x, y), radius, top);
    if below > 0 {
        badge(svg, (x + radius * 0.8, y - radius * 0.72), radius, &stack.len().to_string());
    }
}

/// Draws a number at the corner of a piece, a stack or a card.
pub fn badge(svg: &mut String, at: Point, radius: f64, number: &str) {
    ink::circle(svg, at, radius * 0.4, GOLD, GOLD_EDGE, 1.5);
    ink::text(svg, at, radius * 0.5, GOLD_INK, number);
}

/// Draws a piece with its marks.
pub fn piece(svg: &mut String, seats: &Seats, at: Point, radius: f64, piece: &Piece) {
    let disc = Disc::of_piece(piece, seats);
    let at = marks::beneath(svg, seats, at, radius, piece);
    match &*piece.kind {
        "die" => {
            let (left, top, side) = (at.0 - radius * 0.8, at.1 - radius * 0.8, radius * 1.6);
            let paint = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"", disc.fill, disc.edge);
            ink::card(svg, (left, top), (side, side), radius * 0.35, &paint);
        }
        "double" => {
            ink::circle(svg, (at.0, at.1 + radius * 0.18), radius, disc.fill, disc.edge, 1.5);
            ink::circle(svg, at, radius, disc.fill, disc.edge, 2.0);
        }
        _ => ink::circle(svg, at, radius, disc.fill, disc.edge, 2.0),
    }
    marks::within(svg, seats, at, radius, piece);
    let mirrored = piece.marks.contains(&Mark::Mirrored);
    if mirrored {
        svg.push_str(&format!("<g transform=\"matrix(1 0 0 -1 0 {:.1})\">\n", 2.0 * at.1));
    }
    face(svg, at, radius, piece, disc, seats.lettered());
    if mirrored {
        svg.push_str("</g>\n");
    }
    marks::over(svg, seats, at, radius, piece);
}

/// Draws the face of a piece: the figure of a chess piece, a number, pips, a letter, or the ring of a plain
/// checker.
fn face(svg: &mut String, (x, y): Point, radius: f64, piece: &Piece, disc: Disc, lettered: bool) {
    if let Some(figure) = figure(&piece.kind) {
        return ink::figure(svg, (x, y), radius, disc.ink, figure);
    }
    match &*piece.kind {
        "die" => {
            for pip in pips(piece) {
                let at = (x + pip.0 * radius, y + pip.1 * radius);
                ink::circle(svg, at, radius * 0.14, disc.ink, disc.ink, 0.0);
            }
        }
        "man" | "single" | "double" => {
            if piece.kind == "double" {
                ink::ring(svg, (x, y), radius * 0.78, GOLD, 4.0, "");
            } else {
                ink::ring(svg, (x, y), radius * 0.78, disc.ink, 1.5, " opacity=\"0.5\"");
            }
            let digits: String = piece.text.chars().filter(char::is_ascii_digit).collect();
            if !digits.is_empty() {
                ink::text(svg, (x, y), radius * 0.85, disc.ink, &digits);
            } else if lettered {
                ink::text(svg, (x, y), radius * 0.85, disc.ink, &piece.text);
            }
        }
        _ => {
            // Longer texts are smaller.
            let size = radius * 1.1 / (piece.text.chars().count().max(2) as f64 / 2.0);
            ink::text(svg, (x, y), size, disc.ink, &piece.text);
        }
    }
}

/// Returns the positions of the pips of a die.
fn pips(piece: &Piece) -> impl Iterator<Item = Point> + use<> {
    let shown = piece.marks.iter().find_map(|mark| match mark {
        Mark::Pips(number) => Some(*number),
        _ => None,
    });
    let number = usize::from(shown.unwrap_or(0)).min(6);
    // Odd numbers have the pip in the center. The others are in pairs.
    let from = 1 - number % 2;
    PIPS.into_iter().skip(from).take(number)
}
