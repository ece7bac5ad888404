//! The information of Cooperative Chess: what a seat may not see.

use super::turn::Phase;
use super::{Cooperative, State};
use crate::game::{Rng, Seat};
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantInformation;

impl VariantInformation for Cooperative {
    /// 6.9: what the partner draws.
    fn step_text_for(&self, state: &State, _step: Step, seat: Seat) -> Option<String> {
        let unseen = state.extra.phase == Phase::Draw && state.position.seat != seat;
        unseen.then(|| "draw:?".into())
    }

    /// 6.9: the partner's hand and the pile, shuffled together and dealt again.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (mut drawn, partner) = (*state, seat.parity() ^ 1);
        let unseen = state.extra.hands[partner].with(state.extra.pile);
        (drawn.extra.hands[partner], drawn.extra.pile) =
            unseen.dealt(state.extra.hands[partner].count(), rng);
        drawn
    }
}
