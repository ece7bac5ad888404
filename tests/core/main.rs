//! The core's tests from outside: one program, so that the games, which are what takes long to compile, are
//! those of the library and are not compiled again.

mod agents;
mod agents_scores;
mod checkers;
mod chess;
mod chesslike;
mod contract;
mod described;
mod draughts;
mod draughts_positions;
mod draughts_turns;
mod examples;
mod last_captures;
mod one_by_one;
mod openings;
mod packed;
mod pdn;
mod perft;
mod reference;
mod self_play;
mod solved;
mod three_kings;
mod trajectories;
mod tri_checkers;
mod variants;
mod worked;

use plyground::catalog;
use plyground::game::{Frame, OptionValue};
use plyground::sim::{DynGame, StateWithHistory};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game as a seat sees it.
fn open(id: &str) -> Arc<dyn DynGame> {
    changed(id, &[])
}

/// A game with some options changed.
fn changed(id: &str, changes: &[(&'static str, OptionValue)]) -> Arc<dyn DynGame> {
    let changes: Vec<_> = changes.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    catalog::open(id, &changes, Frame::Seat).unwrap_or_else(|error| panic!("{error}"))
}

/// A game whose board is not turned.
fn unturned(id: &str) -> Arc<dyn DynGame> {
    catalog::open(id, &[], Frame::Board).unwrap_or_else(|error| panic!("{error}"))
}

/// The state that a position string says.
fn at(game: &dyn DynGame, fen: &str) -> StateWithHistory {
    game.read_fen(fen, 0).unwrap_or_else(|error| panic!("{}: '{fen}': {error}", game.spec().id))
}

/// The reason of an ending and what each seat gets.
fn ending(game: &dyn DynGame, state: &StateWithHistory) -> (&'static str, Vec<f64>) {
    let outcome = state.outcome().unwrap_or_else(|| panic!("'{}' goes on", state.fen()));
    (outcome.reason.as_str(), outcome.returns.seats(game.spec().seats).to_vec())
}

/// Returns the path of a folder or file in `tests`.
fn beside(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}
