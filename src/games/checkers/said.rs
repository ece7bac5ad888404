//! What actions mean, and where they stand: told from the tables, which many kinds of games share.

use super::state::NOWHERE;
use super::tables::Tables;
use crate::board::Set;
use crate::game::{Perspective, Seat, never_legal};

/// An action in words. A stack goes from a cell in a direction; whether it moves or jumps the board tells. In
/// the first `moves` directions it can move, and `leads` tells whether one leads from a cell to another of a
/// seat's.
pub(super) fn action<S: Set, const SEATS: usize>(
    tables: &Tables<S, SEATS>,
    directions: &[String],
    moves: usize,
    action: usize,
    seen: &Perspective<'_>,
    leads: &dyn Fn(usize, u8, usize) -> bool,
) -> String {
    let (relative, number) = (action / tables.numbers(), action % tables.numbers());
    let eyes = seen.viewer().map_or(0..tables.seats(), |seat| seat.into()..usize::from(seat) + 1);
    // Seats at the sides of a board of squares have theirs in other places than those at its ends.
    let mut cells: Vec<String> = Vec::new();
    for seat in eyes {
        let cell = tables.numbered[seat][number];
        if cell == NOWHERE {
            continue;
        }
        let name = seen.cell(tables.square[usize::from(cell)], tables.place[seat][usize::from(cell)].into());
        if !cells.contains(&name) {
            cells.push(name);
        }
    }
    if cells.is_empty() {
        return never_legal(&format!("the seat has no cell numbered {number}"));
    }
    let goes = |seat: Seat| {
        let seat = usize::from(seat);
        let from = tables.numbered[seat][number];
        from != NOWHERE && leads(seat, from, tables.absolute[seat][relative].into())
    };
    let d = tables.absolute[usize::from(seen.viewer().unwrap_or(0))][relative];
    let verb = if usize::from(d) < moves { "move or jump" } else { "jump" };
    let words = format!("{verb} {} from {}", directions[relative], cells.join(" or "));
    if seen.possible_seats().any(goes) {
        words + &seen.viewer_suffix()
    } else {
        never_legal(&format!("it would {words}, off the board")) + &seen.viewer_suffix()
    }
}

/// Where an action stands; the direction is the way. Seats at the sides of a board of squares see the squares
/// that they use at other places than those at its ends.
pub(super) fn place<S: Set, const SEATS: usize>(
    tables: &Tables<S, SEATS>,
    action: usize,
    seat: Seat,
) -> Option<usize> {
    let (rows, columns) = tables.board.grid();
    let (relative, number) = (action / tables.numbers(), action % tables.numbers());
    // Where all seats see the same triangles, it has a place for seats that do not use it, too.
    for seat in [usize::from(seat)].into_iter().chain(0..tables.seats()) {
        let cell = tables.numbered[seat][number];
        if cell != NOWHERE {
            return Some(relative * rows * columns + usize::from(tables.place[seat][usize::from(cell)]));
        }
    }
    None
}
