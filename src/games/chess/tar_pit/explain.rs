//! Explanations of Tar Pit Chess: why a text is not a legal step.

use super::crawl::Reach;
use super::turn::Phase;
use super::{CARD, CHOICES, DISCARD, DRAW, FRONT, RETURN, State, TAR};
use crate::board::Cell;
use crate::games::chess::bitboard::{bit, cells};
use crate::games::chess::castling::Castling;
use crate::games::chess::explain::{self, name};
use crate::games::chess::lines::{KING_ATTACKS, PAWN_ATTACKS};
use crate::games::chess::pieces::Kind;
use crate::games::chess::piles::Card;
use crate::games::chess::position::{PawnSteps, Position};
use crate::games::chess::step::{MoveKind, Step};

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
