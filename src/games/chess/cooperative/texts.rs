//! Texts of Cooperative Chess: position strings and views (6.8, 6.9), and why steps are refused.

use super::stack::Stack;
use super::turn::Phase;
use super::{CARD, CHOICES, DRAW, Extra, State};
use crate::game::{FenError, FenReader, Seat};
use crate::games::chess::bitboard::{Bitboard, bit, own_rank, read_cell};
use crate::games::chess::castling::{self, Castling};
use crate::games::chess::explain::{self, name};
use crate::games::chess::pieces::{Kind, Pieces};
use crate::games::chess::piles::{Card, FALLING, PIECE_CARDS, Pile};
use crate::games::chess::placement::{self, seat_letter};
use crate::games::chess::position::{PawnSteps, Position};
use crate::games::chess::step::{MoveKind, Step};

/// What a position string has (6.8).
const FIELDS: &str = "placement, seat to act, castling, en passant of the partner and of the seat, phase, \
                      man that has moved, wild, hands, draw pile, stacks";

/// The phases by their words.
const PHASES: [(&str, Phase); 4] =
    [("move", Phase::Move), ("card", Phase::Card), ("take", Phase::Take), ("draw", Phase::Draw)];

/// Appends the position string, as a seat may see it.
pub fn write(state: &State, viewer: Option<Seat>, out: &mut String) {
    let State { position, extra: table } = state;
    placement::write_pieces(&position.pieces, out);
    out.push(' ');
    out.push(seat_letter(position.seat));
    out.push(' ');
    castling::write_rights(position.rights, out);
    out.push(' ');
    placement::write_ep_square(position.ep_square, out);
    out.push('/');
    placement::write_ep_square(table.ep_square, out);
    out.push(' ');
    out.push_str(PHASES.iter().find(|(_, phase)| *phase == table.phase).map_or("", |(word, _)| word));
    out.push(' ');
    placement::write_cells(table.active, out);
    out.push_str(if table.wild { " wild " } else { " - " });
    let [white, black] = table.hands;
    white.write(FALLING, viewer != Some(1), out);
    out.push('/');
    black.write(FALLING, viewer != Some(0), out);
    out.push(' ');
    table.pile.write(FALLING, viewer.is_none(), out);
    out.push(' ');
    let [white, black] = table.stacks;
    white.write(out);
    out.push('/');
    black.write(out);
}

/// Reads a position string.
pub fn read(text: &str) -> Result<State, FenError> {
    let [placement, seat, castling, ep_square, phase, active, wild, hands, pile, stacks] =
        FenReader::new(text, FIELDS)?.exactly()?;
    let pieces = placement::read_pieces(placement)?;
    let seat = placement::read_seat(seat)?;
    let Some(&(_, phase)) = PHASES.iter().find(|(word, _)| *word == phase) else {
        return Err(FenError::field("phase", phase, "expected move, card, take or draw (6.8)"));
    };
    let active = read_man(active, phase, pieces.side(seat))?;
    let wild = match wild {
        "-" => false,
        "wild" if phase == Phase::Take && active != 0 => true,
        "wild" => {
            let problem = "a card is wild only in phase take; expected '-' (6.8)";
            return Err(FenError::field("wild", wild, problem));
        }
        _ => return Err(FenError::field("wild", wild, "expected 'wild' or '-' (6.8)")),
    };
    let at_home = check_kings(placement, &pieces, seat, active, phase)?;
    let rights = castling::read_rights(castling, &at_home)?;
    let [by_partner, by_seat] = pair("en passant", ep_square, "the cells of the partner and of the seat")?;
    let position =
        Position { pieces, rights, ep_square: placement::read_ep_square(by_partner)?, seat, clock: 0 };
    let by_seat = placement::read_ep_square(by_seat)?;
    check_ep_square(&position, by_seat, active, phase, ep_square)?;
    let [white, black] = pair("hands", hands, "White's and Black's cards")?;
    let hands = [Pile::read("White's hand", FALLING, white)?, Pile::read("Black's hand", FALLING, black)?];
    let pile = Pile::read("draw pile", FALLING, pile)?;
    let [white, black] = pair("stacks", stacks, "White's and Black's cards")?;
    let stacks = [Stack::read(white)?, Stack::read(black)?];
    let captured = left_over([hands[0], hands[1], pile], stacks)?;
    let extra = Extra { phase, wild, active, ep_square: by_seat, hands, pile, captured, stacks };
    let state = State { position, extra };
    check_phase(&state)?;
    Ok(state)
}

/// The two parts of a field.
fn pair<'a>(name: &'static str, field: &'a str, what: &str) -> Result<[&'a str; 2], FenError> {
    let parts = field.split_once('/').map(|(first, second)| [first, second]);
    parts.ok_or_else(|| FenError::field(name, field, format!("expected {what}, separated by '/' (6.8)")))
}

/// Reads the piece that has moved: during a turn, a piece of the seat to act.
fn read_man(field: &str, phase: Phase, own: Bitboard) -> Result<Bitboard, FenError> {
    let refused = |problem: &str| Err(FenError::field("man that has moved", field, problem));
    match read_cell(field.as_bytes()) {
        None if field == "-" => Ok(0),
        None => refused("expected a cell, or '-' (6.8)"),
        Some(_) if !matches!(phase, Phase::Card | Phase::Take) => {
            refused("expected '-' in phases move and draw (6.8)")
        }
        Some(cell) if own & bit(cell) == 0 => {
            refused("expected the cell of a piece of the seat to act (6.3)")
        }
        Some(cell) => Ok(bit(cell)),
    }
}

/// Whether both kings are there, or the piece that has moved has just captured the partner's (6.7). The
/// pieces by whom castling rights are judged: a king takes none away with it, who has been captured at home
/// (2.2.2).
fn check_kings(
    field: &str,
    pieces: &Pieces,
    seat: Seat,
    active: Bitboard,
    phase: Phase,
) -> Result<Pieces, FenError> {
    let (partner, mut at_home) = (seat ^ 1, *pieces);
    let decides = phase == Phase::Take && active != 0;
    for (missing, whose) in [(0, "White"), (1, "Black")] {
        if pieces.of(missing, Kind::King) != 0 {
            continue;
        }
        if missing != partner || !decides {
            let problem = format!(
                "{whose} has no king; only the partner's king can be missing, in phase take, if the piece \
                 that has moved captured it (6.7)"
            );
            return Err(FenError::field("placement", field, problem));
        }
        let home = bit(4) << (56 * u32::from(missing));
        if active == home {
            at_home.toggle(missing, Kind::King, home);
        }
    }
    Ok(at_home)
}

/// Whether pawns can have passed over these cells (6.6, 6.8).
fn check_ep_square(
    position: &Position,
    by_seat: Bitboard,
    active: Bitboard,
    phase: Phase,
    field: &str,
) -> Result<(), FenError> {
    let (pieces, seat, ep_square) = (&position.pieces, position.seat, position.ep_square);
    let refused = |problem: &str| Err(FenError::field("en passant", field, problem));
    let enemies = pieces.side(seat ^ 1);
    // In its turn the seat to act may have come to these cells, or have taken the pawn.
    let came_from = PawnSteps::of(seat).ahead.of(ep_square);
    let pieces = enemies & !pieces.kind(Kind::Pawn);
    let possible = ep_square & own_rank(seat ^ 1, 3) != 0
        && (ep_square | came_from) & enemies == 0
        && position.ep_pawn() & pieces == 0
        && (phase != Phase::Move || placement::can_be_ep_square(position));
    if ep_square != 0 && !possible {
        return refused("no pawn of the partner can have passed over the first cell; expected '-' (6.8)");
    }
    let own = Position { seat: seat ^ 1, ep_square: by_seat, ..*position };
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

/// Whether the turn can stand where the phase says (6.2).
fn check_phase(state: &State) -> Result<(), FenError> {
    let (table, seat) = (&state.extra, usize::from(state.position.seat));
    let refused = |problem: &str| Err(FenError::impossible(problem));
    match table.phase {
        Phase::Card if table.hands[seat].is_empty() => {
            refused("phase card needs a card in the hand of the seat to act (6.2)")
        }
        Phase::Take if !state.is_decided() && !state.can_capture() => {
            refused("phase take needs a possible capture; expected draw, or the turn of the partner (6.2)")
        }
        Phase::Draw if table.pile.is_empty() => {
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
        target & position.pieces.side(position.seat ^ 1)
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
        top(position.seat ^ 1),
        kind(taken)
    )
}
