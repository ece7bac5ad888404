//! Playouts, vector environments, single games and their pictures: written once, generic over games.
//!
//! Games are types, and the loops here are compiled for each of them. Code that does not know which game it
//! runs holds an [`AnyGame`], whose methods work on whole batches: the choice of the game is made once a
//! batch, not once a step.

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
