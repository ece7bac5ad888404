//! Cooperative Chess: both seats together, whose cards say what may be captured (section 6 of the rules of
//! the Chess Kit's second half).
//!
//! A turn is a move or a pass, a card, captures until a pass, and the draw of another card.

mod notation;
mod rules;
mod stack;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use crate::games::chess::game::variant::{self, VariantActions};
use crate::games::chess::kit::bitboard::Bitboard;
use crate::games::chess::kit::choices::{ChoiceActions, ChoiceGroup, ChoiceNames};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::piles::{Card, PIECE_CARDS, Pile};
use crate::packing::pack_fields;
use stack::Stack;
use turn::Phase;

/// How many cards each seat is dealt (6.1).
const DEALT: u8 = 3;

/// Each of 32 cards is played in one turn, which has a move, the card, a draw and a pass in addition to
/// captures, each of which takes a card.
const MAX_STEPS: u32 = 32 * 4 + 32;

/// The choices (6.2).
static CHOICES: ChoiceActions = ChoiceActions(&[
    ChoiceGroup { prefix: "pass", names: ChoiceNames::One, description: "pass" },
    ChoiceGroup { prefix: "card:", names: CARD_NAMES, description: "play the card {}" },
    ChoiceGroup { prefix: "draw:", names: CARD_NAMES, description: "chance: draw the card {}" },
]);
const CARD_NAMES: ChoiceNames = ChoiceNames::Colored {
    each: Kind::ALL.len(),
    write: |number, out| out.push(Card::of_piece(number).letter()),
    read: |name| Card::read(name).filter(|card| card.kind().is_some()).map(Card::piece_number),
};
const PASS: usize = 0;
const CARD: usize = PASS + 1;
const DRAW: usize = CARD + PIECE_CARDS;

/// What the state holds beyond the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra {
    phase: Phase,
    /// Whether a double match has made the partner's top card wild (6.5).
    wild: bool,
    /// The piece that has moved in this turn.
    active: Bitboard,
    /// The en passant square of a double push that the seat to act made in this turn. That of the partner is
    /// in the position.
    ep_square: Bitboard,
    /// The hand of each seat.
    hands: [Pile; 2],
    /// The draw pile.
    pile: Pile,
    /// The cards that have left the game: those that are nowhere else.
    captured: Pile,
    /// The stack of each seat.
    stacks: [Stack; 2],
}
pack_fields!(Extra { phase, wild, active, ep_square, hands, pile, captured, stacks });

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

/// The variant `cooperative-chess`.
pub struct Cooperative;

impl VariantActions for Cooperative {
    const CHOICES: &'static ChoiceActions = &CHOICES;
}
