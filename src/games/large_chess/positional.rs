//! The value of the placement of pieces on large boards: mobility, pawns, attacks, and the safety of kings.

mod terms;

use super::engine::Engine;
use super::pieces::{Kind, NO_CELL, Pieces};
use super::tables::SeatTables;
use crate::board::{Bitboard, Bitboard256};
use crate::game::{PositionalTerms, Seat};
use crate::games::positional::{Terms, WeightedSum};
use terms::NUM_TERMS;
pub use terms::{TRI_CHESS, Weights};

/// Knights, bishops, rooks and queens.
const OFFICERS: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

/// For these kinds, the part of a piece in the phase of the game, and the sum of a seat at the start.
const PHASE: [i32; 4] = [1, 1, 2, 4];
const FULL_OF_SEAT: i32 = 12;

/// For these kinds, the weight of each cell at an enemy king that a piece attacks, in the sum of an attack.
const NEAR_KING: [usize; 4] = [2, 2, 3, 4];

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
        let enemies = pieces.of_seats(self.enemy_seats[seat.index()]);
        let pawns = own & pieces.of_kind(Kind::Pawn);
        let near = self.king_zones(pieces, 1 << seat.index()) & own;
        sum.add(terms::PAWN_NEXT_TO_KING, count(near & pawns));
        sum.add(terms::PIECE_NEXT_TO_KING, count(near & !pawns));
        self.add_pawns(pieces, seat, pawns, enemies, sum);

        let open = !self.allied_pieces(pieces, seat);
        let kings = self.king_zones(pieces, self.enemy_seats[seat.index()]);
        let heavy = enemies & (pieces.of_kind(Kind::Rook) | pieces.of_kind(Kind::Queen));
        let (mut attackers, mut attack) = (0, 0);
        for (at, kind) in OFFICERS.into_iter().enumerate() {
            let (mobility, most) = terms::MOBILITY[at];
            (own & pieces.of_kind(kind)).each(|cell| {
                let reached = self.attacks(pieces, cell) & open;
                sum.add(terms::PIECE + kind as usize, 1);
                sum.add(mobility + reached.count().min(most), 1);
                let near_king = (reached & kings).count();
                sum.add(terms::NEAR_KING + at, near_king as i32);
                attackers += usize::from(near_king > 0);
                attack += near_king * NEAR_KING[at];
                if at < 2 {
                    sum.add(terms::MINOR_THREAT, count(reached & heavy));
                }
            });
        }
        if attackers > 1 {
            sum.add(terms::ATTACK + attack.min(terms::MAX_ATTACK), 1);
        }
    }

    #[inline(always)]
    fn add_pawns(
        &self,
        pieces: &Pieces,
        seat: Seat,
        pawns: Bitboard256,
        enemies: Bitboard256,
        sum: &mut impl Terms,
    ) {
        let seat_tables = self.seat_tables(seat);
        let mut attacked = Bitboard256::EMPTY;
        pawns.each(|cell| {
            let cell = usize::from(cell);
            let moves = usize::from(seat_tables.moves_to_promotion[cell]).min(terms::MAX_MOVES);
            sum.add(terms::PIECE, 1);
            sum.add(terms::PAWN_TO_PROMOTION + moves, 1);
            attacked = attacked | seat_tables.pawn_captures[cell];
        });
        sum.add(terms::SUPPORTED, count(pawns & attacked));
        for (at, kind) in OFFICERS.into_iter().enumerate() {
            sum.add(terms::ATTACKED_BY_PAWN + at, count(attacked & enemies & pieces.of_kind(kind)));
        }
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

    /// Returns the number of moves after which a pawn of a seat can become another piece on an empty board,
    /// by cell.
    pub fn moves_to_promotion(&self, seat_tables: &SeatTables) -> Vec<u8> {
        let empty = Pieces::empty(&self.line_tables, self.board.len());
        let mut moves = vec![u8::MAX; self.board.len()];
        seat_tables.promotion_cells.each(|cell| moves[usize::from(cell)] = 0);
        let mut before = Vec::new();
        while moves != before {
            before.clone_from(&moves);
            for cell in self.board.cells() {
                self.pawn_advances(&empty, seat_tables, cell).each(|to| {
                    let next = before[usize::from(to)].saturating_add(1);
                    moves[usize::from(cell)] = moves[usize::from(cell)].min(next);
                });
            }
        }
        moves
    }
}

fn count(cells: Bitboard256) -> i32 {
    cells.count() as i32
}
