//! Explanations of Cooperative Chess: why a text is not a legal step.

use super::turn::Phase;
use super::{CARD, CHOICES, DRAW, State};
use crate::game::Seat;
use crate::games::chess::bitboard::{Bitboard, bit};
use crate::games::chess::castling::Castling;
use crate::games::chess::explain::{self, name};
use crate::games::chess::pieces::Kind;
use crate::games::chess::piles::{Card, PIECE_CARDS};
use crate::games::chess::step::{MoveKind, Step};

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let choice = CHOICES.read(text);
    let is_card = |first: usize| choice.is_some_and(|number| (first..first + PIECE_CARDS).contains(&number));
    let reason = match state.extra.phase {
        Phase::Move | Phase::Take if choice.is_none() => return None,
        Phase::Move => "a turn must begin with a move or pass (6.2)",
        Phase::Card if is_card(CARD) => "this card is not in the hand (6.2)",
        Phase::Card => "expected card: and a card of the hand (6.2)",
        Phase::Take => "expected a capture, or pass (6.2)",
        Phase::Draw if is_card(DRAW) => "this card is not in the draw pile (6.2)",
        Phase::Draw => "expected draw: and a card of the draw pile (6.2)",
    };
    Some(reason.into())
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let (position, from, to) = (&state.position, step.from(), step.to());
    let shape = || match step.move_kind() {
        MoveKind::Castle => explain::castle(position, Castling::of(from, to)),
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn(position, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(position, step),
    };
    let passing = step.move_kind() == MoveKind::EnPassant;
    let target = if passing { position.ep_pawn() } else { bit(to) };
    let taken = if step.move_kind() == MoveKind::Castle {
        0
    } else {
        target & position.pieces.side(position.seat.other())
    };
    if state.extra.phase == Phase::Move {
        return shape().unwrap_or_else(|| "captures are made after playing a card (6.2)".into());
    }
    let active = state.extra.active;
    if active & !bit(from) != 0 {
        let active = name(active.trailing_zeros() as u8);
        return format!("all moves of a turn must be made with the same piece, which is on {active} (6.3)");
    }
    if let Some(reason) = shape() {
        return reason;
    }
    if passing && taken == 0 {
        return "the pawn that passed over this cell has left the board (6.6)".into();
    }
    if passing && position.pieces.side(position.seat) & bit(to) != 0 {
        return format!("{} is occupied by your own piece", name(to));
    }
    if taken == 0 {
        return "after playing a card, only captures are possible (6.2)".into();
    }
    let kind =
        |cell: Bitboard| position.pieces.kind_at(cell.trailing_zeros() as u8).map_or("man", Kind::name);
    let top = |seat: Seat| state.top(seat).map_or('-', Card::letter);
    if state.takers() & bit(from) == 0 {
        return format!(
            "your top card '{}' does not let a {} capture (6.4)",
            top(position.seat),
            kind(bit(from))
        );
    }
    format!(
        "the top card '{}' of your partner does not let a {} be captured (6.4)",
        top(position.seat.other()),
        kind(taken)
    )
}
