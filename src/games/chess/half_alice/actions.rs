//! The actions of Half Alice Chess: their numbers, places and meanings.

use super::mirror::{halves, side_of};
use super::{HalfAlice, State};
use crate::game::Perspective;
use crate::games::chess::action_text;
use crate::games::chess::legal_moves::Numbering;
use crate::games::chess::numbering::{self, ACTIONS};
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantActions;

impl VariantActions for HalfAlice {
    const OWN_ACTIONS: usize = ACTIONS;

    /// The steps of pieces once more, for those that are beyond the mirror.
    fn own_action_text(&self, own: usize, perspective: &Perspective<'_>) -> String {
        action_text::of_piece(false, own, perspective) + ", with a piece that is beyond the mirror"
    }

    fn own_action_place(&self, own: usize) -> Option<usize> {
        numbering::place(own)
    }

    #[inline(always)]
    fn action(&self, numbering: &Numbering, state: &State, step: Step) -> usize {
        numbering.action(step) + side_of(state.extra.mirrored, step.from()) * ACTIONS
    }

    #[inline]
    fn step(&self, numbering: &Numbering, state: &State, action: usize) -> Option<Step> {
        let half = halves(&state.position, state.extra.mirrored)[usize::from(action >= ACTIONS)];
        let action = if action < ACTIONS { action } else { action - ACTIONS };
        if action < ACTIONS { numbering.step(&half, action) } else { None }
    }
}
