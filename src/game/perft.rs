//! Perft: the number of sequences of steps.

use super::{Rules, apply_cold, visit_legal};

/// Up to this depth, [`Rules::bulk_perft`] is not interrupted. It takes a fraction of a second.
const MAX_BULK_DEPTH: u32 = 3;

/// Counts the sequences of `depth` steps. Makes all steps except the last.
pub(super) fn step_sequences<G: Rules>(
    game: &G,
    state: &G::State,
    depth: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    if depth <= MAX_BULK_DEPTH
        && let Some(nodes) = game.bulk_perft(state, depth)
    {
        return go_on().then_some(nodes);
    }
    match depth {
        0 => return Some(1),
        1 => return Some(game.count(state) as u64),
        // Counting two steps is faster than calling `go_on`.
        2 => {}
        _ => go_on().then_some(())?,
    }
    let mut nodes = Some(0u64);
    visit_legal(game, state, &mut |step| {
        let Some(before) = nodes else { return };
        let mut next = state.clone();
        apply_cold(game, &mut next, step);
        nodes = step_sequences(game, &next, depth - 1, go_on).map(|after| before.saturating_add(after));
    });
    nodes
}
