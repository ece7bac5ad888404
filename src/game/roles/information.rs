//! The role of the information: what a seat may see.

use super::super::{Rng, Seat};
use super::Notation;

/// What a seat may see of a state and of the steps of others. The defaults are those of a game without hidden
/// information.
pub trait Information: Notation {
    /// Whether the choice is a commit, which other seats do not see before they have committed.
    fn is_simultaneous(&self, _state: &Self::State) -> bool {
        false
    }

    /// Returns the position string as `seat` may see it, with question marks for hidden parts.
    fn observation_string(&self, state: &Self::State, _seat: Seat) -> String {
        self.fen(state)
    }

    /// Returns the text of a step, about to be made in `state`, as `seat` sees it.
    fn step_text_for(&self, state: &Self::State, step: Self::Step, _seat: Seat) -> String {
        self.step_text(state, step)
    }

    /// Returns a random state that has the same [`observation_string`](Information::observation_string) for
    /// `seat`, drawn as the rule document defines.
    ///
    /// It depends only on that text, not on what the seat has seen before.
    fn resample(&self, state: &Self::State, _seat: Seat, _rng: &mut Rng) -> Self::State {
        state.clone()
    }
}
