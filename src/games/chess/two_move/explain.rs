//! Explanations of Two Move Chess: why a text is not a legal step.

use super::{State, TwoMove, movable};
use crate::games::chess::bitboard::bit;
use crate::games::chess::castling::Castling;
use crate::games::chess::explain;
use crate::games::chess::pieces::Kind;
use crate::games::chess::step::{MoveKind, Step};
use crate::games::chess::variant::VariantActions;

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let extra = &state.extra;
    if !extra.is_choosing() {
        let chosen = || {
            let mut moves = String::new();
            extra.moves.write(&mut moves);
            format!("both seats have chosen their cards (W3); the moves to be made are {moves}")
        };
        return text.starts_with("cards:").then(chosen);
    }
    Some(match TwoMove::CHOICES.read(text) {
        None => "expected cards: and two letters in the order NBRQK, as in cards:RK (W3)".into(),
        Some(_) => {
            let mut before = String::new();
            extra.before[state.position.seat.parity()].write(&mut before);
            format!(
                "only the three cards other than {before} can be chosen, which are face up from before (W3)"
            )
        }
    })
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let State { position, extra } = state;
    let (pieces, from) = (&position.pieces, step.from());
    if extra.moved & bit(from) != 0 {
        return format!("the pawn on {} has already moved in this turn (W7)", explain::name(from));
    }
    let reason = match step.move_kind() {
        MoveKind::Castle => explain::castle(position, Castling::of(from, step.to())),
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn(position, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(position, step),
    };
    reason.unwrap_or_else(|| {
        match extra.moves.next().zip(movable::least(pieces, position.seat, extra.moved)) {
            Some((_, _)) if step.is_castling() => "castling needs the king card (W7)".into(),
            Some(((_, card), least)) if card == least => {
                format!("the {} card can only move {}s now (W6)", card.name(), card.name())
            }
            Some(((_, card), least)) => format!(
                "the {} card moves {}s, or the least valuable pieces that can move, which are now {}s (W6)",
                card.name(),
                card.name(),
                least.name()
            ),
            None => "the piece cannot make this move".into(),
        }
    })
}
