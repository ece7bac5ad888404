//! Checkers, Stax and Queens on square boards: 90 variants, one engine (rule document: Checkers).
//!
//! A game combines a `Geometry` (cells as bits, eight directions, edges that wrap or not), a representation
//! of `Stacks` (none, numbers, whole stacks) and `Tables` by seat. All stacks of a seat are moved together,
//! as a bitboard of cells. What is below a top piece only matters when the stack is jumped. Geometry, stacks
//! and the maximum number of seats (two or more) are types. The number of seats that play, and whether men in
//! stacks have numbers, are run-time values.
//!
//! | file | content |
//! |---|---|
//! | `options` | options and ids |
//! | `setup` | seats, their sides and their men at the start |
//! | `summary` | how a variant is played, in a few sentences |
//! | `variant_spec`, `square_spec` | the input for tables, in general and for square boards |
//! | `geometry`, `bitboard12` | directions on flat and wrapped boards; the 12x12 board |
//! | `stacks`, `linked_stacks` | the pieces below the top pieces |
//! | `stack_counts` | the contents of stacks as numbers, for observations |
//! | `state` | the state, and repetitions |
//! | `tables` | tables by seat, direction and cell |
//! | `engine`, `movers` | what a step does, and counters; the moves and jumps of a seat |
//! | `positional` | the value of the placement of stacks, for search |
//! | `turn_order` | the next seat to act, and endings |
//! | `fen_format`, `fen` | position strings |
//! | `explain` | reasons for illegal steps |
//! | `spec`, `planes` | the description of the game; the planes of observations |
//! | `game` | the type of the games |
//! | `rules`, `actions`, `notation`, `observation`, `display`, `symmetries` | the roles of the games |
//!
//! **Actions.** An action is a direction and the square that a stack leaves, numbered in this order: one
//! plane of squares for each direction. Directions are the diagonals forward left, forward right, backward
//! left, backward right; in Queens also straight forward, left, right, backward. Squares are those that the
//! game uses, row by row from the seat's own edge and from its left. The position determines whether the step
//! is a move or a jump: it is a move if the next square is empty.

mod action_text;
mod actions;
mod bitboard12;
mod display;
mod engine;
mod explain;
mod fen;
mod fen_format;
mod game;
mod geometry;
mod linked_stacks;
mod movers;
mod notation;
mod observation;
mod options;
mod planes;
mod positional;
mod rules;
mod search_hints;
mod setup;
mod spec;
mod square_spec;
mod stack_counts;
mod stacks;
mod state;
mod summary;
mod symmetries;
mod tables;
mod turn_order;
mod variant_spec;

#[cfg(test)]
mod tests;

pub(crate) use game::Checkers;
pub(crate) use geometry::Geometry;
pub(crate) use linked_stacks::LinkedStacks;
pub(crate) use positional::{StackWeights, TEAM_STACKS, TRI_STAX, UNIVERSAL_STAX};
pub(crate) use stacks::{NoStacks, NumberedMen, Stacks};
pub(crate) use variant_spec::{BoardSymmetry, RuleRefs, SeatSpec, VariantSpec};

use crate::game::{Frame, Options};
use crate::sim::{DynGame, erase};
use bitboard12::{CELLS, Geometry12};
use geometry::Geometry8;
use options::{Kind, Teams, Topology, Variant};
use std::sync::Arc;

/// Returns all ids with their options.
pub fn ids() -> Vec<(String, Options)> {
    Variant::all().iter().map(|variant| (variant.id(), variant.options())).collect()
}

/// Makes the game of an id with options.
///
/// # Errors
///
/// Returns a message if the options cannot be combined.
pub fn open(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    let variant = Variant::read(options)?;
    let Variant { kind, numbers, .. } = variant;
    let (single, flat) = (variant.teams == Teams::Single, variant.topology == Topology::Flat);
    let builder = GameBuilder { id, variant, frame };
    Ok(match (kind, single, flat) {
        (Kind::Checkers, true, true) if numbers => {
            builder.build::<_, NumberedMen<64>, 2, 4>(Geometry8::<false, true>, bit8)
        }
        (Kind::Checkers, true, false) if numbers => {
            builder.build::<_, NumberedMen<64>, 2, 4>(Geometry8::<true, true>, bit8)
        }
        (Kind::Checkers, false, _) if numbers => {
            builder.build::<_, NumberedMen<CELLS>, 4, 4>(Geometry12, bitboard12::bit)
        }
        (Kind::Checkers, true, true) => builder.build::<_, NoStacks, 2, 4>(Geometry8::<false, true>, bit8),
        (Kind::Checkers, true, false) => builder.build::<_, NoStacks, 2, 4>(Geometry8::<true, true>, bit8),
        (Kind::Checkers, false, _) => builder.build::<_, NoStacks, 4, 4>(Geometry12, bitboard12::bit),
        (Kind::Stax, true, true) => {
            builder.build::<_, LinkedStacks<64, 32, 32, 1>, 2, 4>(Geometry8::<false, true>, bit8)
        }
        (Kind::Stax, true, false) => {
            builder.build::<_, LinkedStacks<64, 32, 32, 1>, 2, 4>(Geometry8::<true, true>, bit8)
        }
        (Kind::Stax, false, _) => {
            builder.build::<_, LinkedStacks<CELLS, 64, 0, 1>, 4, 4>(Geometry12, bitboard12::bit)
        }
        (Kind::Queens, true, true) => {
            builder.build::<_, LinkedStacks<64, 32, 64, 1>, 2, 8>(Geometry8::<false, false>, bit8)
        }
        (Kind::Queens, true, false) => {
            builder.build::<_, LinkedStacks<64, 32, 64, 1>, 2, 8>(Geometry8::<true, false>, bit8)
        }
        (Kind::Queens, false, _) => {
            builder.build::<_, LinkedStacks<CELLS, 64, 0, 1>, 4, 8>(Geometry12, bitboard12::bit)
        }
    })
}

/// Returns the bit of a square (file, rank) on 8x8.
fn bit8(file: i8, rank: i8) -> u8 {
    8 * rank as u8 + file as u8
}

/// What is needed to create a game.
struct GameBuilder<'a> {
    id: &'a str,
    variant: Variant,
    frame: Frame,
}

impl GameBuilder<'_> {
    fn build<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
        self,
        geometry: G,
        bit: fn(i8, i8) -> u8,
    ) -> Arc<dyn DynGame> {
        let GameBuilder { id, variant, frame } = self;
        let spec = square_spec::variant_spec(id, &variant, frame, bit);
        erase(Checkers::<G, K, SEATS, DIRS>::new(spec, frame, geometry))
    }
}
