//! The reasons that error messages give for illegal steps.

use super::layout::{Layout, MOVE_DIRECTIONS};
use super::movegen;
use super::movement::{MovementRules, SetOf};
use super::options::Priority;
use super::state::{NO_SQUARE, State};
use super::tables::Tables;
use crate::board::Bitboard;
use crate::game::{game_over_message, illegal_step_message};

impl<L: Layout> Tables<L> {
    /// Returns the message for a text that is not a legal step. `legal` lists the legal steps.
    pub(super) fn explain_text(&self, state: &State<L::Set>, text: &str, legal: &str) -> String {
        illegal_step_message(text, reason(self, state, text).as_deref(), legal)
    }
}

/// Returns why a text is not a legal step, or `None` if it is not written like a step at all.
fn reason<L: Layout>(tables: &Tables<L>, state: &State<L::Set>, text: &str) -> Option<String> {
    let movement = tables.movement;
    if let Some(outcome) = tables.outcome(state) {
        return Some(game_over_message(outcome.reason.as_str()));
    }
    let squares = &tables.squares;
    let sign = text.find(['-', 'x'])?;
    let (from_name, to_name) = (&text[..sign], &text[sign + 1..]);
    let jump = text.as_bytes()[sign] == b'x';
    let unknown = |name: &str| (name.len() < 8).then(|| format!("there is no square '{name}'"));
    let Some(from) = squares.by_name(from_name) else { return unknown(from_name) };
    let Some(to) = squares.by_name(to_name) else { return unknown(to_name) };

    let seat = state.turn.parity();
    if !state.sides[seat].has(from) {
        return Some(if state.sides[1 - seat].has(from) {
            format!("the piece on {from_name} belongs to the opponent")
        } else {
            format!("there is no piece on {from_name}")
        });
    }
    let legal = movegen::legal(movement, state);
    if state.capturing != NO_SQUARE && state.capturing != from {
        let name = squares.name(state.capturing);
        return Some(format!("the piece on {} must jump again (rule 5.6)", name.as_str()));
    }
    if legal.jump && !jump {
        return Some("a capture is forced (rule 7.1)".into());
    }
    if (state.sides[0] | state.sides[1]).has(to) {
        return Some(format!("{to_name} is occupied"));
    }
    let Some(direction) = L::direction_between(from, to) else {
        return Some(format!("{from_name} and {to_name} are not on one line (rule 4)"));
    };
    let man = !state.kings.has(from);
    if !jump {
        if direction >= MOVE_DIRECTIONS {
            return Some("pieces do not move along ranks and files, they only jump (rule 5.8)".into());
        }
        if man && !L::man_advances(seat, direction) {
            return Some("men cannot move backward (rule 4.1)".into());
        }
        return (man || !movement.flying()).then(|| "the piece moves only one square (rule 4)".into());
    }
    if man && !movement.man_jumps(seat, direction) {
        let across = !movement.man_jumps(0, direction) && !movement.man_jumps(1, direction);
        let why = if across { "along ranks and files (rule 5.8)" } else { "backward (rule 5.2)" };
        return Some(format!("men cannot jump {why}"));
    }
    if !man && !movement.king_jumps(direction) {
        return Some("kings cannot jump along ranks and files (rule 5.8)".into());
    }
    explain_jump(movement, state, seat, from, to, direction)
}

/// Returns why a jump is not legal. The squares are on one line, and the piece may jump in its direction.
fn explain_jump<M: MovementRules>(
    movement: M,
    state: &State<SetOf<M>>,
    seat: usize,
    from: u8,
    to: u8,
    direction: usize,
) -> Option<String> {
    let back = M::Layout::opposite(direction);
    let between = M::Layout::slide(Bitboard::one(from), direction, M::Layout::BOARD)
        & M::Layout::slide(Bitboard::one(to), back, M::Layout::BOARD);
    let (own, enemies) = (between & state.sides[seat], between & state.sides[1 - seat]);
    if !own.is_empty() {
        return Some("a piece cannot jump over a piece of its own color (rule 5.7)".into());
    }
    if !(enemies & state.jumped).is_empty() {
        return Some("a piece cannot be jumped twice in one turn (rule 5.4)".into());
    }
    if enemies.count() != 1 {
        return Some("a jump must pass over exactly one enemy piece (rule 5.1)".into());
    }
    if !state.kings.has(from) && !movement.men_take_kings() && !(enemies & state.kings).is_empty() {
        return Some("men cannot jump over kings (rule 5.3)".into());
    }
    let far = between.count() > 1;
    let is_flying = movement.flying() && state.kings.has(from);
    if far && !is_flying {
        return Some(
            "the piece can only jump over a neighboring piece, to the square behind it (rule 5.1)".into(),
        );
    }
    if movement.removed_at_once()
        && let Some(&last) = state.sequence().last()
        && M::Layout::direction_between(last, from) == Some(back)
    {
        return Some("a jump cannot reverse the direction of the last one (rule 5.5)".into());
    }
    let by_man = !state.kings.has(from) && state.capturing == NO_SQUARE;
    let reason = match movement.priority() {
        Priority::Any if by_man && movement.king_first() => {
            return Some("a king must capture rather than a man (rule 7.7)".into());
        }
        Priority::Any => "the piece must land where it can jump again (rule 7.2)",
        Priority::Max => "another capture takes more pieces, which is required (rule 7.3)",
        Priority::MaxKings => "another capture takes more pieces or more kings, which is required (rule 7.4)",
        Priority::Italian => "another capture has priority (rule 7.5)",
    };
    let as_good =
        if by_man && movement.king_first() { ", or a king can make an equal capture (rule 7.7)" } else { "" };
    Some(format!("{reason}{as_good}"))
}
