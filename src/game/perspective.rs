//! The perspective from which actions are described without a state: the names of cells and directions.

use super::{Frame, Seat, Spec};
use crate::board::{Board, Cell};

/// The perspective from which an action is described.
///
/// Under [`Frame::Board`], it is always that of seat 0. Under [`Frame::Seat`], cells have names if the seat
/// is known; otherwise they are given by row and column in the observation planes.
#[derive(Clone, Copy, Debug)]
pub struct Perspective<'a> {
    spec: &'a Spec,
    board: &'a Board,
    seat: Option<Seat>,
}

impl<'a> Perspective<'a> {
    /// Returns the perspective of an action of `seat`, or of any seat if there is none.
    pub fn new(spec: &'a Spec, board: &'a Board, seat: Option<Seat>) -> Perspective<'a> {
        Perspective { spec, board, seat }
    }

    /// Returns the seat from whose side the board is seen, if it is known.
    pub fn viewer(&self) -> Option<Seat> {
        match self.spec.frame {
            Frame::Seat => self.seat,
            Frame::Board => Some(Seat::ZERO),
        }
    }

    /// Returns the seats that the action can belong to.
    pub fn possible_seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let known = self.seat;
        Seat::all(self.spec.seats).filter(move |&seat| known.is_none_or(|known| seat == known))
    }

    /// Returns the frame of actions and observations.
    pub fn frame(&self) -> Frame {
        self.spec.frame
    }

    /// Returns the name of a cell that is at `place` in the planes of the viewer, or the place if the viewer
    /// is not known.
    pub fn cell(&self, cell: Cell, place: usize) -> String {
        match self.viewer() {
            Some(_) => self.board.name(cell).to_owned(),
            None => self.place(place),
        }
    }

    /// Describes a place in the planes.
    pub fn place(&self, place: usize) -> String {
        let (_, columns) = self.board.grid();
        format!("row {}, column {}", place / columns, place % columns)
    }

    /// Returns the end of a description, which states the viewer.
    pub fn viewer_suffix(&self) -> String {
        match self.viewer() {
            Some(seat) => format!(", seen from seat {seat}"),
            None => ", seen from the seat to act".to_owned(),
        }
    }
}

/// Returns the description of an action that is not legal in any state.
pub fn never_legal(why: &str) -> String {
    format!("never legal: {why}")
}
