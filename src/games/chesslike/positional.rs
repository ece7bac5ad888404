//! The value of the placement of pieces on large boards: the mobility of pieces, and their attacks on kings.

mod terms;

use super::engine::Engine;
use super::kinds::{Kind, chess};
use super::pieces::Pieces;
use crate::board::{Bitboard, Bitboard256, NO_CELL};
use crate::game::{PositionalTerms, Seat};
use crate::games::positional::{Terms, WeightedSum};
use terms::NUM_TERMS;
pub use terms::{TRI_CHESS, Weights};

/// Knights, bishops, rooks and queens.
const OFFICERS: [Kind; 4] = [chess::KNIGHT, chess::BISHOP, chess::ROOK, chess::QUEEN];

/// For these kinds, the part of a piece in the phase of the game, and the sum of a seat at the start.
const PHASE: [i32; 4] = [1, 1, 2, 4];
const FULL_OF_SEAT: i32 = 12;

impl Engine {
    /// Returns the value of the placement of a seat's pieces in hundredths of a pawn.
    pub fn positional_value(&self, pieces: &Pieces, seat: Seat, weights: &Weights) -> i32 {
        let mut sum = WeightedSum::new(weights);
        self.add_terms(pieces, seat, &mut sum);
        sum.value(self.phase(pieces), self.full_phase())
    }

    /// Returns the terms of the placement of a seat's pieces.
    pub fn positional_terms(&self, pieces: &Pieces, seat: Seat) -> PositionalTerms {
        let mut terms = PositionalTerms::new(NUM_TERMS, self.phase(pieces) as f32 / self.full_phase() as f32);
        self.add_terms(pieces, seat, &mut terms);
        terms
    }

    /// Returns the part of the middlegame.
    fn phase(&self, pieces: &Pieces) -> i32 {
        let of_kind = |(kind, phase)| phase * pieces.of_kind(kind).count() as i32;
        OFFICERS.into_iter().zip(PHASE).map(of_kind).sum::<i32>().min(self.full_phase())
    }

    fn full_phase(&self) -> i32 {
        FULL_OF_SEAT * self.seats as i32
    }

    #[inline(always)]
    fn add_terms(&self, pieces: &Pieces, seat: Seat, sum: &mut impl Terms) {
        let own = pieces.of_seat(seat);
        let near = self.king_zones(pieces, 1 << seat.index()) & own;
        sum.add(terms::NEXT_TO_KING, near.count() as i32);
        let open = !self.allied_pieces(pieces, seat);
        let kings = self.king_zones(pieces, self.enemy_seats[seat.index()]);
        for (at, kind) in OFFICERS.into_iter().enumerate() {
            let (mobility, most) = terms::MOBILITY[at];
            (own & pieces.of_kind(kind)).each(|cell| {
                let reached = self.attacks(pieces, cell) & open;
                sum.add(mobility + reached.count().min(most), 1);
                sum.add(terms::NEAR_KING + at, (reached & kings).count() as i32);
            });
        }
    }

    /// Returns the kings of some seats (as bits) with the cells next to them.
    fn king_zones(&self, pieces: &Pieces, seats: u8) -> Bitboard256 {
        let of_seat = |seat: Seat| match pieces.king(seat) {
            NO_CELL => Bitboard256::EMPTY,
            king => self.lattice(seat).near[usize::from(king)] | Bitboard256::one(king),
        };
        Seat::all(self.seats as u8)
            .filter(|seat| seat.is_in(seats))
            .map(of_seat)
            .fold(Bitboard256::EMPTY, |all, zone| all | zone)
    }
}
