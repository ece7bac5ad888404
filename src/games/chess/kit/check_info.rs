//! Checkers and pins of orthodox chess.

use super::bitboard::{Bitboard, bit, cells};
use super::lines::{KNIGHT_ATTACKS, PAWN_ATTACKS, between, bishop_rays, rook_rays};
use super::pieces::Kind;
use super::position::Position;

/// The checkers and pinned pieces of the seat to act.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// The enemy pieces that give check.
    pub checkers: Bitboard,
    /// The own pieces that stand alone between the king and an enemy slider.
    pub pinned: Bitboard,
}

impl CheckInfo {
    /// Computes the checkers and pins.
    #[inline(always)]
    pub fn of(position: &Position) -> CheckInfo {
        CheckInfo::from(position, position.pieces.side(position.seat.other()))
    }

    /// Computes the checkers and pins that come from `enemies`.
    #[inline(always)]
    pub fn from(position: &Position, enemies: Bitboard) -> CheckInfo {
        let (pieces, seat) = (&position.pieces, position.seat);
        let king = pieces.king(seat);
        let (own, occupied) = (pieces.side(seat), pieces.occupied());
        let leapers = KNIGHT_ATTACKS[king as usize] & pieces.kind(Kind::Knight)
            | PAWN_ATTACKS[seat.parity()][king as usize] & pieces.kind(Kind::Pawn);
        let mut check_info = CheckInfo { checkers: leapers & enemies, pinned: 0 };
        let sliders = (rook_rays(king) & pieces.orthogonal_sliders()
            | bishop_rays(king) & pieces.diagonal_sliders())
            & enemies;
        for slider in cells(sliders) {
            let shield = between(king, slider) & occupied;
            if shield == 0 {
                check_info.checkers |= bit(slider);
            } else if shield & (shield - 1) == 0 {
                check_info.pinned |= shield & own;
            }
        }
        check_info
    }
}
