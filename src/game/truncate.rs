//! How much of a text or of a list a message shows.

use super::{Game, collect_legal};
use std::fmt::Write;

/// No message shows more letters of what somebody wrote.
const MAX_CHARS: usize = 60;

/// No message lists more of many things.
const MAX_ITEMS: usize = 12;

/// The beginning of a text, as far as a message shows it.
pub fn truncated_prefix(text: &str) -> &str {
    text.char_indices().nth(MAX_CHARS).map_or(text, |(end, _)| &text[..end])
}

/// As much of a text as a message shows, with a sign that there is more.
///
/// ```
/// use plyground::game::truncate;
/// assert_eq!(truncate("e2e4"), "e2e4");
/// assert_eq!(truncate(&"é".repeat(100)), "é".repeat(60) + "…");
/// ```
pub fn truncate(text: &str) -> String {
    let shown = truncated_prefix(text);
    format!("{shown}{}", if shown.len() < text.len() { "…" } else { "" })
}

/// As many of a list as a message shows, and how many more there are.
///
/// ```
/// use plyground::game::truncate_list;
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

/// The refusal of a step, in the same words in all games: the reason and the legal steps, if there are any.
pub(crate) fn illegal_step_message(text: &str, reason: Option<&str>, legal: &str) -> String {
    let mut message = format!("'{}' is not legal", truncate(text));
    if let Some(reason) = reason {
        let _ = write!(message, ": {reason}");
    }
    if !legal.is_empty() {
        let _ = write!(message, "; legal: {legal}");
    }
    message
}

/// Why no step is legal after the end of a game.
pub(crate) fn game_over_message(reason: &str) -> String {
    format!("the game is over ({reason})")
}

/// The legal steps as a message shows them.
pub(crate) fn legal_steps_text<G: Game>(game: &G, state: &G::State) -> String {
    let mut texts = Vec::new();
    for &step in &collect_legal(game, state) {
        texts.push(game.step_text(state, step));
    }
    sorted_list(texts)
}

/// Texts as a message shows them, sorted.
fn sorted_list(mut texts: Vec<String>) -> String {
    texts.sort_unstable();
    truncate_list(&texts, " ")
}
