//! Why a step is not legal, in words.

use super::choices::{DEAL, DEALS, DRAW, PLACE};
use super::course::{Phase, State};
use super::goal::{Goal, type_at};
use super::layout::{CARDS, TYPES};
use super::moves::{Lent, are_apart, around};
use super::{Golf, MOST_MOVES};
use crate::board::Cell;
use crate::game::shortened;
use crate::games::chess::bits::{bit, cells};
use crate::games::chess::lines::{between, diagonal_lines, straight_lines};
use crate::games::chess::men::Men;
use crate::games::chess::piles::{Card, Pile};
use crate::games::chess::refusal::{name, reach};
use crate::games::chess::step::Named;

/// Why a text is refused in a state, and what would be right.
pub fn refusal(golf: &Golf, state: &State, text: &str) -> String {
    let short = shortened(text);
    let choice = golf.menu.read(text);
    let at = |first: usize, count: usize| {
        choice.and_then(|number| number.checked_sub(first)).filter(|&at| at < count)
    };
    let reason = match state.phase {
        Phase::End => return "the game is over (course): there is no step to make".into(),
        Phase::Level => match at(DEAL, DEALS) {
            Some(k) => format!("{k} cards cannot be dealt now; expected {}", deals(state)),
            None => format!("the dealer says how many cards are drawn: {} (7B.2)", deals(state)),
        },
        Phase::Draw => match at(DRAW, TYPES) {
            Some(at) => format!("the card {} is not in the draw pile (7B.2)", CARDS[at].letter()),
            None => "a card is drawn: expected draw: and the letter of a card of the pile (7B.2)".into(),
        },
        Phase::Bid => format!("expected a bid: bid:0 (impossible) to bid:{MOST_MOVES} (7B.2)"),
        Phase::Place => match at(PLACE, 64) {
            Some(cell) => {
                format!("{} is not empty: a man is put back on an empty cell (7B.2)", name(cell as Cell))
            }
            None => {
                let man = state.returning().map_or(' ', Card::letter);
                format!("the captured man {man} is put back: expected place: and an empty cell (7B.2)")
            }
        },
        Phase::Play => match (choice, Named::read(text)) {
            (None, Some(Named { from, to, promotion: None })) => objection(&state.men, &state.goal, from, to),
            (Some(_), _) => "men are moved now: expected a move such as e5g6, or pass (7B.3)".into(),
            (None, _) => return unnamed(text),
        },
    };
    format!("'{short}': {reason}")
}

/// Why a text is refused that names no move.
pub fn unnamed(text: &str) -> String {
    format!("'{}' names no move; expected two cells, as in e5g6 (7A.5)", shortened(text))
}

fn deals(state: &State) -> String {
    format!("deal:{} or deal:{} (7B.6)", state.k, state.k + 1)
}

/// Why the man on a cell cannot move to another.
pub fn objection(men: &Men, goal: &Goal, from: Cell, to: Cell) -> String {
    let (here, there) = (name(from), name(to));
    if men.occupied() & bit(from) == 0 {
        return format!("no man stands on {here}");
    }
    if from == to {
        return "a move leads to another cell (7A.4)".into();
    }
    if Lent::of(men).reach(from, men.occupied()) & bit(to) == 0 {
        return unreached(men, from, to);
    }
    format!("no capture on {there}: {} (7A.4)", uncaptured(goal, type_at(men, from), type_at(men, to)))
}

/// Why a man does not reach a cell.
fn unreached(men: &Men, from: Cell, to: Cell) -> String {
    let man = bit(from);
    let side = if men.sides[0] & man != 0 { men.sides[0] } else { men.sides[1] };
    let lenders = around(man) & side;
    if lenders == 0 && !are_apart(side) {
        return format!("the man on {} has no neighbour of its colour to move like (7A.2)", name(from));
    }
    let lent = || cells(lenders).map(|cell| (cell, men.officer_at(cell)));
    let lines = straight_lines(from) | diagonal_lines(from);
    let fits = lent().any(|(_, kind)| reach(kind, from) & bit(to) != 0);
    if fits && lines & bit(to) != 0 {
        let blocked = cells(between(from, to) & men.occupied()).next();
        return format!("{} is in the way (7A.2)", blocked.map_or_else(|| name(to), name));
    }
    if lenders == 0 {
        return format!(
            "no two men of its colour touch, so the man on {} moves as a king (7A.3)",
            name(from)
        );
    }
    let kinds: Vec<String> = lent().map(|(cell, kind)| format!("{} ({})", kind.name(), name(cell))).collect();
    format!("the man on {} moves only as its neighbours: {} (7A.2)", name(from), kinds.join(", "))
}

/// Why a man of one type does not capture one of another, though he reaches it.
fn uncaptured(goal: &Goal, taker: Card, victim: Card) -> String {
    let left = written(goal.left);
    match goal.taker {
        Some(known) if known != taker => {
            format!("the men that capture are {}, since the first capture", known.letter())
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
