//! The rules: one folder a family, one file a rule idea.

pub mod checkers;
pub mod chess;
pub mod draughts;
pub mod tri_checkers;
