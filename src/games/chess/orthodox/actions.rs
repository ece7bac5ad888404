//! The actions of orthodox chess: their numbers, places and meanings.

use super::{Orthodox, State};
use crate::game::Perspective;
use crate::games::chess::legal_moves::Numbering;
use crate::games::chess::move_rules::MoveRules;
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantActions;

impl<P: MoveRules> VariantActions for Orthodox<P> {
    const OWN_ACTIONS: usize = P::OWN_ACTIONS;

    fn own_actions(&self) -> usize {
        self.move_rules.own_actions()
    }

    #[inline(always)]
    fn action(&self, numbering: &Numbering, state: &State, step: Step) -> usize {
        self.move_rules.action(numbering, &state.position, step)
    }

    #[inline]
    fn step(&self, numbering: &Numbering, state: &State, action: usize) -> Option<Step> {
        self.move_rules.step(numbering, &state.position, action)
    }

    fn own_action_text(&self, own: usize, perspective: &Perspective<'_>) -> String {
        self.move_rules.own_action_text(own, perspective)
    }

    fn own_action_place(&self, own: usize) -> Option<usize> {
        self.move_rules.own_action_place(own)
    }
}
