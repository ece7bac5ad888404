//! The notation of Half Alice Chess: step strings and position strings.

use super::mirror::{Sides, attackers, ep_capturers};
use super::{Extra, HalfAlice, State, explain};
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat};
use crate::games::chess::castling;
use crate::games::chess::fields;
use crate::games::chess::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::pieces::Kind;
use crate::games::chess::placement::{self, can_be_ep_square, seat_letter};
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantNotation;

impl VariantNotation for HalfAlice {
    /// The position string (4A.8).
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        fields::placement().read_by(read_placement),
        fields::seat().then(check_placement),
        fields::castling().then(|_, state, field| {
            let (position, mirrored) = (&state.position, state.extra.mirrored);
            let stand = castling::possible_rights(position.rights, &position.pieces.among(!mirrored))
                == position.rights;
            field.require(stand, "a king and a rook with the right to castle cannot be on checkers (4A.4)")
        }),
        fields::ep_square().then(check_position),
        fields::clock::<CLOCK_END, _>().after("castling"),
        Field::new(fields::HISTORY, |_, state: &State, _, out| state.extra.history.write(out), read_history)
            .label("history (or '-')"),
    ]);

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain::explain_move(state, step, self.free_checkers(state, state.position.seat))
    }
}

fn read_placement(_: &HalfAlice, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    (state.position.pieces, [state.extra.mirrored]) = placement::read_marked(field.text, b"~")?;
    placement::check_pawns(field.text, state.position.pieces.kind(Kind::Pawn))
}

fn check_placement(game: &HalfAlice, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (pieces, placement, most) = (&state.position.pieces, field.other(fields::PLACEMENT), game.checkers);
    for (seat, whose) in [(Seat::ZERO, "White"), (Seat::ONE, "Black")] {
        if pieces.of(seat, Kind::King) == 0 {
            return Err(placement.refused(format!("{whose} has no king")));
        }
        let many = (pieces.side(seat) & state.extra.mirrored).count_ones();
        if many > most.into() {
            let problem = format!("{whose} must have at most {most} pieces on checkers, got {many} (4A.6)");
            return Err(placement.refused(problem));
        }
    }
    Ok(())
}

/// Checks the position without its history. An en passant square of no use is read as none.
fn check_position(game: &HalfAlice, state: &mut State, _field: FieldText<'_>) -> Result<(), FenError> {
    let (position, mirrored) = (&mut state.position, state.extra.mirrored);
    if attackers(&position.pieces, mirrored, position.seat.other()) != 0 {
        let letter = seat_letter(position.seat.other());
        let problem = format!("the king of '{letter}' is in check, but '{letter}' is not to act (4A.3)");
        return Err(FenError::impossible(problem));
    }
    if !can_be_ep_square(position) || ep_capturers(position, mirrored, game.checkers) == 0 {
        position.ep_square = 0;
    }
    Ok(())
}

fn read_history(_: &HalfAlice, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let State { position, extra: Extra { mirrored, history } } = state;
    let sides = Sides { pieces: position.pieces, mirrored: *mirrored };
    RepetitionHistory::read(field.text, position.seat, position, &sides).map(|read| *history = read)
}
