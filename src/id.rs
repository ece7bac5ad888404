//! The ids of games.

/// What an id is, for messages.
pub const EXPECTED: &str = "expected 1 to 60 lowercase letters, digits and '-', and no '-' at the start";

/// Whether a text can be an id.
pub fn is_valid(id: &str) -> bool {
    let letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    (1..=60).contains(&id.len()) && id.chars().all(letter) && !id.starts_with('-')
}
