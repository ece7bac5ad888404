//! The role of the actions: the numbers of steps, masks, places on the grid, and meanings in words.

use super::super::{Mask, Seat, mask_cold};
use super::Rules;

/// The numbering of steps, which policies and replay buffers use.
pub trait Actions: Rules {
    /// Returns the action number of a legal step of the seat to act, in the game's frame. Outcomes of chance
    /// have numbers, too.
    fn action(&self, state: &Self::State, step: Self::Step) -> usize;

    /// Returns the step of an action number in this state. It need not be legal. `None` if no step has this
    /// number.
    fn step(&self, state: &Self::State, action: usize) -> Option<Self::Step>;

    /// Describes an action in words, independently of the state, as far as the number determines it.
    ///
    /// The action belongs to `seat`, or to any seat if there is none. If no seat can ever make it, the text
    /// says so. `action` is below `num_actions`.
    fn action_text(&self, action: usize, _seat: Option<Seat>) -> String {
        format!("action {action}")
    }

    /// Returns the place of an action in the action planes, as `seat` sees the board: the index of its plane
    /// times the number of places of the grid, plus the place of its cell in the observation planes of that
    /// seat. `None` for actions without a cell: promotions by file, cards, commits, passes. `action` is below
    /// `num_actions`.
    ///
    /// An action that has a place has one for all seats, in the same plane. A symmetry permutes places as it
    /// permutes observations, and permutes planes as a whole, so that a policy head can be a convolution. The
    /// place of an action that is never legal need not be a cell, so that action planes are complete.
    fn action_place(&self, _action: usize, _seat: Seat) -> Option<usize> {
        None
    }

    /// Adds the actions of the legal steps to an empty mask.
    #[inline]
    fn mask(&self, state: &Self::State, mask: &mut Mask) {
        self.each_step(state, |step| mask.add(self.action(state, step)));
    }

    /// Same as [`pick`](Rules::pick). If there is a mask, it also fills it like [`mask`](Actions::mask).
    ///
    /// An implementation can generate the legal steps once for both. Batches with and without masks call this
    /// method, so that they share one compiled copy of the move generator.
    #[inline]
    fn pick_and_mask(
        &self,
        state: &Self::State,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Self::Step> {
        if let Some(mask) = mask {
            self.mask(state, mask);
        }
        self.pick(state, choose)
    }

    /// Writes a flag for each action: true if the action is legal. `out` has `num_actions` elements.
    fn write_mask(&self, state: &Self::State, out: &mut [bool]) {
        let mut mask = Mask::new(out.len());
        mask_cold(self, state, &mut mask);
        mask.drain_to_flags(out);
    }
}
