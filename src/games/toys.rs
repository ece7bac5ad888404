//! A tiny game for each kind of score, for tests: opened by its id, listed nowhere.
//!
//! No public variant is played for some kinds, and tests in Python shall not have to wait for one. These are
//! here only in builds that check themselves, as all tests run on; the builds that users get know nothing of
//! them.

use crate::catalog::Visitor;
use crate::game::toy::Toy;
use crate::game::{Frame, Options, Scoring};

/// All ids with their options.
pub(crate) fn ids() -> Vec<(String, Options)> {
    Scoring::ALL.iter().map(|&kind| (Toy::id(kind).into(), Toy::options(kind))).collect()
}

/// Makes a game and hands it to the visitor.
pub(crate) fn open<V: Visitor>(
    _id: &str,
    options: &Options,
    frame: Frame,
    visitor: V,
) -> Result<V::Output, String> {
    let kind = options.word::<Scoring>("scores");
    Ok(visitor.visit(Toy::of(kind, frame)))
}
