//! A course: cards drawn, bids, demonstrations and the sheet of each of nine holes (Golf 7B, 7C).

use super::goal::{Goal, of_type, type_at};
use super::{FAILURE, HOLES, MOST_MOVES};
use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit};
use crate::games::chess::kit::pieces::Pieces;
use crate::games::chess::kit::piles::{Card, OF_EACH, Pile};
use crate::games::chess::kit::step::Step;
use crate::named::named;
use crate::packing::pack_fields;

named! {
    /// Where a hole stands.
    #[derive(Default)]
    pub enum Phase, "phase" {
        /// The dealer says how many cards are drawn (7B.2.1).
        #[default]
        Level = "level",
        /// Cards are drawn (7B.2.2).
        Draw = "draw",
        /// Seats bid (7B.2.3).
        Bid = "bid",
        /// A seat demonstrates (7B.3).
        Play = "play",
        /// Captured pieces are put back (7B.2.5).
        Place = "place",
        /// The course is over.
        End = "end",
    }
}
pack_fields!(enum Phase);

/// The state: everything that the position string holds (7D). On a course for one, the second entries stay 0
/// or empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The board.
    pub pieces: Pieces,
    /// The board when the hole began.
    pub start: Pieces,
    /// Where the hole stands.
    pub phase: Phase,
    /// The seat to act; 0 while cards are drawn, the next dealer at the end.
    pub seat: Seat,
    /// The number of the hole, from 1; 10 at the end.
    pub hole: u8,
    /// How many cards a hole has.
    pub k: u8,
    /// Whether dealers are asked if they want one card more.
    pub rise: bool,
    /// The dealer of this hole.
    pub dealer: Seat,
    /// The cards of the hole, as far as they are drawn.
    pub cards: Pile,
    /// The draw pile.
    pub pile: Pile,
    /// The cards of earlier holes.
    pub discards: Pile,
    /// What each seat has bid.
    pub bids: [Option<u8>; 2],
    /// What each seat gets for this hole as things stand.
    pub sheet: [u8; 2],
    /// What each seat got for all holes before.
    pub totals: [u8; 2],
    /// The seat that has failed in this hole. (The hole ends when the last seat fails.)
    pub failed: Option<Seat>,
    /// The moves made in this demonstration.
    pub made: u8,
    /// What is still to be captured.
    pub goal: Goal,
    /// The captured pieces.
    pub away: Pile,
}
pack_fields!(State {
    pieces,
    start,
    phase,
    seat,
    hole,
    k,
    rise,
    dealer,
    cards,
    pile,
    discards,
    bids,
    sheet,
    totals,
    failed,
    made,
    goal,
    away,
});

impl State {
    /// A course about to begin.
    pub fn begin(pieces: Pieces, k: u8, dealer: Seat) -> State {
        State {
            pieces,
            start: pieces,
            phase: Phase::Draw,
            seat: Seat::ZERO,
            hole: 1,
            k,
            rise: false,
            dealer,
            cards: Pile::default(),
            pile: super::layout::deck(),
            discards: Pile::default(),
            bids: [None; 2],
            sheet: [0; 2],
            totals: [0; 2],
            failed: None,
            made: 0,
            goal: Goal::default(),
            away: Pile::default(),
        }
    }

    /// How many moves the demonstrator may make.
    #[inline(always)]
    pub fn limit(&self) -> u8 {
        self.bids[self.seat.parity()].unwrap_or(MOST_MOVES)
    }

    /// The piece to be put back next: kings before queens and so on, White's first (7B.2.5).
    #[inline(always)]
    pub fn returning(&self) -> Option<Card> {
        let white = self.away.numbers() & ((1 << OF_EACH) - 1);
        let first = if white != 0 { white } else { self.away.numbers() };
        first.checked_ilog2().map(|number| Card::new(number as usize))
    }

    /// The cells where a piece may be put back.
    #[inline(always)]
    pub fn vacant(&self) -> Bitboard {
        !self.pieces.occupied()
    }

    /// Returns the seat that demonstrates next: the lowest bid that is not 0, if tied the dealer (7B.3).
    pub fn demonstrator(&self) -> Option<Seat> {
        let order = [self.dealer.of_two(), self.dealer.of_two().other()];
        let open = order.into_iter().filter(|&seat| self.failed != Some(seat));
        let bids = open.filter_map(|seat| Some((self.bids[seat.index()].filter(|&bid| bid > 0)?, seat)));
        bids.min_by_key(|&(bid, _)| bid).map(|(_, seat)| seat)
    }

    /// The dealer says how many cards are drawn.
    pub fn deal(&mut self, k: u8) {
        self.rise &= k == self.k;
        self.k = k;
        self.begin_draw();
    }

    fn begin_draw(&mut self) {
        (self.phase, self.seat) = (Phase::Draw, Seat::ZERO);
        if self.pile.count() < self.k {
            self.pile = self.pile.with(self.discards);
            self.discards = Pile::default();
        }
    }

    /// A card is drawn.
    pub fn draw(&mut self, card: Card, alone: bool) {
        self.pile.take(card);
        self.cards.add(card);
        if self.cards.count() < self.k {
        } else if alone {
            self.begin_play();
        } else {
            self.phase = Phase::Bid;
        }
    }

    /// A seat bids.
    pub fn bid(&mut self, bid: u8) {
        self.bids[self.seat.parity()] = Some(bid);
        if self.seat == Seat::ZERO {
            self.seat = Seat::ONE;
            return;
        }
        self.sheet = self.bids.map(|bid| bid.unwrap_or(0));
        self.next_demonstration();
    }

    fn next_demonstration(&mut self) {
        match self.demonstrator() {
            Some(seat) => {
                self.seat = seat;
                self.begin_play();
            }
            None => self.finish_hole(),
        }
    }

    fn begin_play(&mut self) {
        self.phase = Phase::Play;
        self.made = 0;
        self.goal = Goal::of(self.cards);
        self.away = Pile::default();
    }

    /// A piece moves.
    #[inline(always)]
    pub fn go(&mut self, step: Step) {
        let (from, to) = (step.from(), step.to());
        if let Some(taken) = make(&mut self.pieces, &mut self.goal, from, to) {
            self.away.add(taken);
        }
        self.made += 1;
        if self.goal.is_reached() {
            self.succeed();
        } else if self.made >= self.limit() {
            self.fail();
        }
    }

    fn succeed(&mut self) {
        self.phase = Phase::Place;
        match self.bids {
            [Some(_), Some(_)] => {
                // 7B.3.2: who bid 0 gets one more than the highest.
                let highest = self.sheet[0].max(self.sheet[1]);
                for (number, bid) in self.sheet.iter_mut().zip(self.bids) {
                    if bid == Some(0) {
                        *number = highest + 1;
                    }
                }
            }
            _ => self.sheet[0] = self.made,
        }
    }

    /// The demonstration fails (7B.3.1, 7C.1).
    pub fn fail(&mut self) {
        self.pieces = self.start;
        let seat = self.seat.of_two();
        if self.bids[seat.index()].is_none() {
            self.sheet[0] = FAILURE;
            return self.finish_hole();
        }
        self.sheet[seat.index()] = self.sheet[seat.other().index()] + 1;
        if self.failed.is_some() {
            return self.finish_hole();
        }
        self.failed = Some(seat);
        self.next_demonstration();
    }

    /// A captured piece is put back.
    #[inline(always)]
    pub fn place(&mut self, cell: Cell) {
        if let Some((card, kind)) = self.returning().and_then(|card| Some((card, card.kind()?))) {
            self.pieces.toggle(card.seat(), kind, bit(cell));
            self.away.take(card);
        }
        if self.away.is_empty() {
            self.finish_hole();
        }
    }

    /// Cards are put away, the numbers of the sheet added, and the next hole begins on the board as it is
    /// (7B.2.6).
    fn finish_hole(&mut self) {
        self.discards = self.discards.with(self.cards);
        for (total, number) in self.totals.iter_mut().zip(self.sheet) {
            *total += number;
        }
        // 7B.6: two zeros do not count.
        self.rise |= self.bids[0] == self.bids[1] && self.bids[0].is_some_and(|bid| bid > 0);
        if self.bids[0].is_some() {
            self.dealer = self.dealer.other();
        }
        self.start = self.pieces;
        (self.cards, self.away, self.goal) = (Pile::default(), Pile::default(), Goal::default());
        (self.bids, self.sheet, self.failed, self.made) = ([None; 2], [0; 2], None, 0);
        self.hole += 1;
        if self.hole > HOLES {
            (self.phase, self.seat) = (Phase::End, self.dealer);
        } else if self.rise {
            (self.phase, self.seat) = (Phase::Level, self.dealer);
        } else {
            self.begin_draw();
        }
    }
}

/// Moves the piece on a cell, strikes off what it captures, and answers with its type.
#[inline(always)]
pub fn make(pieces: &mut Pieces, goal: &mut Goal, from: Cell, to: Cell) -> Option<Card> {
    let mover = type_at(pieces, from);
    let taken = (pieces.occupied() & bit(to) != 0).then(|| type_at(pieces, to));
    if let Some((card, kind)) = taken.and_then(|card| Some((card, card.kind()?))) {
        pieces.toggle(card.seat(), kind, bit(to));
        goal.strike(mover, card);
    }
    if let Some(kind) = mover.kind() {
        pieces.toggle(mover.seat(), kind, bit(from) ^ bit(to));
    }
    taken
}

/// The pieces on a board, each as the card of its type.
pub fn pile_of(pieces: &Pieces) -> Pile {
    let mut pile = Pile::default();
    for card in Card::all() {
        (0..of_type(pieces, card).count_ones()).for_each(|_| pile.add(card));
    }
    pile
}
