//! Captures through shadows as an offer of their own: a set of arrivals for each way of the piece that goes
//! and each way of the shadow that it enters.

use super::cast::Shadows;
use super::numbers;
use crate::board::Cell;
use crate::game::Mask;
use crate::games::chess::kit::bitboard::{Bitboard, OUTER_RANKS, bit, cells, mirrored_if, nth};
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::numbering::{ALL_WAYS, came_from, flipped_way, is_mirrored};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::topology::Cylinder;

/// The captures through shadows of the seat to act: none at first.
///
/// From an arrival and the two ways, both pieces are found again. A line on the flat board leads to the same
/// piece on a cylinder, where it only goes on behind it, so that this is the same for both.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shots {
    count: u32,
    /// For each way of the mover the ways of shadows for which there is any.
    shadows: [u32; ALL_WAYS],
    /// Where pawns arrive on the last rank.
    promoting: [Bitboard; ALL_WAYS],
    /// The arrivals by the mover's way and the shadow's: rows only where there are any, as most are empty and
    /// to clear them all costs as much as to fill some.
    sets: [Option<[Bitboard; ALL_WAYS]>; ALL_WAYS],
}

/// The bits of a small set, lowest first.
#[inline(always)]
fn ways(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let way = (set != 0).then(|| set.trailing_zeros() as usize % ALL_WAYS);
        set &= set.wrapping_sub(1);
        way
    })
}

/// The ways of those sets that have a cell.
#[inline(always)]
fn ways_to(sets: &[Bitboard; ALL_WAYS], cell: Cell) -> u32 {
    sets.iter().enumerate().fold(0, |ways, (way, set)| ways | ((set >> (cell & 63)) as u32 & 1) << way)
}

/// The step of the piece on a cell to another, into the shadow that falls there by a way.
#[inline(always)]
fn shot(pieces: &Pieces, from: Cell, shadow: usize, to: Cell, promoted: Kind) -> Step {
    let move_kind = if pieces.kind(Kind::Pawn) & bit(from) == 0 {
        MoveKind::Normal(pieces.non_pawn_at(from))
    } else if bit(to) & OUTER_RANKS == 0 {
        MoveKind::Normal(Kind::Pawn)
    } else {
        MoveKind::Promotion(promoted)
    };
    Step::new(from, to, move_kind).via_shadow(shadow)
}

impl Shots {
    /// Adds captures through shadows: `movers` arrive on an empty cell in an enemy's shadow and take the
    /// piece that casts it. `keep` filters by the step and the captured cell. `pawns` are the arrivals of
    /// pawns.
    #[inline(always)]
    pub fn add(
        &mut self,
        position: &Position,
        movers: &[Bitboard; ALL_WAYS],
        pawns: &[Bitboard; ALL_WAYS],
        dark: &Shadows,
        mut keep: impl FnMut(Step, Cell) -> bool,
    ) {
        let pieces = &position.pieces;
        for (promoting, arrivals) in self.promoting.iter_mut().zip(pawns) {
            *promoting = arrivals & OUTER_RANKS;
        }
        // There are few cells where a piece and a shadow meet, and few ways to each of them.
        for to in cells(movers.iter().fold(0, |all, arrivals| all | arrivals) & dark.all) {
            let falling = ways_to(&dark.ways, to);
            for way in ways(ways_to(movers, to)) {
                let Some(from) = came_from::<Cylinder>(way, to, pieces.occupied()) else { continue };
                // A piece in the shadow of another one does not capture that one in this way (5.4).
                let barred = if dark.all & bit(from) == 0 { 0 } else { dark.casters(pieces, from) };
                for shadow in ways(falling) {
                    let Some(victim) = came_from::<Cylinder>(shadow, to, pieces.occupied()) else { continue };
                    let step = shot(pieces, from, shadow, to, Kind::Queen);
                    if barred & bit(victim) == 0 && keep(step, victim) {
                        self.sets[way].get_or_insert([0; ALL_WAYS])[shadow] |= bit(to);
                        self.shadows[way] |= 1 << shadow;
                        self.count += if self.promoting[way] & bit(to) == 0 { 1 } else { 4 };
                    }
                }
            }
        }
    }

    /// Each set with its ways.
    #[inline(always)]
    fn sets(&self) -> impl Iterator<Item = (usize, usize, Bitboard)> + '_ {
        (0..ALL_WAYS).flat_map(move |way| {
            let set = move |shadow: usize| self.sets[way].as_ref().map_or(0, |row| row[shadow]);
            ways(self.shadows[way]).map(move |shadow| (way, shadow, set(shadow)))
        })
    }
}

impl LegalMoves for Shots {
    #[inline(always)]
    fn count(&self) -> usize {
        self.count as usize
    }

    #[inline(always)]
    fn pick(&self, position: &Position, index: usize) -> Option<Step> {
        let mut left = index as u32;
        for (way, shadow, set) in self.sets() {
            for kind in [Kind::Queen, Kind::Knight, Kind::Bishop, Kind::Rook] {
                let set = if kind == Kind::Queen { set } else { set & self.promoting[way] };
                let count = set.count_ones();
                if left < count {
                    let to = nth(set, left);
                    let from = came_from::<Cylinder>(way, to, position.pieces.occupied())?;
                    return Some(shot(&position.pieces, from, shadow, to, kind));
                }
                left -= count;
            }
        }
        None
    }

    #[inline(always)]
    fn each(&self, position: &Position, mut visit: impl FnMut(Step)) {
        (0..self.count()).filter_map(|index| self.pick(position, index)).for_each(&mut visit);
    }

    #[inline]
    fn contains(&self, position: &Position, step: Step) -> bool {
        let mut found = false;
        if step.shadow().is_some() {
            self.each(position, |known| found |= known == step);
        }
        found
    }

    #[inline(always)]
    fn mark(
        &self,
        _position: &Position,
        numbering: &Numbering,
        _action: impl Fn(Step) -> usize,
        mask: &mut Mask,
    ) {
        let mirrored = is_mirrored(numbering.frame, numbering.seat);
        let seen = |way| if mirrored { flipped_way(way) } else { way };
        for (way, shadow, set) in self.sets() {
            let first = numbering.own() + numbers::plane(seen(way), seen(shadow));
            mask.add_all(first, mirrored_if(mirrored, set));
            let promoting = set & self.promoting[way];
            if promoting != 0 {
                let files = (promoting | promoting >> 56) & 0xFF;
                for kind in [Kind::Knight, Kind::Bishop, Kind::Rook] {
                    let first = numbers::promotions(kind, way < 4, seen(shadow));
                    mask.add_all(numbering.own() + first, files);
                }
            }
        }
    }

    #[inline(always)]
    fn any(&self) -> bool {
        self.count != 0
    }
}
