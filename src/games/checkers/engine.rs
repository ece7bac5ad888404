//! How the games are played: where stacks may go, and what a step does (Checkers 5, 6, 8).

use super::geometry::Geometry;
use super::stacks::{Stacks, by_numbers};
use super::state::{NOWHERE, State};
use super::tables::Tables;
use crate::board::Edges;
use crate::board::Set;
use crate::game::Reason;

/// One move or one jump. Cells are bits of the engine's sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    pub(super) from: u8,
    /// The jumped cell; of a move, [`NOWHERE`].
    pub(super) over: u8,
    pub(super) to: u8,
    pub(super) direction: u8,
}

/// The rules of play on a geometry `G`, with stacks kept by `K`, in `DIRS` directions of jumping.
#[derive(Clone, Debug)]
pub struct Engine<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> {
    pub(super) geometry: G,
    pub(super) tables: Tables<G::Set, SEATS>,
    stacks: std::marker::PhantomData<fn() -> K>,
}

/// Where the stacks that may step can go: by direction, the cells from which a step leads there.
pub(super) struct Reach<S, const DIRS: usize> {
    pub(super) from: [S; DIRS],
    pub(super) jumping: bool,
}

/// Tri-Checkers 11.4.
const FORTY: u16 = 40;

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Engine<G, K, SEATS, DIRS> {
    /// The rules on these tables.
    pub fn new(geometry: G, tables: Tables<G::Set, SEATS>) -> Self {
        Engine { geometry, tables, stacks: std::marker::PhantomData }
    }

    /// The stacks that `seat` may jump: its enemies' (Checkers 5.8), if not jumped in this turn (Checkers
    /// 5.6).
    #[inline(always)]
    fn prey(&self, state: &State<G::Set, K, SEATS>, seat: usize, occupied: G::Set) -> G::Set {
        if SEATS == 2 {
            return state.owned[seat ^ 1] & !state.jumped;
        }
        if self.tables.alone {
            return occupied & !state.owned[seat] & !state.jumped;
        }
        let mut prey = G::Set::EMPTY;
        for &enemy in &self.tables.prey[seat][..self.tables.preys] {
            prey = prey | state.owned[bounded::<SEATS>(enemy)];
        }
        prey & !state.jumped
    }

    /// `seat` about to step with one of `own`.
    #[inline(always)]
    fn army<'a>(
        &'a self,
        state: &'a State<G::Set, K, SEATS>,
        seat: usize,
        own: G::Set,
    ) -> Army<'a, G, K, DIRS> {
        let occupied = state.occupied();
        Army {
            geometry: &self.geometry,
            stacks: &state.stacks,
            men: own & !state.kings,
            kings: own & state.kings,
            enemy_kings: state.kings,
            prey: self.prey(state, seat, occupied),
            empty: self.tables.cells & !occupied,
            ahead: self.tables.ahead[seat],
            man_crosses: self.tables.man_crosses[seat],
            king_crosses: self.tables.king_crosses[seat],
        }
    }

    /// Where the seat to act may go: jumps if there are any (Checkers 5.4); in the middle of a turn the
    /// jumping stack alone (Checkers 5.5).
    #[inline(never)]
    pub(super) fn reach(&self, state: &State<G::Set, K, SEATS>) -> Reach<G::Set, DIRS> {
        by_numbers!(state.stacks, K, NUMBERS => self.reach_by::<NUMBERS>(state))
    }

    /// The same by who knows whether men have `NUMBERS`: a part of the loop that plays.
    #[inline]
    pub(super) fn reach_by<const NUMBERS: bool>(
        &self,
        state: &State<G::Set, K, SEATS>,
    ) -> Reach<G::Set, DIRS> {
        let seat = state.seat as usize;
        let own = if state.jumper == NOWHERE { state.owned[seat] } else { G::Set::one(state.jumper) };
        let army = self.army(state, seat, own);
        let jumps = army.jumps::<NUMBERS>();
        if any(&jumps) {
            return Reach { from: jumps, jumping: true };
        }
        Reach { from: army.moves(), jumping: false }
    }

    /// The step from a cell of [`Reach`].
    #[inline(always)]
    pub(super) fn step_from(&self, from: u8, d: usize, jumping: bool) -> Step {
        let next = self.geometry.next(from, d);
        let (over, to) = if jumping { (next, self.geometry.next(next, d)) } else { (NOWHERE, next) };
        Step { from, over, to, direction: d as u8 }
    }

    /// Whether a king of `seat` on a cell has another beside it in direction `d`.
    pub(super) fn leads(&self, seat: usize, from: u8, d: usize, to: u8) -> bool {
        let crossing = self.tables.king_crosses[seat];
        self.tables.cells.has(to) && self.geometry.back(G::Set::one(to), d, crossing).has(from)
    }

    /// Whether `seat` could move or jump if its turn began here (Checkers 7.2).
    #[inline(always)]
    pub(super) fn can_act(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> bool {
        by_numbers!(state.stacks, K, NUMBERS => self.can_act_by::<NUMBERS>(state, seat))
    }

    /// The same by who knows whether men have `NUMBERS`.
    #[inline(never)]
    fn can_act_by<const NUMBERS: bool>(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> bool {
        let own = state.owned[seat];
        if own.is_empty() {
            return false;
        }
        let army = self.army(state, seat, own);
        army.can_move() || army.can_jump::<NUMBERS>()
    }

    /// Whether `seat` could jump with one of `own` now.
    #[inline(always)]
    pub(super) fn can_jump(&self, state: &State<G::Set, K, SEATS>, seat: usize, own: G::Set) -> bool {
        by_numbers!(state.stacks, K, NUMBERS => if NUMBERS {
            self.can_jump_by_numbers(state, seat, own)
        } else {
            self.army(state, seat, own).can_jump::<false>()
        })
    }

    /// The same in games with numbers. (Whether it is a part of all who ask is left to the compiler.)
    #[inline]
    fn can_jump_by_numbers(&self, state: &State<G::Set, K, SEATS>, seat: usize, own: G::Set) -> bool {
        self.army(state, seat, own).can_jump::<true>()
    }

    /// Whether a step is legal.
    pub(super) fn allows(&self, state: &State<G::Set, K, SEATS>, step: Step) -> bool {
        let d = step.direction as usize;
        if state.counted_out.is_some() || d >= DIRS {
            return false;
        }
        let reach = self.reach(state);
        reach.from[d].has(step.from) && step == self.step_from(step.from, d, reach.jumping)
    }

    /// Makes a step.
    #[inline]
    pub(super) fn make(&self, state: &mut State<G::Set, K, SEATS>, step: Step) {
        let seat = state.seat as usize;
        let (from, to) = (G::Set::one(step.from), G::Set::one(step.to));
        let king = !(state.kings & from).is_empty();
        state.owned[seat] = (state.owned[seat] & !from) | to;
        state.kings = (state.kings & !from) | to.only_if(king);
        let crowned = !king && !(to & self.tables.king_row[seat]).is_empty();
        let quiet = step.over == NOWHERE && king;
        if step.over == NOWHERE {
            state.stacks.carry(step.from, step.to);
        } else {
            self.take(state, seat, step);
        }
        // A crowned man stops (Checkers 6.2).
        if crowned {
            state.kings = state.kings | to;
            state.stacks.crown(step.to);
        } else if step.over != NOWHERE && self.can_jump(state, seat, to) {
            state.jumper = step.to;
            return;
        }
        self.end_turn(state, step, quiet, crowned);
    }

    /// What a jump takes (Checkers 5.3).
    #[inline(always)]
    fn take(&self, state: &mut State<G::Set, K, SEATS>, seat: usize, step: Step) {
        let over = G::Set::one(step.over);
        let freed = state.stacks.jump(step.from, step.over, step.to);
        if SEATS == 2 {
            state.owned[seat ^ 1] = state.owned[seat ^ 1] & !over;
        } else {
            for owned in &mut state.owned {
                *owned = *owned & !over;
            }
        }
        state.kings = state.kings & !over;
        if let Some(top) = freed {
            let owner = bounded::<SEATS>(top.seat);
            state.owned[owner] = state.owned[owner] | over;
            state.kings = state.kings | over.only_if(top.king);
        }
        state.jumped = state.jumped | over;
        state.disturb();
    }

    /// Counts the turn, passes it on and looks for endings by counting.
    #[inline(always)]
    fn end_turn(&self, state: &mut State<G::Set, K, SEATS>, step: Step, quiet: bool, crowned: bool) {
        state.jumper = NOWHERE;
        state.jumped = G::Set::EMPTY;
        if K::STACKED {
            state.crown = if crowned { 0 } else { state.crown.saturating_add(1) };
        }
        if quiet {
            self.count_quiet(state, step);
        } else {
            state.disturb();
        }
        self.pass_on(state);
        if quiet {
            state.look_back();
        }
        if quiet || K::STACKED {
            state.counted_out = self.count_out(state);
        }
    }

    /// Whether there are no men but those that have no cell ahead of them (Tri-Checkers 11.4).
    fn only_kings_left(&self, state: &State<G::Set, K, SEATS>) -> bool {
        (0..self.tables.seats()).all(|seat| {
            let men = state.owned[seat] & !state.kings;
            let ahead = (0..G::MOVES).fold(G::Set::EMPTY, |all, d| {
                let men = men.only_if(self.tables.ahead[seat] >> d & 1 == 1);
                all | men & self.geometry.back(self.tables.cells, d, self.tables.man_crosses[seat])
            });
            ahead.is_empty()
        })
    }

    /// Counts and lists a king's move (Checkers 8.1, 8.3).
    #[inline(always)]
    fn count_quiet(&self, state: &mut State<G::Set, K, SEATS>, step: Step) {
        state.quiet = state.quiet.saturating_add(1);
        let listed = state.listed;
        if u16::from(listed) < self.tables.quiet_turns()
            && let Some(turn) = state.turns_mut().get_mut(listed as usize)
        {
            *turn = [step.from, step.to];
            state.listed += 1;
            state.left = state.left | G::Set::one(step.from);
        }
    }

    /// The ending by counting that a position at the beginning of a turn is, if its seat can act (Checkers
    /// 9.4 to 9.6, Tri-Checkers 11.4 to 11.7).
    #[inline(always)]
    pub(super) fn count_out(&self, state: &State<G::Set, K, SEATS>) -> Option<Reason> {
        let kings_only = !K::STACKED && self.tables.forty_moves && self.only_kings_left(state);
        if kings_only && state.quiet >= FORTY {
            Some(Reason::FortyMoves)
        } else if kings_only {
            None
        } else if state.quiet >= self.tables.quiet_turns() {
            Some(Reason::NoProgress)
        } else if K::STACKED && state.crown >= self.tables.crownless_turns() {
            Some(Reason::NoCrowning)
        } else if state.stood_before >= 2 {
            Some(Reason::Repetition)
        } else {
            None
        }
    }
}

/// The stacks of a seat that may step, and what is about them.
struct Army<'a, G: Geometry, K, const DIRS: usize> {
    geometry: &'a G,
    stacks: &'a K,
    men: G::Set,
    kings: G::Set,
    /// The stacks with a king on top, of all seats.
    enemy_kings: G::Set,
    prey: G::Set,
    empty: G::Set,
    /// The directions of men, as bits.
    ahead: u16,
    man_crosses: Edges,
    king_crosses: Edges,
}

impl<G: Geometry, K: Stacks, const DIRS: usize> Army<'_, G, K, DIRS> {
    /// The men that go in direction `d`.
    #[inline(always)]
    fn men_ahead(&self, d: usize) -> G::Set {
        self.men.only_if(self.ahead >> d & 1 == 1)
    }

    /// The cells from which one jumps over one of `prey` in direction `d`.
    #[inline(always)]
    fn before(&self, prey: G::Set, d: usize, crossing: Edges) -> G::Set {
        let over = self.geometry.back(self.empty, d, crossing) & prey;
        self.geometry.back(over, d, crossing)
    }

    /// The stacks that can jump in direction `d` (Checkers 5.2). `NUMBERS` tells whether men have numbers.
    #[inline(always)]
    fn jumps_in<const NUMBERS: bool>(&self, d: usize) -> G::Set {
        let men = self.men_ahead(d);
        if !NUMBERS && self.man_crosses == self.king_crosses {
            return (men | self.kings) & self.before(self.prey, d, self.man_crosses);
        }
        let kings = self.kings & self.before(self.prey, d, self.king_crosses);
        if G::LARGE {
            kings | self.men_jump_in::<NUMBERS>(d)
        } else {
            kings | self.men_jump::<NUMBERS>(men, d)
        }
    }

    /// The same where there are no kings.
    #[inline(always)]
    fn men_jump_in<const NUMBERS: bool>(&self, d: usize) -> G::Set {
        if self.ahead >> d & 1 == 1 { self.men_jump::<NUMBERS>(self.men, d) } else { G::Set::EMPTY }
    }

    /// Those of `men` that can jump in direction `d`.
    #[inline(always)]
    fn men_jump<const NUMBERS: bool>(&self, men: G::Set, d: usize) -> G::Set {
        if !NUMBERS {
            return men & self.before(self.prey, d, self.man_crosses);
        }
        // A man jumps no king, and no man with a higher number (Checkers 10.2).
        let men = men & self.before(self.prey & !self.enemy_kings, d, self.man_crosses);
        let mut high = men;
        men.each(|man| {
            if self.stacks.number(self.geometry.next(man, d)) > self.stacks.number(man) {
                high = high ^ G::Set::one(man);
            }
        });
        high
    }

    /// The stacks that can move in direction `d` (Checkers 5.1).
    #[inline(always)]
    fn moves_in(&self, d: usize) -> G::Set {
        let men = self.men_ahead(d);
        if self.man_crosses == self.king_crosses {
            return (men | self.kings) & self.geometry.back(self.empty, d, self.man_crosses);
        }
        men & self.geometry.back(self.empty, d, self.man_crosses)
            | self.kings & self.geometry.back(self.empty, d, self.king_crosses)
    }

    /// Whether it pays to ask: most of the time there are no kings, and men go ahead only.
    #[inline(always)]
    fn is_men_only(&self) -> bool {
        G::LARGE && self.kings.is_empty()
    }

    #[inline(always)]
    fn jumps<const NUMBERS: bool>(&self) -> [G::Set; DIRS] {
        let mut from = [G::Set::EMPTY; DIRS];
        if self.is_men_only() {
            for (d, from) in from.iter_mut().enumerate() {
                *from = self.men_jump_in::<NUMBERS>(d);
            }
        } else {
            for (d, from) in from.iter_mut().enumerate() {
                *from = self.jumps_in::<NUMBERS>(d);
            }
        }
        from
    }

    #[inline(always)]
    fn moves(&self) -> [G::Set; DIRS] {
        let mut from = [G::Set::EMPTY; DIRS];
        for (d, from) in from.iter_mut().enumerate().take(G::MOVES) {
            *from = self.moves_in(d);
        }
        from
    }

    #[inline(always)]
    fn can_jump<const NUMBERS: bool>(&self) -> bool {
        if self.is_men_only() {
            in_one_of(DIRS, |d| self.men_jump_in::<NUMBERS>(d))
        } else {
            any(&self.jumps::<NUMBERS>())
        }
    }

    #[inline(always)]
    fn can_move(&self) -> bool {
        if G::LARGE { in_one_of(G::MOVES, |d| self.moves_in(d)) } else { any(&self.moves()) }
    }
}

/// A seat as an index into what is kept for `SEATS`. (No seat is beyond; where saying so is not for free, the
/// bound is checked.)
#[inline(always)]
fn bounded<const SEATS: usize>(seat: u8) -> usize {
    if SEATS.is_power_of_two() { seat as usize % SEATS } else { seat as usize }
}

/// Whether in one of so many directions there is a cell. (`Iterator::any` would be called, where it is asked
/// in two places.)
#[inline(always)]
fn in_one_of<S: Set>(directions: usize, found: impl Fn(usize) -> S) -> bool {
    for d in 0..directions {
        if !found(d).is_empty() {
            return true;
        }
    }
    false
}

/// Whether one of the sets has a cell.
#[inline(always)]
fn any<S: Set, const D: usize>(sets: &[S; D]) -> bool {
    !S::union(sets).is_empty()
}
