//! The flat board.

use super::Topology;
use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::Bitboard;
use crate::games::chess::kit::check_info::CheckInfo;
use crate::games::chess::kit::lines::{self, LEAPS, RAYS, STEPS};
use crate::games::chess::kit::pieces::Pieces;
use crate::games::chess::kit::position::Position;

/// A flat board: the edges are not joined.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flat;

impl Topology for Flat {
    const WRAPS: bool = false;
    type WrapDuplicates = [Bitboard; 0];

    #[inline(always)]
    fn steps(d: usize, bits: Bitboard) -> Bitboard {
        STEPS[d].of(bits)
    }

    #[inline(always)]
    fn step_back(d: usize, cell: Cell) -> Cell {
        STEPS[d].back(cell)
    }

    #[inline(always)]
    fn hops(hop: usize, bits: Bitboard) -> Bitboard {
        LEAPS[hop].of(bits)
    }

    #[inline(always)]
    fn hop_back(hop: usize, cell: Cell) -> Cell {
        LEAPS[hop].back(cell)
    }

    #[inline(always)]
    fn fill(straight: Bitboard, diagonal: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        lines::fill(straight, diagonal, empty)
    }

    #[inline(always)]
    fn king_attacks(cell: Cell) -> Bitboard {
        lines::KING_ATTACKS[(cell & 63) as usize]
    }

    #[inline(always)]
    fn knight_attacks(cell: Cell) -> Bitboard {
        lines::KNIGHT_ATTACKS[(cell & 63) as usize]
    }

    #[inline(always)]
    fn pawn_attacks(seat: Seat, cell: Cell) -> Bitboard {
        lines::PAWN_ATTACKS[seat.parity()][(cell & 63) as usize]
    }

    #[inline(always)]
    fn rook_attacks(cell: Cell, occupied: Bitboard) -> Bitboard {
        lines::rook_attacks(cell, occupied)
    }

    #[inline(always)]
    fn bishop_attacks(cell: Cell, occupied: Bitboard) -> Bitboard {
        lines::bishop_attacks(cell, occupied)
    }

    #[inline(always)]
    fn ray(d: usize, cell: Cell) -> Bitboard {
        RAYS[d & 7][(cell & 63) as usize]
    }

    #[inline(always)]
    fn nearest(d: usize, cell: Cell, occupied: Bitboard) -> Cell {
        lines::nearest(d, cell, occupied)
    }

    #[inline(always)]
    fn between(_d: usize, one: Cell, other: Cell) -> Bitboard {
        lines::between(one, other)
    }

    #[inline(always)]
    fn check_info(position: &Position) -> CheckInfo {
        CheckInfo::of(position)
    }

    #[inline(always)]
    fn check_blocks(_position: &Position, king: Cell, checker: Cell) -> Bitboard {
        lines::between(king, checker)
    }

    #[inline(always)]
    fn pin_line(_position: &Position, king: Cell, pinned: Cell) -> Bitboard {
        lines::through(king, pinned)
    }

    #[inline(always)]
    fn wrap_duplicates(_men: &Pieces, _slides: &mut [Bitboard; 8]) -> [Bitboard; 0] {
        []
    }
}
