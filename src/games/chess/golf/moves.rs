//! The moves of a hole: pieces move as their neighbors, whatever they are themselves (Golf 7A.2 to 7A.4).

use super::goal::{Goal, of_type};
use crate::board::Cell;
use crate::games::chess::kit::bitboard::{Bitboard, FILE_A, FILE_H, bit, cells, nth};
use crate::games::chess::kit::lines::{
    KING_ATTACKS, KNIGHT_ATTACKS, LEAPS, STEPS, WAYS, bishop_attacks, fill, nearest, rook_attacks,
};
use crate::games::chess::kit::numbering;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::step::{MoveKind, Step};

/// Arrivals by the eight hops come after those in the eight directions.
const HOPS: usize = 8;

/// The cells next to those of a set: its own cells only if another one is adjacent.
#[inline(always)]
pub const fn around(bits: Bitboard) -> Bitboard {
    let adjacent = (bits & !FILE_H) << 1 | (bits & !FILE_A) >> 1;
    let row = adjacent | bits;
    adjacent | row << 8 | row >> 8
}

/// Whether no two pieces of a side are adjacent, so that all of them may move as kings (7A.3).
#[inline(always)]
pub const fn are_apart(side: Bitboard) -> bool {
    around(side) & side == 0
}

/// The pieces by how they may move (7A.2, 7A.3). Queens lend both kinds of lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Movers {
    /// Those that move along ranks and files.
    pub orthogonal: Bitboard,
    /// Those that move along diagonals.
    pub diagonal: Bitboard,
    /// Those that move one cell in any direction.
    pub kings: Bitboard,
    /// Those that move by hops.
    pub knights: Bitboard,
}

impl Movers {
    /// Returns the pieces by the movement that their neighbors lend them.
    #[inline(always)]
    pub fn of(pieces: &Pieces) -> Movers {
        let mut movers = Movers::default();
        let (orthogonal, diagonal) = (pieces.orthogonal_sliders(), pieces.diagonal_sliders());
        let [kings, knights] = [Kind::King, Kind::Knight].map(|kind| pieces.kind(kind));
        for side in pieces.sides {
            let adjacent = |lenders: Bitboard| around(lenders & side) & side;
            movers.orthogonal |= adjacent(orthogonal);
            movers.diagonal |= adjacent(diagonal);
            movers.knights |= adjacent(knights);
            movers.kings |= adjacent(kings) | if are_apart(side) { side } else { 0 };
        }
        movers
    }

    /// The cells that the piece on a cell reaches, the first piece on each line included.
    #[inline(always)]
    pub fn reach(&self, cell: Cell, occupied: Bitboard) -> Bitboard {
        let (at, man) = (usize::from(cell & 63), bit(cell));
        let mut reached = 0;
        if self.orthogonal & man != 0 {
            reached |= rook_attacks(cell, occupied);
        }
        if self.diagonal & man != 0 {
            reached |= bishop_attacks(cell, occupied);
        }
        if self.kings & man != 0 {
            reached |= KING_ATTACKS[at];
        }
        if self.knights & man != 0 {
            reached |= KNIGHT_ATTACKS[at];
        }
        reached
    }

    /// Calls `visit` for each piece that may capture, with its cell and the cells on which it captures.
    #[inline(always)]
    pub fn each_taker(&self, pieces: &Pieces, goal: &Goal, mut visit: impl FnMut(Cell, Bitboard)) {
        let occupied = pieces.occupied();
        goal.each(pieces, |taker, victims| {
            for cell in cells(of_type(pieces, taker)) {
                visit(cell, self.reach(cell, occupied) & victims);
            }
        });
    }
}

/// The moves of a position of a hole: the cells of arrival by the way that leads there, as the steps of all
/// games of this board are numbered ([`numbering`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Moves {
    /// In the eight directions, then by the eight hops.
    pub ways: [Bitboard; WAYS],
}

impl Moves {
    /// The moves to empty cells.
    #[inline(always)]
    pub fn quiet(pieces: &Pieces, movers: &Movers) -> Moves {
        let (mut moves, empty) = (Moves::default(), !pieces.occupied());
        let slides = fill(movers.orthogonal, movers.diagonal, empty);
        for d in 0..HOPS {
            moves.ways[d] = (slides[d] | STEPS[d].of(movers.kings)) & empty;
            moves.ways[HOPS + d] = LEAPS[d].of(movers.knights) & empty;
        }
        moves
    }

    /// All moves.
    #[inline(always)]
    pub fn of(pieces: &Pieces, goal: &Goal) -> Moves {
        let movers = Movers::of(pieces);
        let mut moves = Moves::quiet(pieces, &movers);
        movers.each_taker(pieces, goal, |from, taken| {
            for to in cells(taken) {
                moves.ways[numbering::way(from, to)] |= bit(to);
            }
        });
        moves
    }

    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.ways.iter().map(|arrivals| arrivals.count_ones() as usize).sum()
    }

    /// The move with that index, below the count.
    #[inline(always)]
    pub fn pick(&self, pieces: &Pieces, index: usize) -> Option<Step> {
        let mut left = index as u32;
        for (way, &arrivals) in self.ways.iter().enumerate() {
            let count = arrivals.count_ones();
            if left < count {
                return Some(step(pieces, way, nth(arrivals, left)));
            }
            left -= count;
        }
        None
    }

    /// Calls `visit` once for each move.
    #[inline(always)]
    pub fn each(&self, pieces: &Pieces, mut visit: impl FnMut(Step)) {
        for (way, &arrivals) in self.ways.iter().enumerate() {
            cells(arrivals).for_each(|to| visit(step(pieces, way, to)));
        }
    }

    /// Whether a move is among them.
    pub fn has(&self, pieces: &Pieces, wanted: Step) -> bool {
        let way = numbering::way(wanted.from(), wanted.to());
        self.ways[way] & bit(wanted.to()) != 0 && step(pieces, way, wanted.to()) == wanted
    }
}

/// The move that leads to a cell in that way.
#[inline(always)]
fn step(pieces: &Pieces, way: usize, to: Cell) -> Step {
    let from = if way < HOPS { nearest(way ^ 4, to, pieces.occupied()) } else { LEAPS[way - HOPS].back(to) };
    of_piece(pieces, from, to)
}

/// The move of the piece on a cell that holds one.
#[inline(always)]
pub fn of_piece(pieces: &Pieces, from: Cell, to: Cell) -> Step {
    Step::new(from, to, MoveKind::Normal(pieces.non_pawn_at(from)))
}
