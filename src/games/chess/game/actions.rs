//! The actions of a game: those of pieces, then the choices, then those of the variant itself.

use super::variant::{ChessVariant, State};
use super::{ChessGame, picked};
use crate::game::roles::Actions;
use crate::game::{Mask, Perspective, Seat};
use crate::games::chess::kit::action_text;
use crate::games::chess::kit::legal_moves::ChoiceSet;
use crate::games::chess::kit::numbering::{self, ACTIONS, ARRIVALS};
use crate::games::chess::kit::step::Step;

impl<V: ChessVariant> Actions for ChessGame<V> {
    #[inline]
    fn action(&self, state: &State<V::Extra>, step: Step) -> usize {
        self.variant.action(&self.numbering(state), state, step)
    }

    fn step(&self, state: &State<V::Extra>, action: usize) -> Option<Step> {
        self.variant.step(&self.numbering(state), state, action)
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let perspective = Perspective::new(&self.spec, &self.board, seat);
        if let Some(own) = action.checked_sub(ACTIONS + V::CHOICES.len()) {
            self.variant.own_action_text(own, &perspective) + &perspective.viewer_suffix()
        } else if let Some(number) = action.checked_sub(ACTIONS) {
            V::CHOICES.describe(number, &perspective)
        } else {
            action_text::of_piece(self.variant.wraps(), action, &perspective) + &perspective.viewer_suffix()
        }
    }

    /// The planes of the pieces, then those of the choices, then those of the variant.
    fn action_place(&self, action: usize, _seat: Seat) -> Option<usize> {
        if let Some(own) = action.checked_sub(ACTIONS + V::CHOICES.len()) {
            self.variant.own_action_place(own).map(|place| ARRIVALS + V::CHOICES.plane_places() + place)
        } else if let Some(number) = action.checked_sub(ACTIONS) {
            V::CHOICES.plane_place(number).map(|place| ARRIVALS + place)
        } else {
            numbering::place(action)
        }
    }

    #[inline]
    fn mask(&self, state: &State<V::Extra>, mask: &mut Mask) {
        let mut moves = <(V::Moves, ChoiceSet)>::default();
        self.fill(state, &mut moves);
        self.mark(state, &moves, mask);
    }

    #[inline(always)]
    fn pick_and_mask(
        &self,
        state: &State<V::Extra>,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        if self.variant.is_ended(state) {
            return None;
        }
        if let Some(choices) = self.variant.only_choices(state) {
            if let Some(mask) = mask {
                self.mark(state, &choices, mask);
            }
            return picked(&choices, &state.position, choose);
        }
        let mut moves = V::Moves::default();
        self.variant.add_legal(state, &mut moves);
        if let Some(mask) = mask {
            self.mark(state, &moves, mask);
        }
        picked(&moves, &state.position, choose)
    }
}
