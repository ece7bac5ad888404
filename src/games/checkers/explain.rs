//! The reasons that error messages give for illegal steps, with the rule.

use super::fen_format::{FenFormat, seat_letter};
use super::game::Checkers;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::State;
use super::variant_spec::RuleRefs;
use crate::board::{Bitboard, NO_CELL};
use crate::game::roles::*;
use crate::game::{Seat, game_over_message, illegal_step_message, legal_steps_text};

/// Returns the error message for a text that is not a legal step: the reason, and the legal steps.
pub(super) fn explain_text<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
    game: &Checkers<G, K, SEATS, DIRS>,
    state: &State<G::Set, K, SEATS>,
    text: &str,
) -> String {
    if let Some(outcome) = game.outcome(state) {
        return illegal_step_message(text, Some(&game_over_message(outcome.reason.as_str())), "");
    }
    let reason = match game.read_step_text(text) {
        None => "expected a move such as c3-d4 or a jump such as c3xe5".into(),
        Some(cells) => {
            let attempt = Attempt { from: cells.0, to: cells.1, seat: state.seat };
            illegal_reason(game, state, cells).message(attempt, &game.fen_format(), &game.info.rule_refs)
        }
    };
    illegal_step_message(text, Some(&reason), &legal_steps_text(game, state))
}

/// The step that a seat attempts.
#[derive(Clone, Copy)]
struct Attempt {
    from: u8,
    to: u8,
    seat: Seat,
}

/// The reason why the step is illegal.
enum IllegalReason {
    /// The stack on this cell must continue its multiple jump.
    MustContinue(u8),
    Empty,
    /// The stack belongs to this seat.
    NotOwn(usize),
    Forced,
    Occupied,
    /// The piece does not move that way. True for a king.
    CannotMove(bool),
    /// The piece does not jump that way. True for a king.
    CannotJump(bool),
    /// There is no piece to jump on this cell.
    NothingToJump(u8),
    /// The stack on this cell does not belong to an enemy.
    NotEnemy(u8),
    /// The stack on this cell has been jumped in this turn.
    AlreadyJumped(u8),
    /// A man with a number cannot jump the king on this cell.
    OverKing(u8),
    /// The man on this cell has a higher number.
    HigherNumber(u8),
}

fn illegal_reason<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
    game: &Checkers<G, K, SEATS, DIRS>,
    state: &State<G::Set, K, SEATS>,
    (from, to, jumping): (u8, u8, bool),
) -> IllegalReason {
    let (engine, seat) = (&game.engine, state.seat.index());
    if state.multi_jump_from != NO_CELL && state.multi_jump_from != from {
        return IllegalReason::MustContinue(state.multi_jump_from);
    }
    match state.owner(from) {
        None => return IllegalReason::Empty,
        Some(owner) if owner != seat => return IllegalReason::NotOwn(owner),
        Some(_) => {}
    }
    if !jumping && engine.legal(state).jumping {
        return IllegalReason::Forced;
    }
    if state.occupied().has(to) {
        return IllegalReason::Occupied;
    }
    let king = state.kings.has(from);
    let edges = if king { engine.tables.king_edges[seat] } else { engine.tables.man_edges[seat] };
    let adjacent =
        |from: u8, to: u8, d: usize| engine.geometry.step_back(G::Set::one(to), d, edges).has(from);
    let allowed = |d: &usize| king || engine.tables.man_directions[seat] >> d & 1 == 1;
    if !jumping {
        return IllegalReason::CannotMove(king);
    }
    let over = (0..DIRS).filter(allowed).find_map(|d| {
        let over = engine.geometry.next(from, d);
        (adjacent(from, over, d) && adjacent(over, to, d)).then_some(over)
    });
    let Some(over) = over else { return IllegalReason::CannotJump(king) };
    match state.owner(over) {
        None => IllegalReason::NothingToJump(over),
        Some(owner) if engine.tables.enemies[seat] >> owner & 1 == 0 => IllegalReason::NotEnemy(over),
        Some(_) if state.jumped.has(over) => IllegalReason::AlreadyJumped(over),
        Some(_) if state.stacks.numbers() && state.kings.has(over) => IllegalReason::OverKing(over),
        Some(_) => IllegalReason::HigherNumber(over),
    }
}

impl IllegalReason {
    fn message(self, attempt: Attempt, format: &FenFormat<'_>, rule_refs: &RuleRefs) -> String {
        let [from, to] = [attempt.from, attempt.to].map(|cell| format.name(cell));
        let name = |cell| format.name(cell);
        let piece = |king| if king { "king" } else { "man" };
        match self {
            IllegalReason::MustContinue(jumper) => {
                format!("the stack on {} must jump again ({})", name(jumper), rule_refs.continued)
            }
            IllegalReason::Empty => format!("there is no piece on {from}"),
            IllegalReason::NotOwn(owner) => {
                let [owner, seat] = [Seat::from_index(owner), attempt.seat].map(seat_letter);
                let rule = rule_refs.owner;
                format!("the stack on {from} belongs to seat {owner}, and seat {seat} is to act ({rule})")
            }
            IllegalReason::Forced => format!("a capture is forced ({})", rule_refs.forced),
            IllegalReason::Occupied => format!("{to} is occupied ({}, {})", rule_refs.moves, rule_refs.jumps),
            IllegalReason::CannotMove(king) => {
                format!("the {} on {from} cannot move to {to} ({})", piece(king), rule_refs.moves)
            }
            IllegalReason::CannotJump(king) => {
                let (piece, lines, rule) = (piece(king), rule_refs.lines, rule_refs.jumps);
                format!(
                    "the {piece} on {from} cannot jump to {to}: a jump goes over one cell {lines} ({rule})"
                )
            }
            IllegalReason::NothingToJump(over) => {
                format!("there is no piece to jump over on {} ({})", name(over), rule_refs.jumps)
            }
            IllegalReason::NotEnemy(over) => {
                format!("the stack on {} does not belong to an enemy ({})", name(over), rule_refs.enemies)
            }
            IllegalReason::AlreadyJumped(over) => {
                format!(
                    "the stack on {} has already been jumped in this turn ({})",
                    name(over),
                    rule_refs.jumped_once
                )
            }
            IllegalReason::OverKing(over) => {
                let rule = rule_refs.numbers;
                format!("the man on {from} cannot jump over the king on {} ({rule})", name(over))
            }
            IllegalReason::HigherNumber(over) => {
                let rule = rule_refs.numbers;
                format!(
                    "the number of the man on {} is higher than that of the man on {from} ({rule})",
                    name(over)
                )
            }
        }
    }
}
