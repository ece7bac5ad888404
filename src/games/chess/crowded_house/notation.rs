//! The notation of Crowded House: step strings and position strings.

use super::takeable::ep_capturers;
use super::{Crowd, CrowdedHouse, Extra, State, explain};
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, write_value};
use crate::games::chess::fields;
use crate::games::chess::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::placement::can_be_ep_square;
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantNotation;

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
        explain::explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain::explain_move(state, step)
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
