//! The tuned evaluations in the package. `docs/strength.md` has the matches that accepted them.

use super::TunedEvaluation;

/// The games, each with its file.
macro_rules! files {
    ($($id:literal)*) => { &[$(($id, include_bytes!(concat!("weights/", $id, ".tuned")))),*] };
}

const FILES: &[(&str, &[u8])] = files! {
    "brazilian-draughts"
    "canadian-draughts"
    "checkers"
    "checkers-numbers"
    "cylindrical-checkers"
    "cylindrical-checkers-numbers"
    "cylindrical-double-checkers-pairs"
    "cylindrical-double-checkers-pairs-numbers"
    "cylindrical-double-checkers-pairs-opposite"
    "cylindrical-double-checkers-pairs-opposite-numbers"
    "double-checkers-pairs"
    "double-checkers-pairs-numbers"
    "double-checkers-pairs-opposite"
    "double-checkers-pairs-opposite-numbers"
    "english-draughts"
    "english-draughts-10x10"
    "english-draughts-flying"
    "german-draughts"
    "international-draughts"
    "italian-draughts"
    "pool-checkers"
    "russian-draughts"
    "spanish-draughts"
    "tri-chek-2"
    "tri-chek-2-numbers"
    "tri-chek-2-offset"
    "tri-chek-2-offset-numbers"
    "tri-chek-3"
    "tri-chek-3-numbers"
    "tri-chek-4-pairs"
    "tri-chek-4-pairs-diagonal"
    "tri-chek-4-pairs-diagonal-numbers"
    "tri-chek-4-pairs-numbers"
    "tri-chek-4-pairs-opposite"
    "tri-chek-4-pairs-opposite-numbers"
    "tri-chek-5"
    "tri-chek-6-cutthroat"
    "turkish-draughts"
    "universal-checkers"
    "universal-checkers-numbers"
    "universal-double-checkers-pairs"
    "universal-double-checkers-pairs-numbers"
    "universal-double-checkers-pairs-opposite"
    "universal-double-checkers-pairs-opposite-numbers"
};

/// Games whose openings are drawn, and the game that follows these openings. They share its file.
const SAME_GAMES: &[(&str, &str)] =
    &[("english-draughts-two-move", "english-draughts"), ("english-draughts-three-move", "english-draughts")];

/// Returns the evaluation for a game, by the id of the game.
pub fn shipped(id: &str) -> Option<TunedEvaluation> {
    let same = SAME_GAMES.iter().find(|(game, _)| *game == id);
    let tuned_for = same.map_or(id, |&(_, tuned_for)| tuned_for);
    let (_, content) = FILES.iter().find(|(game, _)| *game == tuned_for)?;
    Some(TunedEvaluation { game: id.into(), ..TunedEvaluation::from_bytes(content)? })
}

/// Returns the ids of the games that have an evaluation.
pub fn shipped_ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(id, _)| id).chain(SAME_GAMES.iter().map(|&(id, _)| id))
}
