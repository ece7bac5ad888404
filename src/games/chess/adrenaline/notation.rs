//! The notation of Adrenaline Chess: step strings and position strings.

use super::stacks::CHECKERS;
use super::{Adrenaline, CLOCK_END, Extra, Phase, State, explain, run};
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat};
use crate::games::chess::bitboard::{bit, own_rank, read_cell, write_cell};
use crate::games::chess::fields;
use crate::games::chess::legal::opponent_in_check;
use crate::games::chess::pieces::Kind;
use crate::games::chess::placement::{self, can_be_ep_square};
use crate::games::chess::position::{PawnSteps, Position};
use crate::games::chess::step::{Step, UciMove};
use crate::games::chess::variant::VariantNotation;

impl VariantNotation for Adrenaline {
    /// The position string (A12).
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        fields::placement().read_by(read_placement),
        fields::seat().then(check_placement),
        fields::castling(),
        fields::ep_square().after("clock"),
        Field::new("turn", write_turn, read_turn).after(fields::EN_PASSANT).then(validate),
        fields::clock::<CLOCK_END, _>(),
    ]);

    fn find_step(&self, state: &State, named: UciMove) -> Option<Step> {
        match state.extra.phase {
            Phase::Run { runner, .. } => run::find_step(&state.position, runner, named),
            _ => state.position.find_step(named, self.castling_notation()),
        }
    }

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        explain::explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain::explain_move(state, step)
    }
}

/// Reads a placement with one `+` behind a letter for each checker.
fn read_placement(_: &Adrenaline, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (stacks, mut total) = (&mut state.extra.stacks, 0);
    state.position.pieces = placement::read_with_marks(field.text, b"+", |_, cell| {
        total += 1;
        if total <= CHECKERS {
            stacks.put(cell, stacks.at(cell) + 1);
        }
        true
    })?;
    if total > CHECKERS {
        return Err(field.refused(format!("expected at most {CHECKERS} checkers, got {total}")));
    }
    Ok(())
}

fn check_placement(_: &Adrenaline, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (pieces, placement) = (&state.position.pieces, field.other(fields::PLACEMENT));
    for (seat, name) in [(Seat::ZERO, "White"), (Seat::ONE, "Black")] {
        if pieces.of(seat, Kind::King) == 0 {
            return Err(placement.refused(format!("{name} has no king")));
        }
        // A9: extra moves take pawns back, to their own first rank too.
        if pieces.of(seat, Kind::Pawn) & own_rank(seat, 8) != 0 {
            let problem = format!("a pawn of {name} cannot stand on its last rank, where it promotes");
            return Err(placement.refused(problem));
        }
    }
    Ok(())
}

fn write_turn(_: &Adrenaline, state: &State, _viewer: Option<Seat>, out: &mut String) {
    match state.extra.phase {
        Phase::Move => out.push('-'),
        Phase::Run { runner, taken } => {
            write_cell(runner, out);
            out.push_str(if taken { "x" } else { "" });
        }
        Phase::Place => out.push('x'),
    }
}

fn read_turn(_: &Adrenaline, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (cell, taken) = field.text.strip_suffix('x').map_or((field.text, false), |cell| (cell, true));
    state.extra.phase = match (field.text, read_cell(cell.as_bytes())) {
        ("-", _) => Phase::Move,
        ("x", _) => Phase::Place,
        (_, Some(runner)) => Phase::Run { runner, taken },
        _ => {
            return Err(field.refused(
                "expected '-', the cell of the piece that can make extra moves (followed by x if the turn has \
                 captured a piece), or 'x' if a checker must be placed",
            ));
        }
    };
    Ok(())
}

/// Checks the state as a whole.
fn validate(_: &Adrenaline, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    check_ep_square(field.other(fields::EN_PASSANT), &state.position, state.extra.phase)?;
    check_turn(field, state)
}

/// Checks that a pawn can just have passed over the recorded cell: an enemy's, or the one that may go on with
/// this turn.
fn check_ep_square(field: FieldText<'_>, position: &Position, phase: Phase) -> Result<(), FenError> {
    let seat = position.seat;
    let possible = match phase {
        _ if position.ep_square == 0 => true,
        Phase::Move => can_be_ep_square(position),
        Phase::Run { runner, taken: false } => {
            can_be_ep_square(&Position { seat: seat.other(), ..*position })
                && PawnSteps::of(seat).ahead.of(position.ep_square) == bit(runner)
        }
        _ => false,
    };
    field.require(possible, "no pawn can just have passed over this cell; expected '-'")
}

/// Checks that the turn can stand so, and can be ended (A8).
fn check_turn(field: FieldText<'_>, state: &State) -> Result<(), FenError> {
    let State { position, extra: Extra { stacks, phase } } = state;
    let refused = |problem: &str| Err(field.refused(problem));
    let seat = position.seat;
    if *phase == Phase::Move {
        // A king that only extra moves could reach is not in check, because steps onto kings are not legal
        // (C8). The game can go on.
        if opponent_in_check(position) {
            return Err(placement::in_check_refused(seat.other()));
        }
        return Ok(());
    }
    let rush = Adrenaline::attack(position, stacks, position.ep_square);
    if rush.is_check() {
        return refused("a turn cannot continue while the king of the seat to act is in check (A8)");
    }
    if let Phase::Run { runner, .. } = *phase
        && position.pieces.side(seat) & stacks.held() & bit(runner) == 0
    {
        return refused("only a piece of the seat to act with checkers can make extra moves (A3)");
    }
    if *phase == Phase::Place && stacks.off_board() == 0 {
        return refused("no checker is left to place (A1)");
    }
    let places = matches!(phase, Phase::Place | Phase::Run { taken: true, .. }) && stacks.off_board() > 0;
    if places && !rush.has_room() {
        return refused("there is no enemy piece under which a checker can be placed (A8)");
    }
    Ok(())
}
