//! Cards that lie open one upon the other (6.1).

use crate::game::FenError;
use crate::games::chess::piles::{Card, FALLING, Pile};

/// No stack has more cards than there are.
const MOST: usize = 32;

/// A stack of cards: four bits a card, its number and one, those of the top lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stack(u128);

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
                _ if at >= MOST => return refused(format!("there are only {MOST} cards (6.1)")),
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
}
