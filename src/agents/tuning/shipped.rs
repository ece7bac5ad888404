//! The tuned evaluations in the package. [`docs/strength.md`] has the matches that accepted them.
//!
//! [`docs/strength.md`]: https://github.com/plyground/plyground/blob/main/docs/strength.md

use super::TunedEvaluation;

/// The games, each with its file.
macro_rules! files {
    ($($id:literal)*) => { &[$(($id, include_bytes!(concat!("weights/", $id, ".tuned")))),*] };
}

const FILES: &[(&str, &[u8])] = files! {};

/// Returns the evaluation for a game, by the id of the game.
pub fn shipped(id: &str) -> Option<TunedEvaluation> {
    let (_, content) = FILES.iter().find(|(game, _)| *game == id)?;
    TunedEvaluation::from_bytes(content)
}

/// Returns the ids of the games that have an evaluation.
pub fn shipped_ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(id, _)| id)
}
