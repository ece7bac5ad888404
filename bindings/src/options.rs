//! Options of games: conversion of their values from and to Python, and their declarations.

use super::data::to_python;
use super::errors::{BadOption, short_repr, wrong_type};
use plyground::game::{self, OptionValue, Options};
use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};

/// Reads options from keyword arguments.
pub(super) fn options_of(options: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, OptionValue)>> {
    let mut read = Vec::new();
    for (name, value) in options.into_iter().flat_map(|options| options.iter()) {
        let name: String = name.extract()?;
        let value = if let Ok(flag) = value.cast::<PyBool>() {
            OptionValue::Flag(flag.is_true())
        } else if value.is_instance_of::<PyInt>() {
            let number = value.extract().map_err(|_| {
                BadOption::new_err(format!("option {name} must fit 64 bits, got {}", short_repr(&value)))
            })?;
            OptionValue::Number(number)
        } else if let Ok(word) = value.cast::<PyString>() {
            OptionValue::Word(word.to_str()?.into())
        } else {
            return Err(wrong_type(&format!("option {name}"), "a bool, int or str", &value));
        };
        read.push((name, value));
    }
    Ok(read)
}

/// Returns options as a dict of keyword arguments.
pub(super) fn options_dict<'py>(py: Python<'py>, options: &Options) -> PyResult<Bound<'py, PyDict>> {
    Ok(to_python(py, options)?.cast_into::<PyDict>()?)
}

/// Description of an option: its name and its valid values.
///
/// `Info.option_specs` lists the options of a variant.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> specs = {spec.name: spec for spec in pg.info("chess960").option_specs}
/// >>> specs["castling"].valid_values
/// 'true or false'
/// >>> position = specs["position"]
/// >>> position.kind, position.min, position.max, position.choices
/// ('number or word', 0, 959, ('drawn',))
/// >>> print(position.valid_values)
/// a number from 0 to 959, or drawn
#[pyclass(frozen, eq, hash, module = "plyground._core")]
#[derive(PartialEq, Hash)]
pub(super) struct OptionSpec {
    spec: &'static game::OptionSpec,
}

/// Returns the declarations of a set of options, as a tuple of `OptionSpec`.
pub(super) fn specs_of<'py>(py: Python<'py>, options: &Options) -> PyResult<Bound<'py, PyTuple>> {
    let specs = options.declaration().options.iter().map(|spec| OptionSpec { spec });
    PyTuple::new(py, specs.map(|spec| Bound::new(py, spec)).collect::<PyResult<Vec<_>>>()?)
}

#[guarded]
#[pymethods]
impl OptionSpec {
    /// Name of the option, as a keyword argument of `game`.
    #[getter]
    fn name(&self) -> &str {
        self.spec.name
    }

    /// Type of the values: ``"flag"``, ``"number"``, ``"word"`` or ``"number or word"``.
    #[getter]
    fn kind(&self) -> &str {
        self.spec.valid_values.kind()
    }

    /// Valid words, as a tuple of str; empty if there are none.
    ///
    /// If only some of the numbers from `min` to `max` are valid, these numbers, as a tuple of int.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Ok(to_python(py, &self.spec.valid_values.choices())?.cast_into::<PyList>()?.to_tuple())
    }

    /// Least valid number; None if the option takes no numbers.
    #[getter]
    fn min(&self) -> Option<i64> {
        self.spec.valid_values.min()
    }

    /// Greatest valid number; None if the option takes no numbers.
    #[getter]
    fn max(&self) -> Option<i64> {
        self.spec.valid_values.max()
    }

    /// Valid values in words, such as ``"a number from 0 to 959, or drawn"``.
    #[getter]
    fn valid_values(&self) -> String {
        self.spec.valid_values.to_string()
    }

    /// Effect of the option, in words.
    #[getter]
    fn description(&self) -> &str {
        self.spec.description
    }

    fn __repr__(&self) -> String {
        format!("OptionSpec('{}', {})", self.spec.name, self.spec.valid_values)
    }
}
