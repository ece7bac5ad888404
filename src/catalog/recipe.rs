//! The data from which a game can be made again.

use super::{CatalogError, describe, open};
use crate::game::{Frame, OptionValue, Spec};
use crate::sim::DynGame;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The data from which a game can be made again: its id, its options and its frame.
///
/// ```
/// use plyground::catalog::Recipe;
///
/// let recipe: Recipe = serde_json::from_str(r#"{"id": "chess-golf-solo", "options": {"cards": 4}}"#)?;
/// let game = recipe.open()?;
/// let json = serde_json::to_string(&Recipe::of(game.spec()))?;
/// assert_eq!(json, r#"{"id":"chess-golf-solo","options":{"cards":4},"frame":"seat"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The id. For a game with changed options, the id of the original variant.
    pub id: String,
    /// The options. Missing options have the values of the id.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// The side from which actions and observations show the board.
    #[serde(default)]
    pub frame: Frame,
    /// The text of the description, for a described game that is not in the library.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Recipe {
    /// Returns the recipe of a game.
    pub fn of(spec: &Spec) -> Recipe {
        let options = spec.options.iter().map(|(name, value)| (name.to_string(), value.clone()));
        let description = spec.description.as_deref().map(str::to_owned);
        Recipe { id: spec.id.clone(), options: options.collect(), frame: spec.frame, description }
    }

    /// Makes the game.
    ///
    /// # Errors
    ///
    /// [`CatalogError`] if there is no such game.
    pub fn open(self) -> Result<Arc<dyn DynGame>, CatalogError> {
        if let Some(text) = &self.description {
            describe(text)?;
        }
        open(&self.id, &self.options.into_iter().collect::<Vec<_>>(), self.frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_make_their_games() {
        for id in ["chess", "toy", "toy-strokes"] {
            let game = open(id, &[], Frame::Board).expect("an id");
            let recipe = Recipe::of(game.spec());
            let json = serde_json::to_string(&recipe).expect("plain data");
            let again = serde_json::from_str::<Recipe>(&json).expect("a recipe").open().expect("a game");
            assert_eq!((again.spec().frame, Recipe::of(again.spec())), (Frame::Board, recipe), "{id}");
        }
        let refused = |json: &str| match serde_json::from_str::<Recipe>(json) {
            Ok(recipe) => recipe.open().err().expect("no game").to_string(),
            Err(error) => error.to_string(),
        };
        for (json, why) in [
            (r#"{"id": "chss"}"#, "did you mean chess"),
            (r#"{"options": {}}"#, "missing field `id`"),
            (
                r#"{"id": "chess", "options": {"castling": 1.5}}"#,
                "expected true or false, a whole number or a word",
            ),
            (
                r#"{"id": "chess", "options": {"castling": 1}}"#,
                "chess: castling must be true or false, got 1",
            ),
            (r#"{"id": "chess", "frame": "sea"}"#, "frame must be 'seat' or 'board', got 'sea'"),
        ] {
            let error = refused(json);
            assert!(error.contains(why), "{json}: {error}");
        }
    }
}
