//! Check through shadows (Chess 6), and what a step can open to it.

use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::pawn_directions;
use crate::games::chess::kit::topology::{Topology, attackers};

/// Returns the cells attacked by the pieces of a seat on `set`, whose sliders reach `lines`.
#[inline(always)]
fn attacked_by<R: Topology>(pieces: &Pieces, seat: Seat, set: Bitboard, lines: &[Bitboard; 8]) -> Bitboard {
    let mut attacked = lines.iter().fold(0, |all, line| all | line);
    let knights = pieces.kind(Kind::Knight) & set;
    (0..8).for_each(|hop| attacked |= R::hops(hop, knights));
    let [_, west, east] = pawn_directions(seat);
    let pawns = pieces.kind(Kind::Pawn) & set;
    attacked |= R::steps(west, pawns) | R::steps(east, pawns);
    if pieces.kind(Kind::King) & set != 0 {
        attacked |= R::king_attacks(pieces.king(seat));
    }
    attacked
}

/// Returns whether a seat's king is in check (6.2): it is attacked, or an enemy outside its shadow attacks an
/// empty cell of the shadow. (The shadow of a king is all cells around it: 5.5.)
#[inline]
pub fn in_check<R: Topology>(pieces: &Pieces, seat: Seat) -> bool {
    let (king, occupied) = (pieces.king(seat), pieces.occupied());
    let about = R::king_attacks(king);
    let adjacent = pieces.side(seat.other()) & about;
    if adjacent != 0 && attackers::<R>(pieces, seat.other(), king, occupied) & adjacent != 0 {
        return true;
    }
    let far = pieces.side(seat.other()) & !about;
    let lines = R::fill(pieces.orthogonal_sliders() & far, pieces.diagonal_sliders() & far, !occupied);
    attacked_by::<R>(pieces, seat.other(), far, &lines) & (about & !occupied | bit(king)) != 0
}

/// How the king of the seat to act is threatened, and what keeps threats from it.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// Whether it is in check.
    pub checked: bool,
    /// Where a step can meet a check: a step to any other cell that takes nothing aside does not.
    pub answers: Bitboard,
    /// The pieces of either seat without which there may be a check. (A step of any other piece but the
    /// king, which does not take one of these aside, leaves none if there is none.)
    shields: Bitboard,
    /// The cells that lines of enemies reach.
    lined: Bitboard,
    /// The cells about the king, and those that are seen from the empty ones and from its own.
    seen: Bitboard,
    /// For each direction the cells where a piece shuts a line of an enemy towards the king or a cell about
    /// it.
    held: [Bitboard; 8],
    /// The enemies that strike without a line and do not stand about the king.
    leapers: Bitboard,
}

impl Guard {
    /// That of a seat's king, whose enemy's sliders reach `lines`.
    #[inline(always)]
    pub fn of<R: Topology>(pieces: &Pieces, seat: Seat, lines: &[Bitboard; 8]) -> Guard {
        let (king, occupied) = (pieces.king(seat), pieces.occupied());
        let (about, enemies) = (R::king_attacks(king), pieces.side(seat.other()));
        let far = enemies & !about;
        // What stands about the king gives no check through its shadow.
        let lines = match enemies & about & (pieces.orthogonal_sliders() | pieces.diagonal_sliders()) {
            0 => *lines,
            _ => R::fill(pieces.orthogonal_sliders() & far, pieces.diagonal_sliders() & far, !occupied),
        };
        let attacked = attacked_by::<R>(pieces, seat.other(), far, &lines);
        let zone = bit(king) | about & !occupied;
        let adjacent = enemies & about;
        let checked = attacked & zone != 0
            || adjacent != 0 && attackers::<R>(pieces, seat.other(), king, occupied) & adjacent != 0;
        let views = R::fill(zone, zone, !occupied);
        let (mut met, mut lined, mut seen, mut held) = (0, 0, about, [0; 8]);
        for d in 0..8 {
            met |= lines[d] & views[d ^ 4];
            lined |= lines[d];
            seen |= views[d];
            held[d] = lines[d] & (views[d ^ 4] | about);
        }
        Guard {
            checked,
            answers: met & !occupied | attacked & about | enemies,
            shields: met & occupied | attacked & about & occupied,
            lined,
            seen,
            held,
            leapers: far & !(pieces.orthogonal_sliders() | pieces.diagonal_sliders()),
        }
    }

    /// Whether a step of a shielding piece can leave the king out of check, who is not in check now: it stays
    /// on a line that it shuts, or takes a piece that strikes without one.
    #[inline(always)]
    pub fn may_shield<R: Topology>(&self, from: Cell, to: Cell) -> bool {
        let stays = |d: usize| {
            self.held[d] & bit(from) != 0 && (R::ray(d, from) | R::ray(d ^ 4, from)) & bit(to) != 0
        };
        self.leapers & bit(to) != 0 || (0..8).any(stays)
    }

    /// The pieces whose steps have to be looked at one by one.
    #[inline(always)]
    pub fn doubtful(&self, movers: Bitboard) -> Bitboard {
        if self.checked { movers } else { movers & self.shields }
    }

    /// Returns whether a capture aside must be checked: two pieces leave their cells at the same time,
    /// perhaps on one line.
    #[inline(always)]
    pub fn doubts(&self, mover: Bitboard, victim: Bitboard) -> bool {
        let both = mover | victim;
        self.checked || self.shields & both != 0 || self.lined & both != 0 && self.seen & both != 0
    }
}
