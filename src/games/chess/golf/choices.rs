//! What is no move: pieces put back, cards drawn, bids, deals, giving up; their numbers and texts (Golf 7B).

use super::MOST_MOVES;
use super::course::{Phase, State};
use super::layout::{CARDS, MEN, TYPES, order_of};
use crate::game::Mask;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, nth};
use crate::games::chess::kit::choices::{ChoiceActions, ChoiceGroup, ChoiceNames};
use crate::games::chess::kit::lines::WAYS;
use crate::games::chess::kit::piles::{Card, Pile};
use crate::games::chess::kit::step::Step;

/// How many actions are moves of pieces.
pub const ACTIONS: usize = 64 * WAYS;
/// The choices. A solo player has only the first groups.
pub static COURSE: ChoiceActions = ChoiceActions(&[
    ChoiceGroup { prefix: "pass", names: ChoiceNames::One, description: "give up the hole" },
    ChoiceGroup {
        prefix: "place:",
        names: ChoiceNames::Cells,
        description: "put a captured piece back on {}",
    },
    ChoiceGroup {
        prefix: "draw:",
        names: ChoiceNames::Own { count: TYPES, write: write_card, read: read_card },
        description: "chance: draw the card {}",
    },
    ChoiceGroup {
        prefix: "bid:",
        names: ChoiceNames::Own { count: BIDS, write: write_number, read: read_number::<BIDS> },
        description: "bid to solve the hole in {} moves",
    },
    ChoiceGroup {
        prefix: "deal:",
        names: ChoiceNames::Own { count: DEALS, write: write_number, read: read_number::<DEALS> },
        description: "play the hole with {} cards",
    },
]);
pub static SOLO: ChoiceActions = ChoiceActions(COURSE.0.split_at(3).0);
pub const PASS: usize = 0;
pub const PLACE: usize = PASS + 1;
pub const DRAW: usize = PLACE + 64;
pub const BID: usize = DRAW + TYPES;
pub const BIDS: usize = MOST_MOVES as usize + 1;
pub const DEAL: usize = BID + BIDS;
pub const DEALS: usize = MEN + 1;

fn write_card(number: usize, out: &mut String) {
    out.push(CARDS[number % TYPES].letter());
}

fn read_card(name: &str) -> Option<usize> {
    Card::read(name).and_then(order_of)
}

fn write_number(number: usize, out: &mut String) {
    out.push_str(&number.to_string());
}

/// A number below `N`, written without sign or leading zeros.
fn read_number<const N: usize>(name: &str) -> Option<usize> {
    (0..N).find(|number| number.to_string() == name)
}

/// Choices of the choices that may be made: those from a number on whose bits are set.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceSet {
    first: usize,
    open: Bitboard,
}

impl ChoiceSet {
    /// Those of a state; where pieces may be moved there is one more, to give up.
    #[inline(always)]
    pub fn of(state: &State) -> ChoiceSet {
        let (first, open) = match state.phase {
            Phase::Play => (PASS, 1),
            Phase::Place => (PLACE, state.vacant()),
            Phase::Draw => (DRAW, drawable(state.pile)),
            Phase::Bid => (BID, (1 << BIDS) - 1),
            Phase::Level => (DEAL, 0b11 << (state.k & 31)),
            Phase::End => (PASS, 0),
        };
        ChoiceSet { first, open }
    }

    /// How many there are.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.open.count_ones() as usize
    }

    /// The one that `choose` picks.
    #[inline(always)]
    pub fn pick(self, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        let index = (self.open != 0).then(|| choose(self.count()))?;
        Some(Step::choice(self.first + usize::from(nth(self.open, index as u32))))
    }

    /// Shows each of them.
    pub fn each(self, mut visit: impl FnMut(Step)) {
        cells(self.open).for_each(|at| visit(Step::choice(self.first + usize::from(at))));
    }

    /// Whether a step is one of them.
    pub fn has(self, step: Step) -> bool {
        let at = step.number().wrapping_sub(self.first);
        step.is_choice() && at < 64 && self.open >> at & 1 != 0
    }

    /// Puts their actions into a mask.
    #[inline(always)]
    pub fn mark(self, mask: &mut Mask) {
        if self.open != 0 {
            mask.add_all(ACTIONS + self.first, self.open);
        }
    }
}

/// The cards of a pile, by the places in which they are written.
pub fn drawable(pile: Pile) -> Bitboard {
    (0..).zip(CARDS).filter(|&(_, card)| pile.of(card) > 0).fold(0, |all, (at, _)| all | bit(at))
}
