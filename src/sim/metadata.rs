//! Descriptions of games as data.

use super::{ActionPlanes, DynGame};
use crate::board::Board;
use crate::game::{OptionSpec, Plane, Spec};
use serde::{Serialize, Serializer};

/// All properties of a game that are known before it is played.
///
/// ```
/// use plyground::game::Frame;
/// use plyground::catalog;
/// use plyground::sim::Metadata;
///
/// let game = catalog::open("chess", &[], Frame::Seat)?;
/// let json = serde_json::to_value(Metadata::of(&*game))?;
/// assert_eq!(json["title"], "Chess");
/// assert_eq!(json["options"]["castling"], true);
/// assert_eq!(json["observation_shape"], serde_json::json!([16, 8, 8]));
/// assert_eq!(json["cells"][0], "a1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Metadata<'a> {
    /// The description of the game.
    #[serde(flatten)]
    pub spec: &'a Spec,
    /// The declared options.
    pub option_specs: &'static [OptionSpec],
    /// The descriptions of the planes.
    #[serde(rename = "planes", serialize_with = "numbered")]
    pub plane_specs: &'a [Plane],
    /// The shape of observations: planes, rows, columns.
    pub observation_shape: [usize; 3],
    /// The places of actions on the grid.
    #[serde(flatten)]
    pub action_planes: ActionPlanes,
    /// The board.
    #[serde(flatten)]
    pub board: &'a Board,
}

/// A plane with its index.
#[derive(Serialize)]
struct Numbered<'a> {
    index: usize,
    #[serde(flatten)]
    plane: &'a Plane,
}

fn numbered<S: Serializer>(planes: &[Plane], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(planes.iter().enumerate().map(|(index, plane)| Numbered { index, plane }))
}

impl Metadata<'_> {
    /// Returns the metadata of a game.
    pub fn of(game: &dyn DynGame) -> Metadata<'_> {
        let spec = game.spec();
        Metadata {
            spec,
            option_specs: spec.options.declaration().options,
            plane_specs: &spec.planes,
            observation_shape: game.shapes().planes,
            action_planes: ActionPlanes::of(game),
            board: game.board(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::Toy;
    use crate::sim::erase;
    use serde_json::json;

    /// The names are those of Python's attributes. Change them there, too.
    #[test]
    fn metadata_are_serialized_completely() {
        let toy = erase(Toy::new());
        let text = serde_json::to_string(&Metadata::of(&*toy)).expect("plain data");
        let expected = concat!(
            r#"{"id":"toy","title":"Toy","summary":"Seats take points in turns.","family":"toy","rules":"toy","options":{"scores":"win"},"#,
            r#""num_seats":2,"seat_colors":["white","black"],"seat_angles":[0,180],"seat_teams":[0,1],"#,
            r#""scoring":{"kind":"win","min_return":-1.0,"max_return":1.0,"return_sum":0.0,"cut_off":0.0,"better":"higher"},"turn_order":[0,1],"#,
            r#""has_hidden_information":true,"has_chance":true,"is_simultaneous":true,"num_actions":3,"plane_names":["own points","enemy points","round","own stone"],"#,
            r#""max_steps":9,"frame":"seat","option_specs":[{"name":"scores","kind":"word","#,
            r#""choices":["win","shared","strokes"],"min":null,"max":null,"valid_values":"win, shared or strokes","#,
            r#""description":"what seats play for"}],"planes":[{"index":0,"name":"own points","#,
            r#""description":"the points of the seat","area":"whole","divisor":3,"encoding":"0 to 1 everywhere, in steps of 1/3"},"#,
            r#"{"index":1,"name":"enemy points","description":"the points of the other seat","area":"whole","divisor":3,"#,
            r#""encoding":"0 to 1 everywhere, in steps of 1/3"},{"index":2,"name":"round","description":"the rounds that are over","#,
            r#""area":"whole","divisor":3,"encoding":"0 to 1 everywhere, in steps of 1/3"},{"index":3,"name":"own stone","#,
            r#""description":"where the stone of the seat lies","area":"whole","divisor":3,"#,
            r#""encoding":"0 to 1 everywhere, in steps of 1/3"}],"observation_shape":[4,4,4],"num_action_planes":0,"#,
            r#""action_planes":[[-1,-1,-1],[-1,-1,-1]],"board":"squares","cells":["a1","b1","#,
        );
        assert!(text.starts_with(expected), "{text}");
        let json = serde_json::to_value(Metadata::of(&*toy)).expect("plain data");
        assert_eq!(json["outlines"][1], json!([[1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0]]));
        assert_eq!((&json["shades"][1], &json["grid"][1]), (&json!("light"), &json!([0, 1])));
        assert_eq!((&json["edges"]["side"][0], &json["edges"]["opposite"]), (&json!([0, 1]), &json!([])));
    }
}
