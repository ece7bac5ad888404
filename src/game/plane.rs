//! What there is to know of the planes of an observation: what each shows, and in which numbers.

use crate::named::named;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

named! {
    /// Of what a plane has numbers.
    pub enum Area, "the area" {
        /// Each cell has its own.
        Cells = "cells",
        /// One number stands everywhere.
        Whole = "whole",
        /// They are a table that lies in the near left corner, whatever the seat: its places are no cells.
        Table = "table",
    }
}

/// A plane of observations, as its game names and explains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// Its name: no other plane of the game has it.
    pub name: Cow<'static, str>,
    /// What it shows, in a sentence.
    pub description: Cow<'static, str>,
    /// Of what it has numbers.
    pub area: Area,
    /// The number that 1 stands for, where it counts something: what is counted is written as a share of it.
    /// 1 if there is nothing but 0 and 1; none if it is not the same number in all states.
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

    /// One that marks cells.
    pub fn marks(name: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Plane {
        Plane::new(name, description, Area::Cells, Some(1))
    }

    /// One that counts something on each cell, as a share of a number.
    pub fn counts(
        name: impl Into<Cow<'static, str>>,
        divisor: u16,
        description: impl Into<Cow<'static, str>>,
    ) -> Plane {
        Plane::new(name, description, Area::Cells, Some(divisor))
    }

    /// One that says everywhere whether something holds.
    pub fn flag(name: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Plane {
        Plane::new(name, description, Area::Whole, Some(1))
    }

    /// One that says everywhere how many there are of something, as a share of a number.
    pub fn level(
        name: impl Into<Cow<'static, str>>,
        divisor: u16,
        description: impl Into<Cow<'static, str>>,
    ) -> Plane {
        Plane::new(name, description, Area::Whole, Some(divisor))
    }

    /// The same as a share of what is not the same number in all states.
    pub fn share(name: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Plane {
        Plane::new(name, description, Area::Whole, None)
    }

    /// One with a table of marks.
    pub fn table(name: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Plane {
        Plane::new(name, description, Area::Table, Some(1))
    }

    /// Those that show the bare board of a game on triangles.
    pub fn bare_triangles() -> Vec<Plane> {
        vec![
            Plane::marks("on board", "the places of the grid that are cells of the board"),
            Plane::marks("points away", "the triangles that point away from the observing seat"),
        ]
    }

    /// Its numbers in words.
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

/// A plane is looked for by its name.
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

/// Their names alone.
pub(super) fn names<S: Serializer>(planes: &[Plane], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(planes.iter().map(|plane| &plane.name))
}
