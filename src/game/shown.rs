//! How much of a text or of a list a message shows.

use super::{Game, legal};
use std::fmt::Write;

/// No message shows more letters of what somebody wrote.
const MOST_SHOWN: usize = 60;

/// No message lists more of many things.
const MOST_LISTED: usize = 12;

/// The beginning of a text, as far as a message shows it.
pub fn beginning(text: &str) -> &str {
    text.char_indices().nth(MOST_SHOWN).map_or(text, |(end, _)| &text[..end])
}

/// As much of a text as a message shows, with a sign that there is more.
///
/// ```
/// use plyground::game::shortened;
/// assert_eq!(shortened("e2e4"), "e2e4");
/// assert_eq!(shortened(&"é".repeat(100)), "é".repeat(60) + "…");
/// ```
pub fn shortened(text: &str) -> String {
    let shown = beginning(text);
    format!("{shown}{}", if shown.len() < text.len() { "…" } else { "" })
}

/// As many of a list as a message shows, and how many more there are.
///
/// ```
/// use plyground::game::some_of;
/// assert_eq!(some_of(&["a", "b"], ", "), "a, b");
/// assert_eq!(some_of(&["a"; 15], " "), "a a a a a a a a a a a a and 3 more");
/// ```
pub fn some_of<T: AsRef<str>>(all: &[T], joint: &str) -> String {
    let listed: Vec<&str> = all.iter().take(MOST_LISTED).map(T::as_ref).collect();
    let mut text = listed.join(joint);
    if all.len() > listed.len() {
        let _ = write!(text, " and {} more", all.len() - listed.len());
    }
    text
}

/// The refusal of a step, in the same words in all games: the reason and the legal steps, if there are any.
pub(crate) fn refused_step(text: &str, reason: Option<&str>, legal: &str) -> String {
    let mut message = format!("'{}' is not legal", shortened(text));
    if let Some(reason) = reason {
        let _ = write!(message, ": {reason}");
    }
    if !legal.is_empty() {
        let _ = write!(message, "; legal: {legal}");
    }
    message
}

/// Why no step is legal after the end of a game.
pub(crate) fn game_over(reason: &str) -> String {
    format!("the game is over ({reason})")
}

/// The legal steps as a message shows them.
pub(crate) fn legal_steps<G: Game>(game: &G, state: &G::State) -> String {
    let mut texts = Vec::new();
    for &step in &legal(game, state) {
        texts.push(game.step_text(state, step));
    }
    sorted(texts)
}

/// Texts as a message shows them, sorted.
fn sorted(mut texts: Vec<String>) -> String {
    texts.sort_unstable();
    some_of(&texts, " ")
}
