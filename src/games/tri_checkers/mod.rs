//! Tri-Chek, Tri-Stax and Tri-Queens: 94 variants for two to six seats on hexagons of triangles (rule document: Tri-Checkers).
//!
//! The engine is that of [`checkers`](super::checkers); here are the boards, the seats at their sides and the names.
//!
//! | file | idea |
//! |---|---|
//! | `variety` | options and ids |
//! | `setup` | the men at the start |
//! | `hexagon` | triangles as bits, twelve directions |
//! | `plan` | what the engine is told |
//!
//! **Actions.** Each seat sees the board turned so that its own side is near. A direction and the cell that a stack goes from, numbered in this
//! order. Directions go clockwise: the six to the nearest triangles of the same colour, the first two of them ahead, left and right; in Queens
//! also the six straight ones, the first of them straight ahead. Cells go row by row from the seat's own edge and from its left; they have
//! numbers where some seat uses them: where all seats see the triangles that they use point the same way those only, else all. Whether a step
//! is a move or a jump the board tells.

mod hexagon;
mod plan;
mod setup;
#[cfg(test)]
mod tests;
mod variety;

pub use hexagon::{Large, OneColour, TwoColours};
pub use variety::{Ground, Kind, Layout, ROWS, Row, Teams, Variety};

use super::checkers::{Checkers, Geometry, Linked, Numbered, Single, Stacks};
use crate::board::{Circular, Triangles};
use crate::catalog::Visitor;
use crate::game::{Frame, Options};

/// A row is so many bits further on than the one before it: in sets of 64 bits for the board of 8 rows, and of 128 bits for all boards.
const STRIDE_64: i16 = 8;
const STRIDE_128: i16 = 19;

/// All ids with their options.
pub fn ids() -> Vec<(String, Options)> {
    Variety::all().iter().map(|variety| (variety.id(), variety.options())).collect()
}

/// Makes the game of these options and hands it to the visitor.
pub fn open<V: Visitor>(id: &str, options: &Options, frame: Frame, visitor: V) -> Result<V::Output, String> {
    let variety = Variety::read(options)?;
    let triangles = plan::board(variety.row.ground);
    let opening = Opening { id, variety, frame, visitor, triangles };
    let large = Large::new(&opening.triangles);
    let (small, queens) = (variety.row.ground == Ground::Eight, variety.kind == Kind::Queens);
    Ok(match (variety.row.players, queens) {
        (2, false) if small => opening.one_colour::<u64, STRIDE_64, 2, 64, 32, 80>(),
        (2, false) => opening.one_colour::<u128, STRIDE_128, 2, 128, 32, 80>(),
        (3, _) => opening.one_colour::<u128, STRIDE_128, 3, 128, 48, 120>(),
        (4, false) => opening.one_colour::<u128, STRIDE_128, 4, 128, 64, 160>(),
        (5, false) => opening.one_colour::<u128, STRIDE_128, 5, 128, 80, 200>(),
        (_, false) => opening.one_colour::<u128, STRIDE_128, 6, 128, 96, 240>(),
        (2, true) => {
            let geometry = TwoColours::<u64, STRIDE_64>::new(&opening.triangles);
            opening.two_colours::<_, 2, 128, 32, 80>(geometry, (STRIDE_64, 64))
        }
        (4, true) => opening.two_colours::<_, 4, 256, 64, 160>(large, (STRIDE_128, 128)),
        (5, true) => opening.two_colours::<_, 5, 256, 80, 200>(large, (STRIDE_128, 128)),
        (_, true) => opening.two_colours::<_, 6, 256, 96, 240>(large, (STRIDE_128, 128)),
    })
}

/// A game about to be made.
struct Opening<'a, V> {
    id: &'a str,
    variety: Variety,
    frame: Frame,
    visitor: V,
    triangles: Triangles,
}

impl<V: Visitor> Opening<'_, V> {
    /// Tri-Chek or Tri-Stax.
    fn one_colour<
        S: Circular,
        const STRIDE: i16,
        const SEATS: usize,
        const CELLS: usize,
        const ALL: usize,
        const QUIET: usize,
    >(
        self,
    ) -> V::Output {
        let geometry = OneColour::<S, STRIDE>::new(&self.triangles, plan::plays_up(self.variety.row.ground));
        let layout = (STRIDE, S::BITS);
        match (self.variety.kind, self.variety.numbers) {
            (Kind::Chek, false) => self.make::<_, Single, SEATS, 6, QUIET>(geometry, layout),
            (Kind::Chek, true) => self.make::<_, Numbered<CELLS>, SEATS, 6, QUIET>(geometry, layout),
            (_, false) => self.make::<_, Linked<CELLS, ALL, false, 0>, SEATS, 6, QUIET>(geometry, layout),
            (_, true) => self.make::<_, Linked<CELLS, ALL, true, 0>, SEATS, 6, QUIET>(geometry, layout),
        }
    }

    /// Tri-Queens.
    fn two_colours<G, const SEATS: usize, const CELLS: usize, const ALL: usize, const QUIET: usize>(
        self,
        geometry: G,
        layout: (i16, u32),
    ) -> V::Output
    where
        G: Geometry,
    {
        if self.variety.numbers {
            self.make::<_, Linked<CELLS, ALL, true, 0>, SEATS, 12, QUIET>(geometry, layout)
        } else {
            self.make::<_, Linked<CELLS, ALL, false, 0>, SEATS, 12, QUIET>(geometry, layout)
        }
    }

    fn make<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize, const QUIET: usize>(
        self,
        geometry: G,
        (stride, bits): (i16, u32),
    ) -> V::Output {
        let Opening { id, variety, frame, visitor, triangles } = self;
        let plan = plan::plan(id, &variety, frame, &triangles, stride, bits);
        visitor.visit(Checkers::<G, K, SEATS, DIRS, QUIET>::new(plan, frame, geometry))
    }
}
