//! The fewest moves for a hole, all shortest lines, and random holes of a given difficulty (Golf 7E).

mod generator;
mod hole;
mod search;
mod setup;

pub use generator::{HoleRequest, SolvedHole, random_holes};
pub use hole::Hole;
pub use search::{Limits, MAX_LINES, MAX_MEBIBYTES, MAX_MOVES, Solution, Unsolved, solve};

/// The maximum number of cards of a hole: one for each piece.
pub const MAX_CARDS: u32 = super::layout::MEN as u32;

#[cfg(test)]
mod tests;
