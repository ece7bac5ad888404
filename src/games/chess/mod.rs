//! Chess on the 8x8 board, in its many variants.
//!
//! A state is a `Position` (board, seat to act, castling rights, en passant square, clock) with what the
//! variant remembers beyond it, its `Extra`. A variant implements seven small traits, one for each role of a
//! game: `VariantRules` with the legal steps and what they do, and likewise notation, actions, observation,
//! information, display and symmetries. `ChessVariant` is their sum, and [`ChessGame`] makes a game from it.
//!
//! | folder | contents |
//! |---|---|
//! | `kit` | what the games share: bitboards, positions, moves, action numbers, notation, evaluation |
//! | `game` | the roles of a variant, and the game made from them |
//! | `variants` | the variants, one folder each |
//! | [`golf`] | `chess-golf` and its relatives: a game of its own, with a solver |
//!
//! The folder of a variant has its state in `mod.rs`, its steps and their actions in `rules.rs`, its texts in
//! `notation.rs`, and observation, information, pictures and symmetries in `view.rs`.

pub(crate) mod game;
pub mod golf;
pub(crate) mod kit;
pub(crate) mod variants;

#[cfg(test)]
mod tests;

pub use game::ChessGame;
pub use golf::Golf;
pub use kit::topology::Cylinder;
pub use variants::adrenaline::Adrenaline;
pub use variants::cooperative::Cooperative;
pub use variants::crowded_house::CrowdedHouse;
pub use variants::dice_checkers::DiceCheckers;
pub use variants::half_alice::HalfAlice;
pub use variants::masquerade::Masquerade;
pub use variants::orthodox::rule_changes::{DoubleStep, RuleChanges, Stalemate};
pub use variants::orthodox::{ChangedChess, Chess, Orthodox, Shadowed, epd, san};
pub use variants::synchronous::Synchronous;
pub use variants::tar_pit::TarPit;
pub use variants::two_move::TwoMove;
pub use variants::zombie::Zombie;

use crate::game::{Frame, Options};
use crate::sim::{DynGame, erase};
use std::sync::Arc;

/// Returns the ids of the family, each with its options.
pub fn ids() -> Vec<(String, Options)> {
    let mut ids = variants::ids();
    ids.extend(golf::ids());
    ids
}

/// Makes the game of an id with options.
///
/// # Errors
///
/// Returns a message if the options cannot be combined.
pub fn open(id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    match Golf::named(id, options, frame) {
        Some(golf) => Ok(erase(golf)),
        None => variants::open(id, options, frame),
    }
}
