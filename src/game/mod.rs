//! The roles of a game, the types in their interface, and the test harness for games.
//!
//! A [`Game`] holds the rules of one variant and their tables. It is built once and shared. Its
//! [`State`](Rules::State) is a small flat value that holds what the position string holds, and nothing else.
//! A game proceeds in *steps*: a step is one choice by one seat, or one outcome of chance.

mod bit;
mod canvas;
mod cell_mark;
mod cold;
mod fen;
pub mod harness;
mod mask;
mod messages;
mod off_board;
mod options;
mod outcome;
mod parse_error;
mod perft;
mod perspective;
mod piece;
mod plane;
mod position_format;
mod rng;
pub mod roles;
mod scalar;
mod scores;
mod seat;
mod seat_color;
mod sparse;
mod spec;
pub(crate) mod summary;
mod symmetry;
#[cfg(any(test, debug_assertions))]
pub(crate) mod toy;
mod turns;

pub use bit::{Bit, write_bits};
pub use canvas::{Canvas, Part};
pub use cell_mark::CellMark;
pub(crate) use cold::{
    apply_cold, collect_legal, extend_with_legal, mask_cold, random_step_cold, sort_turns, visible_stacks,
    visit_legal,
};
pub use fen::{FenError, FenReader, MAX_FEN};
pub use mask::Mask;
pub(crate) use messages::{game_over_message, illegal_step_message, legal_steps_text};
pub use off_board::{Item, OffBoardGroup, Thing};
pub use options::{Declaration, OptionSpec, OptionValue, Options, ValidValues};
pub use outcome::{Actor, Outcome, Reason, Returns, Standing};
pub use parse_error::ParseError;
pub(crate) use parse_error::{first_word, parse_whole};
pub use perspective::{Perspective, never_legal};
pub use piece::{Mark, Piece};
pub use plane::{Area, Plane};
pub(crate) use position_format::stored;
pub use position_format::{Field, FieldText, PositionFormat, write_value, write_word};
pub use rng::{Rng, below, rng_for};
pub use roles::{
    Actions, Display, Game, Information, Notation, Observation, PositionalTerms, Reliance, Rules,
    SearchHints, SearchProfile, Symmetries, piece_in_fen,
};
pub use scalar::Scalar;
pub use scores::{Scores, Scoring};
pub use seat::{MAX_SEATS, Seat};
pub use seat_color::SeatColor;
pub use sparse::{SparseMarks, SparseValues};
pub use spec::{Frame, Spec};
pub use symmetry::Symmetry;
pub use turns::{TooManyTurns, Turn, first_bytes, illegal_turn_message, turn_sequences};
