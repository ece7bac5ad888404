//! Serialization of boards.

use super::{Board, EdgeKind};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The cells by their names, outlines, shades and places on the grid, and which of them touch.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = || self.cells();
        let mut fields = serializer.serialize_struct("Board", 6)?;
        fields.serialize_field("board", &self.shape())?;
        fields.serialize_field("cells", &cells().map(|cell| self.name(cell)).collect::<Vec<_>>())?;
        fields.serialize_field("outlines", &cells().map(|cell| self.outline(cell)).collect::<Vec<_>>())?;
        fields.serialize_field("shades", &cells().map(|cell| self.color(cell)).collect::<Vec<_>>())?;
        fields.serialize_field("grid", &cells().map(|cell| self.place(cell)).collect::<Vec<_>>())?;
        let edges = EdgeKind::ALL.map(|kind| {
            let alike = self.edges().iter().filter(|edge| edge.2 == kind);
            (kind, alike.map(|&(a, b, _)| (a, b)).collect::<Vec<_>>())
        });
        fields.serialize_field("edges", &BTreeMap::from(edges))?;
        fields.end()
    }
}
