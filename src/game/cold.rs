//! Functions for cold paths, compiled once for each game and not inlined.
//!
//! Each inlined call that visits or makes a step compiles the rules of the game again. Only the loops that
//! play millions of steps should pay for that.

use super::{Actor, Game, Mask, Piece, Rng, Seat, Turn, below};

/// The legal steps.
pub(crate) fn legal<G: Game>(game: &G, state: &G::State) -> Vec<G::Step> {
    let mut steps = Vec::with_capacity(64);
    add_legal(game, state, &mut steps);
    steps
}

/// Puts the legal steps behind others.
pub(crate) fn add_legal<G: Game>(game: &G, state: &G::State, steps: &mut Vec<G::Step>) {
    visit_legal(game, state, &mut |step| steps.push(step));
}

/// Shows each legal step to one who takes some time over each.
#[inline(never)]
pub(crate) fn visit_legal<G: Game>(game: &G, state: &G::State, visit: &mut dyn FnMut(G::Step)) {
    game.each_step(state, visit);
}

/// Makes a legal step.
#[inline(never)]
pub(crate) fn make<G: Game>(game: &G, state: &mut G::State, step: G::Step) {
    game.apply(state, step);
}

/// The step that uniformly random play makes ([`Game::random_step`]).
#[inline(never)]
pub(crate) fn step_at_random<G: Game>(game: &G, state: &G::State, rng: &mut Rng) -> Option<G::Step> {
    if G::CHANCE && game.mover(state) == Actor::Chance {
        return game.draw(state, rng);
    }
    game.pick_cold(state, |count| below(rng, count))
}

/// Puts the actions of the legal steps into an empty mask.
#[inline(never)]
pub(crate) fn mark<G: Game>(game: &G, state: &G::State, mask: &mut Mask) {
    game.mask(state, mask);
}

/// What stands on each cell, top first, as `eyes` sees it: a seat, or none for a spectator who sees all.
pub(crate) fn stacks<G: Game>(game: &G, state: &G::State, eyes: Option<Seat>) -> Vec<Vec<Piece>> {
    let mut stacks = Vec::new();
    for cell in game.board().cells() {
        stacks.push(game.pieces(state, cell, eyes));
    }
    stacks
}

/// Sorts turns by their texts.
pub(crate) fn sort_turns<Step>(turns: &mut Vec<Turn<Step>>) {
    let order = sorted(turns.iter().map(|turn| turn.text.as_str()).collect());
    let mut left: Vec<_> = turns.drain(..).map(Some).collect();
    turns.extend(order.into_iter().filter_map(|at| left[at].take()));
}

/// The places of texts in the order of the texts: one way to sort, whatever they are texts of.
fn sorted(texts: Vec<&str>) -> Vec<usize> {
    let mut order: Vec<_> = (0..texts.len()).collect();
    order.sort_by_key(|&at| texts[at]);
    order
}
