//! The rules: legal steps, making them, and how a game ends.

use super::engine::{LegalSteps, Step};
use super::game::Checkers;
use super::geometry::Geometry;
use super::stacks::{PIECES, Stacks};
use super::state::State;
use crate::board::{Bitboard, Board, NO_CELL};
use crate::game::roles::{Actions, Rules};
use crate::game::{Actor, Outcome, Rng, Seat, Spec, Standing, below};
use crate::packing::Packing;

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Rules for Checkers<G, K, SEATS, DIRS> {
    type State = State<G::Set, K, SEATS>;
    type Step = Step;
    const PACKING: Packing<State<G::Set, K, SEATS>> = Packing::fields();

    fn spec(&self) -> &Spec {
        &self.info.spec
    }

    fn board(&self) -> &Board {
        &self.tables().board
    }

    fn start(&self, rng: &mut Rng) -> State<G::Set, K, SEATS> {
        let mut state = self.start.clone();
        if self.numbers() {
            for (seat, men) in self.men.iter().enumerate() {
                let mut numbers: [u8; PIECES] = std::array::from_fn(|at| at as u8 + 1);
                for last in (1..men.len()).rev() {
                    numbers.swap(last, below(rng, last + 1));
                }
                for (&cell, number) in men.iter().zip(numbers) {
                    state.stacks.renumber(Seat::from_index(seat), cell, number);
                }
            }
        }
        state
    }

    #[inline]
    fn actor(&self, state: &State<G::Set, K, SEATS>) -> Actor {
        let can_go_on = state.multi_jump_from != NO_CELL
            || state.end_reason.is_none() && self.engine.can_act(state, state.seat.index());
        if can_go_on { Actor::Seat(state.seat) } else { Actor::Over }
    }

    fn mover(&self, state: &State<G::Set, K, SEATS>) -> Actor {
        Actor::Seat(state.seat)
    }

    fn outcome(&self, state: &State<G::Set, K, SEATS>) -> Option<Outcome> {
        self.engine.outcome(state)
    }

    fn mid_turn(&self, state: &State<G::Set, K, SEATS>) -> bool {
        state.multi_jump_from != NO_CELL
    }

    /// A seat is out if it has no piece on the board, not even a prisoner.
    fn standing(&self, state: &State<G::Set, K, SEATS>, seat: Seat) -> Standing {
        if self.engine.has_pieces(state, seat.index()) { Standing::In } else { Standing::Out }
    }

    /// A man in a stack of the seat counts 1, a king 1.5. Prisoners do not count.
    fn material(&self, state: &State<G::Set, K, SEATS>, seat: Seat) -> f32 {
        let [pieces, kings] = state.stacks.free_pieces(seat).unwrap_or_else(|| {
            let owned = state.owned[seat.index()];
            [owned.count() as u32, (owned & state.kings).count() as u32]
        });
        pieces as f32 + 0.5 * kings as f32
    }

    #[inline]
    fn each_step(&self, state: &State<G::Set, K, SEATS>, mut visit: impl FnMut(Step)) {
        if state.end_reason.is_some() {
            return;
        }
        let legal = self.engine.legal(state);
        for (d, from) in legal.from.into_iter().enumerate() {
            from.each(|cell| visit(self.engine.step_from(cell, d, legal.jumping)));
        }
    }

    #[inline]
    fn count(&self, state: &State<G::Set, K, SEATS>) -> usize {
        if state.end_reason.is_some() { 0 } else { G::count(&self.engine.legal(state).from) }
    }

    fn pick_cold(
        &self,
        state: &State<G::Set, K, SEATS>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        if state.end_reason.is_some() { None } else { self.pick_from(&self.engine.legal(state), choose) }
    }

    #[inline(always)]
    fn pick(&self, state: &State<G::Set, K, SEATS>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    fn is_legal(&self, state: &State<G::Set, K, SEATS>, step: Step) -> bool {
        self.engine.is_legal(state, step)
    }

    #[inline]
    fn apply(&self, state: &mut State<G::Set, K, SEATS>, step: Step) {
        self.engine.apply(state, step);
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Checkers<G, K, SEATS, DIRS> {
    /// Returns the legal step that `choose` selects.
    #[inline(always)]
    pub(super) fn pick_from(
        &self,
        legal: &LegalSteps<G::Set, DIRS>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        let (d, from) = G::pick(&legal.from, choose)?;
        Some(self.engine.step_from(from, d, legal.jumping))
    }
}
