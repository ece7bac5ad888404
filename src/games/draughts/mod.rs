//! The national draughts games (`docs/rules/draughts.md`).
//!
//! One engine plays them all: a game is a constant of [`RuleSet`], whose fields are the articles of the rule
//! document. How pieces move is compiled in where a named game moves so and looked up otherwise
//! ([`Movement`]); names, counts and endings are looked up where a turn ends.
//!
//! Positions are sets of squares in words. A step in any direction is a shift, so that the legal steps are
//! four words, one for each direction: the squares that can be reached in it.
//!
//! Actions are a direction and the square reached, numbered in this order, seen from the side of the seat to
//! act: a plane of squares for each direction. What stands first on the line back is what moved or was
//! jumped. Moves and jumps share numbers, since they are never legal together. (8x8: 128; 10x10: 200; 12x12:
//! 288; Turkish: 256; with jumps over sides twice as many.)
//!
//! ```
//! use plyground::game::{Game, rng_for};
//! use plyground::games::draughts::{Draughts, English};
//!
//! let game = Draughts::<English>::named("english-draughts", Default::default()).unwrap();
//! let mut state = game.start(&mut rng_for(0, 0, 0));
//! assert_eq!(game.perft(&state, 3, &mut || true), Some(302));
//! let step = game.read_step(&state, "11-15").unwrap();
//! game.apply(&mut state, step);
//! assert!(game.fen(&state).starts_with("W:W21,22,"));
//! ```

mod actions;
mod ahead;
mod apply;
mod book;
mod endings;
mod game;
mod jumps;
mod layout;
mod movement;
mod notation;
mod observe;
mod once;
mod paths;
mod perft;
mod refusal;
pub mod rules;
mod spelling;
mod squares;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod turns;

pub use game::Draughts;
pub use layout::{
    Bits, Crossed8, Crossed10, Crossed12, Diagonal8, Diagonal10, Diagonal12, Layout, Orthogonal8,
};
pub use movement::{
    Brazilian, Canadian, English, English10x10, EnglishFlying, Free, International, Italian, Movement,
    Moving, Pool, Russian, SetOf, Spanish, Turkish,
};
pub use rules::RuleSet;
pub use spelling::{Spelled, Square};
pub use state::{State, Step};

use crate::game::{Frame, Options};
use crate::sim::{DynGame, erase};
use movement::with_movement;
use rules::NAMED;
use std::sync::Arc;

/// The ids of the family, with their options.
pub fn ids() -> Vec<(String, Options)> {
    NAMED.iter().map(|named| (named.id.into(), named.rules.options())).collect()
}

/// Makes the game of an id with options. The error states why the options do not fit together.
pub fn open(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    let named = rules::named_by(id)?;
    let game = RuleSet::read(options)?;
    with_movement!(
        &game,
        movement => Ok(erase(Draughts::new(named.id, named.title, game, movement, frame))),
        Err(rules::NO_BOARD.into())
    )
}
