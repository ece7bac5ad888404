//! The information of Two Move Chess: what a seat may not see.

use super::cards::Cards;
use super::{State, TwoMove};
use crate::game::{Rng, Seat, below};
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantInformation;

impl VariantInformation for TwoMove {
    /// All choices but the opening one.
    fn is_simultaneous(&self, state: &State) -> bool {
        state.extra.is_choosing() && !state.extra.is_opening()
    }

    /// W11: Black does not see what White chooses.
    fn step_text_for(&self, state: &State, step: Step, seat: Seat) -> Option<String> {
        let unseen = step.is_choice()
            && self.is_simultaneous(state)
            && state.position.seat == Seat::ZERO
            && seat == Seat::ONE;
        unseen.then(|| "cards:??".into())
    }

    /// W11: any choice that White had.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (mut drawn, extra) = (*state, &state.extra);
        if seat == Seat::ONE && extra.is_secret(Seat::ZERO) {
            let choices = extra.before[0].choices();
            let number =
                crate::games::chess::bitboard::nth(choices, below(rng, choices.count_ones() as usize) as u32);
            drawn.extra.chosen[0] = Cards::pair(number.into());
        }
        drawn
    }
}
