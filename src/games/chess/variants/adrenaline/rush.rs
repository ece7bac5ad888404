//! Whether a king can be taken by a regular move and the extra moves after it (Adrenaline A6).

use super::stacks::Stacks;
use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, FILE_A, FILE_H, bit, cells, file, own_rank, rank};
use crate::games::chess::kit::lines::{
    KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, bishop_attacks, rook_attacks,
};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::PawnSteps;

/// The maximum number of orders of gathering checkers that are tried to find out whether a king can be
/// reached. A position that needs more has crowds of pieces with checkers around a king that is almost out of
/// reach. It counts as unable to reach the king.
const SEARCHED: u32 = 20_000;

/// The cells of a set and those around it.
#[inline(always)]
pub const fn around(cells: Bitboard) -> Bitboard {
    let rows = cells | (cells & !FILE_H) << 1 | (cells & !FILE_A) >> 1;
    rows | rows << 8 | rows >> 8
}

/// How many steps of a king two cells are apart.
#[inline(always)]
const fn distance(one: Cell, other: Cell) -> u32 {
    let (files, ranks) = (file(one).abs_diff(file(other)), rank(one).abs_diff(rank(other)));
    (if files > ranks { files } else { ranks }) as u32
}

/// A seat that is about to attack the other's king.
#[derive(Clone, Copy)]
pub struct Rush<'a> {
    pieces: &'a Pieces,
    stacks: &'a Stacks,
    /// The cell open to this seat to capture en passant.
    ep_square: Bitboard,
    /// The seat that attacks.
    seat: Seat,
    /// The cell of the other's king.
    king: Cell,
    /// The other's pieces that have checkers to be gained.
    gains: Bitboard,
}

impl<'a> Rush<'a> {
    /// The attack of `seat` on the other's king, with the cell that is open to it to capture en passant.
    #[inline(always)]
    pub fn of(pieces: &'a Pieces, stacks: &'a Stacks, ep_square: Bitboard, seat: Seat) -> Rush<'a> {
        let king = pieces.king(seat.other());
        let gains = stacks.held() & pieces.side(seat.other()) & !bit(king);
        Rush { pieces, stacks, ep_square, seat, king, gains }
    }

    /// Whether the king is in check.
    #[inline(always)]
    pub fn is_check(&self) -> bool {
        self.checker().is_some()
    }

    /// A piece that gives check.
    #[inline(always)]
    pub fn checker(&self) -> Option<Cell> {
        let direct = self.pieces.attackers(self.seat, self.king, self.pieces.occupied());
        cells(direct).next().or_else(|| self.driven_checker())
    }

    /// A piece that gives check with extra moves.
    #[inline(always)]
    pub fn driven_checker(&self) -> Option<Cell> {
        match self.stacks.held() {
            0 => None,
            _ => cells(self.driven()).find(|&piece| self.comes(piece, 0)),
        }
    }

    /// The pieces that can make extra moves: those with checkers, and those that can gain some by their
    /// regular move.
    #[inline(always)]
    fn driven(&self) -> Bitboard {
        let (pieces, own) = (self.pieces, self.pieces.side(self.seat));
        let mut driven = self.stacks.held() & own;
        let most = if self.gains == 0 { 0 } else { self.stacks.on(self.gains) };
        for gain in cells(self.gains).filter(|&gain| distance(gain, self.king) <= most) {
            driven |= pieces.attackers(self.seat, gain, pieces.occupied());
        }
        if self.gains & self.ep_pawn() != 0 {
            driven |= self.takers();
        }
        driven
    }

    /// The pawn that can be captured en passant.
    #[inline(always)]
    fn ep_pawn(&self) -> Bitboard {
        PawnSteps::of(self.seat.other()).ahead.of(self.ep_square)
    }

    /// The pawns that can capture it.
    #[inline(always)]
    fn takers(&self) -> Bitboard {
        let steps = PawnSteps::of(self.seat.other());
        let adjacent = steps.west.of(self.ep_square) | steps.east.of(self.ep_square);
        adjacent & self.pieces.of(self.seat, Kind::Pawn)
    }

    /// Where a piece can go by a regular move, captures en passant left out.
    #[inline(always)]
    fn arrivals(&self, piece: Cell) -> Bitboard {
        let (pieces, at) = (self.pieces, (piece & 63) as usize);
        let (own, occupied) = (pieces.side(self.seat), pieces.occupied());
        let is = |set: Bitboard| set & bit(piece) != 0;
        if is(pieces.kind(Kind::Pawn)) {
            let steps = PawnSteps::of(self.seat);
            let one = steps.ahead.of(bit(piece)) & !occupied;
            let two = steps.ahead.of(one & own_rank(self.seat, 3)) & !occupied;
            return one | two | PAWN_ATTACKS[self.seat.parity()][at] & occupied & !own;
        }
        let mut reached = 0;
        if is(pieces.orthogonal_sliders()) {
            reached |= rook_attacks(piece, occupied);
        }
        if is(pieces.diagonal_sliders()) {
            reached |= bishop_attacks(piece, occupied);
        }
        if is(pieces.kind(Kind::Knight)) {
            reached |= KNIGHT_ATTACKS[at];
        }
        if is(pieces.kind(Kind::King)) {
            reached |= KING_ATTACKS[at];
        }
        reached & !own
    }

    /// The pieces under which one more checker can lie without check (A5, A8): the king is not in check now.
    pub fn room(&self) -> Bitboard {
        let safe = cells(self.pieces.side(self.seat)).filter(|&piece| !self.comes(piece, 1));
        safe.fold(0, |all, piece| all | bit(piece))
    }

    /// Whether there is one. The king is asked first: mostly it is far away.
    #[inline(always)]
    pub fn has_room(&self) -> bool {
        let king = self.pieces.of(self.seat, Kind::King);
        [king, self.pieces.side(self.seat) & !king]
            .into_iter()
            .flat_map(cells)
            .any(|piece| !self.comes(piece, 1))
    }

    /// Whether a piece, with `extra` checkers than it has, takes the king by extra moves.
    pub fn comes(&self, piece: Cell, extra: u32) -> bool {
        let checkers = self.stacks.at(piece) + extra;
        let slides = (self.pieces.orthogonal_sliders() | self.pieces.diagonal_sliders()) & bit(piece) != 0;
        let most = 2 + checkers + if self.gains == 0 { 0 } else { self.stacks.on(self.gains) };
        if !slides && distance(piece, self.king) > most {
            return false;
        }
        let arrivals = self.arrivals(piece);
        // A6: own pieces are in the way, enemies are taken, and the cell that it started from is free.
        let targets = !self.pieces.side(self.seat) | bit(piece);
        let mut run = Run { stacks: self.stacks, king: bit(self.king), targets, tries: SEARCHED };
        run.can_end(arrivals & !self.gains, checkers, self.gains)
            || cells(arrivals & self.gains)
                .any(|gain| run.can_end(bit(gain), checkers + self.stacks.at(gain), self.gains & !bit(gain)))
            || self.takers() & bit(piece) != 0
                && run.can_end(
                    self.ep_square,
                    checkers + self.stacks.on(self.ep_pawn()),
                    self.gains & !self.ep_pawn(),
                )
    }
}

/// Extra moves of a piece that mean to end on the king's cell.
struct Run<'a> {
    stacks: &'a Stacks,
    king: Bitboard,
    /// The cells that the piece can enter.
    targets: Bitboard,
    tries: u32,
}

impl Run<'_> {
    /// Returns whether extra moves can lead from one of the cells `starts` to the king. The run starts with
    /// `checkers` checkers and can gain those on `gains`.
    ///
    /// A checker spent to gain one costs nothing: so pieces with one are free ground, and all that are met
    /// lie on a shortest way. Pieces with more are counted here as if each could be met without going out of
    /// one's way: if that does not suffice, nothing does, and if it suffices with them, the ways that really
    /// are there are looked at one after the other.
    #[inline(always)]
    fn can_end(&mut self, starts: Bitboard, checkers: u32, gains: Bitboard) -> bool {
        let (mut reached, mut left, mut met) = (starts, checkers, 0);
        if starts == 0 {
            return false;
        }
        while left > 0 {
            let mut next = around(reached) & self.targets;
            while next & gains & !reached != 0 {
                let fresh = next & gains & !reached;
                left += self.stacks.on(fresh) - fresh.count_ones();
                met |= fresh;
                reached |= fresh;
                next = around(reached) & self.targets;
            }
            if next & self.king != 0 {
                return met & self.stacks.high() == 0 || self.finds_way(starts, checkers, gains);
            }
            if next & !reached == 0 {
                return false;
            }
            reached |= next;
            left -= 1;
        }
        false
    }

    /// The same, each order of gaining checkers tried for itself.
    #[cold]
    fn finds_way(&mut self, starts: Bitboard, checkers: u32, gains: Bitboard) -> bool {
        let mut reached = starts;
        for left in (0..checkers).rev() {
            let Some(tries) = self.tries.checked_sub(1) else { return false };
            self.tries = tries;
            let next = around(reached) & self.targets & !reached;
            if next & self.king != 0 {
                return true;
            }
            for gain in cells(next & gains) {
                if self.can_end(bit(gain), left + self.stacks.at(gain), gains & !bit(gain)) {
                    return true;
                }
            }
            reached |= next;
        }
        false
    }
}
