//! How actions are put in words when there is no state at hand: how their cells and directions are called.

use super::{Frame, Seat, Spec};
use crate::board::{Board, Cell};
use std::ops::Range;

/// From where an action is looked at. Under [`Frame::Board`] it is always from seat 0; else a cell has a name
/// only if it is known which seat looks, and is told by its row and column in the planes if it is not.
#[derive(Clone, Copy, Debug)]
pub struct Perspective<'a> {
    spec: &'a Spec,
    board: &'a Board,
    seat: Option<Seat>,
}

impl<'a> Perspective<'a> {
    /// Of an action that is this seat's, or (none) some seat's.
    pub fn new(spec: &'a Spec, board: &'a Board, seat: Option<Seat>) -> Perspective<'a> {
        Perspective { spec, board, seat }
    }

    /// The seat from whose side everything is seen, if that is known.
    pub fn viewer(&self) -> Option<Seat> {
        match self.spec.frame {
            Frame::Seat => self.seat,
            Frame::Board => Some(0),
        }
    }

    /// The seats whose the action may be.
    pub fn possible_seats(&self) -> Range<Seat> {
        self.seat.map_or(0..self.spec.seats, |seat| seat..seat + 1)
    }

    /// From where actions and observations are seen.
    pub fn frame(&self) -> Frame {
        self.spec.frame
    }

    /// A cell that stands at some place in the planes of the seat that looks: its name, or else the place.
    pub fn cell(&self, cell: Cell, place: usize) -> String {
        match self.viewer() {
            Some(_) => self.board.name(cell).to_owned(),
            None => self.place(place),
        }
    }

    /// A place in the planes.
    pub fn place(&self, place: usize) -> String {
        let (_, columns) = self.board.grid();
        format!("row {}, column {}", place / columns, place % columns)
    }

    /// Who sees it so, behind what is said of an action.
    pub fn viewer_suffix(&self) -> String {
        match self.viewer() {
            Some(seat) => format!(", seen from seat {seat}"),
            None => ", seen from the seat to act".to_owned(),
        }
    }
}

/// A step by so many columns to the right and so many rows ahead in words: `north-east`, or for longer ones
/// `two north and one east`. North is where rows have higher numbers.
///
/// ```
/// use plyground::game::compass;
/// assert_eq!([compass(0, 1), compass(-1, -1)], ["north", "south-west"]);
/// assert_eq!(compass(-2, 1), "one north and two west");
/// ```
pub fn compass(columns: i8, rows: i8) -> String {
    let along = ["south", "", "north"][(1 + rows.signum()) as usize];
    let aside = ["west", "", "east"][(1 + columns.signum()) as usize];
    let number = |by: i8| ["no", "one", "two", "three", "four"][usize::from(by.unsigned_abs()) % 5];
    match (rows.unsigned_abs(), columns.unsigned_abs()) {
        (0, _) => aside.into(),
        (_, 0) => along.into(),
        (1, 1) => format!("{along}-{aside}"),
        _ => format!("{} {along} and {} {aside}", number(rows), number(columns)),
    }
}

/// What is said of an action that no state has.
pub fn never_legal(why: &str) -> String {
    format!("never legal: {why}")
}
