//! The notation of Two Move Chess: step strings, position strings, why a text is no step.

use super::cards::{self, Cards, Moves};
use super::{CLOCK_END, Extra, State, TwoMove, movable};
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, stored};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::{VariantActions, VariantNotation};
use crate::games::chess::kit::bitboard::bit;
use crate::games::chess::kit::castling::Castling;
use crate::games::chess::kit::explain;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::placement::{self, seat_letter};
use crate::games::chess::kit::step::{MoveKind, Step};

impl VariantNotation for TwoMove {
    /// The position string (W10).
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        fields::placement(),
        fields::seat(),
        fields::castling(),
        stored!("White's cards from before", extra.before[0], Cards::write, |_, _, field| read_cards(field)?),
        stored!("Black's cards from before", extra.before[1], Cards::write, |_, _, field| read_cards(field)?)
            .label("Black's"),
        chosen::<0>("White's cards of this turn"),
        chosen::<1>("Black's cards of this turn").label("Black's").then(check_cards),
        stored!("moves to be made", extra.moves, Moves::write, |_, state, field| {
            read_moves(field, Moves::of(state.extra.chosen))?
        }),
        stored!("pawns that have moved", extra.moved, placement::write_cells, |_, _, field| {
            placement::read_cells(field)?
        })
        .then(|_, state, field| {
            let are_pawns = state.extra.moved & !state.position.pieces.kind(Kind::Pawn) == 0;
            field.require(are_pawns, "expected cells of pawns, or '-'")
        }),
        fields::clock::<CLOCK_END, _>().then(validate),
    ]);

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain_move(state, step)
    }
}

/// The cards of `SEAT` of this turn, which the other seat does not see before it has chosen (W11).
const fn chosen<const SEAT: u8>(name: &'static str) -> Field<TwoMove, State> {
    Field::new(
        name,
        |_, state, viewer, out| match state.extra.shown(Seat::new(SEAT), viewer) {
            Some(cards) => cards.write(out),
            None => out.push_str("??"),
        },
        |_, state, field| read_cards(field).map(|cards| state.extra.chosen[usize::from(SEAT)] = cards),
    )
}

fn read_cards(field: FieldText<'_>) -> Result<Cards, FenError> {
    match cards::read_pair(field.text) {
        Some(number) => Ok(Cards::pair(number)),
        None if field.text == "-" => Ok(Cards::NONE),
        None => Err(field.refused("expected two letters in the order NBRQK, as in RK, or '-'")),
    }
}

/// Reads what is left of the moves that the cards make.
fn read_moves(field: FieldText<'_>, all: Moves) -> Result<Moves, FenError> {
    let text = |moves: Moves| {
        let mut text = String::new();
        moves.write(&mut text);
        text
    };
    all.tails().find(|&moves| text(moves) == field.text).ok_or_else(|| {
        field.refused(match text(all).as_str() {
            "-" => "expected '-': the cards of this turn make no moves".into(),
            all => format!("expected the last letters of {all}, the moves that the cards make, or '-'"),
        })
    })
}

/// Checks that such cards can be there together.
fn check_cards(_: &TwoMove, state: &mut State, _field: FieldText<'_>) -> Result<(), FenError> {
    let Extra { before, chosen, .. } = state.extra;
    let refused = |problem: &str| Err(FenError::impossible(problem));
    let [white, black] = chosen.map(|cards| !cards.is_empty());
    if before.iter().all(|cards| !cards.is_empty()) {
        return refused(
            "only one seat can have cards from before: the other has taken back its four cards (W8)",
        );
    }
    if before == [Cards::NONE; 2] && (white || black) {
        return refused(
            "cards of this turn need cards from before, which are White's opening choice at first (W2)",
        );
    }
    if black && !white {
        return refused("White chooses first (W3): Black cannot have cards of this turn before White");
    }
    if before.iter().zip(chosen).any(|(before, chosen)| before.meets(chosen)) {
        return refused("a seat cannot choose cards that are face up from before (W3)");
    }
    Ok(())
}

/// What holds of the whole turn.
fn validate(_: &TwoMove, state: &mut State, _field: FieldText<'_>) -> Result<(), FenError> {
    if state.extra.is_choosing() { check_choice(state) } else { check_moves(state) }
}

/// What holds while cards are chosen.
fn check_choice(state: &State) -> Result<(), FenError> {
    let State { position, extra } = state;
    let refused = |problem: &str| Err(FenError::impossible(problem));
    let committed = !extra.chosen[0].is_empty();
    if position.pieces.kind(Kind::King).count_ones() != 2 {
        return refused("each seat must have its king before both have chosen cards (W9)");
    }
    if position.seat != Seat::from_bool(committed) {
        return refused(
            "the seat to act does not fit the cards of this turn: White chooses first, then Black (W3)",
        );
    }
    if extra.moved != 0 {
        return refused("expected '-': no pawn can have moved before both seats have chosen cards");
    }
    if position.clock >= CLOCK_END && (committed || extra.is_opening()) {
        return refused(
            "expected a clock below 50: at 50 the game ends after a turn (W9), before cards are chosen",
        );
    }
    Ok(())
}

/// What holds when both have chosen: there is a move to be made, or the last one has taken a king.
fn check_moves(state: &State) -> Result<(), FenError> {
    let State { position, extra } = state;
    let (pieces, seat) = (&position.pieces, position.seat);
    let refused = |problem: String| Err(FenError::impossible(problem));
    let seat_of = |made: Option<(Seat, Kind)>| made.map(|(seat, _)| seat);
    if TwoMove::is_decided(pieces) {
        let last = seat_of(extra.moves.previous(Moves::of(extra.chosen)));
        if pieces.of(seat, Kind::King) == 0 || last != Some(seat) {
            return refused(
                "a king is missing: the seat to act must be the one that captured it, by the move before \
                 those to be made (W9)"
                    .into(),
            );
        }
        return Ok(());
    }
    match extra.moves.next() {
        None => refused("no move is left, so the turn is over (W8); expected no cards of this turn".into()),
        Some((next, _)) if next != seat => refused(format!(
            "expected '{}' to act: it makes the next of the moves to be made",
            seat_letter(next)
        )),
        Some(_) if movable::least(pieces, seat, extra.moved).is_none() => {
            refused(format!("no piece of '{}' can move, so its next move is lost (W6)", seat_letter(seat)))
        }
        Some(_) => Ok(()),
    }
}

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let extra = &state.extra;
    if !extra.is_choosing() {
        let chosen = || {
            let mut moves = String::new();
            extra.moves.write(&mut moves);
            format!("both seats have chosen their cards (W3); the moves to be made are {moves}")
        };
        return text.starts_with("cards:").then(chosen);
    }
    Some(match TwoMove::CHOICES.read(text) {
        None => "expected cards: and two letters in the order NBRQK, as in cards:RK (W3)".into(),
        Some(_) => {
            let mut before = String::new();
            extra.before[state.position.seat.parity()].write(&mut before);
            format!(
                "only the three cards other than {before} can be chosen, which are face up from before (W3)"
            )
        }
    })
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let State { position, extra } = state;
    let (pieces, from) = (&position.pieces, step.from());
    if extra.moved & bit(from) != 0 {
        return format!("the pawn on {} has already moved in this turn (W7)", explain::name(from));
    }
    let reason = match step.move_kind() {
        MoveKind::Castle => explain::castle(position, Castling::of(from, step.to())),
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn(position, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(position, step),
    };
    reason.unwrap_or_else(|| {
        match extra.moves.next().zip(movable::least(pieces, position.seat, extra.moved)) {
            Some((_, _)) if step.is_castling() => "castling needs the king card (W7)".into(),
            Some(((_, card), least)) if card == least => {
                format!("the {} card can only move {}s now (W6)", card.name(), card.name())
            }
            Some(((_, card), least)) => format!(
                "the {} card moves {}s, or the least valuable pieces that can move, which are now {}s (W6)",
                card.name(),
                card.name(),
                least.name()
            ),
            None => "the piece cannot make this move".into(),
        }
    })
}
