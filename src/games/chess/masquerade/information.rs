//! The information of Masquerade Chess: what a seat may not see.

use super::masks::{self, MASK, MASKS};
use super::{Masquerade, OPEN, State};
use crate::game::{Rng, Seat, below};
use crate::games::chess::step::{MoveKind, Step};
use crate::games::chess::variant::VariantInformation;

impl VariantInformation for Masquerade {
    fn is_simultaneous(&self, state: &State) -> bool {
        state.is_set_up()
    }

    fn step_text_for(&self, state: &State, step: Step, seat: Seat) -> Option<String> {
        let unseen = step.move_kind() == MoveKind::Choice && state.position.seat != seat;
        unseen.then(|| "mask:?????".into())
    }

    /// M11: uniform among the assignments that give each kind one of its possible captures.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (own, mut drawn) = (seat.parity(), *state);
        if state.extra.captures[own] != OPEN {
            let fits = |number: &usize| masks::fits(&MASK[*number], &state.extra.possible[own]);
            let many = (0..MASKS).filter(fits).count();
            if let Some(number) = (0..MASKS).filter(fits).nth(below(rng, many.max(1))) {
                drawn.extra.captures[own] = number as u8;
            }
        }
        drawn
    }
}
