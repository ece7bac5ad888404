//! The actions of Zombie Chess: their numbers, places and meanings.

use super::{CHOICES, State, Zombie, late};
use crate::game::Perspective;
use crate::games::chess::choices::ChoiceActions;
use crate::games::chess::legal_moves::Numbering;
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantActions;

impl VariantActions for Zombie {
    const OWN_ACTIONS: usize = late::ACTIONS;
    const CHOICES: &'static ChoiceActions = &CHOICES;

    fn action(&self, numbering: &Numbering, state: &State, step: Step) -> usize {
        late::action(numbering, &state.position, step)
    }

    fn step(&self, numbering: &Numbering, state: &State, action: usize) -> Option<Step> {
        late::find_step(numbering, &state.position, action)
    }

    fn own_action_text(&self, own: usize, perspective: &Perspective<'_>) -> String {
        late::describe(own, perspective)
    }

    fn own_action_place(&self, own: usize) -> Option<usize> {
        Some(own)
    }
}
