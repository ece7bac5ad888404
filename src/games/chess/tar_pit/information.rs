//! The information of Tar Pit Chess: what a seat may not see.

use super::turn::Phase;
use super::{State, TarPit};
use crate::game::{Rng, Seat};
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantInformation;

impl VariantInformation for TarPit {
    /// T16: the other seat's draw.
    fn step_text_for(&self, state: &State, _step: Step, seat: Seat) -> Option<String> {
        let unseen = state.extra.phase == Phase::Draw && state.position.seat != seat;
        unseen.then(|| "draw:?".into())
    }

    /// T16: the cards not seen, shuffled and dealt again.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (mut drawn, other) = (*state, seat.parity() ^ 1);
        let unseen = state.extra.hands[other].with(state.extra.draw);
        (drawn.extra.hands[other], drawn.extra.draw) = unseen.dealt(state.extra.hands[other].count(), rng);
        drawn
    }
}
