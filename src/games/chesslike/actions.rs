//! The role of the actions. Their numbers are defined in [`action_layout`](super::action_layout).

use super::game::ChessLike;
use super::state::State;
use super::step::Step;
use crate::game::roles::*;
use crate::game::{Mask, Perspective, Seat};

impl Actions for ChessLike {
    #[inline]
    fn action(&self, state: &State, step: Step) -> usize {
        self.engine.action(&self.action_layout, state, step)
    }

    fn step(&self, state: &State, action: usize) -> Option<Step> {
        self.engine.step_of_action(&self.action_layout, state, action)
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let seen = Perspective::new(&self.spec, self.board(), seat);
        self.engine.action_text(&self.action_layout, action, &seen)
    }

    fn action_place(&self, action: usize, _seat: Seat) -> Option<usize> {
        self.action_layout.place(action)
    }

    #[inline]
    fn pick_and_mask(
        &self,
        state: &State,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        self.engine.legal_moves(state, |moves| {
            if let Some(mask) = mask {
                self.engine.fill_mask(&self.action_layout, state, moves, mask);
            }
            let count = moves.count();
            if count == 0 { None } else { moves.nth(choose(count)) }
        })
    }
}
