//! The estimated value of a kind of pieces.

use crate::board::{Cell, Lattice, NO_CELL};
use crate::games::chesslike::variant_spec::{Axes, MoveMode, MovementSpec};

/// The part of cells that is empty, on average over a game.
const EMPTY: f64 = 0.7;

/// The value of a step to a cell in hundredths of a pawn. It makes a knight of chess worth 3 pawns.
const OF_A_CELL: f64 = 57.1;

/// Estimates the value of a kind in hundredths of a pawn from its mobility on a board on which some cells are
/// empty (Betza's crowded board mobility). A step that only moves or only captures counts half.
pub fn estimated(lattice: &Lattice, moves: &MovementSpec) -> i32 {
    let all: f64 = lattice.board().cells().map(|cell| mobility(lattice, moves, cell)).sum();
    (all / lattice.board().len() as f64 * OF_A_CELL).round() as i32
}

/// Returns the expected number of cells that a piece reaches.
fn mobility(lattice: &Lattice, moves: &MovementSpec, cell: Cell) -> f64 {
    let at = usize::from(cell);
    let count = |lists: &[Vec<Cell>]| {
        lists.get(at).map_or(0, |list| list.iter().filter(|&&to| to != NO_CELL).count()) as f64
    };
    let reached = |length: usize| (0..length).map(|steps| EMPTY.powi(steps as i32)).sum::<f64>();
    let axes = |direction: &usize| match moves.axes {
        Axes::None => false,
        Axes::Sides => lattice.is_through_sides(*direction),
        Axes::Corners => !lattice.is_through_sides(*direction),
        Axes::All => true,
    };
    let lines = (0..lattice.directions().len()).filter(axes);
    let lines: f64 = lines.map(|direction| reached(lattice.ray(cell, direction).len())).sum();
    let slides = moves.slides.iter().map(|slide| {
        let path = slide.paths[at];
        let direction = lattice.rays()[at].iter().position(|&ray| ray == path.ray);
        let length = direction.map_or(0, |direction| lattice.ray(cell, direction).len());
        let weight = match slide.mode {
            MoveMode::Both => 1.0,
            MoveMode::Royal => 0.0,
            _ => 0.5,
        };
        weight * reached(length.min(path.max_distance.into()))
    });
    count(&moves.leaps) + (count(&moves.captures) + count(&moves.quiet)) / 2.0 + lines + slides.sum::<f64>()
}
