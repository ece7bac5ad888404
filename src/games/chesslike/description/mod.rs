//! Reads descriptions of chess-like games.
//!
//! | file | content |
//! |---|---|
//! | `keys` | the keys, with their meanings |
//! | `betza`, `moves`, `hops` | movements as texts, as paths on a lattice, and its hops |
//! | `pieces`, `setup`, `ends`, `seat`, `promotions` | the parts of a description |
//! | `value` | the estimated value of a kind |
//! | `variants` | games that change others |
//! | `compile` | the specification that the engine plays |

mod betza;
mod compile;
mod ends;
mod hops;
mod keys;
mod moves;
mod pieces;
mod promotions;
mod seat;
mod setup;
mod value;
mod variants;

#[cfg(test)]
mod rule_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod variant_tests;

use super::ChessLike;
use super::variant_spec::VariantSpec;
use crate::game::Frame;
use crate::games::description::{Problem, Value};
use std::sync::Arc;

/// A description of a game that can be played.
#[derive(Clone, Debug)]
pub struct Description {
    /// The id of the game.
    pub id: String,
    /// The text, from which other programs make the game and its variants again.
    pub text: Option<Arc<str>>,
    document: Value,
}

impl Description {
    /// Reads a description and checks that its game and its variants can be played.
    ///
    /// # Errors
    ///
    /// Returns the first problem, with its line.
    ///
    /// # Examples
    ///
    /// ```
    /// use plyground::games::chesslike::Description;
    /// let error = Description::read("title = 'Nothing'").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: id is missing");
    /// ```
    pub fn read(text: &str) -> Result<Description, Problem> {
        let description = Description { text: Some(text.into()), ..Description::unchecked(text)? };
        description.game(Frame::Seat)?;
        let mut ids = vec![description.id.clone()];
        for variant in description.variants()? {
            if ids.contains(&variant.id) {
                return Err(Problem::new(1, "variants", format!("have the id '{}' twice", variant.id)));
            }
            variant.game(Frame::Seat)?;
            ids.push(variant.id);
        }
        Ok(description)
    }

    /// Reads the description of built-in games, which tests check.
    ///
    /// # Errors
    ///
    /// Returns a problem if the text is not valid TOML, has a key that is not known, or has no id.
    pub(super) fn unchecked(text: &str) -> Result<Description, Problem> {
        let document = Value::parse(text)?;
        let id = compile::read_id(&document.document(keys::GAME)?)?;
        Ok(Description { id, text: None, document })
    }

    /// Returns the variants that have ids.
    ///
    /// # Errors
    ///
    /// Returns the first problem of a variant.
    pub fn variants(&self) -> Result<Vec<Description>, Problem> {
        let documents = variants::with_ids(&self.document)?;
        let variant = |document: Value| {
            let id = compile::read_id(&document.document(keys::GAME)?)?;
            Ok(Description { id, text: self.text.clone(), document })
        };
        documents.into_iter().map(variant).collect()
    }

    /// Returns the specification of the game with the changes of some variants.
    ///
    /// # Errors
    ///
    /// Returns the first problem.
    pub(super) fn specification(&self, variants: &[&str], frame: Frame) -> Result<VariantSpec, Problem> {
        let document = variants::with_changes(&self.document, variants)?;
        compile::specification(&document.document(keys::GAME)?, frame)
    }

    /// Returns the keys of descriptions, for schemas and references.
    pub fn keys() -> impl serde::Serialize {
        keys::GAME
    }

    /// Returns the game.
    ///
    /// # Errors
    ///
    /// Returns the first problem. There is none after [`Description::read`].
    pub fn game(&self, frame: Frame) -> Result<ChessLike, Problem> {
        let mut variant = self.specification(&[], frame)?;
        variant.description.clone_from(&self.text);
        ChessLike::described(variant).map_err(|message| Problem::new(1, "", message))
    }
}
