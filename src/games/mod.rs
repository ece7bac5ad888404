//! The rules: one folder a family, one file a rule idea.

pub mod checkers;
pub mod chess;
pub mod chesslike;
pub(crate) mod description;
pub mod draughts;
mod positional;
#[cfg(debug_assertions)]
pub(crate) mod toys;
pub mod tri_checkers;
