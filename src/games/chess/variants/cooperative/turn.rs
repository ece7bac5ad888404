//! The parts of a turn: move, card, captures, draw (6.2 to 6.7).

use super::{CARD, DRAW, PASS, State};
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::castling::{Castling, CastlingNotation};
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::piles::Card;
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::named::named;
use crate::packing::pack_fields;

named! {
    /// Where a turn stands.
    #[derive(Default)]
    pub enum Phase, "phase" {
        /// At its beginning: a move, or none.
        #[default]
        Move = "move",
        /// A card has to be played.
        Card = "card",
        /// Captures may be made.
        Take = "take",
        /// A card is drawn.
        Draw = "draw",
    }
}
pack_fields!(enum Phase);

impl State {
    /// Returns whether a king has been captured (6.7). The turn and the seat to act then no longer change.
    #[inline(always)]
    pub fn is_decided(&self) -> bool {
        let kings = self.position.pieces.kind(Kind::King);
        kings & kings.wrapping_sub(1) == 0
    }

    /// Whether the turn begins for a seat without cards (6.7).
    #[inline(always)]
    pub fn is_out_of_cards(&self) -> bool {
        self.extra.phase == Phase::Move && self.extra.hands[self.position.seat.parity()].is_empty()
    }

    /// Whether the top card of a seat, if it has one, is wild because the seat has no piece of its kind
    /// (6.5).
    #[inline(always)]
    pub fn is_missing(&self, seat: Seat) -> bool {
        let kind = self.top(seat).and_then(Card::kind);
        kind.is_some_and(|kind| self.position.pieces.of(seat, kind) == 0)
    }

    /// The card on top of a seat's stack.
    #[inline(always)]
    pub fn top(&self, seat: Seat) -> Option<Card> {
        self.extra.stacks[seat.parity()].top()
    }

    /// The pieces of a seat that its top card stands for: all of them if it is wild.
    #[inline(always)]
    fn matching(&self, seat: Seat, wild: bool) -> Bitboard {
        let pieces = &self.position.pieces;
        match self.top(seat).and_then(Card::kind) {
            None => 0,
            Some(kind) if wild || pieces.of(seat, kind) == 0 => pieces.side(seat),
            Some(kind) => pieces.of(seat, kind),
        }
    }

    /// The pieces that may capture: one of them, if it has moved in this turn (6.3, 6.4).
    #[inline(always)]
    pub fn takers(&self) -> Bitboard {
        let matching = self.matching(self.position.seat, false);
        if self.extra.active == 0 { matching } else { matching & self.extra.active }
    }

    /// The pieces of the partner that may be captured (6.4, 6.5).
    #[inline(always)]
    pub fn given(&self) -> Bitboard {
        self.matching(self.position.seat.other(), self.extra.wild)
    }

    /// The cell on which the partner's pawn that passed over it can be captured, as long as the pawn is there
    /// and the cell is empty (6.6).
    #[inline(always)]
    pub fn passage(&self) -> Bitboard {
        let (position, pieces) = (&self.position, &self.position.pieces);
        let stands = position.ep_pawn() & pieces.of(position.seat.other(), Kind::Pawn) != 0;
        if stands { position.ep_square & !pieces.occupied() } else { 0 }
    }

    /// Adds the moves (6.2, 6.3): no check, and no conditions of attack for castling.
    #[inline(always)]
    pub fn add_moves(&self, sets: &mut MoveSet) {
        let (position, pieces, seat) = (&self.position, &self.position.pieces, self.position.seat);
        sets.add_moves(position, pieces.side(seat), !pieces.occupied());
        for rook in cells(position.rights & own_rank(seat, 1)) {
            if Castling::of(pieces.king(seat), rook).must_be_empty() & pieces.occupied() == 0 {
                *sets.castles() |= bit(rook);
            }
        }
    }

    /// Adds the captures (6.4).
    #[inline(always)]
    pub fn add_captures(&self, sets: &mut MoveSet) {
        let (position, takers, given) = (&self.position, self.takers(), self.given());
        sets.add_moves(position, takers, given);
        if position.ep_square != 0 && position.ep_pawn() & given != 0 && self.passage() != 0 {
            sets.add_en_passant(position, takers & position.pieces.kind(Kind::Pawn));
        }
    }

    /// Whether any capture is possible.
    #[inline(always)]
    pub fn can_capture(&self) -> bool {
        if self.takers() == 0 || self.given() == 0 {
            return false;
        }
        let mut sets = MoveSet::default();
        self.add_captures(&mut sets);
        sets.any()
    }

    /// The choices, at a moment when no piece moves.
    #[inline(always)]
    pub fn choices(&self) -> Option<ChoiceSet> {
        let (extra, seat) = (&self.extra, self.position.seat.parity());
        match extra.phase {
            Phase::Move | Phase::Take => None,
            Phase::Card => Some(ChoiceSet::of(CARD, [extra.hands[seat].pieces(), 0])),
            Phase::Draw => Some(ChoiceSet::of(DRAW, [extra.pile.pieces(), 0])),
        }
    }

    /// Adds the moves of pieces and the pass.
    #[inline(always)]
    pub fn add_steps(&self, (sets, choices): &mut (MoveSet, ChoiceSet)) {
        match self.extra.phase {
            Phase::Take => self.add_captures(sets),
            _ => self.add_moves(sets),
        }
        *choices = ChoiceSet::all(PASS, 1);
    }

    /// Makes a move or a capture.
    #[inline(always)]
    pub fn go(&mut self, step: Step) {
        let State { position, extra } = self;
        let (seat, ep_square, rights) = (position.seat.of_two(), position.ep_square, position.rights);
        let change = position.make(step);
        // No clock runs here, and the turn goes on.
        (position.seat, position.ep_square, position.clock) = (seat, ep_square, 0);
        extra.active = bit(step.target(CastlingNotation::TwoFiles));
        if extra.phase == Phase::Move {
            if step.move_kind() == MoveKind::DoublePush {
                extra.ep_square = bit((step.from() + step.to()) / 2);
            }
            extra.phase = Phase::Card;
            return;
        }
        if step.move_kind() == MoveKind::EnPassant {
            position.ep_square = 0;
        }
        // A pawn that captures in the turn of its double step cannot be captured en passant any more.
        extra.ep_square = 0;
        if change.captured == Some(Kind::King) {
            // A king that is captured takes no right away (2.2.2).
            position.rights |= rights & own_rank(seat.other(), 1);
        }
        let (own, other) = (seat.index(), seat.index() ^ 1);
        if let Some(card) = extra.stacks[other].pop() {
            extra.captured.add(card);
            let matched = extra.stacks[own].top().is_some_and(|top| top.seat() == seat);
            extra.wild = matched && card.seat() == seat.other();
        }
        if !self.is_decided() && !self.can_capture() {
            self.take_no_more();
        }
    }

    /// Makes a choice.
    #[inline(always)]
    pub fn choose(&mut self, number: usize) {
        let (seat, extra) = (self.position.seat.parity(), &mut self.extra);
        match extra.phase {
            Phase::Move => extra.phase = Phase::Card,
            Phase::Card => {
                let card = Card::of_piece(number.wrapping_sub(CARD));
                extra.hands[seat].take(card);
                extra.stacks[seat].push(card);
                extra.phase = Phase::Take;
                if !self.can_capture() {
                    self.take_no_more();
                }
            }
            Phase::Take => self.take_no_more(),
            Phase::Draw => {
                let card = Card::of_piece(number.wrapping_sub(DRAW));
                extra.pile.take(card);
                extra.hands[seat].add(card);
                self.pass_on();
            }
        }
    }

    /// The captures are over: a card is drawn, if there is one.
    #[inline(always)]
    fn take_no_more(&mut self) {
        (self.extra.active, self.extra.wild) = (0, false);
        if self.extra.pile.is_empty() {
            self.pass_on();
        } else {
            self.extra.phase = Phase::Draw;
        }
    }

    /// The turn passes to the partner, and with it the right to capture en passant (6.6).
    #[inline(always)]
    fn pass_on(&mut self) {
        self.extra.phase = Phase::Move;
        self.position.ep_square = self.extra.ep_square;
        self.extra.ep_square = 0;
        self.position.seat = self.position.seat.other();
    }
}
