//! Checks of symmetries: observations and actions must move together.

use super::Check;
use crate::game::{Actor, Area, Game, Plane, Seat, Symmetry};
use std::collections::HashMap;

impl<G: Game> Check<'_, G> {
    /// Checks that observations are permuted like the places of actions.
    pub(super) fn check_planes_follow_symmetries(&self, state: &G::State) {
        let game = self.game;
        // The planes of the empty board do not move.
        let bare = Plane::bare_triangles();
        for (symmetry, moved) in game.symmetries().iter().zip(&self.moved) {
            let Some(turned) = game.transform(state, symmetry) else { continue };
            if let (Actor::Seat(seat), Actor::Seat(other)) = (game.actor(state), game.actor(&turned)) {
                let [before, after] = [self.checked_planes(state, seat), self.checked_planes(&turned, other)];
                let area = before.len() / game.spec().planes.len();
                for (plane, spec) in game.spec().planes.iter().enumerate() {
                    let shows_pieces = spec.area == Area::Cells && !bare.contains(spec);
                    let agree = |&(from, to): &(usize, usize)| {
                        before[plane * area + from] == after[plane * area + to]
                    };
                    ensure!(
                        !shows_pieces || moved.iter().all(agree),
                        "{}: {} moves actions and {spec:?} differently",
                        self.location(state),
                        symmetry.name
                    );
                }
            }
        }
    }

    pub(super) fn check_symmetries(&self, state: &G::State, legal: &[G::Step]) {
        let game = self.game;
        for symmetry in game.symmetries() {
            let Some(turned) = game.transform(state, symmetry) else { continue };
            let mut expected: Vec<usize> =
                legal.iter().map(|&step| symmetry.actions[game.action(state, step)] as usize).collect();
            expected.sort_unstable();
            let mut actions: Vec<usize> =
                self.legal(&turned).iter().map(|&step| game.action(&turned, step)).collect();
            actions.sort_unstable();
            ensure_eq!(actions, expected, "{}: {} maps steps wrongly", self.location(state), symmetry.name);
            for &step in legal.iter().take(4) {
                let (mut next, mut next_turned) = (state.clone(), turned.clone());
                let action = symmetry.actions[game.action(state, step)] as usize;
                let step_turned = game.step(&turned, action).expect("a legal action");
                game.apply(&mut next, step);
                game.apply(&mut next_turned, step_turned);
                if let Some(expected) = game.transform(&next, symmetry) {
                    ensure!(
                        expected == next_turned,
                        "{}: {} does not commute with a step",
                        self.location(state),
                        symmetry.name
                    );
                }
            }
        }
    }
}

/// Returns the permutation of the grid's places for each symmetry. Checks that symmetries permute action
/// planes as a whole, and that no two actions share a place.
pub(super) fn grid_permutations<G: Game>(game: &G) -> Vec<Vec<(usize, usize)>> {
    let (spec, (rows, columns)) = (game.spec(), game.board().grid());
    let (id, area) = (&spec.id, rows * columns);
    let places = |seat: Seat| -> Vec<Option<usize>> {
        (0..spec.num_actions).map(|action| game.action_place(action, seat)).collect()
    };
    let first = places(Seat::ZERO);
    for seat in Seat::all(spec.seats) {
        let places = places(seat);
        let mut occupied: Vec<usize> = places.iter().flatten().copied().collect();
        occupied.sort_unstable();
        ensure!(occupied.windows(2).all(|two| two[0] < two[1]), "{id}: two actions have the same place");
        let way = |place: &Option<usize>| place.map(|place| place / area);
        ensure!(
            places.iter().map(way).eq(first.iter().map(way)),
            "{id}: action planes of seat {seat} differ from those of seat 0"
        );
        ensure!(
            seat == Seat::ZERO || game.symmetries().is_empty() || places == first,
            "{id}: places differ by seat"
        );
    }
    let along = |symmetry: &Symmetry| {
        let (mut moved, mut ways) = (HashMap::new(), HashMap::new());
        for (from, &to) in first.iter().zip(&symmetry.actions) {
            let to = first[to as usize];
            ensure_eq!(from.is_some(), to.is_some(), "{id}: {} moves an action off the grid", symmetry.name);
            let (Some(from), Some(to)) = (from, to) else { continue };
            let way = *ways.entry(from / area).or_insert(to / area);
            let place = *moved.entry(from % area).or_insert(to % area);
            ensure_eq!(
                (way, place),
                (to / area, to % area),
                "{id}: {} splits an action plane",
                symmetry.name
            );
        }
        moved.into_iter().collect()
    };
    game.symmetries().iter().map(along).collect()
}
