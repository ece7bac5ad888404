//! The tag `Variant`, which identifies the game of a record.

use super::{NotationError, Record};
use crate::notation::VARIANT_TAG;

/// The values of the tag `Variant` in records of other programs, in lowercase without spaces, hyphens and
/// underscores.
const NAMES: [(&str, &[&str]); 2] = [
    ("chess", &["chess", "standard", "normal", "classical", "orthodox", "fromposition"]),
    (
        "chess960",
        &["chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess", "freestylechess"],
    ),
];

/// Returns the id of the game of a record: `chess` if there is no tag `Variant`.
///
/// # Errors
///
/// Returns an error if the tag names another game than chess and Chess960.
pub fn variant_id(record: &Record) -> Result<&'static str, NotationError> {
    let Some(tag) = record.find_tag(VARIANT_TAG) else { return Ok("chess") };
    let normalized = |c: char| (!matches!(c, ' ' | '-' | '_')).then_some(c.to_ascii_lowercase());
    let name: String = tag.value().chars().filter_map(normalized).collect();
    let named = NAMES.into_iter().find(|(_, names)| names.contains(&&*name));
    named.map(|(id, _)| id).ok_or_else(|| {
        let problem =
            format!("the variant '{}' is not supported; expected Standard or Chess960", tag.value());
        NotationError::new(tag.location(), problem)
    })
}

/// Returns the value of the tag `Variant`, which records of chess with its usual options do not have.
pub(super) fn tag(id: &str, options: Option<&str>) -> Option<&'static str> {
    match id {
        "chess960" => Some("Chess960"),
        _ => options.map(|_| "Standard"),
    }
}
