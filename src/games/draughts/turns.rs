//! Whole turns (Draughts 9).

use super::apply;
use super::jumps::{Path, Worth, each_capture};
use super::layout::Bits;
use super::movement::{Articles, SetOf};
use super::rules::{Priority, Rules};
use super::squares::Squares;
use super::state::{NONE, State, Step};
use super::steps::{Reach, step_to};
use crate::board::Set;
use crate::game::Turn;

/// What makes a capture another turn: its first square, its last square and the pieces jumped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Capture<S> {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) victims: S,
}

/// One way to make a capture.
struct Way<S> {
    capture: Capture<S>,
    worth: Worth,
    jumps: Vec<(u8, u8)>,
}

/// All turns from a position that is not over, sorted by text.
pub(super) fn turns<M: Articles>(squares: &Squares, state: &State<SetOf<M>>) -> Vec<Turn<Step>> {
    let mut turns = Vec::new();
    let (seat, jumpers) = jumpers::<M>(state);
    if jumpers.is_empty() {
        for (direction, landings) in
            Reach::of::<M>(state, seat).moves::<M>(seat).landings.into_iter().enumerate()
        {
            landings.each(|to| {
                let step = step_to::<M>(state, direction, to, false);
                turns.push(Turn { text: text(squares, step.from, '-', &[step.to]), steps: vec![step] });
            });
        }
    } else {
        let ways = ways::<M>(squares, state, seat, jumpers);
        for way in &ways {
            let clash = |other: &Way<_>| {
                other.capture != way.capture
                    && (other.capture.from, other.capture.to) == (way.capture.from, way.capture.to)
            };
            let reached: Vec<u8> = way.jumps.iter().map(|&(_, to)| to).collect();
            let shown = if ways.iter().any(clash) { &reached[..] } else { &reached[reached.len() - 1..] };
            let mut from = way.capture.from;
            let step = |&(over, to): &(u8, u8)| Step { from: std::mem::replace(&mut from, to), to, over };
            turns.push(Turn {
                text: text(squares, way.capture.from, 'x', shown),
                steps: way.jumps.iter().map(step).collect(),
            });
        }
    }
    turns.sort_by(|a, b| a.text.cmp(&b.text));
    turns
}

/// The seat to act, and its pieces that may begin or continue captures.
#[inline(always)]
fn jumpers<M: Articles>(state: &State<SetOf<M>>) -> (usize, SetOf<M>) {
    let seat = (state.turn & 1) as usize;
    let midway = state.at != NONE;
    (seat, if midway { Set::one(state.at) } else { Reach::of::<M>(state, seat).jumpers::<M>() })
}

fn text(squares: &Squares, from: u8, sign: char, to: &[u8]) -> String {
    let mut text = String::from(squares.name(from).as_str());
    for &square in to {
        text.push(sign);
        text.push_str(squares.name(square).as_str());
    }
    text
}

/// The captures that pass rule 7, each once: the way whose squares come first in the order of rule 2.4.
fn ways<M: Articles>(
    squares: &Squares,
    state: &State<SetOf<M>>,
    seat: usize,
    jumpers: SetOf<M>,
) -> Vec<Way<SetOf<M>>> {
    let mut ways: Vec<Way<SetOf<M>>> = Vec::new();
    let order = |jumps: &[(u8, u8)]| jumps.iter().map(|&(_, to)| squares.place(to)).collect::<Vec<_>>();
    each_capture::<M>(state, seat, jumpers, |path, worth, _| {
        let way = Way { capture: capture(path), worth, jumps: path.jumps().to_vec() };
        match ways.iter_mut().find(|known| known.capture == way.capture && known.worth == worth) {
            Some(known) if order(&way.jumps) < order(&known.jumps) => *known = way,
            Some(_) => {}
            None => ways.push(way),
        }
    });
    if M::PRIORITY != Priority::Any {
        let best = ways.iter().map(|way| way.worth).max().unwrap_or(0);
        ways.retain(|way| way.worth == best);
    }
    ways
}

fn capture<S: Bits>(path: &Path<S>) -> Capture<S> {
    Capture { from: path.from, to: path.to(), victims: path.victims }
}

/// Captures found, and whether a king arrives, crowned under way perhaps (Draughts 6.2).
type Found<S> = Vec<(Capture<S>, bool)>;

/// Counts sequences of `depth` whole turns; `found` is a stack to work on.
pub(super) fn perft<M: Articles>(
    rules: &Rules,
    state: &State<SetOf<M>>,
    depth: u32,
    found: &mut Found<SetOf<M>>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if state.draw.is_some() {
        return 0;
    }
    match state.turn {
        0 => perft_of::<M>(rules, state, depth, found, 0),
        _ => perft_of::<M>(rules, state, depth, found, 1),
    }
}

#[inline(always)]
fn perft_of<M: Articles>(
    rules: &Rules,
    state: &State<SetOf<M>>,
    depth: u32,
    found: &mut Found<SetOf<M>>,
    seat: usize,
) -> u64 {
    let mut nodes = 0;
    let reach = Reach::of::<M>(state, seat);
    if state.at == NONE && !reach.jumps() {
        let steps = reach.moves::<M>(seat);
        if depth == 1 {
            return steps.count() as u64;
        }
        for (direction, landings) in steps.landings.into_iter().enumerate() {
            landings.each(|to| {
                let mut next = state.clone();
                apply::apply::<M>(rules, &mut next, step_to::<M>(state, direction, to, false));
                nodes += perft::<M>(rules, &next, depth - 1, found);
            });
        }
        return nodes;
    }
    let jumpers = if state.at == NONE { reach.jumpers::<M>() } else { Set::one(state.at) };
    let base = found.len();
    find::<M>(state, seat, jumpers, found);
    if depth == 1 {
        nodes = (found.len() - base) as u64;
    } else {
        for at in base..found.len() {
            let (capture, king) = found[at];
            let mut next = state.clone();
            apply::capture::<M>(rules, &mut next, capture, king);
            nodes += perft::<M>(rules, &next, depth - 1, found);
        }
    }
    found.truncate(base);
    nodes
}

/// Adds the captures that pass rule 7, each once.
fn find<M: Articles>(state: &State<SetOf<M>>, seat: usize, jumpers: SetOf<M>, found: &mut Found<SetOf<M>>) {
    let (base, mut best) = (found.len(), 0);
    each_capture::<M>(state, seat, jumpers, |path, worth, king| {
        if M::PRIORITY != Priority::Any {
            if worth < best {
                return;
            }
            if worth > best {
                best = worth;
                found.truncate(base);
            }
        }
        let capture = capture(path);
        if !found[base..].iter().any(|(known, _)| *known == capture) {
            found.push((capture, king));
        }
    });
}
