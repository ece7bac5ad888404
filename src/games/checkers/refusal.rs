//! Why a step string is no legal step, with the rule that forbids it.

use super::game::Checkers;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::{NOWHERE, State};
use crate::board::Set;
use crate::game::{Game, legal_steps, shortened};

/// The message: the reason, and what would be legal.
pub(super) fn refusal<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
    game: &Checkers<G, K, SEATS, DIRS>,
    state: &State<G::Set, K, SEATS>,
    text: &str,
) -> String {
    let shown = shortened(text);
    if let Some(outcome) = game.outcome(state) {
        return format!("'{shown}' is not legal: the game is over ({})", outcome.reason.as_str());
    }
    let reason = match game.read_words(text) {
        None => "a move is written like c3-d4, a jump like c3xe5".into(),
        Some(words) => reason(game, state, words),
    };
    format!("'{shown}' is not legal: {reason}; legal: {}", legal_steps(game, state))
}

fn reason<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
    game: &Checkers<G, K, SEATS, DIRS>,
    state: &State<G::Set, K, SEATS>,
    (from, to, jumping): (u8, u8, bool),
) -> String {
    let (engine, cited, seat) = (&game.engine, &game.cited, state.seat as usize);
    let name = |cell| game.name(cell);
    if state.jumper != NOWHERE && state.jumper != from {
        return format!("the stack on {} must go on jumping ({})", name(state.jumper), cited.goes_on);
    }
    match state.owner(from) {
        None => return format!("{} is empty", name(from)),
        Some(owner) if owner != seat => {
            let letters = [owner, seat].map(|seat| (b'a' + seat as u8) as char);
            return format!(
                "the stack on {} is {}'s, and {} is to act ({})",
                name(from),
                letters[0],
                letters[1],
                cited.owner
            );
        }
        Some(_) => {}
    }
    if !jumping && engine.reach(state).jumping {
        return format!("a jump is forced ({})", cited.forced);
    }
    if state.occupied().has(to) {
        return format!("{} is occupied ({}, {})", name(to), cited.moves, cited.jumps);
    }
    let king = state.kings.has(from);
    let crossing = if king { engine.tables.king_crosses[seat] } else { engine.tables.man_crosses[seat] };
    let beside = |from: u8, to: u8, d: usize| engine.geometry.back(G::Set::one(to), d, crossing).has(from);
    let open = |d: &usize| king || engine.tables.ahead[seat] >> d & 1 == 1;
    let piece = if king { "king" } else { "man" };
    if !jumping {
        return format!("the {piece} on {} does not move to {} ({})", name(from), name(to), cited.moves);
    }
    let over = (0..DIRS).filter(open).find_map(|d| {
        let over = engine.geometry.next(from, d);
        (beside(from, over, d) && beside(over, to, d)).then_some(over)
    });
    let Some(over) = over else {
        return format!(
            "the {piece} on {} does not jump to {}, over one cell {} ({})",
            name(from),
            name(to),
            cited.lines,
            cited.jumps
        );
    };
    match state.owner(over) {
        None => format!("{} is empty, there is nothing to jump ({})", name(over), cited.jumps),
        Some(owner) if engine.tables.enemies[seat] >> owner & 1 == 0 => {
            format!("the stack on {} is no enemy's ({})", name(over), cited.enemies)
        }
        Some(_) if state.jumped.has(over) => {
            format!("{} has been jumped in this turn ({})", name(over), cited.once)
        }
        Some(_) if state.stacks.numbers() && state.kings.has(over) => {
            let rule = cited.numbers;
            format!("the man on {} does not jump the king on {} ({rule})", name(from), name(over))
        }
        Some(_) => {
            let rule = cited.numbers;
            format!("the number on {} is higher than that on {} ({rule})", name(over), name(from))
        }
    }
}
