//! Double Chess (rule document: Chess): its options, and its description with the variants that they choose.

mod options;
mod summary;

pub use options::DoubleChessVariant;

use super::description::Description;
use super::rule_refs::CHESS;
use super::variant_spec::VariantSpec;
use crate::game::Frame;
use std::sync::LazyLock;

static DESCRIPTION: LazyLock<Description> = LazyLock::new(|| {
    Description::unchecked(include_str!("double_chess.toml")).expect("a description that tests read")
});

/// Returns the specification of a variant.
pub fn spec(id: &str, variant: &DoubleChessVariant, frame: Frame) -> VariantSpec {
    let spec = DESCRIPTION.specification(&variant.names(), frame);
    VariantSpec {
        id: id.into(),
        title: variant.title(),
        summary: variant.summary(),
        family: "adams_chess",
        rules: "2-11",
        rule_refs: &CHESS,
        options: variant.options(),
        ..spec.expect("a description that tests play")
    }
}
