//! Texts of Adrenaline Chess: position strings (A12), and why steps are refused.

use super::stacks::{CHECKERS, Stacks};
use super::{Adrenaline, CLOCK_END, Extra, Phase, State};
use crate::board::Cell;
use crate::game::{FenError, FenReader};
use crate::games::chess::bitboard::{bit, own_rank, read_cell, write_cell};
use crate::games::chess::castling::{self, Castling, CastlingNotation};
use crate::games::chess::explain::{self, name};
use crate::games::chess::legal::{legal, opponent_in_check};
use crate::games::chess::legal_moves::LegalMoves;
use crate::games::chess::lines::KING_ATTACKS;
use crate::games::chess::pieces::{Kind, Pieces};
use crate::games::chess::placement::{self, can_be_ep_square, seat_letter};
use crate::games::chess::position::{PawnSteps, Position};
use crate::games::chess::step::{MoveKind, Step, UciMove};
use crate::games::chess::variant::{VariantActions, VariantDisplay};
use std::fmt::Write as _;

/// What a position string has (A12).
const FIELDS: &str = "placement, seat to act, castling, en passant, turn, clock";

/// Appends the position string.
pub fn write(state: &State, out: &mut String) {
    let State { position, extra } = state;
    placement::write_marked(&position.pieces, |cell| Adrenaline.suffix(state, cell), out);
    out.push(' ');
    out.push(seat_letter(position.seat));
    out.push(' ');
    castling::write_rights(position.rights, out);
    out.push(' ');
    placement::write_ep_square(position.ep_square, out);
    out.push(' ');
    match extra.phase {
        Phase::Move => out.push('-'),
        Phase::Run { runner, taken } => {
            write_cell(runner, out);
            out.push_str(if taken { "x" } else { "" });
        }
        Phase::Place => out.push('x'),
    }
    let _ = write!(out, " {}", position.clock);
}

/// Reads a position string.
pub fn read(text: &str) -> Result<State, FenError> {
    let [placement, seat, castling, ep_square, turn, clock] = FenReader::new(text, FIELDS)?.exactly()?;
    let (pieces, stacks) = read_stacks(placement)?;
    let seat = placement::read_seat(seat)?;
    for (seat, name) in [(0, "White"), (1, "Black")] {
        if pieces.of(seat, Kind::King) == 0 {
            return Err(FenError::field("placement", placement, format!("{name} has no king")));
        }
        // A9: extra moves take pawns back, to their own first rank too.
        if pieces.of(seat, Kind::Pawn) & own_rank(seat, 8) != 0 {
            let problem = format!("a pawn of {name} cannot stand on its last rank, where it promotes");
            return Err(FenError::field("placement", placement, problem));
        }
    }
    let rights = castling::read_rights(castling, &pieces)?;
    let clock = FenReader::counter("clock", clock, CLOCK_END.into())? as u8;
    let position = Position { pieces, rights, ep_square: placement::read_ep_square(ep_square)?, seat, clock };
    let phase = match turn {
        "-" => Phase::Move,
        "x" => Phase::Place,
        _ => {
            let (cell, taken) = turn.strip_suffix('x').map_or((turn, false), |cell| (cell, true));
            match read_cell(cell.as_bytes()) {
                Some(runner) => Phase::Run { runner, taken },
                None => {
                    let problem = "expected '-', the cell of the piece that can make extra moves (followed \
                        by x if the turn has captured a piece), or 'x' if a checker must be placed";
                    return Err(FenError::field("turn", turn, problem));
                }
            }
        }
    };
    check_ep_square(ep_square, &position, phase)?;
    let state = State { position, extra: Extra { stacks, phase } };
    check_turn(turn, &state)?;
    Ok(state)
}

/// Reads a placement with one `+` behind a letter for each checker.
fn read_stacks(field: &str) -> Result<(Pieces, Stacks), FenError> {
    let (mut stacks, mut total) = (Stacks::default(), 0);
    let pieces = placement::read_with_marks(field, b"+", |_, cell| {
        total += 1;
        if total <= CHECKERS {
            stacks.put(cell, stacks.at(cell) + 1);
        }
        true
    })?;
    if total > CHECKERS {
        let problem = format!("expected at most {CHECKERS} checkers, got {total}");
        return Err(FenError::field("placement", field, problem));
    }
    Ok((pieces, stacks))
}

/// Whether a pawn can just have passed over the cell recorded: an enemy's, or the one that may go on with
/// this turn.
fn check_ep_square(field: &str, position: &Position, phase: Phase) -> Result<(), FenError> {
    let seat = position.seat;
    let possible = match phase {
        _ if position.ep_square == 0 => true,
        Phase::Move => can_be_ep_square(position),
        Phase::Run { runner, taken: false } => {
            can_be_ep_square(&Position { seat: seat ^ 1, ..*position })
                && PawnSteps::of(seat).ahead.of(position.ep_square) == bit(runner)
        }
        _ => false,
    };
    if possible {
        return Ok(());
    }
    let problem = "no pawn can just have passed over this cell; expected '-'";
    Err(FenError::field("en passant", field, problem))
}

/// Whether the turn can stand so, and can be ended (A8).
fn check_turn(field: &str, state: &State) -> Result<(), FenError> {
    let State { position, extra: Extra { stacks, phase } } = state;
    let refused = |problem: &str| Err(FenError::field("turn", field, problem));
    let seat = position.seat;
    if *phase == Phase::Move {
        // Whoever could be taken by extra moves only is not, since steps onto kings are not legal (C8): the
        // game can go on.
        if opponent_in_check(position) {
            return Err(FenError::impossible(format!(
                "the king of '{}' is in check, but '{0}' is not to act",
                seat_letter(seat ^ 1)
            )));
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
                if pieces.side(position.seat ^ 1) & bit(cell) == 0 {
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
        return check_info(state, step);
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
    check_info(state, step)
}

/// Why a step that a piece could make is not safe (A8).
fn check_info(state: &State, step: Step) -> String {
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
