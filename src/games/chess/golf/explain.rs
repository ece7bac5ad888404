//! Why a step is not legal, in words.

use super::choices::{DEAL, DEALS, DRAW, PLACE};
use super::course::{Phase, State};
use super::goal::{Goal, type_at};
use super::layout::{CARDS, TYPES};
use super::moves::{Movers, are_apart, around};
use super::{Golf, MOST_MOVES};
use crate::board::Cell;
use crate::game::{Reason, game_over_message, illegal_step_message, legal_steps_text};
use crate::games::chess::kit::bitboard::{bit, cells};
use crate::games::chess::kit::explain::{name, reach};
use crate::games::chess::kit::lines::{between, bishop_rays, rook_rays};
use crate::games::chess::kit::pieces::Pieces;
use crate::games::chess::kit::piles::{Card, Pile};
use crate::games::chess::kit::step::UciMove;

/// Why a text is not a legal step in a state, and what would be right.
pub fn explain_text(golf: &Golf, state: &State, text: &str) -> String {
    let choice = golf.choices.read(text);
    let at = |first: usize, count: usize| {
        choice.and_then(|number| number.checked_sub(first)).filter(|&at| at < count)
    };
    let reason = match state.phase {
        Phase::End => {
            return illegal_step_message(text, Some(&game_over_message(Reason::Course.as_str())), "");
        }
        Phase::Level => match at(DEAL, DEALS) {
            Some(k) => format!("{k} cards cannot be dealt now; expected {}", deals(state)),
            None => format!("the dealer must choose the number of cards: expected {} (7B.2)", deals(state)),
        },
        Phase::Draw => match at(DRAW, TYPES) {
            Some(at) => format!("the card {} is not in the draw pile (7B.2)", CARDS[at].letter()),
            None => "expected draw: and the letter of a card in the draw pile (7B.2)".into(),
        },
        Phase::Bid => format!("expected a bid from bid:0 (impossible) to bid:{MOST_MOVES} (7B.2)"),
        Phase::Place => match at(PLACE, 64) {
            Some(cell) => {
                format!(
                    "{} is occupied, and a captured piece must be put back on an empty cell (7B.2)",
                    name(cell as Cell)
                )
            }
            None => {
                let man = state.returning().map_or(' ', Card::letter);
                format!("expected place: and an empty cell, to put back the captured piece {man} (7B.2)")
            }
        },
        Phase::Play => match (choice, UciMove::read(text)) {
            (None, Some(UciMove { from, to, promotion: None })) => {
                explain_move(&state.pieces, &state.goal, from, to)
            }
            (Some(_), _) => "expected a move such as e5g6, or pass (7B.3)".into(),
            (None, _) => UNNAMED.into(),
        },
    };
    illegal_step_message(text, Some(&reason), &legal_steps_text(golf, state))
}

/// Why a text is not a legal step that names no move.
pub const UNNAMED: &str = "expected two cells, as in e5g6 (7A.5)";

fn deals(state: &State) -> String {
    format!("deal:{} or deal:{} (7B.6)", state.k, state.k + 1)
}

/// Why the piece on a cell cannot move to another.
pub fn explain_move(pieces: &Pieces, goal: &Goal, from: Cell, to: Cell) -> String {
    let (here, there) = (name(from), name(to));
    if pieces.occupied() & bit(from) == 0 {
        return format!("there is no piece on {here}");
    }
    if from == to {
        return "a move must lead to another cell (7A.4)".into();
    }
    if Movers::of(pieces).reach(from, pieces.occupied()) & bit(to) == 0 {
        return unreached(pieces, from, to);
    }
    format!(
        "the piece on {there} cannot be captured: {} (7A.4)",
        uncaptured(goal, type_at(pieces, from), type_at(pieces, to))
    )
}

/// Why a piece does not reach a cell.
fn unreached(pieces: &Pieces, from: Cell, to: Cell) -> String {
    let man = bit(from);
    let side = if pieces.sides[0] & man != 0 { pieces.sides[0] } else { pieces.sides[1] };
    let lenders = around(man) & side;
    if lenders == 0 && !are_apart(side) {
        return format!("the piece on {} has no neighbor of its color to move like (7A.2)", name(from));
    }
    let lent = || cells(lenders).map(|cell| (cell, pieces.non_pawn_at(cell)));
    let lines = rook_rays(from) | bishop_rays(from);
    let fits = lent().any(|(_, kind)| reach(kind, from) & bit(to) != 0);
    if fits && lines & bit(to) != 0 {
        let blocked = cells(between(from, to) & pieces.occupied()).next();
        return format!("the path is blocked on {} (7A.2)", blocked.map_or_else(|| name(to), name));
    }
    if lenders == 0 {
        return format!(
            "no two pieces of its color touch, so the piece on {} can only move as a king (7A.3)",
            name(from)
        );
    }
    let kinds: Vec<String> = lent().map(|(cell, kind)| format!("{} ({})", kind.name(), name(cell))).collect();
    format!("the piece on {} can only move like its neighbors: {} (7A.2)", name(from), kinds.join(", "))
}

/// Why a piece of one type does not capture one of another, though it reaches it.
fn uncaptured(goal: &Goal, taker: Card, victim: Card) -> String {
    let left = written(goal.left);
    match goal.taker {
        Some(known) if known != taker => {
            format!("after the first capture, only the pieces {} can capture", known.letter())
        }
        None if goal.left.of(taker) == 0 => {
            format!("{} is not among the cards {left}", taker.letter())
        }
        _ if goal.left.of(victim) == 0 => format!("{} is not among the cards {left}", victim.letter()),
        _ => format!("there is only one card {} among {left}", victim.letter()),
    }
}

/// The letters of cards, in their order (7D).
pub fn written(pile: Pile) -> String {
    let letters = CARDS.into_iter().flat_map(|card| std::iter::repeat_n(card.letter(), pile.of(card).into()));
    letters.collect()
}
