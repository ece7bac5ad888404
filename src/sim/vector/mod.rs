//! Many games stepped together, for training.
//!
//! Environment `i` plays its game number `k` from `rng_for(seed, i + 1, k)`, whatever the size of the batch
//! and the number of threads. Chance steps are played inside: an environment always waits for a seat.

mod any;
mod buffers;
mod elements;
mod env;
mod memory;
mod record;
mod saved;
mod views;

pub use any::AnyVector;
pub use buffers::{Buffers, Given, Marks, Masks};
pub use elements::{Element, Planes};
pub use memory::Memory;
pub use record::{Finished, Record, Trajectories};
pub use saved::Saved;
pub use views::{MasksView, PlanesView, Shapes, Views};

use super::threads::{Threads, share_of};
use super::{AnyState, Limit, Play, VectorError};
use crate::game::{Actor, Canvas, Game, Mask, legal};
use crate::named::named;
use env::{Env, Envs, Scratch};
use std::sync::{Arc, Mutex};

named! {
    /// When an environment begins its next game.
    #[derive(Default)]
    pub enum Autoreset, "autoreset" {
        /// Within the step that ends one.
        #[default]
        SameStep = "same-step",
        /// Within the next step, whose action is ignored.
        NextStep = "next-step",
        /// Only when it is reset; until then its action is -1.
        Disabled = "disabled",
    }
}

/// What a batch shall be.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// How many environments.
    pub envs: usize,
    /// What their games are drawn from.
    pub seed: u64,
    /// On how many threads; on all processors if not said. What happens does not depend on it.
    pub threads: Option<usize>,
    /// After how many steps a game is cut off; chance steps that follow at once still belong to it.
    pub max_steps: Option<u32>,
    /// The position to play from, if not the start of the game.
    pub start: Option<&'a str>,
    /// The elements of observations, if any are wanted.
    pub observations: Option<Element>,
    /// The elements of masks, if any are wanted.
    pub masks: Option<Marks>,
    /// Whether games are written down.
    pub recorded: bool,
    /// When the next game begins.
    pub autoreset: Autoreset,
}

/// A batch of games.
pub struct Vector<G: Game> {
    rules: Rules<G>,
    envs: Box<[Env<G>]>,
    /// The steps of the sampled actions, or those of others that have just been asked for.
    drawn: Box<[Option<G::Step>]>,
    buffers: Buffers,
    threads: Threads,
    /// One for each share of the environments.
    scratch: Vec<Scratch>,
    /// Whether the sampled actions have been asked for.
    taken: bool,
}

/// What all environments of a batch share.
struct Rules<G: Game> {
    game: Arc<G>,
    seed: u64,
    /// The number of threads that was asked for.
    threads: Option<usize>,
    start: Option<G::State>,
    limit: u32,
    autoreset: Autoreset,
    /// How many actions a mask tells of, or 0 if none is wanted.
    actions: usize,
    /// Whether nobody else can write to the masks, so that they may be believed.
    own_masks: bool,
    /// Whether games are written down.
    recorded: bool,
    /// How many steps the batch has made.
    clock: u64,
}

/// Batches smaller than this are stepped faster by one thread than handed to several.
const WIDE: usize = 128;

impl<G: Game> Vector<G> {
    /// Begins a batch.
    #[inline(never)]
    pub fn new(game: Arc<G>, settings: &Settings<'_>, given: Given) -> Result<Vector<G>, Limit> {
        let spec = game.spec();
        let limit = settings.max_steps.unwrap_or(spec.max_steps);
        Limit::check("max_steps", u64::from(limit), 1, u64::from(u32::MAX))?;
        let threads = Threads::new(settings.threads)?;
        let start = settings.start.map(|text| game.read_fen(text)).transpose();
        let start = start.map_err(|error| Limit::Start { problem: error.to_string() })?;
        if start.as_ref().is_some_and(|start| game.outcome(start).is_some()) {
            return Err(Limit::Start { problem: "the game is over in the position to start from".into() });
        }
        let canvas = game.canvas();
        let bytes = size_of::<Env<G>>() + size_of::<Option<G::Step>>();
        let own_masks = given.masks.is_none();
        let buffers = Buffers::new(spec, &canvas, bytes, settings, given)?;
        let rules = Rules {
            seed: settings.seed,
            threads: settings.threads,
            start,
            limit,
            autoreset: settings.autoreset,
            actions: settings.masks.map_or(0, |_| spec.num_actions),
            own_masks,
            recorded: settings.recorded,
            clock: 0,
            game,
        };
        let mut envs = Vec::with_capacity(settings.envs);
        for at in 0..settings.envs {
            envs.push(rules.env(at, 0));
        }
        let mut vector = Vector {
            scratch: scratches(shares(settings.envs, threads.count()), &canvas, rules.actions),
            envs: envs.into(),
            drawn: vec![None; settings.envs].into(),
            rules,
            buffers,
            threads,
            taken: false,
        };
        vector.reset(settings.seed);
        Ok(vector)
    }

    /// The arrays that it writes.
    pub fn buffers(&self) -> &Buffers {
        &self.buffers
    }

    /// The arrays that it writes, with their shapes.
    pub fn views(&self) -> Views<'_> {
        let game = &*self.rules.game;
        self.buffers.views(Shapes::of(game.spec(), game.board()))
    }

    /// Starts all environments anew under a seed.
    pub fn reset(&mut self, seed: u64) {
        self.rules.seed = seed;
        self.taken = false;
        self.each(Task::Reset);
    }

    /// Starts the next game of some environments.
    pub fn reset_some(&mut self, which: &[bool]) -> Result<(), VectorError> {
        if which.len() != self.envs.len() {
            return Err(VectorError::Length { found: which.len(), expected: self.envs.len() });
        }
        self.each(Task::ResetSome(which));
        Ok(())
    }

    /// Makes one step in every environment. If any action cannot be made, none is.
    pub fn step(&mut self, actions: &[i32]) -> Result<(), VectorError> {
        if actions.len() != self.envs.len() {
            return Err(VectorError::Length { found: actions.len(), expected: self.envs.len() });
        }
        // The steps of sampled actions are known.
        if *actions != *self.buffers.sampled
            && let Some(error) = self.each(Task::Read(actions))
        {
            self.each(Task::Unread);
            return Err(error);
        }
        self.taken = false;
        self.rules.clock += 1;
        self.each(Task::Step);
        Ok(())
    }

    /// Draws a random legal action for every environment into the buffer `sampled`.
    ///
    /// To know whether a game goes on, a step has already drawn one: the second time, another is drawn.
    pub fn sample(&mut self) {
        if self.taken {
            self.each(Task::Sample);
        }
        self.taken = true;
    }

    /// The legal actions of all environments, ascending in each, and where those of each begin, with the end.
    pub fn legal(&self) -> (Vec<i32>, Vec<i64>) {
        let (mut actions, mut offsets) = (Vec::new(), Vec::with_capacity(self.envs.len() + 1));
        let game = &*self.rules.game;
        for (env, &actor) in self.envs.iter().zip(&self.buffers.actors) {
            let from = actions.len();
            offsets.push(from as i64);
            // Where a game was cut off, there is nothing to be done, as its mask says.
            if actor != Actor::Over.code() {
                for &step in &legal(game, env.state()) {
                    actions.push(game.action(env.state(), step) as i32);
                }
                actions[from..].sort_unstable();
            }
        }
        offsets.push(actions.len() as i64);
        (actions, offsets)
    }

    /// The games that have ended since this was last asked, if they are written down.
    pub fn finished(&mut self) -> Trajectories {
        take_finished(&mut self.scratch, self.rules.game.spec().seats as usize)
    }

    /// The state of an environment.
    pub fn state(&self, env: usize) -> &G::State {
        self.envs[env].state()
    }

    /// Does a task in all environments; answers with what the first that refuses it says.
    fn each(&mut self, task: Task<'_>) -> Option<VectorError> {
        let (rules, share) = (&self.rules, self.envs.len().div_ceil(self.scratch.len()));
        let mut left =
            Envs { first: 0, envs: &mut self.envs, drawn: &mut self.drawn, rows: self.buffers.rows() };
        if let [scratch] = &mut self.scratch[..] {
            return left.run(rules, task, scratch);
        }
        let mut shares = Vec::with_capacity(self.scratch.len());
        for scratch in &mut self.scratch {
            shares.push(Mutex::new((left.take(share), scratch)));
        }
        self.threads.each(shares.len(), &|at| {
            let (envs, scratch) = &mut *share_of(&shares, at);
            scratch.refusal = envs.run(rules, task, scratch);
        });
        first_refusal(&mut self.scratch)
    }
}

/// So many places to work in.
fn scratches(count: usize, canvas: &Canvas, actions: usize) -> Vec<Scratch> {
    let scratch = || Scratch {
        canvas: canvas.clone(),
        mask: Mask::new(actions),
        over: Vec::new(),
        finished: Vec::new(),
        refusal: None,
    };
    std::iter::repeat_with(scratch).take(count).collect()
}

/// What the first share that has refused a task says.
fn first_refusal(scratch: &mut [Scratch]) -> Option<VectorError> {
    scratch.iter_mut().find_map(|scratch| scratch.refusal.take())
}

/// Takes away the games that have ended.
fn take_finished(scratch: &mut [Scratch], seats: usize) -> Trajectories {
    let games = scratch.iter_mut().flat_map(|scratch| scratch.finished.drain(..)).collect();
    Trajectories::of(games, seats)
}

/// Into how many shares environments are best divided.
fn shares(envs: usize, threads: usize) -> usize {
    if envs < WIDE || threads == 1 {
        return 1;
    }
    let share = envs.div_ceil(threads * 4).max(WIDE / 4);
    envs.div_ceil(share)
}

/// What is done in each environment.
#[derive(Clone, Copy)]
enum Task<'a> {
    /// Start anew.
    Reset,
    /// Start the next game in these.
    ResetSome(&'a [bool]),
    /// Find the steps of these actions, changing nothing that can be seen.
    Read(&'a [i32]),
    /// Find those of the sampled actions again.
    Unread,
    /// Make the steps that were found.
    Step,
    /// Draw an action.
    Sample,
    /// Mark and show what follows from the states.
    Look,
}

impl<G: Game> AnyVector for Vector<G> {
    fn buffers(&self) -> &Buffers {
        Vector::buffers(self)
    }

    fn views(&self) -> Views<'_> {
        Vector::views(self)
    }

    fn reset(&mut self, seed: u64) {
        Vector::reset(self, seed);
    }

    fn reset_some(&mut self, which: &[bool]) -> Result<(), VectorError> {
        Vector::reset_some(self, which)
    }

    fn step(&mut self, actions: &[i32]) -> Result<(), VectorError> {
        Vector::step(self, actions)
    }

    fn sample(&mut self) {
        Vector::sample(self);
    }

    fn legal(&self) -> (Vec<i32>, Vec<i64>) {
        Vector::legal(self)
    }

    fn finished(&mut self) -> Trajectories {
        Vector::finished(self)
    }

    fn saved(&self) -> (Saved, Planes) {
        Vector::saved(self)
    }

    fn state(&self, env: usize) -> Box<dyn AnyState> {
        Box::new(Play::new(self.rules.game.clone(), Vector::state(self, env).clone(), 0))
    }
}

#[cfg(test)]
mod tests;
