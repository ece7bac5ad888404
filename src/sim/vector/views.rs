//! Shaped views of the arrays of batches.

use super::{Buffers, MaskFormat, Masks, Observations};
use crate::board::Board;
use crate::game::Spec;
use half::f16;
use ndarray::{ArrayView, ArrayView1, ArrayView2, ArrayView4, IntoDimension};

/// The shapes of rows in the arrays of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shapes {
    /// The shape of an observation: planes, rows, columns.
    pub planes: [usize; 3],
    /// The number of actions in a mask.
    pub actions: usize,
    /// The number of seats.
    pub seats: usize,
}

/// Observations of shape (environments, planes, rows, columns).
#[derive(Clone, Debug, PartialEq)]
pub enum ObservationsView<'a> {
    /// Numbers from 0 to 1.
    F32(ArrayView4<'a, f32>),
    /// Numbers from 0 to 1, in half the size.
    F16(ArrayView4<'a, f16>),
    /// Bytes from 0 to 255.
    U8(ArrayView4<'a, u8>),
}

/// Masks with one row for each environment.
#[derive(Clone, Debug, PartialEq)]
pub enum MasksView<'a> {
    /// A byte for each action: 1 for legal actions, 0 for others.
    Flags(ArrayView2<'a, u8>),
    /// A bit for each action, lowest bit first.
    Bits(ArrayView2<'a, u8>),
}

/// The arrays of a batch, with one row for each environment. See [`Buffers`] for their contents.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Views<'a> {
    pub observations: Option<ObservationsView<'a>>,
    pub final_observations: Option<ObservationsView<'a>>,
    pub action_masks: Option<MasksView<'a>>,
    pub current_players: ArrayView1<'a, i8>,
    /// One column for each seat.
    pub rewards: ArrayView2<'a, f32>,
    pub mover_rewards: ArrayView1<'a, f32>,
    pub terminated: ArrayView1<'a, bool>,
    pub truncated: ArrayView1<'a, bool>,
    pub reasons: ArrayView1<'a, u8>,
    pub steps: ArrayView1<'a, u32>,
    pub final_players: ArrayView1<'a, i8>,
    pub sampled: ArrayView1<'a, i32>,
}

impl Shapes {
    /// Returns the shapes of a game on its board.
    pub fn of(spec: &Spec, board: &Board) -> Shapes {
        let (rows, columns) = board.grid();
        Shapes {
            planes: [spec.planes.len(), rows, columns],
            actions: spec.num_actions,
            seats: spec.seats.into(),
        }
    }

    /// Returns a view of `rows` observations, if there are any.
    pub fn observations_of(self, planes: &Observations, rows: usize) -> Option<ObservationsView<'_>> {
        let [count, height, width] = self.planes;
        let shape = [rows, count, height, width];
        match planes {
            Observations::Off => None,
            Observations::F32(all) => Some(ObservationsView::F32(view(all, shape))),
            Observations::F16(all) => Some(ObservationsView::F16(view(all, shape))),
            Observations::U8(all) => Some(ObservationsView::U8(view(all, shape))),
        }
    }

    /// Returns a view of `rows` masks, if there are any.
    pub fn masks_of(self, action_masks: &Masks, rows: usize) -> Option<MasksView<'_>> {
        let shape = |marks: MaskFormat| [rows, marks.width(self.actions)];
        match action_masks {
            Masks::Off => None,
            Masks::Flags(all) => Some(MasksView::Flags(view(all, shape(MaskFormat::Flags)))),
            Masks::Bits(all) => Some(MasksView::Bits(view(all, shape(MaskFormat::Bits)))),
        }
    }

    /// Returns a view with one column for each seat.
    pub fn seats_of<T>(self, got: &[T]) -> ArrayView2<'_, T> {
        view(got, [got.len() / self.seats, self.seats])
    }

    /// Returns a view with one column for each action.
    pub fn actions_of<T>(self, good: &[T]) -> ArrayView2<'_, T> {
        view(good, [good.len() / self.actions, self.actions])
    }
}

impl Buffers {
    /// Returns views of all arrays with the shapes of a game.
    pub(super) fn views(&self, shapes: Shapes) -> Views<'_> {
        let envs = self.current_players.len();
        Views {
            observations: shapes.observations_of(&self.observations, envs),
            final_observations: shapes.observations_of(&self.final_observations, envs),
            action_masks: shapes.masks_of(&self.action_masks, envs),
            current_players: ArrayView1::from(&self.current_players),
            rewards: shapes.seats_of(&self.rewards),
            mover_rewards: ArrayView1::from(&self.mover_rewards),
            terminated: ArrayView1::from(&self.terminated),
            truncated: ArrayView1::from(&self.truncated),
            reasons: ArrayView1::from(&self.reasons),
            steps: ArrayView1::from(&self.steps),
            final_players: ArrayView1::from(&self.final_players),
            sampled: ArrayView1::from(&self.sampled),
        }
    }
}

/// Returns a view of an array that has exactly the elements of its shape.
fn view<T, D: IntoDimension>(all: &[T], shape: D) -> ArrayView<'_, T, D::Dim> {
    ArrayView::from_shape(shape.into_dimension(), all).expect("an array of the shape that it was made for")
}
