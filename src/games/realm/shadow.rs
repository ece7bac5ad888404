//! Shadows, captures through them, and check through them (Chess 5, 6.2).

use super::danger::Danger;
use super::engine::{Engine, Hostile, set};
use super::men::{Kind, Men, NOWHERE, kind_of};
use super::web::{Ray, Web};
use crate::board::{Cell, Quad, Set};
use crate::game::Seat;
use arrayvec::ArrayVec;

/// How many pieces can cast shadows at once.
const CASTING: usize = 96;

/// A piece that may cast a shadow.
#[derive(Clone, Copy, Debug)]
pub struct Caster {
    pub cell: Cell,
    /// Where it strikes (see [`Engine::strike`]).
    pub strike: Quad,
    pub shadow: Quad,
}

/// Pieces of some seats, those with empty shadows among them.
pub type Casters = ArrayVec<Caster, CASTING>;

impl Danger {
    /// Whether a king that is in no check may be so when the piece on a cell goes away, and with it the one
    /// on another.
    #[inline(always)]
    pub fn needs(&self, from: Cell, over: u8) -> bool {
        self.pinned.has(from)
            || over != NOWHERE
                && (self.pinned.has(over)
                    || self.first.has(from) && self.second.has(over)
                    || self.first.has(over) && self.second.has(from))
    }

    /// Of the cells on which a piece arrives, those on which it may end the check, with what it takes
    /// elsewhere.
    #[inline(always)]
    pub fn parrying(&self, over: u8, to: Quad) -> Quad {
        if over != NOWHERE && self.strikers.has(over) { to } else { to & self.allowed }
    }
}

impl Engine {
    /// The pieces of some seats (as bits) with their shadows (Chess 5.2, 5.3).
    pub fn casters(&self, men: &Men, seats: u8) -> Casters {
        let mut all = Casters::new();
        self.cast(men, seats, &mut all);
        all
    }

    /// Adds them to a list, which is too long to be handed back in play.
    #[inline(never)]
    pub fn cast(&self, men: &Men, seats: u8, all: &mut Casters) {
        for seat in (0..self.seats as Seat).filter(|seat| seats >> seat & 1 == 1) {
            let (first, army, land) = (all.len(), self.army(seat), self.land(seat));
            let (mut once, mut twice) = (Quad::EMPTY, Quad::EMPTY);
            let open = !self.friendly(men, seat);
            let enemies = men.all() & open;
            men.owned(seat).each(|cell| {
                let strike = self.strike(men, cell);
                let shadow = match kind_of(men.on(cell)) {
                    Kind::Pawn => self.advance(men, army, cell) | (strike & enemies),
                    Kind::Knight => self.hops(men, land, cell) & open,
                    _ => strike & open,
                };
                twice = twice | (once & shadow);
                once = once | shadow;
                all.push(Caster { cell, strike, shadow });
            });
            for Caster { cell, shadow, .. } in &mut all[first..] {
                if !(*shadow & twice).is_empty() {
                    *shadow = self.cut(men, seat, *cell, *shadow, twice);
                }
            }
        }
    }

    /// Of each line of a whole shadow, the cells up to the first of `ends` (Chess 5.3).
    fn cut(&self, men: &Men, seat: Seat, cell: Cell, whole: Quad, ends: Quad) -> Quad {
        let (army, land) = (self.army(seat), self.land(seat));
        let line = |ray: Ray| {
            let place = self.web.place(cell, ray.axis.into());
            let (mut at, mut line) = (place.at(), Quad::EMPTY);
            let last = Web::next(Web::held(&men.held, place), at, ray.back);
            let seen = self.web.up_to(place, at, last, ray.back) & whole;
            if (seen & ends).is_empty() {
                return seen;
            }
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

    /// The cells onto which a piece that reaches some cells goes by its capturing movement, if they are empty
    /// (Chess 5.4).
    #[inline(always)]
    pub fn capturing(&self, seat: Seat, kind: Kind, cell: Cell, reach: Quad) -> Quad {
        match kind {
            Kind::Pawn => self.army(seat).takes[usize::from(cell)],
            Kind::Knight => self.land(seat).leaps[usize::from(cell)],
            _ => reach,
        }
    }

    /// Whether an enemy of `seat` strikes at its king, or can go, by its capturing movement and not being next
    /// to him, to an empty cell next to him (Chess 6.1, 6.2).
    pub fn in_check_through_shadow(&self, men: &Men, seat: Seat, hostile: &Hostile) -> bool {
        let (king, army) = (usize::from(men.king(seat)), self.army(seat));
        let (near, crown) = (self.land(seat).near[king], Quad::one(men.king(seat)));
        let round = (near & !men.all()) | crown;
        self.likely(men, hostile, army.lines_near[king], army.threats_near[king]).cells().any(|enemy| {
            let aim = if near.has(enemy) { crown } else { round };
            !(self.strike(men, enemy) & aim).is_empty()
        })
    }

    /// Of the cells to which a king at which no line leads goes, those on which it is in no check. The piece
    /// on `over`, which no line leads past, is taken on the way; or [`NOWHERE`].
    pub fn unwatched(&self, men: &Men, seat: Seat, enemies: &Casters, over: u8, to: Quad) -> Quad {
        let king = Quad::one(men.king(seat));
        let empty = !men.all() | king;
        let safe = |&to: &Cell| {
            let (near, crown) = (self.land(seat).near[usize::from(to)], Quad::one(to));
            let round = (near & empty) | crown;
            let watches = |enemy: &Caster| {
                let aim = if near.has(enemy.cell) { crown } else { round };
                !(enemy.strike & aim).is_empty() && enemy.cell != to && enemy.cell != over
            };
            !enemies.iter().any(watches)
        };
        to.cells().filter(safe).fold(Quad::EMPTY, |all, to| all | Quad::one(to))
    }

    /// What binds the pieces of a seat where there are shadows; nothing if it has no king.
    #[inline(never)]
    pub fn watch(&self, men: &Men, seat: Seat) -> Danger {
        let (mut watch, king) = (Danger::none(), men.king(seat));
        if king == NOWHERE {
            return watch;
        }
        let near = self.land(seat).near[usize::from(king)];
        let hostile = self.hostile(men, seat);
        watch.pinned = near;
        self.watch_cell(men, seat, &hostile, (king, Quad::EMPTY), &mut watch);
        (near & !men.all()).each(|cell| self.watch_cell(men, seat, &hostile, (cell, near), &mut watch));
        watch
    }

    /// Looks along the lines that end on a cell. Enemies on some others give no check there.
    fn watch_cell(
        &self,
        men: &Men,
        seat: Seat,
        hostile: &Hostile,
        (cell, idle): (Cell, Quad),
        watch: &mut Danger,
    ) {
        let (mut parries, mut strikers) = (!Quad::EMPTY, Quad::EMPTY);
        let mut strike = |striker: Cell, line: Quad| {
            parries = parries & line;
            strikers = strikers | Quad::one(striker);
        };
        for foe in &self.army(seat).foes {
            let land = &self.lands[foe.land];
            let straight = land.straight.clone().map(|axis| (axis, hostile.straight, foe.straight));
            let diagonal = land.diagonal.clone().map(|axis| (axis, hostile.diagonal, foe.diagonal));
            for (axis, enemies, sliders) in straight.chain(diagonal) {
                let place = self.web.place(cell, axis);
                if (self.web.whole(place) & enemies).is_empty() {
                    continue;
                }
                let (held, from) = (Web::held(&men.held, place), place.at());
                for back in [false, true] {
                    let first = Web::next(held, from, back);
                    let met = self.web.cell(place, first);
                    if met == NOWHERE || met == cell {
                        continue;
                    }
                    if sliders >> men.on(met) & 1 == 1 && !idle.has(met) {
                        strike(met, self.web.up_to(place, from, first, back));
                        continue;
                    }
                    let behind = self.web.cell(place, Web::next(held, first, back));
                    watch.first = watch.first | Quad::one(met);
                    if behind != NOWHERE {
                        watch.second = watch.second | Quad::one(behind);
                        watch.pinned =
                            watch.pinned | Quad::one(met).only_if(sliders >> men.on(behind) & 1 == 1);
                    }
                }
            }
        }
        (self.leapers(men, seat, cell, hostile.all) & !idle).each(|leaper| strike(leaper, Quad::one(leaper)));
        if !strikers.is_empty() {
            watch.checked = true;
            watch.strikers = watch.strikers | strikers;
            // A piece that comes to stand next to the king closes that cell.
            watch.allowed = watch.allowed & (parries | (Quad::one(cell) & idle));
        }
    }
}
