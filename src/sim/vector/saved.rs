//! A batch in the middle of its games as data, and a batch that goes on from there.

use super::env::{Env, Scratch};
use super::record::{Finished, Record};
use super::{Autoreset, Buffers, Element, Given, Marks, Planes, Rules, Settings, Task, Trajectories, Vector};
use crate::game::{Actor, Game, Reason, Rng, make};
use crate::sim::handle::Handle;
use crate::sim::play::legal_step;
use crate::sim::{AnyGame, CUT_OFF, RecordError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// All of a batch but what follows from it: masks, and what is seen of games that go on. What was seen of
/// games that ended with the last step is beside it, a row each ([`AnyVector::saved`]).
///
/// [`AnyVector::saved`]: crate::sim::AnyVector::saved
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    seed: u64,
    threads: Option<usize>,
    max_steps: u32,
    start: Option<String>,
    observations: Option<Element>,
    masks: Option<Marks>,
    recorded: bool,
    autoreset: Autoreset,
    clock: u64,
    taken: bool,
    envs: Vec<Place>,
    finished: Vec<Finished>,
}

/// An environment, and what its rows say.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    position: String,
    chance: Rng,
    sampler: Rng,
    number: u64,
    /// The steps of its game, where `steps` may be those of the game before.
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

/// Beyond these, numbers of games and steps are no count of anything, and could not be counted on.
const MOST_GAMES: u64 = 1 << 62;
const MOST_STEPS: u32 = 1 << 31;

impl Saved {
    /// What the batch is to be.
    pub fn settings(&self) -> Settings<'_> {
        Settings {
            envs: self.envs.len(),
            seed: self.seed,
            threads: self.threads,
            max_steps: Some(self.max_steps),
            start: self.start.as_deref(),
            observations: self.observations,
            masks: self.masks,
            recorded: self.recorded,
            autoreset: self.autoreset,
        }
    }

    /// How many rows there are of what was seen of games that have ended.
    pub fn ended(&self) -> usize {
        self.envs.iter().filter(|place| place.ended(self.autoreset)).count()
    }
}

impl Place {
    /// Whether there is a row of what was seen of a game that has ended.
    fn ended(&self, mode: Autoreset) -> bool {
        ended(mode, self.actor, self.final_actor)
    }
}

/// Whether a row shows a game that has ended: there it stays until the next begins, or beside the next, which
/// has begun in the same step.
fn ended(mode: Autoreset, actor: i8, final_actor: i8) -> bool {
    let over = Actor::Over.code();
    if mode == Autoreset::SameStep { final_actor != over } else { actor == over }
}

impl<G: Game> Vector<G> {
    /// What there is to write down, and what was seen of games that have ended.
    pub fn saved(&self) -> (Saved, Planes) {
        let (rules, rows) = (&self.rules, &self.buffers);
        let game = &*rules.game;
        let seats = usize::from(game.spec().seats);
        let mut envs = Vec::with_capacity(self.envs.len());
        for env in &self.envs {
            let at = envs.len();
            envs.push(Place {
                position: game.fen(&env.state),
                chance: env.chance.clone(),
                sampler: env.sampler.clone(),
                number: env.number,
                played: env.steps,
                record: env.record.as_deref().cloned(),
                actor: rows.actors[at],
                rewards: rows.rewards[at * seats..][..seats].to_vec(),
                gain: rows.gains[at],
                terminated: rows.terminated[at],
                truncated: rows.truncated[at],
                reason: rows.reasons[at],
                steps: rows.steps[at],
                final_actor: rows.final_actors[at],
                sampled: rows.sampled[at],
            });
        }
        let saved = Saved {
            seed: rules.seed,
            threads: rules.threads,
            max_steps: rules.limit,
            start: rules.start.as_ref().map(|start| game.fen(start)),
            observations: rows.observations.element(),
            masks: rows.masks.marks(),
            recorded: rules.recorded,
            autoreset: rules.autoreset,
            clock: rules.clock,
            taken: self.taken,
            envs,
            finished: all_finished(&self.scratch),
        };
        let seen = match rules.autoreset {
            Autoreset::SameStep => &rows.final_observations,
            Autoreset::NextStep | Autoreset::Disabled => &rows.observations,
        };
        let seen = seen.picked(&ended_rows(&saved), game.canvas().numbers());
        (saved, seen)
    }

    /// The batch that was written down. A refusal if it is none of this game's: games go on only from what
    /// could be.
    pub fn restored(game: Arc<G>, saved: &Saved, seen: &Planes) -> Result<Vector<G>, RecordError> {
        let refused = |at: usize, problem: String| RecordError::new(format!("environment {at}: {problem}"));
        let numbers = game.canvas().numbers();
        saved.check_seen(seen, numbers)?;
        saved.check_finished(&Handle(game.clone()))?;
        let mut vector = Vector::new(game, &saved.settings(), Given::default())
            .map_err(|limit| RecordError::new(limit.to_string()))?;
        for (at, place) in saved.envs.iter().enumerate() {
            let (env, drawn) = vector.rules.read(place).map_err(|problem| refused(at, problem))?;
            (vector.envs[at], vector.drawn[at]) = (env, drawn);
        }
        (vector.rules.clock, vector.taken) = (saved.clock, saved.taken);
        vector.scratch[0].finished = saved.finished.clone();
        saved.put_down(&mut vector.buffers);
        vector.each(Task::Look);
        saved.show(&mut vector.buffers, seen, numbers);
        Ok(vector)
    }
}

/// The games that nobody has asked for yet, in the order in which they ended.
fn all_finished(scratch: &[Scratch]) -> Vec<Finished> {
    let mut all: Vec<Finished> = scratch.iter().flat_map(|scratch| &scratch.finished).cloned().collect();
    all.sort_unstable_by_key(|game| (game.clock, game.env));
    all
}

/// The numbers of the environments whose rows show games that have ended.
fn ended_rows(saved: &Saved) -> Vec<usize> {
    let places = saved.envs.iter().enumerate();
    places.filter(|(_, place)| place.ended(saved.autoreset)).map(|(at, _)| at).collect()
}

impl Saved {
    /// Checks that so much was seen of games that have ended.
    fn check_seen(&self, seen: &Planes, numbers: usize) -> Result<(), RecordError> {
        let ended = self.ended();
        let fits = seen.element() == self.observations
            && seen.len() == self.observations.map_or(0, |_| ended * numbers);
        RecordError::unless(fits, format!("{ended} games have ended, and what was seen of them is not that"))
    }

    /// Writes what the rows say, but for what is seen.
    fn put_down(&self, rows: &mut Buffers) {
        for (at, place) in self.envs.iter().enumerate() {
            rows.actors[at] = place.actor;
            rows.rewards[at * place.rewards.len()..][..place.rewards.len()].copy_from_slice(&place.rewards);
            rows.gains[at] = place.gain;
            rows.terminated[at] = place.terminated;
            rows.truncated[at] = place.truncated;
            rows.reasons[at] = place.reason;
            rows.steps[at] = place.steps;
            rows.final_actors[at] = place.final_actor;
            rows.sampled[at] = place.sampled;
        }
    }

    /// Writes what was seen of games that have ended.
    fn show(&self, rows: &mut Buffers, seen: &Planes, numbers: usize) {
        let shown = match self.autoreset {
            Autoreset::SameStep => &mut rows.final_observations,
            Autoreset::NextStep | Autoreset::Disabled => &mut rows.observations,
        };
        shown.place(&ended_rows(self), seen, numbers);
    }

    /// Checks that the games that nobody has asked for yet could have been played.
    fn check_finished(&self, game: &dyn AnyGame) -> Result<(), RecordError> {
        let known = self.clock < MOST_GAMES
            && self.finished.iter().all(|game| game.env < self.envs.len() && game.clock <= self.clock)
            && (self.recorded || self.finished.is_empty());
        RecordError::unless(known, "games have ended that no environment played")?;
        let seats = usize::from(game.spec().seats);
        Trajectories::of(self.finished.clone(), seats).check(game)
    }
}

impl<G: Game> Rules<G> {
    /// An environment as it was, and the step of the action that was drawn for it.
    #[inline(never)]
    fn read(&self, place: &Place) -> Result<(Env<G>, Option<G::Step>), String> {
        let game = &*self.game;
        let spec = game.spec();
        let state = game.read_fen(&place.position).map_err(|error| error.to_string())?;
        let told = place.rewards.len() == usize::from(spec.seats)
            && (-1..spec.seats as i8).contains(&place.final_actor)
            && (usize::from(place.reason) < Reason::ALL.len() || place.reason == CUT_OFF)
            && place.number < MOST_GAMES
            && place.played < MOST_STEPS;
        if !told {
            return Err("what its rows tell cannot be".into());
        }
        let (over, mover) = (game.outcome(&state), game.mover(&state));
        let drawn = if place.actor == Actor::Over.code() {
            let waits = over.is_some() || self.autoreset != Autoreset::SameStep && place.played >= self.limit;
            if !waits || place.sampled != -1 {
                return Err("its game is not over".into());
            }
            None
        } else if over.is_some() || place.actor < 0 || mover.code() != place.actor {
            return Err(format!("{} is not the seat to act", place.actor));
        } else {
            Some(legal_step(game, &state, place.sampled.into()).map_err(|error| error.to_string())?)
        };
        // The record of a game that is over has been handed on.
        let recorded = match &place.record {
            None => !self.recorded || drawn.is_none(),
            Some(record) => self.recorded && record.replayed(game).as_ref() == Some(&state),
        };
        if !recorded {
            return Err("no record leads to its position".into());
        }
        let (chance, sampler) = (place.chance.clone(), place.sampler.clone());
        let record = place.record.clone().map(Box::new);
        Ok((Env { state, chance, sampler, number: place.number, steps: place.played, record }, drawn))
    }
}

impl Record {
    /// The state that it leads to, if it can be played.
    fn replayed<G: Game>(&self, game: &G) -> Option<G::State> {
        let mut state = game.read_fen(&self.start).ok()?;
        if self.actors.len() != self.actions.len() {
            return None;
        }
        for (&actor, &action) in self.actors.iter().zip(&self.actions) {
            let step = legal_step(game, &state, action.into()).ok()?;
            if game.mover(&state).code() != actor {
                return None;
            }
            make(game, &mut state, step);
        }
        Some(state)
    }
}
