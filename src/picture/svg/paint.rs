//! Colors.

use super::super::Seats;
use crate::game::{Piece, Seat, SeatColor};

/// The colors of dark, medium and light cells, of their outlines and their names.
pub const DARK_CELL: &str = "#c8a27a";
pub const MEDIUM_CELL: &str = "#e0c5a2";
pub const LIGHT_CELL: &str = "#f3e5cb";
pub const CELL_LINE: &str = "#8a6a48";
pub const NAME: &str = "#4c3318";

/// The colors of the last turn, of captures, and of targets of legal steps.
pub const LAST: &str = "#b9c22e";
pub const TAKEN: &str = "#d9513c";
pub const LEADS: &str = "#14746a";

/// The colors of covered kings and of heights of stacks.
pub const GOLD: &str = "#e2a100";
pub const GOLD_EDGE: &str = "#6b4c00";
pub const GOLD_INK: &str = "#2b2000";

/// The colors of a seat's pieces.
#[derive(Clone, Copy)]
pub struct Disc {
    pub fill: &'static str,
    pub edge: &'static str,
    pub ink: &'static str,
}

/// The colors of pieces without an owner.
pub const NOBODY: Disc = Disc { fill: "#9aa0a6", edge: "#4a4f54", ink: "#ffffff" };

impl Disc {
    /// Returns the colors of a seat's pieces.
    pub fn of(seat: Option<Seat>, seats: &Seats) -> Disc {
        seat.map_or(NOBODY, |seat| Disc::in_color(seats.color(seat)))
    }

    /// Returns the colors of a piece.
    pub fn of_piece(piece: &Piece, seats: &Seats) -> Disc {
        piece.color.map_or_else(|| Disc::of(piece.seat, seats), Disc::in_color)
    }

    /// Returns the colors of pieces of a seat color.
    pub const fn in_color(color: SeatColor) -> Disc {
        match color {
            SeatColor::White => Disc { fill: "#fffaf0", edge: "#5b5348", ink: "#2b2721" },
            SeatColor::Black => Disc { fill: "#3a3632", edge: "#857d74", ink: "#fffaf0" },
            SeatColor::Red => Disc { fill: "#c8403a", edge: "#6e1b17", ink: "#ffffff" },
            SeatColor::Blue => Disc { fill: "#3f72b5", edge: "#1c3a63", ink: "#ffffff" },
            SeatColor::Green => Disc { fill: "#4d9a55", edge: "#21502a", ink: "#ffffff" },
            SeatColor::Purple => Disc { fill: "#9a5bb0", edge: "#4e2a5c", ink: "#ffffff" },
        }
    }
}
