//! What is seldom done in a game, compiled once for it: each place that visits steps or makes one itself
//! compiles the game's rules once more, which is for those that play.

use super::{Actor, Game, Mask, Piece, Rng, Seat, Turn, below};

/// The legal steps.
pub(crate) fn collect_legal<G: Game>(game: &G, state: &G::State) -> Vec<G::Step> {
    let mut steps = Vec::with_capacity(64);
    extend_with_legal(game, state, &mut steps);
    steps
}

/// Puts the legal steps behind others.
pub(crate) fn extend_with_legal<G: Game>(game: &G, state: &G::State, steps: &mut Vec<G::Step>) {
    visit_legal(game, state, &mut |step| steps.push(step));
}

/// Shows each legal step to one who takes some time over each.
#[inline(never)]
pub(crate) fn visit_legal<G: Game>(game: &G, state: &G::State, visit: &mut dyn FnMut(G::Step)) {
    game.each_step(state, visit);
}

/// Makes a legal step.
#[inline(never)]
pub(crate) fn apply_cold<G: Game>(game: &G, state: &mut G::State, step: G::Step) {
    game.apply(state, step);
}

/// The step that uniformly random play makes ([`Game::random_step`]).
#[inline(never)]
pub(crate) fn random_step_cold<G: Game>(game: &G, state: &G::State, rng: &mut Rng) -> Option<G::Step> {
    if G::CHANCE && game.mover(state) == Actor::Chance {
        return game.draw(state, rng);
    }
    game.pick_cold(state, |count| below(rng, count))
}

/// Puts the actions of the legal steps into an empty mask.
#[inline(never)]
pub(crate) fn mask_cold<G: Game>(game: &G, state: &G::State, mask: &mut Mask) {
    game.mask(state, mask);
}

/// What stands on each cell, top first, as `eyes` sees it: a seat, or none for a spectator who sees all.
pub(crate) fn visible_stacks<G: Game>(game: &G, state: &G::State, viewer: Option<Seat>) -> Vec<Vec<Piece>> {
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

/// The places of texts in the order of the texts: one way to sort, whatever they are texts of.
fn sorted(texts: Vec<&str>) -> Vec<usize> {
    let mut order: Vec<_> = (0..texts.len()).collect();
    order.sort_by_key(|&at| texts[at]);
    order
}
