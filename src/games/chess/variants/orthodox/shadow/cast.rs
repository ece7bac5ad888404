//! The shadows that a seat's pieces cast (Chess 5.2, 5.3).

use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit, own_rank};
use crate::games::chess::kit::numbering::{ALL_WAYS, WRAP, came_from};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::pawn_directions;
use crate::games::chess::kit::topology::{Cylinder, Topology};

/// The two ways that each way round is made of.
pub const SIDES: [[usize; 2]; 3] = [[2, 6], [1, 7], [3, 5]];

/// The shadows of all pieces of a seat, by the way that leads from a piece to a cell of its shadow. No cell
/// is in two shadows by the same way.
#[derive(Clone, Copy, Debug)]
pub struct Shadows {
    /// The cells by each way.
    pub ways: [Bitboard; ALL_WAYS],
    /// All of them.
    pub all: Bitboard,
}

/// Cells counted up to two.
#[derive(Default)]
struct Twice {
    once: Bitboard,
    twice: Bitboard,
}

impl Twice {
    #[inline(always)]
    fn add(&mut self, cells: Bitboard) {
        self.twice |= self.once & cells;
        self.once |= cells;
    }
}

impl Shadows {
    /// Those that a seat's pieces cast. `lines` are the cells that its sliders reach in each direction, the
    /// first piece included.
    #[inline(always)]
    pub fn of<R: Topology>(pieces: &Pieces, seat: Seat, lines: &[Bitboard; 8]) -> Shadows {
        let (own, occupied) = (pieces.side(seat), pieces.occupied());
        let (targets, empty) = (!own, !occupied);
        let mut ways = [0; ALL_WAYS];
        let mut covered = Twice::default();

        let mut whole = *lines;
        whole.iter_mut().for_each(|line| *line &= targets);
        let mut wrapping = [0; 3];
        let found = R::wrap_duplicates(pieces, &mut whole);
        wrapping.iter_mut().zip(found.as_ref()).for_each(|(wrapping, &both)| *wrapping = both);
        whole.into_iter().chain(wrapping).for_each(|line| covered.add(line));

        let knights = pieces.kind(Kind::Knight) & own;
        for hop in 0..8 {
            ways[8 + hop] = R::hops(hop, knights) & targets;
            covered.add(ways[8 + hop]);
        }
        let king = R::king_attacks(pieces.king(seat)) & targets;
        covered.add(king);
        let [ahead, west, east] = pawn_directions(seat);
        let pawns = pieces.kind(Kind::Pawn) & own;
        let one = R::steps(ahead, pawns) & empty;
        let two = R::steps(ahead, one & own_rank(seat, 3)) & empty;
        let aside = [west, east].map(|d| R::steps(d, pawns) & occupied & targets);
        [one, two, aside[0], aside[1]].into_iter().for_each(|cells| covered.add(cells));

        // Each line ends with the first cell that another whole shadow has too.
        let Twice { twice, .. } = covered;
        let cut = R::fill(pieces.orthogonal_sliders() & own, pieces.diagonal_sliders() & own, empty & !twice);
        for (d, cut) in cut.into_iter().enumerate() {
            ways[d] = cut & targets | R::steps(d, bit(pieces.king(seat))) & targets;
        }
        ways[ahead] |= one | R::steps(ahead, one & own_rank(seat, 3) & !twice) & empty;
        ways[west] |= aside[0];
        ways[east] |= aside[1];
        if R::WRAPS {
            for (at, sides) in SIDES.into_iter().enumerate() {
                let both = ways[sides[0]] & ways[sides[1]] & wrapping[at];
                sides.into_iter().for_each(|d| ways[d] &= !both);
                ways[WRAP + at] = both;
            }
        }
        Shadows { ways, all: ways.iter().fold(0, |all, way| all | way) }
    }

    /// The pieces in whose shadows a cell lies.
    pub fn casters(&self, pieces: &Pieces, cell: Cell) -> Bitboard {
        let reaching = (0..ALL_WAYS).filter(|&way| self.ways[way] & bit(cell) != 0);
        reaching
            .filter_map(|way| came_from::<Cylinder>(way, cell, pieces.occupied()))
            .fold(0, |all, caster| all | bit(caster))
    }
}
