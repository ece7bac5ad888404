//! Actions: their numbers, masks, places in action planes, and descriptions.

use super::action_text;
use super::engine::Step;
use super::game::Checkers;
use super::geometry::Geometry;
use super::stacks::{Stacks, dispatch_numbers};
use super::state::State;
use crate::board::{Bitboard, NO_CELL, pext, reverse_words};
use crate::game::roles::{Actions, Rules};
use crate::game::{Mask, Perspective, Seat};

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Actions for Checkers<G, K, SEATS, DIRS> {
    #[inline]
    fn mask(&self, state: &State<G::Set, K, SEATS>, mask: &mut Mask) {
        if state.end_reason.is_none() {
            self.add_to_mask(&self.engine.legal(state).from, state.seat.index(), mask);
        }
    }

    #[inline(always)]
    fn pick_and_mask(
        &self,
        state: &State<G::Set, K, SEATS>,
        mask: Option<&mut Mask>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        if state.end_reason.is_some() {
            return None;
        }
        // One dispatch for the whole body, so that the legal steps stay in registers.
        dispatch_numbers!(state.stacks, K, NUMBERS => {
            let legal = self.engine.legal_with_numbers::<NUMBERS>(state);
            if let Some(mask) = mask {
                self.add_to_mask(&legal.from, state.seat.index(), mask);
            }
            self.pick_from(&legal, choose)
        })
    }

    #[inline]
    fn action(&self, state: &State<G::Set, K, SEATS>, step: Step) -> usize {
        let seat = state.seat.index();
        let number = self.tables().cell_number[seat][step.from as usize] as usize;
        self.tables().relative[seat][step.direction as usize] as usize * self.tables().num_action_cells()
            + number
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        let perspective = Perspective::new(&self.info.spec, self.board(), seat);
        let is_adjacent =
            |seat, from, d| self.engine.is_adjacent(seat, from, d, self.engine.geometry.next(from, d));
        action_text::action_text(
            self.tables(),
            &self.info.directions,
            G::MOVE_DIRECTIONS,
            action,
            &perspective,
            &is_adjacent,
        )
    }

    fn action_place(&self, action: usize, seat: Seat) -> Option<usize> {
        action_text::action_place(self.tables(), action, seat)
    }

    /// A move if the next square is empty, otherwise a jump over it.
    fn step(&self, state: &State<G::Set, K, SEATS>, action: usize) -> Option<Step> {
        let (seat, tables) = (state.seat.index(), self.tables());
        if action >= self.info.spec.num_actions {
            return None;
        }
        let from = tables.cell_by_number[seat][action % tables.num_action_cells()];
        if from == NO_CELL {
            return None;
        }
        let d = tables.absolute[seat][action / tables.num_action_cells()] as usize;
        let next = self.engine.geometry.next(from, d);
        let beyond = self.engine.geometry.next(next, d);
        if !self.engine.is_adjacent(seat, from, d, next) {
            None
        } else if !state.occupied().has(next) {
            (d < G::MOVE_DIRECTIONS).then(|| self.engine.step_from(from, d, false))
        } else {
            self.engine.is_adjacent(seat, next, d, beyond).then(|| self.engine.step_from(from, d, true))
        }
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Checkers<G, K, SEATS, DIRS> {
    /// Adds the actions of legal steps, given as the cells left in each direction, to an empty mask. Actions
    /// are ordered by direction, then by cell, row by row as the seat sees them.
    #[inline(always)]
    fn add_to_mask(&self, from: &[G::Set; DIRS], seat: usize, mask: &mut Mask) {
        let (tables, all) = (self.tables(), self.tables().num_action_cells());
        // Two seats on 8x8: one seat's view is the other's with the bits reversed.
        if SEATS == 2
            && let Some(mut planes) = self.engine.as_planes(from)
        {
            let rotated = tables.rotated[seat];
            if let [a, b, c, d] = planes[..]
                && all == 32
            {
                let compact = |plane: u64| pext(plane, tables.used_mask);
                let words = [compact(a) | compact(b) << 32, compact(c) | compact(d) << 32];
                return mask.set_first_words(&reverse_words(words, rotated));
            } else if all == 64 {
                for four in planes.as_chunks_mut::<4>().0 {
                    *four = reverse_words(*four, rotated);
                }
                return mask.set_first_words(&planes);
            }
        }
        for (d, &from) in from.iter().enumerate() {
            let first = all * tables.relative[seat][d] as usize;
            from.each(|cell| mask.add(first + tables.cell_number[seat][cell as usize] as usize));
        }
    }
}
