//! The observation of a game: the planes of the family, then those of the variant.

use super::ChessGame;
use crate::game::roles::Observation;
use crate::game::{Canvas, Seat};
use crate::games::chess::planes::Planes;
use crate::games::chess::variant::{ChessVariant, State};

impl<V: ChessVariant> Observation for ChessGame<V> {
    fn observe(&self, state: &State<V::Extra>, seat: Seat, canvas: &mut Canvas) {
        let mut planes = Planes::new(canvas, self.spec.frame, seat);
        self.variant.observe_position(state, seat, &mut planes);
        self.variant.observe(state, seat, &mut planes);
        planes.black(seat);
    }
}
