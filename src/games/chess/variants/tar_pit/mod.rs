//! Tar Pit Chess: checkers under pieces carry them or hold them fast, and cards bring more of them (section 6
//! of the rules of the Chess Kit's first half; C and T are the numbers of its rules).
//!
//! A turn is a move, perhaps a throw of the checker that the piece carries, perhaps a card, and the draw of
//! others.

mod checkers;
mod crawl;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use crate::game::{Declaration, OptionSpec, Options};
use crate::games::chess::game::variant::{self, VariantActions};
use crate::games::chess::kit::choices::{ChoiceActions, ChoiceGroup, ChoiceNames};
use crate::games::chess::kit::piles::{CARDS, Card, OF_EACH, Pile};
use crate::packing::pack_fields;
use checkers::Checkers;
use turn::Phase;

/// The clock at which the game is drawn (C10).
const CLOCK_END: u8 = 100;
/// At most 96 pawn moves and 30 captures, each after 99 other turns at most, and 100 at the end; a turn has a
/// move, a throw, a card with a checker or with a return and a discard, and twelve draws.
const MAX_STEPS: u32 = 127 * 100 * 17;

/// The choices (T14), such that those of one moment lie within 128 numbers.
static CHOICES: ChoiceActions = ChoiceActions(&[
    ChoiceGroup {
        prefix: "throw:",
        names: ChoiceNames::Cells,
        description: "throw the checker under the piece on {}",
    },
    ChoiceGroup {
        prefix: "pass",
        names: ChoiceNames::One,
        description: "pass: throw no checker or play no card",
    },
    ChoiceGroup { prefix: "card:", names: CARD_NAMES, description: "play the card {}" },
    ChoiceGroup {
        prefix: "tar:",
        names: ChoiceNames::Cells,
        description: "add a checker to the piece on {}",
    },
    ChoiceGroup { prefix: "return:", names: ChoiceNames::Cells, description: "give back the checker on {}" },
    ChoiceGroup {
        prefix: "return:front",
        names: ChoiceNames::One,
        description: "give back a checker that lies in front of the seat",
    },
    ChoiceGroup { prefix: "discard:", names: CARD_NAMES, description: "discard the card {}" },
    ChoiceGroup { prefix: "draw:", names: CARD_NAMES, description: "chance: draw the card {}" },
]);
const CARD_NAMES: ChoiceNames = ChoiceNames::Colored {
    each: OF_EACH,
    write: |number, out| out.push(Card::new(number).letter()),
    read: |name| Card::read(name).map(Card::number),
};
const THROW: usize = 0;
const PASS: usize = THROW + 64;
const CARD: usize = PASS + 1;
const TAR: usize = CARD + CARDS;
const RETURN: usize = TAR + 64;
const FRONT: usize = RETURN + 64;
const DISCARD: usize = FRONT + 1;
const DRAW: usize = DISCARD + CARDS;

/// What the state holds beyond the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra {
    checkers: Checkers,
    phase: Phase,
    /// The hand of each seat.
    hands: [Pile; 2],
    /// The draw pile.
    draw: Pile,
    /// The discard pile.
    discard: Pile,
}
pack_fields!(Extra { checkers, phase, hands, draw, discard });

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

/// The options (section 0).
pub static OPTIONS: Declaration = Declaration {
    game: "tar-pit-chess",
    options: &[
        OptionSpec::number("checkers_cards", 0, 4, "the number of checkers cards of each color"),
        OptionSpec::number("white_checkers", 0, 12, "the number of checkers in front of White at the start"),
        OptionSpec::number("black_checkers", 0, 12, "the number of checkers in front of Black at the start"),
    ],
};

/// The ids, each with its title, the checkers cards of each color, and the checkers in front of White and of
/// Black (section 0).
const IDS: [(&str, &str, [u8; 3]); 5] = [
    ("tar-pit-chess", "Tar Pit Chess", [2, 6, 6]),
    ("tar-pit-chess-plain", "Tar Pit Chess, plain", [0, 6, 6]),
    ("tar-pit-chess-calm", "Tar Pit Chess, calm", [1, 4, 4]),
    ("tar-pit-chess-wild", "Tar Pit Chess, wild", [4, 8, 8]),
    ("tar-pit-chess-handicap", "Tar Pit Chess, handicap", [2, 4, 6]),
];

/// The ids with their options.
pub fn ids() -> impl Iterator<Item = (String, Options)> {
    IDS.into_iter().map(|(id, _, [cards, white, black])| (id.into(), options(cards, [white, black])))
}

fn options(checkers_cards: u8, [white, black]: [u8; 2]) -> Options {
    let values = [
        ("checkers_cards", checkers_cards.into()),
        ("white_checkers", white.into()),
        ("black_checkers", black.into()),
    ];
    Options::of(&OPTIONS, values)
}

/// The variant `tar-pit-chess` and its variants.
pub struct TarPit {
    id: &'static str,
    title: &'static str,
    /// How many checkers cards there are of each color.
    checkers_cards: u8,
    /// How many checkers lie in front of each seat at the start.
    front: [u8; 2],
}

impl VariantActions for TarPit {
    const CHOICES: &'static ChoiceActions = &CHOICES;
}

impl TarPit {
    /// The variant with an id, if there is one, played with such options.
    pub fn named(id: &str, options: &Options) -> Option<TarPit> {
        let (id, title, _) = IDS.into_iter().find(|(known, ..)| *known == id)?;
        let front = ["white_checkers", "black_checkers"].map(|name| options.number(name));
        Some(TarPit { id, title, checkers_cards: options.number("checkers_cards"), front })
    }

    /// Returns how the game is played.
    fn summary(&self) -> String {
        let front = match self.front {
            [white, black] if white == black => format!("{white} checkers"),
            [white, black] => format!("{white} (White) or {black} (Black) checkers"),
        };
        let cards = match self.checkers_cards {
            0 => "no card changes".into(),
            1 => "one card of each color changes".into(),
            number => format!("{number} cards of each color change"),
        };
        format!(
            "Chess with checkers under pieces: on a checker of its own color, a piece moves as usual and can \
             then throw it under a neighbor; on an enemy checker, it moves like a pawn, and a pawn not at \
             all. You may then play a card of your hidden hand, which puts a checker under a piece of its \
             kind. You start with {front}, and {cards} that number; checkmate wins."
        )
    }
}
