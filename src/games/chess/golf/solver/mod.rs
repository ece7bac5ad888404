//! The fewest moves for a hole, all shortest lines, and holes of a difficulty (Golf 7E).

mod hole;
mod making;
mod search;
mod setup;

pub use hole::Hole;
pub use making::{Labelled, Wanted, holes};
pub use search::{Limits, MOST_LINES, MOST_MEBIBYTES, MOST_MOVES, Solution, Unsolved, solve};

/// No hole has more cards: there are no more.
pub const MOST_CARDS: u32 = super::layout::MEN as u32;

#[cfg(test)]
mod tests;
