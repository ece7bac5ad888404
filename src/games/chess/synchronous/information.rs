//! The information of Synchronous Chess: what a seat may not see.

use super::{State, Synchronous};
use crate::game::{Rng, Seat};
use crate::games::chess::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::move_set::MoveSet;
use crate::games::chess::step::Step;
use crate::games::chess::variant::{VariantInformation, VariantRules};

impl VariantInformation for Synchronous {
    fn is_simultaneous(&self, state: &State) -> bool {
        !state.extra.exchange || state.extra.open.iter().all(|open| open.strikers != 0)
    }

    /// 5.11: Black does not see White's commit.
    fn step_text_for(&self, state: &State, _step: Step, seat: Seat) -> Option<String> {
        let unseen = self.is_simultaneous(state) && seat == Seat::ONE && state.position.seat == Seat::ZERO;
        unseen.then(|| "??".into())
    }

    /// Any commit that White had.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut drawn = state.clone();
        if seat == Seat::ONE && state.extra.pending.is_some() {
            let mut moves = (MoveSet::default(), ChoiceSet::default());
            let mut before = state.clone();
            (before.position.seat, before.extra.pending) = (Seat::ZERO, None);
            self.add_legal(&before, &mut moves);
            drawn.extra.pending = moves.pick(&before.position, crate::game::below(rng, moves.count()));
        }
        drawn
    }
}
