//! One game in progress, with the record of what happened in it.

mod taken;

use super::picture::Scene;
use super::{AnyState, StepError};
use crate::board::Cell;
use crate::game::{
    Actor, Canvas, CellMark, Game, Mask, Outcome, Seat, Spec, Standing, TooManyTurns, Turn, rng_for,
};

/// A game in progress, whichever it is: its state, and the steps that led there from where the record begins.
/// Seats that are asked about must be below the number of seats.
pub struct Play {
    state: Box<dyn AnyState>,
    start: Box<dyn AnyState>,
    record: Vec<u32>,
    first_turn: u32,
    turns: Turns,
    legal: Legal,
}

impl Clone for Play {
    fn clone(&self) -> Play {
        Play {
            state: self.state.boxed(),
            start: self.start.boxed(),
            record: self.record.clone(),
            first_turn: self.first_turn,
            turns: self.turns,
            // The state's own list is not copied.
            legal: Legal::default(),
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
#[derive(Debug, Default)]
struct Legal {
    known: bool,
    /// Sort keys whose low bits hold the place in the state's own list.
    order: Vec<u128>,
    /// The state's own list.
    listed: Vec<i32>,
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

/// The place in a sort key.
fn place(key: u128) -> usize {
    (key & PLACE) as usize
}

impl Legal {
    /// Lists what is legal in a state, unless it is known.
    fn list(&mut self, state: &mut dyn AnyState) {
        if self.known {
            return;
        }
        state.keyed(&mut self.order, &mut self.listed);
        if !sort_short(&mut self.order) {
            // Some strings are longer than fourteen letters.
            let texts = state.texts();
            self.order.sort_by(|&one, &other| texts[place(one)].cmp(&texts[place(other)]));
        }
        self.actions.clear();
        self.actions.extend(self.order.iter().map(|&key| self.listed[place(key)]));
        self.known = true;
    }

    /// The place in the state's own list of an action that is known to be legal.
    fn find(&self, action: i64) -> Option<usize> {
        let at = self.actions.iter().position(|&legal| i64::from(legal) == action);
        at.filter(|_| self.known).map(|at| place(self.order[at]))
    }
}

impl Play {
    /// A record that begins with `state`, after `turns` whole turns.
    pub fn new(state: Box<dyn AnyState>, turns: u32) -> Play {
        Play {
            start: state.boxed(),
            state,
            record: Vec::new(),
            first_turn: turns,
            turns: Turns { whole: turns, begun: false },
            legal: Legal::default(),
        }
    }

    /// Where it stands.
    pub fn state(&self) -> &dyn AnyState {
        &*self.state
    }

    /// The game and where it stands, if the game is a `G`.
    pub fn known<G: Game>(&self) -> Option<(&G, &G::State)> {
        self.state.known()
    }

    /// What the game is, in data.
    pub fn spec(&self) -> &Spec {
        self.state.spec()
    }

    /// Who makes the next step.
    pub fn actor(&self) -> Actor {
        self.state.actor()
    }

    /// How the game ended, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    /// The number of whole turns made before the record begins.
    pub fn start_turn(&self) -> u32 {
        self.first_turn
    }

    /// The number of whole turns made.
    pub fn turn(&self) -> u32 {
        self.turns.whole
    }

    /// Whether the seat to act goes on with a turn that it has begun.
    pub fn mid_turn(&self) -> bool {
        self.state.mid_turn()
    }

    /// Whether the choice to be made is a commit.
    pub fn commits(&self) -> bool {
        self.state.commits()
    }

    /// Whether a seat still takes part.
    pub fn standing(&self, seat: Seat) -> Standing {
        self.state.standing(seat)
    }

    /// The worth of what a seat has on the board.
    pub fn material(&self, seat: Seat) -> f32 {
        self.state.material(seat)
    }

    /// The position string.
    pub fn fen(&self) -> String {
        self.state.fen()
    }

    /// The position string that the record begins with.
    pub fn start_fen(&self) -> String {
        self.start.fen()
    }

    /// Makes a step by `make`, if that can be, and writes down the action that it answers with.
    fn make<E>(&mut self, make: impl FnOnce(&mut dyn AnyState) -> Result<u32, E>) -> Result<(), E> {
        let by_seat = self.state.mover() != Actor::Chance;
        self.record.push(make(&mut *self.state)?);
        self.legal.known = false;
        self.turns.begun |= by_seat;
        if self.turns.begun && !self.state.mid_turn() {
            self.turns = Turns { whole: self.turns.whole + 1, begun: false };
        }
        Ok(())
    }

    /// Makes a step that is known to be legal.
    fn follow(&mut self, step: u32) {
        let Ok(()) = self.make(|state| {
            state.apply(step);
            Ok::<_, std::convert::Infallible>(step)
        });
    }

    /// Makes the step that a string names.
    pub fn apply_text(&mut self, text: &str) -> Result<(), StepError> {
        self.make(|state| state.apply_text(text))
    }

    /// Makes the step of an action.
    pub fn apply_action(&mut self, action: i64) -> Result<(), StepError> {
        let listed = self.legal.find(action);
        self.make(|state| {
            match listed {
                Some(at) => state.apply_listed(at),
                None => state.apply_action(action)?,
            }
            Ok(action as u32)
        })
    }

    /// Makes the steps of a whole turn, all or none.
    pub fn apply_turn(&mut self, text: &str) -> Result<(), StepError> {
        self.state.turn(text)?.into_iter().for_each(|step| self.follow(step));
        Ok(())
    }

    /// Plays on by random steps under `seed`, to the end or for at most `limit` steps.
    pub fn play_random(&mut self, seed: u64, limit: u32) {
        let mut rng = rng_for(seed, 0, 0);
        for _ in 0..limit {
            if self.make(|state| state.apply_random(&mut rng).ok_or(())).is_err() {
                break;
            }
        }
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
            again.follow(step);
            if !again.turns.begun {
                begin = again.record.len();
            }
        }
        Ok(self.take_back(begin))
    }

    /// The game as its record begins.
    fn anew(&self) -> Play {
        Play::new(self.start.boxed(), self.first_turn)
    }

    /// Goes back to where so many steps of the record had been made; the others as strings.
    fn take_back(&mut self, kept: usize) -> Vec<String> {
        let mut again = self.anew();
        self.record[..kept].iter().for_each(|&step| again.follow(step));
        let before = std::mem::replace(self, again);
        told(self.state.boxed(), &before.record[kept..], None)
    }

    /// The action of the legal step that a string names.
    pub fn action(&self, text: &str) -> Result<usize, StepError> {
        self.state.action(text).map(|action| action as usize)
    }

    /// The string of the legal step of an action.
    pub fn text(&self, action: i64) -> Result<String, StepError> {
        self.state.text(action)
    }

    /// The legal steps as strings, sorted.
    pub fn legal(&mut self) -> Vec<String> {
        self.legal.list(&mut *self.state);
        let mut texts = self.state.texts();
        self.legal.order.iter().map(|&key| std::mem::take(&mut texts[place(key)])).collect()
    }

    /// The actions of the legal steps, in the order of their strings.
    pub fn legal_actions(&mut self) -> &[i32] {
        self.legal.list(&mut *self.state);
        &self.legal.actions
    }

    /// Marks the actions of legal steps in an array of the game's number of actions.
    pub fn mask(&self, out: &mut [bool]) {
        let mut mask = Mask::new(out.len());
        self.state.mask(&mut mask);
        mask.pour_flags(out);
    }

    /// The outcomes of a chance step with their probabilities, sorted; nothing elsewhere.
    pub fn chance(&self) -> Vec<(String, f64)> {
        let mut outcomes = Vec::new();
        if self.actor() == Actor::Chance {
            self.state.chance(&mut outcomes);
        }
        let told = |(action, chance)| (self.state.told(action, None), chance);
        let mut outcomes: Vec<(String, f64)> = outcomes.into_iter().map(told).collect();
        outcomes.sort_by(|a, b| a.0.cmp(&b.0));
        outcomes
    }

    /// The steps of the record as strings.
    pub fn steps(&self) -> Vec<String> {
        told(self.start.boxed(), &self.record, None)
    }

    /// The steps of the record as actions.
    pub fn actions(&self) -> Vec<i32> {
        self.record.iter().map(|&action| action as i32).collect()
    }

    /// Writes what a seat may see, planes x rows x columns.
    pub fn observe(&self, seat: Seat, out: &mut [f32]) {
        let mut canvas: Canvas = self.state.canvas();
        self.state.observe(seat, &mut canvas);
        canvas.write(out);
    }

    /// The position string as a seat may see it.
    pub fn view(&self, seat: Seat) -> String {
        self.state.view(seat)
    }

    /// All that `seat` has seen: view, step, view, step, …, view.
    pub fn history(&self, seat: Seat) -> Vec<String> {
        let mut seen = Vec::with_capacity(2 * self.record.len() + 1);
        let mut state = self.start.boxed();
        for &step in &self.record {
            seen.push(state.view(seat));
            seen.push(state.told(step, Some(seat)));
            state.apply(step);
        }
        seen.push(state.view(seat));
        seen
    }

    /// Where in the record the last turn begins, or the one that is under way, and its state there. Commits
    /// that are resolved together are one turn.
    fn last_begun(&self) -> (usize, Box<dyn AnyState>) {
        let mut play = self.anew();
        let (mut from, mut begin) = (0, self.start.boxed());
        let mut committed: Vec<Seat> = Vec::new();
        for &step in &self.record {
            if let Actor::Seat(seat) = play.state.mover() {
                let (goes_on, commits) = (play.turns.begun, play.commits());
                let joins = commits && !committed.is_empty() && !committed.contains(&seat);
                if !goes_on && !joins {
                    from = play.record.len();
                    begin.take(&*play.state);
                    committed.clear();
                }
                if commits {
                    committed.push(seat);
                } else {
                    committed.clear();
                }
            }
            play.follow(step);
        }
        (from, begin)
    }

    /// The steps of the last turn, or of the one that has begun, with what chance did after them, as `eyes`
    /// saw them: a seat, or none for a spectator who sees all.
    pub fn last_turn(&self, eyes: Option<Seat>) -> Vec<String> {
        let (from, state) = self.last_begun();
        told(state, &self.record[from..], eyes)
    }

    /// A game in a state that has the same view for `seat`; its record begins where it stands.
    pub fn resample(&self, seat: Seat, seed: u64) -> Play {
        Play::new(self.state.resample(seat, &mut rng_for(seed, 0, 0)), self.turns.whole)
    }

    /// The whole turns from here as texts, with the strings of their steps, sorted.
    pub fn turns(&self) -> Result<Vec<(String, Vec<String>)>, TooManyTurns> {
        let spelled = |turn: Turn<u32>| {
            let steps = told(self.state.boxed(), &turn.steps, None);
            (turn.text, steps)
        };
        Ok(self.state.turns()?.into_iter().map(spelled).collect())
    }

    /// The number of sequences of `depth` steps, or whole turns.
    ///
    /// `go_on` is called at least a few times a second. None once it returns false.
    pub fn perft(&self, depth: u32, turns: bool, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        self.state.perft(depth, turns, go_on)
    }

    /// The game as the symmetry of that number turns it, where it can be turned; its record begins there.
    pub fn transform(&self, symmetry: usize) -> Option<Play> {
        Some(Play::new(self.state.transform(symmetry)?, self.turns.whole))
    }

    /// What there is to see, as a seat may see it, or, with no seat, all that is there;
    /// [`shown`](Play::shown) adds what else is asked for.
    pub fn scene(&self, eyes: Option<Seat>) -> Scene<'_> {
        self.state.scene(eyes)
    }

    /// The cells in shadows.
    pub fn shadows(&self) -> Vec<(Cell, CellMark)> {
        self.state.shadows()
    }

    /// Whether the other stands where this does, in the same game.
    pub fn same(&self, other: &Play) -> bool {
        self.state.same(&*other.state) && self.state.related(&*other.state)
    }

    /// A hash of the state alone; equal states have equal ones, in every run.
    pub fn hash(&self) -> u64 {
        self.state.hash()
    }
}

/// What steps made one after the other from a state are called, as `eyes` sees them: a seat, or none for a
/// spectator who sees all.
fn told(mut state: Box<dyn AnyState>, steps: &[u32], eyes: Option<Seat>) -> Vec<String> {
    let mut texts = Vec::with_capacity(steps.len());
    for &step in steps {
        texts.push(state.told(step, eyes));
        state.apply(step);
    }
    texts
}

#[cfg(test)]
mod tests;
