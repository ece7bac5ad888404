//! Lists whole turns (Draughts 9).

use super::capture_path::CapturePath;
use super::dedup::each_distinct_capture;
use super::jumps::Jumper;
use super::movegen::{Candidates, step_to};
use super::movement::{MovementRules, SetOf};
use super::squares::Squares;
use super::state::{NO_SQUARE, State, Step};
use crate::board::Bitboard;
use crate::game::{Turn, sort_turns};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// What identifies a capture as a turn: its first square, its last square and the pieces jumped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Capture<S> {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) victims: S,
}

impl<S: Bitboard> Capture<S> {
    /// Returns the capture that a path has made.
    #[inline(always)]
    pub(super) fn of<T>(path: &CapturePath<S, T>) -> Capture<S> {
        Capture { from: path.from, to: path.to, victims: path.victims }
    }
}

/// A capture, and the jumped and landing squares of one way to make it.
type Way<S> = (Capture<S>, Vec<(u8, u8)>);

/// The maximum number of search nodes for a list of turns. It takes less than 100 ms.
pub(super) const TURN_LIST_BUDGET: usize = 50_000;

/// Returns all turns from a position that is not over, sorted by text. `None` if the search exceeds `budget`.
pub(super) fn turns<M: MovementRules>(
    movement: M,
    squares: &Squares,
    state: &State<SetOf<M>>,
    budget: usize,
) -> Option<Vec<Turn<Step>>> {
    let mut turns = Vec::new();
    let (seat, jumpers) = jumpers(movement, state);
    if jumpers.is_empty() {
        for (direction, landings) in Candidates::of(movement, &state.placement(), seat)
            .moves(movement, seat)
            .landings
            .into_iter()
            .enumerate()
        {
            landings.each(|to| {
                let step = step_to(movement, state, direction, to, false);
                turns.push(Turn { text: turn_text(squares, step.from, '-', &[step.to]), steps: vec![step] });
            });
        }
    } else {
        let ways = distinct_captures(movement, squares, state, seat, jumpers, budget)?;
        let mut alike: HashMap<(u8, u8), usize, FixedState> = HashMap::default();
        for (capture, _) in &ways {
            *alike.entry((capture.from, capture.to)).or_default() += 1;
        }
        for (capture, jumps) in &ways {
            let reached: Vec<u8> = jumps.iter().map(|&(_, to)| to).collect();
            let ambiguous = alike[&(capture.from, capture.to)] > 1;
            let shown = if ambiguous { &reached[..] } else { &reached[reached.len() - 1..] };
            let mut from = capture.from;
            let step = |&(over, to): &(u8, u8)| Step { from: std::mem::replace(&mut from, to), to, over };
            turns.push(Turn {
                text: turn_text(squares, capture.from, 'x', shown),
                steps: jumps.iter().map(step).collect(),
            });
        }
    }
    sort_turns(&mut turns);
    Some(turns)
}

/// Returns the seat to act, and its pieces that can begin or continue captures.
#[inline(always)]
pub(super) fn jumpers<M: MovementRules>(movement: M, state: &State<SetOf<M>>) -> (usize, SetOf<M>) {
    let seat = state.turn.parity();
    let midway = state.capturing != NO_SQUARE;
    (
        seat,
        if midway {
            Bitboard::one(state.capturing)
        } else {
            Candidates::of(movement, &state.placement(), seat).jumpers::<M>()
        },
    )
}

fn turn_text(squares: &Squares, from: u8, sign: char, to: &[u8]) -> String {
    let mut turn_text = String::from(squares.name(from).as_str());
    for &square in to {
        turn_text.push(sign);
        turn_text.push_str(squares.name(square).as_str());
    }
    turn_text
}

/// Returns the captures that have priority (rule 7), each once, with the way whose squares come first in list
/// order (rule 2.4). `None` if the search exceeds `budget`.
fn distinct_captures<M: MovementRules>(
    movement: M,
    squares: &Squares,
    state: &State<SetOf<M>>,
    seat: usize,
    jumpers: SetOf<M>,
    budget: usize,
) -> Option<Vec<Way<SetOf<M>>>> {
    let jumpers: Vec<_> = jumpers.cells().map(|at| Jumper::new(movement, state, seat, at)).collect();
    let mut ways = Vec::new();
    let complete = each_distinct_capture(
        movement,
        seat,
        &jumpers,
        Some(squares),
        &Vec::new(),
        budget,
        &mut |path, _| {
            ways.push((Capture::of(path), path.trail.clone()));
        },
    );
    complete.then_some(ways)
}
