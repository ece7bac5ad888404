//! The actions of a course: moves by direction and arrival, then the choices.

use super::Golf;
use super::choices::{ACTIONS, ChoiceSet, PASS};
use super::course::{Phase, State};
use super::moves::{self, Moves};
use crate::game::roles::Actions;
use crate::game::{Mask, Perspective, Seat};
use crate::games::chess::kit::bitboard::bit;
use crate::games::chess::kit::pieces::Pieces;
use crate::games::chess::kit::step::Step;
use crate::games::chess::kit::topology::Flat;
use crate::games::chess::kit::{action_text, numbering};

impl Actions for Golf {
    #[inline]
    fn action(&self, _state: &State, step: Step) -> usize {
        if step.is_choice() {
            return ACTIONS + step.number();
        }
        64 * numbering::way(step.from(), step.to()) + usize::from(step.to())
    }

    fn step(&self, state: &State, action: usize) -> Option<Step> {
        if let Some(number) = action.checked_sub(ACTIONS) {
            return (number < self.choices.len()).then(|| Step::choice(number));
        }
        let (occupied, to) = (state.pieces.occupied(), (action % 64) as u8);
        let from =
            numbering::came_from::<Flat>(action / 64, to, occupied).filter(|&from| occupied & bit(from) != 0);
        from.map(|from| moves::of_piece(&state.pieces, from, to))
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let perspective = Perspective::new(&self.spec, &self.board, seat);
        if let Some(number) = action.checked_sub(ACTIONS) {
            return self.choices.describe(number, &perspective);
        }
        let to = (action % 64) as u8;
        action_text::arrival(false, action / 64, to, &perspective.cell(to, to.into()))
            + &perspective.viewer_suffix()
    }

    fn action_place(&self, action: usize, _seat: Seat) -> Option<usize> {
        match action.checked_sub(ACTIONS) {
            None => Some(action),
            Some(number) => self.choices.plane_place(number).map(|place| ACTIONS + place),
        }
    }

    #[inline]
    fn mask(&self, state: &State, mask: &mut Mask) {
        if state.phase == Phase::Play {
            mask_moves(&Self::moves(state), mask);
        } else {
            ChoiceSet::of(state).mark(mask);
        }
    }

    #[inline(always)]
    fn pick_and_mask(
        &self,
        state: &State,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        if state.phase == Phase::Play {
            let moves = Self::moves(state);
            if let Some(mask) = mask {
                mask_moves(&moves, mask);
            }
            return picked(&moves, &state.pieces, choose);
        }
        let choices = ChoiceSet::of(state);
        if let Some(mask) = mask {
            choices.mark(mask);
        }
        choices.pick(choose)
    }
}

/// Giving up comes after all moves.
#[inline(always)]
fn picked(moves: &Moves, pieces: &Pieces, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
    let count = moves.count();
    let index = choose(count + 1);
    if index < count { moves.pick(pieces, index) } else { Some(Step::choice(PASS)) }
}

#[inline(always)]
fn mask_moves(moves: &Moves, mask: &mut Mask) {
    mask.set_first_words(&moves.ways);
    mask.add(ACTIONS + PASS);
}
