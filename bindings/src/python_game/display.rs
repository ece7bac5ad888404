//! The role `Display` of a game in Python.

use super::{PythonGame, PythonState, unexpected};
use plyground::game::roles::{Display, Rules};
use plyground::game::{Piece, Seat};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A piece of the rules: owner, kind and text.
type PieceArgs = (Option<u8>, String, String);

impl Display for PythonGame {
    fn pieces(&self, state: &PythonState, cell: u8, viewer: Option<Seat>) -> Vec<Piece> {
        let expected = "a dict from names of cells to (seat or None, kind, text)";
        let piece: Option<PieceArgs> = self.with(|rules| {
            let found = self.call(rules, "pieces", state, (viewer.map(Seat::number),))?;
            let wrong = |_| unexpected(rules, "pieces", expected, &found);
            let pieces = found.cast::<PyDict>().map_err(|error| wrong(error.into()))?;
            let piece = pieces.get_item(self.board().name(cell))?;
            piece.map(|piece| piece.extract::<PieceArgs>().map_err(wrong)).transpose()
        });
        let piece = piece.map(|(seat, kind, text)| {
            Piece::new(seat.filter(|seat| *seat < self.spec.seats).map(Seat::new), kind, text)
        });
        piece.into_iter().collect()
    }
}
