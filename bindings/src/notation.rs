//! PDN and PGN for Python: the games that each supports, and exceptions.

use super::game::Game;
use plyground::game::Options;
use plyground::pdn::{self, Spelled};
use plyground::pgn::{self, San};
use plyground::portable::{Record, Scribe, Spelling, TextError};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

create_exception!(
    plyground._core,
    BadPdn,
    PyValueError,
    "A text is not a valid game in PDN.\n\
    \n\
    The message gives the reason. The attributes `line` and `column` give the place, counted from 1.\n\
    \n\
    Examples\n\
    --------\n\
    >>> from plyground import pdn\n\
    >>> try:\n\
    ...     list(pdn.read(\"1. 11-15 xx *\"))\n\
    ... except pdn.BadPdn as error:\n\
    ...     print(error.line, error.column)\n\
    1 10"
);
create_exception!(
    plyground._core,
    BadPgn,
    PyValueError,
    "A text is not a valid game in PGN.\n\
    \n\
    The message gives the reason. The attributes `line` and `column` give the place, counted from 1.\n\
    \n\
    Examples\n\
    --------\n\
    >>> from plyground import pgn\n\
    >>> try:\n\
    ...     list(pgn.read(\"1. e4 e9 *\"))\n\
    ... except pgn.BadPgn as error:\n\
    ...     print(error.line, error.column)\n\
    1 7"
);

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    for (name, bad) in [("BadPdn", py.get_type::<BadPdn>()), ("BadPgn", py.get_type::<BadPgn>())] {
        bad.setattr("line", 1)?;
        bad.setattr("column", 1)?;
        module.add(name, bad)?;
    }
    Ok(())
}

/// A notation that Python can use.
pub(super) trait Notation: Spelling {
    /// The results that the notation has.
    const RESULTS: &'static str;

    /// Returns an error for games that the notation cannot write.
    fn check_game(game: &Game) -> Result<(), String>;

    /// The scribe of a game.
    fn scribe(id: &str, options: &Options) -> Result<Box<dyn Scribe<Self>>, String>;

    /// The cache of scribes.
    fn scribes() -> &'static Scribes<Self>;

    /// The id of the game that a record belongs to.
    fn id_of(record: &Record<Self>) -> Result<&'static str, TextError>;

    /// The exception for an invalid text.
    fn bad(message: String) -> PyErr;
}

impl Notation for Spelled {
    const RESULTS: &'static str = "1-0 0-1 1/2-1/2 2-0 0-2 1-1 0-0 *";

    fn check_game(game: &Game) -> Result<(), String> {
        let spec = game.spec();
        if spec.family == "draughts" {
            return Ok(());
        }
        Err(format!("PDN is available for draughts only, got {} of the family {}", spec.id, spec.family))
    }

    fn scribe(id: &str, options: &Options) -> Result<Box<dyn Scribe<Self>>, String> {
        pdn::scribe(id, options)
    }

    fn scribes() -> &'static Scribes<Self> {
        static MADE: LazyLock<Scribes<Spelled>> = LazyLock::new(Scribes::default);
        &MADE
    }

    fn id_of(record: &Record<Self>) -> Result<&'static str, TextError> {
        pdn::id_of(record)
    }

    fn bad(message: String) -> PyErr {
        BadPdn::new_err(message)
    }
}

impl Notation for San {
    const RESULTS: &'static str = "1-0 0-1 1/2-1/2 *";

    fn check_game(game: &Game) -> Result<(), String> {
        let id = &game.spec().id;
        if id == "chess" || id == "chess960" {
            return Ok(());
        }
        Err(format!("PGN is available for chess and chess960 only, got {id}"))
    }

    fn scribe(id: &str, options: &Options) -> Result<Box<dyn Scribe<Self>>, String> {
        pgn::scribe(id, options)
    }

    fn scribes() -> &'static Scribes<Self> {
        static MADE: LazyLock<Scribes<San>> = LazyLock::new(Scribes::default);
        &MADE
    }

    fn id_of(record: &Record<Self>) -> Result<&'static str, TextError> {
        pgn::id_of(record)
    }

    fn bad(message: String) -> PyErr {
        BadPgn::new_err(message)
    }
}

/// The exception for an invalid text, with its place in the attributes `line` and `column`.
pub(super) fn bad<S: Notation>(fault: TextError) -> PyErr {
    let raised = S::bad(fault.to_string());
    Python::attach(|py| {
        let value = raised.value(py);
        let set = value.setattr("line", fault.place.line);
        set.and_then(|()| value.setattr("column", fault.place.column))
            .map_or_else(|failed| failed, |()| raised.clone_ref(py))
    })
}

/// Capacity of the cache of scribes, which is cleared when it is full. Even long texts have few different
/// games.
const KEPT: usize = 64;

/// A cache of scribes by game.
pub(super) struct Scribes<S>(Mutex<HashMap<Key, Arc<dyn Scribe<S>>>>);

/// The id of a game and its options.
type Key = (String, Options);

impl<S> Default for Scribes<S> {
    fn default() -> Scribes<S> {
        Scribes(Mutex::default())
    }
}

impl<S: Notation> Scribes<S> {
    /// The scribe of a game, from the cache if possible.
    pub fn of(&self, game: &Game) -> PyResult<Arc<dyn Scribe<S>>> {
        S::check_game(game).map_err(PyValueError::new_err)?;
        let spec = game.spec();
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (spec.id.clone(), spec.options.clone());
        if let Some(scribe) = made.get(&key) {
            return Ok(scribe.clone());
        }
        let scribe = S::scribe(&spec.id, &spec.options).map_err(PyValueError::new_err)?;
        if made.len() >= KEPT {
            made.clear();
        }
        let scribe: Arc<dyn Scribe<S>> = Arc::from(scribe);
        made.insert(key, scribe.clone());
        Ok(scribe)
    }
}
