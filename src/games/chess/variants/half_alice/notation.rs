//! The notation of Half Alice Chess: step strings, position strings, why a text is no step.

use super::mirror::{CheckInfo, Sides, attackers, ep_capturers, halves, side_of};
use super::{Extra, HalfAlice, State};
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::VariantNotation;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells};
use crate::games::chess::kit::castling::{self, Castling};
use crate::games::chess::kit::explain::{self, name};
use crate::games::chess::kit::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::placement::{self, can_be_ep_square, seat_letter};
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::{MoveKind, Step};

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
        explain_move(state, step, self.free_checkers(state, state.position.seat))
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

/// Returns why a piece cannot make a step. `free` is the number of free checkers of the player.
pub fn explain_move(state: &State, step: Step, free: u8) -> String {
    let State { position, extra } = state;
    let (from, to, mirrored) = (step.from(), step.to(), extra.mirrored);
    let side = side_of(mirrored, from);
    let half = &halves(position, mirrored)[side];
    let castling = match step.move_kind() {
        MoveKind::Castle => Some(Castling::of(from, to)),
        // The king's two-file step onto a piece.
        MoveKind::Normal(Kind::King) => castling::from_two_file_step(position.seat, from, to),
        _ => None,
    };
    if let Some(castling) = castling {
        return castle(position, half, castling, free);
    }
    let other = match step.move_kind() {
        MoveKind::EnPassant => (side_of(mirrored, cells(position.ep_pawn()).next().unwrap_or(to)) != side)
            .then(|| "the pawn that passed over this cell is on the other side of the mirror (4A.5)".into()),
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn(half, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(half, step),
    };
    if let Some(reason) = other {
        return reason;
    }
    if position.pieces.occupied() & !half.pieces.occupied() & bit(to) != 0 {
        return format!("{} is occupied by a piece on the other side of the mirror (4A.2)", name(to));
    }
    if side == 0 && free == 0 {
        return "no free checker is left to put under the piece (4A.6)".into();
    }
    explain_check(position, mirrored, step)
}

/// Why king and rook do not castle.
fn castle(position: &Position, half: &Position, castling: Castling, free: u8) -> String {
    let ends = bit(castling.king_to) | bit(castling.rook_to);
    let beyond = position.pieces.occupied() & ends;
    explain::castle(half, castling)
        .or_else(|| {
            let cell = cells(beyond).next()?;
            Some(format!("castling is blocked: {} is occupied (4A.4)", name(cell)))
        })
        .or_else(|| (free < 2).then(|| "castling needs two free checkers (4A.6)".into()))
        .unwrap_or_else(|| "the king cannot castle out of, through or into check (4A.4)".into())
}

/// Why a step that a piece could make leaves its king attacked.
fn explain_check(position: &Position, mirrored: Bitboard, step: Step) -> String {
    let seat = position.seat.of_two();
    let king = position.pieces.king(seat);
    let home = side_of(mirrored, king);
    let halves = halves(position, mirrored);
    if step.from() == king {
        let pieces = &halves[home].pieces;
        let before = pieces.attackers(seat.other(), step.to(), pieces.occupied() & !bit(king)) != 0;
        let when = if before { "before" } else { "after" };
        return format!("the king would be in check on {} {when} changing sides (4A.3)", name(step.to()));
    }
    match cells(CheckInfo::of(&halves[home]).checkers).next() {
        Some(checker) => format!("the king on {} is in check from {} (4A.3)", name(king), name(checker)),
        None => {
            format!("it would leave the king on {} in check after the change of sides (4A.3)", name(king))
        }
    }
}
