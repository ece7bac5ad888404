//! Explanations of Synchronous Chess: why a text is not a legal step.

use super::{State, attackers};
use crate::games::chess::bitboard::{bit, cells};
use crate::games::chess::castling::CastlingNotation;
use crate::games::chess::explain;
use crate::games::chess::pieces::Kind;
use crate::games::chess::placement;
use crate::games::chess::step::{MoveKind, Step};

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let extra = &state.extra;
    if text == "pass" {
        return (!extra.exchange)
            .then(|| "a seat can only pass in an exchange of strikes, not on a move".into());
    }
    None
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let State { position, extra } = state;
    let (seat, to, pieces) = (position.seat, step.to(), &position.pieces);
    if extra.exchange {
        let open = &extra.open[seat.parity()];
        let names = |bits| {
            let mut names = String::new();
            placement::write_cells(bits, &mut names);
            names
        };
        return format!(
            "expected a strike at {} by one of the pieces on {}, or pass",
            names(open.cell()),
            names(open.strikers)
        );
    }
    if pieces.of(seat.other(), Kind::King) & bit(to) != 0 {
        return "a move cannot go to the cell of the enemy king".into();
    }
    let king = pieces.king(seat);
    let checker = cells(attackers(pieces, seat)).next();
    if let Some(checker) = checker.filter(|_| step.from() != king || step.move_kind() == MoveKind::Castle) {
        return format!(
            "the king on {} is in check from {}, so the king itself must move",
            explain::name(king),
            explain::name(checker)
        );
    }
    if step.move_kind() == MoveKind::EnPassant {
        return "this game has no en passant captures".into();
    }
    explain::orthodox(position, step, Some(CastlingNotation::TwoFiles))
}
