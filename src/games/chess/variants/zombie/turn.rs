//! The safety of a king while a turn is made (Zombie Z6, Z8).

use super::graves::Graves;
use super::late::Late;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, own_rank};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::lines::{LEAPS, between, fill};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::{PawnSteps, Position};
use crate::games::chess::kit::step::{MoveKind, Step};

/// A turn in progress: the board, and the parts of the turn that matter for the safety of the king.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The board, with the seat that acts.
    pub position: Position,
    /// All zombies on it.
    pub zombies: Bitboard,
    /// Those that have moved in this turn.
    pub moved: Bitboard,
    /// The cells that pieces have left in this turn.
    pub left: Bitboard,
    /// The grid of the seat that acts.
    pub graves: &'a Graves,
}

/// The maximum number of steps that are tried to find out whether a horde can close its turn safely. Few
/// hordes need a hundred. Where many zombies block each other, a horde that would need more counts as unable
/// to. (A step that was found to be safe leads to one that will be, since it needs no more tries.)
const SEARCHED: u32 = 2000;

/// The pieces as they attack: a pawn on its last rank as a queen and a knight together (Z8).
#[inline(always)]
pub fn armed(pieces: &Pieces) -> Pieces {
    let pawns = pieces.kind(Kind::Pawn);
    let late = pawns
        & (pieces.side(Seat::ZERO) & own_rank(Seat::ZERO, 8)
            | pieces.side(Seat::ONE) & own_rank(Seat::ONE, 8));
    let mut armed = *pieces;
    armed.kinds[Kind::Queen as usize] |= late;
    armed.kinds[Kind::Knight as usize] |= late;
    armed
}

/// The pieces that give check to the king of `seat`.
pub fn checkers(pieces: &Pieces, seat: Seat) -> Bitboard {
    armed(pieces).attackers(seat.other(), pieces.king(seat), pieces.occupied())
}

impl Turn<'_> {
    fn seat(&self) -> Seat {
        self.position.seat
    }

    /// The zombies that may still move.
    #[inline(always)]
    pub fn waiting(&self) -> Bitboard {
        self.zombies & self.position.pieces.side(self.seat()) & !self.moved
    }

    /// The same turn after a step of the moving part.
    pub fn after(&self, step: Step) -> Self {
        let (mut next, seat, from) = (*self, self.seat(), bit(step.from()));
        let castling = (step.move_kind() == MoveKind::Castle).then(|| Castling::of(step.from(), step.to()));
        next.position.make(step);
        next.position.seat = seat;
        next.position.ep_square = self.position.ep_square;
        let pieces = &next.position.pieces;
        // What was taken is no zombie any more; what moves stays what it is.
        let walks = self.zombies & from != 0;
        next.zombies &= pieces.side(seat.other()) | pieces.side(seat) & !bit(step.to());
        next.zombies &= !from;
        if walks {
            next.zombies |= bit(step.to());
            next.moved |= bit(step.to());
        }
        next.left |= from | castling.map_or(0, |castling| bit(castling.rook));
        // Z11: an open cell stays open while it is empty and the pawn that passed it stands.
        let passers = pieces.of(seat.other(), Kind::Pawn);
        next.position.ep_square &= !pieces.occupied() & PawnSteps::of(seat).ahead.of(passers);
        next
    }

    /// Returns the board that results if the turn is closed now (Z6).
    fn closed(&self) -> Pieces {
        let (mut pieces, seat) = (self.position.pieces, self.seat());
        pieces.clear(self.waiting());
        for cell in cells(self.left & self.graves.held() & !pieces.occupied()) {
            if let Some(kind) = self.graves.at(cell) {
                pieces.toggle(seat.other(), kind, bit(cell));
            }
        }
        pieces
    }

    /// Whether the turn can be closed safely now (Z6).
    pub fn is_closable(&self) -> bool {
        checkers(&self.closed(), self.seat()) == 0
    }

    /// Whether the seat may make a step (Z6).
    pub fn allows(&self, step: Step) -> bool {
        self.allows_within(step, &mut { SEARCHED })
    }

    /// The same, as long as there are tries left.
    fn allows_within(&self, step: Step, tries: &mut u32) -> bool {
        let Some(left) = tries.checked_sub(1) else { return false };
        *tries = left;
        let next = self.after(step);
        checkers(&next.position.pieces, self.seat()) == 0
            && (next.is_closable() || self.zombies & bit(step.from()) != 0 && next.is_saved(tries))
    }

    /// Whether some zombie can go on so that the turn can be closed safely. Those are tried first that come
    /// to where they may help.
    fn is_saved(&self, tries: &mut u32) -> bool {
        let Some(helpful) = self.helpful() else { return false };
        let (mut sets, mut late, mut saved) = (MoveSet::default(), Late::default(), false);
        self.add_steps(self.waiting(), &mut sets, &mut late);
        for first in [true, false] {
            let mut attempt = |step: Step| {
                let helps = helpful & (bit(step.from()) | bit(step.to())) != 0;
                saved = saved || helps == first && self.allows_within(step, tries);
                true
            };
            // What a pawn becomes makes no difference.
            sets.retain(&self.position, &mut attempt);
            late.retain(&self.position, &mut attempt);
        }
        saved
    }

    /// The cells where zombies may help against the pieces that would give check: on those pieces' cells, or
    /// between them and the king. None if for one of these pieces no zombie can come there, not even on a
    /// board on which waiting zombies block no piece.
    fn helpful(&self) -> Option<Bitboard> {
        let (pieces, seat, waiting) = (self.closed(), self.seat(), self.waiting());
        let king = pieces.king(seat);
        let (reached, passers, mut helpful) = (self.reach(waiting), self.passers(), self.position.ep_square);
        for checker in cells(checkers(&pieces, seat)) {
            let between = between(king, checker);
            let here = between | bit(checker);
            if (reached & here | waiting & between & self.graves.held() | passers & bit(checker)) == 0 {
                return None;
            }
            helpful |= here;
        }
        Some(helpful)
    }

    /// The pawns that can be captured en passant.
    fn passers(&self) -> Bitboard {
        PawnSteps::of(self.seat().other()).ahead.of(self.position.ep_square)
    }

    /// The cells to which zombies might come.
    fn reach(&self, waiting: Bitboard) -> Bitboard {
        let pieces = &self.position.pieces;
        let empty = !pieces.occupied() | waiting | self.passers();
        let late = waiting & pieces.kind(Kind::Pawn) & own_rank(self.seat(), 8);
        let sliding = fill(
            pieces.orthogonal_sliders() & waiting | late,
            pieces.diagonal_sliders() & waiting | late,
            empty,
        );
        let mut reached = sliding.into_iter().fold(0, |all, set| all | set);
        for leap in LEAPS {
            reached |= leap.of(pieces.kind(Kind::Knight) & waiting | late);
        }
        let steps = PawnSteps::of(self.seat());
        let pawns = pieces.kind(Kind::Pawn) & waiting;
        let ahead = steps.ahead.of(pawns);
        reached | ahead | steps.ahead.of(ahead) | steps.west.of(pawns) | steps.east.of(pawns)
    }

    /// Adds the steps of `movers`, whatever becomes of the king (C3 to C6, Z7, Z9).
    #[inline(always)]
    pub fn add_steps(&self, movers: Bitboard, sets: &mut MoveSet, late: &mut Late) {
        let (position, seat) = (&self.position, self.seat());
        let pieces = &position.pieces;
        let targets = !pieces.side(seat) & !pieces.of(seat.other(), Kind::King);
        sets.add_moves(position, movers, targets);
        let pawns = pieces.kind(Kind::Pawn) & movers;
        sets.add_en_passant(position, pawns);
        let last = pawns & own_rank(seat, 8);
        if last != 0 {
            late.add(position, last, targets);
        }
    }
}
