//! The hints for search: keys of positions, and captures.

use super::game::Draughts;
use super::movement::{Movement, SetOf};
use super::options::Win;
use super::state::{State, Step};
use crate::board::Bitboard;
use crate::game::roles::{SearchHints, SearchProfile};
use foldhash::quality::FixedState;
use std::hash::{BuildHasher, Hash, Hasher};

impl<M: Movement> SearchHints for Draughts<M> {
    fn position_key(&self, state: &State<SetOf<M>>) -> u64 {
        let mut hasher = FixedState::with_seed(0).build_hasher();
        state.hash_placement(&mut hasher);
        // A table without the counters would hide the draws that they make.
        (state.quiet, state.count).hash(&mut hasher);
        hasher.finish()
    }

    /// If losing wins, captures are forced and bad.
    fn search_profile(&self) -> SearchProfile {
        let wants_material = self.tables.rules.win != Win::Lose;
        SearchProfile { wants_material, becomes_quiet: wants_material, ..SearchProfile::default() }
    }

    /// Jumped pieces can stay on the board until the end of the turn, but each jump counts immediately.
    fn gain(&self, state: &State<SetOf<M>>, step: Step) -> i32 {
        match step.is_jump() {
            true if state.kings.has(step.over) => (100.0 * self.king_value()) as i32,
            true => 100,
            false => 0,
        }
    }

    /// Without a jump there is no gain.
    fn each_gain(&self, state: &State<SetOf<M>>, mut visit: impl FnMut(Step, i32)) -> usize {
        let legal = self.legal_cold(state);
        let count = legal.count::<M::Layout>();
        if legal.jump {
            legal.each(self.movement, state, |step| visit(step, self.gain(state, step)));
        }
        count
    }
}
