//! The legal steps of a seat as sets of arrivals, one for each piece: counted by counting bits, found by
//! index without a list of steps.

use super::danger::Danger;
use super::engine::{Army, Engine, Hostile};
use super::men::{Kind, Men, NOTHING, NOWHERE, OUTSIDE, kind_of};
use super::plan::Castling;
use super::state::State;
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::Seat;
use arrayvec::ArrayVec;
use std::ops::ControlFlow::{self, Break, Continue};

/// How many entries there is room for without shadows: a piece each, and captures in passing.
pub const PLAIN: usize = 96;

/// How many there is room for with shadows: each piece through the shadow of each enemy as well.
pub const SHADOWED: usize = 896;

/// What a step does beside going from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Nothing.
    Go,
    /// The rook comes to the king's other side (Chess 4.7, Tri-Chess 4.10).
    Castle,
    /// The pawn becomes another piece (Chess 4.5, Tri-Chess 4.8).
    Promote(Kind),
    /// The seat does nothing (Three Kings 6.7).
    Pass,
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

impl Step {
    /// The step of a seat that does nothing, from no cell to no cell.
    pub const PASS: Step = Step { from: NOWHERE, to: NOWHERE, over: NOWHERE, deed: Deed::Pass };
}

/// What pawns become, the usual first.
pub const PROMOTED: [Kind; 4] = [Kind::Queen, Kind::Knight, Kind::Bishop, Kind::Rook];

/// The steps of one piece that take the same piece elsewhere, or none.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub to: Bitboard256,
    pub from: Cell,
    pub over: u8,
    pub what: What,
    /// How many steps they are, when they have been counted.
    pub count: u16,
}

/// What makes the steps of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Piece,
    Pawn,
    Castling,
    Pass,
}

impl Entry {
    #[inline(always)]
    pub fn plain(from: Cell, to: Bitboard256) -> Entry {
        Entry { to, from, over: NOWHERE, what: What::Piece, count: 0 }
    }

    /// Those of the steps that promote, `last` being the last cells of the seat's pawns.
    #[inline(always)]
    fn promoting(&self, last: Bitboard256) -> Bitboard256 {
        (self.to & last).only_if(self.what == What::Pawn)
    }

    /// The same with its steps counted.
    #[inline(always)]
    fn counted(self, last: Bitboard256) -> Entry {
        let promoting = self.promoting(last);
        let more = if promoting.is_empty() { 0 } else { 3 * promoting.count() };
        Entry { count: (self.to.count() + more) as u16, ..self }
    }

    /// The step onto a cell, which may be a promotion to this kind.
    #[inline(always)]
    fn step(&self, last: Bitboard256, to: Cell, kind: Kind) -> Step {
        let deed = match self.what {
            What::Castling => Deed::Castle,
            What::Pass => Deed::Pass,
            What::Pawn if last.has(to) => Deed::Promote(kind),
            _ => Deed::Go,
        };
        Step { from: self.from, to, over: self.over, deed }
    }

    /// The step with that index: last the promotions to the second kind and those that follow.
    #[inline(always)]
    fn nth(&self, last: Bitboard256, index: usize) -> Step {
        let all = self.to.count();
        if index < all {
            return self.step(last, self.to.nth(index), Kind::Queen);
        }
        let promoting = self.promoting(last);
        let (left, each) = (index - all, promoting.count().max(1));
        self.step(last, promoting.nth(left % each), PROMOTED[1 + left / each % 3])
    }

    /// Shows each step.
    #[inline(always)]
    fn each(&self, last: Bitboard256, mut visit: impl FnMut(Step)) {
        self.to.each(|to| visit(self.step(last, to, Kind::Queen)));
        let promoting = self.promoting(last);
        if !promoting.is_empty() {
            promoting.each(|to| PROMOTED[1..].iter().for_each(|&kind| visit(self.step(last, to, kind))));
        }
    }
}

/// Some legal steps of a piece.
#[derive(Clone, Copy, Debug)]
pub enum Steps {
    /// From a cell to these: none castles or promotes, or takes anything elsewhere.
    Plain(Cell, Bitboard256),
    /// Any other.
    Other(Step),
}

/// All legal steps of a seat.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    entries: &'a [Entry],
    last: Bitboard256,
}

impl Offer<'_> {
    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.entries.iter().map(|entry| usize::from(entry.count)).sum()
    }

    /// The one with that index, if there are so many.
    #[inline(always)]
    pub fn nth(&self, mut index: usize) -> Option<Step> {
        for entry in self.entries {
            let count = usize::from(entry.count);
            if index < count {
                return Some(entry.nth(self.last, index));
            }
            index -= count;
        }
        None
    }

    /// Shows each once.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(Step)) {
        self.entries.iter().for_each(|entry| entry.each(self.last, &mut visit));
    }

    /// Shows each once, as many as can be at a time.
    #[inline(always)]
    pub fn each_entry(&self, mut visit: impl FnMut(Steps)) {
        for entry in self.entries {
            let moves = matches!(entry.what, What::Piece | What::Pawn);
            if moves && entry.over == NOWHERE && entry.promoting(self.last).is_empty() {
                visit(Steps::Plain(entry.from, entry.to));
            } else {
                entry.each(self.last, |step| visit(Steps::Other(step)));
            }
        }
    }

    /// Whether a step is among them.
    pub fn has(&self, step: Step) -> bool {
        let same =
            |entry: &&Entry| (entry.from, entry.over) == (step.from, step.over) && entry.to.has(step.to);
        let mut found = false;
        self.entries
            .iter()
            .filter(same)
            .for_each(|entry| entry.each(self.last, |other| found |= other == step));
        found
    }
}

impl Engine {
    /// Hands over the legal steps of the seat whose turn it is; none when the game is over.
    #[inline(always)]
    pub fn offered<R>(&self, state: &State, hand: impl FnOnce(Offer) -> R) -> R {
        if self.shadows {
            self.offered_by::<SHADOWED, R>(state, hand)
        } else {
            self.offered_by::<PLAIN, R>(state, hand)
        }
    }

    /// The same with room for so many entries. A king that can be taken must be taken, unless the own king is
    /// in check (Chess 7.1, Tri-Chess 6.2).
    #[inline(always)]
    fn offered_by<const N: usize, R>(&self, state: &State, hand: impl FnOnce(Offer) -> R) -> R {
        let (men, seat) = (&state.men, state.seat);
        let last = self.army(seat).last;
        let mut entries = ArrayVec::<Entry, N>::new();
        if state.ended.is_some() {
            return hand(Offer { entries: &entries, last });
        }
        // All that the steps come to or take.
        let mut met = Bitboard256::EMPTY;
        let _ = self.each_legal(state, seat, &state.danger, |entry| {
            met = met | if entry.over == NOWHERE { entry.to } else { Bitboard256::one(entry.over) };
            entries.push(entry.counted(last));
            Continue(())
        });
        if self.drafts && entries.is_empty() {
            let (from, to) = (Step::PASS.from, Bitboard256::one(Step::PASS.to));
            entries.push(Entry { what: What::Pass, ..Entry::plain(from, to) }.counted(last));
        }
        // No piece comes to a friend.
        let kings = met & men.kind(Kind::King);
        if !kings.is_empty() && !state.danger.checked {
            entries.retain(|entry| {
                if entry.over == NOWHERE {
                    entry.to = entry.to & kings;
                    *entry = entry.counted(last);
                    !entry.to.is_empty()
                } else {
                    kings.has(entry.over)
                }
            });
        }
        hand(Offer { entries: &entries, last })
    }

    /// Whether a seat would have a legal step if it were its turn.
    pub fn has_step(&self, state: &State, seat: Seat) -> bool {
        self.has_step_in(state, seat, &self.danger(&state.men, seat))
    }

    /// The same, its danger being known.
    #[inline(always)]
    pub fn has_step_in(&self, state: &State, seat: Seat, danger: &Danger) -> bool {
        if self.shadows && !danger.checked && self.has_free_step(state, seat, danger) {
            return true;
        }
        self.each_legal(state, seat, danger, |_| Break(())).is_break()
    }

    /// Shows the steps of a seat that leave its own king out of check.
    #[inline(always)]
    fn each_legal(
        &self,
        state: &State,
        seat: Seat,
        danger: &Danger,
        visit: impl FnMut(Entry) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.shadows {
            self.each_shadowed(state, seat, danger, visit)
        } else {
            self.each_entry(state, seat, danger, visit)
        }
    }

    /// Shows the steps of a seat that leave its own king out of check (Chess 6.3, Tri-Chess 5.3).
    #[inline(always)]
    fn each_entry(
        &self,
        state: &State,
        seat: Seat,
        danger: &Danger,
        mut visit: impl FnMut(Entry) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (men, land) = (&state.men, self.land(seat));
        let own = men.owned(seat);
        let friendly = self.friendly(men, seat);
        let enemies = men.all() & !friendly;
        let open = !(friendly | self.spared(state, seat));
        let pawns = own & men.kind(Kind::Pawn);
        self.each_pawn((men, seat), self.army(seat), (pawns, enemies), open, danger, &mut visit)?;
        let mut others = own & !pawns & !men.kind(Kind::King);
        if self.drafts {
            for (army, pawns) in self.drafted(men, seat) {
                self.each_pawn((men, seat), self.army(army), (pawns, enemies), open, danger, &mut visit)?;
                others = others & !pawns;
            }
        }
        while !others.is_empty() {
            let from = others.first();
            others = others.without_first();
            let to = match kind_of(men.on(from)) {
                Kind::Knight => self.hops(men, land, from),
                Kind::Bishop => self.slide(men, from, land.diagonal.clone()),
                Kind::Rook => self.slide(men, from, land.straight.clone()),
                _ => self.slide(men, from, land.straight.start..land.diagonal.end),
            };
            // A second hop and a king's step take nothing else with them than what `open` says.
            let to = self.unbound(men, seat, danger, from, to & open);
            if !to.is_empty() {
                visit(Entry::plain(from, to))?;
            }
        }
        let king = men.king(seat);
        if king != NOWHERE {
            let near = land.near[usize::from(king)] & open;
            let to =
                if near.is_empty() { near } else { self.unstruck(men, seat, enemies, danger, king, near) };
            if !to.is_empty() {
                visit(Entry::plain(king, to))?;
            }
            if !danger.checked && state.rights & self.rights_of(seat) != 0 {
                self.each_castling(state, seat, &mut visit)?;
            }
        }
        if state.passed.iter().any(|passed| passed[0] != NOWHERE) {
            self.each_in_passing(state, seat, &mut visit)?;
        }
        Continue(())
    }

    /// The pieces of enemies that a seat may not take now: kings, where they never are, and else those that
    /// are immune.
    #[inline(always)]
    pub fn spared(&self, state: &State, seat: Seat) -> Bitboard256 {
        if self.drafts { state.men.kind(Kind::King) } else { state.immune[usize::from(seat)] }
    }

    /// The steps of some pawns of an army.
    #[inline(always)]
    fn each_pawn(
        &self,
        (men, seat): (&Men, Seat),
        army: &Army,
        (mut pawns, enemies): (Bitboard256, Bitboard256),
        open: Bitboard256,
        danger: &Danger,
        visit: &mut impl FnMut(Entry) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while !pawns.is_empty() {
            let from = pawns.first();
            pawns = pawns.without_first();
            let to = self.advance(men, army, from) | (army.takes[usize::from(from)] & enemies);
            let to = self.unbound(men, seat, danger, from, to & open);
            if !to.is_empty() {
                visit(Entry { what: What::Pawn, ..Entry::plain(from, to) })?;
            }
        }
        Continue(())
    }

    /// Of the cells next to a king, those on which he is in no check.
    #[inline(always)]
    fn unstruck(
        &self,
        men: &Men,
        seat: Seat,
        enemies: Bitboard256,
        danger: &Danger,
        king: Cell,
        near: Bitboard256,
    ) -> Bitboard256 {
        let hostile = Hostile::of(men, enemies);
        if !danger.checked {
            return near & !self.struck(men, seat, &hostile, near);
        }
        // What checks him along a line may strike beyond him.
        let safe = |&cell: &Cell| !self.attacked(men, seat, &hostile, cell, Some(king));
        near.cells().filter(safe).fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(cell))
    }

    /// The rights of a seat.
    pub fn rights_of(&self, seat: Seat) -> u16 {
        0b11 << (2 * seat)
    }

    /// The castlings of a king that is not in check (Chess 4.7, Tri-Chess 4.10).
    #[cold]
    pub fn each_castling(
        &self,
        state: &State,
        seat: Seat,
        visit: &mut impl FnMut(Entry) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (side, castling) in self.army(seat).castlings.iter().enumerate() {
            let right = state.rights & super::engine::right(seat, side) != 0;
            if right && self.can_castle(&state.men, seat, castling) {
                let to = Bitboard256::one(castling.king_to);
                visit(Entry { what: What::Castling, ..Entry::plain(castling.king, to) })?;
            }
        }
        Continue(())
    }

    /// Whether a king that is not in check may castle, the right not being lost.
    fn can_castle(&self, men: &Men, seat: Seat, castling: &Castling) -> bool {
        if castling.between.iter().any(|&cell| men.on(cell) != NOTHING) {
            return false;
        }
        self.is_crossing_safe(men, seat, castling) && {
            let mut after = men.clone();
            self.castle(&mut after, castling);
            !self.in_check(&after, seat)
        }
    }

    /// Whether the king would be in no check on the cell that he crosses, all else unmoved.
    pub fn is_crossing_safe(&self, men: &Men, seat: Seat, castling: &Castling) -> bool {
        let mut crossing = men.clone();
        let king = crossing.lift(&self.web, castling.king);
        crossing.put(&self.web, castling.rook_to, king);
        !self.in_check(&crossing, seat)
    }

    /// Moves king and rook.
    pub fn castle(&self, men: &mut Men, castling: &Castling) {
        let (king, rook) = (men.lift(&self.web, castling.king), men.lift(&self.web, castling.rook));
        men.put(&self.web, castling.king_to, king);
        men.put(&self.web, castling.rook_to, rook);
    }

    /// The captures in passing (Chess 4.6, Tri-Chess 4.9).
    #[cold]
    pub fn each_in_passing(
        &self,
        state: &State,
        seat: Seat,
        visit: &mut impl FnMut(Entry) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let men = &state.men;
        for other in 0..self.seats as Seat {
            let Some(passed) = state.pawn_move(other) else { continue };
            let over = passed[1];
            if self.enemies[usize::from(seat)] >> other & 1 == 0 || state.immune[usize::from(seat)].has(over)
            {
                continue;
            }
            for to in self.passed(men, passed).filter(|&cell| men.on(cell) == NOTHING) {
                for from in self.pawns_beside(men, seat, to).cells() {
                    if self.is_safe(men, seat, Step { from, to, over, deed: Deed::Go }) {
                        let one = Bitboard256::one(to);
                        visit(Entry { over, what: What::Pawn, ..Entry::plain(from, one) })?;
                    }
                }
            }
        }
        Continue(())
    }

    /// Whether a step other than castling leaves the own king out of check.
    pub fn is_safe(&self, men: &Men, seat: Seat, step: Step) -> bool {
        let (mut after, taken) = (men.clone(), self.taken(men, step));
        if taken != NOWHERE {
            after.lift(&self.web, taken);
        }
        let mover = after.lift(&self.web, step.from);
        after.put(&self.web, step.to, mover);
        !self.in_check(&after, seat)
    }

    /// What a step takes: the cell of it, or [`NOWHERE`].
    #[inline(always)]
    pub fn taken(&self, men: &Men, step: Step) -> u8 {
        debug_assert!(men.on(step.to) != OUTSIDE);
        if step.over != NOWHERE {
            step.over
        } else if men.on(step.to) != NOTHING {
            step.to
        } else {
            NOWHERE
        }
    }
}
