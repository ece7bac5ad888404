//! The options of `chess960`.

use super::rule_changes::{self, RuleChanges};
use crate::game::{Declaration, OptionSpec, OptionValue, Options, Rng, below};
use crate::games::chess::kit::start_position::ARRAYS;

/// The value of the option `position` that leaves the array to the seed of each game.
pub const DRAWN: &str = "drawn";

/// The options of the game.
pub static OPTIONS: Declaration = Declaration {
    game: "chess960",
    options: &[
        OptionSpec::flag("castling", "whether castling is allowed"),
        rule_changes::CASTLING_FROM,
        rule_changes::DOUBLE_STEP,
        rule_changes::PAWN_BACK,
        rule_changes::PAWN_SIDEWAYS,
        OptionSpec::number_or(
            "position",
            0,
            ARRAYS as i64 - 1,
            DRAWN,
            "the number of the start array, or drawn: the seed of each game draws one",
        ),
        rule_changes::SELF_CAPTURE,
        rule_changes::STALEMATE,
    ],
};

/// Returns the option values for one array, or for drawn arrays.
pub fn options(array: Option<u32>, castling: bool, changes: RuleChanges) -> Options {
    let position = array.map_or(DRAWN.into(), OptionValue::from);
    let values = [("castling", castling.into()), ("position", position)];
    Options::of(&OPTIONS, values.into_iter().chain(changes.values()))
}

/// Draws an array number uniformly.
pub fn drawn(rng: &mut Rng) -> u32 {
    below(rng, ARRAYS as usize) as u32
}
