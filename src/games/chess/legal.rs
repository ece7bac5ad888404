//! Orthodox legality: no step leaves the own king attacked (Chess 6.3, Chess960 3.2).

use super::bits::{Bits, bit, cells, own_rank};
use super::castling::Castling;
use super::lines::{KNIGHT, PAWN, between, diagonal_lines, straight_lines};
use super::men::Kind;
use super::position::Position;
use super::rim::{self, Rim};
use super::sets::{Sets, SetsOn};
use crate::board::Cell;

/// What bears on the king of the seat to act.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    /// The enemy pieces that give check.
    pub checkers: Bits,
    /// The own pieces that stand alone between the king and an enemy slider.
    pub pinned: Bits,
}

impl Danger {
    /// Finds them.
    #[inline(always)]
    pub fn of(position: &Position) -> Danger {
        Danger::from(position, position.men.side(position.seat ^ 1))
    }

    /// Finds those that come from some of the enemies.
    #[inline(always)]
    pub fn from(position: &Position, enemies: Bits) -> Danger {
        let (men, seat) = (&position.men, position.seat);
        let king = men.king(seat);
        let (own, occupied) = (men.side(seat), men.occupied());
        let leapers = KNIGHT[king as usize] & men.kind(Kind::Knight)
            | PAWN[(seat & 1) as usize][king as usize] & men.kind(Kind::Pawn);
        let mut danger = Danger { checkers: leapers & enemies, pinned: 0 };
        let sliders =
            (straight_lines(king) & men.straight() | diagonal_lines(king) & men.diagonal()) & enemies;
        for slider in cells(sliders) {
            let shield = between(king, slider) & occupied;
            if shield == 0 {
                danger.checkers |= bit(slider);
            } else if shield & (shield - 1) == 0 {
                danger.pinned |= shield & own;
            }
        }
        danger
    }
}

/// All cells that the enemy attacks once the king of the seat to act has left his cell.
#[inline(always)]
pub fn attacked_cells<R: Rim>(position: &Position) -> Bits {
    let king = bit(position.men.king(position.seat));
    rim::attacked::<R>(&position.men, position.seat ^ 1, position.men.occupied() & !king)
}

/// The legal steps, put into empty sets.
#[inline(always)]
pub fn add_legal<R: Rim>(position: &Position, sets: &mut SetsOn<R>) {
    add_safe(position, attacked_cells::<R>(position), R::danger(position), sets);
}

/// The steps that are legal where the enemy attacks these cells and this bears on the king, put into empty
/// sets.
#[inline(always)]
pub fn add_safe<R: Rim>(position: &Position, attacked: Bits, danger: Danger, sets: &mut SetsOn<R>) {
    let (men, seat) = (&position.men, position.seat);
    let (own, king) = (men.side(seat), men.king(seat));
    *sets.king() = R::near(king) & !own & !attacked;
    let mut open = !own;
    if danger.checkers != 0 {
        if danger.checkers & (danger.checkers - 1) != 0 {
            return;
        }
        // A single check is met by capturing the piece that gives it, or by stepping between.
        open = danger.checkers | R::shield(position, king, danger.checkers.trailing_zeros() as Cell);
    }
    let free = own & !danger.pinned;
    sets.put_officers(men, free, open);
    sets.add_pawns(position, men.kind(Kind::Pawn) & free, open);
    if danger.pinned != 0 {
        add_pinned(position, danger.pinned, open, sets);
    }
    sets.close(men);
    if position.rights & own_rank(seat, 1) != 0 && danger.checkers == 0 {
        *sets.castles() = castles::<R>(position, attacked);
    }
    if position.passed != 0 {
        sets.add_passant(position, ep_capturers::<R>(position));
    }
}

/// The legal steps on the plane.
#[inline(always)]
pub fn legal(position: &Position) -> Sets {
    let mut sets = Sets::default();
    add_legal(position, &mut sets);
    sets
}

/// A pinned piece goes on the line of the pin only. (A pinned knight does not move.)
#[cold]
fn add_pinned<R: Rim>(position: &Position, pinned: Bits, open: Bits, sets: &mut SetsOn<R>) {
    let (men, king) = (&position.men, position.men.king(position.seat));
    for cell in cells(pinned) {
        let (piece, line) = (bit(cell), open & R::pinned_to(position, king, cell));
        let sliding = R::fill(men.straight() & piece, men.diagonal() & piece, !men.occupied());
        for (set, reached) in sets.slides().iter_mut().zip(sliding) {
            *set |= reached & line;
        }
        sets.add_pawns(position, men.kind(Kind::Pawn) & piece, line);
    }
}

/// The rooks with which a king that is not in check may castle (Chess 4.7, Chess960 2.1.3 and 3.3).
fn castles<R: Rim>(position: &Position, attacked: Bits) -> Bits {
    let (men, seat) = (&position.men, position.seat);
    let king = men.king(seat);
    let mut castles = 0;
    for rook in cells(position.rights & own_rank(seat, 1)) {
        let castling = Castling::of(king, rook);
        let clear = castling.way() & men.occupied() == 0 && castling.path() & attacked == 0;
        if clear && !opens_rank::<R>(position, castling) {
            castles |= bit(rook);
        }
    }
    castles
}

/// Whether the king stands in check along his rank once both men have moved: only where a rook does not start
/// in a corner, or the rank is a ring.
fn opens_rank<R: Rim>(position: &Position, castling: Castling) -> bool {
    let men = &position.men;
    let occupied = men.occupied() & !bit(castling.king) & !bit(castling.rook)
        | bit(castling.king_to)
        | bit(castling.rook_to);
    let enemies = men.straight() & men.side(position.seat ^ 1);
    R::straight(castling.king_to, occupied) & enemies & own_rank(position.seat, 1) != 0
}

/// The pawns that may capture in passing without leaving their king attacked.
#[cold]
pub fn ep_capturers<R: Rim>(position: &Position) -> Bits {
    let (men, seat) = (&position.men, position.seat);
    let (king, passer) = (men.king(seat), position.passer());
    let mut takers = 0;
    for pawn in cells(position.beside_ep_pawn_on::<R>()) {
        let occupied = men.occupied() & !bit(pawn) & !passer | position.passed;
        if rim::attackers::<R>(men, seat ^ 1, king, occupied) & !passer == 0 {
            takers |= bit(pawn);
        }
    }
    takers
}

/// Whether the king of the seat that is not to act stands in check: no step can have led there (Chess 11.4).
pub fn leaves_check(position: &Position) -> bool {
    let men = &position.men;
    men.attackers(position.seat, men.king(position.seat ^ 1), men.occupied()) != 0
}
