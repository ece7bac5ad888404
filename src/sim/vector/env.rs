//! Environments, and how a step changes their rows of the buffers. This part of a batch is compiled for each
//! game.

use super::buffers::{MaskRows, Rows};
use super::dyn_envs::{DynEnvs, Episode, Scratch};
use super::elements::ObservationRows;
use super::memory::prefetch;
use super::packed_env::{KeptRow, PackedEnv};
use super::record::Record;
use super::{Autoreset, Shared, Task};
use crate::game::{Actor, Game, Seat, below, mask_cold, random_step_cold};
use crate::sim::draw_odds::DrawOdds;
use crate::sim::erased_state::{ErasedState, legal_step};
use crate::sim::{DynState, StepError, VectorError};
use std::mem::{MaybeUninit, take};
use std::ptr;
use std::sync::Arc;

/// A game in progress.
pub(super) struct Env<G: Game> {
    pub(super) state: G::State,
    pub(super) episode: Episode,
}

/// Implements [`DynEnvs`] for a game.
pub(in crate::sim) struct Envs<G: Game> {
    game: Arc<G>,
    odds: Option<Arc<DrawOdds>>,
    /// The state in which games begin, if it is not the start of the game.
    start: Option<G::State>,
    /// The number of the first environment.
    first: usize,
    pub(super) envs: Box<[Env<G>]>,
    /// The steps of the sampled actions, or of the actions that are being validated.
    pub(super) drawn: Box<[Option<G::Step>]>,
}

impl<G: Game> Envs<G> {
    /// The number of bytes of an environment.
    pub(in crate::sim) const BYTES: usize = size_of::<Env<G>>() + size_of::<Option<G::Step>>();

    /// Makes environments which have not started. Each holds `state`. If `from_state` is true, their games
    /// begin with it.
    pub(in crate::sim) fn new(
        game: &Arc<G>,
        odds: Option<&Arc<DrawOdds>>,
        state: &G::State,
        first: usize,
        count: usize,
        from_state: bool,
    ) -> Envs<G> {
        let env = |at| Env { state: state.clone(), episode: Episode::new(0, (first + at) as u64, 0) };
        Envs {
            game: game.clone(),
            odds: odds.cloned(),
            start: from_state.then(|| state.clone()),
            first,
            envs: (0..count).map(env).collect(),
            drawn: vec![None; count].into(),
        }
    }
}

/// The game and the shared data of a batch.
#[derive(Clone, Copy)]
struct Context<'a, G: Game> {
    game: &'a G,
    shared: &'a Shared,
}

impl<G: Game> Context<'_, G> {
    /// Makes chance steps until a seat has to act, or until the game has `limit` steps.
    #[inline]
    fn play_chance(&self, env: &mut Env<G>, limit: u32) {
        while G::CHANCE
            && env.episode.steps < limit
            && self.game.mover(&env.state) == Actor::Chance
            && let Some(step) = self.game.draw(&env.state, &mut env.episode.chance)
        {
            if let Some(record) = &mut env.episode.record {
                record.push(Actor::Chance, self.game.action(&env.state, step));
            }
            self.game.apply(&mut env.state, step);
            env.episode.steps += 1;
        }
    }

    /// Draws a random legal step. If masks are requested, marks all legal steps in row `at`. Returns `None`
    /// exactly if the game is over.
    #[inline(always)]
    fn draw_and_mask(
        &self,
        env: &mut Env<G>,
        sampled: &mut i32,
        action_masks: &mut MaskRows<'_>,
        at: usize,
        scratch: &mut Scratch,
    ) -> Option<G::Step> {
        let Env { state, episode: Episode { sampler, .. } } = env;
        let mask = if action_masks.is_enabled() { Some(&mut scratch.mask) } else { None };
        let drawn = self.game.pick_and_mask(state, mask, |count| below(sampler, count));
        if action_masks.is_enabled() {
            action_masks.drain(at, self.shared.actions, &mut scratch.mask);
        }
        *sampled = drawn.map_or(-1, |step| self.game.action(state, step) as i32);
        drawn
    }

    /// Same as [`draw_and_mask`](Context::draw_and_mask), for cold paths. It calls the functions that are
    /// compiled once for all cold paths.
    fn draw_and_mask_cold(
        &self,
        env: &mut Env<G>,
        sampled: &mut i32,
        action_masks: &mut MaskRows<'_>,
        at: usize,
        scratch: &mut Scratch,
    ) -> Option<G::Step> {
        if action_masks.is_enabled() {
            mask_cold(self.game, &env.state, &mut scratch.mask);
            action_masks.drain(at, self.shared.actions, &mut scratch.mask);
        }
        self.draw_cold(env, sampled)
    }

    /// Draws a random legal step.
    fn draw_cold(&self, env: &mut Env<G>, sampled: &mut i32) -> Option<G::Step> {
        let drawn = random_step_cold(self.game, &env.state, &mut env.episode.sampler);
        *sampled = drawn.map_or(-1, |step| self.game.action(&env.state, step) as i32);
        drawn
    }

    /// Writes the observation of the actor to row `at`.
    #[inline(always)]
    fn observe(
        &self,
        state: &G::State,
        actor: Actor,
        rows: &mut ObservationRows<'_>,
        at: usize,
        scratch: &mut Scratch,
    ) {
        if rows.is_enabled() {
            let seat = if let Actor::Seat(seat) = actor { seat } else { Seat::ZERO };
            scratch.canvas.clear();
            self.game.observe(state, seat, &mut scratch.canvas);
            rows.write(at, &scratch.canvas);
        }
    }

    /// Same as [`observe`](Context::observe), for cold paths.
    #[inline(never)]
    fn observe_cold(
        &self,
        state: &G::State,
        actor: Actor,
        rows: &mut ObservationRows<'_>,
        at: usize,
        scratch: &mut Scratch,
    ) {
        self.observe(state, actor, rows, at, scratch);
    }
}

/// The number of environments to prefetch ahead. Each environment is evicted from the nearer caches between
/// steps, mostly by observations.
const PREFETCH_DISTANCE: usize = 2;

impl<G: Game> DynEnvs for Envs<G> {
    fn run(
        &mut self,
        shared: &Shared,
        task: Task<'_>,
        rows: &mut Rows<'_>,
        scratch: &mut Scratch,
    ) -> Option<VectorError> {
        let all = 0..rows.current_players.len();
        match task {
            Task::Reset => {
                rows.clear_step(all.clone());
                for at in all {
                    self.envs[at].episode.seed = shared.seed;
                    self.start_game(shared, at, 0, rows, scratch);
                }
            }
            Task::ResetSome(which) => {
                for at in all {
                    if which[self.first + at] {
                        rows.clear_step(at..at + 1);
                        self.start_game(shared, at, self.envs[at].episode.number + 1, rows, scratch);
                    }
                }
            }
            Task::Validate(actions) => {
                for at in all {
                    if let Err(error) = self.validate(shared, at, actions, rows) {
                        return Some(error);
                    }
                }
            }
            Task::Revert => {
                for at in all {
                    let sampled = usize::try_from(rows.sampled[at]).ok();
                    self.drawn[at] = sampled.and_then(|action| self.game.step(&self.envs[at].state, action));
                }
            }
            Task::Step => {
                rows.clear_step(all);
                self.step(shared, rows, scratch);
            }
            Task::Sample => {
                let context = Context { game: &*self.game, shared };
                for at in all {
                    self.drawn[at] = context.draw_cold(&mut self.envs[at], &mut rows.sampled[at]);
                }
            }
            Task::Refresh => {
                for at in all {
                    self.refresh(shared, at, rows, scratch);
                }
            }
        }
        None
    }

    fn state(&self, at: usize) -> Box<dyn DynState> {
        ErasedState::new_boxed(&self.game, self.odds.as_ref(), self.envs[at].state.clone())
    }

    fn episode(&self, at: usize) -> &Episode {
        &self.envs[at].episode
    }

    fn put(&mut self, at: usize, state: &dyn DynState, episode: Episode, drawn: Option<u32>) {
        if let Some((game, state)) = state.downcast::<G>() {
            self.drawn[at] = drawn.and_then(|action| game.step(state, action as usize));
            self.envs[at] = Env { state: state.clone(), episode };
        }
    }

    fn start(
        &mut self,
        shared: &Shared,
        at: usize,
        seed: u64,
        index: u64,
        rows: &mut Rows<'_>,
        scratch: &mut Scratch,
    ) {
        let episode = &mut self.envs[at].episode;
        (episode.seed, episode.index) = (seed, index);
        rows.clear_step(at..at + 1);
        self.start_game(shared, at, 0, rows, scratch);
    }

    fn observe(&self, shared: &Shared, at: usize, seat: Seat, rows: &mut Rows<'_>, scratch: &mut Scratch) {
        let context = Context { game: &*self.game, shared };
        context.observe_cold(&self.envs[at].state, Actor::Seat(seat), &mut rows.observations, at, scratch);
    }

    fn packed_bytes(&self) -> Option<usize> {
        PackedEnv::<G>::BYTES
    }

    fn pack(&self, at: usize, kept: KeptRow, out: &mut [MaybeUninit<u8>]) {
        PackedEnv::new(&self.envs[at], self.drawn[at], kept).write(out);
    }

    unsafe fn unpack(&mut self, at: usize, bytes: &[u8], chance_seed: Option<u64>) -> KeptRow {
        // SAFETY: the caller guarantees it.
        let packed = unsafe { PackedEnv::<G>::read(bytes) };
        let kept;
        (self.envs[at], self.drawn[at], kept) = packed.into_env(&self.game, chance_seed);
        kept
    }
}

impl<G: Game> Envs<G> {
    /// Starts game `number`.
    fn start_game(
        &mut self,
        shared: &Shared,
        at: usize,
        number: u64,
        rows: &mut Rows<'_>,
        scratch: &mut Scratch,
    ) {
        self.start_next(shared, at, number, rows, scratch);
        rows.steps[at] = self.envs[at].episode.steps;
    }

    /// Replaces the game by game `number`, at its first choice of a seat. The row keeps the number of steps
    /// of the game before.
    #[inline(never)]
    fn start_next(
        &mut self,
        shared: &Shared,
        at: usize,
        number: u64,
        rows: &mut Rows<'_>,
        scratch: &mut Scratch,
    ) {
        let (context, env) = (Context { game: &*self.game, shared }, &mut self.envs[at]);
        env.episode = Episode::new(env.episode.seed, env.episode.index, number);
        match &self.start {
            Some(start) => env.state.clone_from(start),
            None => env.state = self.game.start(&mut env.episode.chance),
        }
        if shared.recorded {
            env.episode.record = Some(Record::from(self.game.fen(&env.state)));
        }
        context.play_chance(env, u32::MAX);
        self.drawn[at] =
            context.draw_and_mask_cold(env, &mut rows.sampled[at], &mut rows.action_masks, at, scratch);
        let actor = if self.drawn[at].is_some() { self.game.mover(&env.state) } else { Actor::Over };
        rows.current_players[at] = actor.code();
        context.observe_cold(&env.state, actor, &mut rows.observations, at, scratch);
    }

    /// Writes the mask and the observation of the current state again. Draws nothing.
    #[inline(never)]
    fn refresh(&mut self, shared: &Shared, at: usize, rows: &mut Rows<'_>, scratch: &mut Scratch) {
        let (context, state) = (Context { game: &*self.game, shared }, &self.envs[at].state);
        if rows.current_players[at] == Actor::Over.code() {
            rows.action_masks.clear(at, shared.actions);
            return;
        }
        if rows.action_masks.is_enabled() {
            mask_cold(&*self.game, state, &mut scratch.mask);
            rows.action_masks.drain(at, shared.actions, &mut scratch.mask);
        }
        context.observe_cold(state, self.game.mover(state), &mut rows.observations, at, scratch);
    }

    /// Finds the step of an action, unless it is the sampled one, whose step is known. Stores `None` if the
    /// game is over.
    #[inline]
    fn validate(
        &mut self,
        shared: &Shared,
        at: usize,
        actions: &[i32],
        rows: &Rows<'_>,
    ) -> Result<(), VectorError> {
        let (env, action) = (self.first + at, actions[self.first + at]);
        let refused = |error| VectorError::Step { env, action: action.into(), error };
        if action == rows.sampled[at] {
            return Ok(());
        }
        let (state, over) = (&self.envs[at].state, rows.current_players[at] == Actor::Over.code());
        self.drawn[at] = if over && shared.autoreset == Autoreset::Disabled {
            let reason = self.game.outcome(state).map_or("cut off", |outcome| outcome.reason.as_str());
            return Err(refused(StepError::Over { reason }));
        } else if over {
            None
        } else if shared.masks_are_private && rows.action_masks.has(at, shared.actions, action as usize) {
            self.game.step(state, action as usize)
        } else {
            Some(legal_step(&*self.game, state, action.into()).map_err(refused)?)
        };
        Ok(())
    }

    /// Makes the steps that were found. An environment without a step has a finished game: the next game
    /// starts, or it waits for a reset.
    fn step(&mut self, shared: &Shared, rows: &mut Rows<'_>, scratch: &mut Scratch) {
        let count = rows.current_players.len();
        let context = Context { game: &*self.game, shared };
        let (envs, drawn) = (&mut self.envs[..count], &mut self.drawn[..count]);
        let (current_players, steps) = (&mut rows.current_players[..count], &mut rows.steps[..count]);
        let sampled = &mut rows.sampled[..count];
        for at in 0..count {
            let (env, drawn) = (&mut envs[at], &mut drawn[at]);
            if rows.observations.is_enabled() {
                prefetch(ptr::from_ref(env).wrapping_add(PREFETCH_DISTANCE));
            }
            let Some(step) = *drawn else {
                scratch.over.push(at);
                continue;
            };
            if let Some(record) = &mut env.episode.record {
                record.push(context.game.mover(&env.state), context.game.action(&env.state, step));
            }
            context.game.apply(&mut env.state, step);
            env.episode.steps += 1;
            context.play_chance(env, shared.limit);
            steps[at] = env.episode.steps;
            if env.episode.steps >= shared.limit {
                scratch.over.push(at);
                continue;
            }
            *drawn = context.draw_and_mask(env, &mut sampled[at], &mut rows.action_masks, at, scratch);
            if drawn.is_none() {
                scratch.over.push(at);
                continue;
            }
            let mover = context.game.mover(&env.state);
            current_players[at] = mover.code();
            context.observe(&env.state, mover, &mut rows.observations, at, scratch);
        }
        let mut over = take(&mut scratch.over);
        for at in over.drain(..) {
            if rows.current_players[at] != Actor::Over.code() {
                self.end(shared, at, rows, scratch);
            } else if shared.autoreset != Autoreset::Disabled {
                self.start_game(shared, at, self.envs[at].episode.number + 1, rows, scratch);
            }
        }
        scratch.over = over;
    }

    /// Writes how the game ended, or that it was cut off. Starts the next game if autoreset requires it.
    #[cold]
    fn end(&mut self, shared: &Shared, at: usize, rows: &mut Rows<'_>, scratch: &mut Scratch) {
        let (game, env) = (&*self.game, &mut self.envs[at]);
        let over = game.outcome(&env.state);
        let over = self.odds.as_ref().map_or(over, |odds| over.map(|over| odds.counted(over)));
        // The row still holds the seat that made the last step.
        let viewer = match game.mover(&env.state) {
            Actor::Seat(seat) if over.is_none() => seat,
            _ => Seat::from_code(rows.current_players[at]).unwrap_or(Seat::ZERO),
        };
        rows.end(at, over, &game.spec().returns_of(over), viewer);
        if let Some(record) = env.episode.record.take() {
            scratch.finished.push(rows.finished(at, shared.clock, self.first + at, *record));
        }
        let context = Context { game, shared };
        if shared.autoreset == Autoreset::SameStep {
            let next = env.episode.number + 1;
            context.observe_cold(&env.state, Actor::Seat(viewer), &mut rows.finals, at, scratch);
            self.start_next(shared, at, next, rows, scratch);
        } else {
            context.observe_cold(&env.state, Actor::Seat(viewer), &mut rows.observations, at, scratch);
            rows.action_masks.clear(at, shared.actions);
            rows.current_players[at] = Actor::Over.code();
            rows.sampled[at] = -1;
            self.drawn[at] = None;
        }
    }
}
