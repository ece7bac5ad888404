//! Texts of Tar Pit Chess: position strings and views (T15, T16), and why steps are refused.

use super::checkers::{Checkers, OF_EACH};
use super::crawl::{Reach, checkers};
use super::turn::Phase;
use super::{CARD, CHOICES, CLOCK_END, DISCARD, DRAW, Extra, FRONT, RETURN, State, TAR, display};
use crate::board::Cell;
use crate::game::{FenError, FenReader, Seat};
use crate::games::chess::bitboard::{bit, cells, own_rank, read_cell};
use crate::games::chess::castling::{self, Castling};
use crate::games::chess::explain::{self, name};
use crate::games::chess::lines::{KING_ATTACKS, PAWN_ATTACKS};
use crate::games::chess::pieces::{Kind, Pieces};
use crate::games::chess::piles::{Card, Pile, RISING};
use crate::games::chess::placement::{self, seat_letter};
use crate::games::chess::position::{PawnSteps, Position};
use crate::games::chess::step::{MoveKind, Step};
use std::fmt::Write as _;

/// What a position string has (T15).
const FIELDS: &str = "placement, seat to act, castling, en passant, phase, checkers in front of White and of Black, White's \
                      hand, Black's hand, draw pile, discard pile, clock";

/// Appends the position string, as a seat may see it.
pub fn write(state: &State, viewer: Option<Seat>, out: &mut String) {
    let State { position, extra } = state;
    placement::write_marked(&position.pieces, |cell| display::suffix(state, cell), out);
    out.push(' ');
    out.push(seat_letter(position.seat));
    out.push(' ');
    castling::write_rights(position.rights, out);
    out.push(' ');
    placement::write_ep_square(position.ep_square, out);
    out.push(' ');
    match extra.phase {
        Phase::Move => out.push_str("move"),
        Phase::Throw(cell) => {
            let _ = write!(out, "throw:{}", name(cell));
        }
        Phase::Card => out.push_str("card"),
        Phase::Extra(card) => {
            let _ = write!(out, "tar:{}", card.letter());
        }
        Phase::Return => out.push_str("return"),
        Phase::Discard => out.push_str("discard"),
        Phase::Draw => out.push_str("draw"),
    }
    let [white, black] = extra.checkers.front;
    let _ = write!(out, " {white},{black}");
    for (seat, hand) in (0..).zip(extra.hands) {
        out.push(' ');
        hand.write(RISING, viewer.is_none_or(|viewer| viewer == seat), out);
    }
    out.push(' ');
    extra.draw.write(RISING, viewer.is_none(), out);
    out.push(' ');
    extra.discard.write(RISING, true, out);
    let _ = write!(out, " {}", position.clock);
}

/// Reads a position string of a game with that deck.
pub fn read(text: &str, deck: Pile) -> Result<State, FenError> {
    let [placement, seat, castling, ep_square, phase, front, white, black, draw, discard, clock] =
        FenReader::new(text, FIELDS)?.exactly()?;
    let (pieces, checkers) = read_placement(placement, front)?;
    let seat = placement::read_seat(seat)?;
    let rights = castling::read_rights(castling, &pieces)?;
    let clock = FenReader::counter("clock", clock, CLOCK_END.into())? as u8;
    let position = Position { pieces, rights, ep_square: placement::read_ep_square(ep_square)?, seat, clock };
    let pile = |name, field| Pile::read(name, RISING, field);
    let hands = [pile("White's hand", white)?, pile("Black's hand", black)?];
    let (draw, discard) = (pile("draw pile", draw)?, pile("discard pile", discard)?);
    check_cards(&[hands[0], hands[1], draw, discard], deck)?;
    let Some(phase) = read_phase(phase) else {
        let expected = "expected move, throw: and a cell, card, tar: and a card, return, discard or draw";
        return Err(FenError::field("phase", phase, expected));
    };
    let state = State { position, extra: Extra { checkers, phase, hands, draw, discard } };
    check_phase(&state)?;
    // During a turn the cell that was passed over waits for the other seat.
    let waiting = if phase == Phase::Move { seat } else { state.owner() ^ 1 };
    if position.ep_square != 0 && !placement::can_be_ep_square(&Position { seat: waiting, ..position }) {
        let problem = "no pawn can just have passed over this cell; expected '-'";
        return Err(FenError::field("en passant", ep_square, problem));
    }
    Ok(state)
}

/// Reads pieces and checkers.
fn read_placement(placement: &str, front: &str) -> Result<(Pieces, Checkers), FenError> {
    let (pieces, [carrying, tarred]) = placement::read_marked(placement, b"+-")?;
    placement::check_pawns(placement, pieces.kind(Kind::Pawn))?;
    let numbers = front.split_once(',').map(|(white, black)| {
        [white, black].map(|number| FenReader::counter("checkers in front", number, OF_EACH.into()))
    });
    let Some([white, black]) = numbers else {
        let problem = "expected a number for White and one for Black, as in 6,6";
        return Err(FenError::field("checkers in front", front, problem));
    };
    let front_of = [white? as u8, black? as u8];
    let under = [0, 1].map(|seat| pieces.sides[seat] & carrying | pieces.sides[seat ^ 1] & tarred);
    for (seat, whose) in [(0, "White"), (1, "Black")] {
        let refused = |problem: String| Err(FenError::field("placement", placement, problem));
        if pieces.of(seat, Kind::King) == 0 {
            return refused(format!("{whose} has no king"));
        }
        if pieces.side(seat).count_ones() > 16 {
            return refused(format!("{whose} has more pieces than at the start (T15)"));
        }
        if pieces.side(seat) & own_rank(seat, 8) & tarred != 0 {
            return refused(format!("a piece of {whose} on its last rank cannot be tarred (T6)"));
        }
        let at = usize::from(seat);
        if under[at].count_ones() + u32::from(front_of[at]) > u32::from(OF_EACH) {
            let problem =
                format!("{whose} must have at most twelve checkers, including those on the board (T2)");
            return Err(FenError::field("checkers in front", front, problem));
        }
    }
    Ok((pieces, Checkers { under, front: front_of }))
}

/// Whether there are no more cards than in the set-up (T15): in all, of each checkers card, and of any card
/// than of the most frequent.
fn check_cards(piles: &[Pile; 4], deck: Pile) -> Result<(), FenError> {
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

fn read_phase(field: &str) -> Option<Phase> {
    Some(match field {
        "move" => Phase::Move,
        "card" => Phase::Card,
        "return" => Phase::Return,
        "discard" => Phase::Discard,
        "draw" => Phase::Draw,
        _ => match field.split_once(':')? {
            ("throw", cell) => Phase::Throw(read_cell(cell.as_bytes())?),
            ("tar", card) => Phase::Extra(Card::read(card)?),
            _ => return None,
        },
    })
}

/// Whether the turn can stand where the phase says.
fn check_phase(state: &State) -> Result<(), FenError> {
    let State { position, extra } = state;
    let (pieces, seat) = (&position.pieces, (position.seat & 1) as usize);
    let (front, held) = (extra.checkers.front[seat], extra.hands[seat].count());
    let refused = |problem: &str| Err(FenError::impossible(problem));
    // Checkers that the other seat returns free only pieces of the one whose turn it is.
    let moved = if extra.phase == Phase::Move { position.seat ^ 1 } else { state.owner() };
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
    let (extra, seat) = (&state.extra, (state.position.seat & 1) as usize);
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
    let (from, to, pieces, seat) = (step.from(), step.to(), &position.pieces, position.seat & 1);
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
    let (pieces, seat) = (&position.pieces, position.seat & 1);
    let ahead = PawnSteps::of(seat).ahead.of(bit(from));
    let aside = PAWN_ATTACKS[seat as usize][from as usize];
    if (ahead | aside) & bit(to) == 0 {
        return Some(
            "a tarred piece moves one cell straight ahead, or captures diagonally ahead (T4)".into(),
        );
    }
    if ahead & pieces.occupied() & bit(to) != 0 {
        return Some(format!("{} is occupied (T4)", name(to)));
    }
    let taking = pieces.side(seat ^ 1) | position.ep_square;
    (aside & bit(to) & !taking != 0).then(|| format!("there is nothing to capture on {} (T4)", name(to)))
}
