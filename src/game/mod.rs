//! The contract that every game fulfils, and the harness that proves it.
//!
//! A [`Game`] is the rules of one variant together with the tables that they need; it is built once and shared.
//! Its [`State`](Game::State) is a small flat value: everything that the position string says, and nothing else.
//! What happens in a game is a sequence of *steps*, each one choice by one seat or one outcome of chance.

mod bit;
mod canvas;
mod contract;
mod fen;
pub mod harness;
mod mask;
mod outcome;
mod piece;
mod rng;
mod scalar;
mod scores;
mod spec;
mod symmetry;
#[cfg(any(test, debug_assertions))]
pub(crate) mod toy;

pub use bit::{Bit, write_bits};
pub use canvas::{Canvas, Part};
pub use contract::{Game, Turn, refused_turn};
pub use fen::{FenError, FenReader, MAX_FEN};
pub use mask::Mask;
pub use outcome::{Actor, MAX_SEATS, Outcome, Reason, Returns, Seat, Standing};
pub use piece::Piece;
pub use rng::{Rng, below, rng_for};
pub use scalar::Scalar;
pub use scores::{Scores, Scoring};
pub use spec::{Frame, OptionValue, Options, Spec};
pub use symmetry::Symmetry;
