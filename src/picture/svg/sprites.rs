//! Pieces and icons as separate drawings around the origin, for front ends that lay out the board themselves.

use super::super::Seats;
use super::paint::{Disc, GOLD};
use super::{cells, ink, pieces};
use crate::game::{CellMark, Piece};

/// The radius of the discs of pieces, and the size of icons.
const RADIUS: f64 = 100.0;
const ORIGIN: (f64, f64) = (0.0, 0.0);

/// Returns the drawing of a piece with its marks.
pub fn piece_sprite(seats: &Seats, piece: &Piece) -> String {
    let mut svg = String::new();
    pieces::piece(&mut svg, seats, ORIGIN, RADIUS, piece);
    svg
}

/// Returns the drawing of a piece that is covered by others: its edge shows its owner, and whether it is a
/// king.
pub fn covered_sprite(seats: &Seats, piece: &Piece) -> String {
    let (mut svg, disc) = (String::new(), Disc::of_piece(piece, seats));
    let (edge, line) = if piece.kind == "king" { (GOLD, 7.0) } else { (disc.edge, 4.0) };
    ink::circle(&mut svg, ORIGIN, RADIUS, disc.fill, edge, line);
    svg
}

/// Returns the icon of a mark on a cell, if it has one.
pub fn icon_sprite(seats: &Seats, mark: CellMark) -> Option<String> {
    cells::is_icon(mark).then(|| {
        let mut svg = String::new();
        cells::icon(&mut svg, seats, ORIGIN, RADIUS, mark);
        svg
    })
}
