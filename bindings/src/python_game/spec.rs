//! The description of a game in Python: its attributes.

use super::{attribute, check_range};
use crate::errors::{MapPyErr, short_repr};
use plyground::board::Board;
use plyground::game::{MAX_SEATS, Plane, Scores, Scoring, Spec};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::collections::HashSet;

/// The largest number of actions of a game in Python.
const MAX_ACTIONS: usize = 1 << 20;
/// The largest number of planes of a game in Python.
const MAX_PLANES: usize = 1 << 10;

/// Reads the attributes of the rules.
pub(super) fn read(rules: &Bound<'_, PyAny>) -> PyResult<(Spec, Board)> {
    let id: String = attribute(rules, "id", "a str")?;
    let title: Option<String> = attribute(rules, "title", "a str or None")?;
    let summary: Option<String> = attribute(rules, "summary", "a str or None")?;
    let seats: usize = attribute(rules, "num_seats", "an int")?;
    check_range("num_seats", seats, (1, MAX_SEATS))?;
    let (rows, columns): (usize, usize) = attribute(rules, "board_shape", "a pair of ints (rows, columns)")?;
    check_range("the rows of board_shape", rows, (1, 15))?;
    check_range("the columns of board_shape", columns, (1, 15))?;
    let num_actions: usize = attribute(rules, "num_actions", "an int")?;
    check_range("num_actions", num_actions, (1, MAX_ACTIONS))?;
    let max_steps: u32 = attribute(rules, "max_steps", "an int")?;
    check_range("max_steps", max_steps as usize, (1, u32::MAX as usize))?;
    let title = title.unwrap_or_else(|| id.clone());
    let spec = Spec {
        summary: summary.unwrap_or_default(),
        num_actions,
        planes: planes(rules, &title)?,
        max_steps,
        has_hidden_information: attribute(rules, "has_hidden_information", "a bool")?,
        has_chance: attribute(rules, "has_chance", "a bool")?,
        is_simultaneous: attribute(rules, "is_simultaneous", "a bool")?,
        ..Spec::new(&id, &title, seats as u8)
    };
    Ok((with_scores(rules, spec)?, Board::rectangle(columns as u8, rows as u8)))
}

/// Sets the kind of scores and the teams.
fn with_scores(rules: &Bound<'_, PyAny>, spec: Spec) -> PyResult<Spec> {
    let scoring: String = attribute(rules, "scoring", "a str")?;
    let scoring: Scoring = scoring.parse().map_py_err()?;
    let teams: Option<Vec<u8>> = attribute(rules, "seat_teams", "a sequence of ints or None")?;
    let range: Option<(f64, f64)> = attribute(rules, "return_range", "a pair of floats or None")?;
    let seats = usize::from(spec.seats);
    let is_valid = |&(min, max): &(f64, f64)| min < max && min.is_finite() && max.is_finite();
    let valid_range = range.filter(is_valid);
    if valid_range.is_none() && (scoring != Scoring::Win || range.is_some()) {
        let found = short_repr(&rules.getattr("return_range")?);
        return Err(PyValueError::new_err(format!(
            "return_range must be a pair of finite numbers, the least and the greatest return, for scoring='{scoring}', got {found}"
        )));
    }
    if scoring == Scoring::Win {
        let teams = teams.unwrap_or_else(|| spec.teams.clone());
        let max = teams.iter().copied().max().unwrap_or(0);
        if teams.len() != seats || max == 0 || !(0..=max).all(|team| teams.contains(&team)) {
            return Err(PyValueError::new_err(format!(
                "seat_teams must be a team for each of {seats} seats, numbered from 0, with at least two teams, got {teams:?}"
            )));
        }
        return Ok(Spec { scores: Scores::win(&teams), teams, ..spec });
    }
    let (min, max) = valid_range.unwrap_or_default();
    let scores = match scoring {
        Scoring::Strokes if max > 0.0 => {
            return Err(PyValueError::new_err(format!(
                "returns are minus the strokes for scoring='strokes', so return_range must end at 0 or below, got {max}"
            )));
        }
        Scoring::Strokes => Scores::strokes(-max as u32, -min as u32),
        _ => Scores::shared(min, max),
    };
    Ok(Spec { scores, teams: vec![0; seats], ..spec })
}

/// Reads the planes: a sequence of names, or a dict from names to descriptions.
fn planes(rules: &Bound<'_, PyAny>, title: &str) -> PyResult<Vec<Plane>> {
    let value = rules.getattr("planes")?;
    let describe = |name: String| (name.clone(), format!("the plane '{name}' of {title}"));
    // A str is a sequence of strings, too, but not one of names.
    let named: Option<Vec<(String, String)>> = match value.cast::<PyDict>() {
        Ok(described) => described.items().extract().ok(),
        Err(_) if value.is_instance_of::<PyString>() => None,
        Err(_) => value.extract().ok().map(|names: Vec<String>| names.into_iter().map(describe).collect()),
    };
    let named = named.ok_or_else(|| {
        let found = short_repr(&value);
        PyValueError::new_err(format!(
            "planes must be a sequence of names, or a dict from names to descriptions, got {found}"
        ))
    })?;
    check_range("the number of planes", named.len(), (1, MAX_PLANES))?;
    let mut names = HashSet::new();
    if let Some((name, _)) = named.iter().find(|(name, _)| !names.insert(name.as_str())) {
        return Err(PyValueError::new_err(format!("planes must have distinct names, got '{name}' twice")));
    }
    // Values are between 0 and 1, and need not be counts.
    let plane = |(name, description)| Plane { divisor: None, ..Plane::marks(name, description) };
    Ok(named.into_iter().map(plane).collect())
}
