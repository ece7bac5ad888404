//! Tests of Tri-Chess moves by plane geometry: targets are derived from the centers of cells, which the
//! engine does not use.

use super::super::ChessLike;
use super::super::engine::Engine;
use super::super::kinds::{Kind, chess};
use super::super::pieces::{Piece, Pieces};
use super::tests::open;
use crate::board::{Bitboard, Board, Cell, NO_CELL};
use crate::game::Seat;
use crate::game::roles::*;
use std::collections::BTreeSet;

/// The height of a triangle of side 1, which is the width of a strip.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Returns the distance between the centers of two cells, and the direction in degrees clockwise from
/// straight away from seat 0.
fn distance_and_direction(board: &Board, from: Cell, to: Cell) -> (f64, f64) {
    let ((x, y), (to_x, to_y)) = (board.center(from), board.center(to));
    let (dx, dy) = (to_x - x, to_y - y);
    (dx.hypot(dy), dx.atan2(dy).to_degrees().rem_euclid(360.0))
}

/// Returns the other cells for which a condition on cell, distance and direction holds.
fn cells_where(board: &Board, from: Cell, holds: impl Fn(Cell, f64, f64) -> bool) -> BTreeSet<Cell> {
    let others = board.cells().filter(|&to| to != from);
    others
        .filter(|&to| {
            let (far, direction) = distance_and_direction(board, from, to);
            holds(to, far, direction)
        })
        .collect()
}

/// Whether a direction is `degrees` away from a multiple of 60.
fn points(direction: f64, degrees: f64) -> bool {
    let turned = (direction - degrees).rem_euclid(60.0);
    turned.min(60.0 - turned) < 1e-6
}

/// Returns the strip of a cell across one of the three directions.
fn strip(board: &Board, cell: Cell, axis: usize) -> i32 {
    let ((x, y), angle) = (board.center(cell), (60.0 * axis as f64).to_radians());
    // The origin of the strips of all three kinds is a corner of triangles.
    ((x * angle.sin() + y * angle.cos()) / HEIGHT).floor() as i32
}

/// Returns the targets of a piece of a seat on an otherwise empty board.
fn targets(engine: &Engine, seat: Seat, kind: Kind, from: Cell) -> BTreeSet<Cell> {
    let mut pieces = Pieces::empty(engine);
    pieces.put(engine, from, Piece::new(seat, kind));
    engine.pseudo_legal_targets(&pieces, seat, from).cells().collect()
}

/// Tri-Chess 4.2: the cells of the three strips through a cell, on boards without gaps.
#[test]
fn rooks_move_along_three_strips() {
    for id in ["tri-chess-2", "tri-chess-3", "tri-chess-6-trios"] {
        let ChessLike { engine, .. } = open(id);
        let board = &engine.board;
        for from in board.cells() {
            let alike = |to: Cell| (0..3).any(|axis| strip(board, from, axis) == strip(board, to, axis));
            assert_eq!(
                targets(&engine, Seat::ZERO, chess::ROOK, from),
                cells_where(board, from, |to, _, _| alike(to))
            );
        }
    }
}

/// Tri-Chess 4.1, 4.3: six directions through sides and corners in turn; each step changes the color.
#[test]
fn bishops_move_straight_on_both_colors() {
    let ChessLike { engine, .. } = open("tri-chess-6-cutthroat");
    let board = &engine.board;
    for from in board.cells() {
        let straight = cells_where(board, from, |to, _, direction| {
            points(direction, 0.0) && is_on_line(board, from, to)
        });
        let bishop = targets(&engine, Seat::ZERO, chess::BISHOP, from);
        assert_eq!(bishop, straight, "{}", board.name(from));
        for direction in 0..6 {
            let along = |to: &&Cell| {
                let (_, seen) = distance_and_direction(board, from, **to);
                ((seen - 60.0 * f64::from(direction)).rem_euclid(360.0) + 1.0).rem_euclid(360.0) < 2.0
            };
            let mut line: Vec<Cell> = bishop.iter().filter(along).copied().collect();
            line.sort_by(|one, other| {
                distance_and_direction(board, from, *one)
                    .0
                    .total_cmp(&distance_and_direction(board, from, *other).0)
            });
            for two in [vec![from], line].concat().windows(2) {
                assert_ne!(board.color(two[0]), board.color(two[1]));
            }
        }
    }
}

/// Whether the straight line between the centers of two cells passes over cells only: no row on the way is
/// cut there.
fn is_on_line(board: &Board, from: Cell, to: Cell) -> bool {
    let ((x, y), (to_x, to_y), (far, _)) =
        (board.center(from), board.center(to), distance_and_direction(board, from, to));
    let steps = (far * 12.0).ceil() as usize;
    (1..steps).all(|step| {
        let part = step as f64 / steps as f64 + 1e-4;
        let point = (x + (to_x - x) * part, y + (to_y - y) * part);
        board.cells().any(|cell| is_inside(board.outline(cell), point))
    })
}

fn is_inside(outline: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    (0..outline.len()).all(|at| {
        let ((x1, y1), (x2, y2)) = (outline[at], outline[(at + 1) % outline.len()]);
        (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= -1e-9
    })
}

/// Tri-Chess 4.4: twelve rays.
#[test]
fn queens_move_like_rooks_and_bishops() {
    let ChessLike { engine, .. } = open("tri-chess-5");
    for from in engine.board.cells() {
        let [rook, bishop, queen] =
            [chess::ROOK, chess::BISHOP, chess::QUEEN].map(|kind| targets(&engine, Seat::ZERO, kind, from));
        assert_eq!(queen, rook.union(&bishop).copied().collect());
    }
    assert_eq!(engine.lattice_tables[0].rays[0].len(), 12);
}

/// Tri-Chess 4.5: every touching cell, twelve of them in the interior.
#[test]
fn kings_move_to_touching_cells() {
    for id in ["tri-chess-2-cutedges", "tri-chess-6-pairs"] {
        let ChessLike { engine, .. } = open(id);
        let board = &engine.board;
        for from in board.cells() {
            let touching = board.edges().iter().filter_map(|&(one, other, _)| {
                if one == from { Some(other) } else { (other == from).then_some(one) }
            });
            let king = targets(&engine, Seat::ZERO, chess::KING, from);
            assert_eq!(king, touching.collect(), "{}", board.name(from));
            assert!(king.len() <= 12);
        }
        assert!(board.cells().any(|from| targets(&engine, Seat::ZERO, chess::KING, from).len() == 12));
    }
}

/// Tri-Chess 4.6: twelve cells of the other color. Corner first reaches the farther six (13/3 square sides),
/// side first the nearer six (7/3), which a rook could also reach.
#[test]
fn knights_have_twelve_targets_of_the_other_color() {
    for id in ["tri-chess-2", "tri-chess-3-plainknight", "tri-chess-6-trios-plainknight"] {
        let ChessLike { engine, .. } = open(id);
        let board = &engine.board;
        for from in board.cells() {
            let near = |far: f64| (far * far - 7.0 / 3.0).abs() < 1e-6;
            let is_hop = |to: Cell, far: f64| {
                board.color(from) != board.color(to) && (near(far) || (far * far - 13.0 / 3.0).abs() < 1e-6)
            };
            let knight = targets(&engine, Seat::ZERO, chess::KNIGHT, from);
            assert_eq!(
                knight,
                cells_where(board, from, |to, far, _| is_hop(to, far)),
                "{}",
                board.name(from)
            );
            let rook = targets(&engine, Seat::ZERO, chess::ROOK, from);
            for &to in &knight {
                assert_eq!(rook.contains(&to), near(distance_and_direction(board, from, to).0));
            }
        }
        assert!(board.cells().any(|from| targets(&engine, Seat::ZERO, chess::KNIGHT, from).len() == 12));
    }
}

/// Tri-Chess 4.6: a second hop repeats the first from its target; twelve more cells.
#[test]
fn extended_knights_hop_twice() {
    let ChessLike { engine, .. } = open("tri-chess-6-cutthroat");
    let (knights, board) = (engine.movement(Piece::new(Seat::ZERO, chess::KNIGHT)), &engine.board);
    let mut most = 0;
    for from in board.cells() {
        let knight = targets(&engine, Seat::ZERO, chess::KNIGHT, from);
        let single: BTreeSet<Cell> = knights.leaps[usize::from(from)].cells().collect();
        for hop in &engine.lattice_tables[0].hops {
            let first = hop[usize::from(from)];
            let second = if first == NO_CELL { NO_CELL } else { hop[usize::from(first)] };
            if second != NO_CELL {
                assert_eq!(board.color(second), board.color(from));
                assert!(knight.contains(&second) && !single.contains(&second));
            }
        }
        most = most.max(knight.len());
    }
    assert_eq!(most, 24);
}

/// Tri-Chess 4.7, for every seat: pawns move straight away from the seat's edge and capture on the two
/// neighbors of the own color.
#[test]
fn pawns_of_every_edge_move_ahead() {
    for id in ["tri-chess-2", "tri-chess-3", "tri-chess-4-pairs", "tri-chess-6-cutthroat"] {
        let ChessLike { engine, spec, .. } = open(id);
        let board = &engine.board;
        for (seat, &angle) in engine.all_seats().zip(&spec.seat_angles) {
            let forward = f64::from(angle);
            let turned = |direction: f64| (direction - forward + 180.0).rem_euclid(360.0) - 180.0;
            for from in board.cells() {
                let takes: BTreeSet<Cell> = engine.pawn(seat).leaps[usize::from(from)].cells().collect();
                let adjacent = |far: f64, direction: f64| {
                    (far - 1.0).abs() < 1e-6 && (turned(direction).abs() - 30.0).abs() < 1e-6
                };
                assert_eq!(takes, cells_where(board, from, |_, far, direction| adjacent(far, direction)));
                for to in targets(&engine, seat, chess::PAWN, from) {
                    assert!(turned(distance_and_direction(board, from, to).1).abs() < 1e-6);
                }
            }
        }
    }
}

/// Tri-Chess 4.7: the distance by own row.
#[test]
fn pawn_distance_depends_on_the_row() {
    let far = |id: &str| {
        let ChessLike { engine, .. } = open(id);
        let middle = |row: usize| {
            let (rows, columns) = engine.board.grid();
            assert!(row < rows);
            engine.board.at(row, columns / 2).expect("a cell in the middle file")
        };
        let rows = engine.board.grid().0;
        (1..rows - 1)
            .map(|row| targets(&engine, Seat::ZERO, chess::PAWN, middle(row)).len())
            .collect::<Vec<usize>>()
    };
    assert_eq!(far("tri-chess-2"), [2, 1, 1, 1, 1, 1]);
    assert_eq!(far("tri-chess-3"), [3, 2, 2, 2, 1, 1, 1, 1]);
    assert_eq!(far("tri-chess-5"), [3, 2, 2, 2, 2, 1, 1, 1, 1, 1]);
}

/// Tri-Chess 4.8: promotion cells are exactly the cells without a cell straight ahead. There is one for each
/// file of the board.
#[test]
fn pawns_promote_where_no_cell_is_ahead() {
    for id in ["tri-chess-2", "tri-chess-3", "tri-chess-5"] {
        let ChessLike { engine, .. } = open(id);
        assert_eq!(
            engine.seat_tables(Seat::ZERO).promotion_cells.count(),
            engine.board.grid().1 - if id == "tri-chess-5" { 2 } else { 0 }
        );
        let game = open(id);
        for seat in Seat::all(game.spec().seats) {
            let seat_tables = game.engine.seat_tables(seat);
            for cell in game.engine.board.cells() {
                let nowhere = targets(&game.engine, seat, chess::PAWN, cell).is_empty();
                assert_eq!(
                    seat_tables.promotion_cells.has(cell),
                    nowhere,
                    "{id}: {}",
                    game.engine.board.name(cell)
                );
            }
        }
    }
}
