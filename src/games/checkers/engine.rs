//! Legal steps and what a step does (Checkers 5, 6, 8).

use super::geometry::Geometry;
use super::movers::{Movers, any_cell};
use super::positional::StackValues;
use super::stacks::{Stacks, dispatch_numbers};
use super::state::State;
use super::tables::Tables;
use crate::board::{Bitboard, NO_CELL};
use crate::game::{Reason, Seat};

/// One move or one jump. Cells are bits of the bitboards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    pub(super) from: u8,
    /// The jumped cell; [`NO_CELL`] for a move.
    pub(super) over: u8,
    pub(super) to: u8,
    pub(super) direction: u8,
}

/// The rules of play on a geometry `G`, with stacks represented by `K`, and jumps in `DIRS` directions.
#[derive(Clone, Debug)]
pub struct Engine<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> {
    pub(super) geometry: G,
    pub(super) tables: Tables<G::Set, SEATS>,
    pub(super) stack_values: StackValues<SEATS>,
    stacks: std::marker::PhantomData<fn() -> K>,
}

/// The legal steps: by direction, the cells that stacks can leave in this direction.
pub(super) struct LegalSteps<S, const DIRS: usize> {
    pub(super) from: [S; DIRS],
    pub(super) jumping: bool,
}

/// The number of turns after which a game with kings only ends (Tri-Checkers 11.4).
const KINGS_ONLY_LIMIT: u16 = 40;

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Engine<G, K, SEATS, DIRS> {
    /// Creates the rules on these tables.
    pub fn new(geometry: G, tables: Tables<G::Set, SEATS>) -> Self {
        let stack_values = StackValues::new(&geometry, &tables);
        Engine { geometry, tables, stack_values, stacks: std::marker::PhantomData }
    }

    /// Returns the stacks that `seat` can jump: its enemies' (Checkers 5.8), unless they were jumped in this
    /// turn (Checkers 5.6).
    #[inline(always)]
    fn jumpable_stacks(&self, state: &State<G::Set, K, SEATS>, seat: usize, occupied: G::Set) -> G::Set {
        if SEATS == 2 {
            return state.owned[seat ^ 1] & !state.jumped;
        }
        if self.tables.no_partners {
            return occupied & !state.owned[seat] & !state.jumped;
        }
        let mut jumpable = G::Set::EMPTY;
        for &enemy in &self.tables.enemy_list[seat][..self.tables.num_enemies] {
            jumpable = jumpable | state.owned[seat_index::<SEATS>(enemy)];
        }
        jumpable & !state.jumped
    }

    /// Returns the stacks `own` of `seat`, with the board as they see it.
    #[inline(always)]
    fn movers<'a>(
        &'a self,
        state: &'a State<G::Set, K, SEATS>,
        seat: usize,
        own: G::Set,
    ) -> Movers<'a, G, K, DIRS> {
        let occupied = state.occupied();
        Movers {
            geometry: &self.geometry,
            stacks: &state.stacks,
            men: own & !state.kings,
            kings: own & state.kings,
            enemy_kings: state.kings,
            jumpable: self.jumpable_stacks(state, seat, occupied),
            empty: self.tables.cells & !occupied,
            man_directions: self.tables.man_directions[seat],
            man_edges: self.tables.man_edges[seat],
            king_edges: self.tables.king_edges[seat],
        }
    }

    /// Returns the legal steps: jumps if there are any (Checkers 5.4). In the middle of a turn only the
    /// jumping stack can step (Checkers 5.5).
    #[inline(never)]
    pub(super) fn legal(&self, state: &State<G::Set, K, SEATS>) -> LegalSteps<G::Set, DIRS> {
        dispatch_numbers!(state.stacks, K, NUMBERS => self.legal_with_numbers::<NUMBERS>(state))
    }

    /// Same as `legal`, if it is known whether men have numbers. Inlined into the loop of random games.
    #[inline]
    pub(super) fn legal_with_numbers<const NUMBERS: bool>(
        &self,
        state: &State<G::Set, K, SEATS>,
    ) -> LegalSteps<G::Set, DIRS> {
        let seat = state.seat.index();
        let own = if state.multi_jump_from == NO_CELL {
            state.owned[seat]
        } else {
            G::Set::one(state.multi_jump_from)
        };
        let movers = self.movers(state, seat, own);
        let jumps = movers.jumps::<NUMBERS>();
        if any_cell(&jumps) {
            return LegalSteps { from: jumps, jumping: true };
        }
        LegalSteps { from: movers.moves(), jumping: false }
    }

    /// Returns the step that leaves a cell in a direction.
    #[inline(always)]
    pub(super) fn step_from(&self, from: u8, d: usize, jumping: bool) -> Step {
        let next = self.geometry.next(from, d);
        let (over, to) = if jumping { (next, self.geometry.next(next, d)) } else { (NO_CELL, next) };
        Step { from, over, to, direction: d as u8 }
    }

    /// Whether `to` is the neighbor of `from` in direction `d`, for kings of `seat`.
    pub(super) fn is_adjacent(&self, seat: usize, from: u8, d: usize, to: u8) -> bool {
        let edges = self.tables.king_edges[seat];
        self.tables.cells.has(to) && self.geometry.step_back(G::Set::one(to), d, edges).has(from)
    }

    /// Whether `seat` could move or jump if its turn began here (Checkers 7.2).
    #[inline(always)]
    pub(super) fn can_act(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> bool {
        dispatch_numbers!(state.stacks, K, NUMBERS => self.can_act_with_numbers::<NUMBERS>(state, seat))
    }

    /// Same as `can_act`, if it is known whether men have numbers.
    #[inline(never)]
    fn can_act_with_numbers<const NUMBERS: bool>(
        &self,
        state: &State<G::Set, K, SEATS>,
        seat: usize,
    ) -> bool {
        let own = state.owned[seat];
        if own.is_empty() {
            return false;
        }
        let movers = self.movers(state, seat, own);
        movers.can_move() || movers.can_jump::<NUMBERS>()
    }

    /// Whether `seat` could jump with one of `own` now.
    #[inline(always)]
    pub(super) fn can_jump(&self, state: &State<G::Set, K, SEATS>, seat: usize, own: G::Set) -> bool {
        dispatch_numbers!(state.stacks, K, NUMBERS => if NUMBERS {
            self.can_jump_by_numbers(state, seat, own)
        } else {
            self.movers(state, seat, own).can_jump::<false>()
        })
    }

    /// Same as `can_jump` in games with numbers. The compiler decides whether to inline it.
    #[inline]
    fn can_jump_by_numbers(&self, state: &State<G::Set, K, SEATS>, seat: usize, own: G::Set) -> bool {
        self.movers(state, seat, own).can_jump::<true>()
    }

    /// Whether a step is legal.
    pub(super) fn is_legal(&self, state: &State<G::Set, K, SEATS>, step: Step) -> bool {
        let d = step.direction as usize;
        if state.end_reason.is_some() || d >= DIRS {
            return false;
        }
        let legal = self.legal(state);
        legal.from[d].has(step.from) && step == self.step_from(step.from, d, legal.jumping)
    }

    /// Makes a step.
    #[inline]
    pub(super) fn apply(&self, state: &mut State<G::Set, K, SEATS>, step: Step) {
        let seat = state.seat.index();
        let (from, to) = (G::Set::one(step.from), G::Set::one(step.to));
        let king = !(state.kings & from).is_empty();
        state.owned[seat] = (state.owned[seat] & !from) | to;
        state.kings = (state.kings & !from) | to.only_if(king);
        let crowned = !king && !(to & self.tables.king_row[seat]).is_empty();
        let quiet = step.over == NO_CELL && king;
        if step.over == NO_CELL {
            state.stacks.move_stack(step.from, step.to);
        } else {
            self.capture(state, seat, step);
        }
        // A crowned man ends its turn (Checkers 6.2).
        if crowned {
            state.kings = state.kings | to;
            state.stacks.crown(step.to);
        } else if step.over != NO_CELL && self.can_jump(state, seat, to) {
            state.multi_jump_from = step.to;
            return;
        }
        self.end_turn(state, step, quiet, crowned);
    }

    /// Captures the jumped piece (Checkers 5.3).
    #[inline(always)]
    fn capture(&self, state: &mut State<G::Set, K, SEATS>, seat: usize, step: Step) {
        let over = G::Set::one(step.over);
        let uncovered = state.stacks.jump(step.from, step.over, step.to);
        if SEATS == 2 {
            state.owned[seat ^ 1] = state.owned[seat ^ 1] & !over;
        } else {
            for owned in &mut state.owned {
                *owned = *owned & !over;
            }
        }
        state.kings = state.kings & !over;
        if let Some(top) = uncovered {
            let owner = seat_index::<SEATS>(top.seat);
            state.owned[owner] = state.owned[owner] | over;
            state.kings = state.kings | over.only_if(top.king);
        }
        state.jumped = state.jumped | over;
        state.reset_quiet();
    }

    /// Updates the counters, passes the turn and detects endings by counters.
    #[inline(always)]
    fn end_turn(&self, state: &mut State<G::Set, K, SEATS>, step: Step, quiet: bool, crowned: bool) {
        state.multi_jump_from = NO_CELL;
        state.jumped = G::Set::EMPTY;
        if K::STACKED {
            state.crown = if crowned { 0 } else { state.crown.saturating_add(1) };
        }
        if quiet {
            self.record_quiet_turn(state, step);
        } else {
            state.reset_quiet();
        }
        self.pass_turn(state);
        if quiet {
            state.update_repetitions();
        }
        if quiet || K::STACKED {
            state.end_reason = self.find_end_reason(state);
        }
    }

    /// Whether all men are on cells without a cell in front of them (Tri-Checkers 11.4).
    fn only_kings_can_move(&self, state: &State<G::Set, K, SEATS>) -> bool {
        (0..self.tables.seats()).all(|seat| {
            let men = state.owned[seat] & !state.kings;
            let movable = (0..G::MOVE_DIRECTIONS).fold(G::Set::EMPTY, |all, d| {
                let men = men.only_if(self.tables.man_directions[seat] >> d & 1 == 1);
                all | men & self.geometry.step_back(self.tables.cells, d, self.tables.man_edges[seat])
            });
            movable.is_empty()
        })
    }

    /// Counts and records a king's move (Checkers 8.1, 8.3).
    #[inline(always)]
    fn record_quiet_turn(&self, state: &mut State<G::Set, K, SEATS>, step: Step) {
        state.quiet = state.quiet.saturating_add(1);
        let listed = state.num_quiet_turns;
        if u16::from(listed) < self.tables.quiet_turns()
            && let Some(turn) = state.turns_mut().get_mut(listed as usize)
        {
            *turn = [step.from, step.to];
            state.num_quiet_turns += 1;
            state.vacated = state.vacated | G::Set::one(step.from);
        }
    }

    /// Returns why a counter ends the game at the beginning of a turn, provided that the seat can act
    /// (Checkers 9.4 to 9.6, Tri-Checkers 11.4 to 11.7).
    #[inline(always)]
    pub(super) fn find_end_reason(&self, state: &State<G::Set, K, SEATS>) -> Option<Reason> {
        let kings_only = !K::STACKED && self.tables.kings_only_limit && self.only_kings_can_move(state);
        if kings_only && state.quiet >= KINGS_ONLY_LIMIT {
            Some(Reason::FortyMoves)
        } else if kings_only {
            None
        } else if state.quiet >= self.tables.quiet_turns() {
            Some(Reason::NoProgress)
        } else if K::STACKED && state.crown >= self.tables.crownless_turns() {
            Some(Reason::NoCrowning)
        } else if state.repetitions >= 2 {
            Some(Reason::Repetition)
        } else {
            None
        }
    }
}

/// Returns a seat as an index of an array of `SEATS`. Seats are always in bounds. The remainder proves it to
/// the compiler if it costs nothing; otherwise the bounds check stays.
#[inline(always)]
fn seat_index<const SEATS: usize>(seat: Seat) -> usize {
    if SEATS.is_power_of_two() { seat.index() % SEATS } else { seat.index() }
}
