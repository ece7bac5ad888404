//! Truncation of texts and lists in messages.

use std::fmt::Write;

/// The maximum number of characters of a user's text in a message.
const MAX_CHARS: usize = 60;

/// The maximum number of items of a list in a message.
const MAX_ITEMS: usize = 12;

/// Returns the part of a text that fits into a message.
pub fn truncated_prefix(text: &str) -> &str {
    text.char_indices().nth(MAX_CHARS).map_or(text, |(end, _)| &text[..end])
}

/// Returns a text that is truncated for a message, with an ellipsis if something is missing. Control
/// characters are escaped, since a terminal would obey them.
///
/// ```
/// use plyground::truncate::truncate;
/// assert_eq!(truncate("e2e4"), "e2e4");
/// assert_eq!(truncate("e2\u{1b}[2J"), r"e2\x1b[2J");
/// assert_eq!(truncate(&"é".repeat(100)), "é".repeat(60) + "…");
/// ```
pub fn truncate(text: &str) -> String {
    let shown = truncated_prefix(text);
    let mut message = String::new();
    for char in shown.chars() {
        if char.is_control() {
            let _ = write!(message, "\\x{:02x}", u32::from(char));
        } else {
            message.push(char);
        }
    }
    if shown.len() < text.len() {
        message.push('…');
    }
    message
}

/// Joins a list for a message. If it is long, the message states the number of the remaining items.
///
/// ```
/// use plyground::truncate::truncate_list;
/// assert_eq!(truncate_list(&["a", "b"], ", "), "a, b");
/// assert_eq!(truncate_list(&["a"; 15], " "), "a a a a a a a a a a a a and 3 more");
/// ```
pub fn truncate_list<T: AsRef<str>>(all: &[T], separator: &str) -> String {
    let listed: Vec<&str> = all.iter().take(MAX_ITEMS).map(T::as_ref).collect();
    let mut text = listed.join(separator);
    if all.len() > listed.len() {
        let _ = write!(text, " and {} more", all.len() - listed.len());
    }
    text
}
