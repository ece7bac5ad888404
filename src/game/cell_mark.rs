//! What is marked on the board itself, whatever stands there.

use super::Seat;

/// What can be seen of a cell beyond the pieces on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellMark {
    /// A pawn has passed over it and may be taken here: a small arrowhead.
    Passed,
    /// In the shadow of a piece of this seat: hatched in its color.
    Shadow(Seat),
    /// A grave where this seat may have buried a piece: a tombstone in its color.
    Grave(Seat),
    /// A grave of this seat that holds a piece of that kind: a tombstone in its color, with the figure.
    Buried {
        /// Who buried it.
        seat: Seat,
        /// Whose it was.
        owner: Seat,
        /// What it was.
        kind: &'static str,
    },
    /// Pawns of this seat become other pieces here: a small crown in its color.
    Crowning(Seat),
    /// The last turn names it: tinted.
    Last,
    /// A piece was taken here in the last turn: tinted in red.
    Taken,
    /// A legal step leads here: a dot, or a ring around what stands here.
    Legal,
}

impl CellMark {
    /// Its name in data.
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

    /// The seat that made it, if one did.
    pub fn seat(self) -> Option<Seat> {
        match self {
            CellMark::Passed | CellMark::Last | CellMark::Taken | CellMark::Legal => None,
            CellMark::Shadow(seat)
            | CellMark::Grave(seat)
            | CellMark::Buried { seat, .. }
            | CellMark::Crowning(seat) => Some(seat),
        }
    }

    /// What it means, in words; `name` names seats.
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
