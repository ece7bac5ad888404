//! Check: who strikes at a cell, and what a seat must not leave (Chess 6).

use super::engine::{Engine, Foe, Hostile};
use super::men::{Kind, Men, NOWHERE, Pieces, seat_of};
use super::web::Web;
use crate::board::{Cell, Quad, Set};
use crate::game::Seat;
use arrayvec::ArrayVec;

/// How many pins there is room for: one for each way of a line piece, on each of two grounds.
const PINS: usize = 24;

/// What binds the pieces of a seat other than its king.
#[derive(Clone, Debug)]
pub struct Danger {
    /// Whether the king is in check.
    pub checked: bool,
    /// The cells on which a piece that is not pinned can arrive: all, or those that end a check.
    pub allowed: Quad,
    pinned: Quad,
    /// The pinned pieces, and where each can go.
    pins: ArrayVec<(Cell, Quad), PINS>,
}

impl Danger {
    /// Nothing.
    #[inline(always)]
    pub fn none() -> Danger {
        Danger { checked: false, allowed: !Quad::EMPTY, pinned: Quad::EMPTY, pins: ArrayVec::new() }
    }

    /// Of the cells to which a piece could go, those that leave no check.
    #[inline(always)]
    pub fn safe(&self, from: Cell, to: Quad) -> Quad {
        if self.pinned.has(from) { self.along_pins(from, to) } else { to & self.allowed }
    }

    /// Whether a piece shields the king.
    pub fn pins(&self, from: Cell) -> bool {
        self.pinned.has(from)
    }

    #[cold]
    fn along_pins(&self, from: Cell, to: Quad) -> Quad {
        let mine = self.pins.iter().filter(|(pinned, _)| *pinned == from);
        mine.fold(to & self.allowed, |left, &(_, line)| left & line)
    }

    fn check(&mut self, parries: Quad) {
        self.checked = true;
        self.allowed = self.allowed & parries;
    }
}

impl Engine {
    /// What binds the pieces of `seat`, to be put where there is nothing yet; nothing if it has no king.
    #[inline(always)]
    pub fn look_for_danger(&self, men: &Men, seat: Seat, danger: &mut Danger) {
        let king = men.king(seat);
        if king == NOWHERE {
            return;
        }
        let hostile = self.hostile(men, seat);
        for foe in &self.army(seat).foes {
            let land = &self.lands[foe.land];
            for axis in land.straight.clone() {
                self.look_along(men, seat, king, axis, hostile.straight, foe.straight, danger);
            }
            for axis in land.diagonal.clone() {
                self.look_along(men, seat, king, axis, hostile.diagonal, foe.diagonal, danger);
            }
        }
        let leapers = self.leapers(men, seat, king, hostile.all);
        if !leapers.is_empty() {
            leapers.each(|cell| danger.check(Quad::one(cell)));
        }
    }

    /// Looks both ways along a line through the king for the `sliders` that check him or pin a piece; on
    /// `enemies` they stand, and others.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn look_along(
        &self,
        men: &Men,
        seat: Seat,
        king: Cell,
        axis: usize,
        enemies: Quad,
        sliders: Pieces,
        danger: &mut Danger,
    ) {
        let place = self.web.place(king, axis);
        if (self.web.whole(place) & enemies).is_empty() {
            return;
        }
        let (held, from) = (Web::held(&men.held, place), place.at());
        for back in [false, true] {
            let first = Web::next(held, from, back);
            let cell = self.web.cell(place, first);
            let piece = men.on(cell);
            if seat_of(piece) == seat {
                // (On a line that goes round, the first to be met may be the king himself.)
                let second = if cell == king { first } else { Web::next(held, first, back) };
                if sliders >> men.on(self.web.cell(place, second)) & 1 == 1 {
                    danger.pinned = danger.pinned | Quad::one(cell);
                    danger.pins.push((cell, self.web.up_to(place, from, second, back)));
                }
            } else if sliders >> piece & 1 == 1 {
                danger.check(self.web.up_to(place, from, first, back));
            }
        }
    }

    /// The enemies of `seat` that strike at a cell otherwise than along a line.
    #[inline(always)]
    pub fn leapers(&self, men: &Men, seat: Seat, cell: Cell, enemies: Quad) -> Quad {
        let at = usize::from(cell);
        if (self.army(seat).threats[at] & enemies).is_empty() {
            return Quad::EMPTY;
        }
        let mut all = Quad::EMPTY;
        for Foe { land, seats, .. } in &self.army(seat).foes {
            let land = &self.lands[*land];
            let near = (land.leaps[at] & men.kind(Kind::Knight)) | (land.near[at] & men.kind(Kind::King));
            all = all | (near & men.owned_by(*seats));
        }
        let pawns = men.kind(Kind::Pawn);
        for (other, army) in self.armies.iter().enumerate() {
            let hostile = self.enemies[usize::from(seat)] >> other & 1 == 1;
            all = all | (army.taken_from[at] & men.owned(other as Seat) & pawns).only_if(hostile);
        }
        if self.drafts {
            for other in (0..self.seats as Seat).filter(|&other| other != seat) {
                for (army, pawns) in self.drafted(men, other) {
                    all = all | (self.army(army).taken_from[at] & pawns);
                }
            }
        }
        all
    }

    /// Whether an enemy of `seat` strikes at a cell, `lifted` being thought away.
    #[inline(always)]
    pub fn attacked(
        &self,
        men: &Men,
        seat: Seat,
        hostile: &Hostile,
        cell: Cell,
        lifted: Option<Cell>,
    ) -> bool {
        self.attacked_but_by(men, seat, hostile, cell, lifted, Quad::EMPTY)
    }

    /// The same, enemies on some cells not being asked.
    pub fn attacked_but_by(
        &self,
        men: &Men,
        seat: Seat,
        hostile: &Hostile,
        cell: Cell,
        lifted: Option<Cell>,
        idle: Quad,
    ) -> bool {
        if !(self.leapers(men, seat, cell, hostile.all) & !idle).is_empty() {
            return true;
        }
        for foe in &self.army(seat).foes {
            let land = &self.lands[foe.land];
            for axis in land.straight.start..land.diagonal.end {
                let straight = axis < land.straight.end;
                let place = self.web.place(cell, axis);
                if (self.web.whole(place) & if straight { hostile.straight } else { hostile.diagonal })
                    .is_empty()
                {
                    continue;
                }
                let sliders = if straight { foe.straight } else { foe.diagonal };
                let (held, from) = (Web::held(&men.held, place), place.at());
                for back in [false, true] {
                    let mut at = Web::next(held, from, back);
                    let mut met = self.web.cell(place, at);
                    if Some(met) == lifted {
                        at = Web::next(held, at, back);
                        met = self.web.cell(place, at);
                    }
                    // (On a line that goes round, what stands on the cell itself may be met.)
                    if sliders >> men.on(met) & 1 == 1 && met != cell && !idle.has(met) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether `seat` has a king that is in check (Chess 6.1).
    pub fn in_check(&self, men: &Men, seat: Seat) -> bool {
        let king = men.king(seat);
        if king == NOWHERE {
            return false;
        }
        let hostile = self.hostile(men, seat);
        self.attacked(men, seat, &hostile, king, None)
            || self.shadows && self.in_check_through_shadow(men, seat, &hostile)
    }
}
