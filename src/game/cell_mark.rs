//! Marks on cells of the board, independent of the pieces there.

use super::Seat;

/// A mark on a cell. The comments describe how pictures show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellMark {
    /// A pawn has passed over this cell and can be captured here: a small arrowhead.
    Passed,
    /// In the shadow of a piece of this seat: hatched in its color.
    Shadow(Seat),
    /// A grave where this seat may have buried a piece: a tombstone in its color.
    Grave(Seat),
    /// A grave of this seat that holds a piece of this kind: a tombstone in its color, with the figure.
    Buried {
        /// The seat that buried the piece.
        seat: Seat,
        /// The owner of the piece.
        owner: Seat,
        /// The kind of the piece.
        kind: &'static str,
    },
    /// Pawns of this seat promote here: a small crown in its color.
    Crowning(Seat),
    /// Part of the last turn: tinted.
    Last,
    /// A piece was captured here in the last turn: tinted in red.
    Taken,
    /// A legal step leads here: a dot, or a ring around the piece.
    Legal,
}

impl CellMark {
    /// Returns the name in serialized data.
    pub fn name(self) -> &'static str {
        match self {
            CellMark::Passed => "passed",
            CellMark::Shadow(_) => "shadow",
            CellMark::Grave(_) => "grave",
            CellMark::Buried { .. } => "buried",
            CellMark::Crowning(_) => "crowning",
            CellMark::Last => "last",
            CellMark::Taken => "taken",
            CellMark::Legal => "legal",
        }
    }

    /// Returns the seat that made the mark, if there is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            CellMark::Passed | CellMark::Last | CellMark::Taken | CellMark::Legal => None,
            CellMark::Shadow(seat)
            | CellMark::Grave(seat)
            | CellMark::Buried { seat, .. }
            | CellMark::Crowning(seat) => Some(seat),
        }
    }

    /// Describes the mark in words. `name` returns the names of seats.
    pub fn words(self, name: impl Fn(Seat) -> String) -> String {
        match self {
            CellMark::Passed => "en passant: a pawn passed over this cell".into(),
            CellMark::Shadow(seat) => format!("in {}'s shadow", name(seat)),
            CellMark::Last => "part of the last turn".into(),
            CellMark::Taken => "a piece was captured here in the last turn".into(),
            CellMark::Legal => "a legal step leads here".into(),
            CellMark::Crowning(seat) => format!("{}'s pawns promote here", name(seat)),
            CellMark::Grave(seat) => format!("possible grave of {}", name(seat)),
            CellMark::Buried { seat, owner, kind } => {
                format!("{}'s grave, which holds a {} {kind}", name(seat), name(owner))
            }
        }
    }
}
