//! Type-erased games, and what runs them: playouts, vector environments, states with history and
//! trajectories.
//!
//! Each game is a Rust type. Two loops are compiled for each of them: the loop of random playouts, and the
//! loop of the environments of a batch, which dispatches once for each batch instead of once for each step.
//! Everything else works with type-erased games ([`DynGame`]) and states ([`DynState`]): a state with its
//! history ([`StateWithHistory`]), the slots of a search ([`Pool`]), and a batch ([`Vector`]).

mod action_planes;
pub(crate) mod columns;
mod draw_odds;
mod dyn_game;
mod dyn_state;
mod erased_state;
mod error;
mod examples;
mod metadata;
mod playouts;
mod pool;
mod render_options;
mod score_counts;
mod search_targets;
mod state_with_history;
pub(crate) mod threads;
mod trajectory_io;
mod vector;

pub use action_planes::ActionPlanes;
pub use columns::reason_name;
pub use dyn_game::{DynGame, erase};
pub use dyn_state::{Candidate, DynState};
pub use error::{RequestError, StepError, VectorError};
pub use examples::{Augmentation, ExampleRequest, Examples, examples};
pub use metadata::Metadata;
pub use playouts::{CUT_OFF, PlayoutRequest, Playouts};
pub use pool::{Pool, Slot};
pub use score_counts::ScoreCounts;
pub use search_targets::SearchTargets;
pub use state_with_history::StateWithHistory;
pub use trajectory_io::RecordError;
pub use vector::{
    Autoreset, Buffers, Element, ExternalArrays, Finished, MaskFormat, MaskRows, Masks, MasksView, Memory,
    ObservationRows, Observations, ObservationsView, PackedArrays, PackedEnvs, PackedSettings, Record,
    SavedVector, Shapes, Trajectories, Vector, VectorSettings, Views,
};
