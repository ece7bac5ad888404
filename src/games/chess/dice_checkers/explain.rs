//! Explanations of Chess with Dice and Checkers: why a text is not a legal step.

use super::turn::{Choice, Walk};
use super::{DiceCheckers, State};
use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::bitboard::{bit, cells, lowest};
use crate::games::chess::castling::{self, Castling};
use crate::games::chess::explain::{self, name};
use crate::games::chess::lines::PAWN_ATTACKS;
use crate::games::chess::pieces::Kind;
use crate::games::chess::position::{PawnSteps, Position};
use crate::games::chess::step::{MoveKind, Step, UciMove};
use crate::games::chess::variant::VariantActions;

/// Returns why a text is not a legal step, for reasons that come before those of chess pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let State { position, extra } = state;
    let choice = DiceCheckers::CHOICES.read(text).map(Choice::of);
    if state.is_placing() {
        return Some(match choice {
            Some(Choice::Place(cell)) => format!("{} is occupied (8.8)", name(cell)),
            _ => "expected place: and an empty cell, to put back a captured die (8.8)".into(),
        });
    }
    let jumps = state.jumps();
    let jumps_now = |walk: Walk| walk.over != 0 && extra.runner == 0;
    if jumps != [0; 4] && !matches!(choice, Some(Choice::Walk(walk)) if jumps_now(walk)) {
        let way = jumps.iter().position(|&set| set != 0)?;
        let mut jump = String::new();
        DiceCheckers::CHOICES.write(super::JUMP + 64 * way + usize::from(lowest(jumps[way])), &mut jump);
        return Some(match extra.runner {
            0 => format!("a capture is forced for a checker that can jump, as in {jump} (8.7)"),
            runner => format!("the checker on {} must jump again, as in {jump} (8.7)", name(lowest(runner))),
        });
    }
    match choice {
        Some(Choice::Raise(cell)) => Some(not_raised(state, cell)),
        Some(Choice::Place(_)) => Some("no die has been captured in this turn to put back (8.8)".into()),
        Some(Choice::Walk(walk)) => Some(not_walked(state, walk)),
        None => {
            let named = UciMove::read(text)?;
            if position.pieces.side(position.seat) & bit(named.from) == 0 {
                return other(state, named.from);
            }
            not_gone(state, named)
        }
    }
}

/// Returns why a die or checker on a cell cannot move: it belongs to the other seat. (`ChessGame` explains
/// this for chess pieces.)
fn other(state: &State, from: Cell) -> Option<String> {
    let (pieces, things) = (&state.position.pieces, &state.extra.things);
    let what = if things.dice & bit(from) != 0 {
        "die"
    } else if things.checkers() & bit(from) != 0 && pieces.kind_at(from).is_none() {
        "checker"
    } else {
        return None;
    };
    Some(format!("the {what} on {} belongs to the opponent", name(from)))
}

/// Why a die is not raised (8.6).
fn not_raised(state: &State, cell: Cell) -> String {
    let (pieces, things) = (&state.position.pieces, &state.extra.things);
    if things.dice & pieces.side(state.position.seat) & bit(cell) == 0 {
        format!("there is no die of yours on {} (8.6)", name(cell))
    } else if things.sixes & bit(cell) != 0 {
        "a die that shows 6 cannot be raised (8.6)".into()
    } else {
        "your other die shows 6, and only one can show 6 (8.6)".into()
    }
}

/// Why a checker does not step or jump so (8.7).
fn not_walked(state: &State, walk: Walk) -> String {
    let (pieces, things, seat) = (&state.position.pieces, &state.extra.things, state.position.seat);
    let Walk { way, from, over, to } = walk;
    if things.checkers() & pieces.side(seat) & bit(from) == 0 {
        return format!("there is no checker of yours on {} (8.7)", name(from));
    }
    if things.doubles & bit(from) == 0 && (seat == Seat::ZERO) != matches!(way, 0 | 3) {
        return "a single checker can only move forward (8.7)".into();
    }
    if pieces.occupied() & bit(to) != 0 {
        return format!("{} is occupied (8.7)", name(to));
    }
    format!("there is no enemy piece to jump over on {} (8.7)", name(lowest(over)))
}

/// Why a checker or a die of the seat does not make a step that is written like that of a chess piece: none
/// for chess pieces.
fn not_gone(state: &State, named: UciMove) -> Option<String> {
    let (position, things) = (&state.position, &state.extra.things);
    let UciMove { from, to, promotion } = named;
    let pieces = &position.pieces;
    if pieces.kind_at(from).is_none() && things.checkers() & bit(from) != 0 {
        return Some("expected a checker's move such as a1-b2 or jump such as a1xc3 (8.7)".into());
    }
    let kind = things.shown(pieces, from)?;
    if promotion.is_some() {
        return Some("a die cannot promote (8.5)".into());
    }
    if kind == Kind::Pawn {
        return Some(not_pushed(position, from, to));
    }
    let step = Step::new(from, to, MoveKind::Normal(kind));
    let reason = explain::non_pawn(position, step, kind, explain::reach(kind, from));
    let whole =
        |reason| format!("a die that shows {} moves as a {}: {reason} (8.5)", kind as u8 + 1, kind.name());
    Some(whole(reason.unwrap_or_else(|| "it cannot make this move".into())))
}

/// Why a die that shows 1 does not go so (8.5).
fn not_pushed(position: &Position, from: Cell, to: Cell) -> String {
    let seat = position.seat.of_two();
    let ahead = PawnSteps::of(seat).ahead.of(bit(from));
    if PAWN_ATTACKS[seat.index()][usize::from(from)] & bit(to) != 0 {
        return format!("there is nothing to capture on {} (8.5)", name(to));
    }
    match cells(ahead & bit(to)).next() {
        Some(cell) => format!("{} is occupied (8.5)", name(cell)),
        None => "a die that shows 1 moves one cell straight ahead, or captures diagonally ahead (8.5)".into(),
    }
}

/// Why a chess piece does not make a step (8.3).
pub fn explain_move(state: &State, step: Step) -> String {
    let position = &state.position;
    let (from, to) = (step.from(), step.to());
    let reason = match step.move_kind() {
        MoveKind::Castle => explain::castle(position, Castling::of(from, to)),
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            // The king's two-file step onto something.
            match castling::from_two_file_step(position.seat, from, to).filter(|_| kind == Kind::King) {
                Some(castling) => explain::castle(position, castling),
                None => explain::non_pawn(position, step, kind, explain::reach(kind, from)),
            }
        }
        _ => explain::pawn(position, step),
    };
    reason.unwrap_or_else(|| "the piece cannot make this move".into())
}
