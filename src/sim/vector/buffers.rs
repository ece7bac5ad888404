//! The arrays that a batch writes, and their division into shares.

use super::elements::ObservationRows;
use super::record::{Finished, Record};
use super::{Memory, Observations, VectorSettings};
use crate::game::{Actor, Canvas, MAX_SEATS, Mask, Outcome, Returns, Seat, Spec};
use crate::sim::{CUT_OFF, RequestError};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Masks of all environments, or none.
#[derive(Debug)]
pub enum Masks {
    /// Masks are not requested.
    Off,
    /// A byte for each action: 1 for legal actions, 0 for others. External memory may hold other bytes before
    /// the first write.
    Flags(Memory<u8>),
    /// A bit for each action, lowest bit first.
    Bits(Memory<u8>),
}

/// The format of masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MaskFormat {
    /// A flag for each action.
    #[serde(rename = "bool")]
    Flags,
    /// A bit for each action.
    #[serde(rename = "bits")]
    Bits,
}

impl MaskFormat {
    /// Returns the number of array elements of a mask for this number of actions.
    pub fn width(self, actions: usize) -> usize {
        match self {
            MaskFormat::Flags => actions,
            MaskFormat::Bits => actions.div_ceil(8),
        }
    }
}

/// External arrays that a batch writes to instead of its own.
#[derive(Debug, Default)]
pub struct ExternalArrays {
    /// For observations.
    pub observations: Option<Observations>,
    /// For final observations.
    pub final_observations: Option<Observations>,
    /// For masks.
    pub action_masks: Option<Masks>,
}

/// The arrays of a batch, with one row for each environment. They are allocated once and do not move.
#[derive(Debug)]
pub struct Buffers {
    /// The observation of the seat to act, or of the final seat if the game is over.
    pub observations: Observations,
    /// With [`SameStep`](super::Autoreset::SameStep): the observation of the final seat, if the last step
    /// ended a game.
    pub final_observations: Observations,
    /// The action masks.
    pub action_masks: Masks,
    /// The seat to act, or -1 if the game is over.
    pub current_players: Box<[i8]>,
    /// The reward of each seat for the last step.
    pub rewards: Box<[f32]>,
    /// The reward of the seat that made the last step.
    pub mover_rewards: Box<[f32]>,
    /// Whether the last step ended a game.
    pub terminated: Box<[bool]>,
    /// Whether the last step reached the maximum number of steps.
    pub truncated: Box<[bool]>,
    /// The number of the reason if the last step ended a game by the rules, otherwise
    /// [`CUT_OFF`](crate::sim::CUT_OFF).
    pub reasons: Box<[u8]>,
    /// The number of steps of the game. If the last step ended a game, that of the finished game.
    pub steps: Box<[u32]>,
    /// If the last step ended a game, the seat that made it. If it cut a game off, the seat to act. Otherwise
    /// -1.
    pub final_players: Box<[i8]>,
    /// A random legal action, or -1 if the game is over.
    pub sampled: Box<[i32]>,
}

/// The maximum number of environments.
const MAX_ENVS: u64 = 1 << 20;

impl Buffers {
    /// Allocates the arrays of a batch. An environment takes `bytes` in addition to its rows.
    pub(super) fn new(
        spec: &Spec,
        canvas: &Canvas,
        bytes: usize,
        settings: &VectorSettings<'_>,
        given: ExternalArrays,
    ) -> Result<Buffers, RequestError> {
        RequestError::check("the number of environments", settings.envs as u64, 1, MAX_ENVS)?;
        let (envs, seats) = (settings.envs, spec.seats as usize);
        let numbers = canvas.num_elements();
        let kept = if settings.autoreset == super::Autoreset::SameStep { 2 } else { 1 };
        let observed = settings.observations.map_or(0, |element| element.bytes() * numbers * kept);
        let actions = settings.action_masks.map_or(0, |marks| marks.width(spec.num_actions));
        let all = (envs * (observed + actions + bytes + 4 * seats + 24)) as u64;
        RequestError::memory(all)?;
        let planes = |given: Option<Observations>, name: &'static str| match (settings.observations, given) {
            (None, None) => Ok(Observations::Off),
            (Some(element), None) => Ok(element.zeros(envs * numbers)),
            (None, Some(_)) => Err(RequestError::Unwanted { name }),
            (element, Some(given)) if given.element() != element => Err(RequestError::Element { name }),
            (_, Some(given)) => RequestError::length(name, given.len(), envs * numbers).map(|()| given),
        };
        let action_masks = match (settings.action_masks, given.action_masks) {
            (None, None) => Masks::Off,
            (Some(MaskFormat::Flags), None) => Masks::Flags(Memory::zeros(envs * actions)),
            (Some(MaskFormat::Bits), None) => Masks::Bits(Memory::zeros(envs * actions)),
            (marks, Some(given)) if given.marks() == marks => {
                RequestError::length("action_masks", given.len(), envs * actions)?;
                given
            }
            (None, Some(_)) => return Err(RequestError::Unwanted { name: "action_masks" }),
            (_, Some(_)) => return Err(RequestError::Element { name: "action_masks" }),
        };
        let finals = match given.final_observations {
            None if kept == 1 => Observations::Off,
            Some(_) if kept == 1 => return Err(RequestError::Unwanted { name: "final_observations" }),
            given => planes(given, "final_observations")?,
        };
        Ok(Buffers {
            observations: planes(given.observations, "observations")?,
            final_observations: finals,
            action_masks,
            current_players: zeros(envs),
            rewards: zeros(envs * seats),
            mover_rewards: zeros(envs),
            terminated: zeros(envs),
            truncated: zeros(envs),
            reasons: zeros(envs),
            steps: zeros(envs),
            final_players: zeros(envs),
            sampled: zeros(envs),
        })
    }

    /// Returns the rows of all environments.
    pub(super) fn rows(&mut self) -> Rows<'_> {
        Rows {
            observations: self.observations.rows(),
            finals: self.final_observations.rows(),
            action_masks: self.action_masks.rows(),
            current_players: &mut self.current_players,
            rewards: &mut self.rewards,
            mover_rewards: &mut self.mover_rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            reasons: &mut self.reasons,
            steps: &mut self.steps,
            final_players: &mut self.final_players,
            sampled: &mut self.sampled,
        }
    }
}

impl Masks {
    pub(super) fn marks(&self) -> Option<MaskFormat> {
        match self {
            Masks::Off => None,
            Masks::Flags(_) => Some(MaskFormat::Flags),
            Masks::Bits(_) => Some(MaskFormat::Bits),
        }
    }

    fn len(&self) -> usize {
        match self {
            Masks::Off => 0,
            Masks::Flags(all) => all.len(),
            Masks::Bits(all) => all.len(),
        }
    }

    fn rows(&mut self) -> MaskRows<'_> {
        match self {
            Masks::Off => MaskRows::Off,
            Masks::Flags(all) => MaskRows::Flags(all),
            Masks::Bits(all) => MaskRows::Bits(all),
        }
    }
}

/// Masks of some environments. See [`Masks`].
#[derive(Debug)]
#[allow(missing_docs)]
pub enum MaskRows<'a> {
    Off,
    Flags(&'a mut [u8]),
    Bits(&'a mut [u8]),
}

impl<'a> MaskRows<'a> {
    /// Splits off the masks of the first `count` of `envs` environments.
    pub(super) fn take(&mut self, count: usize, envs: usize) -> MaskRows<'a> {
        match self {
            MaskRows::Off => MaskRows::Off,
            MaskRows::Flags(all) => MaskRows::Flags(split_front(all, count, envs)),
            MaskRows::Bits(all) => MaskRows::Bits(split_front(all, count, envs)),
        }
    }

    /// Whether an action is marked in row `at` of masks for this number of actions.
    #[inline]
    pub(super) fn has(&self, at: usize, actions: usize, action: usize) -> bool {
        action < actions
            && match self {
                MaskRows::Off => false,
                MaskRows::Flags(all) => all[at * actions + action] == 1,
                MaskRows::Bits(all) => all[at * actions.div_ceil(8) + action / 8] >> (action % 8) & 1 == 1,
            }
    }

    /// Whether masks are requested.
    #[inline(always)]
    pub(super) fn is_enabled(&self) -> bool {
        !matches!(self, MaskRows::Off)
    }

    /// Writes a mask to row `at`, and empties it.
    #[inline(always)]
    pub(super) fn drain(&mut self, at: usize, actions: usize, mask: &mut Mask) {
        match self {
            MaskRows::Off => {}
            MaskRows::Flags(all) => mask.drain_to_flag_bytes(row(all, at, actions)),
            MaskRows::Bits(all) => mask.drain_to_bits(row(all, at, actions.div_ceil(8))),
        }
    }

    /// Clears row `at`.
    pub(super) fn clear(&mut self, at: usize, actions: usize) {
        match self {
            MaskRows::Off => {}
            MaskRows::Flags(all) => row(all, at, actions).fill(0),
            MaskRows::Bits(all) => row(all, at, actions.div_ceil(8)).fill(0),
        }
    }
}

/// Returns row `at` of an array with rows of this width.
#[inline(always)]
pub(super) fn row<T>(all: &mut [T], at: usize, width: usize) -> &mut [T] {
    &mut all[at * width..][..width]
}

/// Allocates zeros. The system provides most of the memory only when it is first written.
fn zeros<T: Clone + Default>(length: usize) -> Box<[T]> {
    vec![T::default(); length].into_boxed_slice()
}

/// The rows of consecutive environments.
pub struct Rows<'a> {
    pub(super) observations: ObservationRows<'a>,
    pub(super) finals: ObservationRows<'a>,
    pub(super) action_masks: MaskRows<'a>,
    pub(super) current_players: &'a mut [i8],
    pub(super) rewards: &'a mut [f32],
    pub(super) mover_rewards: &'a mut [f32],
    pub(super) terminated: &'a mut [bool],
    pub(super) truncated: &'a mut [bool],
    pub(super) reasons: &'a mut [u8],
    pub(super) steps: &'a mut [u32],
    pub(super) final_players: &'a mut [i8],
    pub(super) sampled: &'a mut [i32],
}

impl<'a> Rows<'a> {
    /// Clears the results of the last step of some environments.
    pub fn clear_step(&mut self, envs: Range<usize>) {
        let seats = self.seats();
        self.rewards[seats * envs.start..seats * envs.end].fill(0.0);
        self.mover_rewards[envs.clone()].fill(0.0);
        self.terminated[envs.clone()].fill(false);
        self.truncated[envs.clone()].fill(false);
        self.reasons[envs.clone()].fill(CUT_OFF);
        self.final_players[envs].fill(Actor::Over.code());
    }

    /// Returns the number of seats.
    fn seats(&self) -> usize {
        self.rewards.len() / self.mover_rewards.len().max(1)
    }

    /// Writes the outcome of a finished game, or that it was cut off, its returns, and the seat that made its
    /// last step.
    pub fn end(&mut self, at: usize, over: Option<Outcome>, returns: &Returns, last: Seat) {
        let seats = self.seats();
        if let Some(outcome) = over {
            self.terminated[at] = true;
            self.reasons[at] = outcome.reason as u8;
        } else {
            self.truncated[at] = true;
        }
        let rewards = row(self.rewards, at, seats).iter_mut().zip(returns.seats(seats as u8));
        rewards.for_each(|(reward, &got)| *reward = got as f32);
        self.final_players[at] = last.code();
        self.mover_rewards[at] = row(self.rewards, at, seats)[last.index()];
    }

    /// Returns the record of a finished game of an environment, which has number `env` in the batch.
    pub fn finished(&self, at: usize, clock: u64, env: usize, record: Record) -> Finished {
        let (seats, mut returns) = (self.seats(), [0.0; MAX_SEATS]);
        returns[..seats].copy_from_slice(&self.rewards[at * seats..][..seats]);
        Finished { clock, env, record, returns, reason: self.reasons[at] }
    }

    /// Splits off the rows of the first `count` environments, or of all if there are fewer.
    pub fn take(&mut self, count: usize) -> Rows<'a> {
        let envs = self.current_players.len();
        let count = count.min(envs);
        Rows {
            observations: self.observations.take(count, envs),
            finals: self.finals.take(count, envs),
            action_masks: self.action_masks.take(count, envs),
            current_players: split_front(&mut self.current_players, count, envs),
            rewards: split_front(&mut self.rewards, count, envs),
            mover_rewards: split_front(&mut self.mover_rewards, count, envs),
            terminated: split_front(&mut self.terminated, count, envs),
            truncated: split_front(&mut self.truncated, count, envs),
            reasons: split_front(&mut self.reasons, count, envs),
            steps: split_front(&mut self.steps, count, envs),
            final_players: split_front(&mut self.final_players, count, envs),
            sampled: split_front(&mut self.sampled, count, envs),
        }
    }
}

/// Splits off the first `count` of `envs` equal parts of a slice.
pub(super) fn split_front<'a, T>(slice: &mut &'a mut [T], count: usize, envs: usize) -> &'a mut [T] {
    let width = slice.len() / envs.max(1);
    let (front, rest) = std::mem::take(slice).split_at_mut(width * count);
    *slice = rest;
    front
}
