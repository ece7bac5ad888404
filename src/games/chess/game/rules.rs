//! The rules of a variant as those of a game.

use super::variant::{ChessVariant, State};
use super::{ChessGame, picked};
use crate::board::Board;
use crate::game::roles::{Actions, Rules};
use crate::game::{Actor, Outcome, Rng, Seat, Spec};
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::step::{MoveKind, Step, UciMove};
use crate::packing::Packing;

impl<V: ChessVariant> Rules for ChessGame<V> {
    type State = State<V::Extra>;
    type Step = Step;
    const CHANCE: bool = V::CHANCE;
    const PACKING: Packing<State<V::Extra>> = Packing::fields();

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self, rng: &mut Rng) -> State<V::Extra> {
        self.variant.start(rng)
    }

    fn actor(&self, state: &State<V::Extra>) -> Actor {
        let mut moves = <(V::Moves, ChoiceSet)>::default();
        self.fill(state, &mut moves);
        if moves.any() { self.mover(state) } else { Actor::Over }
    }

    #[inline(always)]
    fn mover(&self, state: &State<V::Extra>) -> Actor {
        self.variant.mover(state)
    }

    fn mid_turn(&self, state: &State<V::Extra>) -> bool {
        self.variant.mid_turn(state)
    }

    fn chance(&self, state: &State<V::Extra>, visit: impl FnMut(Step, f64)) {
        self.variant.chance(state, visit);
    }

    fn outcome(&self, state: &State<V::Extra>) -> Option<Outcome> {
        self.variant.outcome(state)
    }

    fn material(&self, state: &State<V::Extra>, seat: Seat) -> f32 {
        self.variant.material(state, seat)
    }

    fn each_step(&self, state: &State<V::Extra>, visit: impl FnMut(Step)) {
        let mut moves = <(V::Moves, ChoiceSet)>::default();
        self.fill(state, &mut moves);
        moves.each(&state.position, visit);
    }

    #[inline(always)]
    fn count(&self, state: &State<V::Extra>) -> usize {
        if self.variant.is_ended(state) {
            return 0;
        }
        if let Some(choices) = self.variant.only_choices(state) {
            return choices.count();
        }
        let mut moves = V::Moves::default();
        self.variant.add_legal(state, &mut moves);
        moves.count()
    }

    fn pick_cold(&self, state: &State<V::Extra>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        let mut moves = <(V::Moves, ChoiceSet)>::default();
        self.fill(state, &mut moves);
        picked(&moves, &state.position, choose)
    }

    #[inline(always)]
    fn pick(&self, state: &State<V::Extra>, choose: impl FnOnce(usize) -> usize) -> Option<Step> {
        self.pick_and_mask(state, None, choose)
    }

    fn is_legal(&self, state: &State<V::Extra>, step: Step) -> bool {
        let named = || UciMove {
            from: step.from(),
            to: step.target(self.variant.castling_notation()),
            promotion: step.promotion(),
        };
        let is_named = || self.variant.find_step(state, named()) == Some(step);
        (step.move_kind() == MoveKind::Choice || step.shadow().is_some() || is_named())
            && self.offers(state, step)
    }

    #[inline(always)]
    fn apply(&self, state: &mut State<V::Extra>, step: Step) {
        self.variant.apply(state, step);
    }

    fn bulk_perft(&self, state: &State<V::Extra>, depth: u32) -> Option<u64> {
        self.variant.bulk_perft(state, depth)
    }
}
