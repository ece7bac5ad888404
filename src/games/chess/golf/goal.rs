//! The captures to make in a hole, and the pieces that can make them (Golf 7A.4).

use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::piles::{Card, OF_EACH, Pile};
use crate::packing::pack_fields;

/// The cards still to be struck off, and the taker, once the first capture has fixed it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Goal {
    /// The type of the pieces that capture.
    pub taker: Option<Card>,
    /// The cards left: before the first capture all that were chosen.
    pub left: Pile,
}
pack_fields!(Goal { taker, left });

impl Goal {
    /// The goal of a hole with these cards.
    pub fn of(chosen: Pile) -> Goal {
        Goal { taker: None, left: chosen }
    }

    /// Whether all cards are struck off.
    #[inline(always)]
    pub fn is_reached(&self) -> bool {
        self.taker.is_some() && self.left.is_empty()
    }

    /// How many captures are still to be made: one card of the taker's type needs none.
    #[inline(always)]
    pub fn captures(&self) -> u8 {
        self.left.count().saturating_sub(self.taker.is_none().into())
    }

    /// The types that may still capture: their numbers, a bit for each.
    #[inline(always)]
    pub fn takers(&self) -> Bitboard {
        self.taker.map_or_else(|| self.left.numbers(), |taker| bit(taker.number() as u8))
    }

    /// The types that pieces of a type may capture, if it may capture at all.
    #[inline(always)]
    pub fn victims(&self, taker: Card) -> Bitboard {
        let own = bit(taker.number() as u8);
        match self.taker {
            // Two different cards are struck off, which may be of one type.
            None if self.left.of(taker) < 2 => self.left.numbers() & !own,
            _ => self.left.numbers(),
        }
    }

    /// Each type that may capture with the pieces that it may capture, on a board.
    #[inline(always)]
    pub fn each(self, pieces: &Pieces, mut visit: impl FnMut(Card, Bitboard)) {
        for number in cells(self.takers()) {
            let taker = Card::new(number.into());
            let victims = cells(self.victims(taker));
            visit(taker, victims.fold(0, |all, number| all | of_type(pieces, Card::new(number.into()))));
        }
    }

    /// Strikes off what a capture does.
    #[inline(always)]
    pub fn strike(&mut self, taker: Card, taken: Card) {
        if self.taker.is_none() {
            self.taker = Some(taker);
            self.left.take(taker);
        }
        self.left.take(taken);
    }
}

/// The pieces of the type that a card names.
#[inline(always)]
pub fn of_type(pieces: &Pieces, card: Card) -> Bitboard {
    card.kind().map_or(0, |kind| pieces.of(card.seat(), kind))
}

/// The type of a piece.
#[inline(always)]
pub const fn type_of(kind: Kind, color: Seat) -> Card {
    Card::new(kind as usize + if color.index() == 0 { 0 } else { OF_EACH })
}

/// The type of the piece on a cell that holds one.
#[inline(always)]
pub fn type_at(pieces: &Pieces, cell: u8) -> Card {
    type_of(pieces.non_pawn_at(cell), Seat::from_bool(pieces.sides[1] & bit(cell) != 0))
}
