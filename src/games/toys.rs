//! A tiny game for each kind of score, for tests: opened by its id, listed nowhere.
//!
//! No public variant is played for some kinds, and tests in Python shall not have to wait for one. These are
//! here only in builds that check themselves, as all tests run on; the builds that users get know nothing of
//! them.

use crate::game::toy::Toy;
use crate::game::{Frame, Options, Scoring};
use crate::sim::{DynGame, erase};
use std::sync::Arc;

/// All ids with their options.
pub(crate) fn ids() -> Vec<(String, Options)> {
    Scoring::ALL.iter().map(|&kind| (Toy::id(kind).into(), Toy::options(kind))).collect()
}

/// Makes the game of an id with options. The error states why the options do not fit together.
pub(crate) fn open(_id: &str, options: &Options, frame: Frame) -> Result<Arc<dyn DynGame>, String> {
    let kind = options.word::<Scoring>("scores");
    Ok(erase(Toy::of(kind, frame)))
}
