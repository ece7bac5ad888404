//! Tests of boards of squares: names, edges, lines and motions.

use super::super::tests::{cell, cells, sorted};
use super::*;

/// Returns the cells on all lines in these directions, in one list.
fn reached(squares: &Squares, name: &str, directions: &[(i8, i8)], crossing: Edges) -> Vec<Cell> {
    let at = cell(squares.board(), name);
    sorted(directions.iter().flat_map(|&(dx, dy)| squares.ray(at, dx, dy, crossing)))
}

#[test]
fn rectangles_have_the_motions_that_keep_their_shape() {
    let board = Board::rectangle(7, 6);
    assert_eq!((board.len(), board.grid(), board.name(41)), (42, (6, 7), "g6"));
    let images = board.motions().iter().map(|motion| board.name(motion.cells[0]));
    assert_eq!(images.collect::<Vec<_>>(), ["a1", "g6", "g1", "a6"]);
    let square = Board::square(5);
    let rectangle = Board::rectangle(5, 5);
    assert_eq!((square.edges(), square.motions()), (rectangle.edges(), rectangle.motions()));
}

#[test]
fn cells_are_numbered_rank_by_rank_from_a1() {
    for size in 2..=15 {
        let squares = Squares::new(size);
        assert_eq!(squares.board().len(), size as usize * size as usize);
        assert_eq!(squares.board().grid(), (size.into(), size.into()));
    }
    let board = Board::square(12);
    assert_eq!(cells(&board, "a1 l1 a2 l12"), [0, 11, 12, 143]);
    assert_eq!(Board::square(15).name(224), "o15");
    assert_eq!(board.place(board.cell("c5").unwrap()), (4, 2));
}

#[test]
#[should_panic(expected = "2 to 15 files and ranks, got 16")]
fn larger_boards_are_refused() {
    Squares::new(16);
}

/// Adams' Checkers 2.1.
#[test]
fn a1_is_dark() {
    let board = Board::square(8);
    let dark = cells(&board, "a1 c1 b2 h8");
    assert!(dark.iter().all(|&at| board.color(at) == Color::Dark));
    assert!(cells(&board, "a2 h1 a8").iter().all(|&at| board.color(at) == Color::Light));
    assert_eq!(board.cells().filter(|&at| board.color(at) == Color::Dark).count(), 32);
}

/// Adams' Checkers 2.4: crossing an edge leads to the opposite one; a piece crosses a corner if it may
/// cross both edges.
#[test]
fn edges_are_crossed_by_those_who_may() {
    let squares = Squares::new(8);
    let to = |name, dx, dy, crossing| {
        let to = squares.neighbor(cell(squares.board(), name), dx, dy, crossing);
        to.map(|to| squares.board().name(to))
    };
    let every = [Edges::NONE, Edges::LEFT_RIGHT, Edges::NEAR_FAR, Edges::ALL];
    assert_eq!(every.map(|e| to("d4", 1, 1, e)), [Some("e5"); 4]);
    assert_eq!(every.map(|e| to("h4", 1, 1, e)), [None, Some("a5"), None, Some("a5")]);
    assert_eq!(every.map(|e| to("d8", 1, 1, e)), [None, None, Some("e1"), Some("e1")]);
    assert_eq!(every.map(|e| to("h8", 1, 1, e)), [None, None, None, Some("a1")]);
    assert_eq!(every.map(|e| to("a1", -1, 1, e)), [None, Some("h2"), None, Some("h2")]);
    assert_eq!(every.map(|e| to("g1", 2, -1, e)), [None, None, None, Some("a8")]);
    assert_eq!(Edges::LEFT_RIGHT.turned(), Edges::NEAR_FAR);
}

#[test]
fn lines_on_the_plane_end_at_the_edge() {
    let squares = Squares::new(8);
    assert_eq!(
        squares.ray(cell(squares.board(), "c1"), 1, 1, Edges::NONE),
        cells(squares.board(), "d2 e3 f4 g5 h6")
    );
    for name in ["a1", "d4", "h5"] {
        assert_eq!(reached(&squares, name, &SIDES, Edges::NONE).len(), 14);
    }
    assert_eq!(reached(&squares, "a1", &DIAGONALS, Edges::NONE).len(), 7);
    assert_eq!(reached(&squares, "d4", &DIAGONALS, Edges::NONE).len(), 13);
}

/// Adams' Chess 2.4, 2.5.
#[test]
fn lines_go_round_and_end_before_their_own_cell() {
    let squares = Squares::new(8);
    let ray = |name, dx, dy, crossing| squares.ray(cell(squares.board(), name), dx, dy, crossing);
    let named = |text| cells(squares.board(), text);
    assert_eq!(ray("f4", 1, 0, Edges::LEFT_RIGHT), named("g4 h4 a4 b4 c4 d4 e4"));
    assert_eq!(ray("f4", 0, -1, Edges::LEFT_RIGHT), named("f3 f2 f1"));
    assert_eq!(ray("f4", 0, -1, Edges::NEAR_FAR), named("f3 f2 f1 f8 f7 f6 f5"));
    assert_eq!(ray("d1", 1, 1, Edges::LEFT_RIGHT), named("e2 f3 g4 h5 a6 b7 c8"));
    assert_eq!(ray("d1", 1, 1, Edges::ALL), named("e2 f3 g4 h5 a6 b7 c8"), "d1 itself comes next");
    assert_eq!(ray("d4", -1, 1, Edges::ALL), named("c5 b6 a7 h8 g1 f2 e3"));
}

/// Adams' Chess 2.2, 2.6.
#[test]
fn cut_corners_do_not_exist() {
    let squares = Squares::cut_corners(Edges::NONE);
    let board = squares.board();
    assert_eq!(board.len(), 128);
    assert_eq!(board.on_grid().iter().filter(|&&on| !on).count(), 16);
    for name in ["a1", "b2", "a12", "b11", "k1", "l2", "k12", "l11"] {
        assert_eq!(board.cell(name), None);
    }
    assert_eq!(cells(board, "c1 j1 c2 a3 l10 c12 j12"), [0, 7, 8, 16, 111, 120, 127]);
    let ray = |name, dx, dy, crossing| squares.ray(cell(board, name), dx, dy, crossing);
    assert_eq!(ray("e5", -1, -1, Edges::NONE), cells(board, "d4 c3"));
    assert_eq!(ray("d1", -1, 0, Edges::LEFT_RIGHT), cells(board, "c1"));
    assert_eq!(ray("b3", -1, 0, Edges::LEFT_RIGHT)[..3], cells(board, "a3 l3 k3"));
    assert!(ray("b3", 0, -1, Edges::NEAR_FAR).is_empty());
    assert_eq!(squares.neighbor(cell(board, "a10"), 2, 1, Edges::NONE), board.cell("c11"));
}

/// A board of n x n has 2n(n-1) sides between cells and 2(n-1)(n-1) inner corners with two diagonals
/// each; joining two edges adds n sides and 2(n-1) diagonals, joining all makes it n sides and n corners
/// a rank.
#[test]
fn the_graph_has_as_many_edges_as_the_board_has_sides_and_corners() {
    let count =
        |squares: &Squares, kind| squares.board().edges().iter().filter(|edge| edge.2 == kind).count();
    for (joined, sides, corners) in [
        (Edges::NONE, 112, 98),
        (Edges::LEFT_RIGHT, 120, 112),
        (Edges::NEAR_FAR, 120, 112),
        (Edges::ALL, 128, 128),
    ] {
        let squares = Squares::joined(8, joined);
        assert_eq!(count(&squares, EdgeKind::Side), sides);
        assert_eq!(count(&squares, EdgeKind::Corner), corners);
    }
    let squares = Squares::new(12);
    assert_eq!((count(&squares, EdgeKind::Side), count(&squares, EdgeKind::Corner)), (264, 242));
}

#[test]
fn a_board_knows_which_edges_are_joined() {
    for joined in [Edges::NONE, Edges::LEFT_RIGHT, Edges::NEAR_FAR, Edges::ALL] {
        assert_eq!(Squares::joined(4, joined).board().joined(), joined);
        assert_eq!(Squares::cut_corners(joined).board().joined(), joined);
    }
}

#[test]
fn joined_edges_let_the_board_be_shifted() {
    let motions = |joined| Squares::joined(8, joined).board().motions().len();
    assert_eq!(motions(Edges::NONE), 8);
    assert_eq!(motions(Edges::LEFT_RIGHT), 8 * 4);
    assert_eq!(motions(Edges::NEAR_FAR), 8 * 4);
    assert_eq!(motions(Edges::ALL), 64 * 8);
    let cylinder = Squares::joined(8, Edges::LEFT_RIGHT);
    let shift = &cylinder.board().motion("shift-3-0").unwrap().cells;
    assert_eq!(shift[cell(cylinder.board(), "g5") as usize], cell(cylinder.board(), "b5"));
}

/// Adams' Checkers 3.5, layout `opposite`: a quarter turn maps each seat to the next.
#[test]
fn a_quarter_turn_takes_each_seat_to_the_one_at_its_left() {
    let board = Board::square(12);
    let turn = board.motion("turn-90").unwrap();
    let seats = [
        "d1 f1 h1 j1 l1 c2 e2 g2 i2 d3 f3 h3",
        "a1 a3 a5 a7 a9 b4 b6 b8 b10 c5 c7 c9",
        "a12 c12 e12 g12 i12 d11 f11 h11 j11 e10 g10 i10",
        "l4 l6 l8 l10 l12 k3 k5 k7 k9 j4 j6 j8",
    ];
    for (from, to) in seats.iter().zip(seats.iter().cycle().skip(1)) {
        let turned = cells(&board, from).into_iter().map(|at| turn.cells[at as usize]);
        assert_eq!(sorted(turned), sorted(cells(&board, to)));
    }
}
