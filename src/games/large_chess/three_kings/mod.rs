//! Three Kings Chess (rule document: Three Kings).
//!
//! | file | idea |
//! |---|---|
//! | `plan` | the board, its lines and forks, how pieces go on it |
//! | `mates` | who checked first, mates, drafted armies, endings |
//! | `fen` | position strings |

mod fen;
mod mates;
mod spec;
#[cfg(test)]
mod tests;

pub use spec::{ID, spec};
