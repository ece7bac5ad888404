//! Messages that all games share.

use super::{Notation, collect_legal};
use crate::truncate::{truncate, truncate_list};
use std::fmt::Write;

/// Returns the error message for an illegal step, which is the same in all games: the reason and the legal
/// steps, if there are any.
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

/// Returns the reason why no step is legal after the end of a game.
pub(crate) fn game_over_message(reason: &str) -> String {
    format!("the game is over ({reason})")
}

/// Returns the legal steps as a sorted list for messages.
pub(crate) fn legal_steps_text<G: Notation>(game: &G, state: &G::State) -> String {
    let mut texts = Vec::new();
    for &step in &collect_legal(game, state) {
        texts.push(game.step_text(state, step));
    }
    sorted_list(texts)
}

/// Sorts and joins texts for a message.
fn sorted_list(mut texts: Vec<String>) -> String {
    texts.sort_unstable();
    truncate_list(&texts, " ")
}
