//! Playouts, vector environments, single games and their pictures: written once for all games.
//!
//! Games are types, and two loops are compiled for each of them: that of random games, and that of the
//! environments of a batch, for which the choice of the game is made once a batch, not once a step. All else
//! is written over an [`AnyGame`] and its states, each an [`AnyState`] that answers one question after the
//! other: a game in progress with its record ([`Play`]), the slots of a search ([`Pool`]), a batch
//! ([`Vector`]).

mod action_planes;
mod described;
mod error;
mod examples;
mod handle;
pub mod picture;
mod play;
mod playouts;
mod pool;
mod searched;
mod shown;
mod state;
pub(crate) mod table;
mod tally;
pub(crate) mod threads;
mod vector;
mod written;

pub use action_planes::ActionPlanes;
pub use described::{Description, Recipe};
pub use error::{Limit, StepError, VectorError};
pub use examples::{Examples, Turned, Wanted, examples};
#[cfg(test)]
pub(crate) use handle::handle_of;
pub use handle::{AnyGame, open};
pub use play::Play;
pub use playouts::{CUT_OFF, Playouts, Request};
pub use pool::{Pool, Slot};
pub use searched::Searched;
pub use state::AnyState;
pub use table::ending;
pub use tally::Tally;
pub use vector::{
    Autoreset, Buffers, Element, Finished, Given, Marks, Masks, MasksView, Memory, Planes, PlanesView,
    Record, Saved, Settings, Shapes, Trajectories, Vector, Views,
};
pub use written::RecordError;
