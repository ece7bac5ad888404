//! The cards, and how pieces are laid out by them (Golf 7A.1).

use super::goal::type_of;
use crate::game::{Rng, Seat, below};
use crate::games::chess::kit::bitboard::bit;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::piles::{Card, Pile};

/// How many pieces and cards there are.
pub const MEN: usize = 16;

/// The kinds of each color, in the order in which they are written (7D), and how many of each.
const ORDER: [(Kind, u8); 5] =
    [(Kind::King, 1), (Kind::Queen, 1), (Kind::Rook, 2), (Kind::Bishop, 2), (Kind::Knight, 2)];

/// How many different cards there are.
pub const TYPES: usize = 2 * ORDER.len();

/// The different cards in the order in which they are written (7D): `KQRBNkqrbn`.
pub const CARDS: [Card; TYPES] = {
    let (mut cards, mut at) = ([Card::new(0); TYPES], 0);
    while at < TYPES {
        cards[at] = type_of(ORDER[at % ORDER.len()].0, Seat::from_index(at / ORDER.len()));
        at += 1;
    }
    cards
};

/// The place of a card in the order in which cards are written.
pub fn order_of(card: Card) -> Option<usize> {
    CARDS.iter().position(|&known| known == card)
}

/// All cards: one for each piece.
pub fn deck() -> Pile {
    let mut deck = Pile::default();
    for (at, card) in CARDS.into_iter().enumerate() {
        (0..ORDER[at % ORDER.len()].1).for_each(|_| deck.add(card));
    }
    deck
}

/// How many cells are left empty before a piece.
fn gap(kind: Kind) -> u8 {
    match kind {
        Kind::Pawn => 0,
        Kind::Knight => 1,
        Kind::Bishop => 2,
        Kind::Rook => 3,
        Kind::Queen => 5,
        Kind::King => 6,
    }
}

/// The board on which pieces stand in an order.
pub fn laid(order: impl IntoIterator<Item = Card>) -> Pieces {
    let (mut pieces, mut next) = (Pieces::default(), 0);
    for card in order {
        if let Some(kind) = card.kind() {
            next += gap(kind);
            pieces.toggle(card.seat(), kind, bit(next));
            next += 1;
        }
    }
    pieces
}

/// A board laid out by shuffled cards.
pub fn shuffled(rng: &mut Rng) -> Pieces {
    let mut deck = deck();
    laid(std::iter::from_fn(|| deck.draw(rng)))
}

/// Returns `cards` different cards of the deck.
pub fn drawn(cards: u8, rng: &mut Rng) -> Pile {
    deck().dealt(cards, rng).0
}

/// The seat that deals first.
pub fn first_dealer(rng: &mut Rng) -> Seat {
    Seat::from_index(below(rng, 2))
}
