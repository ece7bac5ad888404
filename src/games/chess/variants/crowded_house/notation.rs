//! The notation of Crowded House: step strings, position strings, why a text is no step.

use super::takeable::{ep_capturers, king_takers, may_go, next};
use super::{Crowd, CrowdedHouse, Extra, State, is_idle};
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, write_value};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::VariantNotation;
use crate::games::chess::kit::bitboard::cells;
use crate::games::chess::kit::castling::{self, Castling};
use crate::games::chess::kit::explain::{self, name};
use crate::games::chess::kit::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::placement::can_be_ep_square;
use crate::games::chess::kit::step::{MoveKind, Step};

impl VariantNotation for CrowdedHouse {
    /// The position string (4B.9).
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        fields::placement(),
        Field::new("seat to act", |_, state, _, out| write_value(state.extra.seat, out), read_seat)
            .label("seat to act (0 to 3)"),
        fields::castling(),
        fields::ep_square().then(check_ep_square),
        fields::clock::<CLOCK_END, _>().after("castling"),
        Field::new(fields::HISTORY, |_, state: &State, _, out| state.extra.history.write(out), read_history)
            .label("history (or '-')"),
    ]);

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain_move(state, step)
    }
}

fn read_seat(_: &CrowdedHouse, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    state.extra.seat = match field.text {
        "0" => Seat::ZERO,
        "1" => Seat::ONE,
        "2" => Seat::new(2),
        "3" => Seat::new(3),
        _ => return Err(field.refused("expected 0, 1, 2 or 3 (4B.9)")),
    };
    state.position.seat = state.extra.seat.of_two();
    Ok(())
}

/// Reads an en passant square of no use as none.
fn check_ep_square(_: &CrowdedHouse, state: &mut State, _field: FieldText<'_>) -> Result<(), FenError> {
    let position = &mut state.position;
    if !can_be_ep_square(position) || ep_capturers(position, state.extra.seat) == 0 {
        position.ep_square = 0;
    }
    Ok(())
}

fn read_history(_: &CrowdedHouse, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let State { position, extra: Extra { seat, history } } = state;
    RepetitionHistory::read(field.text, *seat, position, &Crowd(position.pieces)).map(|read| *history = read)
}

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
