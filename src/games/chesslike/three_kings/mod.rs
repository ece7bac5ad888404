//! Three Kings Chess (rule document: Three Kings).
//!
//! | file | content |
//! |---|---|
//! | `spec` | the board, its lines and forks, the moves of pieces |
//! | `mates` | first checks, mates, drafted armies, endings |
//! | `fen` | position strings |

mod fen;
mod mates;
mod spec;
#[cfg(test)]
mod tests;

pub use spec::{ID, spec};
