//! One environment: a game, what it draws from, and what a step does to its rows.

use super::buffers::{Marked, Rows, front, row};
use super::elements::Observed;
use super::memory::fetch;
use super::record::{Finished, Record};
use super::{Autoreset, Rules, Task};
use crate::game::{Actor, Canvas, Game, MAX_SEATS, Mask, Rng, below, mark, rng_for};
use crate::sim::play::legal_step;
use crate::sim::{StepError, VectorError};
use std::mem::take;
use std::ptr;

/// A game in progress.
pub(super) struct Env<G: Game> {
    pub state: G::State,
    /// Draws the set-up and the chance steps.
    pub chance: Rng,
    /// Draws the sampled actions, so that asking for more of them changes nothing else.
    pub sampler: Rng,
    /// The number of the game.
    pub number: u64,
    pub steps: u32,
    /// The game so far, if it is written down.
    pub record: Option<Box<Record>>,
}

impl<G: Game> Env<G> {
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The number of the game.
    #[cfg(test)]
    pub fn number(&self) -> u64 {
        self.number
    }
}

impl<G: Game> Rules<G> {
    /// Game `number` of an environment, where a seat has to act.
    pub fn env(&self, index: usize, number: u64) -> Env<G> {
        let stream = index as u64 + 1;
        let mut chance = rng_for(self.seed, stream, number);
        let state = self.start.clone().unwrap_or_else(|| self.game.start(&mut chance));
        let record = self.recorded.then(|| Record { start: self.game.fen(&state), ..Record::default() });
        let sampler = rng_for(!self.seed, stream, number);
        let mut env = Env { state, chance, sampler, number, steps: 0, record: record.map(Box::new) };
        self.play_chance(&mut env);
        env
    }

    /// Makes chance steps until a seat has to act.
    #[inline]
    fn play_chance(&self, env: &mut Env<G>) {
        while G::CHANCE
            && self.game.mover(&env.state) == Actor::Chance
            && let Some(step) = self.game.draw(&env.state, &mut env.chance)
        {
            if let Some(record) = &mut env.record {
                record.note(Actor::Chance, self.game.action(&env.state, step));
            }
            self.game.apply(&mut env.state, step);
            env.steps += 1;
        }
    }

    /// Draws a random legal step; there is none exactly if the game is over.
    #[inline(always)]
    fn draw(&self, env: &mut Env<G>, sampled: &mut i32) -> Option<G::Step> {
        let Env { state, sampler, .. } = env;
        let drawn = self.game.pick(state, |count| below(sampler, count));
        *sampled = drawn.map_or(-1, |step| self.game.action(state, step) as i32);
        drawn
    }

    /// Draws a random legal step and, if masks are wanted, marks all of them in the row `at`.
    #[inline(always)]
    fn list(
        &self,
        env: &mut Env<G>,
        sampled: &mut i32,
        masks: &mut Marked<'_>,
        at: usize,
        scratch: &mut Scratch,
    ) -> Option<G::Step> {
        if !masks.wanted() {
            return self.draw(env, sampled);
        }
        let Env { state, sampler, .. } = env;
        let drawn = self.game.mask_and_pick(state, &mut scratch.mask, |count| below(sampler, count));
        *sampled = drawn.map_or(-1, |step| self.game.action(state, step) as i32);
        masks.pour(at, self.actions, &mut scratch.mask);
        drawn
    }

    /// Writes what the one who has to act may see to the row `at`.
    #[inline(always)]
    fn show(
        &self,
        state: &G::State,
        actor: Actor,
        rows: &mut Observed<'_>,
        at: usize,
        scratch: &mut Scratch,
    ) {
        if rows.wanted() {
            let seat = if let Actor::Seat(seat) = actor { seat } else { 0 };
            scratch.canvas.clear();
            self.game.observe(state, seat, &mut scratch.canvas);
            rows.write(at, &scratch.canvas);
        }
    }

    /// The same, for places that are seldom passed: there need not be a copy of it at each.
    #[inline(never)]
    fn show_seldom(
        &self,
        state: &G::State,
        actor: Actor,
        rows: &mut Observed<'_>,
        at: usize,
        scratch: &mut Scratch,
    ) {
        self.show(state, actor, rows, at, scratch);
    }
}

/// How many environments later one is fetched: what is written in the meantime, above all observations, has
/// long pushed it out of the nearer caches.
const AHEAD: usize = 2;

/// Some environments that follow each other.
pub(super) struct Envs<'a, G: Game> {
    /// The number of the first.
    pub first: usize,
    pub envs: &'a mut [Env<G>],
    pub drawn: &'a mut [Option<G::Step>],
    pub rows: Rows<'a>,
}

/// What one thread works on.
pub(super) struct Scratch {
    pub canvas: Canvas,
    pub mask: Mask,
    /// The environments whose game ended with the step, or before it.
    pub over: Vec<usize>,
    /// The games that have ended, if they are written down.
    pub finished: Vec<Finished>,
    /// What a task was refused with.
    pub refusal: Option<VectorError>,
}

impl<'a, G: Game> Envs<'a, G> {
    /// Takes away the first `count`, or all if there are less.
    pub fn take(&mut self, count: usize) -> Envs<'a, G> {
        let envs = self.envs.len();
        let count = count.min(envs);
        let first = self.first;
        self.first += count;
        Envs {
            first,
            rows: self.rows.take(count),
            drawn: front(&mut self.drawn, count, envs),
            envs: front(&mut self.envs, count, envs),
        }
    }

    /// Does a task in each environment; stops at the first that refuses it.
    pub fn run(&mut self, rules: &Rules<G>, task: Task<'_>, scratch: &mut Scratch) -> Option<VectorError> {
        let all = 0..self.envs.len();
        match task {
            Task::Reset => {
                self.rows.forget(all.clone());
                for at in all {
                    self.begin(rules, at, 0, scratch);
                }
            }
            Task::ResetSome(which) => {
                for at in all {
                    if which[self.first + at] {
                        self.rows.forget(at..at + 1);
                        self.begin(rules, at, self.envs[at].number + 1, scratch);
                    }
                }
            }
            Task::Read(actions) => {
                for at in all {
                    if let Err(refusal) = self.read(rules, at, actions) {
                        return Some(refusal);
                    }
                }
            }
            Task::Unread => {
                for at in all {
                    let sampled = usize::try_from(self.rows.sampled[at]).ok();
                    self.drawn[at] = sampled.and_then(|action| rules.game.step(&self.envs[at].state, action));
                }
            }
            Task::Step => {
                self.rows.forget(all);
                self.step(rules, scratch);
            }
            Task::Sample => {
                for at in all {
                    self.drawn[at] = rules.draw(&mut self.envs[at], &mut self.rows.sampled[at]);
                }
            }
            Task::Look => {
                for at in all {
                    self.look(rules, at, scratch);
                }
            }
        }
        None
    }

    /// Begins game `number`.
    fn begin(&mut self, rules: &Rules<G>, at: usize, number: u64, scratch: &mut Scratch) {
        self.renew(rules, at, number, scratch);
        self.rows.steps[at] = self.envs[at].steps;
    }

    /// Puts game `number` in place of the last; its row still says how many steps that had.
    #[inline(never)]
    fn renew(&mut self, rules: &Rules<G>, at: usize, number: u64, scratch: &mut Scratch) {
        let (env, rows) = (&mut self.envs[at], &mut self.rows);
        *env = rules.env(self.first + at, number);
        self.drawn[at] = rules.list(env, &mut rows.sampled[at], &mut rows.masks, at, scratch);
        let actor = if self.drawn[at].is_some() { rules.game.mover(&env.state) } else { Actor::Over };
        rows.actors[at] = actor.code();
        rules.show_seldom(&env.state, actor, &mut rows.observations, at, scratch);
    }

    /// Marks and shows again what follows from a state that goes on; nothing is drawn.
    #[inline(never)]
    fn look(&mut self, rules: &Rules<G>, at: usize, scratch: &mut Scratch) {
        let (state, rows) = (&self.envs[at].state, &mut self.rows);
        if rows.actors[at] == Actor::Over.code() {
            rows.masks.clear(at, rules.actions);
            return;
        }
        if rows.masks.wanted() {
            mark(&*rules.game, state, &mut scratch.mask);
            rows.masks.pour(at, rules.actions, &mut scratch.mask);
        }
        rules.show_seldom(state, rules.game.mover(state), &mut rows.observations, at, scratch);
    }

    /// Finds the step of an action, if it is not the sampled one, whose step is known; there is none where
    /// the game is over.
    #[inline]
    fn read(&mut self, rules: &Rules<G>, at: usize, actions: &[i32]) -> Result<(), VectorError> {
        let (env, action) = (self.first + at, actions[self.first + at]);
        let refused = |error| VectorError::Step { env, action: action.into(), error };
        if action == self.rows.sampled[at] {
            return Ok(());
        }
        let (state, over) = (&self.envs[at].state, self.rows.actors[at] == Actor::Over.code());
        self.drawn[at] = if over && rules.autoreset == Autoreset::Disabled {
            let reason = rules.game.outcome(state).map_or("cut off", |outcome| outcome.reason.as_str());
            return Err(refused(StepError::Over { reason }));
        } else if over {
            None
        } else if rules.own_masks && self.rows.masks.has(at, rules.actions, action as usize) {
            rules.game.step(state, action as usize)
        } else {
            Some(legal_step(&*rules.game, state, action.into()).map_err(refused)?)
        };
        Ok(())
    }

    /// Makes the steps that were found; where there is none, the game is over, and the next begins or is
    /// waited for.
    fn step(&mut self, rules: &Rules<G>, scratch: &mut Scratch) {
        let rows = &mut self.rows;
        let count = self.envs.len();
        let (envs, drawn) = (&mut self.envs[..count], &mut self.drawn[..count]);
        let (actors, steps) = (&mut rows.actors[..count], &mut rows.steps[..count]);
        let sampled = &mut rows.sampled[..count];
        for at in 0..count {
            let (env, drawn) = (&mut envs[at], &mut drawn[at]);
            if rows.observations.wanted() {
                fetch(ptr::from_ref(env).wrapping_add(AHEAD));
            }
            let Some(step) = *drawn else {
                scratch.over.push(at);
                continue;
            };
            if let Some(record) = &mut env.record {
                record.note(rules.game.mover(&env.state), rules.game.action(&env.state, step));
            }
            rules.game.apply(&mut env.state, step);
            env.steps += 1;
            rules.play_chance(env);
            steps[at] = env.steps;
            *drawn = rules.list(env, &mut sampled[at], &mut rows.masks, at, scratch);
            if env.steps >= rules.limit || drawn.is_none() {
                scratch.over.push(at);
                continue;
            }
            let mover = rules.game.mover(&env.state);
            actors[at] = mover.code();
            rules.show(&env.state, mover, &mut rows.observations, at, scratch);
        }
        let mut over = take(&mut scratch.over);
        for at in over.drain(..) {
            if self.rows.actors[at] != Actor::Over.code() {
                self.end(rules, at, scratch);
            } else if rules.autoreset != Autoreset::Disabled {
                self.begin(rules, at, self.envs[at].number + 1, scratch);
            }
        }
        scratch.over = over;
    }

    /// Says how the game ended, or that it was cut off, and begins the next if it is time.
    #[cold]
    fn end(&mut self, rules: &Rules<G>, at: usize, scratch: &mut Scratch) {
        let (rows, state) = (&mut self.rows, &self.envs[at].state);
        let seats = rules.game.spec().seats;
        let over = rules.game.outcome(state);
        if let Some(outcome) = over {
            rows.terminated[at] = true;
            rows.reasons[at] = outcome.reason as u8;
            rows.reward(at, outcome.returns.seats(seats));
        } else {
            rows.truncated[at] = true;
        }
        // Who made the last step is still written in its row.
        let eyes = match rules.game.mover(state) {
            Actor::Seat(seat) if over.is_none() => seat,
            _ => rows.actors[at].max(0) as u8,
        };
        rows.final_actors[at] = eyes as i8;
        rows.gains[at] = row(rows.rewards, at, seats as usize)[usize::from(eyes)];
        if let Some(record) = self.envs[at].record.take() {
            let mut returns = [0.0; MAX_SEATS];
            returns[..seats as usize].copy_from_slice(row(rows.rewards, at, seats as usize));
            let (clock, env, reason) = (rules.clock, self.first + at, rows.reasons[at]);
            scratch.finished.push(Finished { clock, env, record: *record, returns, reason });
        }
        let state = &self.envs[at].state;
        if rules.autoreset == Autoreset::SameStep {
            rules.show_seldom(state, Actor::Seat(eyes), &mut rows.finals, at, scratch);
            self.renew(rules, at, self.envs[at].number + 1, scratch);
        } else {
            rules.show_seldom(state, Actor::Seat(eyes), &mut rows.observations, at, scratch);
            rows.masks.clear(at, rules.actions);
            rows.actors[at] = Actor::Over.code();
            rows.sampled[at] = -1;
            self.drawn[at] = None;
        }
    }
}
