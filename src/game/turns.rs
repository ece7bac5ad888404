//! Whole turns: the steps that a seat makes before another seat acts.

use super::{Actor, Notation, Rules, apply_cold, collect_legal, legal_steps_text, sort_turns};
use crate::truncate::{truncate, truncate_list};
use std::fmt;

/// A whole turn: the steps that a seat makes before another seat acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<Step> {
    /// The notation of the turn (PDN, UCI, …).
    pub text: String,
    /// The steps of the turn. If several orders of steps make the same turn, one of them.
    pub steps: Vec<Step>,
}

/// The error of listing turns when there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyTurns;

impl fmt::Display for TooManyTurns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are too many legal turns to list: use the legal steps, one at a time")
    }
}

impl std::error::Error for TooManyTurns {}

/// Returns all legal turns from a state, without duplicates, sorted by text.
pub(super) fn list_turns<G: Notation>(
    game: &G,
    state: &G::State,
) -> Result<Vec<Turn<G::Step>>, TooManyTurns> {
    let mut listing =
        Listing { turns: Vec::new(), steps: Vec::new(), text: String::new(), steps_left: MAX_LISTING_STEPS };
    listing.extend(game, state).ok_or(TooManyTurns)?;
    sort_turns(&mut listing.turns);
    Ok(listing.turns)
}

/// Returns the steps of the turn that a text of step strings names, or a message that states what is wrong.
pub(super) fn read_turn<G: Notation>(game: &G, state: &G::State, text: &str) -> Result<Vec<G::Step>, String> {
    let (mut next, mut steps) = (state.clone(), Vec::new());
    let mut words = text.split(' ');
    loop {
        let Some(word) = words.next() else {
            let legal = legal_steps_text(game, &next);
            return Err(format!(
                "'{}' is not a complete turn; continue with one of: {legal}",
                truncate(text)
            ));
        };
        let step = game.read_step(&next, word).ok_or_else(|| game.explain_text(&next, word))?;
        apply_cold(game, &mut next, step);
        steps.push(step);
        if !turn_continues(game, &next) {
            break;
        }
    }
    match words.next() {
        None => Ok(steps),
        Some(word) => Err(format!(
            "'{}' is more than one turn: the turn ends before '{}'",
            truncate(text),
            truncate(word)
        )),
    }
}

/// Returns the first 16 bytes of a text as a number that sorts like the text.
pub fn first_bytes(text: &str) -> u128 {
    let (mut bytes, length) = ([0; 16], text.len().min(16));
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    u128::from_be_bytes(bytes)
}

/// Returns the number of sequences of `depth` turns, for games in which different steps make different turns.
pub fn turn_sequences<G: Rules>(
    game: &G,
    state: &G::State,
    depth: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    go_on().then_some(())?;
    let mut nodes = 0u64;
    for step in collect_legal(game, state) {
        let mut next = state.clone();
        apply_cold(game, &mut next, step);
        let left = if turn_continues(game, &next) { depth } else { depth - 1 };
        nodes = nodes.saturating_add(turn_sequences(game, &next, left, go_on)?);
    }
    Some(nodes)
}

/// Returns the error message for an illegal turn: what is wrong, and the legal turns.
pub fn illegal_turn_message<Step>(text: &str, what: &str, turns: &[Turn<Step>]) -> String {
    let legal: Vec<&str> = turns.iter().map(|turn| turn.text.as_str()).collect();
    format!("'{}' {what}; legal: {}", truncate(text), truncate_list(&legal, ", "))
}

/// Whether the turn that led to `state` continues with a step of the same seat.
fn turn_continues<G: Rules>(game: &G, state: &G::State) -> bool {
    game.mid_turn(state) && matches!(game.actor(state), Actor::Seat(_))
}

/// The maximum number of steps to make for a list of turns. It takes less than a tenth of a second.
const MAX_LISTING_STEPS: usize = 50_000;

/// A list of turns under construction.
struct Listing<Step> {
    turns: Vec<Turn<Step>>,
    /// The steps of the current turn, and its text.
    steps: Vec<Step>,
    text: String,
    /// The number of steps that may still be made.
    steps_left: usize,
}

impl<Step: Copy> Listing<Step> {
    /// Adds the turns that begin with `steps`, which lead to `state`. Returns `None` if there are too many.
    fn extend<G: Notation<Step = Step>>(&mut self, game: &G, state: &G::State) -> Option<()> {
        for step in collect_legal(game, state) {
            self.steps_left = self.steps_left.checked_sub(1)?;
            let (length, mut next) = (self.text.len(), state.clone());
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            game.write_step(state, step, &mut self.text);
            self.steps.push(step);
            apply_cold(game, &mut next, step);
            if turn_continues(game, &next) {
                self.extend(game, &next)?;
            } else {
                self.turns.push(Turn { text: self.text.clone(), steps: self.steps.clone() });
            }
            self.steps.pop();
            self.text.truncate(length);
        }
        Some(())
    }
}
