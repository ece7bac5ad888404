//! The hints for search: keys of positions, and captures.

use super::engine::Step;
use super::game::Checkers;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::State;
use crate::board::{Bitboard, NO_CELL};
use crate::game::roles::{SearchHints, gain_by_making};
use crate::game::{PositionalTerms, Reliance, SearchProfile, Seat};
use foldhash::quality::FixedState;
use std::hash::{BuildHasher, Hash, Hasher};

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> SearchHints
    for Checkers<G, K, SEATS, DIRS>
{
    fn position_key(&self, state: &State<G::Set, K, SEATS>) -> u64 {
        let mut hasher = FixedState::with_seed(0).build_hasher();
        state.hash_placement(&mut hasher);
        // A table without the counters would hide the draws that they make.
        (state.quiet, state.crown).hash(&mut hasher);
        hasher.finish()
    }

    fn search_profile(&self) -> SearchProfile {
        let prefers_rollouts = self.engine.tables.prefers_rollouts;
        SearchProfile { reliance: Reliance::Medium, prefers_rollouts, ..SearchProfile::default() }
    }

    fn positional_value(&self, state: &State<G::Set, K, SEATS>, seat: Seat) -> Option<i32> {
        self.engine.positional_value(state, seat)
    }

    fn positional_terms(&self, state: &State<G::Set, K, SEATS>, seat: Seat) -> Option<PositionalTerms> {
        Some(self.engine.positional_terms(state, seat))
    }

    /// A jump can release prisoners, even more of a third seat than it captures. It is always worth a search
    /// beyond the horizon, and a crowning is not.
    fn gain(&self, state: &State<G::Set, K, SEATS>, step: Step) -> i32 {
        if step.over == NO_CELL { 0 } else { gain_by_making(self, state, step).max(1) }
    }

    /// Without a jump there is no gain.
    fn each_gain(&self, state: &State<G::Set, K, SEATS>, mut visit: impl FnMut(Step, i32)) -> usize {
        if state.end_reason.is_some() {
            return 0;
        }
        let legal = self.engine.legal(state);
        if legal.jumping {
            for (direction, from) in legal.from.into_iter().enumerate() {
                from.each(|cell| {
                    let step = self.engine.step_from(cell, direction, true);
                    visit(step, self.gain(state, step));
                });
            }
        }
        G::count(&legal.from)
    }
}
