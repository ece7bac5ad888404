//! The rules: legal steps, making them, and how a game ends.

use super::apply;
use super::game::Draughts;
use super::layout::Layout;
use super::movegen::{self, LegalSteps, step_to};
use super::movement::{Movement, SetOf};
use super::state::{NO_SQUARE, State, Step};
use crate::board::{Bitboard, Board};
use crate::game::roles::{Actions, Rules};
use crate::game::{Actor, Outcome, Rng, Seat, Spec, below};
use crate::packing::Packing;

impl<M: Movement> Rules for Draughts<M> {
    type State = State<SetOf<M>>;
    type Step = Step;
    const PACKING: Packing<State<SetOf<M>>> = Packing::fields();

    fn spec(&self) -> &Spec {
        &self.tables.spec
    }

    fn board(&self) -> &Board {
        self.tables.squares.board()
    }

    fn start(&self, rng: &mut Rng) -> State<SetOf<M>> {
        let line = if self.tables.openings.len() > 1 { below(rng, self.tables.openings.len()) } else { 0 };
        self.tables.openings[line].clone()
    }

    fn actor(&self, state: &State<SetOf<M>>) -> Actor {
        if self.legal_cold(state).is_empty::<M::Layout>() { Actor::Over } else { Actor::Seat(state.turn) }
    }

    fn mover(&self, state: &State<SetOf<M>>) -> Actor {
        Actor::Seat(state.turn)
    }

    fn outcome(&self, state: &State<SetOf<M>>) -> Option<Outcome> {
        apply::outcome(self.movement, &self.tables.rules, state)
    }

    fn mid_turn(&self, state: &State<SetOf<M>>) -> bool {
        state.capturing != NO_SQUARE
    }

    fn material(&self, state: &State<SetOf<M>>, seat: Seat) -> f32 {
        let side = state.sides[seat.index() & 1];
        let kings = (side & state.kings).count() as f32;
        side.count() as f32 - kings + self.king_value() * kings
    }

    #[inline]
    fn each_step(&self, state: &State<SetOf<M>>, visit: impl FnMut(Step)) {
        self.legal_cold(state).each(self.movement, state, visit);
    }

    #[inline]
    fn count(&self, state: &State<SetOf<M>>) -> usize {
        self.legal(state).count::<M::Layout>()
    }

    fn pick_cold(&self, state: &State<SetOf<M>>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_from(state, &self.legal_cold(state), choose)
    }

    #[inline(always)]
    fn pick(&self, state: &State<SetOf<M>>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    #[inline]
    fn is_legal(&self, state: &State<SetOf<M>>, step: Step) -> bool {
        self.legal_cold(state).has(self.movement, state, step)
    }

    #[inline]
    fn apply(&self, state: &mut State<SetOf<M>>, step: Step) {
        apply::apply(self.movement, &self.tables.rules, state, step);
    }
}

impl<M: Movement> Draughts<M> {
    /// Returns the legal steps, none once the game is drawn.
    #[inline(always)]
    pub(super) fn legal(&self, state: &State<SetOf<M>>) -> LegalSteps<SetOf<M>> {
        movegen::legal_unless_drawn(self.movement, state)
    }

    /// Same as `legal`, but not inlined. For all callers except the loops that play and count.
    pub(super) fn legal_cold(&self, state: &State<SetOf<M>>) -> LegalSteps<SetOf<M>> {
        if state.draw.is_some() { LegalSteps::NONE } else { movegen::legal_cold(self.movement, state) }
    }

    /// Returns the step among `steps` that `choose` selects.
    #[inline(always)]
    pub(super) fn pick_from(
        &self,
        state: &State<SetOf<M>>,
        steps: &LegalSteps<SetOf<M>>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Step> {
        let mut before = [0; 8];
        let mut total = 0;
        for (before, landings) in before.iter_mut().zip(&steps.landings[..M::Layout::DIRECTIONS]) {
            *before = total;
            total += landings.count();
        }
        if total == 0 {
            return None;
        }
        let chosen = choose(total);
        let direction = before[1..M::Layout::DIRECTIONS]
            .iter()
            .map(|&before| usize::from(chosen >= before))
            .sum::<usize>();
        let to = steps.landings[direction].nth(chosen - before[direction]);
        Some(step_to(self.movement, state, direction, to, steps.jump))
    }
}
