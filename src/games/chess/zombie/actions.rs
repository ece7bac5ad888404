//! The actions of Zombie Chess: their numbers, places and meanings.

use super::{MENU, State, Zombie, late};
use crate::game::Perspective;
use crate::games::chess::menu::Menu;
use crate::games::chess::offer::Numbering;
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantActions;

impl VariantActions for Zombie {
    const OWN_ACTIONS: usize = late::ACTIONS;
    const MENU: &'static Menu = &MENU;

    fn action(&self, numbering: &Numbering, state: &State, step: Step) -> usize {
        late::action(numbering, &state.position, step)
    }

    fn step(&self, numbering: &Numbering, state: &State, action: usize) -> Option<Step> {
        late::step_of(numbering, &state.position, action)
    }

    fn own_action_text(&self, own: usize, seen: &Perspective<'_>) -> String {
        late::said(own, seen)
    }

    fn own_action_place(&self, own: usize) -> Option<usize> {
        Some(own)
    }
}
