//! The rules: one folder a family, one file a rule idea.

pub mod checkers;
pub mod chess;
pub mod draughts;
pub mod large_chess;
mod positional;
#[cfg(debug_assertions)]
pub(crate) mod toys;
pub mod tri_checkers;
