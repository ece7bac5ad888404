//! PDN and PGN as Python is told of them: which games they are for, and what is raised.

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
    "A text is not a game in PDN, or not one that can be played; `line` and `column`, counted from 1, say where."
);
create_exception!(
    plyground._core,
    BadPgn,
    PyValueError,
    "A text is not a game in PGN, or not one that can be played; `line` and `column`, counted from 1, say where."
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

/// What Python is told of a notation.
pub(super) trait Notation: Spelling {
    /// The results that it has.
    const RESULTS: &'static str;

    /// Refuses a game that it cannot write.
    fn check_game(game: &Game) -> Result<(), String>;

    /// The scribe of a game.
    fn scribe(id: &str, options: &Options) -> Result<Box<dyn Scribe<Self>>, String>;

    /// The scribes that were made.
    fn scribes() -> &'static Scribes<Self>;

    /// The id of the game that a record is of.
    fn id_of(record: &Record<Self>) -> Result<&'static str, TextError>;

    /// The exception of a fault in a text.
    fn bad(message: String) -> PyErr;
}

impl Notation for Spelled {
    const RESULTS: &'static str = "1-0 0-1 1/2-1/2 2-0 0-2 1-1 0-0 *";

    fn check_game(game: &Game) -> Result<(), String> {
        let spec = game.spec();
        if spec.family == "draughts" {
            return Ok(());
        }
        Err(format!("PDN is for games of draughts, and {} is a game of {}", spec.id, spec.family))
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
        Err(format!("PGN is for chess and chess960, not for {id}"))
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

/// The exception of a fault, which knows its place.
pub(super) fn bad<S: Notation>(fault: TextError) -> PyErr {
    let raised = S::bad(fault.to_string());
    Python::attach(|py| {
        let value = raised.value(py);
        let set = value.setattr("line", fault.place.line);
        set.and_then(|()| value.setattr("column", fault.place.column))
            .map_or_else(|failed| failed, |()| raised.clone_ref(py))
    })
}

/// How many scribes are kept; with one more, all are made anew when they are needed. Texts with a great many
/// games have few kinds of them.
const KEPT: usize = 64;

/// The scribes of games, kept for the next of their kinds.
pub(super) struct Scribes<S>(Mutex<HashMap<Key, Arc<dyn Scribe<S>>>>);

/// The id of a game and its options.
type Key = (String, Options);

impl<S> Default for Scribes<S> {
    fn default() -> Scribes<S> {
        Scribes(Mutex::default())
    }
}

impl<S: Notation> Scribes<S> {
    /// The scribe of a game.
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
