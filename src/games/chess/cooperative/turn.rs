//! The parts of a turn: move, card, captures, draw (6.2 to 6.7).

use super::{CARD, DRAW, PASS, State};
use crate::game::Seat;
use crate::games::chess::bits::{Bits, bit, cells, own_rank};
use crate::games::chess::castling::{Castling, Spelling};
use crate::games::chess::men::Kind;
use crate::games::chess::offer::Choices;
use crate::games::chess::piles::Card;
use crate::games::chess::sets::Sets;
use crate::games::chess::step::{Deed, Step};

/// Where a turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// At its beginning: a move, or none.
    Move,
    /// A card has to be played.
    Card,
    /// Captures may be made.
    Take,
    /// A card is drawn.
    Draw,
}

impl State {
    /// Whether a king has been captured (6.7): the turn stays as it is then, and so does the seat to act.
    #[inline(always)]
    pub fn is_decided(&self) -> bool {
        let kings = self.position.men.kind(Kind::King);
        kings & kings.wrapping_sub(1) == 0
    }

    /// Whether the turn begins for a seat without cards (6.7).
    #[inline(always)]
    pub fn is_out_of_cards(&self) -> bool {
        self.more.phase == Phase::Move && self.more.hands[(self.position.seat & 1) as usize].is_empty()
    }

    /// Whether the top card of a seat, if it has one, is wild for want of men of its kind (6.5).
    #[inline(always)]
    pub fn is_missing(&self, seat: Seat) -> bool {
        let kind = self.top(seat).and_then(Card::kind);
        kind.is_some_and(|kind| self.position.men.of(seat, kind) == 0)
    }

    /// The card on top of a seat's stack.
    #[inline(always)]
    pub fn top(&self, seat: Seat) -> Option<Card> {
        self.more.stacks[(seat & 1) as usize].top()
    }

    /// The men of a seat that its top card stands for: all of them if it is wild.
    #[inline(always)]
    fn matching(&self, seat: Seat, wild: bool) -> Bits {
        let men = &self.position.men;
        match self.top(seat).and_then(Card::kind) {
            None => 0,
            Some(kind) if wild || men.of(seat, kind) == 0 => men.side(seat),
            Some(kind) => men.of(seat, kind),
        }
    }

    /// The men that may capture: one of them, if it has moved in this turn (6.3, 6.4).
    #[inline(always)]
    pub fn takers(&self) -> Bits {
        let matching = self.matching(self.position.seat, false);
        if self.more.man == 0 { matching } else { matching & self.more.man }
    }

    /// The men of the partner that may be captured (6.4, 6.5).
    #[inline(always)]
    pub fn given(&self) -> Bits {
        self.matching(self.position.seat ^ 1, self.more.wild)
    }

    /// The cell on which the partner's pawn that passed over it can be captured, as long as the pawn is there
    /// and the cell is empty (6.6).
    #[inline(always)]
    pub fn passage(&self) -> Bits {
        let (position, men) = (&self.position, &self.position.men);
        let stands = position.passer() & men.of(position.seat ^ 1, Kind::Pawn) != 0;
        if stands { position.passed & !men.occupied() } else { 0 }
    }

    /// Puts down the moves (6.2, 6.3): no check, and no conditions of attack for castling.
    #[inline(always)]
    pub fn add_moves(&self, sets: &mut Sets) {
        let (position, men, seat) = (&self.position, &self.position.men, self.position.seat);
        sets.add_moves(position, men.side(seat), !men.occupied());
        for rook in cells(position.rights & own_rank(seat, 1)) {
            if Castling::of(men.king(seat), rook).way() & men.occupied() == 0 {
                *sets.castles() |= bit(rook);
            }
        }
    }

    /// Puts down the captures (6.4).
    #[inline(always)]
    pub fn add_captures(&self, sets: &mut Sets) {
        let (position, takers, given) = (&self.position, self.takers(), self.given());
        sets.add_moves(position, takers, given);
        if position.passed != 0 && position.passer() & given != 0 && self.passage() != 0 {
            sets.add_passant(position, takers & position.men.kind(Kind::Pawn));
        }
    }

    /// Whether any capture is possible.
    #[inline(always)]
    pub fn can_capture(&self) -> bool {
        if self.takers() == 0 || self.given() == 0 {
            return false;
        }
        let mut sets = Sets::default();
        self.add_captures(&mut sets);
        sets.any()
    }

    /// The choices, at a moment when no man moves.
    #[inline(always)]
    pub fn choices(&self) -> Option<Choices> {
        let (table, seat) = (&self.more, (self.position.seat & 1) as usize);
        match table.phase {
            Phase::Move | Phase::Take => None,
            Phase::Card => Some(Choices::of(CARD, [table.hands[seat].pieces(), 0])),
            Phase::Draw => Some(Choices::of(DRAW, [table.pile.pieces(), 0])),
        }
    }

    /// Puts down the steps of men, with the pass beside them.
    #[inline(always)]
    pub fn add_steps(&self, (sets, choices): &mut (Sets, Choices)) {
        match self.more.phase {
            Phase::Take => self.add_captures(sets),
            _ => self.add_moves(sets),
        }
        *choices = Choices::all(PASS, 1);
    }

    /// Makes a move or a capture.
    #[inline(always)]
    pub fn go(&mut self, step: Step) {
        let State { position, more: table } = self;
        let (seat, passed, rights) = (position.seat & 1, position.passed, position.rights);
        let change = position.make(step);
        // No clock runs here, and the turn goes on.
        (position.seat, position.passed, position.clock) = (seat, passed, 0);
        table.man = bit(step.target(Spelling::TwoFiles));
        if table.phase == Phase::Move {
            if step.deed() == Deed::Double {
                table.passed = bit((step.from() + step.to()) / 2);
            }
            table.phase = Phase::Card;
            return;
        }
        if step.deed() == Deed::Passant {
            position.passed = 0;
        }
        // A pawn that captures in the turn of its double step cannot be captured in passing any more.
        table.passed = 0;
        if change.captured == Some(Kind::King) {
            // A king that is captured takes no right away (2.2.2).
            position.rights |= rights & own_rank(seat ^ 1, 1);
        }
        let (own, other) = (seat as usize, seat as usize ^ 1);
        if let Some(card) = table.stacks[other].pop() {
            table.captured.add(card);
            let matched = table.stacks[own].top().is_some_and(|top| top.seat() == seat);
            table.wild = matched && card.seat() == seat ^ 1;
        }
        if !self.is_decided() && !self.can_capture() {
            self.take_no_more();
        }
    }

    /// Makes a choice.
    #[inline(always)]
    pub fn choose(&mut self, number: usize) {
        let (seat, table) = ((self.position.seat & 1) as usize, &mut self.more);
        match table.phase {
            Phase::Move => table.phase = Phase::Card,
            Phase::Card => {
                let card = Card::of_piece(number.wrapping_sub(CARD));
                table.hands[seat].take(card);
                table.stacks[seat].push(card);
                table.phase = Phase::Take;
                if !self.can_capture() {
                    self.take_no_more();
                }
            }
            Phase::Take => self.take_no_more(),
            Phase::Draw => {
                let card = Card::of_piece(number.wrapping_sub(DRAW));
                table.pile.take(card);
                table.hands[seat].add(card);
                self.pass_on();
            }
        }
    }

    /// The captures are over: a card is drawn, if there is one.
    #[inline(always)]
    fn take_no_more(&mut self) {
        (self.more.man, self.more.wild) = (0, false);
        if self.more.pile.is_empty() {
            self.pass_on();
        } else {
            self.more.phase = Phase::Draw;
        }
    }

    /// The turn passes to the partner, and with it the right to capture in passing (6.6).
    #[inline(always)]
    fn pass_on(&mut self) {
        self.more.phase = Phase::Move;
        self.position.passed = self.more.passed;
        self.more.passed = 0;
        self.position.seat ^= 1;
    }
}
