//! Checkers, Stax and Queens on square boards: 90 variants, one engine (rule document: Checkers).
//!
//! A game is a `Geometry` (cells as bits, eight directions, edges joined or not), a way
//! to keep `Stacks` (none, numbers, whole stacks) and `Tables` by seat.
//! All stacks of a seat are moved at once, as a set of cells; what is under a top piece only matters when it
//! is jumped. These are types, and so is whether there is room for two seats or for more; how many seats
//! play, and whether men in stacks have numbers, is looked up.
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
//! | `stacks`, `linked` | what is under the top pieces |
//! | `contents` | the same in numbers, for observations |
//! | `state` | a position, and whether it stood before |
//! | `tables` | what a variant knows of its board by seat |
//! | `engine` | moves, jumps, crowning, clocks |
//! | `seats` | how the turn passes on, and endings |
//! | `notation` | what position strings say |
//! | `fen`, `refusal` | texts in and out |
//! | `about` | what there is to know beside how it is played |
//! | `observe`, `said`, `symmetry` | for those who train |
//! | `game` | the contract |
//!
//! **Actions.** A direction and the square that a stack goes from, numbered in this order: a plane of squares
//! for each direction. Directions are the diagonals forward left, forward right, backward left, backward
//! right; in Queens also straight forward, left, right, backward. Squares are those that the game uses, row
//! by row from the seat's own edge and from its left. Whether it is a move or a jump the board tells: the
//! next square is empty or not.

mod about;
mod contents;
mod engine;
mod fen;
mod game;
mod geometry;
mod linked;
mod notation;
mod observe;
mod plan;
mod refusal;
mod said;
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
pub use linked::Linked;
pub use plan::{Chair, Cited, Plan, Turning};
pub use setup::Side;
pub use stacks::{Checker, Numbered, PIECES, Single, Stacks};
pub use state::{NOWHERE, State};
pub use tables::Tables;
pub use twelve::Twelve;
pub use variety::{Kind, Layout, Teams, Topology, Variety};

use crate::game::{Frame, Options};
use crate::sim::{DynGame, erase};
use std::sync::Arc;
use twelve::CELLS;

/// All ids with their options.
pub fn ids() -> Vec<(String, Options)> {
    Variety::all().iter().map(|variety| (variety.id(), variety.options())).collect()
}

/// Makes the game of an id with options. The error states why the options do not fit together.
pub fn open(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    let variety = Variety::read(options)?;
    let Variety { kind, numbers, .. } = variety;
    let (single, flat) = (variety.teams == Teams::Single, variety.topology == Topology::Flat);
    let opening = Opening { id, variety, frame };
    Ok(match (kind, single, flat) {
        (Kind::Checkers, true, true) if numbers => {
            opening.make::<_, Numbered<64>, 2, 4>(Eight::<false, true>, eight)
        }
        (Kind::Checkers, true, false) if numbers => {
            opening.make::<_, Numbered<64>, 2, 4>(Eight::<true, true>, eight)
        }
        (Kind::Checkers, false, _) if numbers => {
            opening.make::<_, Numbered<CELLS>, 4, 4>(Twelve, twelve::bit)
        }
        (Kind::Checkers, true, true) => opening.make::<_, Single, 2, 4>(Eight::<false, true>, eight),
        (Kind::Checkers, true, false) => opening.make::<_, Single, 2, 4>(Eight::<true, true>, eight),
        (Kind::Checkers, false, _) => opening.make::<_, Single, 4, 4>(Twelve, twelve::bit),
        (Kind::Stax, true, true) => opening.make::<_, Linked<64, 32, 32>, 2, 4>(Eight::<false, true>, eight),
        (Kind::Stax, true, false) => opening.make::<_, Linked<64, 32, 32>, 2, 4>(Eight::<true, true>, eight),
        (Kind::Stax, false, _) => opening.make::<_, Linked<CELLS, 64, 0>, 4, 4>(Twelve, twelve::bit),
        (Kind::Queens, true, true) => {
            opening.make::<_, Linked<64, 32, 64>, 2, 8>(Eight::<false, false>, eight)
        }
        (Kind::Queens, true, false) => {
            opening.make::<_, Linked<64, 32, 64>, 2, 8>(Eight::<true, false>, eight)
        }
        (Kind::Queens, false, _) => opening.make::<_, Linked<CELLS, 64, 0>, 4, 8>(Twelve, twelve::bit),
    })
}

/// The bits of squares (file, rank) of 8x8.
fn eight(file: i8, rank: i8) -> u8 {
    8 * rank as u8 + file as u8
}

/// A game about to be made.
struct Opening<'a> {
    id: &'a str,
    variety: Variety,
    frame: Frame,
}

impl Opening<'_> {
    fn make<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
        self,
        geometry: G,
        bit: fn(i8, i8) -> u8,
    ) -> Arc<dyn DynGame> {
        let Opening { id, variety, frame } = self;
        let plan = squares::plan(id, &variety, frame, bit);
        erase(Checkers::<G, K, SEATS, DIRS>::new(plan, frame, geometry))
    }
}
