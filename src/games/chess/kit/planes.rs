//! Observation planes that the games of the 8x8 board share.

use super::bitboard::{Bitboard, mirrored_if};
use super::numbering::is_mirrored;
use super::pieces::Kind;
use super::position::Position;
use crate::game::{Canvas, Frame, Plane, Seat};

/// Returns the planes of a game: those that all games of the family have, then its own. With [`Frame::Board`]
/// a last plane says whether the seat is Black, because the board does not show it.
pub fn all(extra: Vec<Plane>, frame: Frame) -> Vec<Plane> {
    let kinds = |owner: &'static str, color: &'static str| {
        Kind::ALL.map(|kind| {
            let kind = kind.name();
            Plane::marks(format!("{owner} {kind}s"), format!("the {color} {kind}s"))
        })
    };
    let mut planes = Vec::from(kinds("own", "seat's own"));
    planes.extend(kinds("enemy", "other"));
    planes.extend([
        Plane::marks("castling", "the rooks that have the right to castle"),
        Plane::marks(
            "en passant",
            "the cells that a pawn has just passed over, on which it can be captured en passant",
        ),
        Plane::level("clock", 100, "the turns without progress, divided by 100"),
    ]);
    planes.extend(extra);
    if frame == Frame::Board {
        planes.push(Plane::flag("black", "whether the observing seat is Black"));
    }
    planes
}

/// Returns a plane that counts the earlier occurrences of the position.
pub fn repetitions() -> Plane {
    Plane::level(
        "repetitions",
        2,
        "how many times the position occurred before, divided by 2; the third occurrence is a draw",
    )
}

/// Returns a plane that says whether the other seat has made a choice that is not visible yet.
pub fn committed() -> Plane {
    Plane::flag(
        "committed by the other",
        "whether the other seat has committed to a choice, which is still hidden",
    )
}

/// Returns a plane that says whether the seat is to act.
pub fn to_act() -> Plane {
    Plane::flag("to act", "whether the observing seat is to act")
}

/// A writer of planes of the 8x8 board, as one seat sees it.
pub struct Planes<'a> {
    canvas: &'a mut Canvas,
    frame: Frame,
    turned: bool,
}

impl<'a> Planes<'a> {
    /// Starts writing on an empty canvas, for `seat`.
    #[inline(always)]
    pub fn new(canvas: &'a mut Canvas, frame: Frame, seat: Seat) -> Planes<'a> {
        Planes { canvas, frame, turned: is_mirrored(frame, seat) }
    }

    /// Writes a plane that marks the cells of a set.
    #[inline(always)]
    pub fn set(&mut self, bits: Bitboard) {
        self.canvas.set(mirrored_if(self.turned, bits));
    }

    /// Writes a plane that holds one number everywhere.
    #[inline(always)]
    pub fn level(&mut self, value: f32) {
        self.canvas.level(value);
    }

    /// Writes planes that each hold one number everywhere.
    #[inline(always)]
    pub fn levels<const N: usize>(&mut self, values: &[f32; N]) {
        self.canvas.level_all(values);
    }

    /// Writes a plane with a table of numbers in its near left corner, whatever the seat.
    #[inline(always)]
    pub fn table<const N: usize>(&mut self, rows: [u8; N]) {
        self.canvas.set(rows.iter().rev().fold(0, |bits, &row| bits << 8 | Bitboard::from(row)));
    }

    /// Writes the planes that all games of the family have, as `seat` sees them.
    #[inline(always)]
    pub fn position(&mut self, position: &Position, seat: Seat) {
        let (pieces, mut sets) = (&position.pieces, [0; 14]);
        let (own, enemies) = (pieces.side(seat), pieces.side(seat.other()));
        for (at, kind) in pieces.kinds.iter().enumerate() {
            (sets[at], sets[6 + at]) = (own & kind, enemies & kind);
        }
        (sets[12], sets[13]) = (position.rights, position.ep_square);
        for set in &mut sets {
            *set = mirrored_if(self.turned, *set);
        }
        self.canvas.set_all(&sets.map(|set| [set]));
        self.level(f32::from(position.clock) / 100.0);
    }

    /// Writes the last plane, which exists with [`Frame::Board`] only.
    #[inline(always)]
    pub fn black(&mut self, seat: Seat) {
        if self.frame == Frame::Board {
            self.level(seat.parity() as f32);
        }
    }
}
