//! The arrays that a batch writes, and its shares of them.

use super::Settings;
use crate::game::{Game, Seat, Spec};
use crate::sim::Limit;

/// Observations of all environments, or none. They are made once and stay where they are.
#[derive(Debug)]
pub enum Planes {
    /// None are written.
    Off,
    /// As numbers from 0 to 1.
    F32(Box<[f32]>),
    /// As bytes from 0 to 255.
    U8(Box<[u8]>),
}

/// The type of observations' elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Numbers from 0 to 1.
    F32,
    /// Bytes from 0 to 255.
    U8,
}

/// One row an environment in every array. They are made once and stay where they are.
#[derive(Debug)]
pub struct Buffers {
    /// What the seat to act may see; what the final seat saw, where a game is over.
    pub observations: Planes,
    /// With [`SameStep`](super::Autoreset::SameStep): where the last step ended a game, what the final seat saw.
    pub final_observations: Planes,
    /// Whether each action is legal; empty if not wanted.
    pub masks: Box<[bool]>,
    /// The seat to act, or -1 where the game is over.
    pub actors: Box<[i8]>,
    /// What each seat got for the last step.
    pub rewards: Box<[f32]>,
    /// Where the last step ended a game.
    pub terminated: Box<[bool]>,
    /// Where the last step reached the greatest number of steps.
    pub truncated: Box<[bool]>,
    /// How the last step ended a game: a reason's number, or [`CUT_OFF`](crate::sim::CUT_OFF) where it did not.
    pub reasons: Box<[u8]>,
    /// The steps made in the game: where the last step ended one, in that.
    pub steps: Box<[u32]>,
    /// Where the last step ended a game: the seat that made it, or the one to act where the game was cut off; else -1.
    pub final_actors: Box<[i8]>,
    /// A random legal action, or -1 where the game is over.
    pub sampled: Box<[i32]>,
}

/// No batch has more environments.
const MOST_ENVS: u64 = 1 << 20;

/// No batch's arrays take more memory.
const MOST_BYTES: u64 = 16 << 30;

impl Buffers {
    /// The arrays for a batch of a game whose environments take `bytes` each beside them.
    pub(super) fn new(
        spec: &Spec,
        cells: usize,
        bytes: usize,
        settings: &Settings<'_>,
    ) -> Result<Buffers, Limit> {
        Limit::check("the number of environments", settings.envs as u64, 1, MOST_ENVS)?;
        let (envs, seats) = (settings.envs, spec.seats as usize);
        let numbers = spec.planes.len() * cells;
        let kept = if settings.autoreset == super::Autoreset::SameStep { 2 } else { 1 };
        let observed = match settings.observations {
            None => 0,
            Some(Element::F32) => 4 * numbers * kept,
            Some(Element::U8) => numbers * kept,
        };
        let actions = if settings.masks { spec.num_actions } else { 0 };
        let all = (envs * (observed + actions + bytes + 4 * seats + 20)) as u64;
        if all > MOST_BYTES {
            return Err(Limit::Memory { bytes: all, most: MOST_BYTES });
        }
        // Asked for and given back at once: what follows can then hardly fail.
        let mut probe: Vec<u8> = Vec::new();
        probe.try_reserve_exact(all as usize).map_err(|_| Limit::NoMemory { bytes: all })?;
        drop(probe);
        let planes = || match settings.observations {
            None => Planes::Off,
            Some(Element::F32) => Planes::F32(zeros(envs * numbers)),
            Some(Element::U8) => Planes::U8(zeros(envs * numbers)),
        };
        Ok(Buffers {
            observations: planes(),
            final_observations: if kept == 2 { planes() } else { Planes::Off },
            masks: zeros(envs * actions),
            actors: zeros(envs),
            rewards: zeros(envs * seats),
            terminated: zeros(envs),
            truncated: zeros(envs),
            reasons: zeros(envs),
            steps: zeros(envs),
            final_actors: zeros(envs),
            sampled: zeros(envs),
        })
    }

    /// The rows of all environments.
    pub(super) fn rows(&mut self) -> Rows<'_> {
        Rows {
            observations: self.observations.rows(),
            finals: self.final_observations.rows(),
            masks: &mut self.masks,
            actors: &mut self.actors,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            reasons: &mut self.reasons,
            steps: &mut self.steps,
            final_actors: &mut self.final_actors,
            sampled: &mut self.sampled,
        }
    }
}

impl Planes {
    fn rows(&mut self) -> Observed<'_> {
        match self {
            Planes::Off => Observed::Off,
            Planes::F32(all) => Observed::F32(all),
            Planes::U8(all) => Observed::U8(all),
        }
    }
}

/// Observations of some environments. Which type their elements have is asked at each: batches need not be compiled for every one.
pub(super) enum Observed<'a> {
    Off,
    F32(&'a mut [f32]),
    U8(&'a mut [u8]),
}

impl<'a> Observed<'a> {
    /// Takes away those of the first `count` of `envs` environments.
    fn take(&mut self, count: usize, envs: usize) -> Observed<'a> {
        match self {
            Observed::Off => Observed::Off,
            Observed::F32(all) => Observed::F32(front(all, count, envs)),
            Observed::U8(all) => Observed::U8(front(all, count, envs)),
        }
    }

    /// Writes what `seat` sees to the row `at`, which has so many numbers.
    #[inline]
    pub fn write<G: Game>(&mut self, at: usize, numbers: usize, game: &G, state: &G::State, seat: Seat) {
        match self {
            Observed::Off => {}
            Observed::F32(all) => game.observe(state, seat, &mut all[at * numbers..][..numbers]),
            Observed::U8(all) => game.observe(state, seat, &mut all[at * numbers..][..numbers]),
        }
    }
}

/// Memory of zeros, most of which the system gives only when it is first written.
fn zeros<T: Clone + Default>(length: usize) -> Box<[T]> {
    vec![T::default(); length].into_boxed_slice()
}

/// The rows of some environments that follow each other.
pub(super) struct Rows<'a> {
    pub observations: Observed<'a>,
    pub finals: Observed<'a>,
    pub masks: &'a mut [bool],
    pub actors: &'a mut [i8],
    pub rewards: &'a mut [f32],
    pub terminated: &'a mut [bool],
    pub truncated: &'a mut [bool],
    pub reasons: &'a mut [u8],
    pub steps: &'a mut [u32],
    pub final_actors: &'a mut [i8],
    pub sampled: &'a mut [i32],
}

impl<'a> Rows<'a> {
    /// Takes away the rows of the first `count` environments.
    pub fn take(&mut self, count: usize) -> Rows<'a> {
        let envs = self.actors.len();
        Rows {
            observations: self.observations.take(count, envs),
            finals: self.finals.take(count, envs),
            masks: front(&mut self.masks, count, envs),
            actors: front(&mut self.actors, count, envs),
            rewards: front(&mut self.rewards, count, envs),
            terminated: front(&mut self.terminated, count, envs),
            truncated: front(&mut self.truncated, count, envs),
            reasons: front(&mut self.reasons, count, envs),
            steps: front(&mut self.steps, count, envs),
            final_actors: front(&mut self.final_actors, count, envs),
            sampled: front(&mut self.sampled, count, envs),
        }
    }
}

/// Takes the first `count` of `envs` equal parts from a slice.
pub(super) fn front<'a, T>(slice: &mut &'a mut [T], count: usize, envs: usize) -> &'a mut [T] {
    let width = slice.len() / envs;
    let (taken, left) = std::mem::take(slice).split_at_mut(width * count);
    *slice = left;
    taken
}
