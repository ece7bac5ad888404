//! The notation of Adrenaline Chess: step strings, position strings, why a text is no step.

use super::stacks::CHECKERS;
use super::{Adrenaline, CLOCK_END, Extra, Phase, State, run};
use crate::board::Cell;
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::{VariantActions, VariantNotation};
use crate::games::chess::kit::bitboard::{bit, own_rank, read_cell, write_cell};
use crate::games::chess::kit::castling::{Castling, CastlingNotation};
use crate::games::chess::kit::explain::{self, name};
use crate::games::chess::kit::legal::{legal, opponent_in_check};
use crate::games::chess::kit::legal_moves::LegalMoves;
use crate::games::chess::kit::lines::KING_ATTACKS;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::placement::{self, can_be_ep_square};
use crate::games::chess::kit::position::{PawnSteps, Position};
use crate::games::chess::kit::step::{MoveKind, Step, UciMove};

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
        explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain_move(state, step)
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

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let State { position, extra: Extra { phase, .. } } = state;
    let pieces = &position.pieces;
    let choice = Adrenaline::CHOICES.read(text);
    match *phase {
        Phase::Place => Some(match choice {
            Some(cell) if cell < super::PASS => {
                let cell = cell as Cell;
                if pieces.side(position.seat.other()) & bit(cell) == 0 {
                    format!("there is no enemy piece on {} (A5)", name(cell))
                } else {
                    "with one more checker, the piece there would attack your king (A8)".into()
                }
            }
            _ => "expected rush: and the cell of an enemy piece, as in rush:e7 (A5)".into(),
        }),
        Phase::Run { runner, .. } => match (choice, UciMove::read(text)) {
            (Some(_), _) => Some("a checker is placed only after the extra moves (A5)".into()),
            (_, Some(named)) if named.from != runner && pieces.side(position.seat) & bit(named.from) != 0 => {
                Some(format!("only the piece on {} can make extra moves; or pass (A3)", name(runner)))
            }
            _ => None,
        },
        Phase::Move => choice.map(|choice| match choice {
            super::PASS => "a turn must begin with a regular move (A2)".into(),
            _ => "nothing has been captured in this turn (A5)".into(),
        }),
    }
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let State { position, extra: Extra { stacks, phase } } = state;
    let (from, to, pieces) = (step.from(), step.to(), &position.pieces);
    if matches!(phase, Phase::Run { .. }) {
        if KING_ATTACKS[usize::from(from)] & bit(to) == 0 {
            return "an extra move must go one cell in any direction (A3)".into();
        }
        if pieces.side(position.seat) & bit(to) != 0 {
            return format!("{} is occupied by your own piece", name(to));
        }
        if pieces.kind(Kind::King) & bit(to) != 0 {
            return "a king cannot be captured (C8)".into();
        }
        return explain_check(state, step);
    }
    if !legal(position).contains(position, step) {
        return explain::orthodox(position, step, Some(CastlingNotation::TwoFiles));
    }
    if step.move_kind() == MoveKind::Castle {
        let castling = Castling::of(from, to);
        if stacks.held() & (bit(castling.king) | bit(castling.rook)) != 0 {
            return "castling needs a king and a rook without checkers (A7)".into();
        }
        if !Adrenaline::may_castle(state, step) {
            return "the king cannot castle out of, through or into check by extra moves (A7)".into();
        }
    }
    explain_check(state, step)
}

/// Why a step that a piece could make is not safe (A8).
fn explain_check(state: &State, step: Step) -> String {
    let (mut position, mut stacks) = (state.position, state.extra.stacks);
    let extra = matches!(state.extra.phase, Phase::Run { .. });
    Adrenaline::go(&mut position, &mut stacks, step, extra);
    let rush = Adrenaline::attack(&position, &stacks, position.ep_square);
    match rush.checker() {
        Some(checker) => format!(
            "the piece on {} could capture the king on {} (A6, A8)",
            name(checker),
            name(position.pieces.king(position.seat))
        ),
        None => "no checker could then be placed under an enemy piece without exposing the king (A8)".into(),
    }
}
