//! Batches of games that are stepped together, for training.
//!
//! Environment `i` plays its game number `k` from `rng_for(seed, i + 1, k)`, for any size of the batch and
//! any number of threads. Chance steps are made internally: an environment always waits for a seat.

mod buffers;
mod dyn_envs;
mod elements;
mod env;
mod memory;
mod packed;
mod packed_arrays;
mod packed_env;
mod record;
mod saved;
mod views;

pub use buffers::{Buffers, ExternalArrays, MaskFormat, MaskRows, Masks};
pub use dyn_envs::DynEnvs;
pub use elements::{Element, ObservationRows, Observations};
pub(super) use env::Envs;
pub use memory::Memory;
pub use packed::{PackedEnvs, PackedSettings};
pub use packed_arrays::PackedArrays;
pub use record::{Finished, Record, Trajectories};
pub use saved::SavedVector;
pub use views::{MasksView, ObservationsView, Shapes, Views};

use super::threads::{Threads, lock_share};
use super::{DynGame, RequestError, StateWithHistory, VectorError};
use crate::game::Actor;
use crate::named::named;
use dyn_envs::Scratch;
use std::sync::Mutex;

named! {
    /// When an environment starts its next game.
    #[derive(Default)]
    pub enum Autoreset, "autoreset" {
        /// In the step that ends a game.
        #[default]
        SameStep = "same-step",
        /// In the next step. The action of that step is ignored.
        NextStep = "next-step",
        /// Only when it is reset. Until then its action is -1.
        Disabled = "disabled",
    }
}

/// The settings of a batch.
#[derive(Clone, Copy, Debug)]
pub struct VectorSettings<'a> {
    /// The number of environments.
    pub envs: usize,
    /// The seed of the games.
    pub seed: u64,
    /// The number of threads, by default one for each processor. The results do not depend on it.
    pub threads: Option<usize>,
    /// The number of steps after which a game is cut off, chance steps included. It must exceed the number of
    /// chance steps at the beginning of the game.
    pub max_steps: Option<u32>,
    /// The start position, if it is not the start of the game.
    pub start: Option<&'a str>,
    /// The element type of observations, if they are requested.
    pub observations: Option<Element>,
    /// The format of masks, if they are requested.
    pub action_masks: Option<MaskFormat>,
    /// Whether games are recorded.
    pub recorded: bool,
    /// When the next game starts.
    pub autoreset: Autoreset,
}

impl Default for VectorSettings<'_> {
    /// Returns settings for one environment with observations and masks, whose next game starts in the step
    /// that ends the last.
    fn default() -> Self {
        VectorSettings {
            envs: 1,
            seed: 0,
            threads: None,
            max_steps: None,
            start: None,
            observations: Some(Element::F32),
            action_masks: Some(MaskFormat::Flags),
            recorded: false,
            autoreset: Autoreset::default(),
        }
    }
}

/// A batch of games.
pub struct Vector {
    shared: Shared,
    shapes: Shapes,
    /// The position string at which games begin, if it is not the start of the game.
    start: Option<String>,
    /// The environments, in shares of equal size. The last share may be smaller.
    shares: Vec<Share>,
    share: usize,
    buffers: Buffers,
    threads: Threads,
    /// Whether the sampled actions have been requested.
    sample_requested: bool,
}

/// The environments that one thread steps at a time.
struct Share {
    envs: Box<dyn DynEnvs>,
    scratch: Scratch,
}

/// The data that all environments of a batch share, except their game.
pub struct Shared {
    seed: u64,
    /// The number of threads in the settings.
    threads: Option<usize>,
    limit: u32,
    autoreset: Autoreset,
    /// The number of actions in a mask, or 0 if masks are not requested.
    actions: usize,
    /// Whether no other code can write to the masks, so that they can be trusted.
    masks_are_private: bool,
    /// Whether games are recorded.
    recorded: bool,
    /// The number of steps of the batch.
    clock: u64,
}

/// Smaller batches are stepped faster by one thread.
const MIN_PARALLEL_ENVS: usize = 128;

impl Vector {
    /// Creates a batch.
    pub(super) fn new(
        game: &(dyn DynGame + '_),
        settings: &VectorSettings<'_>,
        given: ExternalArrays,
    ) -> Result<Vector, RequestError> {
        let spec = game.spec();
        let limit = settings.max_steps.unwrap_or(spec.max_steps);
        RequestError::check("max_steps", u64::from(limit), 1, u64::from(u32::MAX))?;
        let threads = Threads::new(game, settings.threads)?;
        let start = game.opening(settings.start)?;
        if start.as_ref().is_some_and(|start| start.outcome().is_some()) {
            return Err(RequestError::Start {
                problem: "the game must not be over in the start position".into(),
            });
        }
        let (from_state, state) = (start.is_some(), start.unwrap_or_else(|| game.state()));
        let canvas = state.canvas();
        let masks_are_private = given.action_masks.is_none();
        let buffers = Buffers::new(spec, &canvas, state.env_bytes(), settings, given)?;
        let shared = Shared {
            seed: settings.seed,
            threads: settings.threads,
            limit,
            autoreset: settings.autoreset,
            actions: settings.action_masks.map_or(0, |_| spec.num_actions),
            masks_are_private,
            recorded: settings.recorded,
            clock: 0,
        };
        let share = settings.envs.div_ceil(shares(settings.envs, threads.count()));
        let of = |first: usize| Share {
            envs: state.envs(first, share.min(settings.envs - first), from_state),
            scratch: Scratch::new(&canvas, shared.actions),
        };
        let mut vector = Vector {
            shares: (0..settings.envs).step_by(share).map(of).collect(),
            share,
            start: from_state.then(|| state.fen()),
            shapes: game.shapes(),
            shared,
            buffers,
            threads,
            sample_requested: false,
        };
        vector.reset(settings.seed);
        let opening = vector.buffers.steps.iter().copied().max().unwrap_or_default();
        RequestError::check("max_steps", limit.into(), u64::from(opening) + 1, u32::MAX.into())?;
        Ok(vector)
    }

    /// Returns the arrays of the batch.
    pub fn buffers(&self) -> &Buffers {
        &self.buffers
    }

    /// Returns the arrays of the batch with their shapes.
    ///
    /// ```
    /// use plyground::game::Frame;
    /// use plyground::catalog;
    /// use plyground::sim::{
    ///     Autoreset, Element, ExternalArrays, MaskFormat, ObservationsView, VectorSettings,
    /// };
    ///
    /// let game = catalog::open("chess", &[], Frame::Seat)?;
    /// let settings = VectorSettings {
    ///     envs: 8,
    ///     seed: 0,
    ///     threads: Some(1),
    ///     max_steps: None,
    ///     start: None,
    ///     observations: Some(Element::F32),
    ///     action_masks: Some(MaskFormat::Flags),
    ///     recorded: false,
    ///     autoreset: Autoreset::SameStep,
    /// };
    /// let mut batch = game.vector(&settings, ExternalArrays::default())?;
    /// let actions = batch.views().sampled.to_vec();
    /// batch.step(&actions)?;
    /// let views = batch.views();
    /// let Some(ObservationsView::F32(seen)) = views.observations else { panic!("float32 is requested") };
    /// assert_eq!(seen.shape(), [8, 16, 8, 8]);
    /// assert_eq!(views.rewards.shape(), [8, 2]);
    /// assert!(views.current_players.iter().all(|&seat| seat == 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn views(&self) -> Views<'_> {
        self.buffers.views(self.shapes)
    }

    /// Returns the number of environments.
    fn envs(&self) -> usize {
        self.buffers.current_players.len()
    }

    /// Returns the share of an environment, and its index there.
    fn place(&self, env: usize) -> (&dyn DynEnvs, usize) {
        (&*self.shares[env / self.share].envs, env % self.share)
    }

    /// Restarts all environments under a seed.
    pub fn reset(&mut self, seed: u64) {
        self.shared.seed = seed;
        self.sample_requested = false;
        self.run(Task::Reset);
    }

    /// Starts the next game in some environments.
    ///
    /// # Errors
    ///
    /// [`VectorError::Length`] if there is not one flag for each environment.
    pub fn reset_some(&mut self, which: &[bool]) -> Result<(), VectorError> {
        if which.len() != self.envs() {
            return Err(VectorError::Length { found: which.len(), expected: self.envs() });
        }
        self.run(Task::ResetSome(which));
        Ok(())
    }

    /// Makes one step in every environment.
    ///
    /// # Errors
    ///
    /// [`VectorError`] if any action is illegal. Then no step is made.
    pub fn step(&mut self, actions: &[i32]) -> Result<(), VectorError> {
        if actions.len() != self.envs() {
            return Err(VectorError::Length { found: actions.len(), expected: self.envs() });
        }
        // Sampled actions are legal, and their steps are known.
        if *actions != *self.buffers.sampled
            && let Some(error) = self.run(Task::Validate(actions))
        {
            self.run(Task::Revert);
            return Err(error);
        }
        self.sample_requested = false;
        self.shared.clock += 1;
        self.run(Task::Step);
        Ok(())
    }

    /// Draws a random legal action for every environment into the buffer `sampled`.
    ///
    /// Each step already draws one to determine whether the game goes on. Only further calls draw others.
    pub fn sample(&mut self) {
        if self.sample_requested {
            self.run(Task::Sample);
        }
        self.sample_requested = true;
    }

    /// Returns the legal actions of all environments, ascending in each, and the offsets at which those of
    /// each environment begin, with the total length.
    pub fn legal_actions(&self) -> (Vec<i32>, Vec<i64>) {
        let (mut all, mut offsets, mut actions) = (Vec::new(), vec![0], Vec::new());
        for (env, &actor) in self.buffers.current_players.iter().enumerate() {
            // A game that was cut off has no legal actions, like its mask.
            if actor != Actor::Over.code() {
                let (envs, at) = self.place(env);
                envs.state(at).actions(&mut actions);
                actions.sort_unstable();
                all.extend(actions.iter().map(|&action| action as i32));
            }
            offsets.push(all.len() as i64);
        }
        (all, offsets)
    }

    /// Returns the games that have ended since the last call, if games are recorded.
    pub fn pop_finished(&mut self) -> Trajectories {
        let games = self.shares.iter_mut().flat_map(|share| share.scratch.finished.drain(..)).collect();
        Trajectories::of(games, self.shapes.seats)
    }

    /// Returns a copy of the state of an environment.
    pub fn state(&self, env: usize) -> StateWithHistory {
        let (envs, at) = self.place(env);
        StateWithHistory::new(envs.state(at), 0)
    }

    /// Runs a task in all environments. Returns the first error.
    fn run(&mut self, task: Task<'_>) -> Option<VectorError> {
        let (shared, mut rows) = (&self.shared, self.buffers.rows());
        if let [Share { envs, scratch }] = &mut self.shares[..] {
            return envs.run(shared, task, &mut rows, scratch);
        }
        let mut shares = Vec::with_capacity(self.shares.len());
        for share in &mut self.shares {
            shares.push(Mutex::new((share, rows.take(self.share))));
        }
        self.threads.for_each(shares.len(), &|at| {
            let (Share { envs, scratch }, rows) = &mut *lock_share(&shares, at);
            scratch.error = envs.run(shared, task, rows, scratch);
        });
        self.shares.iter_mut().find_map(|share| share.scratch.error.take())
    }
}

/// Returns the number of shares to divide environments into.
fn shares(envs: usize, threads: usize) -> usize {
    if envs < MIN_PARALLEL_ENVS || threads == 1 {
        return 1;
    }
    let share = envs.div_ceil(threads * 4).max(MIN_PARALLEL_ENVS / 4);
    envs.div_ceil(share)
}

/// A task for each environment.
#[derive(Clone, Copy)]
pub enum Task<'a> {
    /// Restart.
    Reset,
    /// Start the next game in these environments.
    ResetSome(&'a [bool]),
    /// Find the steps of these actions, without visible changes.
    Validate(&'a [i32]),
    /// Find the steps of the sampled actions again.
    Revert,
    /// Make the steps that were found.
    Step,
    /// Draw an action.
    Sample,
    /// Write masks and observations of the current states.
    Refresh,
}

#[cfg(test)]
mod tests;
