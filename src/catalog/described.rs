//! Games of descriptions.

use super::{CatalogError, Variant, custom};
use crate::game::Options;
use crate::games::chesslike::Description;
use crate::sim::erase;
use std::sync::Arc;

/// Registers the game of a description and its variants, so that [`open`](super::open) finds them by id. They
/// replace earlier games with these ids. Returns the id of the game.
///
/// # Errors
///
/// Returns an error if the description is not valid, or if an id is that of a built-in variant.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
/// use plyground::game::Frame;
///
/// let text = r#"
/// id = "two-kings"
/// board = { files = 5, ranks = 5 }
/// setup = { white = { K = "c1" } }
///
/// [pieces]
/// K = { moves = "K", royal = true }
/// "#;
/// let id = catalog::describe(text)?;
/// assert_eq!(catalog::open(&id, &[], Frame::Seat)?.start(0).legal_actions().len(), 5);
/// let error = catalog::describe("id = 'chess'").unwrap_err();
/// assert_eq!(error.to_string(), "line 1: board is missing");
/// # Ok::<(), catalog::CatalogError>(())
/// ```
pub fn describe(text: &str) -> Result<String, CatalogError> {
    let description = Description::read(text).map_err(CatalogError::BadDescription)?;
    let id = description.id.clone();
    let variants = description.variants().map_err(CatalogError::BadDescription)?;
    let all: Vec<Description> = [description].into_iter().chain(variants).collect();
    all.iter().try_for_each(|description| custom::check_name(&description.id))?;
    all.into_iter().for_each(|description| custom::insert_new(variant_of(description)));
    Ok(id)
}

/// Returns the variant of a description.
pub(super) fn variant_of(description: Description) -> Variant {
    let (id, text) = (description.id.clone(), description.text.clone());
    let constructor: super::Constructor = Arc::new(move |_: &str, _: &Options, frame| {
        description.game(frame).map(erase).map_err(|problem| problem.to_string())
    });
    Variant { id, options: Options::new(), description: text, constructor }
}
