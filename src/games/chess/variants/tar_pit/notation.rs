//! The notation of Tar Pit Chess: step strings, position strings, why a text is no step.

use super::checkers::OF_EACH;
use super::crawl::{Reach, checkers};
use super::turn::Phase;
use super::{CARD, CHOICES, CLOCK_END, DISCARD, DRAW, Extra, FRONT, RETURN, State, TAR, TarPit};
use crate::board::Cell;
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, stored, write_value};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::VariantNotation;
use crate::games::chess::kit::bitboard::{bit, cells, own_rank, read_cell};
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::explain::{self, name};
use crate::games::chess::kit::lines::{KING_ATTACKS, PAWN_ATTACKS};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::piles::{Card, Pile, RISING};
use crate::games::chess::kit::placement::{self, seat_letter};
use crate::games::chess::kit::position::{PawnSteps, Position};
use crate::games::chess::kit::step::{MoveKind, Step};
use std::fmt::Write as _;

/// The words of the phases that are nothing but a word.
const PHASES: [(&str, Phase); 5] = [
    ("move", Phase::Move),
    ("card", Phase::Card),
    ("return", Phase::Return),
    ("discard", Phase::Discard),
    ("draw", Phase::Draw),
];

impl VariantNotation for TarPit {
    /// The position string (T15).
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        fields::placement().read_by(read_placement),
        fields::seat(),
        fields::castling(),
        fields::ep_square().after("clock"),
        Field::new("phase", write_phase, read_phase).after("discard pile").then(validate),
        Field::new("checkers in front", write_front, read_front)
            .label("checkers in front of White and of Black")
            .after(fields::PLACEMENT)
            .then(check_checkers),
        hand::<0>("White's hand"),
        hand::<1>("Black's hand"),
        Field::new("draw pile", write_draw, |_, state, field| {
            read_pile(field).map(|pile| state.extra.draw = pile)
        }),
        stored!("discard pile", extra.discard, write_open, |_, _, field| read_pile(field)?).then(check_cards),
        fields::clock::<CLOCK_END, _>().after("castling"),
    ]);

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain_move(state, step)
    }
}

fn read_placement(_: &TarPit, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (pieces, [carrying, tarred]) = placement::read_marked(field.text, b"+-")?;
    placement::check_pawns(field.text, pieces.kind(Kind::Pawn))?;
    state.position.pieces = pieces;
    state.extra.checkers.under =
        Seat::BOTH.map(|seat| pieces.side(seat) & carrying | pieces.side(seat.other()) & tarred);
    Ok(())
}

fn write_front(_: &TarPit, state: &State, _viewer: Option<Seat>, out: &mut String) {
    let [white, black] = state.extra.checkers.front;
    let _ = write!(out, "{white},{black}");
}

fn read_front(_: &TarPit, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let Some((white, black)) = field.text.split_once(',') else {
        return Err(field.refused("expected a number for White and one for Black, as in 6,6"));
    };
    for (front, number) in state.extra.checkers.front.iter_mut().zip([white, black]) {
        *front = field.part(number).counter(OF_EACH.into())? as u8;
    }
    Ok(())
}

/// Checks that pieces and checkers can stand so.
fn check_checkers(_: &TarPit, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (pieces, checkers) = (&state.position.pieces, &state.extra.checkers);
    for (seat, whose) in [(Seat::ZERO, "White"), (Seat::ONE, "Black")] {
        let refused = |problem: String| Err(field.other(fields::PLACEMENT).refused(problem));
        if pieces.of(seat, Kind::King) == 0 {
            return refused(format!("{whose} has no king"));
        }
        if pieces.side(seat).count_ones() > 16 {
            return refused(format!("{whose} has more pieces than at the start (T15)"));
        }
        if pieces.side(seat) & own_rank(seat, 8) & checkers.tarred(pieces) != 0 {
            return refused(format!("a piece of {whose} on its last rank cannot be tarred (T6)"));
        }
        let at = seat.index();
        if checkers.under[at].count_ones() + u32::from(checkers.front[at]) > u32::from(OF_EACH) {
            return Err(field.refused(format!(
                "{whose} must have at most twelve checkers, including those on the board (T2)"
            )));
        }
    }
    Ok(())
}

/// The hand of `SEAT`, which only this seat sees (T16).
const fn hand<const SEAT: u8>(name: &'static str) -> Field<TarPit, State> {
    Field::new(
        name,
        |_, state, viewer, out| {
            let is_open = viewer.is_none_or(|viewer| viewer == Seat::new(SEAT));
            state.extra.hands[usize::from(SEAT)].write(RISING, is_open, out);
        },
        |_, state, field| read_pile(field).map(|pile| state.extra.hands[usize::from(SEAT)] = pile),
    )
}

fn write_draw(_: &TarPit, state: &State, viewer: Option<Seat>, out: &mut String) {
    state.extra.draw.write(RISING, viewer.is_none(), out);
}

fn write_open(pile: Pile, out: &mut String) {
    pile.write(RISING, true, out);
}

fn read_pile(field: FieldText<'_>) -> Result<Pile, FenError> {
    Pile::read(field.name, RISING, field.text)
}

/// Checks that there are no more cards than in the set-up (T15): in total, of each checkers card, and of any
/// card than of the most frequent one.
fn check_cards(game: &TarPit, state: &mut State, _field: FieldText<'_>) -> Result<(), FenError> {
    let Extra { hands: [white, black], draw, discard, .. } = state.extra;
    let (piles, deck) = ([white, black, draw, discard], Pile::deck(game.checkers_cards));
    let held = |card: Card| piles.iter().map(|pile| pile.of(card)).sum::<u8>();
    for card in Card::all() {
        let (many, most) = (held(card), if card.kind().is_some() { 8 } else { deck.of(card) });
        if many > most {
            let problem = format!(
                "hands and piles must have at most {most} cards '{}', got {many} (T15)",
                card.letter()
            );
            return Err(FenError::impossible(problem));
        }
    }
    let (many, most) = (piles.iter().map(|pile| pile.count()).sum::<u8>(), deck.count());
    if many > most {
        let problem = format!("hands and piles must have at most {most} cards, got {many} (T15)");
        return Err(FenError::impossible(problem));
    }
    Ok(())
}

fn write_phase(_: &TarPit, state: &State, _viewer: Option<Seat>, out: &mut String) {
    let word = PHASES.iter().find(|(_, phase)| *phase == state.extra.phase).map(|(word, _)| *word);
    match state.extra.phase {
        Phase::Throw(cell) => write_value(format_args!("throw:{}", name(cell)), out),
        Phase::Extra(card) => write_value(format_args!("tar:{}", card.letter()), out),
        _ => out.push_str(word.unwrap_or_default()),
    }
}

fn read_phase(_: &TarPit, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let phase = match field.text.split_once(':') {
        Some(("throw", cell)) => read_cell(cell.as_bytes()).map(Phase::Throw),
        Some(("tar", card)) => Card::read(card).map(Phase::Extra),
        _ => PHASES.iter().find(|(word, _)| *word == field.text).map(|&(_, phase)| phase),
    };
    state.extra.phase = phase.ok_or_else(|| {
        field.refused("expected move, throw: and a cell, card, tar: and a card, return, discard or draw")
    })?;
    Ok(())
}

/// Checks the state as a whole.
fn validate(_: &TarPit, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    check_phase(state)?;
    let position = &state.position;
    // During a turn the cell that was passed over waits for the other seat.
    let waiting = if state.extra.phase == Phase::Move { position.seat } else { state.owner().other() };
    let possible =
        position.ep_square == 0 || placement::can_be_ep_square(&Position { seat: waiting, ..*position });
    let problem = "no pawn can just have passed over this cell; expected '-'";
    field.other(fields::EN_PASSANT).require(possible, problem)
}

/// Checks that the phase fits the turn.
fn check_phase(state: &State) -> Result<(), FenError> {
    let State { position, extra } = state;
    let (pieces, seat) = (&position.pieces, position.seat.parity());
    let (front, held) = (extra.checkers.front[seat], extra.hands[seat].count());
    let refused = |problem: &str| Err(FenError::impossible(problem));
    // Checkers that the other seat returns free only pieces of the one whose turn it is.
    let moved = if extra.phase == Phase::Move { position.seat.other() } else { state.owner() };
    if checkers(pieces, extra.checkers.tarred(pieces), moved) != 0 {
        let problem = format!("the king of '{}' is in check after its own move (T11)", seat_letter(moved));
        return Err(FenError::impossible(problem));
    }
    match extra.phase {
        Phase::Throw(cell) if extra.checkers.under[seat] & pieces.sides[seat] & bit(cell) == 0 => {
            refused("phase throw needs the cell of a piece of the seat to act that carries a checker (T7)")
        }
        Phase::Throw(cell) if state.throws(cell) == 0 => {
            refused("no throw is legal, which skips this phase; expected card (T7)")
        }
        Phase::Extra(card) if card.kind().is_none() || extra.discard.of(card) == 0 => {
            refused("the card played must be a piece card on the discard pile (T8)")
        }
        Phase::Extra(card) if front == 0 || state.targets(card) == 0 => {
            refused("a piece card needs a checker in front of the seat and a piece to put it under (T8)")
        }
        Phase::Return if !extra.checkers.can_return(position.seat) => {
            refused("phase return needs a checker that the seat to act can return (T9)")
        }
        Phase::Discard if held <= front => {
            refused("phase discard needs more cards in hand than checkers in front of the seat (T9)")
        }
        Phase::Draw if held >= front || extra.draw.is_empty() => refused(
            "phase draw needs fewer cards in hand than checkers in front of the seat, and a draw pile that \
             is not empty (T10)",
        ),
        _ => Ok(()),
    }
}

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let extra = &state.extra;
    let choice = CHOICES.read(text);
    let at = |first: usize| choice.and_then(|number| number.checked_sub(first));
    let [thrown, put, returned] = [0, TAR, RETURN].map(|first| at(first).filter(|&cell| cell < 64));
    let [played, dropped, drawn] =
        [CARD, DISCARD, DRAW].map(|first| at(first).filter(|&card| card < 14).map(Card::new));
    let reason = match extra.phase {
        Phase::Move if choice.is_some() => "a turn must begin with a move (T3)".into(),
        Phase::Move => return None,
        Phase::Throw(from) => match thrown {
            Some(cell) => not_under(state, cell as Cell, KING_ATTACKS[from as usize], "one cell away", "T7"),
            None => "expected throw: and a cell next to the piece that moved, or pass (T7)".into(),
        },
        Phase::Card => match played {
            Some(card) => not_played(state, card),
            None => "expected card: and a card of the hand, or pass (T8)".into(),
        },
        Phase::Extra(card) => match (put, card.kind()) {
            (Some(cell), Some(kind)) => {
                not_under(state, cell as Cell, state.fitting(kind, card.seat()), "that the card fits", "T8")
            }
            _ => "expected tar: and the cell of a piece that the card fits (T8)".into(),
        },
        Phase::Return => match (returned, choice) {
            (Some(cell), _) => format!("there is no checker of yours on {} (T9)", name(cell as Cell)),
            (_, Some(FRONT)) => "there is no checker of yours in front of you (T9)".into(),
            _ => "expected return:front, or return: and the cell of one of your checkers (T9)".into(),
        },
        Phase::Discard => match dropped {
            Some(_) => "this card is not in the hand (T9)".into(),
            None => "expected discard: and a card of the hand (T9)".into(),
        },
        Phase::Draw => match drawn {
            Some(_) => "this card is not in the draw pile (T10)".into(),
            None => "expected draw: and a card of the draw pile (T10)".into(),
        },
    };
    Some(reason)
}

/// Why a checker does not come under the piece on a cell, though it would among `cells`, which are those
/// `which` words say.
fn not_under(state: &State, cell: Cell, cells: u64, which: &str, rule: &str) -> String {
    if state.position.pieces.occupied() & cells & bit(cell) == 0 {
        return format!("a checker must be put under a piece {which} ({rule})");
    }
    format!("if tarred, the piece on {} would attack your king (T11)", name(cell))
}

/// Why a card is not played.
fn not_played(state: &State, card: Card) -> String {
    let (extra, seat) = (&state.extra, state.position.seat.parity());
    if extra.hands[seat].of(card) == 0 {
        "this card is not in the hand (T8)".into()
    } else if extra.checkers.front[seat] == 0 {
        "a piece card needs a checker in front of you (T8)".into()
    } else {
        "any piece that the card fits would attack your king if tarred (T8, T11)".into()
    }
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let (position, extra) = (&state.position, &state.extra);
    let (from, to, pieces, seat) = (step.from(), step.to(), &position.pieces, position.seat.of_two());
    let tarred = extra.checkers.tarred(pieces) & bit(from) != 0;
    let reach = Reach::of(state);
    let reason = match step.move_kind() {
        MoveKind::Castle => {
            let castling = Castling::of(from, to);
            let stands = || {
                let held = cells(extra.checkers.all() & (bit(from) | bit(to))).next();
                held.map(|cell| format!("castling is blocked: there is a checker on {} (T12)", name(cell)))
            };
            let check_info = || "the king cannot castle out of, through or into check (C7)".to_string();
            Some(explain::castle(position, castling).or_else(stands).unwrap_or_else(check_info))
        }
        MoveKind::Normal(kind) if tarred && kind != Kind::Pawn => crawl(position, from, to),
        _ if tarred => Some("a tarred pawn cannot move (T4)".into()),
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn(position, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(position, step),
    };
    reason.unwrap_or_else(|| match cells(reach.check_info.checkers).next() {
        Some(checker) if from != pieces.king(seat) => {
            format!("the king is in check from {}, and the move must end the check (T11)", name(checker))
        }
        _ => "it would leave the king in check (T11)".into(),
    })
}

/// Why a tarred piece does not go so, apart from check.
fn crawl(position: &Position, from: Cell, to: Cell) -> Option<String> {
    let (pieces, seat) = (&position.pieces, position.seat.of_two());
    let ahead = PawnSteps::of(seat).ahead.of(bit(from));
    let aside = PAWN_ATTACKS[seat.index()][from as usize];
    if (ahead | aside) & bit(to) == 0 {
        return Some(
            "a tarred piece moves one cell straight ahead, or captures diagonally ahead (T4)".into(),
        );
    }
    if ahead & pieces.occupied() & bit(to) != 0 {
        return Some(format!("{} is occupied (T4)", name(to)));
    }
    let taking = pieces.side(seat.other()) | position.ep_square;
    (aside & bit(to) & !taking != 0).then(|| format!("there is nothing to capture on {} (T4)", name(to)))
}
