//! Where the actions of a game stand on the grid of its observations: what a policy made by convolutions is
//! laid out by.

use super::DynGame;
use ndarray::Array2;
use serde::{Serialize, Serializer};

/// The places of all actions in their planes, one plane for each way to step.
///
/// ```
/// use plyground::game::Frame;
/// use plyground::sim::{self, ActionPlanes};
///
/// let game = sim::open("chess", &[], Frame::Seat)?;
/// let ActionPlanes { count, places } = ActionPlanes::of(&*game);
/// assert_eq!((count, places.dim()), (16, (2, 1096)));
/// // To come north to e4, as White, stands in the first plane; promotions to knights stand nowhere.
/// assert_eq!((places[[0, 28]], places[[0, 1024]]), (28, -1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionPlanes {
    /// How many planes there are.
    #[serde(rename = "num_action_planes")]
    pub count: usize,
    /// By seat and action: the plane, times rows, times columns, plus the row as that seat sees the board,
    /// times columns, plus the column; -1 for what stands nowhere.
    #[serde(rename = "action_planes", serialize_with = "listed")]
    pub places: Array2<i32>,
}

impl ActionPlanes {
    /// Those of a game.
    pub fn of(game: &dyn DynGame) -> ActionPlanes {
        let (spec, (rows, columns)) = (game.spec(), game.board().grid());
        let place = |(seat, action)| game.action_place(action, seat as u8).map_or(-1, |place| place as i32);
        let places = Array2::from_shape_fn((spec.seats.into(), spec.num_actions), place);
        let (area, last) = (rows * columns, places.iter().max().map_or(-1, |&last| last));
        ActionPlanes { count: (area as i32 + last) as usize / area, places }
    }
}

/// The places as a list for each seat.
fn listed<S: Serializer>(places: &Array2<i32>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(places.outer_iter().map(|seat| seat.to_vec()))
}
