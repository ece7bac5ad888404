//! Which game a record is of.

use super::{Record, TextError};
use crate::portable::VARIANT;

/// What the tag Variant is in the records of other programs, in small letters and without blanks and hyphens.
const NAMES: [(&str, &[&str]); 2] = [
    ("chess", &["chess", "standard", "normal", "classical", "orthodox", "fromposition"]),
    (
        "chess960",
        &["chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess", "freestylechess"],
    ),
];

/// The id of the game that a record is of: `chess960` or, if the tag Variant names nothing else, `chess`.
pub fn id_of(record: &Record) -> Result<&'static str, TextError> {
    let Some(tag) = record.find(VARIANT) else { return Ok("chess") };
    let plain = |c: char| (!matches!(c, ' ' | '-' | '_')).then_some(c.to_ascii_lowercase());
    let name: String = tag.value().chars().filter_map(plain).collect();
    let named = NAMES.into_iter().find(|(_, names)| names.contains(&&*name));
    named.map(|(id, _)| id).ok_or_else(|| {
        let problem =
            format!("the variant '{}' is not supported; expected Standard or Chess960", tag.value());
        TextError::new(tag.place(), problem)
    })
}

/// What the tag Variant says of a game: nothing of chess by its usual rules.
pub(super) fn tag(id: &str, options: Option<&str>) -> Option<&'static str> {
    match id {
        "chess960" => Some("Chess960"),
        _ => options.map(|_| "Standard"),
    }
}
