//! Whole turns (Draughts 9).

use super::jumps::{Path, Worth, each_capture};
use super::movement::{Articles, SetOf};
use super::rules::Priority;
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

impl<S: Set> Capture<S> {
    /// The one that a path has made.
    #[inline(always)]
    pub(super) fn of<T>(path: &Path<S, T>) -> Capture<S> {
        Capture { from: path.from, to: path.to, victims: path.victims }
    }
}

/// One way to make a capture.
struct Way<S> {
    capture: Capture<S>,
    worth: Worth,
    jumps: Vec<(u8, u8)>,
}

/// All turns from a position that is not over, sorted by text.
pub(super) fn turns<M: Articles>(articles: M, squares: &Squares, state: &State<SetOf<M>>) -> Vec<Turn<Step>> {
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
        let ways = ways(articles, squares, state, seat, jumpers);
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

/// The captures that pass rule 7, each once: the way whose squares come first in the order of rule 2.4.
fn ways<M: Articles>(
    articles: M,
    squares: &Squares,
    state: &State<SetOf<M>>,
    seat: usize,
    jumpers: SetOf<M>,
) -> Vec<Way<SetOf<M>>> {
    let mut ways: Vec<Way<SetOf<M>>> = Vec::new();
    let order = |jumps: &[(u8, u8)]| jumps.iter().map(|&(_, to)| squares.place(to)).collect::<Vec<_>>();
    each_capture::<M, Vec<(u8, u8)>>(articles, state, seat, jumpers, |path, worth, _| {
        let way = Way { capture: Capture::of(path), worth, jumps: path.trail.clone() };
        match ways.iter_mut().find(|known| known.capture == way.capture && known.worth == worth) {
            Some(known) if order(&way.jumps) < order(&known.jumps) => *known = way,
            Some(_) => {}
            None => ways.push(way),
        }
    });
    if articles.priority() != Priority::Any {
        let best = ways.iter().map(|way| way.worth).max().unwrap_or(0);
        ways.retain(|way| way.worth == best);
    }
    ways
}
