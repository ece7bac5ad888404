//! Whether a single quiet move makes the last capture possible: found by sets of cells, no move being made.
//!
//! A capture needs a taker and a victim in reach of one of the ways that are lent to the taker, and nothing
//! between them. A quiet move that brings it about therefore is one of the taker, one of the victim, one that
//! leaves the line between them, one that brings a lender beside the taker, or one that leaves the pieces of
//! the taker's color apart (7A.3).

use super::hole::Hole;
use crate::board::Cell;
use crate::games::chess::bitboard::{Bitboard, bit, cells, lowest};
use crate::games::chess::golf::goal::of_type;
use crate::games::chess::golf::moves::{Lent, are_apart, around};
use crate::games::chess::lines::{
    KING_ATTACKS, KNIGHT_ATTACKS, between, bishop_attacks, bishop_rays, rook_attacks, rook_rays,
};
use crate::games::chess::pieces::{Kind, Pieces};

/// Whether there is a quiet move after which the one capture that is left can be made, given that it cannot
/// be made yet.
pub fn sets_up(hole: &Hole, lent: &Lent) -> bool {
    let board = Board { pieces: &hole.pieces, lent, occupied: hole.pieces.occupied() };
    let mut found = false;
    hole.goal.each(&hole.pieces, |taker, victims| {
        for cell in cells(of_type(&hole.pieces, taker)) {
            found =
                found || board.sets_up(cell, victims & !bit(cell), hole.pieces.sides[taker.seat().index()]);
        }
    });
    found
}

/// The pieces and what they lend each other.
struct Board<'a> {
    pieces: &'a Pieces,
    lent: &'a Lent,
    occupied: Bitboard,
}

impl Board<'_> {
    /// The quiet moves of the piece on a cell.
    #[inline(always)]
    fn quiet(&self, cell: Cell) -> Bitboard {
        self.lent.reach(cell, self.occupied) & !self.occupied
    }

    /// The pieces of some that move along straight lines, along diagonal ones, as kings, as knights.
    #[inline(always)]
    fn by_way(&self, side: Bitboard) -> [Bitboard; 4] {
        let pieces = self.pieces;
        let [kings, knights] = [Kind::King, Kind::Knight].map(|kind| pieces.kind(kind));
        [pieces.orthogonal_sliders(), pieces.diagonal_sliders(), kings, knights].map(|set| set & side)
    }

    fn sets_up(&self, taker: Cell, victims: Bitboard, side: Bitboard) -> bool {
        self.by_taker(taker, victims, side)
            || cells(victims)
                .any(|victim| self.by_victim(taker, victim, side) || self.by_another(taker, victim, side))
    }

    /// The taker goes where it can capture.
    #[inline(always)]
    fn by_taker(&self, taker: Cell, victims: Bitboard, side: Bitboard) -> bool {
        let quiet = self.quiet(taker);
        if quiet == 0 {
            return false;
        }
        let (others, occupied) = (side & !bit(taker), self.occupied & !bit(taker));
        let [ranks, diagonals, kings, knights] = self.by_way(others).map(|lenders| around(lenders) & quiet);
        let alone = if are_apart(others) { quiet & !around(others) } else { 0 };
        cells(victims).any(|victim| {
            let at = usize::from(victim);
            (kings | alone) & KING_ATTACKS[at] != 0
                || knights & KNIGHT_ATTACKS[at] != 0
                || ranks != 0 && ranks & rook_attacks(victim, occupied) != 0
                || diagonals != 0 && diagonals & bishop_attacks(victim, occupied) != 0
        })
    }

    /// The victim goes where the taker can capture it.
    #[inline(always)]
    fn by_victim(&self, taker: Cell, victim: Cell, side: Bitboard) -> bool {
        let quiet = self.quiet(victim);
        if quiet == 0 {
            return false;
        }
        let (beside, occupied) = (KING_ATTACKS[usize::from(taker)], self.occupied & !bit(victim));
        let [ranks, diagonals, kings, knights] =
            self.by_way(side & !bit(victim)).map(|set| set & beside != 0);
        let alone = side & bit(victim) == 0 && are_apart(side);
        if (kings || alone) && quiet & beside != 0
            || knights && quiet & KNIGHT_ATTACKS[usize::from(taker)] != 0
            || ranks && quiet & rook_attacks(taker, occupied) != 0
            || diagonals && quiet & bishop_attacks(taker, occupied) != 0
        {
            return true;
        }
        // Beside the taker it may lend it the way to itself.
        side & bit(victim) != 0 && quiet & beside & self.own_reach(taker, victim) != 0
    }

    /// The cells beside a taker from which the piece on a cell would lend it the way to come there.
    #[inline(always)]
    fn own_reach(&self, taker: Cell, victim: Cell) -> Bitboard {
        match self.pieces.non_pawn_at(victim) {
            Kind::King | Kind::Queen => !0,
            Kind::Rook => rook_rays(taker),
            Kind::Bishop => bishop_rays(taker),
            Kind::Knight | Kind::Pawn => 0,
        }
    }

    /// A third piece leaves the line, moves next to the taker to lend its move, or leaves the taker's color
    /// apart.
    #[inline(always)]
    fn by_another(&self, taker: Cell, victim: Cell, side: Bitboard) -> bool {
        let (beside, there) = (KING_ATTACKS[usize::from(taker)], bit(victim));
        let near = beside & there != 0;
        if near && side & there == 0 && self.parts(taker, side) {
            return true;
        }
        let [ranks, diagonals, kings, knights] = self.by_way(side & !bit(taker));
        if KNIGHT_ATTACKS[usize::from(taker)] & there != 0 {
            return self.brings(knights & !there, beside);
        }
        let mut fitting = if near { kings } else { 0 };
        if rook_rays(taker) & there != 0 {
            fitting |= ranks;
        } else if bishop_rays(taker) & there != 0 {
            fitting |= diagonals;
        } else {
            return false;
        }
        let line = between(taker, victim);
        let blocking = line & self.occupied;
        if blocking == 0 {
            return self.brings(fitting & !there, beside & !line);
        }
        if blocking & (blocking - 1) != 0 {
            return false;
        }
        // The one in the way has to leave it, and to stay beside the taker if nobody else lends.
        let lent = fitting & beside & !blocking != 0;
        let lends = fitting & blocking != 0;
        (lent || lends) && self.quiet(lowest(blocking)) & !line & if lent { !0 } else { beside } != 0
    }

    /// Whether one of some pieces can go to one of some cells.
    #[inline(always)]
    fn brings(&self, pieces: Bitboard, to: Bitboard) -> bool {
        to & !self.occupied != 0 && cells(pieces).any(|cell| self.quiet(cell) & to != 0)
    }

    /// Whether one of the taker's color can leave so that no two of them are adjacent.
    fn parts(&self, taker: Cell, side: Bitboard) -> bool {
        let touching = around(side) & side & !bit(taker);
        cells(touching).any(|cell| {
            let others = side & !bit(cell);
            are_apart(others) && self.quiet(cell) & !around(others) != 0
        })
    }
}
