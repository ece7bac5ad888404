//! The numbers of promotions that are chosen freely and of drops, which come last: see
//! [`action_layout`](super::action_layout).

use super::action_layout::ActionLayout;
use super::engine::Engine;
use super::kinds::Kind;
use super::state::State;
use super::step::{MoveKind, Step};
use super::symmetries::BoardSymmetry;
use crate::board::{Cell, NO_CELL};
use crate::game::{Perspective, Seat, never_legal};

impl ActionLayout {
    /// Returns the number of the first promotion that is chosen freely.
    pub(super) fn choices_start(&self) -> usize {
        self.pass_action() + usize::from(self.has_pass)
    }

    /// Returns the number of the first drop.
    pub(super) fn drops_start(&self) -> usize {
        self.choices_start() + self.choice_count * self.planes_end()
    }

    /// Same as [`transform_action`](ActionLayout::transform_action), for promotions that are chosen freely.
    pub(super) fn transform_choice(
        &self,
        engine: &Engine,
        board_symmetry: &BoardSymmetry,
        seat: Seat,
        offset: usize,
    ) -> usize {
        let (choice, arrival) = (offset / self.planes_end(), offset % self.planes_end());
        let arrival = self.transform_action(engine, board_symmetry, seat, arrival);
        self.choices_start() + choice * self.planes_end() + arrival
    }
}

impl Engine {
    /// Returns the number of a promotion that is chosen freely, or an unused number if the piece has no such
    /// promotion.
    pub(super) fn choice_action(
        &self,
        layout: &ActionLayout,
        state: &State,
        step: Step,
        kind: Kind,
    ) -> usize {
        let promotion = self.promotion_of(state.pieces.piece_at(step.from));
        let choice = promotion.and_then(|promotion| promotion.to.iter().position(|&to| to == kind));
        choice.map_or(usize::MAX, |choice| {
            let arrival = self.action(layout, state, Step { move_kind: MoveKind::Plain, ..step });
            layout.choices_start() + choice * layout.planes_end() + arrival
        })
    }

    /// Returns the number of a drop.
    pub(super) fn drop_action(&self, layout: &ActionLayout, seat: Seat, kind: Kind, to: Cell) -> usize {
        let place = usize::from(self.seat_tables(seat).place_of_cell[usize::from(to)]);
        let slot = self.hand.slot(kind);
        slot.map_or(usize::MAX, |slot| layout.drops_start() + slot * layout.grid_area + place)
    }

    /// Returns the step of a number that is at least that of the first free choice. It need not be legal.
    pub(super) fn step_of_choice(&self, layout: &ActionLayout, state: &State, action: usize) -> Option<Step> {
        if let Some(offset) = action.checked_sub(layout.drops_start()) {
            let kind = *self.hand.kinds.get(offset / layout.grid_area)?;
            let to = self.seat_tables(state.seat).cell_at_place[offset % layout.grid_area];
            return (to != NO_CELL).then_some(Step::drop(kind, to));
        }
        let offset = action - layout.choices_start();
        let step = self.step_of_action(layout, state, offset % layout.planes_end())?;
        let promotion = self.promotion_of(state.pieces.piece_at(step.from))?;
        let kind = *promotion.to.get(offset / layout.planes_end())?;
        (step.move_kind == MoveKind::Plain).then_some(Step { move_kind: MoveKind::Promote(kind), ..step })
    }

    /// Describes an action that is at least the first free choice.
    pub(super) fn choice_text(
        &self,
        layout: &ActionLayout,
        action: usize,
        perspective: &Perspective,
    ) -> (String, bool) {
        if let Some(offset) = action.checked_sub(layout.drops_start()) {
            let (slot, place) = (offset / layout.grid_area, offset % layout.grid_area);
            let kind = &self.kinds[self.hand.kinds[slot].index()].name;
            let text = format!("drop a {kind} on {}", self.place_text(place, perspective));
            let possible = |seat: Seat| {
                let cell = self.seat_tables(seat).cell_at_place[place];
                cell != NO_CELL && self.seat_tables(seat).drops[slot].has(cell)
            };
            return (text, perspective.possible_seats().any(possible));
        }
        let offset = action - layout.choices_start();
        let (choice, arrival) = (offset / layout.planes_end(), offset % layout.planes_end());
        let (text, possible) = self.text_and_possible(layout, arrival, perspective);
        match layout.choice_count {
            1 => (format!("{text} and promote"), possible),
            _ => (format!("{text} and promote to kind {} of its choices", choice + 1), possible),
        }
    }

    /// Returns the text of an action that no seat can ever make.
    pub(super) fn impossible_action_text(&self, text: &str) -> String {
        if text.starts_with("drop") {
            never_legal(&format!("it would {text}, where that piece cannot be dropped"))
        } else {
            never_legal(&format!("it would {text}, from outside the board"))
        }
    }
}
