//! Position strings (Draughts 11).

use super::apply;
use super::jumps::Jumper;
use super::layout::{Layout, MOVE_DIRECTIONS, WordBitboard};
use super::movegen::{SEARCH_LIMIT, within_search_limit};
use super::movement::{MovementRules, SetOf};
use super::options::RuleSet;
use super::squares::Squares;
use super::state::{NO_SQUARE, QuietMove, State};
use crate::board::{Bitboard, Near};
use crate::game::{FenError, FenReader, Seat};
use std::fmt::Write;

const FIELDS: &str = "PDN CAPTURE QUIET COUNT HISTORY, as in 'W:W31,K50:B1,2 - 0 0 -'";

/// Returns the letter of the color of a seat (Draughts 3.2).
pub(super) fn color(rules: &RuleSet, seat: usize) -> char {
    if (rules.first == Near::White) == (seat == 0) { 'W' } else { 'B' }
}

/// Returns the seat of White, then that of Black.
fn seats(rules: &RuleSet) -> [usize; 2] {
    if rules.first == Near::White { [0, 1] } else { [1, 0] }
}

/// Writes a position string.
pub(super) fn write<S: WordBitboard>(rules: &RuleSet, squares: &Squares, state: &State<S>) -> String {
    let mut text = String::with_capacity(160);
    text.push(color(rules, state.turn.index()));
    for seat in seats(rules) {
        text.push(':');
        text.push(color(rules, seat));
        let mut first = true;
        for &square in squares.in_list_order().iter().filter(|&&square| state.sides[seat].has(square)) {
            text.push_str(if first { "" } else { "," });
            text.push_str(if state.kings.has(square) { "K" } else { "" });
            text.push_str(squares.name(square).as_str());
            first = false;
        }
    }
    text.push(' ');
    if state.capturing == NO_SQUARE {
        text.push('-');
    } else {
        text.push_str(squares.name(state.capturing).as_str());
        for (at, &square) in state.sequence().iter().enumerate() {
            text.push(if at == 0 { ':' } else { ',' });
            text.push_str(squares.name(square).as_str());
        }
    }
    let _ = write!(text, " {} {} ", state.quiet, state.count);
    for (at, quiet) in state.history().iter().enumerate() {
        text.push_str(if at == 0 { "" } else { "," });
        text.push_str(squares.name(quiet.from()).as_str());
        text.push('-');
        text.push_str(squares.name(quiet.to()).as_str());
    }
    if state.history().is_empty() {
        text.push('-');
    }
    text
}

/// Reads a position string.
pub(super) fn read<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    squares: &Squares,
    text: &str,
) -> Result<State<SetOf<M>>, FenError> {
    let [pdn, capture, quiet, count, history] = FenReader::new(text, FIELDS)?.exactly::<5>()?;
    let mut state = read_pieces(movement, rules, squares, pdn)?;
    if capture != "-" {
        read_capture(movement, squares, &mut state, capture)?;
    }
    check_crowned(movement, squares, &state, pdn)?;
    read_counters(rules, &mut state, quiet, count)?;
    read_history(movement, squares, &mut state, history)?;
    check_search_limit(movement, rules, &state, pdn)?;
    if state.capturing == NO_SQUARE {
        state.draw = apply::draw_reason(movement, rules, &state);
    }
    Ok(state)
}

/// Reads the pieces and the side to move (Draughts 11.1).
fn read_pieces<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    squares: &Squares,
    pdn: &str,
) -> Result<State<SetOf<M>>, FenError> {
    let wrong = |problem: String| FenError::field("PDN", pdn, problem);
    let parts: Vec<&str> = pdn.split(':').collect();
    let [turn, white, black] = parts[..] else {
        return Err(wrong(
            "expected the color to move and two lists of pieces, as in 'W:W31,K50:B1,2'".into(),
        ));
    };
    let [white_seat, black_seat] = seats(rules);
    let turn = match turn {
        "W" => white_seat,
        "B" => black_seat,
        _ => return Err(wrong(format!("the color to move must be W or B, got '{turn}'"))),
    };
    let (mut sides, mut kings) = ([SetOf::<M>::EMPTY; 2], SetOf::<M>::EMPTY);
    for (list, letter, seat) in [(white, 'W', white_seat), (black, 'B', black_seat)] {
        let Some(list) = list.strip_prefix(letter) else {
            return Err(wrong(format!(
                "expected W and the squares of White, then B and the squares of Black; '{list}' does not \
                 begin with {letter}"
            )));
        };
        for item in list.split(',').filter(|_| !list.is_empty()) {
            let name = item.strip_prefix('K').unwrap_or(item);
            let square = squares.by_name(name).ok_or_else(|| wrong(no_square(squares, name)))?;
            if item.len() > name.len() && !movement.crowning() {
                return Err(wrong(format!("this game has no kings (crowning=false), got {item}")));
            }
            if (sides[0] | sides[1]).has(square) {
                return Err(wrong(format!("two pieces stand on {name}")));
            }
            sides[seat] |= Bitboard::one(square);
            if item.len() > name.len() {
                kings |= Bitboard::one(square);
            }
        }
    }
    Ok(State::new(sides, kings, Seat::from_index(turn)))
}

fn no_square(squares: &Squares, name: &str) -> String {
    let listed = squares.in_list_order();
    let (first, last) = (squares.name(listed[0]), squares.name(listed[listed.len() - 1]));
    format!("there is no square '{name}'; expected a square from {} to {}", first.as_str(), last.as_str())
}

/// Rejects a man on its last row that is not in the middle of a capture (Draughts 6.1, 11).
fn check_crowned<M: MovementRules>(
    movement: M,
    squares: &Squares,
    state: &State<SetOf<M>>,
    pdn: &str,
) -> Result<(), FenError> {
    // Draughts 6.2, 6.3: in the middle of a capture it stays a man, unless it is crowned immediately.
    let continuing_landings = if state.capturing == NO_SQUARE || movement.through() {
        Bitboard::EMPTY
    } else {
        SetOf::<M>::one(state.capturing)
    };
    for seat in 0..2 {
        let uncrowned = state.sides[seat] & !state.kings & !continuing_landings & movement.last_row(seat);
        if !uncrowned.is_empty() {
            let name = squares.name(uncrowned.first());
            return Err(FenError::field(
                "PDN",
                pdn,
                format!("the man on {} must be a king: it stands on its last row", name.as_str()),
            ));
        }
    }
    Ok(())
}

/// Rejects a position in which a search for the captures takes too long (Draughts 11.1). In the middle of a
/// capture this is checked for the side to move, otherwise for both sides, since the other side moves next.
fn check_search_limit<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &State<SetOf<M>>,
    pdn: &str,
) -> Result<(), FenError> {
    let goes_on = |seat| state.capturing == NO_SQUARE || seat == state.turn.index();
    match (0..2).filter(|&seat| goes_on(seat)).find(|&seat| !within_search_limit(movement, state, seat)) {
        None => Ok(()),
        Some(seat) => {
            let letter = color(rules, seat);
            let problem = format!(
                "the captures of {letter} are too many to find the longest: the limit is {SEARCH_LIMIT}"
            );
            Err(FenError::field("PDN", pdn, problem))
        }
    }
}

/// Reads the capture in progress (Draughts 11.2).
fn read_capture<M: MovementRules>(
    movement: M,
    squares: &Squares,
    state: &mut State<SetOf<M>>,
    capture: &str,
) -> Result<(), FenError> {
    let wrong = |problem: String| FenError::field("CAPTURE", capture, problem);
    let Some((at, jumped)) = capture.split_once(':') else {
        return Err(wrong(
            "expected '-', or the square of the piece that must jump again and the squares it jumped, as in \
             '15:18,10'"
                .into(),
        ));
    };
    let seat = state.turn.index();
    state.capturing = squares.by_name(at).ok_or_else(|| wrong(no_square(squares, at)))?;
    if !state.sides[seat].has(state.capturing) {
        return Err(wrong(format!("there is no piece of the color to move on {at}")));
    }
    for name in jumped.split(',') {
        let square = squares.by_name(name).ok_or_else(|| wrong(no_square(squares, name)))?;
        if state.jumped.has(square) {
            return Err(wrong(format!("the piece on {name} is jumped twice")));
        }
        let gone = !(state.sides[0] | state.sides[1]).has(square) || square == state.capturing;
        if movement.removed_at_once() && !gone {
            return Err(wrong(format!(
                "{name} must be empty: jumped pieces leave the board at once (removal=now)"
            )));
        }
        if !movement.removed_at_once() && !state.sides[1 - seat].has(square) {
            return Err(wrong(format!("there is no enemy piece on {name} to have been jumped")));
        }
        state.record_jump(square);
    }
    let last = state.sequence().last().copied().unwrap_or(NO_SQUARE);
    if !can_have_landed(movement, state, last) {
        let last = squares.name(last);
        return Err(wrong(format!("the piece on {at} cannot have reached it by jumping {}", last.as_str())));
    }
    if !Jumper::mid_capture(movement, state, seat, state.capturing, last).can_jump(movement, seat) {
        return Err(wrong(format!("the piece on {at} cannot jump again; expected '-'")));
    }
    Ok(())
}

/// Whether the piece in the middle of a capture can have landed on its square after jumping `last` (Draughts
/// 5.1).
fn can_have_landed<M: MovementRules>(movement: M, state: &State<SetOf<M>>, last: u8) -> bool {
    let (from, seat) = (SetOf::<M>::one(last), state.turn.index());
    let empty = M::Layout::BOARD & !(state.sides[0] | state.sides[1]) | Bitboard::one(state.capturing);
    let king = state.kings.has(state.capturing);
    // A piece that is a king now can have jumped as a man (Draughts 6.2).
    let man = !king || movement.through();
    let may = |d| king && movement.king_jumps(d) || man && movement.man_jumps(seat, d);
    (0..M::Layout::DIRECTIONS).filter(|&d| may(d)).any(|d| {
        let far = movement.flying() && king;
        let reached = if far { M::Layout::slide(from, d, empty) } else { M::Layout::shift(from, d) };
        reached.has(state.capturing)
    })
}

/// Reads the counters (Draughts 11.3, 11.4). A counter that reaches its limit ends the game, so that no turn
/// can be in progress.
fn read_counters<S: WordBitboard>(
    rules: &RuleSet,
    state: &mut State<S>,
    quiet: &str,
    count: &str,
) -> Result<(), FenError> {
    let in_turn = u32::from(state.capturing != NO_SQUARE);
    state.quiet = FenReader::counter("QUIET", quiet, u32::from(rules.quiet) - in_turn)? as u8;
    let limit = match rules.endings.class(state.sides, state.kings) {
        Some(class) => u32::from(rules.endings.limit(class)) - in_turn,
        None => 0,
    };
    state.count = FenReader::counter("COUNT", count, limit)? as u8;
    Ok(())
}

/// Reads the turns since the last progress (Draughts 11.5).
fn read_history<M: MovementRules>(
    movement: M,
    squares: &Squares,
    state: &mut State<SetOf<M>>,
    history: &str,
) -> Result<(), FenError> {
    let wrong = |problem: String| FenError::field("HISTORY", history, problem);
    if history == "-" {
        return Ok(());
    }
    let mut moves = Vec::new();
    for text in history.split(',') {
        let (from, to) = text
            .split_once('-')
            .ok_or_else(|| wrong(format!("'{text}' is not a move; expected one such as 1-5")))?;
        let square = |name: &str| squares.by_name(name).ok_or_else(|| wrong(no_square(squares, name)));
        moves.push((text, square(from)?, square(to)?));
    }
    if moves.len() > state.quiet as usize {
        return Err(wrong(format!(
            "there are {} moves; expected at most QUIET, which is {}",
            moves.len(),
            state.quiet
        )));
    }
    let (mut sides, mut kings) = (state.sides, state.kings);
    let mut seat = 1 - state.turn.index();
    let mut quiet = Vec::with_capacity(moves.len());
    for &(text, from, to) in moves.iter().rev() {
        let man = sides[seat].has(to) && !kings.has(to);
        // In the middle of a capture the squares that pieces came from are unknown.
        let possible = if state.capturing == NO_SQUARE {
            can_have_moved(movement, sides, kings, seat, from, to)
        } else {
            M::Layout::direction_between(from, to).is_some_and(|direction| direction < MOVE_DIRECTIONS)
        };
        if !possible {
            return Err(wrong(format!("{text} cannot be undone in this position")));
        }
        let (vacated, taken) = (SetOf::<M>::one(to), SetOf::<M>::one(from));
        if sides[seat].has(to) {
            sides[seat] = sides[seat] & !vacated | taken;
        }
        if kings.has(to) {
            kings = kings & !vacated | taken;
        }
        quiet.push((seat, QuietMove::new(from, to, man)));
        seat = 1 - seat;
    }
    for (seat, quiet) in quiet.into_iter().rev() {
        state.record_quiet_move(seat, quiet);
    }
    Ok(())
}

/// Whether the piece on `to` can have come from `from` in a turn without progress.
fn can_have_moved<M: MovementRules>(
    movement: M,
    sides: [SetOf<M>; 2],
    kings: SetOf<M>,
    seat: usize,
    from: u8,
    to: u8,
) -> bool {
    let empty = M::Layout::BOARD & !(sides[0] | sides[1]);
    let king = kings.has(to);
    let piece = SetOf::<M>::one(to);
    sides[seat].has(to)
        && (king || M::Layout::stays_in_row(from, to))
        && (0..MOVE_DIRECTIONS).any(|d| {
            let far = movement.flying() && king;
            let reached =
                if far { M::Layout::slide(piece, d, empty) } else { M::Layout::shift(piece, d) & empty };
            reached.has(from)
        })
}
