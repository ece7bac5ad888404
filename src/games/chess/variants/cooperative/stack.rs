//! Stacks of face-up cards (6.1).

use crate::board::pext;
use crate::game::{FenError, Seat};
use crate::games::chess::kit::bitboard::Bitboard;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::piles::{Card, FALLING, OF_EACH, Pile};
use crate::packing::pack_fields;

/// No stack has more cards than there are.
const MOST: usize = 32;
/// The lowest of the four bits of each card, in half of a stack.
const ONES: u64 = 0x1111_1111_1111_1111;

/// A stack of cards: four bits a card, its number and one, those of the top lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stack(u128);
pack_fields!(Stack { 0 });

impl Stack {
    /// The card on top.
    #[inline(always)]
    pub const fn top(self) -> Option<Card> {
        match self.0 as usize & 15 {
            0 => None,
            code => Some(Card::new(code - 1)),
        }
    }

    /// Puts a card on top.
    #[inline(always)]
    pub const fn push(&mut self, card: Card) {
        self.0 = self.0 << 4 | (card.number() as u128 + 1);
    }

    /// Takes the card on top away.
    #[inline(always)]
    pub const fn pop(&mut self) -> Option<Card> {
        let top = self.top();
        self.0 >>= 4;
        top
    }

    /// The cards, the top first.
    pub fn cards(mut self) -> impl Iterator<Item = Card> {
        std::iter::from_fn(move || self.pop())
    }

    /// The places, the top's first, of the cards for each kind of piece, and of those of a seat's color.
    #[inline(always)]
    pub fn places(self, seat: Seat) -> [Bitboard; Kind::ALL.len() + 1] {
        // Each card has a code of four bits. The highest bit is set if the card is black. The others are the
        // number of the kind, plus one if the card is white.
        const _: () = assert!(OF_EACH == 7);
        let [low, high] = [self.0 as u64, (self.0 >> 64) as u64];
        let bits = |at: u32| pext(low >> at, ONES) | pext(high >> at, ONES) << 16;
        let [ones, twos, fours, black] = [bits(0), bits(1), bits(2), bits(3)];
        let white = (ones | twos | fours) & !black;
        let code = |code: usize| {
            let alike = |set: Bitboard, at: usize| if code >> at & 1 == 1 { set } else { !set };
            alike(ones, 0) & alike(twos, 1) & alike(fours, 2)
        };
        let mut places = [if seat.of_two() == Seat::ZERO { white } else { black }; Kind::ALL.len() + 1];
        for (kind, places) in places[..Kind::ALL.len()].iter_mut().enumerate() {
            *places = code(kind + 1) & white | code(kind) & black;
        }
        places
    }

    /// The cards, the bottom first.
    pub fn rising(self) -> impl Iterator<Item = Card> {
        self.cards().collect::<Vec<_>>().into_iter().rev()
    }

    /// The same cards in no order.
    pub fn pile(self) -> Pile {
        let mut pile = Pile::default();
        self.cards().for_each(|card| pile.add(card));
        pile
    }

    /// Appends the letters of the cards from bottom to top, or `-`.
    pub fn write(self, out: &mut String) {
        out.extend(self.rising().map(Card::letter));
        if self == Stack::default() {
            out.push('-');
        }
    }

    /// Reads a stack.
    pub fn read(field: &str) -> Result<Stack, FenError> {
        let refused = |problem| Err(FenError::field("stacks", field, problem));
        let mut stack = Stack::default();
        for (at, letter) in field.chars().filter(|_| field != "-").enumerate() {
            match Card::of_letter(letter).filter(|_| FALLING.contains(letter)) {
                _ if at >= MOST => return refused(format!("expected at most {MOST} cards (6.1)")),
                None => {
                    return refused(format!("expected letters of {FALLING}, bottom to top, or '-' (6.8)"));
                }
                Some(card) => stack.push(card),
            }
        }
        match field {
            "" => refused("expected letters of cards, or '-' (6.8)".into()),
            _ => Ok(stack),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_taken_from_its_top() {
        let text = "KQRRBBNNPPPPPPPPkqrrbbnnpppppppp";
        let mut stack = Stack::read(text).expect("32 cards");
        assert_eq!(stack.pile(), Pile::deck(0));
        let mut written = String::new();
        stack.write(&mut written);
        assert_eq!(written, text);
        for letter in text.chars().rev() {
            assert_eq!(stack.top().map(Card::letter), Some(letter));
            assert_eq!(stack.pop().map(Card::letter), Some(letter));
        }
        assert_eq!((stack, stack.pop()), (Stack::default(), None));
        stack.write(&mut written);
        assert_eq!(written, format!("{text}-"));
        for wrong in ["", "C", "K-", "x", &"P".repeat(33)] {
            assert!(Stack::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_places_of_cards_are_those_that_the_cards_say() {
        let mut stack = Stack::default();
        for pushed in 0..MOST {
            stack.push(Card::of_piece(pushed * 7));
            for seat in Seat::BOTH {
                let mut expected = [0; Kind::ALL.len() + 1];
                for (place, card) in stack.cards().enumerate() {
                    expected[card.kind().expect("a piece's") as usize] |= 1 << place;
                    expected[Kind::ALL.len()] |= Bitboard::from(card.seat() == seat) << place;
                }
                assert_eq!(stack.places(seat), expected, "{pushed}");
            }
        }
    }
}
