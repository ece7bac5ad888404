//! Shadows, captures through them, and check through them (Chess 5, 6.2).

use super::engine::{Engine, set};
use super::men::{Kind, Men, NOWHERE, kind_of};
use super::web::{Ray, Web};
use crate::board::{Cell, Quad, Set};
use crate::game::Seat;
use arrayvec::ArrayVec;

/// How many pieces can cast shadows at once.
const CASTING: usize = 96;

/// The pieces of some seats with their shadows.
pub type Shadows = ArrayVec<(Cell, Quad), CASTING>;

/// What keeps a king out of check: the pieces that stand on lines to him and to the empty cells next to him,
/// of whichever seat.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// Those behind which an enemy stands that strikes along the line, and all that stand next to the king.
    shields: Quad,
    /// Those that come first on a line, and those that come second.
    first: Quad,
    second: Quad,
}

impl Guard {
    /// Whether the king may be in check when the piece on a cell goes away, and with it the one on another.
    #[inline(always)]
    pub fn needs(&self, from: Cell, over: u8) -> bool {
        self.shields.has(from)
            || over != NOWHERE
                && (self.shields.has(over)
                    || self.first.has(from) && self.second.has(over)
                    || self.first.has(over) && self.second.has(from))
    }
}

impl Engine {
    /// The shadows of the pieces of some seats (as bits): those that are empty are left out (Chess 5.2, 5.3).
    pub fn cast(&self, men: &Men, seats: u8) -> Shadows {
        let mut all = Shadows::new();
        for seat in (0..self.seats as Seat).filter(|seat| seats >> seat & 1 == 1) {
            let first = all.len();
            let (mut once, mut twice) = (Quad::EMPTY, Quad::EMPTY);
            men.owned(seat).each(|cell| {
                let whole = self.reach(men, seat, kind_of(men.on(cell)), cell);
                twice = twice | (once & whole);
                once = once | whole;
                all.push((cell, whole));
            });
            for (cell, shadow) in &mut all[first..] {
                if !(*shadow & twice).is_empty() {
                    *shadow = self.cut(men, seat, *cell, *shadow, twice);
                }
            }
        }
        all.retain(|(_, shadow)| !shadow.is_empty());
        all
    }

    /// Of each line of a whole shadow, the cells up to the first of `ends` (Chess 5.3).
    fn cut(&self, men: &Men, seat: Seat, cell: Cell, whole: Quad, ends: Quad) -> Quad {
        let (army, land) = (self.army(seat), self.land(seat));
        let line = |ray: Ray| {
            let place = self.web.place(cell, ray.axis.into());
            let (mut at, mut line) = (place.at(), Quad::EMPTY);
            let last = Web::next(Web::held(&men.held, place), at, ray.back);
            while at != last {
                at = if ray.back { at - 1 } else { at + 1 };
                let next = self.web.cell(place, at);
                if next == NOWHERE || !whole.has(next) {
                    break;
                }
                line = line | Quad::one(next);
                if ends.has(next) {
                    break;
                }
            }
            line
        };
        let lines = |rays: &[Ray]| rays.iter().fold(Quad::EMPTY, |all, &ray| all | line(ray));
        match kind_of(men.on(cell)) {
            // Its line ahead; those on which it takes have one cell each.
            Kind::Pawn => line(army.ahead[usize::from(cell)].ray) | (whole & army.takes[usize::from(cell)]),
            Kind::Knight => {
                let hidden = |hops: &&[u8; 2]| hops[0] != NOWHERE && ends.has(hops[0]);
                let hidden = land.double_hops[usize::from(cell)].iter().filter(hidden).map(|hops| hops[1]);
                whole & !set(&hidden.collect::<ArrayVec<u8, { super::engine::HOPS }>>())
            }
            Kind::King => whole,
            Kind::Rook => lines(&land.rook_rays),
            Kind::Bishop => lines(&land.bishop_rays),
            Kind::Queen => lines(&land.rays),
        }
    }

    /// The empty cells onto which a piece goes by its capturing movement (Chess 5.4).
    #[inline(always)]
    pub fn capturing(&self, men: &Men, seat: Seat, cell: Cell, empty: Quad) -> Quad {
        let at = usize::from(cell);
        empty
            & match kind_of(men.on(cell)) {
                Kind::Pawn => self.army(seat).takes[at],
                Kind::Knight => self.land(seat).leaps[at],
                kind => self.reach(men, seat, kind, cell),
            }
    }

    /// Whether an enemy of `seat` that does not stand next to its king can go, by its capturing movement, to
    /// an empty cell next to him (Chess 6.2).
    pub fn in_check_through_shadow(&self, men: &Men, seat: Seat) -> bool {
        let near = self.land(seat).near[usize::from(men.king(seat))];
        (near & !men.all()).cells().any(|cell| self.attacked_but_by(men, seat, cell, None, near))
    }

    /// What keeps the king of a seat out of check, if he is in none.
    pub fn guard(&self, men: &Men, seat: Seat) -> Guard {
        let (king, mut guard) =
            (men.king(seat), Guard { shields: Quad::EMPTY, first: Quad::EMPTY, second: Quad::EMPTY });
        if king == NOWHERE {
            return guard;
        }
        guard.shields = self.land(seat).near[usize::from(king)];
        let open = (guard.shields & !men.all()) | Quad::one(king);
        for foe in &self.army(seat).foes {
            let land = &self.lands[foe.land];
            open.each(|cell| {
                for axis in land.straight.clone() {
                    self.look_behind(men, cell, axis, foe.straight, &mut guard);
                }
                for axis in land.diagonal.clone() {
                    self.look_behind(men, cell, axis, foe.diagonal, &mut guard);
                }
            });
        }
        guard
    }

    /// Looks both ways along a line through a cell for the first two pieces.
    #[inline(always)]
    fn look_behind(&self, men: &Men, cell: Cell, axis: usize, sliders: u64, guard: &mut Guard) {
        let place = self.web.place(cell, axis);
        let (held, from) = (Web::held(&men.held, place), place.at());
        for back in [false, true] {
            let first = Web::next(held, from, back);
            let met = self.web.cell(place, first);
            if met != NOWHERE && met != cell {
                let behind = self.web.cell(place, Web::next(held, first, back));
                guard.first = guard.first | Quad::one(met);
                if behind != NOWHERE {
                    guard.second = guard.second | Quad::one(behind);
                    guard.shields =
                        guard.shields | Quad::one(met).only_if(sliders >> men.on(behind) & 1 == 1);
                }
            }
        }
    }
}
