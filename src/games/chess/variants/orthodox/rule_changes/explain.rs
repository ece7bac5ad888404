//! Why a piece cannot make a move (Chess 14).

use super::RuleChanges;
use crate::games::chess::kit::bitboard::{bit, cells};
use crate::games::chess::kit::castling::CastlingNotation;
use crate::games::chess::kit::explain::{explain_within, name};
use crate::games::chess::kit::lines::{PAWN_ATTACKS, between};
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::topology::Flat;

/// Returns why a move is not legal. `castling_notation` is `None` if the game has no castling.
pub fn explain_move(
    changes: RuleChanges,
    position: &Position,
    step: Step,
    castling_notation: Option<CastlingNotation>,
) -> String {
    let closed = changes.bounds(position).closed;
    explain_within::<Flat>(position, step, castling_notation, closed, || pawn(changes, position, step))
}

/// Returns why a pawn cannot make a move, apart from check.
fn pawn(changes: RuleChanges, position: &Position, step: Step) -> Option<String> {
    let (from, to, pieces, seat) = (step.from(), step.to(), &position.pieces, position.seat);
    if PAWN_ATTACKS[seat.parity()][usize::from(from)] & bit(to) != 0 {
        let bounds = changes.bounds(position);
        if step.move_kind() == MoveKind::EnPassant || bounds.takeable & bit(to) != 0 {
            return None;
        }
        let prey = if changes.self_capture { "piece that it can capture" } else { "enemy piece" };
        return Some(format!("a pawn moves to {} only to capture, and there is no {prey}", name(to)));
    }
    if changes.pawn_reach(seat, from) & bit(to) == 0 {
        return Some(format!("the pawn on {} cannot move to {}", name(from), name(to)));
    }
    let way = between(from, to) | bit(to);
    cells(way & pieces.occupied()).next().map(|blocked| format!("{} is occupied", name(blocked)))
}
