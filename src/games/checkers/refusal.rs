//! Why a step string is no legal step, with the rule that forbids it.

use super::game::Checkers;
use super::geometry::Geometry;
use super::notation::Notation;
use super::plan::Cited;
use super::stacks::Stacks;
use super::state::{NOWHERE, State};
use crate::board::Set;
use crate::game::roles::*;
use crate::game::{game_over_message, illegal_step_message, legal_steps_text};

/// The message: the reason, and what would be legal.
pub(super) fn refusal<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
    game: &Checkers<G, K, SEATS, DIRS>,
    state: &State<G::Set, K, SEATS>,
    text: &str,
) -> String {
    if let Some(outcome) = game.outcome(state) {
        return illegal_step_message(text, Some(&game_over_message(outcome.reason.as_str())), "");
    }
    let reason = match game.read_words(text) {
        None => "expected a move such as c3-d4 or a jump such as c3xe5".into(),
        Some(words) => {
            let asked = Asked { from: words.0, to: words.1, seat: state.seat };
            reason(game, state, words).said(asked, &game.notation(), &game.about.cited)
        }
    };
    illegal_step_message(text, Some(&reason), &legal_steps_text(game, state))
}

/// What a seat wants to do.
#[derive(Clone, Copy)]
struct Asked {
    from: u8,
    to: u8,
    seat: u8,
}

/// Why it cannot.
enum Reason {
    /// The stack on this cell must go on jumping.
    GoesOn(u8),
    Empty,
    /// The stack is that of another seat.
    Others(usize),
    Forced,
    Occupied,
    /// The piece, a king or not, does not move so.
    NoMove(bool),
    /// It does not jump so.
    NoJump(bool),
    /// There is nothing on this cell to jump.
    NothingOver(u8),
    /// What stands there is no enemy's.
    NoEnemy(u8),
    /// It has been jumped.
    Jumped(u8),
    /// A king stands there, and a man with a number wants to jump it.
    King(u8),
    /// A higher number stands there.
    Higher(u8),
}

fn reason<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
    game: &Checkers<G, K, SEATS, DIRS>,
    state: &State<G::Set, K, SEATS>,
    (from, to, jumping): (u8, u8, bool),
) -> Reason {
    let (engine, seat) = (&game.engine, state.seat as usize);
    if state.jumper != NOWHERE && state.jumper != from {
        return Reason::GoesOn(state.jumper);
    }
    match state.owner(from) {
        None => return Reason::Empty,
        Some(owner) if owner != seat => return Reason::Others(owner),
        Some(_) => {}
    }
    if !jumping && engine.reach(state).jumping {
        return Reason::Forced;
    }
    if state.occupied().has(to) {
        return Reason::Occupied;
    }
    let king = state.kings.has(from);
    let crossing = if king { engine.tables.king_crosses[seat] } else { engine.tables.man_crosses[seat] };
    let beside = |from: u8, to: u8, d: usize| engine.geometry.back(G::Set::one(to), d, crossing).has(from);
    let open = |d: &usize| king || engine.tables.ahead[seat] >> d & 1 == 1;
    if !jumping {
        return Reason::NoMove(king);
    }
    let over = (0..DIRS).filter(open).find_map(|d| {
        let over = engine.geometry.next(from, d);
        (beside(from, over, d) && beside(over, to, d)).then_some(over)
    });
    let Some(over) = over else { return Reason::NoJump(king) };
    match state.owner(over) {
        None => Reason::NothingOver(over),
        Some(owner) if engine.tables.enemies[seat] >> owner & 1 == 0 => Reason::NoEnemy(over),
        Some(_) if state.jumped.has(over) => Reason::Jumped(over),
        Some(_) if state.stacks.numbers() && state.kings.has(over) => Reason::King(over),
        Some(_) => Reason::Higher(over),
    }
}

impl Reason {
    fn said(self, asked: Asked, notation: &Notation<'_>, cited: &Cited) -> String {
        let [from, to] = [asked.from, asked.to].map(|cell| notation.name(cell));
        let name = |cell| notation.name(cell);
        let piece = |king| if king { "king" } else { "man" };
        match self {
            Reason::GoesOn(jumper) => {
                format!("the stack on {} must jump again ({})", name(jumper), cited.goes_on)
            }
            Reason::Empty => format!("there is no piece on {from}"),
            Reason::Others(owner) => {
                let [owner, seat] = [owner as u8, asked.seat].map(|seat| (b'a' + seat) as char);
                let rule = cited.owner;
                format!("the stack on {from} belongs to seat {owner}, and seat {seat} is to act ({rule})")
            }
            Reason::Forced => format!("a capture is forced ({})", cited.forced),
            Reason::Occupied => format!("{to} is occupied ({}, {})", cited.moves, cited.jumps),
            Reason::NoMove(king) => {
                format!("the {} on {from} cannot move to {to} ({})", piece(king), cited.moves)
            }
            Reason::NoJump(king) => {
                let (piece, lines, rule) = (piece(king), cited.lines, cited.jumps);
                format!(
                    "the {piece} on {from} cannot jump to {to}: a jump goes over one cell {lines} ({rule})"
                )
            }
            Reason::NothingOver(over) => {
                format!("there is no piece to jump over on {} ({})", name(over), cited.jumps)
            }
            Reason::NoEnemy(over) => {
                format!("the stack on {} does not belong to an enemy ({})", name(over), cited.enemies)
            }
            Reason::Jumped(over) => {
                format!("the stack on {} has already been jumped in this turn ({})", name(over), cited.once)
            }
            Reason::King(over) => {
                let rule = cited.numbers;
                format!("the man on {from} cannot jump over the king on {} ({rule})", name(over))
            }
            Reason::Higher(over) => {
                let rule = cited.numbers;
                format!(
                    "the number of the man on {} is higher than that of the man on {from} ({rule})",
                    name(over)
                )
            }
        }
    }
}
