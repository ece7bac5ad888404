//! Holes made by chance, and how difficult they are.

use super::{Hole, Limits, Solution, solve};
use crate::game::rng_for;
use crate::games::chess::golf::goal::Goal;
use crate::games::chess::golf::layout;

/// Which holes are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many.
    pub holes: usize,
    /// How many cards each has.
    pub cards: u8,
    /// The fewest and the most moves that they may take at least; none: any.
    pub par: Option<(u32, u32)>,
    /// Where they come from: try number n of a seed always gives the same.
    pub seed: u64,
    /// No more are tried.
    pub tries: u64,
}

/// A hole with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The hole.
    pub hole: Hole,
    /// What is known of it.
    pub solution: Solution,
}

/// Lays out pieces and draws cards until there are as many holes as are wanted, or no more are tried; none if
/// `go_on` has stopped it.
pub fn holes(wanted: &Wanted, limits: &Limits, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Labelled>> {
    let moves = wanted.par.map_or(limits.moves, |(_, most)| most);
    let limits = Limits { moves, lines: 0, ..*limits };
    let mut made = Vec::new();
    for number in 0..wanted.tries {
        if made.len() >= wanted.holes {
            break;
        }
        let mut rng = rng_for(wanted.seed, 0, number);
        let pieces = layout::shuffled(&mut rng);
        let hole = Hole { pieces, goal: Goal::of(layout::drawn(wanted.cards, &mut rng)) };
        let solution = solve(&hole, &limits, go_on)?;
        let fits = wanted.par.is_none_or(|(least, _)| solution.least.is_ok_and(|par| par >= least));
        if fits {
            made.push(Labelled { hole, solution });
        }
    }
    Some(made)
}
