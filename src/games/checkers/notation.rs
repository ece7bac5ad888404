//! The notation of steps and positions.

use super::engine::Step;
use super::explain;
use super::game::Checkers;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::State;
use crate::board::NO_CELL;
use crate::game::FenError;
use crate::game::roles::{Notation, Rules};

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Notation for Checkers<G, K, SEATS, DIRS> {
    fn write_step(&self, _state: &State<G::Set, K, SEATS>, step: Step, out: &mut String) {
        out.push_str(self.name(step.from));
        out.push(if step.over == NO_CELL { '-' } else { 'x' });
        out.push_str(self.name(step.to));
    }

    fn sort_key(&self, _state: &State<G::Set, K, SEATS>, step: Step) -> u128 {
        let joint = if step.over == NO_CELL { "-" } else { "x" };
        let (mut bytes, mut length) = ([0; 16], 0);
        for part in [self.name(step.from), joint, self.name(step.to)] {
            bytes[length..length + part.len()].copy_from_slice(part.as_bytes());
            length += part.len();
        }
        u128::from_be_bytes(bytes)
    }

    fn read_step(&self, state: &State<G::Set, K, SEATS>, text: &str) -> Option<Step> {
        let (from, to, jumping) = self.read_step_text(text)?;
        let step = (0..DIRS)
            .map(|d| self.engine.step_from(from, d, jumping))
            .find(|&step| step.to == to && self.is_legal(state, step))?;
        Some(step)
    }

    fn explain_text(&self, state: &State<G::Set, K, SEATS>, text: &str) -> String {
        explain::explain_text(self, state, text)
    }

    fn fen(&self, state: &State<G::Set, K, SEATS>) -> String {
        self.write_fen(state)
    }

    fn read_fen(&self, text: &str) -> Result<State<G::Set, K, SEATS>, FenError> {
        self.parse_fen(text)
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Checkers<G, K, SEATS, DIRS> {
    /// Returns the two cells of a step string, and whether it is a jump.
    pub(super) fn read_step_text(&self, text: &str) -> Option<(u8, u8, bool)> {
        let jumping = text.contains('x');
        let (from, to) = text.split_once(if jumping { 'x' } else { '-' })?;
        Some((self.cell(from)?, self.cell(to)?, jumping))
    }
}
