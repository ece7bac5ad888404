//! The value of the placement of pieces on large boards: the mobility of pieces, and their attacks on kings.

use super::engine::Engine;
use super::pieces::{Kind, NO_CELL, Pieces};
use crate::board::{Bitboard, Bitboard256};
use crate::game::Seat;

/// By kind, the value of each attacked cell that holds no piece of the own team, in hundredths of a pawn.
const MOBILITY: [i32; 6] = [0, 4, 4, 2, 1, 0];

/// By kind, the value of each attacked cell at an enemy king, in hundredths of a pawn.
const ATTACK: [i32; 6] = [0, 5, 5, 7, 9, 0];

/// The value of each own piece next to the king.
const SHELTER: i32 = 6;

impl Engine {
    /// Returns the value of the placement of a seat's pieces in hundredths of a pawn.
    pub fn positional_value(&self, pieces: &Pieces, seat: Seat) -> i32 {
        let own = pieces.of_seat(seat);
        let open = !self.allied_pieces(pieces, seat);
        let kings = self.king_zones(pieces, self.enemy_seats[seat.index()]);
        let mut value = 0;
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            let (mobility, attack) = (MOBILITY[kind as usize], ATTACK[kind as usize]);
            (own & pieces.of_kind(kind)).each(|cell| {
                let reached = self.attacks(pieces, cell) & open;
                value += mobility * reached.count() as i32 + attack * (reached & kings).count() as i32;
            });
        }
        let near = self.king_zones(pieces, 1 << seat.index());
        value + SHELTER * (near & own).count() as i32
    }

    /// Returns the kings of some seats (as bits) with the cells next to them.
    fn king_zones(&self, pieces: &Pieces, seats: u8) -> Bitboard256 {
        let of_seat = |seat: Seat| match pieces.king(seat) {
            NO_CELL => Bitboard256::EMPTY,
            king => self.move_tables(seat).king_moves[usize::from(king)] | Bitboard256::one(king),
        };
        Seat::all(self.seats as u8)
            .filter(|seat| seat.is_in(seats))
            .map(of_seat)
            .fold(Bitboard256::EMPTY, |all, zone| all | zone)
    }
}
