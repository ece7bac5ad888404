//! What the actions of the 8x8 board mean, in words: see [`numbering`](super::numbering) for their numbers.

use super::lines::{DIRECTIONS, HOPS, displaced_on};
use super::numbering::{ARRIVALS, PROMOTIONS, ROUND, turned};
use super::sets::WAYS;
use crate::board::Cell;
use crate::game::{Frame, Perspective, compass, never_legal};

/// A cell by its place on the board that is seen.
pub fn cell(seen: &Perspective, place: Cell) -> String {
    let cell = turned(seen.frame(), seen.viewer().unwrap_or(0), place);
    seen.cell(cell, place.into())
}

/// The cells of the last rank on a file: one, if it is seen from the side of the seat that acts.
fn last(seen: &Perspective, file: Cell) -> String {
    if seen.frame() == Frame::Seat {
        return cell(seen, 56 + file);
    }
    let ends = [(0, 56 + file), (1, file)];
    let ends = ends.iter().filter(|&&(odd, _)| seen.possible_seats().any(|seat| seat % 2 == odd));
    ends.map(|&(_, at)| cell(seen, at)).collect::<Vec<String>>().join(" or ")
}

/// How one comes in a way.
pub fn way(way: usize) -> String {
    match way {
        0..8 => compass(DIRECTIONS[way].0, DIRECTIONS[way].1),
        8..ROUND => compass(HOPS[way - 8].0, HOPS[way - 8].1),
        _ => ["along the rank from both sides", "north on both diagonals", "south on both diagonals"]
            [(way - ROUND) % 3]
            .into(),
    }
}

/// Whether something can come to a cell in a way, as it is seen: from a cell that is on the board.
pub fn comes(joined: bool, way: usize, to: Cell) -> bool {
    let (files, ranks) = match way {
        0..8 => DIRECTIONS[way],
        8..WAYS => HOPS[way - 8],
        _ => [(1, 0), (1, 1), (1, -1)][(way - ROUND) % 3],
    };
    (way < ROUND || joined) && displaced_on(joined, to, (-files, -ranks)).is_some()
}

/// What a piece does that comes in a way.
pub fn going(by: usize) -> String {
    let verb = if (8..ROUND).contains(&by) { "hop" } else { "move" };
    format!("{verb} {}", way(by))
}

/// The step of a piece that comes to a cell in a way.
pub fn arrival(joined: bool, by: usize, to: Cell, name: &str) -> String {
    let words = format!("{} to {name}", going(by));
    if comes(joined, by, to) {
        words
    } else {
        never_legal(&format!("it would {words} from outside the board"))
    }
}

/// Whether a pawn that acts can come to its last rank so.
fn can_promote(seen: &Perspective, way: usize, to: Cell) -> bool {
    let up = [0, 1, 7].contains(&way) && to >= 56;
    let down = [3, 4, 5].contains(&way) && to < 8;
    match seen.frame() {
        Frame::Seat => up,
        Frame::Board => seen.possible_seats().any(|seat| if seat % 2 == 0 { up } else { down }),
    }
}

/// The promotion of a pawn that comes to its last rank on a file: straight ahead, or taking towards the west
/// (1) or the east (2).
pub fn promotion(joined: bool, kind: &str, aside: usize, file: Cell, seen: &Perspective) -> String {
    let words = promotion_words(kind, aside, file, seen);
    let possible = can_come(joined, aside, file);
    if possible { words } else { never_legal(&format!("it would {words} from outside the board")) }
}

/// The same in words, whether or not a pawn can come from there.
pub fn promotion_words(kind: &str, aside: usize, file: Cell, seen: &Perspective) -> String {
    let words = format!("promote to a {kind} on {}", last(seen, file));
    match aside {
        0 => format!("{words}, moving straight ahead"),
        1 => format!("{words}, capturing toward the west"),
        _ => format!("{words}, capturing toward the east"),
    }
}

/// Whether a pawn that comes to its last rank on a file comes from a square of the board.
pub fn can_come(joined: bool, aside: usize, file: Cell) -> bool {
    joined || [None, Some(7), Some(0)][aside] != Some(file)
}

/// The action of a piece.
pub fn of_piece(joined: bool, action: usize, seen: &Perspective) -> String {
    if let Some(at) = action.checked_sub(ARRIVALS) {
        let kind = ["knight", "bishop", "rook"][at / PROMOTIONS % 3];
        return promotion(joined, kind, at / 8 % 3, (at % 8) as Cell, seen);
    }
    let (way, to) = (action / 64, (action % 64) as Cell);
    let words = arrival(joined, way, to, &cell(seen, to));
    if can_promote(seen, way, to) && comes(joined, way, to) {
        return format!("{words} (a pawn that reaches its last rank becomes a queen)");
    }
    words
}
