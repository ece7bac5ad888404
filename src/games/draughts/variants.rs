//! The draughts games that have ids, as options.

use super::options::{CrossJumps, Endings, Lines, Priority, Removal, RuleSet, Win};
use crate::board::{Dark, Names, Near};

/// `english-draughts`
pub const ENGLISH: RuleSet = RuleSet {
    size: 8,
    dark: Dark::Left,
    rows: 3,
    skip: 0,
    names: Names::Top,
    first: Near::Black,
    lines: Lines::Diagonal,
    men_back: false,
    men_take_kings: true,
    cross_jumps: CrossJumps::None,
    flying: false,
    crowning: true,
    through: false,
    priority: Priority::Any,
    king_first: false,
    removal: Removal::End,
    win: Win::Last,
    quiet: 80,
    endings: Endings::None,
    opening: 0,
};
/// `english-draughts-two-move`
pub const ENGLISH_TWO_MOVE: RuleSet = RuleSet { opening: 2, ..ENGLISH };
/// `english-draughts-three-move`
pub const ENGLISH_THREE_MOVE: RuleSet = RuleSet { opening: 3, ..ENGLISH };
/// `english-draughts-10x10`
pub const ENGLISH_10X10: RuleSet = RuleSet { size: 10, rows: 4, ..ENGLISH };
/// `english-draughts-flying`
pub const ENGLISH_FLYING: RuleSet = RuleSet { flying: true, ..ENGLISH };
/// `giveaway-checkers`
pub const GIVEAWAY: RuleSet = RuleSet { win: Win::Lose, ..ENGLISH };
/// `pool-checkers`
pub const POOL: RuleSet =
    RuleSet { men_back: true, flying: true, quiet: 50, endings: Endings::Pool, ..ENGLISH };
/// `international-draughts`
pub const INTERNATIONAL: RuleSet = RuleSet {
    size: 10,
    rows: 4,
    first: Near::White,
    men_back: true,
    flying: true,
    priority: Priority::Max,
    quiet: 50,
    endings: Endings::Fmjd,
    ..ENGLISH
};
/// `canadian-draughts`
pub const CANADIAN: RuleSet = RuleSet { size: 12, rows: 5, ..INTERNATIONAL };
/// `german-draughts`
pub const GERMAN: RuleSet = RuleSet { size: 8, rows: 3, ..INTERNATIONAL };
/// `brazilian-draughts`
pub const BRAZILIAN: RuleSet =
    RuleSet { names: Names::Algebraic, quiet: 40, endings: Endings::Cbd, ..GERMAN };
/// `russian-draughts`
pub const RUSSIAN: RuleSet =
    RuleSet { through: true, priority: Priority::Any, quiet: 30, endings: Endings::Russian, ..BRAZILIAN };
/// `russian-giveaway`
pub const RUSSIAN_GIVEAWAY: RuleSet = RuleSet { win: Win::Lose, ..RUSSIAN };
/// `italian-draughts`
pub const ITALIAN: RuleSet = RuleSet {
    dark: Dark::Right,
    first: Near::White,
    men_take_kings: false,
    priority: Priority::Italian,
    ..ENGLISH
};
/// `spanish-draughts`
pub const SPANISH: RuleSet = RuleSet {
    dark: Dark::Right,
    names: Names::Bottom,
    men_back: false,
    priority: Priority::MaxKings,
    ..BRAZILIAN
};
/// `turkish-draughts`
pub const TURKISH: RuleSet = RuleSet {
    dark: Dark::All,
    rows: 2,
    skip: 1,
    lines: Lines::Orthogonal,
    men_back: false,
    removal: Removal::Now,
    quiet: 50,
    endings: Endings::Turkish,
    ..BRAZILIAN
};

/// A game that has an id.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The id.
    pub id: &'static str,
    /// The name for headlines.
    pub title: &'static str,
    /// The options.
    pub rules: RuleSet,
}

const fn variant(id: &'static str, title: &'static str, rules: RuleSet) -> Variant {
    Variant { id, title, rules }
}

/// All games that have an id, in the order of the rule document.
pub const VARIANTS: [Variant; 16] = [
    variant("english-draughts", "English Draughts", ENGLISH),
    variant("english-draughts-two-move", "English Draughts, Two-Move Restriction", ENGLISH_TWO_MOVE),
    variant("english-draughts-three-move", "English Draughts, Three-Move Restriction", ENGLISH_THREE_MOVE),
    variant("english-draughts-10x10", "English Draughts on 10x10 Squares", ENGLISH_10X10),
    variant("english-draughts-flying", "English Draughts with Flying Kings", ENGLISH_FLYING),
    variant("canadian-draughts", "Canadian Draughts", CANADIAN),
    variant("international-draughts", "International Draughts", INTERNATIONAL),
    variant("italian-draughts", "Italian Draughts", ITALIAN),
    variant("pool-checkers", "Pool Checkers", POOL),
    variant("russian-draughts", "Russian Draughts", RUSSIAN),
    variant("brazilian-draughts", "Brazilian Draughts", BRAZILIAN),
    variant("spanish-draughts", "Spanish Draughts", SPANISH),
    variant("german-draughts", "German Draughts", GERMAN),
    variant("turkish-draughts", "Turkish Draughts", TURKISH),
    variant("giveaway-checkers", "Giveaway Checkers", GIVEAWAY),
    variant("russian-giveaway", "Russian Giveaway Draughts", RUSSIAN_GIVEAWAY),
];

/// Returns the game with this id.
pub(crate) fn find_variant(id: &str) -> Result<&'static Variant, String> {
    VARIANTS
        .iter()
        .find(|variant| variant.id == id)
        .ok_or_else(|| format!("there is no draughts variant '{id}'"))
}
