//! The symmetries of Chess with Dice and Checkers: what the mirror does to a state.

use super::things::Things;
use super::{DiceCheckers, Extra, State};
use crate::games::chess::mirrored_bits;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for DiceCheckers {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let (extra, mirror) = (&state.extra, mirrored_bits);
        let Things { dice, ones, sixes, singles, doubles } = extra.things;
        let [dice, ones, sixes, singles, doubles] = [dice, ones, sixes, singles, doubles].map(mirror);
        Some(Extra {
            things: Things { dice, ones, sixes, singles, doubles },
            runner: mirror(extra.runner),
            history: extra.history.mirrored(state.position.seat),
            ..*extra
        })
    }
}
