//! The places of actions on the grid of observations, for convolutional policy heads.

use super::DynGame;
use crate::game::Seat;
use ndarray::Array2;
use serde::{Serialize, Serializer};

/// The places of all actions in action planes, one plane for each kind of movement.
///
/// ```
/// use plyground::game::Frame;
/// use plyground::catalog;
/// use plyground::sim::ActionPlanes;
///
/// let game = catalog::open("chess", &[], Frame::Seat)?;
/// let ActionPlanes { count, places } = ActionPlanes::of(&*game);
/// assert_eq!((count, places.dim()), (16, (2, 1096)));
/// // Moves north to e4 by White are in the first plane. Promotions to knights have no place.
/// assert_eq!((places[[0, 28]], places[[0, 1024]]), (28, -1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionPlanes {
    /// The number of planes.
    #[serde(rename = "num_action_planes")]
    pub count: usize,
    /// The place by seat and action: (plane x rows + row) x columns + column, with the row as that seat sees
    /// the board. -1 for actions without a place.
    #[serde(rename = "action_planes", serialize_with = "listed")]
    pub places: Array2<i32>,
}

impl ActionPlanes {
    /// Returns the action planes of a game.
    pub fn of(game: &dyn DynGame) -> ActionPlanes {
        let (spec, (rows, columns)) = (game.spec(), game.board().grid());
        let place = |(seat, action)| {
            game.action_place(action, Seat::from_index(seat)).map_or(-1, |place| place as i32)
        };
        let places = Array2::from_shape_fn((spec.seats.into(), spec.num_actions), place);
        let (area, last) = (rows * columns, places.iter().max().map_or(-1, |&last| last));
        ActionPlanes { count: (area as i32 + last) as usize / area, places }
    }
}

/// Serializes the places as a list for each seat.
fn listed<S: Serializer>(places: &Array2<i32>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(places.outer_iter().map(|seat| seat.to_vec()))
}
