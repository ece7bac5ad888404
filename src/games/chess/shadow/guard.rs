//! Check through shadows (Chess 6), and what a step can open to it.

use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::bits::{Bits, bit};
use crate::games::chess::men::{Kind, Men};
use crate::games::chess::position::pawn_directions;
use crate::games::chess::rim::{Rim, attackers};

/// The cells that some pieces of a seat attack, whose sliders reach `lines`.
#[inline(always)]
fn attacked_by<R: Rim>(men: &Men, seat: Seat, pieces: Bits, lines: &[Bits; 8]) -> Bits {
    let mut attacked = lines.iter().fold(0, |all, line| all | line);
    let knights = men.kind(Kind::Knight) & pieces;
    (0..8).for_each(|hop| attacked |= R::hops(hop, knights));
    let [_, west, east] = pawn_directions(seat);
    let pawns = men.kind(Kind::Pawn) & pieces;
    attacked |= R::steps(west, pawns) | R::steps(east, pawns);
    if men.kind(Kind::King) & pieces != 0 {
        attacked |= R::near(men.king(seat));
    }
    attacked
}

/// Whether a seat's king is in check (6.2): attacked himself, or an enemy that does not stand in his shadow
/// attacks an empty cell of it. (His shadow is all cells about him: 5.5.)
#[inline]
pub fn in_check<R: Rim>(men: &Men, seat: Seat) -> bool {
    let (king, occupied) = (men.king(seat), men.occupied());
    let about = R::near(king);
    let beside = men.side(seat ^ 1) & about;
    if beside != 0 && attackers::<R>(men, seat ^ 1, king, occupied) & beside != 0 {
        return true;
    }
    let far = men.side(seat ^ 1) & !about;
    let lines = R::fill(men.straight() & far, men.diagonal() & far, !occupied);
    attacked_by::<R>(men, seat ^ 1, far, &lines) & (about & !occupied | bit(king)) != 0
}

/// How the king of the seat to act is threatened, and what keeps threats from him.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// Whether he is in check.
    pub checked: bool,
    /// Where a step can meet a check: a step to any other cell that takes nothing aside does not.
    pub answers: Bits,
    /// The pieces of either seat without which there may be a check. (A step of any other piece but the
    /// king, which does not take one of these aside, leaves none if there is none.)
    shields: Bits,
    /// The cells that lines of enemies reach.
    lined: Bits,
    /// The cells about the king, and those that are seen from the empty ones and from his own.
    seen: Bits,
    /// For each direction the cells where a piece shuts a line of an enemy towards the king or a cell about
    /// him.
    held: [Bits; 8],
    /// The enemies that strike without a line and do not stand about the king.
    leapers: Bits,
}

impl Guard {
    /// That of a seat's king, whose enemy's sliders reach `lines`.
    #[inline(always)]
    pub fn of<R: Rim>(men: &Men, seat: Seat, lines: &[Bits; 8]) -> Guard {
        let (king, occupied) = (men.king(seat), men.occupied());
        let (about, enemies) = (R::near(king), men.side(seat ^ 1));
        let far = enemies & !about;
        // What stands about the king gives no check through his shadow.
        let lines = match enemies & about & (men.straight() | men.diagonal()) {
            0 => *lines,
            _ => R::fill(men.straight() & far, men.diagonal() & far, !occupied),
        };
        let attacked = attacked_by::<R>(men, seat ^ 1, far, &lines);
        let zone = bit(king) | about & !occupied;
        let beside = enemies & about;
        let checked = attacked & zone != 0
            || beside != 0 && attackers::<R>(men, seat ^ 1, king, occupied) & beside != 0;
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
            leapers: far & !(men.straight() | men.diagonal()),
        }
    }

    /// Whether a step of a shielding piece can leave the king out of check, who is not in check now: it stays
    /// on a line that it shuts, or takes a piece that strikes without one.
    #[inline(always)]
    pub fn may_shield<R: Rim>(&self, from: Cell, to: Cell) -> bool {
        let stays = |d: usize| {
            self.held[d] & bit(from) != 0 && (R::ray(d, from) | R::ray(d ^ 4, from)) & bit(to) != 0
        };
        self.leapers & bit(to) != 0 || (0..8).any(stays)
    }

    /// The pieces whose steps have to be looked at one by one.
    #[inline(always)]
    pub fn doubtful(&self, movers: Bits) -> Bits {
        if self.checked { movers } else { movers & self.shields }
    }

    /// Whether a capture aside has to be looked at: two pieces leave their cells at once, perhaps of one
    /// line.
    #[inline(always)]
    pub fn doubts(&self, mover: Bits, victim: Bits) -> bool {
        let both = mover | victim;
        self.checked || self.shields & both != 0 || self.lined & both != 0 && self.seen & both != 0
    }
}
