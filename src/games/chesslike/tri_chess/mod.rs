//! Tri-Chess: its options and its specification (rule document: Tri-Chess).

mod options;
mod spec;
mod summary;

#[cfg(test)]
mod geometry_tests;
#[cfg(test)]
mod tests;

pub use options::{OPTIONS, TriChessVariant};
pub use spec::spec;
