//! The information of a game: what a seat may see.

use super::ChessGame;
use crate::game::roles::{Information, Notation, Rules};
use crate::game::{Rng, Seat};
use crate::games::chess::step::Step;
use crate::games::chess::variant::{ChessVariant, State};

impl<V: ChessVariant> Information for ChessGame<V> {
    fn is_simultaneous(&self, state: &State<V::Extra>) -> bool {
        self.variant.is_simultaneous(state) && self.outcome(state).is_none()
    }

    fn observation_string(&self, state: &State<V::Extra>, seat: Seat) -> String {
        let mut out = String::with_capacity(96);
        V::FORMAT.write(&self.variant, state, Some(seat), &mut out);
        out
    }

    fn step_text_for(&self, state: &State<V::Extra>, step: Step, seat: Seat) -> String {
        self.variant.step_text_for(state, step, seat).unwrap_or_else(|| self.step_text(state, step))
    }

    fn resample(&self, state: &State<V::Extra>, seat: Seat, rng: &mut Rng) -> State<V::Extra> {
        self.variant.resample(state, seat, rng)
    }
}
