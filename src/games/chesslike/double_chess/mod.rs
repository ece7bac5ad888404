//! Double Chess: its options and its specification (rule document: Chess).

mod options;
mod spec;
mod summary;

pub use options::DoubleChessVariant;
pub use spec::spec;
