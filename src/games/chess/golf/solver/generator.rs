//! Random holes of a given difficulty.

use super::{Hole, Limits, Solution, solve};
use crate::game::rng_for;
use crate::games::chess::golf::goal::Goal;
use crate::games::chess::golf::layout;

/// What [`random_holes`] makes.
#[derive(Clone, Copy, Debug)]
pub struct HoleRequest {
    /// The number of holes.
    pub holes: usize,
    /// The number of cards of each hole.
    pub cards: u8,
    /// The bounds of the fewest moves that a hole takes. `None` means any.
    pub par: Option<(u32, u32)>,
    /// The seed. Try number n of a seed always gives the same hole.
    pub seed: u64,
    /// The maximum number of tries.
    pub max_tries: u64,
}

/// A hole and the result of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedHole {
    /// The hole.
    pub hole: Hole,
    /// The result of its search.
    pub solution: Solution,
}

/// Lays out pieces and draws cards until there are enough holes or the tries are used up. Returns `None` if
/// `go_on` returned false.
pub fn random_holes(
    request: &HoleRequest,
    limits: &Limits,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Vec<SolvedHole>> {
    let max_moves = request.par.map_or(limits.max_moves, |(_, most)| most);
    let limits = Limits { max_moves, max_lines: 0, ..*limits };
    let mut made = Vec::new();
    for number in 0..request.max_tries {
        if made.len() >= request.holes {
            break;
        }
        let mut rng = rng_for(request.seed, 0, number);
        let pieces = layout::shuffled(&mut rng);
        let hole = Hole { pieces, goal: Goal::of(layout::drawn(request.cards, &mut rng)) };
        let solution = solve(&hole, &limits, go_on)?;
        let fits = request.par.is_none_or(|(least, _)| solution.par.is_ok_and(|par| par >= least));
        if fits {
            made.push(SolvedHole { hole, solution });
        }
    }
    Some(made)
}
