//! What the actions of the 8x8 board mean, in words: see [`numbering`](super::numbering) for their numbers.

use super::lines::WAYS;
use super::lines::{DIRECTIONS, HOPS, displaced_on};
use super::numbering::{ARRIVALS, PROMOTIONS, WRAP, perspective_cell};
use crate::board::{Cell, compass};
use crate::game::{Frame, Perspective, Seat, never_legal};

/// A cell by its place on the board that is seen.
pub fn cell(perspective: &Perspective, place: Cell) -> String {
    let cell = perspective_cell(perspective.frame(), perspective.viewer().unwrap_or(Seat::ZERO), place);
    perspective.cell(cell, place.into())
}

/// The cells of the last rank on a file: one, if it is seen from the side of the seat that acts.
fn last(perspective: &Perspective, file: Cell) -> String {
    if perspective.frame() == Frame::Seat {
        return cell(perspective, 56 + file);
    }
    let ends = [(0, 56 + file), (1, file)];
    let ends = ends.iter().filter(|&&(odd, _)| perspective.possible_seats().any(|seat| seat.parity() == odd));
    ends.map(|&(_, at)| cell(perspective, at)).collect::<Vec<String>>().join(" or ")
}

/// How one comes in a way.
pub fn way(way: usize) -> String {
    match way {
        0..8 => compass(DIRECTIONS[way].0, DIRECTIONS[way].1),
        8..WRAP => compass(HOPS[way - 8].0, HOPS[way - 8].1),
        _ => ["along the rank from both sides", "north on both diagonals", "south on both diagonals"]
            [(way - WRAP) % 3]
            .into(),
    }
}

/// Whether something can come to a cell in a way, as it is seen: from a cell that is on the board.
pub fn comes(wraps: bool, way: usize, to: Cell) -> bool {
    let (files, ranks) = match way {
        0..8 => DIRECTIONS[way],
        8..WAYS => HOPS[way - 8],
        _ => [(1, 0), (1, 1), (1, -1)][(way - WRAP) % 3],
    };
    (way < WRAP || wraps) && displaced_on(wraps, to, (-files, -ranks)).is_some()
}

/// What a piece does that comes in a way.
pub fn going(by: usize) -> String {
    let verb = if (8..WRAP).contains(&by) { "hop" } else { "move" };
    format!("{verb} {}", way(by))
}

/// The step of a piece that comes to a cell in a way.
pub fn arrival(wraps: bool, by: usize, to: Cell, name: &str) -> String {
    let words = format!("{} to {name}", going(by));
    if comes(wraps, by, to) {
        words
    } else {
        never_legal(&format!("it would {words} from outside the board"))
    }
}

/// Whether a pawn that acts can come to its last rank so.
fn can_promote(perspective: &Perspective, way: usize, to: Cell) -> bool {
    let up = [0, 1, 7].contains(&way) && to >= 56;
    let down = [3, 4, 5].contains(&way) && to < 8;
    match perspective.frame() {
        Frame::Seat => up,
        Frame::Board => {
            perspective.possible_seats().any(|seat| if seat.of_two() == Seat::ZERO { up } else { down })
        }
    }
}

/// The promotion of a pawn that comes to its last rank on a file: straight ahead, or taking towards the west
/// (1) or the east (2).
pub fn promotion(wraps: bool, kind: &str, aside: usize, file: Cell, perspective: &Perspective) -> String {
    let words = promotion_words(kind, aside, file, perspective);
    let possible = can_come(wraps, aside, file);
    if possible { words } else { never_legal(&format!("it would {words} from outside the board")) }
}

/// The same in words, whether or not a pawn can come from there.
pub fn promotion_words(kind: &str, aside: usize, file: Cell, perspective: &Perspective) -> String {
    let words = format!("promote to a {kind} on {}", last(perspective, file));
    match aside {
        0 => format!("{words}, moving straight ahead"),
        1 => format!("{words}, capturing toward the west"),
        _ => format!("{words}, capturing toward the east"),
    }
}

/// Whether a pawn that comes to its last rank on a file comes from a square of the board.
pub fn can_come(wraps: bool, aside: usize, file: Cell) -> bool {
    wraps || [None, Some(7), Some(0)][aside] != Some(file)
}

/// The action of a piece.
pub fn of_piece(wraps: bool, action: usize, perspective: &Perspective) -> String {
    if let Some(at) = action.checked_sub(ARRIVALS) {
        let kind = ["knight", "bishop", "rook"][at / PROMOTIONS % 3];
        return promotion(wraps, kind, at / 8 % 3, (at % 8) as Cell, perspective);
    }
    let (way, to) = (action / 64, (action % 64) as Cell);
    let words = arrival(wraps, way, to, &cell(perspective, to));
    if can_promote(perspective, way, to) && comes(wraps, way, to) {
        return format!("{words} (a pawn that reaches its last rank becomes a queen)");
    }
    words
}
