//! The symmetries of Chess with Dice and Checkers: what the mirror does to a state.

use super::things::Things;
use super::{DiceCheckers, More, State};
use crate::games::chess::mirrored_bits;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for DiceCheckers {
    fn mirrored(&self, state: &State) -> Option<More> {
        let (more, mirror) = (&state.more, mirrored_bits);
        let Things { dice, ones, sixes, singles, doubles } = more.things;
        let [dice, ones, sixes, singles, doubles] = [dice, ones, sixes, singles, doubles].map(mirror);
        Some(More {
            things: Things { dice, ones, sixes, singles, doubles },
            runner: mirror(more.runner),
            past: more.past.mirrored(state.position.seat),
            ..*more
        })
    }
}
