//! The boards of Tri-Chess: the cells that its games cut out of hexagons (Tri-Chess 1.1, 2, 3.1).

use super::{Triangles, turn_clockwise};
use std::ops::RangeInclusive;

/// The groups of Tri-Chess games that share a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriChess {
    /// Two players.
    Two,
    /// Three players.
    Three,
    /// Four players, each for itself.
    FourCutthroat,
    /// Four players in two teams.
    FourPairs,
    /// Five or six players.
    FiveOrSix,
}

/// The home cells of a seat: its side, the files of its pieces in its row 0 and of as many pawns in its row
/// 1, and the file of a ninth pawn.
type Home = (usize, RangeInclusive<i8>, Option<i8>);

impl TriChess {
    /// Returns the board of these games. If `cut_edges`, it is the board of their `cutedges` layout, which
    /// games for five or six players do not have.
    pub fn board(self, cut_edges: bool) -> Option<Triangles> {
        // The pieces in the cut-edges layouts: W4 to L5 of Tri-Chess 3.1, without the ninth pawn if it is
        // left out.
        let (edge, free, homes): (u8, &[usize], &[Home]) = match self {
            TriChess::Two => (4, &[1, 2, 4, 5], &[(0, 1..=8, None), (3, 0..=7, None)]),
            TriChess::Three => (5, &[1, 3, 5], &[(0, 1..=8, None), (2, 1..=8, None), (4, 1..=8, None)]),
            TriChess::FourCutthroat => (
                5,
                &[2, 5],
                &[(0, 3..=10, Some(2)), (1, 0..=7, Some(8)), (3, 3..=10, Some(2)), (4, 0..=7, Some(8))],
            ),
            TriChess::FourPairs => {
                (5, &[2, 5], &[(0, 2..=9, None), (1, 1..=8, None), (3, 2..=9, None), (4, 1..=8, None)])
            }
            TriChess::FiveOrSix if cut_edges => return None,
            TriChess::FiveOrSix => return Some(Triangles::cut_corners()),
        };
        let seen_from = |at: (i8, i8), side: usize| turn_clockwise(at, edge, 6 - side);
        let is_home = |at: (i8, i8)| {
            homes.iter().any(|(side, files, ninth)| match seen_from(at, *side) {
                (0, x) => files.contains(&x),
                (1, x) => files.contains(&x) || *ninth == Some(x),
                _ => false,
            })
        };
        let in_free_strip = |at: (i8, i8)| free.iter().any(|&side| seen_from(at, side).0 == 0);
        // The corner between the neighbors A and B, and the one between C and D (Tri-Chess 2.2).
        let in_cut_corner = |at: (i8, i8)| {
            self == TriChess::FourCutthroat
                && [0, 3].iter().any(|&side| matches!(seen_from(at, side), (0, 0 | 1)))
        };
        Some(Triangles::without(edge, |r, x| {
            in_cut_corner((r, x)) || (cut_edges && in_free_strip((r, x)) && !is_home((r, x)))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [TriChess; 5] =
        [TriChess::Two, TriChess::Three, TriChess::FourCutthroat, TriChess::FourPairs, TriChess::FiveOrSix];

    /// The number of cells in each row, the far one first, as in position strings.
    fn rows(board: &Triangles) -> Vec<usize> {
        let count = |r| board.board().cells().filter(|&cell| board.coordinates(cell).0 == r).count();
        (0..2 * board.edge() as i8).rev().map(count).collect()
    }

    /// Tri-Chess 1.1.
    #[test]
    fn boards_have_the_cells_of_the_table() {
        let counts = |cut| ALL.map(|games| games.board(cut).map(|board| board.board().len()));
        assert_eq!(counts(false), [96, 150, 146, 150, 204].map(Some));
        assert_eq!(counts(true), [Some(72), Some(120), Some(136), Some(132), None]);
    }

    /// Tri-Chess 10: the rows of the initial positions.
    #[test]
    fn cut_edges_leave_the_rows_of_the_set_ups() {
        let cut = |games: TriChess| rows(&games.board(true).unwrap());
        assert_eq!(cut(TriChess::Two), [8, 8, 9, 11, 11, 9, 8, 8]);
        assert_eq!(cut(TriChess::Three), [1, 13, 15, 17, 18, 15, 13, 11, 9, 8]);
        assert_eq!(cut(TriChess::FourCutthroat), [9, 12, 13, 15, 19, 19, 15, 13, 12, 9]);
        assert_eq!(cut(TriChess::FourPairs), [10, 11, 13, 15, 17, 17, 15, 13, 11, 10]);
    }

    #[test]
    fn cells_that_are_left_keep_their_names() {
        let two = TriChess::Two.board(true).unwrap();
        let board = two.board();
        let gone = ["a1", "b1", "b2", "b11", "c2", "d2", "d15", "e15", "h1", "g11"];
        assert!(gone.iter().all(|name| board.cell(name).is_none()));
        let left = ["a2", "a9", "b3", "b10", "c3", "d3", "g3", "g10", "h2", "h9"];
        assert!(left.iter().all(|name| board.cell(name).is_some()));
    }

    #[test]
    fn the_corners_between_lone_neighbors_are_cut() {
        let four = TriChess::FourCutthroat.board(false).unwrap();
        for name in ["a1", "a2", "j10", "j11"] {
            assert_eq!(four.board().cell(name), None);
        }
        assert_eq!(rows(&four), [9, 13, 15, 17, 19, 19, 17, 15, 13, 9]);
    }

    #[test]
    fn cut_boards_turn_like_their_seats() {
        let turns = |games: TriChess, cut| games.board(cut).unwrap().board().motions().len();
        assert_eq!(turns(TriChess::Three, true), 3, "thirds of a turn, and no mirror: all sets are 'W5'");
        assert_eq!(turns(TriChess::FourCutthroat, false), 4);
        assert_eq!(turns(TriChess::FiveOrSix, false), 12);
    }
}
