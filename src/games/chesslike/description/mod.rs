//! Reads descriptions of chess-like games.
//!
//! | file | content |
//! |---|---|
//! | `keys` | the keys, with their meanings |
//! | `betza`, `moves` | movements as texts, and as paths on a lattice |
//! | `pieces`, `setup`, `ends`, `seat`, `promotions` | the parts of a description |
//! | `value` | the estimated value of a kind |
//! | `compile` | the specification that the engine plays |

mod betza;
mod compile;
mod ends;
mod keys;
mod moves;
mod pieces;
mod promotions;
mod seat;
mod setup;
mod value;

#[cfg(test)]
mod rule_tests;
#[cfg(test)]
mod tests;

use super::ChessLike;
use crate::game::Frame;
use crate::games::description::{Problem, Value};
use std::sync::Arc;

/// A description of a game that can be played.
#[derive(Clone, Debug)]
pub struct Description {
    /// The id of the game.
    pub id: String,
    /// The text, from which other programs make the game again.
    pub text: Option<Arc<str>>,
    document: Value,
}

impl Description {
    /// Reads a description and checks that its game can be played.
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
        let document = Value::parse(text)?;
        let id = compile::read_id(&document.document(keys::GAME)?)?;
        let description = Description { id, text: Some(text.into()), document };
        description.game(Frame::Seat)?;
        Ok(description)
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
        let table = self.document.document(keys::GAME)?;
        let mut variant = compile::specification(&table, frame)?;
        variant.description.clone_from(&self.text);
        ChessLike::described(variant).map_err(|message| table.problem(message))
    }
}
