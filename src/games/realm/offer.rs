//! The legal steps of a seat as sets of arrivals, one for each piece: counted by counting bits, found by index
//! without a list of steps.

use super::danger::Danger;
use super::engine::Engine;
use super::men::{Kind, Men, NOWHERE, OUTSIDE};
use super::state::State;
use crate::board::{Cell, Quad, Set};
use crate::game::Seat;
use arrayvec::ArrayVec;
use std::ops::ControlFlow::{self, Continue};

/// How many entries there is room for: a piece each, and captures in passing.
const ENTRIES: usize = 96;

/// What a step does beside going from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Nothing.
    Go,
    /// The rook comes to the king's other side (Chess 4.7).
    Castle,
    /// The pawn becomes another piece (Chess 4.5).
    Promote(Kind),
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The cell that the piece leaves.
    pub from: Cell,
    /// The cell on which it arrives.
    pub to: Cell,
    /// The cell of a piece that is taken elsewhere than there, or 255.
    pub over: u8,
    /// What it does besides.
    pub deed: Deed,
}

/// What pawns become, the usual first.
pub const PROMOTED: [Kind; 4] = [Kind::Queen, Kind::Knight, Kind::Bishop, Kind::Rook];

/// The steps of one piece that take the same piece elsewhere, or none.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub to: Quad,
    /// Those of them that promote.
    promoting: Quad,
    from: Cell,
    over: u8,
    castles: bool,
}

impl Entry {
    #[inline(always)]
    fn plain(from: Cell, to: Quad) -> Entry {
        Entry { to, promoting: Quad::EMPTY, from, over: NOWHERE, castles: false }
    }

    /// How many steps they are.
    #[inline(always)]
    fn count(&self) -> usize {
        let promoting = if self.promoting.is_empty() { 0 } else { 3 * self.promoting.count() };
        self.to.count() + promoting
    }

    /// The step onto a cell, which may be a promotion to this kind.
    #[inline(always)]
    fn step(&self, to: Cell, kind: Kind) -> Step {
        let deed = if self.castles {
            Deed::Castle
        } else if self.promoting.has(to) {
            Deed::Promote(kind)
        } else {
            Deed::Go
        };
        Step { from: self.from, to, over: self.over, deed }
    }

    /// The step with that index: last the promotions to the second kind and those that follow.
    #[inline(always)]
    fn nth(&self, index: usize) -> Step {
        let all = self.to.count();
        if index < all {
            return self.step(self.to.nth(index), Kind::Queen);
        }
        let (left, each) = (index - all, self.promoting.count().max(1));
        self.step(self.promoting.nth(left % each), PROMOTED[1 + left / each % 3])
    }

    /// Shows each step.
    #[inline(always)]
    fn each(&self, mut visit: impl FnMut(Step)) {
        self.to.each(|to| visit(self.step(to, Kind::Queen)));
        if !self.promoting.is_empty() {
            self.promoting.each(|to| PROMOTED[1..].iter().for_each(|&kind| visit(self.step(to, kind))));
        }
    }
}

/// All legal steps of a seat.
#[derive(Clone, Debug)]
pub struct Offer {
    entries: ArrayVec<Entry, ENTRIES>,
}

impl Offer {
    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.entries.iter().map(Entry::count).sum()
    }

    /// The one with that index, if there are so many.
    #[inline(always)]
    pub fn nth(&self, mut index: usize) -> Option<Step> {
        for entry in &self.entries {
            let count = entry.count();
            if index < count {
                return Some(entry.nth(index));
            }
            index -= count;
        }
        None
    }

    /// Shows each once.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(Step)) {
        self.entries.iter().for_each(|entry| entry.each(&mut visit));
    }

    /// Whether a step is among them.
    pub fn has(&self, step: Step) -> bool {
        let same = |entry: &Entry| entry.from == step.from && entry.to.has(step.to);
        let mut found = false;
        self.entries
            .iter()
            .filter(|entry| same(entry))
            .for_each(|entry| entry.each(|other| found |= other == step));
        found
    }
}

impl Engine {
    /// The legal steps of the seat whose turn it is. A king that can be taken must be taken, unless the own
    /// king is in check (Chess 7.1).
    #[inline(always)]
    pub fn offer(&self, state: &State) -> Offer {
        let mut offer = Offer { entries: ArrayVec::new() };
        let danger = self.danger(&state.men, state.seat);
        let _ = self.each_entry(state, state.seat, &danger, |entry| {
            offer.entries.push(entry);
            Continue(())
        });
        if !danger.checked {
            let kings = state.men.kind(Kind::King) & !self.friendly(&state.men, state.seat);
            if offer.entries.iter().any(|entry| !(entry.to & kings).is_empty()) {
                for entry in &mut offer.entries {
                    (entry.to, entry.promoting) = (entry.to & kings, entry.promoting & kings);
                }
                offer.entries.retain(|entry| !entry.to.is_empty());
            }
        }
        offer
    }

    /// Whether a seat would have a legal step if it were its turn.
    #[inline(always)]
    pub fn has_step(&self, state: &State, seat: Seat) -> bool {
        let danger = self.danger(&state.men, seat);
        self.has_step_in(state, seat, &danger)
    }

    /// The same if it is known what binds its pieces.
    #[inline(always)]
    pub fn has_step_in(&self, state: &State, seat: Seat, danger: &Danger) -> bool {
        self.each_entry(state, seat, danger, |_| ControlFlow::Break(())).is_break()
    }

    /// Shows the steps of a seat that leave its own king out of check (Chess 6.3).
    #[inline(always)]
    fn each_entry(
        &self,
        state: &State,
        seat: Seat,
        danger: &Danger,
        mut visit: impl FnMut(Entry) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (men, army, land) = (&state.men, self.army(seat), self.land(seat));
        let (own, immune) = (men.owned(seat), state.immune[usize::from(seat)]);
        let friendly = self.friendly(men, seat);
        let enemies = men.all() & !friendly;
        let open = !(friendly | immune);
        let mut pawns = own & men.kind(Kind::Pawn);
        while !pawns.is_empty() {
            let from = pawns.first();
            pawns = pawns.without_first();
            let to = self.advance(men, army, from) | (army.takes[usize::from(from)] & enemies);
            let to = danger.safe(from, to & open);
            if !to.is_empty() {
                visit(Entry { promoting: to & army.last, ..Entry::plain(from, to) })?;
            }
        }
        let mut others = own & !men.kind(Kind::Pawn) & !men.kind(Kind::King);
        while !others.is_empty() {
            let from = others.first();
            others = others.without_first();
            let to = match super::men::kind_of(men.on(from)) {
                Kind::Knight => self.hops(men, land, from),
                Kind::Bishop => self.slide(men, from, land.diagonal.clone()),
                Kind::Rook => self.slide(men, from, land.straight.clone()),
                _ => self.slide(men, from, land.straight.start..land.diagonal.end),
            };
            // A second hop and a king's step take nothing else with them than what `open` says.
            let to = danger.safe(from, to & open);
            if !to.is_empty() {
                visit(Entry::plain(from, to))?;
            }
        }
        let king = men.king(seat);
        if king != NOWHERE {
            let mut to = Quad::EMPTY;
            (land.near[usize::from(king)] & open).each(|cell| {
                to = to | Quad::one(cell).only_if(!self.attacked(men, seat, cell, Some(king)));
            });
            if !to.is_empty() {
                visit(Entry::plain(king, to))?;
            }
            if !danger.checked && state.rights & self.rights_of(seat) != 0 {
                for (side, castling) in army.castlings.iter().enumerate() {
                    if state.rights & super::engine::right(seat, side) != 0
                        && self.can_castle(men, seat, castling)
                    {
                        visit(Entry { castles: true, ..Entry::plain(king, Quad::one(castling.king_to)) })?;
                    }
                }
            }
        }
        if state.passed.iter().any(|passed| passed[0] != NOWHERE) {
            self.each_in_passing(state, seat, &mut visit)?;
        }
        Continue(())
    }

    /// The rights of a seat.
    fn rights_of(&self, seat: Seat) -> u16 {
        0b11 << (2 * seat)
    }

    /// Whether a king that is not in check may castle, the right not being lost (Chess 4.7).
    #[cold]
    fn can_castle(&self, men: &Men, seat: Seat, castling: &super::plan::Castling) -> bool {
        if castling.between.iter().any(|&cell| men.on(cell) != super::men::NOTHING) {
            return false;
        }
        if self.attacked(men, seat, castling.rook_to, Some(castling.king)) {
            return false;
        }
        let mut after = men.clone();
        self.castle(&mut after, castling);
        !self.in_check(&after, seat)
    }

    /// Moves king and rook.
    pub fn castle(&self, men: &mut Men, castling: &super::plan::Castling) {
        let (king, rook) = (men.lift(&self.web, castling.king), men.lift(&self.web, castling.rook));
        men.put(&self.web, castling.king_to, king);
        men.put(&self.web, castling.rook_to, rook);
    }

    /// The captures in passing (Chess 4.6).
    #[cold]
    fn each_in_passing(
        &self,
        state: &State,
        seat: Seat,
        visit: &mut impl FnMut(Entry) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (men, army) = (&state.men, self.army(seat));
        let pawns = men.owned(seat) & men.kind(Kind::Pawn);
        for other in 0..self.seats as Seat {
            let Some(passed) = state.pawn_move(other) else { continue };
            let over = passed[1];
            if self.enemies[usize::from(seat)] >> other & 1 == 0 || state.immune[usize::from(seat)].has(over)
            {
                continue;
            }
            for to in self.passed_over(other, passed).filter(|&cell| men.on(cell) == super::men::NOTHING) {
                for from in (army.taken_from[usize::from(to)] & pawns).cells() {
                    let mut after = men.clone();
                    after.lift(&self.web, over);
                    let pawn = after.lift(&self.web, from);
                    after.put(&self.web, to, pawn);
                    if !self.in_check(&after, seat) {
                        let one = Quad::one(to);
                        visit(Entry { over, promoting: one & army.last, ..Entry::plain(from, one) })?;
                    }
                }
            }
        }
        Continue(())
    }

    /// What a step takes: the cell of it, or [`NOWHERE`].
    #[inline(always)]
    pub fn taken(&self, men: &Men, step: Step) -> u8 {
        debug_assert!(men.on(step.to) != OUTSIDE);
        if step.over != NOWHERE {
            step.over
        } else if men.on(step.to) != super::men::NOTHING {
            step.to
        } else {
            NOWHERE
        }
    }
}
