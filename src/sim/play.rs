//! One game in progress, with the record of what happened in it.

mod taken;

use super::StepError;
use crate::game::{Actor, Game, Seat, add_legal, legal, make, rng_for, step_at_random};
use std::slice;
use std::sync::Arc;

/// A game in progress: its state, and the steps that led there from where the record begins.
pub struct Play<G: Game> {
    game: Arc<G>,
    state: G::State,
    start: G::State,
    record: Vec<G::Step>,
    first_turn: u32,
    turns: Turns,
    legal: Legal<G::Step>,
}

impl<G: Game> Clone for Play<G> {
    fn clone(&self) -> Play<G> {
        Play {
            game: self.game.clone(),
            state: self.state.clone(),
            start: self.start.clone(),
            record: self.record.clone(),
            first_turn: self.first_turn,
            turns: self.turns,
            legal: self.legal.clone(),
        }
    }
}

/// Counts whole turns.
#[derive(Clone, Copy, Debug)]
struct Turns {
    whole: u32,
    /// Whether a seat has made a step of a turn that goes on.
    begun: bool,
}

/// The legal steps of the state, sorted by their strings, once somebody has asked for them.
#[derive(Clone, Debug)]
struct Legal<Step> {
    known: bool,
    /// Sort keys whose low bits hold the place in `steps`.
    order: Vec<u128>,
    steps: Vec<Step>,
    /// The actions in order.
    actions: Vec<i32>,
}

/// The low bits of sort keys that hold a place in the list: two letters' worth.
const PLACE: u128 = 0xFFFF;

/// Puts places into sort keys, and sorts them if they tell the whole strings: whether they do.
fn sort_short(keys: &mut [u128]) -> bool {
    let mut short = keys.len() <= PLACE as usize;
    for (at, key) in (0..).zip(&mut *keys) {
        short &= *key & PLACE == 0;
        *key = *key & !PLACE | at;
    }
    if short {
        keys.sort_unstable();
    }
    short
}

/// Sorts keys with places by the strings there: some are longer than fourteen letters.
fn sort_long(keys: &mut [u128], texts: &[String]) {
    keys.sort_by(|&one, &other| texts[place(one)].cmp(&texts[place(other)]));
}

/// Where an action stands in a list.
fn place_of(actions: &[i32], action: i64) -> Option<usize> {
    actions.iter().position(|&legal| i64::from(legal) == action)
}

/// The place in a sort key.
fn place(key: u128) -> usize {
    (key & PLACE) as usize
}

impl<G: Game> Play<G> {
    /// A record that begins with `state`, after `turns` whole turns.
    pub fn new(game: Arc<G>, state: G::State, turns: u32) -> Play<G> {
        Play {
            game,
            start: state.clone(),
            state,
            record: Vec::new(),
            first_turn: turns,
            turns: Turns { whole: turns, begun: false },
            legal: Legal { known: false, order: Vec::new(), steps: Vec::new(), actions: Vec::new() },
        }
    }

    /// The game that is played.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// Where it stands.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Where the record begins.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// The steps made since then.
    pub fn record(&self) -> &[G::Step] {
        &self.record
    }

    /// The number of whole turns made before the record begins.
    pub fn start_turn(&self) -> u32 {
        self.first_turn
    }

    /// The number of whole turns made.
    pub fn turns(&self) -> u32 {
        self.turns.whole
    }

    /// Makes a legal step.
    fn make(&mut self, step: G::Step) {
        let by_seat = self.game.mover(&self.state) != Actor::Chance;
        make(&*self.game, &mut self.state, step);
        self.record.push(step);
        self.legal.known = false;
        self.turns.begun |= by_seat;
        if self.turns.begun && !self.game.mid_turn(&self.state) {
            self.turns = Turns { whole: self.turns.whole + 1, begun: false };
        }
    }

    /// Makes the step that a string names.
    pub fn apply_text(&mut self, text: &str) -> Result<(), StepError> {
        let step = self.read(text)?;
        self.make(step);
        Ok(())
    }

    /// Makes the step of an action.
    pub fn apply_action(&mut self, action: i64) -> Result<(), StepError> {
        let step = self.step_of(action)?;
        self.make(step);
        Ok(())
    }

    /// Makes the steps of a whole turn, all or none.
    pub fn apply_turn(&mut self, text: &str) -> Result<(), StepError> {
        self.refuse_if_over()?;
        let steps = self.game.read_turn(&self.state, text);
        let steps = steps.map_err(|message| StepError::Illegal { message })?;
        for step in steps {
            self.make(step);
        }
        Ok(())
    }

    /// Takes back the last step, and tells it. The record holds no states: the steps before it are made
    /// again.
    pub fn undo(&mut self) -> Result<String, StepError> {
        let last = self.record.len().checked_sub(1).ok_or(StepError::NothingMade)?;
        Ok(self.take_back(last).concat())
    }

    /// Takes back the last turn as far as it has gone, or a chance step that came after it, and tells the
    /// steps.
    pub fn undo_turn(&mut self) -> Result<Vec<String>, StepError> {
        let last = self.record.len().checked_sub(1).ok_or(StepError::NothingMade)?;
        let (mut again, mut begin) = (self.anew(), 0);
        for &step in &self.record[..last] {
            again.make(step);
            if !again.turns.begun {
                begin = again.record.len();
            }
        }
        Ok(self.take_back(begin))
    }

    /// The game as its record begins.
    fn anew(&self) -> Play<G> {
        Play::new(self.game.clone(), self.start.clone(), self.first_turn)
    }

    /// Goes back to where so many steps of the record had been made; the others as strings.
    fn take_back(&mut self, kept: usize) -> Vec<String> {
        let mut again = self.anew();
        for &step in &self.record[..kept] {
            again.make(step);
        }
        let before = std::mem::replace(self, again);
        self.told(self.state.clone(), &before.record[kept..], None)
    }

    /// What steps made one after the other from a state are called, as `eyes` sees them: a seat, or none for
    /// a spectator who sees all.
    pub(super) fn told(&self, mut state: G::State, steps: &[G::Step], eyes: Option<Seat>) -> Vec<String> {
        let game = &*self.game;
        let mut texts = Vec::with_capacity(steps.len());
        for &step in steps {
            texts.push(match eyes {
                Some(seat) => game.seen(&state, step, seat),
                None => game.step_text(&state, step),
            });
            make(game, &mut state, step);
        }
        texts
    }

    /// Plays on by random steps under `seed`, to the end or for at most `limit` steps.
    pub fn play_random(&mut self, seed: u64, limit: u32) {
        let mut rng = rng_for(seed, 0, 0);
        for _ in 0..limit {
            let Some(step) = step_at_random(&*self.game, &self.state, &mut rng) else { break };
            self.make(step);
        }
    }

    fn refuse_if_over(&self) -> Result<(), StepError> {
        match self.game.outcome(&self.state) {
            Some(outcome) => Err(StepError::Over { reason: outcome.reason.as_str() }),
            None => Ok(()),
        }
    }

    fn read(&self, text: &str) -> Result<G::Step, StepError> {
        let read = self.game.read_step(&self.state, text);
        read.map_or_else(|| self.refuse_if_over().and(Err(self.refusal(text))), Ok)
    }

    fn refusal(&self, text: &str) -> StepError {
        StepError::Illegal { message: self.game.refusal(&self.state, text) }
    }

    fn step_of(&self, action: i64) -> Result<G::Step, StepError> {
        if self.legal.known
            && let Some(at) = place_of(&self.legal.actions, action)
        {
            return Ok(self.legal.steps[place(self.legal.order[at])]);
        }
        legal_step(&*self.game, &self.state, action)
    }

    /// The action of the legal step that a string names.
    pub fn action(&self, text: &str) -> Result<usize, StepError> {
        let step = self.read(text)?;
        Ok(self.game.action(&self.state, step))
    }

    /// The string of the legal step of an action.
    pub fn text(&self, action: i64) -> Result<String, StepError> {
        let step = self.step_of(action)?;
        Ok(self.game.step_text(&self.state, step))
    }

    /// The legal steps as strings, sorted.
    pub fn legal(&mut self) -> Vec<String> {
        self.list();
        let mut texts = Vec::with_capacity(self.legal.order.len());
        for &key in &self.legal.order {
            texts.push(self.game.step_text(&self.state, self.legal.steps[place(key)]));
        }
        texts
    }

    /// The actions of the legal steps, in the order of their strings.
    pub fn legal_actions(&mut self) -> &[i32] {
        self.list();
        &self.legal.actions
    }

    /// Lists the legal steps, unless they are known.
    fn list(&mut self) {
        let Legal { known, order, steps, actions } = &mut self.legal;
        if *known {
            return;
        }
        let (game, state) = (&*self.game, &self.state);
        order.clear();
        steps.clear();
        add_legal(game, state, steps);
        for &step in &*steps {
            order.push(game.sort_key(state, step));
        }
        if !sort_short(order) {
            let mut texts = Vec::with_capacity(steps.len());
            for &step in &*steps {
                texts.push(game.step_text(state, step));
            }
            sort_long(order, &texts);
        }
        actions.clear();
        for &key in &*order {
            actions.push(game.action(state, steps[place(key)]) as i32);
        }
        *known = true;
    }

    /// The outcomes of a chance step with their probabilities, sorted; nothing elsewhere.
    pub fn chance(&self) -> Vec<(String, f64)> {
        let mut outcomes = Vec::new();
        if self.game.actor(&self.state) == Actor::Chance {
            let text = |step| self.game.step_text(&self.state, step);
            self.game.chance(&self.state, |step, probability| outcomes.push((text(step), probability)));
            sort_outcomes(&mut outcomes);
        }
        outcomes
    }

    /// Visits each state of the record with the step made in it.
    fn replay(&self, visit: &mut dyn FnMut(&G::State, G::Step)) -> G::State {
        let mut state = self.start.clone();
        for &step in &self.record {
            visit(&state, step);
            make(&*self.game, &mut state, step);
        }
        state
    }

    /// The steps of the record as strings.
    pub fn steps(&self) -> Vec<String> {
        self.told(self.start.clone(), &self.record, None)
    }

    /// The steps of the record as actions.
    pub fn actions(&self) -> Vec<i32> {
        let mut actions = Vec::with_capacity(self.record.len());
        self.replay(&mut |state, step| actions.push(self.game.action(state, step) as i32));
        actions
    }

    /// All that `seat` has seen: view, step, view, step, …, view.
    pub fn history(&self, seat: Seat) -> Vec<String> {
        let mut seen = Vec::with_capacity(2 * self.record.len() + 1);
        let last = self.replay(&mut |state, step| {
            seen.push(self.game.view(state, seat));
            seen.push(self.game.seen(state, step, seat));
        });
        seen.push(self.game.view(&last, seat));
        seen
    }

    /// Where in the record the last turn begins, or the one that is under way, and its state there. Commits
    /// that are resolved together are one turn.
    fn last_begun(&self) -> (usize, G::State) {
        let game = &*self.game;
        let mut play = Play::new(self.game.clone(), self.start.clone(), 0);
        let (mut from, mut begin) = (0, self.start.clone());
        let mut committed: Vec<Seat> = Vec::new();
        for &step in &self.record {
            if let Actor::Seat(seat) = game.mover(&play.state) {
                let (goes_on, commits) = (play.turns.begun, game.commits(&play.state));
                let joins = commits && !committed.is_empty() && !committed.contains(&seat);
                if !goes_on && !joins {
                    (from, begin) = (play.record.len(), play.state.clone());
                    committed.clear();
                }
                if commits {
                    committed.push(seat);
                } else {
                    committed.clear();
                }
            }
            play.make(step);
        }
        (from, begin)
    }

    /// The steps of the last turn, or of the one that has begun, with what chance did after them, as `eyes`
    /// saw them: a seat, or none for a spectator who sees all.
    pub fn last_turn(&self, eyes: Option<Seat>) -> Vec<String> {
        let (from, state) = self.last_begun();
        self.told(state, &self.record[from..], eyes)
    }

    /// A game that `seat` cannot tell from this one; its record begins where it stands.
    pub fn resample(&self, seat: Seat, seed: u64) -> Play<G> {
        let other = self.game.resample(&self.state, seat, &mut rng_for(seed, 0, 0));
        Play::new(self.game.clone(), other, self.turns.whole)
    }

    /// The number of sequences of `depth` steps, or whole turns. `go_on` is asked now and then; when it says
    /// no, nothing comes back.
    pub fn perft(&self, depth: u32, turns: bool, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        perft(&*self.game, &self.state, depth, turns, go_on)
    }
}

/// Sorts outcomes of chance by their strings.
fn sort_outcomes(outcomes: &mut [(String, f64)]) {
    outcomes.sort_by(|a, b| a.0.cmp(&b.0));
}

/// The legal step of an action.
pub(super) fn legal_step<G: Game>(game: &G, state: &G::State, action: i64) -> Result<G::Step, StepError> {
    let actions = game.spec().num_actions;
    let index = usize::try_from(action).ok().filter(|&index| index < actions);
    let Some(index) = index else {
        return Err(StepError::OutOfRange { action, actions });
    };
    let step = game.step(state, index);
    // Two actions may stand for one step only if one of them is not its own.
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
        Some(step) => format!("action {action}: {}", game.refusal(state, &game.step_text(state, step))),
        None => format!("action {action} stands for no step here"),
    };
    Err(StepError::Illegal { message })
}

/// Counts bundles of this depth without looking up.
const BUNDLE: u32 = 3;

fn perft<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    turns: bool,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    if depth <= BUNDLE {
        let nodes = if turns { game.perft_turns(state, depth) } else { game.perft(state, depth) };
        return go_on().then_some(nodes);
    }
    let mut nodes = 0u64;
    let mut after = |steps: &[G::Step]| {
        let mut next = state.clone();
        for &step in steps {
            make(game, &mut next, step);
        }
        nodes = nodes.saturating_add(perft(game, &next, depth - 1, turns, go_on)?);
        Some(())
    };
    if turns {
        for turn in &game.turns(state) {
            after(&turn.steps)?;
        }
    } else {
        for step in &legal(game, state) {
            after(slice::from_ref(step))?;
        }
    }
    Some(nodes)
}

#[cfg(test)]
mod tests;
