//! The legal steps of living pieces, by sets (Zombie Z6).
//!
//! A living piece moves alone, so its step leaves two boards on which the king must be safe: the one right
//! after it, and the one on which all zombies of its seat are gone and the piece that was buried where it
//! stood has come back. What bears on the king is found on both boards once, for all pieces.

use super::turn::{Turn, armed};
use crate::board::Cell;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::check_info::CheckInfo;
use crate::games::chess::kit::lines::{
    KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, between, bishop_rays, rook_rays, through,
};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::Position;

impl Turn<'_> {
    /// Adds the legal steps of living pieces: all but castling and captures en passant.
    #[inline(always)]
    pub fn add_living(&self, sets: &mut MoveSet) {
        let (position, seat, waiting) = (&self.position, self.position.seat, self.waiting());
        let pieces = &position.pieces;
        let own = pieces.side(seat);
        let king = pieces.king(seat);
        let (now, held) = (armed(pieces), self.graves.held());
        let mut later = now;
        later.clear(waiting);
        let mut targets = !own & !pieces.of(seat.other(), Kind::King);
        self.add_king(&now, &later, targets & KING_ATTACKS[king as usize], sets);

        let check_info = CheckInfo::of(&Position { pieces: now, ..*position });
        let mut pinned = check_info.pinned;
        targets &= answers(king, check_info.checkers);
        if waiting != 0 {
            let check_info = CheckInfo::of(&Position { pieces: later, ..*position });
            // What comes back where the piece stood shields the king as it did.
            pinned |= check_info.pinned & !held;
            targets &= answers(king, check_info.checkers);
        }
        let subjects = own & !waiting & !bit(king);
        let dangerous = self.dangerous(subjects & held, later.occupied());
        let bound = subjects & (pinned | dangerous);
        sets.add_moves(position, subjects & !bound, targets);
        for cell in cells(bound) {
            let mut targets = targets;
            if pinned & bit(cell) != 0 {
                targets &= through(king, cell);
            }
            if dangerous & bit(cell) != 0 {
                targets &= self.shields(cell);
            }
            sets.add_moves(position, bit(cell), targets);
        }
    }

    /// Adds the king's steps onto cells of `targets` where nothing attacks it on either board.
    #[inline(always)]
    fn add_king(&self, now: &Pieces, later: &Pieces, targets: Bitboard, sets: &mut MoveSet) {
        if targets == 0 {
            return;
        }
        let (seat, king) = (self.position.seat, now.king(self.position.seat));
        let mut attacked = now.attacked(seat.other(), now.occupied() & !bit(king));
        let back = self.graves.at(king);
        if back.is_some() || self.waiting() != 0 {
            let mut pieces = *later;
            pieces.clear(bit(king));
            if let Some(kind) = back {
                pieces.toggle(seat.other(), kind, bit(king));
                pieces = armed(&pieces);
            }
            attacked |= pieces.attacked(seat.other(), pieces.occupied());
        }
        *sets.king() |= targets & !attacked;
    }

    /// The cells among `held` from which what is buried there would attack the king, were the occupied cells
    /// `occupied`.
    #[inline(always)]
    fn dangerous(&self, held: Bitboard, occupied: Bitboard) -> Bitboard {
        if held == 0 {
            return 0;
        }
        let king = self.position.pieces.king(self.position.seat);
        let (leaping, sliding) = self.bearing();
        let clear = |&cell: &Cell| between(king, cell) & occupied == 0;
        cells(sliding & held).filter(clear).fold(leaping & held, |all, cell| all | bit(cell))
    }

    /// Where a piece may go that stands on a grave from which the king would be attacked: onto the line from
    /// there, if that is a line.
    fn shields(&self, cell: Cell) -> Bitboard {
        let (leaping, _) = self.bearing();
        if leaping & bit(cell) != 0 {
            0
        } else {
            between(self.position.pieces.king(self.position.seat), cell)
        }
    }

    /// The graves from which the king is a leap away, and those on a line with it for what lies there (a
    /// pawn that comes back on its last rank attacks as a queen and a knight, Z8).
    #[inline(always)]
    fn bearing(&self) -> (Bitboard, Bitboard) {
        let (seat, [pawns, knights, bishops, rooks, queens]) = (self.position.seat, *self.graves.kinds());
        let king = self.position.pieces.king(seat);
        let late = pawns & own_rank(seat.other(), 8);
        let leaping = PAWN_ATTACKS[seat.parity()][king as usize] & pawns
            | KNIGHT_ATTACKS[king as usize] & (knights | late);
        let sliding =
            rook_rays(king) & (rooks | queens | late) | bishop_rays(king) & (bishops | queens | late);
        (leaping, sliding)
    }
}

/// Where a piece other than the king must arrive if these give check.
#[inline(always)]
fn answers(king: Cell, checkers: Bitboard) -> Bitboard {
    match checkers {
        0 => !0,
        _ if checkers & (checkers - 1) != 0 => 0,
        _ => checkers | between(king, checkers.trailing_zeros() as Cell),
    }
}
