//! The contract that every game fulfils, and the harness that proves it.
//!
//! A [`Game`] is the rules of one variant together with the tables that they need; it is built once and
//! shared. Its [`State`](Game::State) is a small flat value: everything that the position string says, and
//! nothing else. What happens in a game is a sequence of *steps*, each one choice by one seat or one outcome
//! of chance.

mod beside;
mod bit;
mod canvas;
mod cell_mark;
mod cold;
mod contract;
mod dots;
mod fen;
pub mod harness;
mod hue;
mod mask;
mod misspelled;
mod options;
mod outcome;
mod piece;
mod plane;
mod rng;
mod scalar;
mod scores;
mod seen;
mod shown;
mod spec;
mod symmetry;
#[cfg(any(test, debug_assertions))]
pub(crate) mod toy;

pub use beside::{Beside, Item, Thing};
pub use bit::{Bit, write_bits};
pub use canvas::{Canvas, Part};
pub use cell_mark::CellMark;
pub(crate) use cold::{add_legal, legal, make, mark, sort_turns, stacks, step_at_random, visit_legal};
pub use contract::{Game, TooManyTurns, Turn, first_bytes, refused_turn, turn_sequences};
pub use dots::{Dots, Spots};
pub use fen::{FenError, FenReader, MAX_FEN};
pub use hue::Hue;
pub use mask::Mask;
pub use misspelled::Misspelled;
pub(crate) use misspelled::{found, spelled_whole};
pub(crate) use options::words::words;
pub use options::{Declaration, OptionSpec, OptionValue, Options, Takes, Word};
pub use outcome::{Actor, MAX_SEATS, Outcome, Reason, Returns, Seat, Standing};
pub use piece::{Mark, Piece};
pub use plane::{Area, Plane};
pub use rng::{Rng, below, rng_for};
pub use scalar::Scalar;
pub use scores::{Scores, Scoring};
pub use seen::{Seen, compass, never};
pub(crate) use shown::{beginning, game_over, legal_steps, refused_step};
pub use shown::{shortened, some_of};
pub use spec::{Frame, Spec};
pub use symmetry::Symmetry;
