//! The implementation of type-erased states, which is compiled for each game.

use super::draw_odds::DrawOdds;
use super::playouts::random_playout;
use super::vector::{DynEnvs, Envs};
use super::{Candidate, DynState, StepError};
use crate::board::{Board, Cell};
use crate::game::{
    Actor, Canvas, CellMark, FenError, Game, Mask, Outcome, Piece, PositionalTerms, Rng, Seat, Spec,
    Standing, TooManyTurns, Turn, apply_cold, collect_legal, extend_with_legal, mask_cold, random_step_cold,
    visible_stacks,
};
use crate::picture::Scene;
use foldhash::quality::FixedState;
use std::any::Any;
use std::hash::BuildHasher;
use std::sync::Arc;

/// Implements [`DynState`] for the state of a game.
pub(super) struct ErasedState<G: Game> {
    game: Arc<G>,
    odds: Option<Arc<DrawOdds>>,
    state: G::State,
    /// The legal steps, if they were listed last.
    listed: Vec<G::Step>,
}

impl<G: Game> ErasedState<G> {
    pub(super) fn new_boxed(
        game: &Arc<G>,
        odds: Option<&Arc<DrawOdds>>,
        state: G::State,
    ) -> Box<dyn DynState> {
        Box::new(ErasedState { game: game.clone(), odds: odds.cloned(), state, listed: Vec::new() })
    }

    /// Returns another state of the same game.
    fn boxed(&self, state: G::State) -> Box<dyn DynState> {
        ErasedState::new_boxed(&self.game, self.odds.as_ref(), state)
    }

    /// Returns the game and the state.
    pub(super) fn parts(&self) -> (&G, &G::State) {
        (&self.game, &self.state)
    }

    /// Reads a legal step.
    fn read(&self, text: &str) -> Result<G::Step, StepError> {
        if let Some(step) = self.game.read_step(&self.state, text) {
            return Ok(step);
        }
        refuse_if_over(self)?;
        Err(StepError::Illegal { message: self.game.explain_text(&self.state, text) })
    }

    fn number(&self, state: &G::State, step: G::Step) -> u32 {
        self.game.action(state, step) as u32
    }

    /// Converts consecutive steps to actions.
    fn numbers(&self, steps: &[G::Step]) -> Vec<u32> {
        let (mut state, mut numbers) = (self.state.clone(), Vec::with_capacity(steps.len()));
        for &step in steps {
            numbers.push(self.number(&state, step));
            apply_cold(&*self.game, &mut state, step);
        }
        numbers
    }

    /// Converts the steps of turns to actions.
    fn numbered(&self, turns: Vec<Turn<G::Step>>) -> Vec<Turn<u32>> {
        let mut numbered = Vec::with_capacity(turns.len());
        for turn in turns {
            numbered.push(Turn { text: turn.text, steps: self.numbers(&turn.steps) });
        }
        numbered
    }
}

fn refuse_if_over(state: &dyn DynState) -> Result<(), StepError> {
    match state.outcome() {
        Some(outcome) => Err(StepError::Over { reason: outcome.reason.as_str() }),
        None => Ok(()),
    }
}

impl<G: Game> DynState for ErasedState<G> {
    // The state as a value

    fn spec(&self) -> &Spec {
        self.odds.as_ref().map_or_else(|| self.game.spec(), |odds| &odds.spec)
    }

    fn board(&self) -> &Board {
        self.game.board()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn clone_box(&self) -> Box<dyn DynState> {
        self.boxed(self.state.clone())
    }

    fn copy_from(&mut self, other: &dyn DynState) -> bool {
        let other = other.as_any().downcast_ref::<ErasedState<G>>();
        other.map(|other| self.state.clone_from(&other.state)).is_some()
    }

    fn equals(&self, other: &dyn DynState) -> bool {
        other.downcast::<G>().is_some_and(|(_, other)| self.state == *other)
    }

    fn hash(&self) -> u64 {
        FixedState::with_seed(0).hash_one(&self.state)
    }

    fn envs(&self, first: usize, count: usize, from_state: bool) -> Box<dyn DynEnvs> {
        Box::new(Envs::new(&self.game, self.odds.as_ref(), &self.state, first, count, from_state))
    }

    fn env_bytes(&self) -> usize {
        Envs::<G>::BYTES
    }

    // Rules

    fn reset(&mut self, rng: &mut Rng) {
        self.state = self.game.start(rng);
    }

    fn actor(&self) -> Actor {
        self.game.actor(&self.state)
    }

    fn mover(&self) -> Actor {
        self.game.mover(&self.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.game.outcome(&self.state)?;
        Some(self.odds.as_ref().map_or(outcome, |odds| odds.counted(outcome)))
    }

    fn mid_turn(&self) -> bool {
        self.game.mid_turn(&self.state)
    }

    fn standing(&self, seat: Seat) -> Standing {
        self.game.standing(&self.state, seat)
    }

    fn material(&self, seat: Seat) -> f32 {
        self.game.material(&self.state, seat)
    }

    fn count(&self) -> usize {
        self.game.perft(&self.state, 1, &mut || true).unwrap_or_default() as usize
    }

    fn apply(&mut self, action: u32) {
        if let Some(step) = self.game.step(&self.state, action as usize) {
            apply_cold(&*self.game, &mut self.state, step);
        }
    }

    fn copy_and_apply(&mut self, other: &dyn DynState, action: u32) {
        if self.copy_from(other) {
            self.apply(action);
        }
    }

    fn apply_random(&mut self, rng: &mut Rng) -> Option<u32> {
        let step = random_step_cold(&*self.game, &self.state, rng)?;
        let action = self.number(&self.state, step);
        apply_cold(&*self.game, &mut self.state, step);
        Some(action)
    }

    fn rollout(&mut self, rng: &mut Rng, limit: u32) -> Option<Outcome> {
        random_playout(&*self.game, &mut self.state, rng, limit);
        self.outcome()
    }

    fn chance(&self, out: &mut Vec<(u32, f64)>) {
        out.clear();
        self.game.chance(&self.state, |step, probability| {
            out.push((self.number(&self.state, step), probability));
        });
    }

    fn draw(&self, rng: &mut Rng) -> Option<u32> {
        let step = self.game.draw(&self.state, rng)?;
        Some(self.number(&self.state, step))
    }

    fn perft(&self, depth: u32, turns: bool, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        if turns {
            self.game.perft_turns(&self.state, depth, go_on)
        } else {
            self.game.perft(&self.state, depth, go_on)
        }
    }

    // Actions

    fn actions(&self, out: &mut Vec<u32>) {
        out.clear();
        self.game.each_step(&self.state, |step| out.push(self.number(&self.state, step)));
    }

    fn mask(&self, mask: &mut Mask) {
        mask_cold(&*self.game, &self.state, mask);
    }

    fn apply_action(&mut self, action: i64) -> Result<(), StepError> {
        let step = legal_step(&*self.game, &self.state, action)?;
        apply_cold(&*self.game, &mut self.state, step);
        Ok(())
    }

    fn legal_with_sort_keys(&mut self, keys: &mut Vec<u128>, out: &mut Vec<i32>) {
        keys.clear();
        out.clear();
        self.listed.clear();
        extend_with_legal(&*self.game, &self.state, &mut self.listed);
        for &step in &self.listed {
            keys.push(self.game.sort_key(&self.state, step));
            out.push(self.number(&self.state, step) as i32);
        }
    }

    fn apply_listed(&mut self, at: usize) {
        apply_cold(&*self.game, &mut self.state, self.listed[at]);
    }

    // Notation

    fn fen(&self) -> String {
        self.game.fen(&self.state)
    }

    fn read_fen(&mut self, text: &str) -> Result<(), FenError> {
        self.state = self.game.read_fen(text)?;
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        let steps = collect_legal(&*self.game, &self.state);
        let mut texts = Vec::with_capacity(steps.len());
        for &step in &steps {
            texts.push(self.game.step_text(&self.state, step));
        }
        texts
    }

    fn text(&self, action: i64) -> Result<String, StepError> {
        let step = legal_step(&*self.game, &self.state, action)?;
        Ok(self.game.step_text(&self.state, step))
    }

    fn action(&self, text: &str) -> Result<u32, StepError> {
        Ok(self.number(&self.state, self.read(text)?))
    }

    fn apply_text(&mut self, text: &str) -> Result<u32, StepError> {
        let step = self.read(text)?;
        let action = self.number(&self.state, step);
        apply_cold(&*self.game, &mut self.state, step);
        Ok(action)
    }

    fn turns(&self) -> Result<Vec<Turn<u32>>, TooManyTurns> {
        Ok(self.numbered(self.game.turns(&self.state)?))
    }

    fn turn(&self, text: &str) -> Result<Vec<u32>, StepError> {
        refuse_if_over(self)?;
        let steps = self.game.read_turn(&self.state, text);
        Ok(self.numbers(&steps.map_err(|message| StepError::Illegal { message })?))
    }

    // Observation

    fn canvas(&self) -> Canvas {
        self.game.canvas()
    }

    fn observe(&self, seat: Seat, canvas: &mut Canvas) {
        self.game.observe(&self.state, seat, canvas);
    }

    // Information

    fn commits(&self) -> bool {
        self.game.is_simultaneous(&self.state)
    }

    fn view(&self, seat: Seat) -> String {
        self.game.observation_string(&self.state, seat)
    }

    fn step_text(&self, action: u32, viewer: Option<Seat>) -> String {
        match (self.game.step(&self.state, action as usize), viewer) {
            (Some(step), Some(seat)) => self.game.step_text_for(&self.state, step, seat),
            (Some(step), None) => self.game.step_text(&self.state, step),
            (None, _) => String::new(),
        }
    }

    fn resample(&self, seat: Seat, rng: &mut Rng) -> Box<dyn DynState> {
        self.boxed(self.game.resample(&self.state, seat, rng))
    }

    // Display

    fn scene(&self, viewer: Option<Seat>) -> Scene<'_> {
        Scene::of(&*self.game, &self.state, viewer)
    }

    fn stacks(&self, viewer: Option<Seat>) -> Vec<Vec<Piece>> {
        visible_stacks(&*self.game, &self.state, viewer)
    }

    fn shadows(&self) -> Vec<(Cell, CellMark)> {
        self.game.shadows(&self.state)
    }

    // Symmetries

    fn transform(&self, symmetry: usize) -> Option<Box<dyn DynState>> {
        let symmetry = self.game.symmetries().get(symmetry)?;
        Some(self.boxed(self.game.transform(&self.state, symmetry)?))
    }

    // Search

    fn position_key(&self) -> u64 {
        self.game.position_key(&self.state)
    }

    fn has_ended(&self) -> Option<bool> {
        self.game.has_ended(&self.state)
    }

    fn positional_value(&self, seat: Seat) -> Option<i32> {
        self.game.positional_value(&self.state, seat)
    }

    fn positional_terms(&self, seat: Seat) -> Option<PositionalTerms> {
        self.game.positional_terms(&self.state, seat)
    }

    fn in_check(&self) -> bool {
        self.game.in_check(&self.state)
    }

    fn candidates(&self, out: &mut Vec<Candidate>) {
        out.clear();
        let (game, state) = (&*self.game, &self.state);
        game.each_step(state, |step| {
            let gain = game.gain(state, step);
            let exchange = if gain > 0 { game.exchange(state, step, gain) } else { 0 };
            out.push(Candidate { action: self.number(state, step), gain, exchange });
        });
    }

    fn gains(&self, out: &mut Vec<Candidate>) -> usize {
        out.clear();
        let (game, state) = (&*self.game, &self.state);
        game.each_gain(state, |step, gain| {
            let exchange = game.exchange(state, step, gain);
            out.push(Candidate { action: self.number(state, step), gain, exchange });
        })
    }

    fn copy_and_pass(&mut self, other: &dyn DynState) -> bool {
        self.copy_from(other) && self.game.pass(&mut self.state)
    }
}

/// Returns the legal step of an action.
pub(super) fn legal_step<G: Game>(game: &G, state: &G::State, action: i64) -> Result<G::Step, StepError> {
    let actions = game.spec().num_actions;
    let index = usize::try_from(action).ok().filter(|&index| index < actions);
    let Some(index) = index else {
        return Err(StepError::OutOfRange { action, actions });
    };
    let step = game.step(state, index);
    // If two actions map to one step, only the action of the step is legal.
    if let Some(step) = step
        && game.is_legal(state, step)
        && game.action(state, step) == index
    {
        return Ok(step);
    }
    if let Some(outcome) = game.outcome(state) {
        return Err(StepError::Over { reason: outcome.reason.as_str() });
    }
    let message = match step {
        Some(step) => format!("action {action}: {}", game.explain_text(state, &game.step_text(state, step))),
        None => format!("action {action} is not legal: it stands for no step in this position"),
    };
    Err(StepError::Illegal { message })
}
