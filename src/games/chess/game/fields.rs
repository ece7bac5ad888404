//! The fields of position strings that several variants share.

use super::variant::{State, VariantDisplay, VariantRules};
use crate::game::{FenError, Field, FieldText, Seat, write_value};
use crate::games::chess::kit::castling;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::placement::{self, seat_letter};

/// The name of the field of the placement.
pub const PLACEMENT: &str = "placement";
/// The name of the field of the en passant square.
pub const EN_PASSANT: &str = "en passant";
/// The name of the field of the history.
pub const HISTORY: &str = "history";

/// Returns the placement as in FEN.
///
/// Each letter is followed by the [suffix](VariantDisplay::suffix) of its cell. The reader expects no
/// suffixes.
pub const fn placement<V: VariantDisplay>() -> Field<V, State<V::Extra>> {
    Field::new(
        PLACEMENT,
        |game, state, _, out| {
            placement::write_marked(&state.position.pieces, |cell| game.suffix(state, cell), out);
        },
        |_, state, field| placement::read_pieces(field.text).map(|pieces| state.position.pieces = pieces),
    )
}

/// Returns the seat to act, `w` or `b`.
pub const fn seat<V: VariantRules>() -> Field<V, State<V::Extra>> {
    Field::new(
        "seat to act",
        |_, state, _, out| out.push(seat_letter(state.position.seat)),
        |_, state, field| placement::read_seat(field.text).map(|seat| state.position.seat = seat),
    )
}

/// Returns the castling rights `KQkq`, read against the board.
pub const fn castling<V: VariantRules>() -> Field<V, State<V::Extra>> {
    Field::new(
        "castling",
        |_, state, _, out| castling::write_rights(state.position.rights, out),
        |_, State { position, .. }, field| {
            castling::read_rights(field.text, &position.pieces).map(|rights| position.rights = rights)
        },
    )
}

/// Returns the en passant square.
pub const fn ep_square<V: VariantRules>() -> Field<V, State<V::Extra>> {
    Field::new(
        EN_PASSANT,
        |_, state, _, out| placement::write_ep_square(state.position.ep_square, out),
        |_, state, field| placement::read_ep_square(field.text).map(|cell| state.position.ep_square = cell),
    )
}

/// Returns the clock, from 0 to `MOST`.
pub const fn clock<const MOST: u8, V: VariantRules>() -> Field<V, State<V::Extra>> {
    Field::new(
        "clock",
        |_, state, _, out| write_value(state.position.clock, out),
        |_, state, field| field.counter(MOST.into()).map(|clock| state.position.clock = clock as u8),
    )
}

/// Refuses a placement in which a king is missing.
///
/// # Errors
///
/// Returns [`FenError::Field`] for the placement if a seat has no king.
pub fn check_both_kings<G, E>(_: &G, state: &mut State<E>, field: FieldText<'_>) -> Result<(), FenError> {
    for (seat, name) in [(Seat::ZERO, "White"), (Seat::ONE, "Black")] {
        if state.position.pieces.of(seat, Kind::King) == 0 {
            return Err(field.other(PLACEMENT).refused(format!("{name} has no king")));
        }
    }
    Ok(())
}
