//! Games on small boards, solved: what every position that can come about is worth, without clocks and
//! repetition.
//!
//! A seat that can neither move nor jump has lost; from there the worth of positions is found backward, the
//! nearest endings first. What is never found is a draw. (`tests/games/test_small_boards.py` finds the same
//! values forward.)

use super::{at, changed};
use plyground::game::{OptionValue, Seat};
use plyground::sim::StateWithHistory;
use std::collections::HashMap;

/// What a game is worth.
#[derive(Debug, PartialEq, Eq)]
struct Worth {
    /// How many positions are won, lost and drawn for the seat to act.
    won: usize,
    lost: usize,
    drawn: usize,
    /// The start's value for the seat to act, and the steps to the end if both seats play as well as they
    /// can.
    value: i8,
    steps: u32,
    /// The most steps to the end of any position that is won or lost.
    longest: u32,
}

/// A position on the way to being solved.
#[derive(Default)]
struct Node {
    mover: Seat,
    /// The positions that lead here, and whether the same seat acts there.
    before: Vec<(usize, bool)>,
    /// How many of the steps from here are not known to lose.
    open: usize,
    /// The value for the seat to act, and the steps to the end.
    known: Option<(i8, u32)>,
}

/// The position string without what is counted or listed.
fn key(state: &StateWithHistory) -> String {
    state.fen().split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// The seat to act in such a position.
fn mover(key: &str) -> Seat {
    Seat::new(key.split(' ').nth(1).expect("a seat").as_bytes()[0] - b'a')
}

/// Solves a game of that size from a position, or from its start if the text is empty.
fn solved(id: &str, size: i64, from: &str) -> Worth {
    let game = changed(id, &[("size", OptionValue::Number(size))]);
    let first = if from.is_empty() { key(&game.start(0)) } else { from.into() };
    let mut numbers = HashMap::from([(first.clone(), 0)]);
    let (mut nodes, mut waiting): (Vec<Node>, _) = (vec![Node::default()], vec![first]);
    let mut solved = Vec::new();
    while let Some(text) = waiting.pop() {
        let mut state = at(&*game, &format!("{text} 0 0 -"));
        let (number, mover) = (numbers[&text], mover(&text));
        nodes[number].mover = mover;
        if let Some(outcome) = state.outcome() {
            assert_eq!(outcome.returns.get(mover), -1.0, "{text}");
            nodes[number].known = Some((-1, 0));
            solved.push(number);
        }
        for step in state.legal() {
            let mut next = state.clone();
            next.apply_text(&step).expect("legal");
            let text = key(&next);
            let same = self::mover(&text) == mover;
            let to = *numbers.entry(text.clone()).or_insert_with(|| {
                nodes.push(Node::default());
                waiting.push(text);
                nodes.len() - 1
            });
            nodes[to].before.push((number, same));
            nodes[number].open += 1;
        }
    }
    // In the order of the steps to the end: first found, first looked at.
    let mut looked_at = 0;
    while let Some(&at) = solved.get(looked_at) {
        looked_at += 1;
        let (value, steps) = nodes[at].known.expect("solved");
        for (before, same) in std::mem::take(&mut nodes[at].before) {
            let value = if same { value } else { -value };
            let node = &mut nodes[before];
            if node.known.is_some() {
                continue;
            }
            node.open -= usize::from(value < 0);
            if value > 0 || node.open == 0 {
                node.known = Some((value, steps + 1));
                solved.push(before);
            }
        }
    }
    let count = |wanted| nodes.iter().filter(|node| node.known.map(|(value, _)| value) == wanted).count();
    let (value, steps) = nodes[0].known.unwrap_or((0, 0));
    Worth {
        won: count(Some(1)),
        lost: count(Some(-1)),
        drawn: count(None),
        value,
        steps,
        longest: nodes.iter().filter_map(|node| node.known).map(|(_, steps)| steps).max().unwrap_or(0),
    }
}

#[test]
fn checkers_on_4x4_is_a_draw() {
    let worth = Worth { won: 500, lost: 351, drawn: 1_558, value: 0, steps: 0, longest: 12 };
    assert_eq!(solved("checkers", 4, ""), worth);
}

/// No clock and no repetition comes in between: all wins are nearer than the forty rounds.
#[test]
fn stax_on_4x4_is_lost_by_the_first_seat() {
    let worth = Worth { won: 1_998, lost: 1_886, drawn: 1_244, value: -1, steps: 22, longest: 29 };
    assert_eq!(solved("stax", 4, ""), worth);
}

#[test]
fn two_kings_on_6x6_win_against_one() {
    let worth = Worth { won: 1_442, lost: 1_306, drawn: 529, value: 1, steps: 7, longest: 28 };
    assert_eq!(solved("checkers", 6, "5b/6/6/6/6/A1A3 a -"), worth);
}
