//! Checkers, Stax and Queens on square boards: 90 variants, one engine (rule document: Checkers).
//!
//! A game is a [`Geometry`](geometry::Geometry) (cells as bits, eight directions, edges joined or not), a way to keep
//! [`Stacks`](stacks::Stacks) (none, numbers, whole stacks) and [`Tables`](tables::Tables) by seat. All stacks of a seat are moved at once, as a
//! set of cells; what is under a top piece only matters when it is jumped.
//!
//! | file | idea |
//! |---|---|
//! | `variety` | options and ids |
//! | `setup` | who sits where, with which men |
//! | `plan` | what the engine is told of a variant |
//! | `squares` | the plan of a variant on squares |
//! | `set`, `pair` | sets of cells as bits |
//! | `geometry` | directions on flat and joined boards |
//! | `twelve` | the same on 12x12 |
//! | `stacks` | what is under the top pieces |
//! | `contents` | the same in numbers, for observations |
//! | `state` | a position, and whether it stood before |
//! | `tables` | what a variant knows of its board by seat |
//! | `engine` | moves, jumps, crowning, clocks |
//! | `seats` | how the turn passes on, and endings |
//! | `fen`, `refusal` | texts in and out |
//! | `observe`, `symmetry` | for those who train |
//! | `game` | the contract |
//!
//! **Actions.** A direction and the square that a stack goes from, numbered in this order: a plane of squares for each direction. Directions are the
//! diagonals forward left, forward right, backward left, backward right; in Queens also straight forward, left, right, backward. Squares are
//! those that the game uses, row by row from the seat's own edge and from its left. Whether it is a move or a jump the board tells: the next
//! square is empty or not.

mod contents;
mod engine;
mod fen;
mod game;
mod geometry;
mod observe;
mod plan;
mod refusal;
mod seats;
mod setup;
mod squares;
mod stacks;
mod state;
mod symmetry;
mod tables;
mod twelve;
mod variety;

#[cfg(test)]
mod tests;

pub use engine::{Engine, Step};
pub use game::Checkers;
pub use geometry::{DIRECTIONS, Eight, Geometry};
pub use plan::{Chair, Cited, Plan, Turning};
pub use setup::Side;
pub use stacks::{Checker, Linked, Numbered, PIECES, Single, Stacks};
pub use state::{NOWHERE, State};
pub use tables::Tables;
pub use twelve::Twelve;
pub use variety::{Kind, Layout, Teams, Topology, Variety};

use crate::catalog::Visitor;
use crate::game::{Frame, Options};

/// All ids with their options.
pub fn ids() -> Vec<(String, Options)> {
    Variety::all().iter().map(|variety| (variety.id(), variety.options())).collect()
}

/// Makes the game of these options and hands it to the visitor.
pub fn open<V: Visitor>(id: &str, options: &Options, frame: Frame, visitor: V) -> Result<V::Output, String> {
    let variety = Variety::read(options)?;
    let (single, flat) = (variety.teams == Teams::Single, variety.topology == Topology::Flat);
    let opening = Opening { id, variety, frame, visitor };
    Ok(match (single, variety.kind == Kind::Queens, flat) {
        (true, false, true) => opening.dark::<_, 2, 64, 32, 32, 80>(Eight::<false, true>, eight),
        (true, false, false) => opening.dark::<_, 2, 64, 32, 32, 80>(Eight::<true, true>, eight),
        (true, true, true) => opening.both::<_, 2, 64, 32, 64, 80>(Eight::<false, false>, eight),
        (true, true, false) => opening.both::<_, 2, 64, 32, 64, 80>(Eight::<true, false>, eight),
        (false, false, _) => opening.dark::<_, 4, { twelve::CELLS }, 64, 0, 160>(Twelve, twelve::bit),
        (false, true, _) => opening.both::<_, 4, { twelve::CELLS }, 64, 0, 160>(Twelve, twelve::bit),
    })
}

/// The bits of squares (file, rank) of 8x8.
fn eight(file: i8, rank: i8) -> u8 {
    8 * rank as u8 + file as u8
}

/// A game about to be made.
struct Opening<'a, V> {
    id: &'a str,
    variety: Variety,
    frame: Frame,
    visitor: V,
}

impl<V: Visitor> Opening<'_, V> {
    /// Checkers or Stax, on dark squares only.
    fn dark<
        G,
        const SEATS: usize,
        const CELLS: usize,
        const ALL: usize,
        const TOLD: usize,
        const QUIET: usize,
    >(
        self,
        geometry: G,
        bit: fn(i8, i8) -> u8,
    ) -> V::Output
    where
        G: Geometry,
    {
        match (self.variety.kind, self.variety.numbers) {
            (Kind::Checkers, false) => self.make::<G, Single, SEATS, 4, QUIET>(geometry, bit),
            (Kind::Checkers, true) => self.make::<G, Numbered<CELLS>, SEATS, 4, QUIET>(geometry, bit),
            (_, false) => self.make::<G, Linked<CELLS, ALL, false, TOLD>, SEATS, 4, QUIET>(geometry, bit),
            (_, true) => self.make::<G, Linked<CELLS, ALL, true, TOLD>, SEATS, 4, QUIET>(geometry, bit),
        }
    }

    /// Queens, on squares of both colours.
    fn both<
        G,
        const SEATS: usize,
        const CELLS: usize,
        const ALL: usize,
        const TOLD: usize,
        const QUIET: usize,
    >(
        self,
        geometry: G,
        bit: fn(i8, i8) -> u8,
    ) -> V::Output
    where
        G: Geometry,
    {
        if self.variety.numbers {
            self.make::<G, Linked<CELLS, ALL, true, TOLD>, SEATS, 8, QUIET>(geometry, bit)
        } else {
            self.make::<G, Linked<CELLS, ALL, false, TOLD>, SEATS, 8, QUIET>(geometry, bit)
        }
    }

    fn make<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize, const QUIET: usize>(
        self,
        geometry: G,
        bit: fn(i8, i8) -> u8,
    ) -> V::Output {
        let Opening { id, variety, frame, visitor } = self;
        let plan = squares::plan(id, &variety, frame, bit);
        visitor.visit(Checkers::<G, K, SEATS, DIRS, QUIET>::new(plan, frame, geometry))
    }
}
