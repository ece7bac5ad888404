//! Explanations of Crowded House: why a text is not a legal step.

use super::takeable::{king_takers, may_go, next};
use super::{State, is_idle};
use crate::games::chess::bitboard::cells;
use crate::games::chess::castling::{self, Castling};
use crate::games::chess::explain::{self, name};
use crate::games::chess::pieces::Kind;
use crate::games::chess::step::{MoveKind, Step};

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let reason = if text != "pass" {
        return None;
    } else if is_idle(state) {
        "a seat that can bring a piece to its side cannot pass (4B.7)"
    } else {
        "a seat with pieces on its side cannot pass (4B.7)"
    };
    Some(reason.into())
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let State { position, extra } = state;
    let (from, to, seat) = (step.from(), step.to(), extra.seat);
    let castling = match step.move_kind() {
        MoveKind::Castle => Some(Castling::of(from, to)),
        // The king's two-file step onto a piece.
        MoveKind::Normal(Kind::King) => castling::from_two_file_step(position.seat, from, to),
        _ => None,
    };
    let reason = match (castling, step.move_kind()) {
        (Some(castling), _) => explain::castle(position, castling),
        (None, MoveKind::Normal(kind)) if kind != Kind::Pawn => {
            explain::non_pawn(position, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(position, step),
    };
    if let Some(reason) = reason {
        return reason;
    }
    if !may_go(seat, from, castling.map_or(to, |castling| castling.king_to)) {
        return "the step must start or end on the side of the seat (4B.2)".into();
    }
    let (pieces, taker) = (&position.pieces, next(seat));
    if castling.is_some() {
        return format!("seat {taker}, which acts next, attacks the path of the king (4B.5)");
    }
    let king = pieces.king(seat);
    if from == king {
        return format!("seat {taker}, which acts next, could capture the king on {} (4B.4)", name(to));
    }
    match cells(king_takers(pieces, seat)).next() {
        Some(checker) => {
            format!(
                "seat {taker}, which acts next, can capture the king on {} from {} (4B.4)",
                name(king),
                name(checker)
            )
        }
        None => {
            format!("seat {taker}, which acts next, could then capture the king on {} (4B.4)", name(king))
        }
    }
}
