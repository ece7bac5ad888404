//! Tests that hold for every board, and helpers of the tests of single boards.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

/// Returns the cell with this name.
pub fn cell(board: &Board, name: &str) -> Cell {
    board.cell(name).unwrap_or_else(|| panic!("there is no cell {name}"))
}

/// Returns the cells with these names, separated by spaces.
pub fn cells(board: &Board, names: &str) -> Vec<Cell> {
    names.split_whitespace().map(|name| cell(board, name)).collect()
}

/// Returns these cells in order, without duplicates.
pub fn sorted(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    cells.into_iter().collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the distance between two points.
pub fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// One board of each kind.
static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let mut boards = vec![
        Board::square(4),
        Board::square(8),
        Board::square(15),
        Squares::joined(8, Edges::LEFT_RIGHT).into_board(),
        Squares::joined(8, Edges::ALL).into_board(),
        Squares::cut_corners(Edges::NONE).into_board(),
        Squares::cut_corners(Edges::ALL).into_board(),
        Triangles::hexagon(4).into_board(),
        Triangles::hexagon(5).into_board(),
        Triangles::hexagon(6).into_board(),
        Triangles::cut_corners().into_board(),
        Triangles::offset().into_board(),
        Triangles::without(4, |row, _| row == 0).into_board(),
        Triangles::without(5, |row, half| row + half == 12).into_board(),
        ThreeKings::new().into_board(),
        Hexagons::regular(2).into_board(),
        Hexagons::regular(6).into_board(),
        Hexagons::new(&[(0, 0), (1, 0), (0, 1), (2, -1), (1, 1)], HexNames::FileRank).unwrap().into_board(),
    ];
    for dark in [Dark::Left, Dark::Right, Dark::All] {
        for names in [Names::Top, Names::Bottom, Names::Algebraic] {
            boards.push(Draughts::new(10, dark, names, Near::Black).into_board());
        }
    }
    boards
});

#[test]
fn cells_are_numbered_in_the_order_of_the_grid() {
    for board in BOARDS.iter() {
        let (rows, columns) = board.grid();
        let mut in_order = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            assert_eq!(board.on_grid()[row * columns + column], board.at(row, column).is_some());
            in_order.extend(board.at(row, column));
        }
        assert!(in_order.into_iter().eq(board.cells()));
        assert_eq!((board.at(rows, 0), board.at(0, columns)), (None, None));
        for cell in board.cells() {
            let (row, column) = board.place(cell);
            assert_eq!(board.at(row, column), Some(cell));
            assert_eq!(board.plane_index(cell), row * columns + column);
        }
    }
}

/// Returns the area of a polygon with counterclockwise corners.
fn area(outline: &[Point]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>() / 2.0
}

#[test]
fn outlines_cover_the_board() {
    let total = |board: &Board| board.cells().map(|cell| area(board.outline(cell))).sum::<f64>();
    let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
    assert!(close(total(&Board::square(8)), 64.0));
    // A hexagon with side s has the area 3/2 √3 s².
    assert!(close(total(&Triangles::hexagon(4).into_board()), 1.5 * 3f64.sqrt() * 16.0));
    assert!(close(total(&ThreeKings::new().into_board()), 1.5 * 3f64.sqrt() * 64.0));
    assert!(close(total(&Hexagons::regular(6).into_board()), 1.5 * 3f64.sqrt() * 91.0));
    for board in BOARDS.iter() {
        assert!(board.cells().all(|cell| area(board.outline(cell)) > 0.1), "outlines are counterclockwise");
    }
}

/// Returns the corner points of a cell, rounded.
fn corners(board: &Board, cell: Cell) -> HashSet<(i64, i64)> {
    board.outline(cell).iter().map(|&(x, y)| ((x * 1e6).round() as i64, (y * 1e6).round() as i64)).collect()
}

/// Returns the boards without joined edges, on which cells that touch are close to each other.
fn plane_boards() -> impl Iterator<Item = &'static Board> {
    let near = |board: &Board, a, b| distance(board.center(a), board.center(b)) < 3.5;
    BOARDS.iter().filter(move |board| board.edges().iter().all(|&(a, b, _)| near(board, a, b)))
}

/// On boards without joined edges, the edges agree with the outlines.
#[test]
fn cells_that_share_a_side_share_two_points() {
    for board in plane_boards() {
        let kinds: BTreeMap<_, _> = board.edges().iter().map(|&(a, b, kind)| ((a, b), kind)).collect();
        assert_eq!(kinds.len(), board.edges().len(), "two cells touch in one way");
        for (a, b) in board.cells().flat_map(|a| (a + 1..board.len() as Cell).map(move |b| (a, b))) {
            let shared = corners(board, a).intersection(&corners(board, b)).count();
            match kinds.get(&(a, b)) {
                Some(EdgeKind::Side) => assert_eq!(shared, 2),
                Some(EdgeKind::Corner) if board.shape() == Shape::Hexagons => {
                    assert_eq!(shared, 0);
                    let apart = |(one, other)| distance(one, other);
                    let pairs = board
                        .outline(a)
                        .iter()
                        .flat_map(|&one| board.outline(b).iter().map(move |&other| (one, other)));
                    let least = pairs.map(apart).fold(f64::MAX, f64::min);
                    assert!((least - 1.0).abs() < 1e-9, "a side leads from corner to corner");
                }
                Some(_) => assert_eq!(shared, 1),
                // Straight opposite at the center of the Three Kings board (Three Kings 2.6).
                None if shared == 1 && board.shape() == Shape::ThreeKings => {
                    assert!(
                        distance(board.center(a), board.center(b)) < 3.0 && board.color(a) != board.color(b)
                    );
                }
                None => assert_eq!(shared, 0, "{} and {}", board.name(a), board.name(b)),
            }
        }
    }
}

#[test]
fn colors_alternate_through_sides() {
    for board in BOARDS.iter() {
        for &(a, b, kind) in board.edges() {
            let same = board.color(a) == board.color(b);
            assert_eq!(same, kind == EdgeKind::Corner, "{} and {}", board.name(a), board.name(b));
        }
    }
}

#[test]
fn motions_are_a_group_that_keeps_neighbors() {
    for board in BOARDS.iter() {
        let motions: HashSet<&[Cell]> = board.motions().iter().map(|motion| &motion.cells[..]).collect();
        let names: HashSet<&str> = board.motions().iter().map(|motion| &motion.name[..]).collect();
        assert_eq!(motions.len(), board.motions().len(), "motions are different");
        assert_eq!(names.len(), board.motions().len(), "names are different");
        assert!(
            board.motions()[0].name == "identity"
                && board.cells().eq(board.motions()[0].cells.iter().copied())
        );
        let edges: HashSet<_> = board.edges().iter().copied().collect();
        for motion in board.motions() {
            assert!(motions.contains(&motion.inverse()[..]));
            for &(a, b, kind) in board.edges() {
                let (a, b) = (motion.cells[a as usize], motion.cells[b as usize]);
                assert!(edges.contains(&(a.min(b), a.max(b), kind)), "{} tears cells apart", motion.name);
            }
        }
        for (one, other) in
            board.motions().iter().take(16).flat_map(|a| board.motions().iter().map(move |b| (a, b)))
        {
            let both: Vec<Cell> = one.cells.iter().map(|&at| other.cells[at as usize]).collect();
            assert!(motions.contains(&both[..]), "{} and then {}", one.name, other.name);
        }
    }
}

#[test]
fn motions_are_what_their_names_say() {
    for board in plane_boards() {
        let centers: Vec<Point> = board.cells().map(|cell| board.center(cell)).collect();
        for motion in board.motions() {
            let (mirror, degrees) = match motion.name.rsplit_once("turn-") {
                Some((before, degrees)) => (!before.is_empty(), degrees.parse::<f64>().unwrap()),
                None => (motion.name == "mirror", 0.0),
            };
            let (sin, cos) = degrees.to_radians().sin_cos();
            let moved = |(x, y): Point| {
                let x = if mirror { -x } else { x };
                (x * cos + y * sin, y * cos - x * sin)
            };
            // The fixed point of the motion does not matter for differences of points.
            for (from, to) in board.cells().flat_map(|a| board.cells().map(move |b| (a, b))) {
                let way = |a: Point, b: Point| (b.0 - a.0, b.1 - a.1);
                let image = |cell: Cell| centers[motion.cells[cell as usize] as usize];
                let expected = moved(way(centers[from as usize], centers[to as usize]));
                assert!(distance(way(image(from), image(to)), expected) < 1e-9, "{}", motion.name);
            }
        }
    }
}

/// Squares have 8 motions and hexagons 12; cells that are cut out or added leave fewer.
#[test]
fn boards_have_the_motions_of_their_outline() {
    let count = |board: Board| board.motions().len();
    assert_eq!(count(Board::square(8)), 8);
    assert_eq!(count(Squares::cut_corners(Edges::NONE).into_board()), 8);
    assert_eq!(count(Triangles::hexagon(5).into_board()), 12);
    assert_eq!(count(Triangles::cut_corners().into_board()), 12);
    assert_eq!(count(Triangles::offset().into_board()), 2, "the mirror through the middle of the strip");
    assert_eq!(count(ThreeKings::new().into_board()), 12);
    assert_eq!(count(Hexagons::regular(6).into_board()), 12);
    let draughts = |dark| count(Draughts::new(8, dark, Names::Top, Near::White).into_board());
    assert_eq!(draughts(Dark::All), 8);
    assert_eq!(draughts(Dark::Left), 4, "the half turn and the two long diagonals");
}

proptest! {
    #[test]
    fn names_are_read_as_written(which in 0..BOARDS.len(), at in any::<Cell>()) {
        let board = &BOARDS[which];
        let at = at % board.len() as Cell;
        prop_assert_eq!(board.cell(board.name(at)), Some(at));
    }

    #[test]
    fn any_text_is_some_cells_name_or_nothing(which in 0..BOARDS.len(), text in "\\PC{0,6}|[a-p]?[0-9]{0,3}|\0?[a-c][1-3]") {
        let board = &BOARDS[which];
        let known = board.cells().find(|&at| board.name(at) == text);
        prop_assert_eq!(board.cell(&text), known);
    }
}
