//! Explanations of Half Alice Chess: why a text is not a legal step.

use super::State;
use super::mirror::{CheckInfo, halves, side_of};
use crate::games::chess::bitboard::{Bitboard, bit, cells};
use crate::games::chess::castling::{self, Castling};
use crate::games::chess::explain::{self, name};
use crate::games::chess::pieces::Kind;
use crate::games::chess::position::Position;
use crate::games::chess::step::{MoveKind, Step};

/// Returns why a piece cannot make a step. `free` is the number of free checkers of the player.
pub fn explain_move(state: &State, step: Step, free: u8) -> String {
    let State { position, extra } = state;
    let (from, to, mirrored) = (step.from(), step.to(), extra.mirrored);
    let side = side_of(mirrored, from);
    let half = &halves(position, mirrored)[side];
    let castling = match step.move_kind() {
        MoveKind::Castle => Some(Castling::of(from, to)),
        // The king's two-file step onto a piece.
        MoveKind::Normal(Kind::King) => castling::from_two_file_step(position.seat, from, to),
        _ => None,
    };
    if let Some(castling) = castling {
        return castle(position, half, castling, free);
    }
    let other = match step.move_kind() {
        MoveKind::EnPassant => (side_of(mirrored, cells(position.ep_pawn()).next().unwrap_or(to)) != side)
            .then(|| "the pawn that passed over this cell is on the other side of the mirror (4A.5)".into()),
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn(half, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(half, step),
    };
    if let Some(reason) = other {
        return reason;
    }
    if position.pieces.occupied() & !half.pieces.occupied() & bit(to) != 0 {
        return format!("{} is occupied by a piece on the other side of the mirror (4A.2)", name(to));
    }
    if side == 0 && free == 0 {
        return "no free checker is left to put under the piece (4A.6)".into();
    }
    explain_check(position, mirrored, step)
}

/// Why king and rook do not castle.
fn castle(position: &Position, half: &Position, castling: Castling, free: u8) -> String {
    let ends = bit(castling.king_to) | bit(castling.rook_to);
    let beyond = position.pieces.occupied() & ends;
    explain::castle(half, castling)
        .or_else(|| {
            let cell = cells(beyond).next()?;
            Some(format!("castling is blocked: {} is occupied (4A.4)", name(cell)))
        })
        .or_else(|| (free < 2).then(|| "castling needs two free checkers (4A.6)".into()))
        .unwrap_or_else(|| "the king cannot castle out of, through or into check (4A.4)".into())
}

/// Why a step that a piece could make leaves its king attacked.
fn explain_check(position: &Position, mirrored: Bitboard, step: Step) -> String {
    let seat = position.seat.of_two();
    let king = position.pieces.king(seat);
    let home = side_of(mirrored, king);
    let halves = halves(position, mirrored);
    if step.from() == king {
        let pieces = &halves[home].pieces;
        let before = pieces.attackers(seat.other(), step.to(), pieces.occupied() & !bit(king)) != 0;
        let when = if before { "before" } else { "after" };
        return format!("the king would be in check on {} {when} changing sides (4A.3)", name(step.to()));
    }
    match cells(CheckInfo::of(&halves[home]).checkers).next() {
        Some(checker) => format!("the king on {} is in check from {} (4A.3)", name(king), name(checker)),
        None => {
            format!("it would leave the king on {} in check after the change of sides (4A.3)", name(king))
        }
    }
}
