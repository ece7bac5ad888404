//! The notation of Chess with Dice and Checkers: step strings, position strings, why a text is no step.

use super::things::pairs;
use super::turn::{Choice, Walk};
use super::{DICE, DiceCheckers, State};
use crate::board::Cell;
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, stored, write_value};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::{VariantActions, VariantNotation, VariantRules};
use crate::games::chess::kit::bitboard::{Bitboard, FILE_A, bit, cells, lowest, own_rank, read_cell};
use crate::games::chess::kit::castling::{self, Castling};
use crate::games::chess::kit::explain::{self, name};
use crate::games::chess::kit::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::kit::lines::PAWN_ATTACKS;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::placement::{self, can_be_ep_square, letter, seat_letter};
use crate::games::chess::kit::position::{PawnSteps, Position};
use crate::games::chess::kit::step::{MoveKind, Step, UciMove};

impl VariantNotation for DiceCheckers {
    /// The position string (8.11).
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        Field::new(fields::PLACEMENT, write_placement, read_placement),
        fields::seat(),
        fields::castling().read_by(read_rights),
        fields::ep_square().after("clock"),
        stored!("checker that must jump on", extra.runner, placement::write_ep_square, |_, _, field| {
            read_runner(field)?
        })
        .after("dice to be put back")
        .then(validate),
        stored!("dice to be put back", extra.owed, write_value, |_, _, field| field.counter(DICE)? as u8),
        fields::clock::<CLOCK_END, _>().after("castling"),
        Field::new(fields::HISTORY, |_, state, _, out| state.extra.history.write(out), read_history),
    ]);

    /// 8.5: a die that shows 1 makes no double step and becomes nothing else.
    fn find_step(&self, state: &State, named: UciMove) -> Option<Step> {
        let State { position, extra } = state;
        let UciMove { from, to, promotion } = named;
        let (pieces, own) = (&position.pieces, position.pieces.side(position.seat) & bit(from));
        if extra.things.dice & own == 0 {
            return position.find_step(named, self.castling_notation());
        }
        let kind = extra.things.shown(pieces, from).filter(|_| promotion.is_none())?;
        let passing = kind == Kind::Pawn && bit(to) & position.ep_square != 0 && from & 7 != to & 7;
        Some(Step::new(from, to, if passing { MoveKind::EnPassant } else { MoveKind::Normal(kind) }))
    }

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain_move(state, step)
    }
}

/// What stands on a cell, as the placement has it (8.1).
pub fn thing(state: &State, cell: Cell) -> String {
    let (pieces, things) = (&state.position.pieces, &state.extra.things);
    let seat = pieces.seat_at(cell).unwrap_or(Seat::ZERO);
    let cased = |small: char| if seat == Seat::ZERO { small.to_ascii_uppercase() } else { small };
    let single = things.singles & bit(cell) != 0;
    match (things.shown(pieces, cell), pieces.kind_at(cell)) {
        (Some(shown), _) => format!("{}{}", cased('d'), shown as u8 + 1),
        (None, Some(kind)) => format!("{}{}", letter(kind, seat), if single { "+" } else { "" }),
        (None, None) => cased(if single { 's' } else { 't' }).into(),
    }
}

fn write_placement(_: &DiceCheckers, state: &State, _viewer: Option<Seat>, out: &mut String) {
    placement::write_ranks(
        state.position.pieces.occupied(),
        |cell, out| out.push_str(&thing(state, cell)),
        out,
    );
}

/// Checks the state without its history. An en passant square of no use is read as none (2.2.3).
fn validate(_: &DiceCheckers, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let placement = field.other(fields::PLACEMENT);
    check_kings(placement, state)?;
    check_dice(placement, state)?;
    check_turn(field, state)?;
    if DiceCheckers.mid_turn(state) || state.is_decided() || !can_be_ep_square(&state.position) {
        state.position.ep_square = 0;
    }
    state.check_ep_square();
    Ok(())
}

fn read_history(_: &DiceCheckers, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let position = &state.position;
    RepetitionHistory::read(field.text, position.seat, position, &state.table())
        .map(|history| state.extra.history = history)
}

/// Reads a placement (8.1).
fn read_placement(_: &DiceCheckers, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (pieces, things) = (&mut state.position.pieces, &mut state.extra.things);
    placement::read_ranks(field.text, |cell, text| {
        let (piece, at) = (text[0], bit(cell));
        let seat = Seat::from_bool(piece.is_ascii_lowercase());
        match piece.to_ascii_uppercase() {
            b'D' => {
                let Some(&number @ b'1'..=b'6') = text.get(1) else {
                    return Err(format!("'{}' must be followed by its number, 1 to 6", piece as char));
                };
                things.put(pieces, seat, at);
                (b'1'..number).for_each(|_| things.raise(pieces, at));
                return Ok(2);
            }
            b'S' => things.singles |= at,
            b'T' => things.doubles |= at,
            _ => {
                let known = "PNBRQKDST or pnbrqkdst";
                let kind = Kind::of_letter(piece).ok_or_else(|| placement::unknown(piece, known))?;
                pieces.kinds[kind as usize] |= at;
            }
        }
        pieces.sides[seat.index()] |= at;
        if text.get(1) != Some(&b'+') {
            return Ok(1);
        }
        if pieces.kind(Kind::Rook) & pairs(seat) & at == 0 {
            return Err("'+' can only follow a rook that has not moved from its corner".into());
        }
        things.singles |= at;
        Ok(2)
    })?;
    let chess = Pieces { sides: pieces.sides, kinds: pieces.kinds.map(|kind| kind & !things.dice) };
    placement::check_kings(field.text, &chess)?;
    placement::check_pawns(field.text, chess.kind(Kind::Pawn))
}

/// Reads the castling rights. Those of a king that has been captured stay as they were (2.2.2).
fn read_rights(_: &DiceCheckers, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (mut home, seat) = (state.position.pieces, state.position.seat);
    home.clear(state.extra.things.dice);
    if home.of(seat, Kind::King) == 0 {
        let king = own_rank(seat, 1) & KINGS;
        home.clear(king);
        home.toggle(seat, Kind::King, king);
    }
    castling::read_rights(field.text, &home).map(|rights| state.position.rights = rights)
}

/// The file on which kings start.
const KINGS: Bitboard = FILE_A << 4;

/// Reads the cell of the checker that must jump on.
fn read_runner(field: FieldText<'_>) -> Result<Bitboard, FenError> {
    match read_cell(field.text.as_bytes()) {
        Some(cell) => Ok(bit(cell)),
        None if field.text == "-" => Ok(0),
        None => Err(field.refused("expected its cell, or '-'")),
    }
}

/// A king that is not there has just been captured for good, and the game is over (8.9, 8.11).
fn check_kings(field: FieldText<'_>, state: &State) -> Result<(), FenError> {
    let State { position, extra } = state;
    let (pieces, seat) = (&position.pieces, position.seat);
    let refused = |problem: String| Err(field.refused(problem));
    if pieces.of(seat.other(), Kind::King) == 0 {
        let who = seat_letter(seat.other());
        return refused(format!("'{who}' has no king; only the seat to act can have lost its king"));
    }
    if pieces.of(seat, Kind::King) != 0 {
        return Ok(());
    }
    if extra.things.sixes & pieces.side(seat) != 0 {
        return refused(
            "no king of that color can be missing: the die that shows 6 would have saved it (8.9)".into(),
        );
    }
    match (extra.runner, extra.owed, position.clock) {
        (0, 0, 0) => Ok(()),
        _ => refused("a king is missing, so the game is over; expected '- 0 0 -' at the end".into()),
    }
}

/// Each seat has two dice, those to be put back among them, and one six at most (8.1, 8.6).
fn check_dice(field: FieldText<'_>, state: &State) -> Result<(), FenError> {
    let (pieces, things, actor) = (&state.position.pieces, &state.extra.things, state.position.seat);
    for (seat, who) in [(Seat::ZERO, "White"), (Seat::ONE, "Black")] {
        let owed = if seat == actor { 0 } else { u32::from(state.extra.owed) };
        let problem = if (things.dice & pieces.side(seat)).count_ones() + owed > DICE {
            format!("{who} must have at most two dice, including those to put back (8.1)")
        } else if (things.sixes & pieces.side(seat)).count_ones() > 1 {
            format!("{who} must have at most one die that shows 6 (8.6)")
        } else {
            continue;
        };
        return Err(field.refused(problem));
    }
    Ok(())
}

/// Checks that the turn can stand so (8.7, 8.8, 8.11).
fn check_turn(runner: FieldText<'_>, state: &State) -> Result<(), FenError> {
    let State { position, extra } = state;
    if extra.runner != 0 {
        let refused = |problem: &str| Err(runner.refused(problem));
        let own = position.pieces.side(position.seat) & !position.pieces.kind(Kind::Rook);
        if own & extra.things.checkers() & extra.runner == 0 {
            return refused("there is no checker of the seat to act there that has moved");
        }
        if state.jumps() == [0; 4] {
            return refused("the checker there cannot jump again; expected '-'");
        }
    }
    let empty = 64 - position.pieces.occupied().count_ones();
    if empty < u32::from(extra.owed) {
        return Err(FenError::impossible("there must be an empty cell for each die to put back"));
    }
    let over = state.is_decided();
    if (over || DiceCheckers.mid_turn(state))
        && (position.clock, runner.other(fields::HISTORY).text) != (0, "-")
    {
        return Err(FenError::impossible(
            "within a turn and after the capture of a king, expected clock 0 and history '-'",
        ));
    }
    Ok(())
}

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
