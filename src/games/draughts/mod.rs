//! The national draughts games (`docs/rules/draughts.md`).
//!
//! One engine plays all of them. A game is a value of [`RuleSet`], with one field for each option of the rule
//! document. The movement rules of the named games are compiled in. Other combinations of options are looked
//! up at run time ([`Movement`]). Names, counts and endings are always looked up, once per turn.
//!
//! Positions are bitboards. A step in any direction is a shift, so the legal steps are one bitboard for each
//! direction: the squares that can be reached in it.
//!
//! An action is a direction and the target square, as the seat to act sees the board: one plane of squares
//! for each direction. The first piece on the line back from the target is the piece that moved or was
//! jumped. Moves and jumps share numbers, since they are never legal at the same time. Numbers of actions:
//! 128 on 8x8, 200 on 10x10, 288 on 12x12, 256 in Turkish draughts, and twice as many with jumps along ranks
//! and files.
//!
//! ```
//! use plyground::game::rng_for;
//! use plyground::game::roles::*;
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
mod apply;
mod capture_bound;
mod capture_path;
mod dedup;
mod display;
mod endings;
mod explain;
mod fen;
mod game;
mod jumps;
mod layout;
mod movegen;
mod movement;
mod notation;
mod observation;
pub(crate) mod options;
mod pdn_move;
mod perft;
mod rules;
mod search_hints;
mod squares;
mod state;
mod summary;
mod symmetries;
mod tables;
#[cfg(test)]
mod tests;
mod turn_notation;
mod turns;
pub(crate) mod variants;

pub use game::Draughts;
pub(crate) use layout::Layout;
pub use layout::{Crossed8, Crossed10, Crossed12, Diagonal8, Diagonal10, Diagonal12, Orthogonal8};
pub use movement::{
    Brazilian, Canadian, English, English10x10, EnglishFlying, International, Italian, Movement,
    RuntimeMovement, Russian, Spanish, Turkish,
};
pub use options::RuleSet;
pub use pdn_move::{PdnMove, Square};
pub(crate) use state::State;

use crate::game::{Frame, Options};
use crate::sim::{DynGame, erase};
use movement::with_movement;
use std::sync::Arc;
use variants::VARIANTS;

/// Returns the ids of the family, with their options.
pub fn ids() -> Vec<(String, Options)> {
    VARIANTS.iter().map(|variant| (variant.id.into(), variant.rules.options())).collect()
}

/// Makes the game of an id with options.
///
/// # Errors
///
/// Returns a message if the options cannot be combined.
pub fn open(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    let variant = variants::find_variant(id)?;
    let game = RuleSet::read(options)?;
    with_movement!(
        &game,
        movement => Ok(erase(Draughts::new(variant.id, variant.title, game, movement, frame))),
        Err(options::NO_BOARD.into())
    )
}
