//! What all descriptions of games share: the document with its lines, and the parts for boards and seats.
//!
//! A description is a TOML text. Each engine that plays described games has a reader for the other parts.

mod board;
mod cell_list;
mod document;
mod problem;
mod seats;

pub use board::{BOARD, DescribedBoard, read_board};
pub use cell_list::CellList;
pub use document::{Entry, Holds, Key, Table, Value};
pub use problem::Problem;
pub use seats::{SEAT, Seats, read_seats};
