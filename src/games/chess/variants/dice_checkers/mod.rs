//! Chess with dice and checkers: dice that move as what they show, checkers that must jump, kings that a six
//! saves (part 8 of the rules of the Chess Kit's second half, whose numbers are cited). No chance is in play.
//!
//! A turn is a chess move, a die's move, a checker's step or jumps, or raising a die; then captured dice are
//! put back. Its actions are those of the pieces, dice among them, then 64 `raise:`, 64 `place:`, and
//! checkers' steps and jumps: 64 cells of arrival for each diagonal direction.

mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod things;
mod turn;
mod view;
mod ways;

use crate::games::chess::game::variant::{self, VariantActions, VariantInformation};
use crate::games::chess::kit::bitboard::Bitboard;
use crate::games::chess::kit::choices::{ChoiceActions, ChoiceGroup, ChoiceNames};
use crate::games::chess::kit::history::RepetitionHistory;
use crate::packing::pack_fields;
use things::Things;

/// Captured dice come back (8.8), and each capture sets the clock to 0 (8.10): the rules set no bound, and
/// two searching agents can play for ever. The longest of a million random games has 1470 steps.
const MAX_STEPS: u32 = 10_000;

/// The choices (8.6 to 8.8).
static CHOICES: ChoiceActions = ChoiceActions(&[
    ChoiceGroup { prefix: "raise:", names: ChoiceNames::Cells, description: "raise the die on {} by one" },
    ChoiceGroup { prefix: "place:", names: ChoiceNames::Cells, description: "put a captured die back on {}" },
    ChoiceGroup {
        prefix: "",
        names: ChoiceNames::Diagonal { mark: '-', far: 1 },
        description: "move a checker {}",
    },
    ChoiceGroup {
        prefix: "",
        names: ChoiceNames::Diagonal { mark: 'x', far: 2 },
        description: "jump with a checker {}",
    },
]);
const RAISE: usize = 0;
const PLACE: usize = RAISE + 64;
const WALK: usize = PLACE + 64;
const JUMP: usize = WALK + 4 * 64;

/// How many dice each seat has (8.1).
const DICE: u32 = 2;

/// What the state holds beyond the position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra {
    things: Things,
    /// The checker that must jump on.
    runner: Bitboard,
    /// Captured dice still to be put back in this turn.
    owed: u8,
    history: RepetitionHistory,
}
pack_fields!(Extra { things, runner, owed, history });

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

/// The variant `dice-checkers-chess`.
pub struct DiceCheckers;

impl VariantActions for DiceCheckers {
    const CHOICES: &'static ChoiceActions = &CHOICES;
}

impl VariantInformation for DiceCheckers {}
