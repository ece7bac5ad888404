//! How the games are played: where stacks may go, and what a step does (Checkers 5, 6, 8).

use super::geometry::{Geometry, MOVES};
use super::stacks::Stacks;
use super::state::{NOWHERE, State};
use super::tables::Tables;
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
pub struct Engine<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize, const QUIET: usize> {
    pub(super) geometry: G,
    pub(super) tables: Tables<G::Set, SEATS>,
    stacks: std::marker::PhantomData<fn() -> K>,
}

/// Where the stacks that may step can go: by direction, the cells from which a step leads there.
pub(super) struct Reach<S, const DIRS: usize> {
    pub(super) from: [S; DIRS],
    pub(super) jumping: bool,
}

/// Checkers 9.5, for one seat: rounds without a crowning.
const CROWN_ROUNDS: u16 = 200;

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize, const QUIET: usize>
    Engine<G, K, SEATS, DIRS, QUIET>
{
    /// The turns without a crowning that make a draw (Checkers 9.5).
    pub(super) const CROWN: u16 = CROWN_ROUNDS * SEATS as u16;

    /// The rules on these tables.
    pub fn new(geometry: G, tables: Tables<G::Set, SEATS>) -> Self {
        Engine { geometry, tables, stacks: std::marker::PhantomData }
    }

    /// The men that go in direction `d`.
    #[inline(always)]
    fn men_ahead(&self, men: G::Set, seat: usize, d: usize) -> G::Set {
        men.only_if(self.tables.ahead[seat] >> d & 1 == 1)
    }

    /// The stacks that `seat` may jump: its enemies' (Checkers 5.8), if not jumped in this turn (Checkers 5.6).
    #[inline(always)]
    fn prey(&self, state: &State<G::Set, K, SEATS, QUIET>, seat: usize) -> G::Set {
        if SEATS == 2 {
            return state.owned[seat ^ 1] & !state.jumped;
        }
        let enemies = self.tables.enemies[seat];
        let mut prey = G::Set::EMPTY;
        for (other, &owned) in state.owned.iter().enumerate() {
            prey = prey | owned.only_if(enemies >> other & 1 == 1);
        }
        prey & !state.jumped
    }

    /// The cells of `own` from which a jump leads in each direction (Checkers 5.2).
    #[inline(always)]
    fn jumps(&self, state: &State<G::Set, K, SEATS, QUIET>, seat: usize, own: G::Set) -> [G::Set; DIRS] {
        let (men, kings) = (own & !state.kings, own & state.kings);
        let (prey, empty) = (self.prey(state, seat), self.tables.cells & !state.occupied());
        let (man_crosses, king_crosses) = (self.tables.man_crosses[seat], self.tables.king_crosses[seat]);
        // The cells from which one jumps over one of `prey` in direction d.
        let before = |prey: G::Set, d: usize, crossing| {
            let over = self.geometry.back(empty, d, crossing) & prey;
            self.geometry.back(over, d, crossing)
        };
        let mut from = [G::Set::EMPTY; DIRS];
        for (d, from) in from.iter_mut().enumerate() {
            let men = self.men_ahead(men, seat, d);
            *from = if K::NUMBERS {
                // A man jumps no king (Checkers 10.2).
                let men = men & before(prey & !state.kings, d, man_crosses);
                self.high_enough(&state.stacks, men, d) | kings & before(prey, d, king_crosses)
            } else if man_crosses == king_crosses {
                (men | kings) & before(prey, d, man_crosses)
            } else {
                men & before(prey, d, man_crosses) | kings & before(prey, d, king_crosses)
            };
        }
        from
    }

    /// Those of `men` whose number is not lower than that of the man next to them in direction `d` (Checkers 10.2).
    #[inline(always)]
    fn high_enough(&self, stacks: &K, men: G::Set, d: usize) -> G::Set {
        let mut high = men;
        men.each(|man| {
            if stacks.number(self.geometry.next(man, d)) > stacks.number(man) {
                high = high ^ G::Set::one(man);
            }
        });
        high
    }

    /// The cells of `own` from which a move leads in each direction (Checkers 5.1).
    #[inline(always)]
    fn moves(&self, state: &State<G::Set, K, SEATS, QUIET>, seat: usize, own: G::Set) -> [G::Set; DIRS] {
        let (men, kings) = (own & !state.kings, own & state.kings);
        let empty = self.tables.cells & !state.occupied();
        let (man_crosses, king_crosses) = (self.tables.man_crosses[seat], self.tables.king_crosses[seat]);
        let mut from = [G::Set::EMPTY; DIRS];
        for (d, from) in from.iter_mut().enumerate().take(MOVES) {
            let men = self.men_ahead(men, seat, d);
            *from = if man_crosses == king_crosses {
                (men | kings) & self.geometry.back(empty, d, man_crosses)
            } else {
                men & self.geometry.back(empty, d, man_crosses)
                    | kings & self.geometry.back(empty, d, king_crosses)
            };
        }
        from
    }

    /// Where the seat to act may go: jumps if there are any (Checkers 5.4); in the middle of a turn the jumping stack alone (Checkers 5.5).
    #[inline]
    pub(super) fn reach(&self, state: &State<G::Set, K, SEATS, QUIET>) -> Reach<G::Set, DIRS> {
        let seat = state.seat as usize;
        let own = if state.jumper == NOWHERE { state.owned[seat] } else { G::Set::one(state.jumper) };
        let jumps = self.jumps(state, seat, own);
        if any(&jumps) {
            return Reach { from: jumps, jumping: true };
        }
        Reach { from: self.moves(state, seat, own), jumping: false }
    }

    /// The step from a cell of [`Reach`].
    #[inline(always)]
    pub(super) fn step_from(&self, from: u8, d: usize, jumping: bool) -> Step {
        let next = self.geometry.next(from, d);
        let (over, to) = if jumping { (next, self.geometry.next(next, d)) } else { (NOWHERE, next) };
        Step { from, over, to, direction: d as u8 }
    }

    /// Whether `seat` could move or jump if its turn began here (Checkers 7.2).
    #[inline(never)]
    pub(super) fn can_act(&self, state: &State<G::Set, K, SEATS, QUIET>, seat: usize) -> bool {
        let own = state.owned[seat];
        !own.is_empty() && (any(&self.moves(state, seat, own)) || any(&self.jumps(state, seat, own)))
    }

    /// Whether `seat` could jump with one of `own` now.
    #[inline(always)]
    pub(super) fn can_jump(&self, state: &State<G::Set, K, SEATS, QUIET>, seat: usize, own: G::Set) -> bool {
        any(&self.jumps(state, seat, own))
    }

    /// Whether a step is legal, without looking at others than it must.
    pub(super) fn allows(&self, state: &State<G::Set, K, SEATS, QUIET>, step: Step) -> bool {
        let (seat, d) = (state.seat as usize, step.direction as usize);
        let stack = G::Set::one(step.from);
        let chosen = if state.jumper == NOWHERE {
            state.owned[seat].has(step.from)
        } else {
            state.jumper == step.from
        };
        if state.drawn.is_some() || !chosen || step != self.step_from(step.from, d, step.over != NOWHERE) {
            return false;
        }
        if step.over != NOWHERE {
            !self.jumps(state, seat, stack)[d].is_empty()
        } else {
            state.jumper == NOWHERE
                && !self.moves(state, seat, stack)[d].is_empty()
                && !self.can_jump(state, seat, state.owned[seat])
        }
    }

    /// Makes a step.
    #[inline]
    pub(super) fn make(&self, state: &mut State<G::Set, K, SEATS, QUIET>, step: Step) {
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
    fn take(&self, state: &mut State<G::Set, K, SEATS, QUIET>, seat: usize, step: Step) {
        let over = G::Set::one(step.over);
        let freed = state.stacks.jump(step.from, step.over, step.to);
        if SEATS == 2 {
            state.owned[seat ^ 1] = state.owned[seat ^ 1] & !over;
        } else {
            state.owned = state.owned.map(|owned| owned & !over);
        }
        state.kings = state.kings & !over;
        if let Some(top) = freed {
            let owner = top.seat as usize % SEATS;
            state.owned[owner] = state.owned[owner] | over;
            state.kings = state.kings | over.only_if(top.king);
        }
        state.jumped = state.jumped | over;
        state.disturb();
    }

    /// Counts the turn, passes it on and looks for draws.
    #[inline(always)]
    fn end_turn(&self, state: &mut State<G::Set, K, SEATS, QUIET>, step: Step, quiet: bool, crowned: bool) {
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
        if quiet || K::STACKED {
            state.drawn = self.draw(state);
        }
    }

    /// Counts and lists a king's move (Checkers 8.1, 8.3).
    #[inline(always)]
    fn count_quiet(&self, state: &mut State<G::Set, K, SEATS, QUIET>, step: Step) {
        state.quiet = state.quiet.saturating_add(1);
        if let Some(turn) = state.turns.get_mut(state.listed as usize) {
            *turn = [step.from, step.to];
            state.listed += 1;
            state.left = state.left | G::Set::one(step.from);
        }
    }

    /// The draw that a position at the beginning of a turn is, if its seat can act (Checkers 9.4 to 9.6).
    #[inline(always)]
    pub(super) fn draw(&self, state: &State<G::Set, K, SEATS, QUIET>) -> Option<Reason> {
        if state.quiet as usize >= QUIET {
            Some(Reason::NoProgress)
        } else if K::STACKED && state.crown >= Self::CROWN {
            Some(Reason::NoCrowning)
        } else if state.stood_before(2) >= 2 {
            Some(Reason::Repetition)
        } else {
            None
        }
    }
}

/// Whether one of the sets has a cell.
#[inline(always)]
fn any<S: Set, const D: usize>(sets: &[S; D]) -> bool {
    !sets.iter().fold(S::EMPTY, |all, &set| all | set).is_empty()
}
