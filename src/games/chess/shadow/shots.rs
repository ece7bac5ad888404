//! Captures through shadows as an offer of their own: a set of arrivals for each way of the piece that goes
//! and each way of the shadow that it enters.

use super::numbers;
use crate::board::Cell;
use crate::game::Mask;
use crate::games::chess::actions::{ALL_WAYS, came_from, flipped, is_mirrored};
use crate::games::chess::bits::{Bits, OUTER_RANKS, bit, cells, mirrored_if, nth};
use crate::games::chess::men::{Kind, Men};
use crate::games::chess::offer::{Numbering, Offer};
use crate::games::chess::position::Position;
use crate::games::chess::rim::Cylinder;
use crate::games::chess::step::{Deed, Step};

/// The captures through shadows of the seat to act: none at first.
///
/// From an arrival and the two ways, both pieces are found again. A line on the plane leads to the same piece
/// on a cylinder, where it only goes on behind it, so that this is the same for both.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shots {
    count: u32,
    /// For each way of the mover the ways of shadows for which there is any.
    shadows: [u32; ALL_WAYS],
    /// Where pawns arrive on the last rank.
    promoting: [Bits; ALL_WAYS],
    /// The arrivals by the mover's way and the shadow's.
    sets: [[Bits; ALL_WAYS]; ALL_WAYS],
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

/// The step by one way onto a cell, into the shadow that falls there by another.
#[inline(always)]
fn shot(men: &Men, way: usize, shadow: usize, to: Cell, promoted: Kind) -> Option<Step> {
    let from = came_from::<Cylinder>(way, to, men)?;
    let deed = if men.kind(Kind::Pawn) & bit(from) == 0 {
        Deed::Go(men.officer_at(from))
    } else if bit(to) & OUTER_RANKS == 0 {
        Deed::Go(Kind::Pawn)
    } else {
        Deed::Promote(promoted)
    };
    Some(Step::new(from, to, deed).aside(shadow))
}

impl Shots {
    /// Adds the captures of pieces that arrive on empty cells by `movers` in shadows that fall there by
    /// `shadows`, if `keep` holds for the step and the cell of the piece that is taken. `pawns` are the
    /// arrivals of pawns.
    #[inline(always)]
    pub fn add(
        &mut self,
        position: &Position,
        movers: &[Bits; ALL_WAYS],
        pawns: &[Bits; ALL_WAYS],
        shadows: &[Bits; ALL_WAYS],
        mut keep: impl FnMut(Step, Cell) -> bool,
    ) {
        let men = &position.men;
        for (way, &arrivals) in movers.iter().enumerate() {
            if arrivals == 0 {
                continue;
            }
            self.promoting[way] = pawns[way] & OUTER_RANKS;
            for (shadow, &dark) in shadows.iter().enumerate() {
                let mut set = arrivals & dark;
                for to in cells(set) {
                    let step = shot(men, way, shadow, to, Kind::Queen);
                    let victim = came_from::<Cylinder>(shadow, to, men);
                    if !step.zip(victim).is_some_and(|(step, victim)| keep(step, victim)) {
                        set &= !bit(to);
                    }
                }
                if set != 0 {
                    self.sets[way][shadow] = set;
                    self.shadows[way] |= 1 << shadow;
                    self.count += set.count_ones() + 3 * (set & self.promoting[way]).count_ones();
                }
            }
        }
    }

    /// Each set with its ways.
    #[inline(always)]
    fn sets(&self) -> impl Iterator<Item = (usize, usize, Bits)> + '_ {
        (0..ALL_WAYS).flat_map(move |way| {
            ways(self.shadows[way]).map(move |shadow| (way, shadow, self.sets[way][shadow]))
        })
    }
}

impl Offer for Shots {
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
                    return shot(&position.men, way, shadow, nth(set, left), kind);
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
        let seen = |way| if mirrored { flipped(way) } else { way };
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
