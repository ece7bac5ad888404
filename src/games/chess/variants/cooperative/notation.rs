//! The notation of Cooperative Chess: step strings, position strings, why a text is no step.

use super::stack::Stack;
use super::turn::Phase;
use super::{CARD, CHOICES, Cooperative, DRAW, Extra, State};
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, stored, write_word};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::VariantNotation;
use crate::games::chess::kit::bitboard::{Bitboard, bit, own_rank, read_cell};
use crate::games::chess::kit::castling::{self, Castling};
use crate::games::chess::kit::explain::{self, name};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::piles::{Card, FALLING, PIECE_CARDS, Pile};
use crate::games::chess::kit::placement;
use crate::games::chess::kit::position::{PawnSteps, Position};
use crate::games::chess::kit::step::{MoveKind, Step};

impl VariantNotation for Cooperative {
    /// The position string (6.8).
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        fields::placement(),
        fields::seat(),
        fields::castling().read_by(read_rights).after("wild"),
        Field::new(fields::EN_PASSANT, write_ep_square, read_ep_square)
            .label("en passant of the partner and of the seat")
            .after("castling"),
        stored!("phase", extra.phase, write_word, |_, _, field| {
            field.word("expected move, card, take or draw (6.8)")?
        }),
        stored!("man that has moved", extra.active, placement::write_cells, |_, state, field| {
            read_active(state, field)?
        }),
        stored!("wild", extra.wild, write_wild, |_, state, field| read_wild(state, field)?).then(check_kings),
        Field::new("hands", write_hands, read_hands),
        Field::new("draw pile", write_pile, |_, state, field| {
            Pile::read(field.name, FALLING, field.text).map(|pile| state.extra.pile = pile)
        }),
        stored!("stacks", extra.stacks, write_stacks, |_, _, field| read_stacks(field)?).then(validate),
    ]);

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain_move(state, step)
    }
}

/// The two parts of a field.
fn pair<'a>(field: FieldText<'a>, what: &str) -> Result<[&'a str; 2], FenError> {
    let parts = field.text.split_once('/').map(|(first, second)| [first, second]);
    parts.ok_or_else(|| field.refused(format!("expected {what}, separated by '/' (6.8)")))
}

/// Reads the rights. A king that has just been captured at home takes none away with it (2.2.2).
fn read_rights(_: &Cooperative, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (mut pieces, partner) = (state.position.pieces, state.position.seat.other());
    let home = bit(4) << (56 * partner.index());
    if pieces.of(partner, Kind::King) == 0 && state.extra.active == home {
        pieces.toggle(partner, Kind::King, home);
    }
    castling::read_rights(field.text, &pieces).map(|rights| state.position.rights = rights)
}

fn write_ep_square(_: &Cooperative, state: &State, _viewer: Option<Seat>, out: &mut String) {
    placement::write_ep_square(state.position.ep_square, out);
    out.push('/');
    placement::write_ep_square(state.extra.ep_square, out);
}

fn read_ep_square(_: &Cooperative, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let [by_partner, by_seat] = pair(field, "the cells of the partner and of the seat")?;
    state.position.ep_square = placement::read_ep_square(by_partner)?;
    state.extra.ep_square = placement::read_ep_square(by_seat)?;
    check_ep_square(state, field)
}

fn write_wild(wild: bool, out: &mut String) {
    out.push_str(if wild { "wild" } else { "-" });
}

fn read_wild(state: &State, field: FieldText<'_>) -> Result<bool, FenError> {
    match field.text {
        "-" => Ok(false),
        "wild" if state.extra.phase == Phase::Take && state.extra.active != 0 => Ok(true),
        "wild" => Err(field.refused("a card is wild only in phase take; expected '-' (6.8)")),
        _ => Err(field.refused("expected 'wild' or '-' (6.8)")),
    }
}

/// No seat sees the draw pile.
fn write_pile(_: &Cooperative, state: &State, viewer: Option<Seat>, out: &mut String) {
    state.extra.pile.write(FALLING, viewer.is_none(), out);
}

/// Each seat sees its own hand.
fn write_hands(_: &Cooperative, state: &State, viewer: Option<Seat>, out: &mut String) {
    let [white, black] = state.extra.hands;
    white.write(FALLING, viewer != Some(Seat::ONE), out);
    out.push('/');
    black.write(FALLING, viewer != Some(Seat::ZERO), out);
}

fn read_hands(_: &Cooperative, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let [white, black] = pair(field, "White's and Black's cards")?;
    state.extra.hands =
        [Pile::read("White's hand", FALLING, white)?, Pile::read("Black's hand", FALLING, black)?];
    Ok(())
}

fn write_stacks([white, black]: [Stack; 2], out: &mut String) {
    white.write(out);
    out.push('/');
    black.write(out);
}

fn read_stacks(field: FieldText<'_>) -> Result<[Stack; 2], FenError> {
    let [white, black] = pair(field, "White's and Black's cards")?;
    Ok([Stack::read(white)?, Stack::read(black)?])
}

/// Reads the piece that has moved: during a turn, a piece of the seat to act.
fn read_active(state: &State, field: FieldText<'_>) -> Result<Bitboard, FenError> {
    let own = state.position.pieces.side(state.position.seat);
    let refused = |problem: &str| Err(field.refused(problem));
    match read_cell(field.text.as_bytes()) {
        None if field.text == "-" => Ok(0),
        None => refused("expected a cell, or '-' (6.8)"),
        Some(_) if !matches!(state.extra.phase, Phase::Card | Phase::Take) => {
            refused("expected '-' in phases move and draw (6.8)")
        }
        Some(cell) if own & bit(cell) == 0 => {
            refused("expected the cell of a piece of the seat to act (6.3)")
        }
        Some(cell) => Ok(bit(cell)),
    }
}

/// Checks that both kings are there, or the piece that has moved has just captured the partner's (6.7).
fn check_kings(_: &Cooperative, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let State { position, extra } = &*state;
    let decides = extra.phase == Phase::Take && extra.active != 0;
    for (missing, whose) in [(Seat::ZERO, "White"), (Seat::ONE, "Black")] {
        if position.pieces.of(missing, Kind::King) == 0 && (missing == position.seat || !decides) {
            return Err(field.other(fields::PLACEMENT).refused(format!(
                "{whose} has no king; only the partner's king can be missing, in phase take, if the piece \
                 that has moved captured it (6.7)"
            )));
        }
    }
    Ok(())
}

/// Checks that pawns can have passed over these cells (6.6, 6.8).
fn check_ep_square(state: &State, field: FieldText<'_>) -> Result<(), FenError> {
    let State { position, extra: Extra { phase, active, ep_square: by_seat, .. } } = *state;
    let (pieces, seat, ep_square) = (&position.pieces, position.seat, position.ep_square);
    let refused = |problem: &str| Err(field.refused(problem));
    let enemies = pieces.side(seat.other());
    // In its turn the seat to act may have come to these cells, or have taken the pawn.
    let came_from = PawnSteps::of(seat).ahead.of(ep_square);
    let pieces = enemies & !pieces.kind(Kind::Pawn);
    let possible = ep_square & own_rank(seat.other(), 3) != 0
        && (ep_square | came_from) & enemies == 0
        && position.ep_pawn() & pieces == 0
        && (phase != Phase::Move || placement::can_be_ep_square(&position));
    if ep_square != 0 && !possible {
        return refused("no pawn of the partner can have passed over the first cell; expected '-' (6.8)");
    }
    let own = Position { seat: seat.other(), ep_square: by_seat, ..position };
    let possible = match phase {
        Phase::Move => false,
        Phase::Card | Phase::Take => own.ep_pawn() == active,
        Phase::Draw => true,
    };
    if by_seat != 0 && !(possible && placement::can_be_ep_square(&own)) {
        let problem = "no pawn of the seat to act can have passed over the second cell in this turn; expected \
                       '-' (6.8)";
        return refused(problem);
    }
    Ok(())
}

/// The cards that are nowhere among these, of which there may not be too many (6.1).
fn left_over(piles: [Pile; 3], stacks: [Stack; 2]) -> Result<Pile, FenError> {
    let mut rest = Pile::deck(0);
    for pile in piles.into_iter().chain(stacks.map(Stack::pile)) {
        if let Some((card, _)) = pile.cards().find(|&(card, many)| many > rest.of(card)) {
            let problem =
                format!("expected at most {1} cards '{0}' (6.1)", card.letter(), Pile::deck(0).of(card));
            return Err(FenError::impossible(problem));
        }
        rest = rest.without(pile);
    }
    Ok(rest)
}

/// Checks the state as a whole.
fn validate(_: &Cooperative, state: &mut State, _field: FieldText<'_>) -> Result<(), FenError> {
    let Extra { hands: [white, black], pile, stacks, .. } = state.extra;
    state.extra.captured = left_over([white, black, pile], stacks)?;
    check_phase(state)
}

/// Checks that the phase fits the turn (6.2).
fn check_phase(state: &State) -> Result<(), FenError> {
    let (extra, seat) = (&state.extra, state.position.seat.index());
    let refused = |problem: &str| Err(FenError::impossible(problem));
    match extra.phase {
        Phase::Card if extra.hands[seat].is_empty() => {
            refused("phase card needs a card in the hand of the seat to act (6.2)")
        }
        Phase::Take if !state.is_decided() && !state.can_capture() => {
            refused("phase take needs a possible capture; expected draw, or the turn of the partner (6.2)")
        }
        Phase::Draw if extra.pile.is_empty() => {
            refused("phase draw needs a card in the draw pile; expected the turn of the partner (6.2)")
        }
        _ => Ok(()),
    }
}

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let choice = CHOICES.read(text);
    let is_card = |first: usize| choice.is_some_and(|number| (first..first + PIECE_CARDS).contains(&number));
    let reason = match state.extra.phase {
        Phase::Move | Phase::Take if choice.is_none() => return None,
        Phase::Move => "a turn must begin with a move or pass (6.2)",
        Phase::Card if is_card(CARD) => "this card is not in the hand (6.2)",
        Phase::Card => "expected card: and a card of the hand (6.2)",
        Phase::Take => "expected a capture, or pass (6.2)",
        Phase::Draw if is_card(DRAW) => "this card is not in the draw pile (6.2)",
        Phase::Draw => "expected draw: and a card of the draw pile (6.2)",
    };
    Some(reason.into())
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let (position, from, to) = (&state.position, step.from(), step.to());
    let shape = || match step.move_kind() {
        MoveKind::Castle => explain::castle(position, Castling::of(from, to)),
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn(position, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(position, step),
    };
    let passing = step.move_kind() == MoveKind::EnPassant;
    let target = if passing { position.ep_pawn() } else { bit(to) };
    let taken = if step.move_kind() == MoveKind::Castle {
        0
    } else {
        target & position.pieces.side(position.seat.other())
    };
    if state.extra.phase == Phase::Move {
        return shape().unwrap_or_else(|| "captures are made after playing a card (6.2)".into());
    }
    let active = state.extra.active;
    if active & !bit(from) != 0 {
        let active = name(active.trailing_zeros() as u8);
        return format!("all moves of a turn must be made with the same piece, which is on {active} (6.3)");
    }
    if let Some(reason) = shape() {
        return reason;
    }
    if passing && taken == 0 {
        return "the pawn that passed over this cell has left the board (6.6)".into();
    }
    if passing && position.pieces.side(position.seat) & bit(to) != 0 {
        return format!("{} is occupied by your own piece", name(to));
    }
    if taken == 0 {
        return "after playing a card, only captures are possible (6.2)".into();
    }
    let kind =
        |cell: Bitboard| position.pieces.kind_at(cell.trailing_zeros() as u8).map_or("man", Kind::name);
    let top = |seat: Seat| state.top(seat).map_or('-', Card::letter);
    if state.takers() & bit(from) == 0 {
        return format!(
            "your top card '{}' does not let a {} capture (6.4)",
            top(position.seat),
            kind(bit(from))
        );
    }
    format!(
        "the top card '{}' of your partner does not let a {} be captured (6.4)",
        top(position.seat.other()),
        kind(taken)
    )
}
