//! The role of the observation: planes of numbers for networks.

use super::super::{Canvas, Scalar, Seat};
use super::Rules;

/// What a seat observes, as planes of numbers.
pub trait Observation: Rules {
    /// Draws what `seat` may see, as planes over the board's grid in the game's frame, on an empty canvas.
    ///
    /// The kinds of the planes are the same in every state: a plane that holds one number everywhere always
    /// does.
    fn observe(&self, state: &Self::State, seat: Seat, canvas: &mut Canvas);

    /// Returns an empty canvas for observations of this game.
    fn canvas(&self) -> Canvas {
        let (rows, columns) = self.board().grid();
        Canvas::new(self.spec().planes.len(), rows * columns)
    }

    /// Writes what `seat` may see as numbers. `out` has planes x rows x columns elements; all of them are
    /// written.
    fn write_observation<T: Scalar>(&self, state: &Self::State, seat: Seat, out: &mut [T]) {
        let mut canvas = self.canvas();
        self.observe(state, seat, &mut canvas);
        canvas.write(out);
    }
}
