//! Labels at the rim of a board of hexagons, as on printed boards: file letters below files, and rank numbers
//! at the left ends of ranks.

use super::frame::Frame;
use super::ink;
use super::paint::NAME;
use crate::board::{Board, Cell, Point, Shape};
use std::collections::BTreeMap;

/// The font size, and the distance of a label from the center of its cell, in cell sides.
const SIZE: f64 = 0.34;
const OUTWARD: f64 = 1.13;
/// The space that a label takes around its center, in cell sides.
pub const SPACE: f64 = 0.22;

/// The directions from a cell to its labels: below, and through the sides at the left.
const BELOW: Point = (0.0, -1.0);
const UPPER_LEFT: Point = (-0.866, 0.5);
const LOWER_LEFT: Point = (-0.866, -0.5);

/// Draws the labels.
pub fn render(svg: &mut String, frame: &Frame, board: &Board) {
    for (at, label) in labels(board) {
        ink::text(svg, frame.at(at), SIZE * super::SIDE, NAME, label);
    }
}

/// Returns the labels and the points of the board around which they are written. Other boards have none.
pub fn labels(board: &Board) -> Vec<(Point, &str)> {
    let mut labels = Vec::new();
    if board.shape() != Shape::Hexagons {
        return labels;
    }
    let (mut files, mut ranks) = (BTreeMap::<&str, Vec<Cell>>::new(), BTreeMap::<&str, Vec<Cell>>::new());
    for cell in board.cells() {
        let (file, rank) = board.name(cell).split_at(1);
        files.entry(file).or_default().push(cell);
        ranks.entry(rank).or_default().push(cell);
    }
    let place = |cell: Cell, toward: Point| {
        let center = board.center(cell);
        (center.0 + OUTWARD * toward.0, center.1 + OUTWARD * toward.1)
    };
    for (file, cells) in files {
        let height = |&one: &Cell, &other: &Cell| board.center(one).1.total_cmp(&board.center(other).1);
        labels.extend(cells.into_iter().min_by(height).map(|cell| (place(cell, BELOW), file)));
    }
    for (rank, mut cells) in ranks {
        cells.sort_by(|&one, &other| board.center(one).0.total_cmp(&board.center(other).0));
        // The label continues the line of the rank if there is space.
        let rises = cells.get(1).is_some_and(|&next| board.center(next).1 > board.center(cells[0]).1);
        let sides = if rises { [LOWER_LEFT, UPPER_LEFT] } else { [UPPER_LEFT, LOWER_LEFT] };
        let free = |at: &Point| {
            let distance = |cell| (board.center(cell).0 - at.0).hypot(board.center(cell).1 - at.1);
            board.cells().all(|cell| distance(cell) > 1.0)
        };
        labels.extend(sides.map(|side| place(cells[0], side)).into_iter().find(free).map(|at| (at, rank)));
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{HexNames, Hexagons};

    /// Checks labels: what is written, next to which cell, and in which direction from its center.
    fn check(board: &Board, expected: &[(&str, &str, Point)]) {
        let labels = labels(board);
        for &(label, name, toward) in expected {
            let center = board.center(board.cell(name).unwrap());
            let at = (center.0 + OUTWARD * toward.0, center.1 + OUTWARD * toward.1);
            assert!(labels.contains(&(at, label)), "{label} at {name}");
        }
    }

    #[test]
    fn labels_continue_files_and_ranks() {
        let regular = Hexagons::regular(6).into_board();
        assert_eq!(labels(&regular).len(), 22);
        let expected =
            [("a", "a1", BELOW), ("f", "f1", BELOW), ("1", "a1", UPPER_LEFT), ("7", "b7", UPPER_LEFT)];
        check(&regular, &expected);
        let rows: Vec<_> = (0..3).flat_map(|f| (0..3).map(move |a| (f, a))).collect();
        let rows = Hexagons::new(&rows, HexNames::FileRank).unwrap().into_board();
        assert_eq!(labels(&rows).len(), 6);
        check(&rows, &[("c", "c1", BELOW), ("1", "a1", LOWER_LEFT), ("3", "a3", LOWER_LEFT)]);
    }

    /// The single cell of rank 1 has a neighbor at the upper left.
    #[test]
    fn labels_are_outside_cells() {
        let board =
            Hexagons::new(&[(0, 1), (0, 2), (1, 0), (1, 1)], HexNames::FileRank).unwrap().into_board();
        check(&board, &[("1", "b1", LOWER_LEFT), ("2", "a2", LOWER_LEFT), ("3", "a3", UPPER_LEFT)]);
    }
}
