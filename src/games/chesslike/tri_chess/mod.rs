//! Tri-Chess (rule document: Tri-Chess): its options, and its description with the variants that they choose.

mod options;
mod summary;

#[cfg(test)]
mod geometry_tests;
#[cfg(test)]
mod tests;

pub use options::{OPTIONS, TriChessVariant};

use super::description::Description;
use super::rule_refs::TRI_CHESS;
use super::variant_spec::{FenStyle, KingRule, VariantSpec};
use super::{position_formats, positional};
use crate::game::{Frame, Plane};
use std::sync::LazyLock;

static DESCRIPTION: LazyLock<Description> = LazyLock::new(|| {
    Description::unchecked(include_str!("tri_chess.toml")).expect("a description that tests read")
});

/// The most pieces of a seat in a position string: eight, and nine pawns.
const MAX_PIECES: usize = 17;

/// Returns the specification of a variant.
pub fn spec(id: &str, variant: &TriChessVariant, frame: Frame) -> VariantSpec {
    let names = variant.names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let spec = DESCRIPTION.specification(&names, frame).expect("a description that tests play");
    VariantSpec {
        id: id.into(),
        title: variant.title(),
        summary: variant.summary(&spec),
        family: "tri_chess",
        rules: "1-11",
        rule_refs: &TRI_CHESS,
        options: variant.options(),
        letters: &"abcdef"[..spec.colors.len()],
        // With two players, too (Tri-Chess 6.2).
        king_rule: KingRule::Captured,
        max_pieces: MAX_PIECES,
        format: &position_formats::TRI_CHESS,
        fen_style: FenStyle { by_file: false, is_fen: false, writes_captured_cell: true },
        positional_weights: Some(&positional::TRI_CHESS),
        board_planes: Plane::bare_triangles(),
        ..spec
    }
}
