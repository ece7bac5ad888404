//! Descriptions of the planes of an observation: what each plane shows, and how it is encoded.

use crate::named::named;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

named! {
    /// The places that the numbers of a plane belong to.
    pub enum Area, "the area" {
        /// Each cell has its own number.
        Cells = "cells",
        /// One number fills the plane.
        Whole = "whole",
        /// The numbers are a table in the near left corner of the grid, the same for each seat. Its entries
        /// are not cells.
        Table = "table",
    }
}

/// The description of an observation plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// The name. It is unique in the game.
    pub name: Cow<'static, str>,
    /// What the plane shows, in one sentence.
    pub description: Cow<'static, str>,
    /// The places that the numbers belong to.
    pub area: Area,
    /// For counts, the number that is encoded as 1. `Some(1)` for planes with only 0 and 1. `None` if the
    /// divisor depends on the state.
    pub divisor: Option<u16>,
}

impl Plane {
    fn new(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        area: Area,
        divisor: Option<u16>,
    ) -> Plane {
        Plane { name: name.into(), description: description.into(), area, divisor }
    }

    /// Returns a plane that marks cells.
    pub fn marks(name: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Plane {
        Plane::new(name, description, Area::Cells, Some(1))
    }

    /// Returns a plane that counts something on each cell, divided by `divisor`.
    pub fn counts(
        name: impl Into<Cow<'static, str>>,
        divisor: u16,
        description: impl Into<Cow<'static, str>>,
    ) -> Plane {
        Plane::new(name, description, Area::Cells, Some(divisor))
    }

    /// Returns a plane that is 1 everywhere if something holds, else 0.
    pub fn flag(name: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Plane {
        Plane::new(name, description, Area::Whole, Some(1))
    }

    /// Returns a plane that holds a count everywhere, divided by `divisor`.
    pub fn level(
        name: impl Into<Cow<'static, str>>,
        divisor: u16,
        description: impl Into<Cow<'static, str>>,
    ) -> Plane {
        Plane::new(name, description, Area::Whole, Some(divisor))
    }

    /// Returns a plane that holds a count everywhere, with a divisor that depends on the state.
    pub fn share(name: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Plane {
        Plane::new(name, description, Area::Whole, None)
    }

    /// Returns a plane with a table of marks.
    pub fn table(name: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Plane {
        Plane::new(name, description, Area::Table, Some(1))
    }

    /// Returns the planes that show the empty board of a game on triangles.
    pub fn bare_triangles() -> Vec<Plane> {
        vec![
            Plane::marks("on board", "the places of the grid that are cells of the board"),
            Plane::marks("points away", "the triangles that point away from the observing seat"),
        ]
    }

    /// Describes the encoding.
    ///
    /// ```
    /// use plyground::game::Plane;
    /// assert_eq!(Plane::marks("own men", "the seat's men").encoding(), "0 or 1 on each cell");
    /// let clock = Plane::level("clock", 100, "the turns without progress, divided by 100");
    /// assert_eq!(clock.encoding(), "0 to 1 everywhere, in steps of 1/100");
    /// ```
    pub fn encoding(&self) -> String {
        let place = match self.area {
            Area::Cells => "on each cell",
            Area::Whole => "everywhere",
            Area::Table => "in each entry of a table",
        };
        match self.divisor {
            Some(1) => format!("0 or 1 {place}"),
            Some(divisor) => format!("0 to 1 {place}, in steps of 1/{divisor}"),
            None => format!("0 to 1 {place}"),
        }
    }
}

/// Planes can be compared with names, so that tests find them by name.
impl PartialEq<str> for Plane {
    fn eq(&self, name: &str) -> bool {
        self.name == name
    }
}

impl PartialEq<&str> for Plane {
    fn eq(&self, name: &&str) -> bool {
        self.name == *name
    }
}

impl Serialize for Plane {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut plane = serializer.serialize_struct("Plane", 5)?;
        plane.serialize_field("name", &self.name)?;
        plane.serialize_field("description", &self.description)?;
        plane.serialize_field("area", &self.area)?;
        plane.serialize_field("divisor", &self.divisor)?;
        plane.serialize_field("encoding", &self.encoding())?;
        plane.end()
    }
}

/// Serializes the names of planes.
pub(super) fn names<S: Serializer>(planes: &[Plane], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(planes.iter().map(|plane| &plane.name))
}
