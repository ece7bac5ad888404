//! The descriptions and plane places of actions. They use only the tables, so that many games share the code.

use super::tables::Tables;
use crate::board::{Bitboard, NO_CELL};
use crate::game::{Perspective, Seat, never_legal};

/// Describes an action in words. The position determines whether it is a move or a jump.
///
/// Stacks move in the first `moves` directions. `is_adjacent` states whether a cell has a neighbor in a
/// direction, for kings of a seat.
pub(super) fn action_text<S: Bitboard, const SEATS: usize>(
    tables: &Tables<S, SEATS>,
    directions: &[String],
    moves: usize,
    action: usize,
    perspective: &Perspective<'_>,
    is_adjacent: &dyn Fn(usize, u8, usize) -> bool,
) -> String {
    let (relative, number) = (action / tables.num_action_cells(), action % tables.num_action_cells());
    let viewers = perspective.viewer().map_or(0..tables.seats(), |seat| seat.index()..seat.index() + 1);
    // On square boards, seats at the left and right sides use other squares than seats at the ends.
    let mut cells: Vec<String> = Vec::new();
    for seat in viewers {
        let cell = tables.cell_by_number[seat][number];
        if cell == NO_CELL {
            continue;
        }
        let name = perspective
            .cell(tables.square[usize::from(cell)], tables.plane_index[seat][usize::from(cell)].into());
        if !cells.contains(&name) {
            cells.push(name);
        }
    }
    if cells.is_empty() {
        return never_legal(&format!("the seat has no cell numbered {number}"));
    }
    let stays_on_board = |seat: Seat| {
        let seat = seat.index();
        let from = tables.cell_by_number[seat][number];
        from != NO_CELL && is_adjacent(seat, from, tables.absolute[seat][relative].into())
    };
    let d = tables.absolute[perspective.viewer().unwrap_or(Seat::ZERO).index()][relative];
    let verb = if usize::from(d) < moves { "move or jump" } else { "jump" };
    let words = format!("{verb} {} from {}", directions[relative], cells.join(" or "));
    if perspective.possible_seats().any(stays_on_board) {
        words + &perspective.viewer_suffix()
    } else {
        never_legal(&format!("it would {words}, off the board")) + &perspective.viewer_suffix()
    }
}

/// Returns the place of an action in the action planes; there is one plane for each direction. On square
/// boards, seats at the left and right sides see the squares that they use at other places than seats at the
/// ends.
pub(super) fn action_place<S: Bitboard, const SEATS: usize>(
    tables: &Tables<S, SEATS>,
    action: usize,
    seat: Seat,
) -> Option<usize> {
    let (rows, columns) = tables.board.grid();
    let (relative, number) = (action / tables.num_action_cells(), action % tables.num_action_cells());
    // If all seats see the same triangles, an action has a place for seats that do not use it, too.
    for seat in [seat.index()].into_iter().chain(0..tables.seats()) {
        let cell = tables.cell_by_number[seat][number];
        if cell != NO_CELL {
            return Some(
                relative * rows * columns + usize::from(tables.plane_index[seat][usize::from(cell)]),
            );
        }
    }
    None
}
