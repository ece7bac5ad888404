//! Whether a single quiet move makes the last capture possible. This is found from sets of cells, without
//! making moves.
//!
//! A capture needs a taker, a victim that one of its movements reaches, and nothing between them. So the
//! quiet move is one of these:
//!
//! - a move of the taker or of the victim;
//! - a move that leaves the line between them;
//! - a move of a lender to a cell next to the taker;
//! - a move after which no two pieces of the taker's color are adjacent (7A.3).

use super::hole::Hole;
use crate::board::Cell;
use crate::games::chess::golf::goal::of_type;
use crate::games::chess::golf::moves::{Movers, are_apart, around};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, lowest};
use crate::games::chess::kit::lines::{
    KING_ATTACKS, KNIGHT_ATTACKS, between, bishop_attacks, bishop_rays, rook_attacks, rook_rays,
};
use crate::games::chess::kit::pieces::{Kind, Pieces};

/// Whether some quiet move makes the last capture possible, given that it is not possible yet.
pub fn can_set_up_capture(hole: &Hole, movers: &Movers) -> bool {
    let board = Board { pieces: &hole.pieces, movers, occupied: hole.pieces.occupied() };
    let mut found = false;
    hole.goal.each(&hole.pieces, |taker, victims| {
        for cell in cells(of_type(&hole.pieces, taker)) {
            found = found
                || board.can_set_up(cell, victims & !bit(cell), hole.pieces.sides[taker.seat().index()]);
        }
    });
    found
}

/// The pieces, and how they can move.
struct Board<'a> {
    pieces: &'a Pieces,
    movers: &'a Movers,
    occupied: Bitboard,
}

impl Board<'_> {
    /// The quiet moves of the piece on a cell.
    #[inline(always)]
    fn quiet(&self, cell: Cell) -> Bitboard {
        self.movers.reach(cell, self.occupied) & !self.occupied
    }

    /// The pieces of some that move along straight lines, along diagonal ones, as kings, as knights.
    #[inline(always)]
    fn by_movement(&self, side: Bitboard) -> [Bitboard; 4] {
        let pieces = self.pieces;
        let [kings, knights] = [Kind::King, Kind::Knight].map(|kind| pieces.kind(kind));
        [pieces.orthogonal_sliders(), pieces.diagonal_sliders(), kings, knights].map(|set| set & side)
    }

    fn can_set_up(&self, taker: Cell, victims: Bitboard, side: Bitboard) -> bool {
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
        let [ranks, diagonals, kings, knights] =
            self.by_movement(others).map(|lenders| around(lenders) & quiet);
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
        let (adjacent, occupied) = (KING_ATTACKS[usize::from(taker)], self.occupied & !bit(victim));
        let [ranks, diagonals, kings, knights] =
            self.by_movement(side & !bit(victim)).map(|set| set & adjacent != 0);
        let alone = side & bit(victim) == 0 && are_apart(side);
        if (kings || alone) && quiet & adjacent != 0
            || knights && quiet & KNIGHT_ATTACKS[usize::from(taker)] != 0
            || ranks && quiet & rook_attacks(taker, occupied) != 0
            || diagonals && quiet & bishop_attacks(taker, occupied) != 0
        {
            return true;
        }
        // Next to the taker it may lend the movement to its own cell.
        side & bit(victim) != 0 && quiet & adjacent & self.lending_cells(taker, victim) != 0
    }

    /// The cells next to a taker from which the piece on a cell would lend it the movement to go there.
    #[inline(always)]
    fn lending_cells(&self, taker: Cell, victim: Cell) -> Bitboard {
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
        let (adjacent, there) = (KING_ATTACKS[usize::from(taker)], bit(victim));
        let near = adjacent & there != 0;
        if near && side & there == 0 && self.can_separate(taker, side) {
            return true;
        }
        let [ranks, diagonals, kings, knights] = self.by_movement(side & !bit(taker));
        if KNIGHT_ATTACKS[usize::from(taker)] & there != 0 {
            return self.can_bring(knights & !there, adjacent);
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
            return self.can_bring(fitting & !there, adjacent & !line);
        }
        if blocking & (blocking - 1) != 0 {
            return false;
        }
        // The blocker has to leave the line, and to stay next to the taker if no other piece lends.
        let is_lent = fitting & adjacent & !blocking != 0;
        let blocker_lends = fitting & blocking != 0;
        (is_lent || blocker_lends)
            && self.quiet(lowest(blocking)) & !line & if is_lent { !0 } else { adjacent } != 0
    }

    /// Whether one of some pieces can go to one of some cells.
    #[inline(always)]
    fn can_bring(&self, pieces: Bitboard, to: Bitboard) -> bool {
        to & !self.occupied != 0 && cells(pieces).any(|cell| self.quiet(cell) & to != 0)
    }

    /// Whether one of the taker's color can leave so that no two of them are adjacent.
    fn can_separate(&self, taker: Cell, side: Bitboard) -> bool {
        let touching = around(side) & side & !bit(taker);
        cells(touching).any(|cell| {
            let others = side & !bit(cell);
            are_apart(others) && self.quiet(cell) & !around(others) != 0
        })
    }
}
