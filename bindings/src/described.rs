//! Games of descriptions.

use super::args::parse_or_default;
use super::data::json;
use super::errors::{BadDescription, IntoPyErr, MapPyErr};
use super::extract::Checked;
use super::game::Game;
use plyground::catalog::{self, CatalogError};
use plyground::game::Frame;
use plyground::games::chesslike::Description;
use plyground::truncate::truncate;
use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::fs;
use std::path::Path;

/// The end of the name of a file with a description.
const SUFFIX: &str = ".toml";

/// Register the games of a description, and return the first, or that with the id. Errors begin with `place`.
#[guarded]
#[pyfunction]
#[pyo3(signature = (text, frame=None, place="", id=None))]
pub(super) fn _describe(
    py: Python<'_>,
    text: &str,
    frame: Option<Checked<&str>>,
    place: &str,
    id: Option<&str>,
) -> PyResult<Game> {
    let first = register(text, place)?;
    Game::of(py, catalog::open(id.unwrap_or(&first), &[], parse_or_default::<Frame>(frame)?).map_py_err()?)
}

/// Return the keys of descriptions as JSON.
#[guarded]
#[pyfunction]
pub(super) fn _description_keys() -> PyResult<String> {
    json(&Description::keys())
}

/// Return the ids of the library.
#[guarded]
#[pyfunction]
pub(super) fn _library(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, catalog::library().iter().map(|variant| variant.id.as_str()))
}

/// Registers the game of the file that an id names, and returns its id. `None` if the id names no file.
pub(super) fn id_of_file(id: &str) -> PyResult<Option<String>> {
    if !id.ends_with(SUFFIX) {
        return Ok(None);
    }
    let text = fs::read_to_string(id).map_err(|error| {
        let name = Path::new(id).file_name().map_or(id.into(), |name| name.to_string_lossy());
        BadDescription::new_err(format!("the description {} cannot be read: {error}", truncate(&name)))
    })?;
    register(&text, id).map(Some)
}

fn register(text: &str, place: &str) -> PyResult<String> {
    let separator = if place.is_empty() { "" } else { ", " };
    catalog::describe(text).map_err(|error| match error {
        CatalogError::BadDescription(_) => BadDescription::new_err(format!("{place}{separator}{error}")),
        _ => error.into_py_err(),
    })
}
