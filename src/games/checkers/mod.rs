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
//! | `set` | sets of cells as bits |
//! | `geometry` | directions on flat and joined boards |
//! | `stacks` | what is under the top pieces |
//! | `state` | a position, and whether it stood before |
//! | `tables` | what a variant knows of its board by seat |
//! | `engine` | moves, jumps, crowning, clocks |
//! | `seats` | how the turn passes on, and endings |
//! | `fen`, `refusal` | texts in and out |
//! | `observe`, `symmetry` | for those who train |
//! | `game` | the contract |
//!
//! **Actions.** The number of the square that a stack goes from, among those that the game uses, row by row from the seat's own edge and from
//! its left, times the number of directions, plus the direction: the diagonals forward left, forward right, backward left, backward right; in Queens also
//! straight forward, left, right, backward. Whether that is a move or a jump the board tells: the next square is empty or not.

mod engine;
mod fen;
mod game;
mod geometry;
mod observe;
mod refusal;
mod seats;
mod setup;
mod stacks;
mod state;
mod symmetry;
mod tables;
mod variety;

#[cfg(test)]
mod tests;

pub use engine::{Engine, Step};
pub use game::Checkers;
pub use geometry::{DIRECTIONS, Eight, Geometry, MOVES, Parts};
pub use setup::Side;
pub use stacks::{Checker, Linked, Numbered, PIECES, Single, Stacks};
pub use state::State;
pub use tables::Tables;
pub use variety::{Kind, Layout, Teams, Topology, Variety};

use crate::board::Wide;
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
        (true, false, true) => opening.dark::<_, 2, 64, 32, 80>(Eight::<false, true>, eight),
        (true, false, false) => opening.dark::<_, 2, 64, 32, 80>(Eight::<true, true>, eight),
        (true, true, true) => opening.both::<_, 2, 64, 32, 80>(Eight::<false, false>, eight),
        (true, true, false) => opening.both::<_, 2, 64, 32, 80>(Eight::<true, false>, eight),
        (false, false, _) => {
            let used = |file, rank| ((file + rank) % 2 == 0).then(|| dark_twelve(file, rank));
            opening.dark::<_, 4, 78, 64, 160>(Parts::<u128>::new(12, used), dark_twelve)
        }
        (false, true, _) => {
            let used = |file, rank| Some(twelve(file, rank));
            opening.both::<_, 4, 144, 64, 160>(Parts::<Wide<3>>::new(12, used), twelve)
        }
    })
}

/// The bits of squares (file, rank): of 8x8, of the dark squares of 12x12, of 12x12.
fn eight(file: i8, rank: i8) -> u8 {
    8 * rank as u8 + file as u8
}

/// Two ranks take 13 bits, one of them a gap, so that each direction is one and the same number of bits all over the board.
fn dark_twelve(file: i8, rank: i8) -> u8 {
    (rank / 2 * 13 + rank % 2 * 7 + file / 2) as u8
}

fn twelve(file: i8, rank: i8) -> u8 {
    12 * rank as u8 + file as u8
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
    fn dark<G, const SEATS: usize, const CELLS: usize, const ALL: usize, const QUIET: usize>(
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
            (_, false) => self.make::<G, Linked<CELLS, ALL, false>, SEATS, 4, QUIET>(geometry, bit),
            (_, true) => self.make::<G, Linked<CELLS, ALL, true>, SEATS, 4, QUIET>(geometry, bit),
        }
    }

    /// Queens, on squares of both colours.
    fn both<G, const SEATS: usize, const CELLS: usize, const ALL: usize, const QUIET: usize>(
        self,
        geometry: G,
        bit: fn(i8, i8) -> u8,
    ) -> V::Output
    where
        G: Geometry,
    {
        if self.variety.numbers {
            self.make::<G, Linked<CELLS, ALL, true>, SEATS, 8, QUIET>(geometry, bit)
        } else {
            self.make::<G, Linked<CELLS, ALL, false>, SEATS, 8, QUIET>(geometry, bit)
        }
    }

    fn make<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize, const QUIET: usize>(
        self,
        geometry: G,
        bit: fn(i8, i8) -> u8,
    ) -> V::Output {
        let Opening { id, variety, frame, visitor } = self;
        visitor.visit(Checkers::<G, K, SEATS, DIRS, QUIET>::new(id, &variety, frame, geometry, bit))
    }
}
