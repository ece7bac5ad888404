//! The information of Zombie Chess: what a seat may not see.

use super::late::Late;
use super::{Phase, State, Zombie};
use crate::game::{Rng, Seat};
use crate::games::chess::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::move_set::MoveSet;
use crate::games::chess::step::{MoveKind, Step};
use crate::games::chess::variant::{VariantInformation, VariantRules};

impl VariantInformation for Zombie {
    /// Z13: where the other seat buries is not seen.
    fn step_text_for(&self, state: &State, step: Step, seat: Seat) -> Option<String> {
        let unseen = step.move_kind() == MoveKind::Choice
            && state.extra.phase == Phase::Bury
            && state.position.seat != seat;
        unseen.then(|| "bury:??".into())
    }

    /// Z16: the other seat's burials anywhere among its possible cells, as long as the game goes on, or is
    /// over, as it does here. (What is drawn often in vain leaves the state as it is.)
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (other, outcome, mut drawn) = (seat.parity() ^ 1, self.outcome(state), *state);
        for _ in 0..1000 {
            drawn.extra.graves[other] = state.extra.graves[other].redrawn(rng);
            let mut moves = (MoveSet::default(), (Late::default(), ChoiceSet::default()));
            if drawn.extra.phase != Phase::Bury {
                self.add_legal(&drawn, &mut moves);
            }
            let goes_on = self.only_choices(&drawn).map_or(moves.any(), |choices| choices.any());
            if self.outcome(&drawn) == outcome && (outcome.is_some() || goes_on) {
                return drawn;
            }
        }
        *state
    }
}
