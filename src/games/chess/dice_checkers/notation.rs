//! The notation of Chess with Dice and Checkers: step strings and position strings.

use super::things::pairs;
use super::{DICE, DiceCheckers, State, explain};
use crate::board::Cell;
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, stored, write_value};
use crate::games::chess::bitboard::{Bitboard, bit, own_rank, read_cell};
use crate::games::chess::castling;
use crate::games::chess::fields;
use crate::games::chess::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::pieces::{Kind, Pieces};
use crate::games::chess::placement::{self, can_be_ep_square, letter, seat_letter};
use crate::games::chess::step::{MoveKind, Step, UciMove};
use crate::games::chess::variant::{VariantNotation, VariantRules};

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
        explain::explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain::explain_move(state, step)
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
const KINGS: Bitboard = crate::games::chess::bitboard::FILE_A << 4;

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
