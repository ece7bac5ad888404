//! Position strings (Draughts 11).

use super::apply;
use super::jumps::Jumper;
use super::layout::{Bits, Layout, MOVES};
use super::movement::{Articles, SetOf};
use super::rules::RuleSet;
use super::squares::Squares;
use super::state::{NONE, QuietMove, State};
use super::steps::{SOON, soon_found};
use crate::board::{Near, Set};
use crate::game::{FenError, FenReader};
use std::fmt::Write;

const FIELDS: &str = "PDN CAPTURE QUIET COUNT HISTORY, as in 'W:W31,K50:B1,2 - 0 0 -'";

/// The letter of a seat's color (Draughts 3.2).
pub(super) fn color(rules: &RuleSet, seat: usize) -> char {
    if (rules.first == Near::White) == (seat == 0) { 'W' } else { 'B' }
}

/// White's seat, then Black's.
fn seats(rules: &RuleSet) -> [usize; 2] {
    if rules.first == Near::White { [0, 1] } else { [1, 0] }
}

/// Writes a position string.
pub(super) fn write<S: Bits>(rules: &RuleSet, squares: &Squares, state: &State<S>) -> String {
    let mut text = String::with_capacity(160);
    text.push(color(rules, state.turn as usize));
    for seat in seats(rules) {
        text.push(':');
        text.push(color(rules, seat));
        let mut first = true;
        for &square in squares.listed().iter().filter(|&&square| state.sides[seat].has(square)) {
            text.push_str(if first { "" } else { "," });
            text.push_str(if state.kings.has(square) { "K" } else { "" });
            text.push_str(squares.name(square).as_str());
            first = false;
        }
    }
    text.push(' ');
    if state.at == NONE {
        text.push('-');
    } else {
        text.push_str(squares.name(state.at).as_str());
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
pub(super) fn read<M: Articles>(
    articles: M,
    rules: &RuleSet,
    squares: &Squares,
    text: &str,
) -> Result<State<SetOf<M>>, FenError> {
    let [pdn, capture, quiet, count, history] = FenReader::new(text, FIELDS)?.exactly::<5>()?;
    let mut state = pieces(articles, rules, squares, pdn)?;
    if capture != "-" {
        midway(articles, squares, &mut state, capture)?;
    }
    crowned(articles, squares, &state, pdn)?;
    counters(rules, &mut state, quiet, count)?;
    past(articles, squares, &mut state, history)?;
    soon_looked_through(articles, rules, &state, pdn)?;
    if state.at == NONE {
        state.draw = apply::draw(articles, rules, &state);
    }
    Ok(state)
}

/// The pieces and the side to move (Draughts 11.1).
fn pieces<M: Articles>(
    articles: M,
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
            let square = squares.named(name).ok_or_else(|| wrong(no_square(squares, name)))?;
            if item.len() > name.len() && !articles.crowning() {
                return Err(wrong(format!("this game has no kings (crowning=false), got {item}")));
            }
            if (sides[0] | sides[1]).has(square) {
                return Err(wrong(format!("two pieces stand on {name}")));
            }
            sides[seat] |= Set::one(square);
            if item.len() > name.len() {
                kings |= Set::one(square);
            }
        }
    }
    Ok(State::new(sides, kings, turn as u8))
}

fn no_square(squares: &Squares, name: &str) -> String {
    let listed = squares.listed();
    let (first, last) = (squares.name(listed[0]), squares.name(listed[listed.len() - 1]));
    format!("there is no square '{name}'; expected a square from {} to {}", first.as_str(), last.as_str())
}

/// Refuses a man on its last row that is not in the middle of a capture (Draughts 6.1, 11).
fn crowned<M: Articles>(
    articles: M,
    squares: &Squares,
    state: &State<SetOf<M>>,
    pdn: &str,
) -> Result<(), FenError> {
    // Draughts 6.2, 6.3: there the man goes on as a man, unless it is a king at once.
    let going_on =
        if state.at == NONE || articles.through() { Set::EMPTY } else { SetOf::<M>::one(state.at) };
    for seat in 0..2 {
        let late = state.sides[seat] & !state.kings & !going_on & articles.last_row(seat);
        if !late.is_empty() {
            let name = squares.name(late.first());
            return Err(FenError::field(
                "PDN",
                pdn,
                format!("the man on {} must be a king: it stands on its last row", name.as_str()),
            ));
        }
    }
    Ok(())
}

/// Refuses a position in which the captures of a side take too long to find (Draughts 11.1): of the one that
/// must go on, and otherwise of either, since both will soon be to move.
fn soon_looked_through<M: Articles>(
    articles: M,
    rules: &RuleSet,
    state: &State<SetOf<M>>,
    pdn: &str,
) -> Result<(), FenError> {
    let goes_on = |seat| state.at == NONE || seat == state.turn as usize;
    match (0..2).filter(|&seat| goes_on(seat)).find(|&seat| !soon_found(articles, state, seat)) {
        None => Ok(()),
        Some(seat) => {
            let letter = color(rules, seat);
            let problem =
                format!("the captures of {letter} are too many to find the longest: the limit is {SOON}");
            Err(FenError::field("PDN", pdn, problem))
        }
    }
}

/// A capture in progress (Draughts 11.2).
fn midway<M: Articles>(
    articles: M,
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
    let seat = state.turn as usize;
    state.at = squares.named(at).ok_or_else(|| wrong(no_square(squares, at)))?;
    if !state.sides[seat].has(state.at) {
        return Err(wrong(format!("there is no piece of the color to move on {at}")));
    }
    for name in jumped.split(',') {
        let square = squares.named(name).ok_or_else(|| wrong(no_square(squares, name)))?;
        if state.jumped.has(square) {
            return Err(wrong(format!("the piece on {name} is jumped twice")));
        }
        let gone = !(state.sides[0] | state.sides[1]).has(square) || square == state.at;
        if articles.removed_at_once() && !gone {
            return Err(wrong(format!(
                "{name} must be empty: jumped pieces leave the board at once (removal=now)"
            )));
        }
        if !articles.removed_at_once() && !state.sides[1 - seat].has(square) {
            return Err(wrong(format!("there is no enemy piece on {name} to have been jumped")));
        }
        state.note_jump(square);
    }
    let last = state.sequence().last().copied().unwrap_or(NONE);
    if !landed(articles, state, last) {
        let last = squares.name(last);
        return Err(wrong(format!("the piece on {at} cannot have reached it by jumping {}", last.as_str())));
    }
    if !Jumper::midway(articles, state, seat, state.at, last).can_jump(articles, seat) {
        return Err(wrong(format!("the piece on {at} cannot jump again; expected '-'")));
    }
    Ok(())
}

/// Whether the piece in the middle of a capture can have landed where it stands after jumping `last`
/// (Draughts 5.1).
fn landed<M: Articles>(articles: M, state: &State<SetOf<M>>, last: u8) -> bool {
    let (from, seat) = (SetOf::<M>::one(last), state.turn as usize);
    let empty = M::Layout::BOARD & !(state.sides[0] | state.sides[1]) | Set::one(state.at);
    let king = state.kings.has(state.at);
    // What is a king now may have jumped as a man (Draughts 6.2).
    let man = !king || articles.through();
    let may = |d| king && articles.king_jumps(d) || man && articles.man_jumps(seat, d);
    (0..M::Layout::DIRECTIONS).filter(|&d| may(d)).any(|d| {
        let far = articles.flying() && king;
        let reached = if far { M::Layout::slide(from, d, empty) } else { M::Layout::toward(from, d) };
        reached.has(state.at)
    })
}

/// The counters (Draughts 11.3, 11.4). At its limit a counter ends the game, so that no turn is in progress.
fn counters<S: Bits>(
    rules: &RuleSet,
    state: &mut State<S>,
    quiet: &str,
    count: &str,
) -> Result<(), FenError> {
    let begun = u32::from(state.at != NONE);
    state.quiet = FenReader::counter("QUIET", quiet, u32::from(rules.quiet) - begun)? as u8;
    let limit = match rules.endings.class(state.sides, state.kings) {
        Some(class) => u32::from(rules.endings.limit(class)) - begun,
        None => 0,
    };
    state.count = FenReader::counter("COUNT", count, limit)? as u8;
    Ok(())
}

/// The turns since the last progress (Draughts 11.5).
fn past<M: Articles>(
    articles: M,
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
        let square = |name: &str| squares.named(name).ok_or_else(|| wrong(no_square(squares, name)));
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
    let mut seat = 1 - state.turn as usize;
    let mut quiet = Vec::with_capacity(moves.len());
    for &(text, from, to) in moves.iter().rev() {
        let man = sides[seat].has(to) && !kings.has(to);
        // In the middle of a capture the squares that pieces came from are not known.
        let possible = if state.at == NONE {
            can_have_moved(articles, sides, kings, seat, from, to)
        } else {
            M::Layout::heading(from, to).is_some_and(|direction| direction < MOVES)
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
        state.remember(seat, quiet);
    }
    Ok(())
}

/// Whether the piece on `to` can have come from `from` without making progress.
fn can_have_moved<M: Articles>(
    articles: M,
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
        && (king || M::Layout::sideways(from, to))
        && (0..MOVES).any(|d| {
            let far = articles.flying() && king;
            let reached =
                if far { M::Layout::slide(piece, d, empty) } else { M::Layout::toward(piece, d) & empty };
            reached.has(from)
        })
}
