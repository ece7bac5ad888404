//! The role of hints for search: what makes a search faster, without being part of the rules.

use super::super::{Actor, Seat};
use super::{Rules, SearchProfile};
use foldhash::quality::FixedState;
use std::hash::BuildHasher;

/// Hints for search agents. The defaults are correct for every game. Override them where they are slow.
pub trait SearchHints: Rules {
    /// Returns a key for transposition tables. States with equal keys have the same continuations, apart from
    /// draws that are far away: keys may leave out histories, and counters that are far from their limits.
    /// Tables are kept between moves, so a key without a counter that is near its limit hides the draw.
    fn position_key(&self, state: &Self::State) -> u64 {
        FixedState::with_seed(0).hash_one(state)
    }

    /// Returns whether the game has ended, apart from ends that show only in the lack of legal steps, such as
    /// mates. `None`, the default: nothing is known without looking for legal steps. Then search looks for
    /// them before it uses a stored result or an evaluation.
    fn has_ended(&self, _state: &Self::State) -> Option<bool> {
        None
    }

    /// Returns what search may take for granted.
    fn search_profile(&self) -> SearchProfile {
        SearchProfile::default()
    }

    /// Returns the value of the placement of a seat's pieces in hundredths of a man, such as mobility and the
    /// safety of a king. Material does not count. `None`, the default: the game has no such evaluation.
    fn positional_value(&self, _state: &Self::State, _seat: Seat) -> Option<i32> {
        None
    }

    /// Returns the terms of the positional evaluation for a seat, also in games in which it is not strong
    /// enough to have weights. `None`, the default: the game has no such evaluation.
    fn positional_terms(&self, _state: &Self::State, _seat: Seat) -> Option<PositionalTerms> {
        None
    }

    /// Whether the seat to act must answer a threat to end the game, such as a check. Search does not
    /// evaluate such a position, and extends the depth.
    fn in_check(&self, _state: &Self::State) -> bool {
        false
    }

    /// Returns the material that the seat to act wins with a legal step, in hundredths of a man: its own
    /// gain, plus the losses of its opponents.
    ///
    /// The default makes the step and compares.
    fn gain(&self, state: &Self::State, step: Self::Step) -> i32 {
        gain_by_making(self, state, step)
    }

    /// Calls `visit` with each legal step that gains material and its gain. Returns the number of all legal
    /// steps.
    fn each_gain(&self, state: &Self::State, mut visit: impl FnMut(Self::Step, i32)) -> usize {
        let mut count = 0;
        self.each_step(state, |step| {
            count += 1;
            let gain = self.gain(state, step);
            if gain > 0 {
                visit(step, gain);
            }
        });
        count
    }

    /// Returns what is left of the [gain](SearchHints::gain) of a step after captures and recaptures on the
    /// same cell, if both sides make the best of them. The default expects no recapture.
    fn exchange(&self, _state: &Self::State, _step: Self::Step, gain: i32) -> i32 {
        gain
    }

    /// Passes the turn and returns true, if this is a sound bound for search: the seat to act is not in
    /// check, and having to move is no disadvantage (null move). Otherwise returns false, and the state is
    /// unchanged.
    fn pass(&self, _state: &mut Self::State) -> bool {
        false
    }
}

/// The terms of a [positional value](SearchHints::positional_value): what it sums up, before each term gets
/// its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionalTerms {
    /// By term, how often it counts.
    pub counts: Vec<i16>,
    /// From 0 to 1, the part of the weights of the middlegame. The rest is for those of the endgame.
    pub middlegame: f32,
}

impl PositionalTerms {
    /// Returns a number of terms that do not count.
    pub fn new(number: usize, middlegame: f32) -> Self {
        PositionalTerms { counts: vec![0; number], middlegame }
    }
}

/// Returns the [gain](SearchHints::gain) of a step by making it.
pub fn gain_by_making<R: Rules>(rules: &R, state: &R::State, step: R::Step) -> i32 {
    let Actor::Seat(seat) = rules.mover(state) else { return 0 };
    let mut next = state.clone();
    rules.apply(&mut next, step);
    let teams = &rules.spec().teams;
    let change: f32 = Seat::all(rules.spec().seats)
        .map(|other| {
            let change = rules.material(&next, other) - rules.material(state, other);
            if teams[other.index()] == teams[seat.index()] { change } else { -change }
        })
        .sum();
    (100.0 * change).round() as i32
}
