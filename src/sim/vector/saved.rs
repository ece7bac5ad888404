//! Saving and restoring a batch in the middle of its games.

use super::dyn_envs::Episode;
use super::record::{Finished, Record};
use super::{
    Autoreset, Buffers, Element, ExternalArrays, MaskFormat, Observations, Task, Trajectories, Vector,
    VectorSettings,
};
use crate::game::{Actor, Reason, Rng};
use crate::sim::{CUT_OFF, DynGame, DynState, RecordError};
use serde::{Deserialize, Serialize};

/// A batch as data, without what can be derived: masks, and observations of games in progress. The final
/// observations of games that ended with the last step are stored separately ([`Vector::saved`]).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedVector {
    seed: u64,
    threads: Option<usize>,
    max_steps: u32,
    start: Option<String>,
    observations: Option<Element>,
    action_masks: Option<MaskFormat>,
    recorded: bool,
    autoreset: Autoreset,
    clock: u64,
    taken: bool,
    envs: Vec<SavedEnv>,
    finished: Vec<Finished>,
}

/// An environment and its rows of the buffers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedEnv {
    position: String,
    chance: Rng,
    sampler: Rng,
    number: u64,
    /// The number of steps of its current game. `steps` may belong to the game before.
    played: u32,
    record: Option<Record>,
    actor: i8,
    rewards: Vec<f32>,
    gain: f32,
    terminated: bool,
    truncated: bool,
    reason: u8,
    steps: u32,
    final_actor: i8,
    sampled: i32,
}

/// The maximum numbers of games and steps of an environment. Larger numbers could overflow.
const MAX_GAMES: u64 = 1 << 62;
const MAX_STEPS: u32 = 1 << 31;

impl SavedVector {
    /// Returns the settings of the batch.
    pub fn settings(&self) -> VectorSettings<'_> {
        VectorSettings {
            envs: self.envs.len(),
            seed: self.seed,
            threads: self.threads,
            max_steps: Some(self.max_steps),
            start: self.start.as_deref(),
            observations: self.observations,
            action_masks: self.action_masks,
            recorded: self.recorded,
            autoreset: self.autoreset,
        }
    }

    /// Returns the number of final observations.
    pub fn ended(&self) -> usize {
        self.envs.iter().filter(|place| place.ended(self.autoreset)).count()
    }
}

impl SavedEnv {
    /// Returns the episode of the environment, which has this index in a batch with this seed.
    fn episode(&self, seed: u64, index: usize) -> Episode {
        let (chance, sampler) = (self.chance.clone(), self.sampler.clone());
        let record = self.record.clone().map(Box::new);
        let (index, number, steps) = (index as u64, self.number, self.played);
        Episode { seed, index, chance, sampler, number, steps, record }
    }

    /// Whether there is a final observation of the environment.
    fn ended(&self, mode: Autoreset) -> bool {
        ended(mode, self.actor, self.final_actor)
    }
}

/// Whether a row of the buffers shows the final observation of a game. It is there until the next game
/// starts, or next to the first observation of a game that started in the same step.
fn ended(mode: Autoreset, actor: i8, final_actor: i8) -> bool {
    let over = Actor::Over.code();
    if mode == Autoreset::SameStep { final_actor != over } else { actor == over }
}

impl Vector {
    /// Returns the batch as data, and the final observations of games that have ended.
    pub fn saved(&self) -> (SavedVector, Observations) {
        let (shared, rows, seats) = (&self.shared, &self.buffers, self.shapes.seats);
        let place = |env: usize| {
            let (envs, at) = self.place(env);
            let episode = envs.episode(at);
            SavedEnv {
                position: envs.state(at).fen(),
                chance: episode.chance.clone(),
                sampler: episode.sampler.clone(),
                number: episode.number,
                played: episode.steps,
                record: episode.record.as_deref().cloned(),
                actor: rows.current_players[env],
                rewards: rows.rewards[env * seats..][..seats].to_vec(),
                gain: rows.mover_rewards[env],
                terminated: rows.terminated[env],
                truncated: rows.truncated[env],
                reason: rows.reasons[env],
                steps: rows.steps[env],
                final_actor: rows.final_players[env],
                sampled: rows.sampled[env],
            }
        };
        let mut finished: Vec<Finished> =
            self.shares.iter().flat_map(|share| &share.scratch.finished).cloned().collect();
        finished.sort_unstable_by_key(|game| (game.clock, game.env));
        let saved = SavedVector {
            seed: shared.seed,
            threads: shared.threads,
            max_steps: shared.limit,
            start: self.start.clone(),
            observations: rows.observations.element(),
            action_masks: rows.action_masks.marks(),
            recorded: shared.recorded,
            autoreset: shared.autoreset,
            clock: shared.clock,
            taken: self.sample_requested,
            envs: (0..self.envs()).map(place).collect(),
            finished,
        };
        let final_observations = match shared.autoreset {
            Autoreset::SameStep => &rows.final_observations,
            Autoreset::NextStep | Autoreset::Disabled => &rows.observations,
        };
        let final_observations =
            final_observations.copy_rows(&ended_rows(&saved), self.shapes.planes.iter().product());
        (saved, final_observations)
    }

    /// Restores a saved batch.
    ///
    /// # Errors
    ///
    /// [`RecordError`] if it does not belong to this game, or if its states are not reachable.
    pub(in crate::sim) fn restored(
        game: &(dyn DynGame + '_),
        saved: &SavedVector,
        final_observations: &Observations,
    ) -> Result<Vector, RecordError> {
        let refused = |env: usize, problem: String| RecordError::new(format!("environment {env}: {problem}"));
        let numbers = game.shapes().planes.iter().product();
        saved.check_final_observations(final_observations, numbers)?;
        saved.check_finished(game)?;
        let mut vector = Vector::new(game, &saved.settings(), ExternalArrays::default())
            .map_err(|limit| RecordError::new(limit.to_string()))?;
        for (env, place) in saved.envs.iter().enumerate() {
            let state = saved.read(game, place).map_err(|problem| refused(env, problem))?;
            let (share, at) = (env / vector.share, env % vector.share);
            let drawn = (place.actor != Actor::Over.code()).then_some(place.sampled as u32);
            vector.shares[share].envs.put(at, &*state, place.episode(saved.seed, env), drawn);
        }
        (vector.shared.clock, vector.sample_requested) = (saved.clock, saved.taken);
        vector.shares[0].scratch.finished = saved.finished.clone();
        saved.restore_rows(&mut vector.buffers);
        vector.run(Task::Refresh);
        saved.restore_observations(&mut vector.buffers, final_observations, numbers);
        Ok(vector)
    }
}

/// Returns the indices of environments with final observations.
fn ended_rows(saved: &SavedVector) -> Vec<usize> {
    let places = saved.envs.iter().enumerate();
    places.filter(|(_, place)| place.ended(saved.autoreset)).map(|(at, _)| at).collect()
}

impl SavedVector {
    /// Checks the number and element type of the final observations.
    fn check_final_observations(
        &self,
        final_observations: &Observations,
        numbers: usize,
    ) -> Result<(), RecordError> {
        let ended = self.ended();
        let fits = final_observations.element() == self.observations
            && final_observations.len() == self.observations.map_or(0, |_| ended * numbers);
        RecordError::unless(
            fits,
            format!("{ended} games have ended, but the number of their final observations differs"),
        )
    }

    /// Writes the rows of the buffers, except observations.
    fn restore_rows(&self, rows: &mut Buffers) {
        for (at, place) in self.envs.iter().enumerate() {
            rows.current_players[at] = place.actor;
            rows.rewards[at * place.rewards.len()..][..place.rewards.len()].copy_from_slice(&place.rewards);
            rows.mover_rewards[at] = place.gain;
            rows.terminated[at] = place.terminated;
            rows.truncated[at] = place.truncated;
            rows.reasons[at] = place.reason;
            rows.steps[at] = place.steps;
            rows.final_players[at] = place.final_actor;
            rows.sampled[at] = place.sampled;
        }
    }

    /// Writes the final observations.
    fn restore_observations(&self, rows: &mut Buffers, final_observations: &Observations, numbers: usize) {
        let target = match self.autoreset {
            Autoreset::SameStep => &mut rows.final_observations,
            Autoreset::NextStep | Autoreset::Disabled => &mut rows.observations,
        };
        target.write_rows(&ended_rows(self), final_observations, numbers);
    }

    /// Checks that the finished games which have not been collected could have been played.
    fn check_finished(&self, game: &(dyn DynGame + '_)) -> Result<(), RecordError> {
        let known = self.clock < MAX_GAMES
            && self.finished.iter().all(|game| game.env < self.envs.len() && game.clock <= self.clock)
            && (self.recorded || self.finished.is_empty());
        RecordError::unless(known, "some finished games belong to no environment")?;
        let seats = usize::from(game.spec().seats);
        Trajectories::of(self.finished.clone(), seats).check(game)
    }

    /// Returns the state of an environment, after checks that its game can continue from there.
    fn read(&self, game: &(dyn DynGame + '_), place: &SavedEnv) -> Result<Box<dyn DynState>, String> {
        let spec = game.spec();
        let mut state = game.state();
        state.read_fen(&place.position).map_err(|error| error.to_string())?;
        let is_consistent = place.rewards.len() == usize::from(spec.seats)
            && (-1..spec.seats as i8).contains(&place.final_actor)
            && (usize::from(place.reason) < Reason::ALL.len() || place.reason == CUT_OFF)
            && place.number < MAX_GAMES
            && place.played < MAX_STEPS;
        if !is_consistent {
            return Err("its values are inconsistent".into());
        }
        let (over, waits) = (state.outcome().is_some(), place.actor == Actor::Over.code());
        if waits {
            let cut_off = self.autoreset != Autoreset::SameStep && place.played >= self.max_steps;
            if !(over || cut_off) || place.sampled != -1 {
                return Err("its game must be over".into());
            }
        } else if over || place.actor < 0 || state.mover().code() != place.actor {
            return Err(format!("{} is not the seat to act", place.actor));
        } else {
            let drawn = state.clone_box().apply_action(place.sampled.into());
            drawn.map_err(|error| error.to_string())?;
        }
        // The record of a finished game has already been moved to the finished games.
        let recorded = match &place.record {
            None => !self.recorded || waits,
            Some(record) => self.recorded && record.replayed(game).is_some_and(|end| end.equals(&*state)),
        };
        if recorded { Ok(state) } else { Err("its record does not lead to its position".into()) }
    }
}

impl Record {
    /// Replays the record. Returns the last state, or `None` if a step is not legal.
    fn replayed(&self, game: &(dyn DynGame + '_)) -> Option<Box<dyn DynState>> {
        let mut state = game.state();
        state.read_fen(&self.start).ok()?;
        if self.current_players.len() != self.actions.len() {
            return None;
        }
        for (&actor, &action) in self.current_players.iter().zip(&self.actions) {
            let mover = state.mover().code();
            state.apply_action(action.into()).ok()?;
            if mover != actor {
                return None;
            }
        }
        Some(state)
    }
}
