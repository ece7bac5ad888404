//! Which pieces can move: the least valuable of them may move with any card (W6).

use crate::game::Seat;
use crate::games::chess::kit::bitboard::Bitboard;
use crate::games::chess::kit::lines::{LEAPS, STEPS};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::PawnSteps;

/// The cells next to those of a set, in every second direction from `first`: straight ones from 0, diagonal
/// ones from 1.
#[inline(always)]
fn adjacent(bits: Bitboard, first: usize) -> Bitboard {
    STEPS[first..].iter().step_by(2).fold(0, |all, step| all | step.of(bits))
}

/// The lowest kind of which a seat has a piece that can move, if it has any; the pawns of `moved` stay where
/// they are (W7).
///
/// What goes along lines can move if it can go one cell, and a king that can castle has a rook that can move.
#[inline(always)]
pub fn least(pieces: &Pieces, seat: Seat, moved: Bitboard) -> Option<Kind> {
    let (own, steps) = (pieces.side(seat), PawnSteps::of(seat));
    let pawns = pieces.kind(Kind::Pawn) & own & !moved;
    let taking = (steps.west.of(pawns) | steps.east.of(pawns)) & pieces.side(seat.other());
    if steps.ahead.of(pawns) & !pieces.occupied() | taking != 0 {
        return Some(Kind::Pawn);
    }
    least_officer(pieces, own)
}

/// Same without pawns. Called only if no pawn can move.
fn least_officer(pieces: &Pieces, own: Bitboard) -> Option<Kind> {
    let of = |kind| pieces.kind(kind) & own;
    let leaps = LEAPS.iter().fold(0, |all, leap| all | leap.of(of(Kind::Knight)));
    let around = |kind| adjacent(of(kind), 0) | adjacent(of(kind), 1);
    if leaps & !own != 0 {
        Some(Kind::Knight)
    } else if adjacent(of(Kind::Bishop), 1) & !own != 0 {
        Some(Kind::Bishop)
    } else if adjacent(of(Kind::Rook), 0) & !own != 0 {
        Some(Kind::Rook)
    } else if around(Kind::Queen) & !own != 0 {
        Some(Kind::Queen)
    } else if around(Kind::King) & !own != 0 {
        Some(Kind::King)
    } else {
        None
    }
}
