//! The notation of Masquerade Chess: step strings, position strings, why a text is no step.

use super::masks::{self, ALL, MASK};
use super::{CLOCK_END, Extra, Masquerade, OPEN, State};
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, stored};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::VariantNotation;
use crate::games::chess::kit::bitboard::bit;
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::explain;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::placement::{can_be_ep_square, seat_letter};
use crate::games::chess::kit::step::{MoveKind, Step};

impl VariantNotation for Masquerade {
    /// M10.
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        fields::placement(),
        fields::seat().then(check_king),
        fields::castling(),
        fields::ep_square().after("clock").then(|_, state, field| {
            let possible = state.position.ep_square == 0 || can_be_ep_square(&state.position);
            field.require(possible, "no enemy pawn can just have passed over this cell; expected '-'")
        }),
        captures::<0>("captures of White's pieces"),
        captures::<1>("captures of Black's pieces").label("captures of Black's").then(check_set_up),
        stored!("possible captures of White's kinds", extra.possible[0], masks::write_sets, |_, _, field| {
            masks::read_sets(field)?
        }),
        stored!("possible captures of Black's kinds", extra.possible[1], masks::write_sets, |_, _, field| {
            masks::read_sets(field)?
        })
        .label("possible captures of Black's"),
        fields::clock::<CLOCK_END, _>().after("castling"),
    ]);

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        if state.is_set_up() {
            return Some("expected mask: and each letter of KQRBN once, as in mask:RKNBQ".into());
        }
        text.starts_with("mask:").then(|| "both seats have already chosen captures".into())
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        let position = &state.position;
        let reason = match step.move_kind() {
            MoveKind::Castle => explain::castle(position, Castling::of(step.from(), step.to())),
            MoveKind::Normal(kind) if kind != Kind::Pawn => {
                // An attempt may go any way, a move to an empty cell only that of the piece.
                let attempt = position.pieces.side(position.seat.other()) & bit(step.to()) != 0;
                let way = if attempt { masks::reach(step.from()) } else { explain::reach(kind, step.from()) };
                explain::non_pawn(position, step, kind, way)
            }
            _ => explain::pawn(position, step),
        };
        reason.unwrap_or_else(|| "the piece cannot make this move".into())
    }
}

/// Returns the captures of the pieces of `SEAT`, which are question marks for this seat (M11).
const fn captures<const SEAT: u8>(name: &'static str) -> Field<Masquerade, State> {
    Field::new(
        name,
        |_, state: &State, viewer, out| match state.mask(Seat::new(SEAT)) {
            None => out.push('-'),
            Some(_) if viewer == Some(Seat::new(SEAT)) => out.push_str("?????"),
            Some(mask) => masks::write(mask, out),
        },
        |_, state: &mut State, field| {
            if field.text == "-" {
                return Ok(());
            }
            let Some(number) = masks::read(field.text) else {
                return Err(field.refused("expected each letter of KQRBN once, or '-'"));
            };
            let Extra { captures, possible } = &mut state.extra;
            if !masks::fits(&MASK[number], &possible[usize::from(SEAT)]) {
                return Err(field.refused("gives a kind a capture that is not among its possible captures"));
            }
            captures[usize::from(SEAT)] = number as u8;
            Ok(())
        },
    )
    .after("possible captures of Black's kinds")
}

/// Refuses a missing king, unless it is that of the seat to act (M8).
fn check_king(_: &Masquerade, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let other = state.position.seat.other();
    if state.position.pieces.of(other, Kind::King) != 0 {
        return Ok(());
    }
    let other = seat_letter(other);
    let problem = format!("'{other}' has no king; only the seat to act can have lost its king");
    Err(field.other(fields::PLACEMENT).refused(problem))
}

/// Checks the choices of the set-up: they come in their order, and before everything else (M1).
fn check_set_up(_: &Masquerade, state: &mut State, _field: FieldText<'_>) -> Result<(), FenError> {
    let State { position, extra: Extra { captures, possible } } = state;
    if !captures.contains(&OPEN) {
        return Ok(());
    }
    let refused = |problem: &str| Err(FenError::impossible(problem));
    if captures[1] == OPEN && captures[0] != OPEN {
        return refused(
            "White commits first: the captures of Black's pieces must be chosen before those of White's pieces",
        );
    }
    if position.seat != Seat::from_bool(captures[1] != OPEN) {
        return refused("the seat to act does not fit the commits: White commits first, then Black");
    }
    if *possible != [[ALL; 5]; 2] || position.ep_square != 0 || position.clock >= CLOCK_END {
        return refused(
            "before both commits, all captures must be possible (KQRBN), no cell passed over, and the clock \
             below 100",
        );
    }
    if position.pieces.of(Seat::ZERO, Kind::King) == 0 || position.pieces.of(Seat::ONE, Kind::King) == 0 {
        return refused("before both commits, each seat must have its king");
    }
    Ok(())
}
