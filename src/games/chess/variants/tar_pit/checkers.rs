//! Checkers under pieces and in front of the seats (Tar Pit T2, T4 to T6).

use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, own_rank};
use crate::games::chess::kit::pieces::Pieces;
use crate::packing::pack_fields;

/// How many checkers each seat has in all (T2).
pub const OF_EACH: u8 = 12;

/// The checkers of both colors. Those that are neither under a piece nor in front of their owner are extra.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checkers {
    /// The cells where a checker of each seat's color lies under a piece.
    pub under: [Bitboard; 2],
    /// How many lie in front of each seat.
    pub front: [u8; 2],
}
pack_fields!(Checkers { under, front });

impl Checkers {
    /// The cells with a checker of either color.
    #[inline(always)]
    pub fn all(&self) -> Bitboard {
        self.under[0] | self.under[1]
    }

    /// The pieces on checkers of their own color.
    #[inline(always)]
    pub fn carrying(&self, pieces: &Pieces) -> Bitboard {
        self.under[0] & pieces.sides[0] | self.under[1] & pieces.sides[1]
    }

    /// The pieces on checkers of the other color.
    #[inline(always)]
    pub fn tarred(&self, pieces: &Pieces) -> Bitboard {
        self.under[1] & pieces.sides[0] | self.under[0] & pieces.sides[1]
    }

    /// How many of a seat's checkers are extra.
    #[inline(always)]
    pub fn extra(&self, seat: Seat) -> u8 {
        let at = seat.parity();
        OF_EACH.saturating_sub(self.front[at] + self.under[at].count_ones() as u8)
    }

    /// Whether a seat has any checker to give up (T9).
    #[inline(always)]
    pub fn can_return(&self, seat: Seat) -> bool {
        let at = seat.parity();
        self.front[at] > 0 || self.under[at] != 0
    }

    /// Takes one from in front of a seat.
    #[inline(always)]
    pub fn take_front(&mut self, seat: Seat) {
        let front = &mut self.front[seat.parity()];
        *front = front.saturating_sub(1);
    }

    /// Puts one in front of a seat.
    #[inline(always)]
    pub fn add_front(&mut self, seat: Seat) {
        let front = &mut self.front[seat.parity()];
        *front = (*front + 1).min(OF_EACH);
    }

    /// A piece has gone `from` one cell `to` another on the board `pieces` and takes its checker along, and
    /// that of the enemy that it took at `taken` joins it (T5).
    #[inline(always)]
    pub fn carry(&mut self, pieces: &Pieces, from: Bitboard, to: Bitboard, taken: Bitboard) {
        if self.all() & (from | taken) == 0 {
            return;
        }
        let joins = self.under.map(|under| under & taken != 0);
        for under in &mut self.under {
            let carried = if *under & from != 0 { to } else { 0 };
            *under = *under & !from & !taken | carried;
        }
        match joins {
            [true, _] => self.put(pieces, Seat::ZERO, to),
            [_, true] => self.put(pieces, Seat::ONE, to),
            _ => self.shed(pieces, to),
        }
    }

    /// A checker of a color comes under the piece on a cell (T6).
    #[inline(always)]
    pub fn put(&mut self, pieces: &Pieces, color: Seat, cell: Bitboard) {
        let [own, other] = [color.parity(), color.parity() ^ 1];
        if self.under[own] & cell != 0 {
            self.add_front(color);
        } else if self.under[other] & cell != 0 {
            self.under[other] &= !cell;
            self.add_front(Seat::ZERO);
            self.add_front(Seat::ONE);
        } else {
            self.under[own] |= cell;
        }
        self.shed(pieces, cell);
    }

    /// A piece is never tarred on its own last rank: that checker goes back (T6).
    #[inline(always)]
    fn shed(&mut self, pieces: &Pieces, cell: Bitboard) {
        for seat in Seat::BOTH {
            let other = seat.other().index();
            if pieces.side(seat) & own_rank(seat, 8) & cell & self.under[other] != 0 {
                self.under[other] &= !cell;
                self.add_front(seat.other());
            }
        }
    }
}
