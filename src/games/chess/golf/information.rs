//! The information of a course: seat 1 does not see the bid of seat 0 (Golf 7D.1).

use super::choices::BIDS;
use super::course::{Phase, State};
use super::notation::FORMAT;
use super::{Golf, hides_bid};
use crate::game::roles::{Information, Notation};
use crate::game::{Rng, Seat, below};
use crate::games::chess::step::Step;

impl Information for Golf {
    fn is_simultaneous(&self, state: &State) -> bool {
        state.phase == Phase::Bid
    }

    fn observation_string(&self, state: &State, seat: Seat) -> String {
        let mut out = String::new();
        FORMAT.write(self, state, Some(seat), &mut out);
        out
    }

    /// 7D.1: the bid of seat 0. That of seat 1 is open immediately.
    fn step_text_for(&self, state: &State, step: Step, seat: Seat) -> String {
        if state.phase == Phase::Bid && state.seat == Seat::ZERO && seat != Seat::ZERO {
            return "bid:?".into();
        }
        self.step_text(state, step)
    }

    /// Any bid that seat 0 could have made.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut drawn = *state;
        if hides_bid(state, Some(seat)) {
            drawn.bids[0] = Some(below(rng, BIDS) as u8);
        }
        drawn
    }
}
