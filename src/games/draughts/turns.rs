//! Whole turns (Draughts 9).

use super::jumps::{Jumper, Path};
use super::movement::{Articles, SetOf};
use super::once::each_once;
use super::squares::Squares;
use super::state::{NONE, State, Step};
use super::steps::{Reach, step_to};
use crate::board::Set;
use crate::game::{Turn, sort_turns};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// What makes a capture another turn: its first square, its last square and the pieces jumped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Capture<S> {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) victims: S,
}

impl<S: Set> Capture<S> {
    /// The one that a path has made.
    #[inline(always)]
    pub(super) fn of<T>(path: &Path<S, T>) -> Capture<S> {
        Capture { from: path.from, to: path.to, victims: path.victims }
    }
}

/// A capture, and the pieces jumped and squares reached on one way to make it.
type Way<S> = (Capture<S>, Vec<(u8, u8)>);

/// So much is looked at, at most, for a list of turns: it takes less than a tenth of a second.
pub(super) const PATIENCE: usize = 50_000;

/// All turns from a position that is not over, sorted by text; none if there is more to look at for them than
/// `patience` says.
pub(super) fn turns<M: Articles>(
    articles: M,
    squares: &Squares,
    state: &State<SetOf<M>>,
    patience: usize,
) -> Option<Vec<Turn<Step>>> {
    let mut turns = Vec::new();
    let (seat, jumpers) = jumpers(articles, state);
    if jumpers.is_empty() {
        for (direction, landings) in Reach::of(articles, &state.placement(), seat)
            .moves(articles, seat)
            .landings
            .into_iter()
            .enumerate()
        {
            landings.each(|to| {
                let step = step_to(articles, state, direction, to, false);
                turns.push(Turn { text: text(squares, step.from, '-', &[step.to]), steps: vec![step] });
            });
        }
    } else {
        let ways = ways(articles, squares, state, seat, jumpers, patience)?;
        let mut alike: HashMap<(u8, u8), usize, FixedState> = HashMap::default();
        for (capture, _) in &ways {
            *alike.entry((capture.from, capture.to)).or_default() += 1;
        }
        for (capture, jumps) in &ways {
            let reached: Vec<u8> = jumps.iter().map(|&(_, to)| to).collect();
            let clash = alike[&(capture.from, capture.to)] > 1;
            let shown = if clash { &reached[..] } else { &reached[reached.len() - 1..] };
            let mut from = capture.from;
            let step = |&(over, to): &(u8, u8)| Step { from: std::mem::replace(&mut from, to), to, over };
            turns.push(Turn {
                text: text(squares, capture.from, 'x', shown),
                steps: jumps.iter().map(step).collect(),
            });
        }
    }
    sort_turns(&mut turns);
    Some(turns)
}

/// The seat to act, and its pieces that may begin or continue captures.
#[inline(always)]
pub(super) fn jumpers<M: Articles>(articles: M, state: &State<SetOf<M>>) -> (usize, SetOf<M>) {
    let seat = (state.turn & 1) as usize;
    let midway = state.at != NONE;
    (
        seat,
        if midway {
            Set::one(state.at)
        } else {
            Reach::of(articles, &state.placement(), seat).jumpers::<M>()
        },
    )
}

fn text(squares: &Squares, from: u8, sign: char, to: &[u8]) -> String {
    let mut text = String::from(squares.name(from).as_str());
    for &square in to {
        text.push(sign);
        text.push_str(squares.name(square).as_str());
    }
    text
}

/// The captures that pass rule 7, each once, and the way to it whose squares come first in the order of rule
/// 2.4; none if `patience` comes to an end.
fn ways<M: Articles>(
    articles: M,
    squares: &Squares,
    state: &State<SetOf<M>>,
    seat: usize,
    jumpers: SetOf<M>,
    patience: usize,
) -> Option<Vec<Way<SetOf<M>>>> {
    let jumpers: Vec<_> = jumpers.cells().map(|at| Jumper::of(articles, state, seat, at)).collect();
    let mut ways = Vec::new();
    let through =
        each_once(articles, seat, &jumpers, Some(squares), &Vec::new(), patience, &mut |path, _| {
            ways.push((Capture::of(path), path.trail.clone()));
        });
    through.then_some(ways)
}
