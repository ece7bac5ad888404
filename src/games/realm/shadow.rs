//! Shadows, captures through them, and check through them (Chess 5, 6.2).

use super::engine::{Engine, Hostile, set};
use super::men::{Kind, Men, NOWHERE, kind_of};
use super::web::{Ray, Web};
use crate::board::{Cell, Quad, Set};
use crate::game::Seat;
use arrayvec::ArrayVec;

/// How many pieces can cast shadows at once.
const CASTING: usize = 96;

/// The pieces of some seats with their shadows.
pub type Shadows = ArrayVec<(Cell, Quad), CASTING>;

/// What there is round the king of a seat: lines end on him and on the empty cells next to him.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    /// Whether he is in check.
    pub checked: bool,
    /// If so, the cells on which a piece that arrives may end the check, and the pieces that give it.
    parries: Quad,
    strikers: Quad,
    /// If not, the pieces behind which an enemy stands that strikes along the line, and all that stand next
    /// to the king.
    shields: Quad,
    /// The pieces that come first on a line, and those that come second.
    first: Quad,
    second: Quad,
}

impl Watch {
    /// Whether a king that is in no check may be so when the piece on a cell goes away, and with it the one
    /// on another.
    #[inline(always)]
    pub fn needs(&self, from: Cell, over: u8) -> bool {
        self.shields.has(from)
            || over != NOWHERE
                && (self.shields.has(over)
                    || self.first.has(from) && self.second.has(over)
                    || self.first.has(over) && self.second.has(from))
    }

    /// Of the cells on which a piece arrives, those on which it may end the check, with what it takes
    /// elsewhere.
    #[inline(always)]
    pub fn parrying(&self, over: u8, to: Quad) -> Quad {
        if over != NOWHERE && self.strikers.has(over) { to } else { to & self.parries }
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
            Kind::Queen => lines(&land.rook_rays) | lines(&land.bishop_rays),
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

    /// Whether an enemy of `seat` that does not stand next to its king can go, by its capturing movement, to
    /// an empty cell next to him (Chess 6.2).
    pub fn in_check_through_shadow(&self, men: &Men, seat: Seat, hostile: &Hostile) -> bool {
        let near = self.land(seat).near[usize::from(men.king(seat))];
        (near & !men.all()).cells().any(|cell| self.attacked_but_by(men, seat, hostile, cell, None, near))
    }

    /// What there is round the king of a seat; nothing if it has none.
    pub fn watch(&self, men: &Men, seat: Seat) -> Watch {
        let king = men.king(seat);
        let mut watch = Watch {
            checked: false,
            parries: !Quad::EMPTY,
            strikers: Quad::EMPTY,
            shields: Quad::EMPTY,
            first: Quad::EMPTY,
            second: Quad::EMPTY,
        };
        if king == NOWHERE {
            return watch;
        }
        let near = self.land(seat).near[usize::from(king)];
        let hostile = self.hostile(men, seat);
        watch.shields = near;
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
        watch: &mut Watch,
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
                        watch.shields =
                            watch.shields | Quad::one(met).only_if(sliders >> men.on(behind) & 1 == 1);
                    }
                }
            }
        }
        (self.leapers(men, seat, cell, hostile.all) & !idle).each(|leaper| strike(leaper, Quad::one(leaper)));
        if !strikers.is_empty() {
            watch.checked = true;
            watch.strikers = watch.strikers | strikers;
            // A piece that comes to stand next to the king closes that cell.
            watch.parries = watch.parries & (parries | (Quad::one(cell) & idle));
        }
    }
}
