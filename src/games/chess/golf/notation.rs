//! The notation of a course: step strings, position strings and explanations.

use super::choices::COURSE;
use super::course::{Phase, State, pile_of};
use super::explain::{self, written};
use super::layout::{CARDS, deck};
use super::validate::{more_than, validate};
use super::{FAILURE, Golf, HOLES, MOST_MOVES, hides_bid, moves};
use crate::game::roles::{Notation, Rules};
use crate::game::{
    FenError, Field, FieldText, PositionFormat, Seat, first_bytes, stored, write_value, write_word,
};
use crate::games::chess::kit::bitboard::bit;
use crate::games::chess::kit::castling::CastlingNotation;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::piles::{Card, Pile};
use crate::games::chess::kit::placement;
use crate::games::chess::kit::step::{MoveKind, Step, UciMove};
use std::fmt::Display;

/// Declares a field of cards.
macro_rules! cards {
    ($name:expr, $($place:ident).+) => {
        stored!($name, $($place).+, write_cards, |_, _, field| read_cards(field.name, field.text)?)
    };
}

/// Declares a field with a board.
macro_rules! board {
    ($name:expr, $place:ident) => {
        stored!($name, $place, write_board, |_, _, field| read_board(field.name, field.text)?)
    };
}

/// The position string (7D).
pub static FORMAT: PositionFormat<Golf, State> = PositionFormat::new(&[
    board!("placement", pieces).after("seat to act"),
    Field::new("seat to act", write_seat, read_seat).after("phase"),
    stored!("phase", phase, write_word, |_, _, field| {
        field.word("expected level, draw, bid, play, place or end")?
    }),
    stored!("hole", hole, write_value, |_, _, field| counter(field, HOLES + 1)?),
    stored!("cards of a hole", k, write_value, |golf, _, field| counter(field, golf.cards + HOLES - 1)?),
    stored!("rise", rise, |rise, out| write_value(u8::from(rise), out), |golf, _, field| {
        counter(field, 1 - u8::from(golf.alone()))? == 1
    }),
    cards!("cards drawn", cards),
    cards!("draw pile", pile),
    cards!("discards", discards),
    stored!("dealer", dealer, write_value, |golf, _, field| Golf::read_seat(golf, field)?).after("rise"),
    Field::new("bids", write_bids, read_bids),
    Field::new(
        "sheet",
        |golf, state, _, out| write_numbers(golf, state.sheet, out),
        |golf, state, field| {
            of_seats(golf, field, 0, |number| counter(number, FAILURE + 1)).map(|sheet| state.sheet = sheet)
        },
    ),
    Field::new(
        "totals",
        |golf, state, _, out| write_numbers(golf, state.totals, out),
        |golf, state, field| {
            of_seats(golf, field, 0, |total| counter(total, HOLES * (FAILURE + 1)))
                .map(|totals| state.totals = totals)
        },
    ),
    board!("start", start).after("placement"),
    stored!("failed", failed, write_or_none, |golf, _, field| match field.text {
        "-" => None,
        _ => Some(golf.read_seat(field)?),
    }),
    stored!("moves made", made, write_value, |_, _, field| counter(field, MOST_MOVES)?),
    stored!(
        "taker",
        goal.taker,
        |card: Option<Card>, out| write_or_none(card.map(Card::letter), out),
        |_, _, field| match Card::read(field.text) {
            Some(card) if CARDS.contains(&card) => Some(card),
            None if field.text == "-" => None,
            _ => return Err(field.refused("expected a letter of KQRBNkqrbn, or '-'")),
        },
    ),
    cards!("cards left", goal.left),
    cards!("captured men", away).then(validate),
]);

impl Notation for Golf {
    fn write_step(&self, _state: &State, step: Step, out: &mut String) {
        write_step(step, out);
    }

    fn sort_key(&self, state: &State, step: Step) -> u128 {
        match step.move_kind() {
            MoveKind::Choice => first_bytes(&self.step_text(state, step)),
            _ => step.sort_key(CastlingNotation::TwoFiles),
        }
    }

    fn read_step(&self, state: &State, text: &str) -> Option<Step> {
        let step = self.find_step(state, text)?;
        self.is_legal(state, step).then_some(step)
    }

    fn explain_text(&self, state: &State, text: &str) -> String {
        explain::explain_text(self, state, text)
    }

    fn fen(&self, state: &State) -> String {
        let mut out = String::new();
        FORMAT.write(self, state, None, &mut out);
        out
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        FORMAT.read(self, text)
    }
}

impl Golf {
    /// Reads the number of a seat.
    fn read_seat(&self, field: FieldText<'_>) -> Result<Seat, FenError> {
        counter(field, self.spec.seats - 1).map(Seat::new)
    }

    /// The step that a text names, legal or not.
    fn find_step(&self, state: &State, text: &str) -> Option<Step> {
        if let Some(number) = self.choices.read(text) {
            return Some(Step::choice(number));
        }
        let UciMove { from, to, promotion: None } = UciMove::read(text)? else { return None };
        (state.pieces.occupied() & bit(from) != 0).then(|| moves::of_piece(&state.pieces, from, to))
    }
}

/// Appends the text of a step.
fn write_step(step: Step, out: &mut String) {
    match step.move_kind() {
        MoveKind::Choice => COURSE.write(step.number(), out),
        _ => step.write(CastlingNotation::TwoFiles, out),
    }
}

/// A number from 0 to `most`.
fn counter(field: FieldText<'_>, most: u8) -> Result<u8, FenError> {
    Ok(field.counter(most.into())? as u8)
}

fn write_or_none(value: Option<impl Display>, out: &mut String) {
    match value {
        None => out.push('-'),
        Some(value) => write_value(value, out),
    }
}

fn write_board(pieces: Pieces, out: &mut String) {
    placement::write_pieces(&pieces, out);
}

fn write_cards(pile: Pile, out: &mut String) {
    out.push_str(if pile.is_empty() { "-" } else { "" });
    out.push_str(&written(pile));
}

/// Appends the seat to act, or `*` while cards are drawn.
fn write_seat(_: &Golf, state: &State, _viewer: Option<Seat>, out: &mut String) {
    match state.phase {
        Phase::Draw => out.push('*'),
        _ => write_value(state.seat, out),
    }
}

fn read_seat(golf: &Golf, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    state.seat = match (field.text, state.phase) {
        ("*", Phase::Draw) => Seat::ZERO,
        (_, Phase::Draw) => return Err(field.refused("expected '*' while cards are drawn")),
        _ => golf.read_seat(field)?,
    };
    Ok(())
}

/// The bids; that of seat 0 is a question mark as long as the other has not bid (7D.1).
fn write_bids(golf: &Golf, state: &State, viewer: Option<Seat>, out: &mut String) {
    for (at, bid) in state.bids[..golf.spec.seats.into()].iter().enumerate() {
        out.push_str(if at > 0 { "/" } else { "" });
        match bid {
            Some(_) if at == 0 && hides_bid(state, viewer) => out.push('?'),
            bid => write_or_none(*bid, out),
        }
    }
}

fn read_bids(golf: &Golf, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let read = |bid: FieldText<'_>| match bid.text {
        "-" => Ok(None),
        _ if golf.alone() => Err(field.refused("a single player does not bid; expected '-'")),
        _ => counter(bid, MOST_MOVES).map(Some),
    };
    of_seats(golf, field, None, read).map(|bids| state.bids = bids)
}

fn write_numbers(golf: &Golf, numbers: [u8; 2], out: &mut String) {
    for (at, number) in numbers[..golf.spec.seats.into()].iter().enumerate() {
        out.push_str(if at > 0 { "/" } else { "" });
        write_value(number, out);
    }
}

/// Reads a board: no pawns, and of each type no more pieces than there are.
pub fn read_board(name: &'static str, field: &str) -> Result<Pieces, FenError> {
    let pieces = placement::read_marked(field, b"")?.0;
    if pieces.kind(Kind::Pawn) != 0 {
        return Err(FenError::field(name, field, "Chess Golf has no pawns (7A.1)"));
    }
    if let Some(card) = more_than(pile_of(&pieces), deck()) {
        let problem = format!("there are more pieces {} than cards for them (7A.1)", card.letter());
        return Err(FenError::field(name, field, problem));
    }
    Ok(pieces)
}

/// Reads cards, in any order: of each no more than there are.
pub fn read_cards(name: &'static str, field: &str) -> Result<Pile, FenError> {
    let mut pile = Pile::default();
    for letter in field.chars().filter(|_| field != "-") {
        let card = CARDS.into_iter().find(|card| card.letter() == letter);
        let Some(card) = card.filter(|&card| pile.of(card) < deck().of(card)) else {
            let problem = "expected letters of the cards KQRRBBNNkqrrbbnn, or '-' (7A.1)";
            return Err(FenError::field(name, field, problem));
        };
        pile.add(card);
    }
    match field {
        "" => Err(FenError::field(name, field, "expected letters of cards, or '-'")),
        _ => Ok(pile),
    }
}

/// The entries of each seat; `none` stands for those of a seat that is not there.
fn of_seats<T: Copy>(
    golf: &Golf,
    field: FieldText<'_>,
    none: T,
    read: impl Fn(FieldText<'_>) -> Result<T, FenError>,
) -> Result<[T; 2], FenError> {
    let entries: Vec<FieldText<'_>> = field.text.split('/').map(|entry| field.part(entry)).collect();
    match entries[..] {
        [first] if golf.alone() => Ok([read(first)?, none]),
        [first, second] if !golf.alone() => Ok([read(first)?, read(second)?]),
        _ => Err(field.refused("expected one entry for each seat, separated by '/'")),
    }
}
