//! Non-inlined versions of generic operations, for cold paths.
//!
//! Each caller of [`Rules::each_step`] or [`Rules::apply`] compiles another copy of the rules of the game.
//! Only hot loops should pay for that. All other code calls these functions, which are compiled once for each
//! game.

use super::{Actions, Actor, Display, Mask, Piece, Rng, Rules, Seat, Turn, below};

/// Returns the legal steps.
pub(crate) fn collect_legal<G: Rules>(game: &G, state: &G::State) -> Vec<G::Step> {
    let mut steps = Vec::with_capacity(64);
    extend_with_legal(game, state, &mut steps);
    steps
}

/// Appends the legal steps to a vector.
pub(crate) fn extend_with_legal<G: Rules>(game: &G, state: &G::State, steps: &mut Vec<G::Step>) {
    visit_legal(game, state, &mut |step| steps.push(step));
}

/// Calls `visit` for each legal step. For callers that do more work at each step than a dynamic call costs.
#[inline(never)]
pub(crate) fn visit_legal<G: Rules>(game: &G, state: &G::State, visit: &mut dyn FnMut(G::Step)) {
    game.each_step(state, visit);
}

/// Makes a legal step.
#[inline(never)]
pub(crate) fn apply_cold<G: Rules>(game: &G, state: &mut G::State, step: G::Step) {
    game.apply(state, step);
}

/// Returns the step of uniformly random play ([`Rules::random_step`]).
#[inline(never)]
pub(crate) fn random_step_cold<G: Rules>(game: &G, state: &G::State, rng: &mut Rng) -> Option<G::Step> {
    if G::CHANCE && game.mover(state) == Actor::Chance {
        return game.draw(state, rng);
    }
    game.pick_cold(state, |count| below(rng, count))
}

/// Adds the actions of the legal steps to an empty mask.
#[inline(never)]
pub(crate) fn mask_cold<G: Actions>(game: &G, state: &G::State, mask: &mut Mask) {
    game.mask(state, mask);
}

/// Returns the stack on each cell, top first, as `viewer` sees it: a seat, or `None` for a spectator with a
/// full view.
pub(crate) fn visible_stacks<G: Display>(
    game: &G,
    state: &G::State,
    viewer: Option<Seat>,
) -> Vec<Vec<Piece>> {
    let mut stacks = Vec::new();
    for cell in game.board().cells() {
        stacks.push(game.pieces(state, cell, viewer));
    }
    stacks
}

/// Sorts turns by their texts.
pub(crate) fn sort_turns<Step>(turns: &mut Vec<Turn<Step>>) {
    let order = sorted(turns.iter().map(|turn| turn.text.as_str()).collect());
    let mut left: Vec<_> = turns.drain(..).map(Some).collect();
    turns.extend(order.into_iter().filter_map(|at| left[at].take()));
}

/// Returns the indices of texts in sorted order. It is not generic, so that it is compiled once.
fn sorted(texts: Vec<&str>) -> Vec<usize> {
    let mut order: Vec<_> = (0..texts.len()).collect();
    order.sort_by_key(|&at| texts[at]);
    order
}
