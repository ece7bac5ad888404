//! A type-erased state together with the steps that led to it.

mod last_captures;

use super::{DynState, StepError};
use crate::game::{Actor, Canvas, Mask, Rng, Seat, TooManyTurns, Turn, rng_for};
use std::ops::Deref;

/// A game in progress: a state, and the record of the steps since a start position.
///
/// It dereferences to its [state](DynState), which answers all questions that do not depend on the record.
/// There is no mutable access: the methods of this type that make steps also record them. Methods that have
/// the name of a method of the state take precedence.
///
/// Seats in arguments must be below the number of seats.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
/// use plyground::game::Frame;
///
/// let mut state = catalog::open("chess", &[], Frame::Seat)?.start(0);
/// state.apply_text("e2e4")?;
/// assert_eq!(state.steps(), ["e2e4"]);
/// assert_eq!(state.count(), 20, "a method of the state");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StateWithHistory {
    state: Box<dyn DynState>,
    start: Box<dyn DynState>,
    record: Vec<u32>,
    first_turn: u32,
    turns: TurnCounter,
    legal: LegalList,
}

impl Clone for StateWithHistory {
    fn clone(&self) -> StateWithHistory {
        StateWithHistory {
            state: self.state.clone_box(),
            start: self.start.clone_box(),
            record: self.record.clone(),
            first_turn: self.first_turn,
            turns: self.turns,
            // The state's own list of legal steps is not copied.
            legal: LegalList::default(),
        }
    }
}

impl Deref for StateWithHistory {
    type Target = dyn DynState;

    fn deref(&self) -> &Self::Target {
        &*self.state
    }
}

/// Counts whole turns.
#[derive(Clone, Copy, Debug)]
struct TurnCounter {
    completed: u32,
    /// Whether a seat has begun a turn that is not complete.
    in_progress: bool,
}

/// The legal steps of the state, sorted by their strings. Computed on demand.
#[derive(Debug, Default)]
struct LegalList {
    is_current: bool,
    /// Sort keys. The low bits hold the index in the state's own list.
    order: Vec<u128>,
    /// The state's own list.
    listed: Vec<i32>,
    /// The actions in sorted order.
    actions: Vec<i32>,
}

/// The low bits of sort keys, which hold an index: the bits of two characters.
const INDEX_MASK: u128 = 0xFFFF;

/// Puts indices into sort keys. If all strings are short enough for the keys, sorts the keys and returns
/// true.
fn sort_if_short(keys: &mut [u128]) -> bool {
    let mut short = keys.len() <= INDEX_MASK as usize;
    for (at, key) in (0..).zip(&mut *keys) {
        short &= *key & INDEX_MASK == 0;
        *key = *key & !INDEX_MASK | at;
    }
    if short {
        keys.sort_unstable();
    }
    short
}

/// Returns the index in a sort key.
fn index_of(key: u128) -> usize {
    (key & INDEX_MASK) as usize
}

impl LegalList {
    /// Lists the legal steps of a state, unless the list is current.
    fn update(&mut self, state: &mut dyn DynState) {
        if self.is_current {
            return;
        }
        state.legal_with_sort_keys(&mut self.order, &mut self.listed);
        if !sort_if_short(&mut self.order) {
            // Some strings have more than fourteen characters.
            let texts = state.texts();
            self.order.sort_by(|&one, &other| texts[index_of(one)].cmp(&texts[index_of(other)]));
        }
        self.actions.clear();
        self.actions.extend(self.order.iter().map(|&key| self.listed[index_of(key)]));
        self.is_current = true;
    }

    /// Returns the index in the state's own list of an action that is known to be legal.
    fn find(&self, action: i64) -> Option<usize> {
        let at = self.actions.iter().position(|&legal| i64::from(legal) == action);
        at.filter(|_| self.is_current).map(|at| index_of(self.order[at]))
    }
}

impl StateWithHistory {
    /// Makes a record that begins with `state`, after `turns` whole turns.
    pub fn new(state: Box<dyn DynState>, turns: u32) -> StateWithHistory {
        StateWithHistory {
            start: state.clone_box(),
            state,
            record: Vec::new(),
            first_turn: turns,
            turns: TurnCounter { completed: turns, in_progress: false },
            legal: LegalList::default(),
        }
    }

    /// Returns the number of whole turns before the record begins.
    pub fn start_turn(&self) -> u32 {
        self.first_turn
    }

    /// Returns the number of whole turns.
    pub fn turn(&self) -> u32 {
        self.turns.completed
    }

    /// Returns the position string at the beginning of the record.
    pub fn start_fen(&self) -> String {
        self.start.fen()
    }

    /// Makes a step by calling `make`, and records the action that it returns.
    fn record_step<E>(&mut self, make: impl FnOnce(&mut dyn DynState) -> Result<u32, E>) -> Result<(), E> {
        let by_seat = self.state.mover() != Actor::Chance;
        self.record.push(make(&mut *self.state)?);
        self.legal.is_current = false;
        self.turns.in_progress |= by_seat;
        if self.turns.in_progress && !self.state.mid_turn() {
            self.turns = TurnCounter { completed: self.turns.completed + 1, in_progress: false };
        }
        Ok(())
    }

    /// Makes a step that is known to be legal.
    fn apply_legal(&mut self, step: u32) {
        let Ok(()) = self.record_step(|state| {
            state.apply(step);
            Ok::<_, std::convert::Infallible>(step)
        });
    }

    /// Makes the step with this step string.
    ///
    /// # Errors
    ///
    /// [`StepError`] if it is not legal. The state is unchanged.
    pub fn apply_text(&mut self, text: &str) -> Result<(), StepError> {
        self.record_step(|state| state.apply_text(text))
    }

    /// Makes the step of an action.
    ///
    /// # Errors
    ///
    /// [`StepError`] if it is not legal. The state is unchanged.
    pub fn apply_action(&mut self, action: i64) -> Result<(), StepError> {
        let listed = self.legal.find(action);
        self.record_step(|state| {
            match listed {
                Some(at) => state.apply_listed(at),
                None => state.apply_action(action)?,
            }
            Ok(action as u32)
        })
    }

    /// Makes all steps of a whole turn.
    ///
    /// # Errors
    ///
    /// [`StepError`] if the turn is not legal. The state is unchanged.
    pub fn apply_turn(&mut self, text: &str) -> Result<(), StepError> {
        self.state.turn(text)?.into_iter().for_each(|step| self.apply_legal(step));
        Ok(())
    }

    /// Continues with random steps under `seed`, until the game ends, or for at most `limit` steps.
    pub fn play_random(&mut self, seed: u64, limit: u32) {
        self.play_random_from(&mut rng_for(seed, 0, 0), limit);
    }

    /// Continues with random steps from a generator.
    pub(super) fn play_random_from(&mut self, rng: &mut Rng, limit: u32) {
        for _ in 0..limit {
            if self.record_step(|state| state.apply_random(rng).ok_or(())).is_err() {
                break;
            }
        }
    }

    /// Undoes the last step and returns its text. Earlier states are not stored, so all previous steps are
    /// made again.
    ///
    /// # Errors
    ///
    /// [`StepError::NothingMade`] if the record is empty.
    pub fn undo(&mut self) -> Result<String, StepError> {
        let last = self.record.len().checked_sub(1).ok_or(StepError::NothingMade)?;
        Ok(self.undo_to(last).concat())
    }

    /// Undoes the last turn, complete or not, and returns its steps. If a chance step came after the turn,
    /// undoes only that step.
    ///
    /// # Errors
    ///
    /// [`StepError::NothingMade`] if the record is empty.
    pub fn undo_turn(&mut self) -> Result<Vec<String>, StepError> {
        let last = self.record.len().checked_sub(1).ok_or(StepError::NothingMade)?;
        let (mut again, mut begin) = (self.at_start(), 0);
        for &step in &self.record[..last] {
            again.apply_legal(step);
            if !again.turns.in_progress {
                begin = again.record.len();
            }
        }
        Ok(self.undo_to(begin))
    }

    /// Returns the state at the beginning of the record.
    fn at_start(&self) -> StateWithHistory {
        StateWithHistory::new(self.start.clone_box(), self.first_turn)
    }

    /// Goes back to the state after the first `kept` steps of the record. Returns the other steps.
    fn undo_to(&mut self, kept: usize) -> Vec<String> {
        let mut again = self.at_start();
        self.record[..kept].iter().for_each(|&step| again.apply_legal(step));
        let before = std::mem::replace(self, again);
        step_texts(self.state.clone_box(), &before.record[kept..], None)
    }

    /// Returns the legal steps, sorted.
    pub fn legal(&mut self) -> Vec<String> {
        self.legal.update(&mut *self.state);
        let mut texts = self.state.texts();
        self.legal.order.iter().map(|&key| std::mem::take(&mut texts[index_of(key)])).collect()
    }

    /// Returns the legal actions in the order of their step strings.
    pub fn legal_actions(&mut self) -> &[i32] {
        self.legal.update(&mut *self.state);
        &self.legal.actions
    }

    /// Writes the action mask. `out` has one element for each action of the game.
    pub fn mask(&self, out: &mut [bool]) {
        let mut mask = Mask::new(out.len());
        self.state.mask(&mut mask);
        mask.drain_to_flags(out);
    }

    /// Returns the outcomes of a chance step with their probabilities, sorted. Empty at other steps.
    pub fn chance(&self) -> Vec<(String, f64)> {
        let mut outcomes = Vec::new();
        if self.actor() == Actor::Chance {
            self.state.chance(&mut outcomes);
        }
        let with_text = |(action, chance)| (self.state.step_text(action, None), chance);
        let mut outcomes: Vec<(String, f64)> = outcomes.into_iter().map(with_text).collect();
        outcomes.sort_by(|a, b| a.0.cmp(&b.0));
        outcomes
    }

    /// Returns the steps of the record as strings.
    pub fn steps(&self) -> Vec<String> {
        step_texts(self.start.clone_box(), &self.record, None)
    }

    /// Returns the steps of the record as actions.
    pub fn actions(&self) -> Vec<i32> {
        self.record.iter().map(|&action| action as i32).collect()
    }

    /// Returns the number of turns that a seat has begun since the start of the record.
    pub fn turns_begun(&self, seat: Seat) -> u32 {
        let (mut state, mut turns) = (self.start.clone_box(), 0);
        for &step in &self.record {
            turns += u32::from(state.actor() == Actor::Seat(seat) && !state.mid_turn());
            state.apply(step);
        }
        turns
    }

    /// Writes the observation of a seat: planes x rows x columns numbers.
    pub fn observe(&self, seat: Seat, out: &mut [f32]) {
        let mut canvas: Canvas = self.state.canvas();
        self.state.observe(seat, &mut canvas);
        canvas.write(out);
    }

    /// Returns everything that a seat has seen: view, step, view, step, …, view.
    pub fn history(&self, seat: Seat) -> Vec<String> {
        let mut history = Vec::with_capacity(2 * self.record.len() + 1);
        let mut state = self.start.clone_box();
        for &step in &self.record {
            history.push(state.view(seat));
            history.push(state.step_text(step, Some(seat)));
            state.apply(step);
        }
        history.push(state.view(seat));
        history
    }

    /// Returns the index in the record at which the last turn begins, complete or not, and the state there.
    /// Commits that are resolved together are one turn.
    fn last_turn_start(&self) -> (usize, Box<dyn DynState>) {
        let mut game = self.at_start();
        let (mut from, mut begin) = (0, self.start.clone_box());
        let mut committed: Vec<Seat> = Vec::new();
        for &step in &self.record {
            if let Actor::Seat(seat) = game.state.mover() {
                let (goes_on, commits) = (game.turns.in_progress, game.commits());
                let joins = commits && !committed.is_empty() && !committed.contains(&seat);
                if !goes_on && !joins {
                    from = game.record.len();
                    begin.copy_from(&*game.state);
                    committed.clear();
                }
                if commits {
                    committed.push(seat);
                } else {
                    committed.clear();
                }
            }
            game.apply_legal(step);
        }
        (from, begin)
    }

    /// Returns the steps of the last turn, complete or not, and of chance after it, as `viewer` saw them: a
    /// seat, or `None` for a spectator with a full view.
    pub fn last_turn(&self, viewer: Option<Seat>) -> Vec<String> {
        let (from, state) = self.last_turn_start();
        step_texts(state, &self.record[from..], viewer)
    }

    /// Returns a random state with the same view for `seat`. Its record is empty.
    pub fn resample(&self, seat: Seat, seed: u64) -> StateWithHistory {
        StateWithHistory::new(self.state.resample(seat, &mut rng_for(seed, 0, 0)), self.turns.completed)
    }

    /// Returns all legal turns with their steps, sorted by text.
    ///
    /// # Errors
    ///
    /// [`TooManyTurns`] if listing them could take a tenth of a second.
    pub fn turns(&self) -> Result<Vec<(String, Vec<String>)>, TooManyTurns> {
        let spelled = |turn: Turn<u32>| {
            let steps = step_texts(self.state.clone_box(), &turn.steps, None);
            (turn.text, steps)
        };
        Ok(self.state.turns()?.into_iter().map(spelled).collect())
    }

    /// Returns the image of the state under a symmetry of the game, given by its index, or `None` if it has
    /// none. Its record is empty.
    pub fn transform(&self, symmetry: usize) -> Option<StateWithHistory> {
        Some(StateWithHistory::new(self.state.transform(symmetry)?, self.turns.completed))
    }

    /// Whether the other state is equal and belongs to the same game.
    pub fn equals(&self, other: &StateWithHistory) -> bool {
        self.state.equals(&*other.state) && self.state.is_same_game(&*other.state)
    }
}

/// Returns the texts of consecutive steps from a state, as `viewer` sees them: a seat, or `None` for a
/// spectator with a full view.
fn step_texts(mut state: Box<dyn DynState>, steps: &[u32], viewer: Option<Seat>) -> Vec<String> {
    let mut texts = Vec::with_capacity(steps.len());
    for &step in steps {
        texts.push(state.step_text(step, viewer));
        state.apply(step);
    }
    texts
}

#[cfg(test)]
mod tests;
