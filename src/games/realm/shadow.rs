//! Shadows, captures through them, and check through them (Chess 5, 6.2).

use super::danger::Danger;
use super::engine::{Engine, Hostile, set};
use super::men::{Kind, Men, NOWHERE, kind_of};
use super::offer::{Deed, Entry, PLAIN, Step, What};
use super::state::State;
use super::web::{Ray, Web};
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::Seat;
use arrayvec::ArrayVec;
use std::ops::ControlFlow::{self, Continue};

/// How many pieces can cast shadows at once.
const CASTING: usize = 96;

/// A piece that may cast a shadow.
#[derive(Clone, Copy, Debug)]
pub struct Caster {
    pub cell: Cell,
    /// Where it strikes (see [`Engine::strike`]).
    pub strike: Bitboard256,
    pub shadow: Bitboard256,
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
    pub fn parrying(&self, over: u8, to: Bitboard256) -> Bitboard256 {
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
            let (mut once, mut twice) = (Bitboard256::EMPTY, Bitboard256::EMPTY);
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
    fn cut(&self, men: &Men, seat: Seat, cell: Cell, whole: Bitboard256, ends: Bitboard256) -> Bitboard256 {
        let (army, land) = (self.army(seat), self.land(seat));
        let line = |ray: Ray| {
            let place = self.web.place(cell, ray.axis.into());
            let (mut at, mut line) = (place.at(), Bitboard256::EMPTY);
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
                line = line | Bitboard256::one(next);
                if ends.has(next) {
                    break;
                }
            }
            line
        };
        let lines = |rays: &[Ray]| rays.iter().fold(Bitboard256::EMPTY, |all, &ray| all | line(ray));
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
    pub fn capturing(&self, seat: Seat, kind: Kind, cell: Cell, reach: Bitboard256) -> Bitboard256 {
        match kind {
            Kind::Pawn => self.army(seat).takes[usize::from(cell)],
            Kind::Knight => self.land(seat).leaps[usize::from(cell)],
            _ => reach,
        }
    }

    /// Whether a seat that is in no check has a step of a piece that does not bear on check.
    #[inline(never)]
    pub fn has_free_step(&self, state: &State, seat: Seat, danger: &Danger) -> bool {
        let (men, immune) = (&state.men, state.immune[usize::from(seat)]);
        let free = men.owned(seat) & !danger.pinned & !men.kind(Kind::King);
        free.cells().any(|from| {
            let reach = self.reach(men, seat, kind_of(men.on(from)), from);
            !(reach & !immune).is_empty()
        })
    }

    /// Shows the steps of a seat that leave its own king out of check where pieces can be captured through
    /// shadows (Chess 5.4).
    #[inline(never)]
    pub fn each_shadowed(
        &self,
        state: &State,
        seat: Seat,
        danger: &Danger,
        mut visit: impl FnMut(Entry) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (men, king, immune) = (&state.men, state.men.king(seat), state.immune[usize::from(seat)]);
        let mut enemies = Casters::new();
        self.cast(men, self.enemies[usize::from(seat)], &mut enemies);
        let struck = enemies.iter().fold(Bitboard256::EMPTY, |all, enemy| all | enemy.strike);
        let mut show = |entry: Entry| {
            let to = if king == NOWHERE || entry.to.is_empty() {
                entry.to
            } else {
                self.safe(men, seat, danger, (&enemies, struck), entry)
            };
            if to.is_empty() { Continue(()) } else { visit(Entry { to, ..entry }) }
        };
        let empty = !men.all();
        let (mut movers, mut all) = (ArrayVec::<(Entry, Bitboard256), PLAIN>::new(), Bitboard256::EMPTY);
        for from in men.owned(seat).cells() {
            let kind = kind_of(men.on(from));
            let reach = self.reach(men, seat, kind, from);
            let entry = Entry {
                what: if kind == Kind::Pawn { What::Pawn } else { What::Piece },
                ..Entry::plain(from, reach & !immune)
            };
            let capturing = self.capturing(seat, kind, from, reach) & empty;
            if !capturing.is_empty() {
                all = all | capturing;
                movers.push((entry, capturing));
            }
            show(entry)?;
        }
        for &Caster { cell: over, shadow, .. } in &enemies {
            let open = shadow & all;
            if open.is_empty() || immune.has(over) {
                continue;
            }
            for &(entry, capturing) in &movers {
                let to = capturing & open;
                if !to.is_empty() && !shadow.has(entry.from) {
                    show(Entry { over, to, ..entry })?;
                }
            }
        }
        if !danger.checked && king != NOWHERE && state.rights & self.rights_of(seat) != 0 {
            self.each_castling(state, seat, &mut visit)?;
        }
        if state.passed.iter().any(|passed| passed[0] != NOWHERE) {
            self.each_in_passing(state, seat, &mut visit)?;
        }
        Continue(())
    }

    /// The arrivals of an entry that leave the own king out of check, the enemies and where they strike being
    /// known. Each is tried, if it is not plain from what keeps him out of check, or from what checks him.
    fn safe(
        &self,
        men: &Men,
        seat: Seat,
        danger: &Danger,
        (enemies, struck): (&Casters, Bitboard256),
        entry: Entry,
    ) -> Bitboard256 {
        let (Entry { from, over, mut to, .. }, king) = (entry, men.king(seat));
        // Whether a line leads to a cell, and past it when that is empty.
        let leads_to = |cell: u8| cell != NOWHERE && struck.has(cell);
        if from == king {
            if !leads_to(king) && !leads_to(over) {
                return self.unwatched(men, seat, enemies, over, to);
            }
        } else if danger.checked {
            to = danger.parrying(over, to);
        } else if !danger.needs(from, over)
            || !leads_to(from) && !leads_to(over)
            || !self.is_missed(men, seat, [from, over])
        {
            return to;
        }
        let safe = |&to: &Cell| self.is_safe(men, seat, Step { from, to, over, deed: Deed::Go });
        to.cells().filter(safe).fold(Bitboard256::EMPTY, |all, to| all | Bitboard256::one(to))
    }

    /// Whether the king would be in check with a piece gone, and with it one elsewhere: if not, the piece may
    /// go wherever it wants, for there it can only shield him.
    fn is_missed(&self, men: &Men, seat: Seat, gone: [u8; 2]) -> bool {
        let mut after = men.clone();
        for cell in gone.into_iter().filter(|&cell| cell != NOWHERE) {
            after.lift(&self.web, cell);
        }
        self.in_check(&after, seat)
    }

    /// Whether an enemy of `seat` strikes at its king, or one that does not stand next to him can go, by its
    /// capturing movement, to an empty cell next to him (Chess 6.1, 6.2).
    pub fn in_check_through_shadow(&self, men: &Men, seat: Seat, hostile: &Hostile) -> bool {
        let (king, army) = (usize::from(men.king(seat)), self.army(seat));
        let (near, crown) = (self.land(seat).near[king], Bitboard256::one(men.king(seat)));
        let round = (near & !men.all()) | crown;
        self.likely(hostile, army.lines_near[king], army.threats_near[king]).cells().any(|enemy| {
            let aim = if near.has(enemy) { crown } else { round };
            !(self.strike(men, enemy) & aim).is_empty()
        })
    }

    /// Of the cells to which a king at which no line leads goes, those on which it is in no check. The piece
    /// on `over`, which no line leads past, is taken on the way; or [`NOWHERE`].
    fn unwatched(&self, men: &Men, seat: Seat, enemies: &Casters, over: u8, to: Bitboard256) -> Bitboard256 {
        let king = Bitboard256::one(men.king(seat));
        let empty = !men.all() | king;
        let safe = |&to: &Cell| {
            let (near, crown) = (self.land(seat).near[usize::from(to)], Bitboard256::one(to));
            let round = (near & empty) | crown;
            let watches = |enemy: &Caster| {
                let aim = if near.has(enemy.cell) { crown } else { round };
                !(enemy.strike & aim).is_empty() && enemy.cell != to && enemy.cell != over
            };
            !enemies.iter().any(watches)
        };
        to.cells().filter(safe).fold(Bitboard256::EMPTY, |all, to| all | Bitboard256::one(to))
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
        self.watch_cell(men, seat, &hostile, (king, Bitboard256::EMPTY), &mut watch);
        (near & !men.all()).each(|cell| self.watch_cell(men, seat, &hostile, (cell, near), &mut watch));
        watch
    }

    /// Looks along the lines that end on a cell. Enemies on some others give no check there.
    fn watch_cell(
        &self,
        men: &Men,
        seat: Seat,
        hostile: &Hostile,
        (cell, idle): (Cell, Bitboard256),
        watch: &mut Danger,
    ) {
        let (mut parries, mut strikers) = (!Bitboard256::EMPTY, Bitboard256::EMPTY);
        let mut strike = |striker: Cell, line: Bitboard256| {
            parries = parries & line;
            strikers = strikers | Bitboard256::one(striker);
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
                    watch.first = watch.first | Bitboard256::one(met);
                    if behind != NOWHERE {
                        watch.second = watch.second | Bitboard256::one(behind);
                        watch.pinned =
                            watch.pinned | Bitboard256::one(met).only_if(sliders >> men.on(behind) & 1 == 1);
                    }
                }
            }
        }
        (self.leapers(men, seat, cell, hostile.all) & !idle)
            .each(|leaper| strike(leaper, Bitboard256::one(leaper)));
        if !strikers.is_empty() {
            watch.checked = true;
            watch.strikers = watch.strikers | strikers;
            // A piece that comes to stand next to the king closes that cell.
            watch.allowed = watch.allowed & (parries | (Bitboard256::one(cell) & idle));
        }
    }
}
